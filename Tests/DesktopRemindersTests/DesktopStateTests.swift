import CivilTime
import DesktopReminders
import Foundation
import NotificationTriggers
import Testing

/// Taking reminders from the table, and remembering their outcomes.
struct DesktopStateTests {
  private let noon = TestReminders.noon

  private func taken(
    _ reminders: [DueReminder], at now: Instant, from start: Instant? = nil,
    _ change: (inout ShowSettings) -> Void = { _ in }
  ) throws -> DesktopState {
    var state = DesktopState(from: start ?? noon - 10)
    try state.take(from: TestReminders.table(reminders, change), now: now)
    return state
  }

  @Test func `each fire is taken once`() throws {
    let table = try TestReminders.table([
      TestReminders.reminder("a", at: noon), TestReminders.reminder("b", at: noon + 1),
    ])
    var state = DesktopState(from: noon - 10)
    for second in -3...5 { try state.take(from: table, now: noon + second) }
    #expect(state.pending.map { $0.reminders.map(\.title) } == [["a"], ["b"]])
    #expect(state.takenUntil == noon + 5)
  }

  @Test(arguments: [(3, 3), (4, 1), (5, 1)])
  func `more than three reminders in one second are one notification`(count: Int, expected: Int)
    throws
  {
    let reminders = (0..<count).map { TestReminders.reminder("event \($0)", at: noon) }
    let state = try taken(reminders, at: noon)
    #expect(state.pending.count == expected)
    #expect(state.pending.reduce(0) { $0 + $1.count } == count)
    #expect(state.pending.allSatisfy { $0.kind == (count > 3 ? .several : .single) })
    #expect(try taken(reminders, at: noon) { $0.isOneByOne = true }.pending.count == count)
  }

  @Test func `four reminders in four seconds are four notifications`() throws {
    let state = try taken(
      (0..<4).map { TestReminders.reminder("\($0)", at: noon + $0) }, at: noon + 10)
    #expect(state.pending.count == 4)
  }

  @Test(arguments: [(60, 4), (61, 1)])
  func `reminders more than a minute late are missed, and more than three are one notification`(
    lateness: Int, expected: Int
  ) throws {
    let reminders = (0..<4).map { TestReminders.reminder("\($0)", at: noon) }
    let state = try taken(reminders, at: noon + lateness) { $0.isOneByOne = true }
    #expect(state.pending.count == expected)
    let each = try taken(reminders, at: noon + lateness) {
      $0.isOneByOne = true
      $0.lateness = .show
    }
    #expect(each.pending.count == 4)
    let none = try taken(reminders, at: noon + lateness) {
      $0.isOneByOne = true
      $0.lateness = .skip
    }
    #expect(none.pending.count == (lateness > 60 ? 0 : 4))
    #expect(none.shown.count == (lateness > 60 ? 4 : 0))
    #expect(none.shown.allSatisfy { $0.outcome == .skipped })
  }

  @Test
  func `a missed reminder of a future event is separate, and the list starts with the latest`()
    throws
  {
    let over = (0..<60).map { TestReminders.reminder("\($0)", at: noon - 7_200 + $0) }
    let toCome = TestReminders.reminder("interview", at: noon - 300, start: noon + 600)
    let pending = try taken(over + [toCome], at: noon, from: noon - 86_400).pending
    #expect(pending.map(\.kind) == [.single, .missed])
    #expect(pending[0].reminders.map(\.title) == ["interview"])
    #expect(pending[1].reminders.prefix(2).map(\.title) == ["59", "58"])
  }

  @Test(arguments: [InterruptionLevel.active, .timeSensitive])
  func `many reminders of one calendar don't hide another's, and a critical one is separate`(
    _ level: InterruptionLevel
  ) throws {
    let crowd = (0..<200).map {
      TestReminders.reminder("crowd \($0)", at: noon, source: "x.ics", level: level)
    }
    let own = TestReminders.reminder("own", at: noon, source: "own.ics")
    let critical = TestReminders.reminder("pills", at: noon, level: .critical)
    for (now, kind) in [(noon, ReminderNotification.Kind.several), (noon + 600, .missed)] {
      let pending = try taken(crowd + [own, critical], at: now).pending
      #expect(pending.map(\.kind) == [.single, kind])
      #expect(pending[0].reminders.map(\.title) == ["pills"])
      #expect(pending[1].count == 201)
      #expect(pending[1].reminders.prefix(2).map(\.title).contains("own"))
      #expect(pending[1].reminders.count == 201)
    }
  }

  @Test func `a reminder missed more than a month ago is dropped`() throws {
    let state = try taken(
      [
        TestReminders.reminder("old", at: noon - 32 * 86_400),
        TestReminders.reminder("new", at: noon - 30 * 86_400),
      ], at: noon, from: noon - 40 * 86_400)
    #expect(state.pending.flatMap { $0.reminders.map(\.title) } == ["new"])
  }

  @Test(arguments: [(3_600, 0), (3_601, 1)])
  func `reminders are shown again if the clock is set back by more than an hour`(
    seconds: Int, expected: Int
  ) throws {
    var state = DesktopState(from: noon + seconds)
    let table = try TestReminders.table([TestReminders.reminder("a", at: noon + 5)])
    try state.take(from: table, now: noon)
    try state.take(from: table, now: noon + 5)
    #expect(state.pending.count == expected)
  }

  @Test func `the user's command runs for each reminder, even if many are late or simultaneous`()
    throws
  {
    let reminders =
      (0..<5).map { TestReminders.reminder("\($0)", at: noon) }
      + (5..<10).map { TestReminders.reminder("\($0)", at: noon + 300) }
    let state = try taken(reminders, at: noon + 300) {
      $0.command = try? CommandTemplate("/bin/true {title}")
    }
    #expect(state.pending.count == 10)
    #expect(state.pending.allSatisfy { $0.kind == .single })
  }

  @Test func `Done silences only the repeats of the alarm for its occurrence`() throws {
    let first = TestReminders.reminder("a", at: noon)
    var state = DesktopState(from: noon - 10)
    state.finish(ReminderNotification(.single, of: [first]), at: noon)
    let nag = TestReminders.reminder("a", at: noon + 300, repetition: 1, start: noon)
    #expect(state.isDone(nag))
    for other in [
      TestReminders.reminder("a", at: noon + 300, alarm: 1, start: noon),
      TestReminders.reminder("a", at: noon + 86_400),
      TestReminders.reminder("a", at: noon + 600, start: noon + 300),
      TestReminders.reminder("b", at: noon + 300, repetition: 1, start: noon),
      TestReminders.reminder("a", at: noon + 300, repetition: 1, start: noon, source: "b.ics"),
    ] {
      #expect(!state.isDone(other))
    }
    try state.take(from: TestReminders.table([nag]), now: noon + 300)
    #expect(state.pending.isEmpty)
  }

  @Test func `Done silences all alarms of a to-do, until it is moved`() throws {
    let first = TestReminders.reminder("a", at: noon, isToDo: true)
    var state = DesktopState(from: noon - 10)
    state.finish(ReminderNotification(.single, of: [first]), at: noon)
    #expect(
      state.isDone(
        TestReminders.reminder(
          "a", at: noon + 900 * 86_400, alarm: 3, start: noon, isToDo: true)))
    #expect(
      !state.isDone(TestReminders.reminder("a", at: noon + 60, start: noon + 60, isToDo: true)))
  }

  @Test func `a snoozed reminder is pending again once, at its instant`() throws {
    let notification = ReminderNotification(.single, of: [TestReminders.reminder("a", at: noon)])
    var state = DesktopState(from: noon)
    let isTaken = state.snooze(notification, until: noon + 300)
    #expect(isTaken)
    let table = try TestReminders.table([])
    try state.take(from: table, now: noon + 299)
    #expect(state.pending.isEmpty)
    try state.take(from: table, now: noon + 300)
    try state.take(from: table, now: noon + 301)
    #expect(state.pending.map(\.identifier) == [notification.identifier])
    #expect(state.pending.map(\.snoozes) == [1])
    #expect(state.snoozed.isEmpty)
  }

  @Test func `a snooze silences the repeats of its alarm, but not other alarms`() throws {
    let notification = ReminderNotification(.single, of: [TestReminders.reminder("a", at: noon)])
    var state = DesktopState(from: noon)
    _ = state.snooze(notification, until: noon + 300)
    let table = try TestReminders.table([
      TestReminders.reminder("a", at: noon + 60, repetition: 1, start: noon),
      TestReminders.reminder("a", at: noon + 61, alarm: 1, repetition: 1, start: noon),
      TestReminders.reminder("b", at: noon + 62, repetition: 1, start: noon),
      TestReminders.reminder("a", at: noon + 300, repetition: 5, start: noon),
    ])
    var shown: [Int] = []
    for second in 1...400 {
      try state.take(from: table, now: noon + second)
      shown += state.pending.flatMap(\.reminders).map { $0.at - noon }
      state.pending = []
    }
    // The snoozed reminder is first.
    #expect(shown == [61, 62, 0, 300])
  }

  @Test func `the first missed reminder of an occurrence is shown, and Done applies to all`() throws
  {
    let state = try taken(
      [
        TestReminders.reminder("a", at: noon, start: noon + 60),
        TestReminders.reminder("a", at: noon + 30, repetition: 1, start: noon + 60),
        TestReminders.reminder("a", at: noon + 60, alarm: 1, start: noon + 60),
        TestReminders.reminder("a", at: noon + 70, start: noon + 90),
      ], at: noon + 600)
    #expect(state.pending.map { $0.dueAt - noon } == [0, 70])
    var later = state
    later.finish(state.pending[0], at: noon + 600)
    #expect(
      later.isDone(
        TestReminders.reminder("a", at: noon + 900, alarm: 1, repetition: 1, start: noon + 60)))
    #expect(!later.isDone(TestReminders.reminder("a", at: noon + 900, start: noon + 90)))
  }

  @Test func `Done removes only its own reminders from a snoozed list`() throws {
    let crowd = (0..<5).map { TestReminders.reminder("\($0)", at: noon) }
    let toDo = TestReminders.reminder("to-do", at: noon, isToDo: true)
    var state = DesktopState(from: noon)
    _ = state.snooze(ReminderNotification(.several, of: crowd), until: noon + 300)
    state.finish(ReminderNotification(.single, of: [toDo]), at: noon)
    // A snooze after Done is kept, because the user wants it.
    _ = state.snooze(ReminderNotification(.single, of: [toDo]), until: noon + 400)
    state.finish(ReminderNotification(.single, of: [crowd[2]]), at: noon + 10)
    #expect(
      state.snoozed.map { $0.notification.reminders.map(\.title) }
        == [["0", "1", "3", "4"], ["to-do"]])
    #expect(state.snoozed.map(\.notification.count) == [4, 1])
    for place in [0, 1, 3, 4] {
      state.finish(ReminderNotification(.single, of: [crowd[place]]), at: noon + 10)
    }
    #expect(state.snoozed.map { $0.notification.reminders.map(\.title) } == [["to-do"]])
  }

  @Test func `the numbers of shown and pending notifications are limited`() throws {
    var state = DesktopState(from: noon)
    for number in 0..<4_000 {
      let reminder = TestReminders.reminder("\(number)", at: noon)
      let number = UInt32(number)
      show(ReminderNotification(.single, of: [reminder]), as: number, in: &state)
      if number % 2 == 0 { state.close(number, of: server, as: .dismissed) }
    }
    #expect(state.shown.count == 1_010)
    #expect(state.shown.last { $0.outcome != nil }?.notification.reminders[0].title == "3998")
    let crowd = (0..<3_000).map { TestReminders.reminder("\($0)", at: noon + 1 + $0) }
    try state.take(from: TestReminders.table(crowd) { $0.lateness = .show }, now: noon + 4_000)
    #expect(state.pending.count == 1_001)
    #expect(state.pending.reduce(0) { $0 + $1.count } == 3_000)
    #expect(state.pending.last?.reminders.count == 1_000)
  }

  @Test func `an encoded state is decoded unchanged`() throws {
    var state = try taken([TestReminders.reminder("a", at: noon)], at: noon)
    show(state.pending[0], as: 4, in: &state)
    _ = state.snooze(notification("b"), until: noon + 60)
    state.finish(notification("b"), at: noon)
    state.pending = [notification("b")]
    let data = try JSONEncoder().encode(state)
    #expect(try JSONDecoder().decode(DesktopState.self, from: data) == state)
  }

  private let server = ServerConnection(bus: "b", name: ":1.5")

  /// Returns a notification of one reminder.
  private func notification(
    _ uid: String, _ repetition: Int = 0, alarm: Int = 0
  ) -> ReminderNotification {
    ReminderNotification(
      .single,
      of: [
        TestReminders.reminder(
          uid, at: noon + repetition, alarm: alarm, repetition: repetition, start: noon)
      ])
  }

  /// Records that a server shows a notification.
  private func show(
    _ notification: ReminderNotification, on server: ServerConnection? = nil, as number: UInt32,
    in state: inout DesktopState
  ) {
    state.pending = [notification]
    state.show(notification, on: server ?? self.server, as: number, at: noon)
    #expect(state.pending.isEmpty)
  }

  @Test(arguments: [
    // The same alarm, ten seconds later; too early; an earlier reminder; another alarm.
    (1, 0, 10, [4]), (1, 0, 9, []), (-1, 0, 10, []), (1, 1, 10, []),
  ])
  func `a later reminder replaces that of the same alarm on the same server`(
    repetition: Int, alarm: Int, delay: Int, replaced: [UInt32]
  ) {
    var state = DesktopState(from: noon)
    show(notification("a"), as: 4, in: &state)
    show(notification("b"), as: 5, in: &state)
    show(
      notification("a", 9), on: ServerConnection(bus: "b", name: ":1.6"), as: 4, in: &state)
    let later = notification("a", repetition, alarm: alarm)
    let numbers = state.replace(by: later, on: server, at: noon + delay)
    #expect(numbers == replaced)
    #expect(state.shown.count { $0.outcome == .replaced } == replaced.count)
    let again = state.replace(by: later, on: server, at: noon + delay)
    #expect(again.isEmpty)
  }

  @Test func `a number is valid for its server only`() {
    var state = DesktopState(from: noon)
    let others = [
      ServerConnection(bus: "b", name: ":1.6"), ServerConnection(bus: "c", name: ":1.5"),
    ]
    show(notification("a"), as: 1, in: &state)
    show(notification("b"), on: others[0], as: 1, in: &state)
    #expect(state.onScreen(1, of: server)?.reminders[0].title == "a")
    #expect(state.onScreen(1, of: others[0])?.reminders[0].title == "b")
    #expect(state.onScreen(1, of: others[1]) == nil && state.onScreen(2, of: server) == nil)
    state.close(1, of: others[1], as: .done)
    state.close(1, of: others[0], as: .dismissed)
    #expect(state.shown.map(\.outcome) == [nil, .dismissed])
    // A closed notification isn't on the screen.
    #expect(state.onScreen(1, of: others[0]) == nil)
    #expect(state.onScreen(of: server).map(\.number) == [1])
  }

  @Test func `notifications of a server that ended are pending again, first and once`() {
    var state = DesktopState(from: noon)
    let other = ServerConnection(bus: "b", name: ":1.6")
    show(notification("a"), as: 1, in: &state)
    show(notification("b"), as: 2, in: &state)
    show(notification("c"), on: other, as: 2, in: &state)
    state.close(1, of: server, as: .done)
    state.pending = [notification("d")]
    for _ in 1...2 { state.putBackAll(but: other, on: "b", .summary) }
    #expect(state.pending.map(\.reminders[0].title) == ["b", "d"])
    #expect(state.onScreen(of: other).map(\.notification.reminders[0].title) == ["c"])
    state.putBackAll(but: nil, on: "b", .summary)
    #expect(state.pending.map(\.reminders[0].title) == ["c", "b", "d"])
    #expect(state.shown.map(\.outcome) == [.done] && state.hasWork)
    state.pending = []
    #expect(!state.hasWork)
  }

  @Test(arguments: [
    ("b", ShowSettings.Lateness.summary, 3, ReminderNotification.Kind.single),
    ("b", .summary, 5, .single), ("c", .summary, 3, .single), ("c", .summary, 5, .missed),
    ("c", .show, 5, .single),
  ])
  func `more than three notifications of an earlier session are one`(
    bus: String, lateness: ShowSettings.Lateness, count: Int,
    kind: ReminderNotification.Kind
  ) {
    var state = DesktopState(from: noon)
    for number in 1...count { show(notification("\(number)"), as: UInt32(number), in: &state) }
    state.putBackAll(but: nil, on: bus, lateness)
    #expect(state.pending.allSatisfy { $0.kind == kind })
    #expect(state.pending.reduce(0) { $0 + $1.count } == count)
    #expect(!state.shown.contains { $0.outcome == nil })
  }

  @Test func `a notification that replaces itself is on the screen once`() {
    var state = DesktopState(from: noon)
    for number in [1, 2] as [UInt32] { show(notification("a"), as: number, in: &state) }
    #expect(state.onScreen(of: server).map(\.number) == [2] && state.shown.count == 1)
  }

  @Test func `each listed reminder keeps a small number, by which it is answered`() {
    var state = DesktopState(from: noon)
    for number in 1...3 { show(notification("\(number)"), as: UInt32(number), in: &state) }
    #expect(state.shown.map(\.number) == [1, 2, 3])
    // A reminder that is shown again keeps its number.
    show(notification("2"), as: 9, in: &state)
    #expect(state.shown.map(\.number) == [1, 3, 2])
    state.answer(number: 3, as: .done)
    #expect(state.onScreen(of: server).map(\.number) == [1, 9])
    #expect(state.lastShown(number: nil)?.number == 2)
    #expect(state.lastShown(number: 3)?.outcome == .done && state.lastShown(number: 4) == nil)
    // Ten answered reminders are listed. The numbers of others are used again.
    for number in [1, 2] { state.answer(number: number, as: .dismissed) }
    for number in 4...12 { show(notification("\(number)"), as: 0, in: &state) }
    #expect(state.shown.map(\.number) == [2, 4, 5, 6, 7, 8, 9, 10, 11, 1])
  }

  @Test func `a snoozed reminder that is answered is dropped, and others of the list stay`() {
    var state = DesktopState(from: noon)
    let both = ["a", "b"].map { TestReminders.reminder($0, at: noon) }
    _ = state.snooze(ReminderNotification(.several, of: both), until: noon + 60)
    _ = state.snooze(notification("c"), until: noon + 60)
    state.dropSnoozed { ["a", "c"].contains($0.title) }
    #expect(state.snoozed.map { $0.notification.reminders.map(\.title) } == [["b"]])
    #expect(state.snoozed.map(\.until) == [noon + 60])
  }

  @Test func `a notification without a server's number needs no answer`() {
    var state = DesktopState(from: noon)
    show(notification("a"), as: 0, in: &state)
    #expect(state.shown.map(\.outcome) == [.shown] && !state.hasWork)
    #expect(state.onScreen(of: server).isEmpty)
  }

  @Test func `running commands don't become pending when a server ends`() {
    var state = DesktopState(from: noon)
    for uid in ["a", "b"] {
      state.pending = [notification(uid)]
      let taken = state.take(state.pending[0].identifier, at: noon)
      #expect(taken?.reminders[0].title == uid)
    }
    state.putBackAll(but: nil, on: "b", .summary)
    #expect(!state.hasWork && state.running.count == 2)
    state.ended(notification("a").identifier, as: .ran)
    #expect(state.shown.map(\.outcome) == [.ran, nil])
  }
}
