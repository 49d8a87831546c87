import CivilTime
import DesktopReminders
import Foundation
import NotificationTriggers
import Testing

/// Occurrences that are marked as done before a reminder is due.
@Suite struct EarlyDoneTests {
  private let noon = TestReminders.noon

  private func reminder(
    _ uid: String = "a", minutes: Int, alarm: Int = 0, repetition: Int = 0, start: Int = 60
  ) -> DueReminder {
    TestReminders.reminder(
      uid, at: noon + minutes * 60, alarm: alarm, repetition: repetition, start: noon + start * 60)
  }

  @Test func `all alarms of the occurrence are silent, and no others`() throws {
    let silent = [
      reminder(minutes: 30), reminder(minutes: 35, repetition: 1), reminder(minutes: 60, alarm: 1),
      reminder(minutes: 61, alarm: 7),
    ]
    let others = [
      reminder("b", minutes: 30), reminder(minutes: 90, start: 120),
      reminder(minutes: 90, alarm: 1, start: 120),
    ]
    var state = DesktopState(from: noon)
    state.finishOccurrence(of: silent[0], at: noon)
    // The state file keeps it.
    state = try JSONDecoder().decode(DesktopState.self, from: JSONEncoder().encode(state))
    #expect(silent.map(state.isDone) == silent.map { _ in true })
    #expect(others.map(state.isDone) == others.map { _ in false })
    try state.take(from: TestReminders.table(silent + others), now: noon + 7_200)
    #expect(Set(state.pending.flatMap { $0.reminders.map(\.at) }) == Set(others.map(\.at)))
    // Done for one alarm doesn't end it.
    state.finish(ReminderNotification(.single, of: [silent[0]]), at: noon + 60)
    #expect(state.isDone(silent[2]))
  }

  @Test(arguments: [1, 40, 365])
  func `it lasts until the occurrence is past, however far that is`(_ days: Int) {
    let at = noon + days * 86_400
    var event = TestReminders.reminder("a", at: at, start: at + 3_600)
    var state = DesktopState(from: noon)
    state.finishOccurrence(of: event, at: noon)
    // Each later Done drops the marks that have ended.
    state.finish(
      ReminderNotification(.single, of: [TestReminders.reminder("b", at: at - 1)]), at: at - 1)
    #expect(state.isDone(event))
    event = TestReminders.reminder("a", at: at + 3_600, alarm: 1, start: at + 3_600)
    #expect(state.isDone(event))
  }

  @Test(arguments: [1, 40])
  func `an alarm at an instant is silent, too`(_ days: Int) {
    let fire = noon + days * 86_400
    let alarm = DueReminder(
      at: fire,
      origin: .init(
        source: "a.ics", uid: "a", distinction: "", alarm: 0, occurrence: nil, isToDo: false),
      repetition: 0, title: "a", body: "", level: .active, link: nil, isMeeting: false, time: nil)
    var state = DesktopState(from: noon)
    state.finishOccurrence(of: alarm, at: noon)
    #expect(state.isDone(alarm))
  }

  @Test func `what is snoozed, waiting or on the screen ends with the occurrence`() throws {
    let server = ServerConnection(bus: "bus", name: ":1.1")
    let first = reminder(minutes: 0, alarm: 2)
    let other = reminder("b", minutes: 0)
    let list = ReminderNotification(
      .several, of: [first, other] + ["c", "d"].map { reminder($0, minutes: 0) })
    var state = DesktopState(from: noon)
    for (number, one) in [(UInt32(1), [first]), (2, [other])] {
      state.show(ReminderNotification(.single, of: one), on: server, as: number, at: noon)
    }
    state.pending = [ReminderNotification(.single, of: [first]), list]
    let isSnoozed = state.snooze(ReminderNotification(.single, of: [first]), until: noon + 300)
    #expect(isSnoozed)
    state.finishOccurrence(of: reminder(minutes: 30), at: noon + 60)
    #expect(state.shown.map(\.outcome) == [.done, nil])
    #expect(state.snoozed.isEmpty)
    #expect(state.pending.map { $0.reminders.map(\.title) } == [["b", "c", "d"]])
  }
}
