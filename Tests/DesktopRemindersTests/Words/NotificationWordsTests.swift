import CivilTime
import DesktopReminders
import NotificationTriggers
import ReminderCompiler
import Testing

/// What notifications say, and their buttons.
@Suite struct NotificationWordsTests {
  private let words = NotificationWords(.english, in: .gmt, zones: ZoneDatabase())
  private let noon = TestReminders.noon

  private func reminder(
    _ title: String, link: String? = nil, isMeeting: Bool = false
  ) -> DueReminder {
    DueReminder(
      at: noon,
      origin: .init(
        source: "a.ics", uid: title, distinction: "", alarm: 0, occurrence: noon, isToDo: false),
      repetition: 0, title: title, body: "", level: .active, link: link,
      isMeeting: isMeeting,
      time: .init(kind: .timed, start: noon + 600, end: noon + 4_200, zone: nil))
  }

  @Test(
    arguments: [
      (nil, false, ["Done", "Snooze 5 minutes", "Snooze 1 hour"]),
      ("https://example.org/", false, ["Open", "Done", "Snooze 5 minutes", "Snooze 1 hour"]),
      ("https://example.org/", true, ["Join", "Done", "Snooze 5 minutes", "Snooze 1 hour"]),
    ] as [(String?, Bool, [String])])
  func `the link comes first, then Done, then the snoozes`(
    _ link: String?, _ isMeeting: Bool, _ labels: [String]
  ) throws {
    var settings = ShowSettings()
    settings.snoozes = try SnoozeChoices("PT5M,PT1H")
    let notification = ReminderNotification(
      .single, [reminder("Review", link: link, isMeeting: isMeeting)])
    #expect(words.buttons(of: notification, settings).map(\.label) == labels)
  }
}
