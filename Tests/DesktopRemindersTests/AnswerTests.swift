import CivilTime
import DesktopReminders
import Testing

/// Done and Snooze, for all reminders that they silence.
@Suite struct AnswerTests {
  private let noon = TestReminders.noon
  private let server = ServerConnection(bus: "bus", name: ":1.1")

  /// An alarm with repeats every five minutes.
  private func nag(_ repetition: Int, alarm: Int = 0) -> ReminderNotification {
    ReminderNotification(
      .single,
      of: [
        TestReminders.reminder(
          "a", at: noon + repetition * 300, alarm: alarm, repetition: repetition, start: noon)
      ])
  }

  /// Canonically equivalent letters: KELVIN SIGN and K.
  @Test func `a canonically equivalent UID doesn't hide another event's reminder`() throws {
    for (uids, sources) in [
      (["\u{212A}@x", "K@x"], ["a.ics", "a.ics"]), (["u", "u"], ["\u{212A}.ics", "K.ics"]),
    ] {
      let both = zip(uids, sources).enumerated().map { number, names in
        TestReminders.reminder(
          names.0, at: noon + number, start: noon + 60, source: names.1)
      }
      #expect(Set(both.map(\.origin)).count == 2)
      var state = DesktopState(from: noon - 10)
      try state.take(from: TestReminders.table(both), now: noon + 600)
      #expect(state.pending.count == 2 && state.pending.allSatisfy { $0.reminders[0].twins == [] })
      var copies = both[0]
      copies.join(both[1].origin)
      #expect(copies.twins.count == 1)
      let candidates = both.map { DoneChoice.Candidate($0, standing: .open) }
      let choice = DoneChoice(candidates, times: TimeWords(now: noon, zone: .gmt)).choose([])
      guard case .due(let all) = choice else {
        Issue.record("one of two is chosen")
        continue
      }
      #expect(all.count == 2)
    }
  }

  @Test func `a waiting repeat ends with Done, and returns with it`() throws {
    var state = DesktopState(from: noon)
    state.show(nag(0), on: server, as: 1, at: noon)
    state.close(1, of: server, as: .expired)
    state.pending = [nag(1), nag(2, alarm: 1)]
    state.finish(nag(0), number: 1, at: noon + 310)
    #expect(state.pending == [nag(2, alarm: 1)])
    let record = try #require(state.lastFinished(number: 1))
    let isUndone = state.undo(record, at: noon + 320)
    #expect(isUndone && state.pending == [nag(2, alarm: 1), nag(1)])
  }

  @Test func `a waiting repeat ends with Snooze, if it is before the end`() {
    var state = DesktopState(from: noon)
    state.show(nag(0), on: server, as: 1, at: noon)
    // It was snoozed before, and waits.
    state.pending = [nag(0), nag(1), nag(2), nag(1, alarm: 1)]
    let isSnoozed = state.snooze(nag(0), until: noon + 600)
    #expect(isSnoozed && state.pending == [nag(2), nag(1, alarm: 1)])
  }

  @Test func `an answer to a replaced notification also closes the repeat on the screen`() throws {
    var state = DesktopState(from: noon)
    state.show(nag(0), on: server, as: 1, at: noon)
    let replaced = state.replace(by: nag(1), on: server, at: noon + 300)
    #expect(replaced == [1])
    state.show(nag(1), on: server, as: 2, at: noon + 300)
    state.show(nag(1, alarm: 1), on: server, as: 3, at: noon + 300)
    var snoozed = state
    state.finish(nag(0), number: 1, at: noon + 310)
    #expect(state.shown.map(\.outcome) == [.done, .done, nil])
    let record = try #require(state.lastFinished(number: nil))
    let isUndone = state.undo(record, at: noon + 320)
    #expect(isUndone && state.pending == [nag(1)])
    #expect(state.shown.map(\.outcome) == [.replaced, nil])
    _ = snoozed.snooze(nag(0), until: noon + 900)
    #expect(snoozed.shown.map(\.outcome) == [.replaced, .snoozed, nil])
  }

  @Test func `an answer to a list applies to the reminders that it doesn't show`() throws {
    let crowd = (0..<20).map { TestReminders.reminder("\($0)", at: noon) }
    let repeats = crowd.indices.map {
      TestReminders.reminder("\($0)", at: noon + 300, repetition: 1, start: noon)
    }
    let table = try TestReminders.table(crowd + repeats)
    var state = DesktopState(from: noon - 1)
    try state.take(from: table, now: noon)
    let list = try #require(state.pending.first)
    state.show(list, on: server, as: 1, at: noon)
    var snoozed = state
    state.finish(list, number: 1, at: noon + 10)
    try state.take(from: table, now: noon + 300)
    #expect(state.pending.isEmpty)
    let record = try #require(state.finished?.last)
    let isUndone = state.undo(record, at: noon + 310)
    #expect(isUndone && state.pending == [list])
    let isSnoozed = snoozed.snooze(list, until: noon + 600)
    #expect(isSnoozed)
    try snoozed.take(from: table, now: noon + 300)
    #expect(snoozed.pending.isEmpty)
    // A reminder that the list doesn't show is found by its title, and the others stay.
    let candidates = snoozed.dueCandidates(of: 0)
    #expect(Set(candidates.map(\.reminder.title)) == Set(crowd.map(\.title)))
    for one in crowd[..<16] { snoozed.finishOccurrence(of: one, at: noon + 310) }
    let left = snoozed.snoozed.flatMap(\.notification.reminders).map(\.title)
    #expect(left == ["16", "17", "18", "19"])
  }

  @Test func `long lists don't make the state grow without limit`() {
    var state = DesktopState(from: noon)
    for number in 0..<20 {
      let crowd = (0..<1_001).map {
        TestReminders.reminder("\(number) \($0)", at: noon + number)
      }
      let list = ReminderNotification(.several, of: crowd)
      #expect(list.reminders.count == 1_000 && list.count == 1_001)
      state.show(list, on: server, as: UInt32(number + 1), at: noon)
      let isSnoozed = state.snooze(list, until: noon + 600)
      #expect(isSnoozed == (number < 16))
    }
    // The latest ones stay.
    #expect(state.onScreen(of: server).map(\.number) == Array(5...20))
    #expect(state.snoozed.count == 16)
  }
}
