import CivilTime
import DesktopReminders
import NotificationTriggers
import ReminderCompiler
import Testing

/// What notifications say, and their buttons.
@Suite struct NotificationWordsTests {
  private let words = NotificationWords(.english, in: .gmt, zones: ZoneDatabase())
  private let noon = TestReminders.noon

  /// Eighty-eight columns; the first 80 end within the ninth word.
  private let longTitle = String(repeating: "Quarterly ", count: 8) + "planning"
  private let cutTitle =
    "Quarterly Quarterly Quarterly Quarterly Quarterly Quarterly Quarterly Quarterly…"

  private func reminder(
    _ title: String, place: String = "", body: String = "", link: String? = nil,
    isMeeting: Bool = false
  ) -> DueReminder {
    DueReminder(
      at: noon,
      origin: .init(
        source: "a.ics", uid: title, distinction: "", alarm: 0, occurrence: noon, isToDo: false),
      repetition: 0, title: title, place: place, body: body, level: .active, link: link,
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

  @Test func `the time and the place come before the text`() {
    let notification = ReminderNotification(
      .single, [reminder("Review", place: "Room 3", body: "Bring slides")])
    #expect(words.title(of: notification) == "Review")
    #expect(
      words.body(of: notification, seenAt: noon)
        == "12:10-13:10, in 10 minutes\nRoom 3\nBring slides")
    #expect(
      words.body(of: notification, seenAt: noon + 300)
        == "Was due 5 minutes ago\n12:10-13:10, in 5 minutes\nRoom 3\nBring slides")
  }

  @Test func `a long title is cut, and is whole below the time and the place`() {
    let notification = ReminderNotification(
      .single, [reminder(longTitle, place: "Room 3", body: "Bring slides")])
    #expect(words.title(of: notification) == cutTitle)
    #expect(
      words.body(of: notification, seenAt: noon)
        == "12:10-13:10, in 10 minutes\nRoom 3\n\(longTitle)\nBring slides")
    #expect(
      words.body(of: notification, seenAt: noon, isBelowWholeTitle: true)
        == "12:10-13:10, in 10 minutes\nRoom 3\nBring slides")
  }

  @Test(arguments: [ReminderNotification.Kind.several, .missed])
  func `a line of a list has a cut title and no more`(_ kind: ReminderNotification.Kind) {
    let notification = ReminderNotification(
      kind, [reminder(longTitle, place: "Room 3", body: "Bring slides"), reminder("Lunch")])
    #expect(
      words.body(of: notification, seenAt: noon) == "12:10-13:10 \(cutTitle)\n12:10-13:10 Lunch")
  }

  @Test func `the table's fields are those of a notification`() throws {
    let header = DueTable.Header(
      language: .english, timeZone: "UTC", end: noon, settings: ShowSettings())
    let reminder = reminder(longTitle, place: "Room 3", body: "Bring slides")
    let text = DueTable.text(header, [reminder], in: .gmt, zones: ZoneDatabase())
    #expect(
      text.split(separator: "\n")[1].split(separator: "\t")[2...3] == [
        Substring(cutTitle),
        #"12:10-13:10, in 10 minutes\nRoom 3\n\#(longTitle)\nBring slides"#,
      ])
    #expect(try DueTable(Array(text.utf8)).reminders(after: noon - 1, through: noon) == [reminder])
  }
}
