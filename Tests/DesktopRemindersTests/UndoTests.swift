import CivilTime
import DesktopReminders
import Foundation
import Testing

/// Done that is taken back.
@Suite struct UndoTests {
  private let noon = TestReminders.noon
  private let server = ServerConnection(bus: "bus", name: ":1.1")

  private func undo(_ state: inout DesktopState, at now: Instant) throws {
    // The state file keeps it.
    state = try JSONDecoder().decode(DesktopState.self, from: JSONEncoder().encode(state))
    let last = try #require(state.lastFinished(number: nil))
    let isUndone = state.undo(last, at: now)
    let isUndoneAgain = state.undo(last, at: now)
    #expect(isUndone && !isUndoneAgain)
  }

  @Test(arguments: [false, true])
  func `an occurrence that was marked early rings with all alarms`(_ isToDo: Bool) throws {
    let alarms = [0, 1].map { alarm in
      TestReminders.reminder(
        "a", at: noon + 600 * (alarm + 1), alarm: alarm, start: noon + 3_600, isToDo: isToDo)
    }
    let table = try TestReminders.table(alarms)
    var state = DesktopState(from: noon)
    let before = state
    state.finishOccurrence(of: alarms[0], at: noon)
    #expect(alarms.allSatisfy { state.isDone($0) })
    try undo(&state, at: noon + 60)
    #expect(state.done == before.done && state.finished == [])
    for minutes in [10, 20] {
      try state.take(from: table, now: noon + minutes * 60)
    }
    #expect(state.pending.map(\.dueAt) == alarms.map(\.at))
  }

  @Test func `what became due meanwhile is shown late, and repeats go on`() throws {
    let fires = (0...4).map {
      TestReminders.reminder("a", at: noon + 600 + $0 * 300, repetition: $0, start: noon + 600)
    }
    let table = try TestReminders.table(fires)
    var state = DesktopState(from: noon)
    state.finishOccurrence(of: fires[0], at: noon)
    for minutes in [10, 15] { try state.take(from: table, now: noon + minutes * 60) }
    #expect(state.pending.isEmpty)
    try undo(&state, at: noon + 960)
    #expect(state.pending.map(\.dueAt) == [fires[0].at])
    try state.take(from: table, now: noon + 1_200)
    #expect(state.pending.map(\.dueAt) == [fires[0].at, fires[2].at])
  }

  @Test func `a notification returns as it was`() throws {
    let first = TestReminders.reminder("a", at: noon)
    let one = ReminderNotification(.single, of: [first])
    func shown(_ outcome: ShownNotification.Outcome?) -> DesktopState {
      var state = DesktopState(from: noon)
      state.show(one, on: server, as: 7, at: noon)
      if let outcome { state.close(7, of: server, as: outcome) }
      return state
    }
    for outcome in [nil, .expired, .dismissed, .opened] as [ShownNotification.Outcome?] {
      let before = shown(outcome)
      for isWhole in [false, true] {
        var state = before
        if isWhole {
          state.finishOccurrence(of: first, at: noon + 10)
        } else {
          state.finish(one, number: 1, at: noon + 10)
        }
        #expect(state.shown.map(\.outcome) == [.done] && state.isDone(first))
        try undo(&state, at: noon + 20)
        #expect(!state.isDone(first) && state.done.isEmpty)
        // The server has closed a notification on the screen.
        #expect(state.pending == (outcome == nil ? [one] : []))
        #expect(state.shown == (outcome == nil ? [] : before.shown))
      }
    }
  }

  @Test func `a snooze goes on, or reappears if its time has passed`() throws {
    let one = ReminderNotification(.single, of: [TestReminders.reminder("a", at: noon)])
    for (minutes, isDue) in [(5, false), (20, true)] {
      var state = DesktopState(from: noon)
      state.show(one, on: server, as: 7, at: noon)
      let isSnoozed = state.snooze(one, until: noon + 900)
      #expect(isSnoozed)
      state.answer(number: 1, as: .snoozed)
      let before = state
      state.finish(one, number: 1, at: noon + 60)
      #expect(state.snoozed.isEmpty)
      try undo(&state, at: noon + minutes * 60)
      #expect(state.shown == before.shown)
      #expect(state.snoozed == (isDue ? [] : before.snoozed))
      #expect(state.pending.map(\.reappearedAt) == (isDue ? [noon + 900] : []))
    }
  }

  @Test func `a waiting list gets its reminders back`() throws {
    let all = ["a", "b", "c", "d"].map { TestReminders.reminder($0, at: noon) }
    let list = ReminderNotification(.several, of: all)
    var state = DesktopState(from: noon)
    state.pending = [list]
    state.finishOccurrence(of: all[0], at: noon)
    #expect(state.pending.map(\.count) == [3])
    var waiting = state
    try undo(&waiting, at: noon + 5)
    #expect(waiting.pending == [list])
    // The rest is on the screen by then.
    let rest = try #require(state.pending.first)
    state.show(rest, on: server, as: 1, at: noon + 2)
    try undo(&state, at: noon + 5)
    #expect(state.pending.map { $0.reminders.map(\.title) } == [["a"]])
  }

  /// Marks the reminders of a group on the screen, one after the other.
  private func answeredGroup(_ titles: [String]) -> DesktopState {
    let all = titles.map { TestReminders.reminder($0, at: noon) }
    var state = DesktopState(from: noon)
    state.show(ReminderNotification(.several, of: all), on: server, as: 1, at: noon)
    for (number, one) in all.enumerated() {
      #expect(state.shown[0].outcome == nil)
      state.finishOccurrence(of: one, at: noon + 10 + number)
    }
    #expect(state.shown[0].outcome == .done)
    return state
  }

  private func pendingTitles(_ state: DesktopState) -> [[String]] {
    state.pending.map { $0.reminders.map(\.title) }
  }

  @Test func `each Done of a group that is answered brings its own reminder back`() throws {
    let group = answeredGroup(["a", "b", "c", "d"])
    var state = group
    for titles in [["d"], ["d", "c"], ["d", "c", "b"], ["d", "c", "b", "a"]] {
      try undo(&state, at: noon + 20)
      #expect(pendingTitles(state) == titles.map { [$0] })
    }
    #expect(state.done.isEmpty)
    // The first Done, and then the last one, which answered the group.
    state = group
    for (place, titles) in [(0, ["a"]), (2, ["a", "d"])] {
      let record = try #require(state.finished?[place])
      let isUndone = state.undo(record, at: noon + 20)
      #expect(isUndone)
      #expect(pendingTitles(state) == titles.map { [$0] })
    }
  }

  @Test func `a reminder of a group that is still on the screen doesn't appear twice`() throws {
    let all = ["a", "b"].map { TestReminders.reminder($0, at: noon) }
    let group = ReminderNotification(.several, of: all)
    var state = DesktopState(from: noon)
    state.show(group, on: server, as: 1, at: noon)
    state.finishOccurrence(of: all[0], at: noon + 10)
    var closed = state
    try undo(&state, at: noon + 20)
    #expect(state.pending.isEmpty && state.onScreen(of: server).map(\.notification) == [group])
    closed.close(1, of: server, as: .dismissed)
    try undo(&closed, at: noon + 20)
    #expect(pendingTitles(closed) == [["a"]])
  }

  @Test func `the last Done of a group doesn't answer other notifications that are done already`() {
    let other = TestReminders.reminder("d", at: noon)
    var state = answeredGroup(["a", "b"])
    state.finish(ReminderNotification(.single, of: [other]), at: noon + 1)
    // The user snoozed it after Done, and it is on the screen again.
    state.show(ReminderNotification(.single, of: [other]), on: server, as: 2, at: noon + 30)
    state.finishOccurrence(of: TestReminders.reminder("c", at: noon), at: noon + 40)
    #expect(state.shown.map(\.outcome) == [.done, nil])
  }

  @Test func `a reminder that was snoozed after Done stays snoozed`() throws {
    let one = ReminderNotification(.single, of: [TestReminders.reminder("a", at: noon)])
    for outcome in [nil, .expired] as [ShownNotification.Outcome?] {
      var state = DesktopState(from: noon)
      state.show(one, on: server, as: 7, at: noon)
      if let outcome { state.close(7, of: server, as: outcome) }
      state.finish(one, number: 1, at: noon + 10)
      let isSnoozed = state.snooze(one, until: noon + 1_200)
      #expect(isSnoozed)
      state.answer(number: 1, as: .snoozed)
      try undo(&state, at: noon + 20)
      #expect(state.pending.isEmpty && state.shown.map(\.outcome) == [.snoozed])
      #expect(state.snoozed.map(\.until) == [noon + 1_200])
    }
  }

  @Test func `each Done is taken back separately, the last ones by number`() throws {
    let all = ["a", "b"].map { TestReminders.reminder($0, at: noon) }
    var state = DesktopState(from: noon)
    for (number, one) in all.enumerated() {
      state.show(
        ReminderNotification(.single, of: [one]), on: server, as: UInt32(number + 1), at: noon)
    }
    for number in 1...2 {
      state.finish(
        ReminderNotification(.single, of: [all[number - 1]]), number: number, at: noon + number)
      // A second Done changes nothing.
      state.finish(
        ReminderNotification(.single, of: [all[number - 1]]), number: number, at: noon + 9)
    }
    #expect(state.finished?.count == 2)
    #expect(state.lastFinished(number: 3) == nil)
    let first = try #require(state.lastFinished(number: 1))
    let isUndone = state.undo(first, at: noon + 20)
    #expect(isUndone && !state.isDone(all[0]) && state.isDone(all[1]))
    #expect(state.lastFinished(number: 1) == nil)
  }

  @Test func `an earlier mark of the alarm comes back`() throws {
    let one = TestReminders.reminder("a", at: noon, start: noon + 600)
    let other = TestReminders.reminder("a", at: noon + 600, alarm: 1, start: noon + 600)
    var state = DesktopState(from: noon)
    state.finish(ReminderNotification(.single, of: [one]), at: noon + 10)
    state.finishOccurrence(of: one, at: noon + 20)
    #expect(state.isDone(other))
    try undo(&state, at: noon + 30)
    #expect(state.isDone(one) && !state.isDone(other))
    try undo(&state, at: noon + 40)
    #expect(!state.isDone(one))
  }

  @Test func `the last ten can be taken back`() {
    var state = DesktopState(from: noon)
    for number in 0..<12 {
      state.finishOccurrence(of: TestReminders.reminder("\(number)", at: noon + 60), at: noon)
    }
    #expect(state.finished?.map { $0.reminders[0].title } == (2..<12).map { "\($0)" })
  }
}
