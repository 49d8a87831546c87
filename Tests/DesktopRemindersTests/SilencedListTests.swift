import CivilTime
import DesktopReminders
import ReminderCompiler
import Testing

/// The lists of what pauses silence.
@Suite struct SilencedListTests {
  private let noon = TestReminders.noon

  private func titles(_ state: DesktopState) -> [[String]] {
    state.snoozed.map { $0.notification.reminders.map(\.title).sorted() }
  }

  @Test func `a list reappears once, with the first alarm of each occurrence that isn't done`()
    throws
  {
    var state = DesktopState(from: noon)
    let reminders = ["a", "b", "c"].map { TestReminders.reminder($0, at: noon + 60) }
    let later = TestReminders.reminder("a", at: noon + 120, alarm: 1, start: noon + 60)
    state.finishOccurrence(of: reminders[2], at: noon)
    state.setSilenced([(noon + 600, reminders + [later]), (noon + 900, [reminders[2]])])
    #expect(titles(state) == [["a", "b"]])
    let table = try TestReminders.table([])
    try state.take(from: table, now: noon + 599)
    #expect(state.pending.isEmpty)
    try state.take(from: table, now: noon + 600)
    let list = try #require(state.pending.first)
    let words = NotificationText(.english, in: .gmt, zones: ZoneDatabase())
    #expect(words.title(of: list) == "Silent during the pause: 2 reminders")
    #expect(state.snoozed.isEmpty)
  }

  @Test func `a list lacks what was shown before the pause, and doesn't ring`() throws {
    var state = DesktopState(from: noon)
    let reminders = ["a", "b"].map { TestReminders.reminder($0, at: noon + 60) }
    let server = ServerConnection(bus: "bus", name: ":1.1")
    state.show(
      ReminderNotification(.single, of: [reminders[0]]), on: server, as: 1, at: noon + 60)
    state.setSilenced([(noon + 600, reminders)])
    #expect(titles(state) == [["b"]])
    try state.take(from: TestReminders.table([]), now: noon + 600)
    #expect(state.pending.map(\.ringsUntil) == [nil])
  }

  @Test func `a renewal replaces the lists, except those that the user has snoozed`() throws {
    var state = DesktopState(from: noon)
    let reminders = ["a", "b"].map { TestReminders.reminder($0, at: noon + 60) }
    state.setSilenced([(noon + 600, [reminders[0]])])
    try state.take(from: TestReminders.table([]), now: noon + 600)
    _ = state.snooze(state.pending[0], until: noon + 1_800)
    _ = state.snooze(ReminderNotification(.single, of: [reminders[1]]), until: noon + 1_800)
    state.setSilenced([(noon + 900, [reminders[1]])])
    state.setSilenced([(noon + 900, [reminders[0], reminders[1]])])
    #expect(titles(state) == [["a"], ["b"], ["a", "b"]])
    state.setSilenced([])
    #expect(titles(state) == [["a"], ["b"]])
  }
}
