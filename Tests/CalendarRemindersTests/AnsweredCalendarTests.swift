import CalendarReminders
import Foundation
import Testing

/// A file that an app reads again each time: late answers and snoozed reminders.
@Suite struct AnsweredCalendarTests {
  private static let file = Data(
    """
    BEGIN:VCALENDAR
    VERSION:2.0
    BEGIN:VEVENT
    UID:call@example.org
    DTSTART:20280103T080000Z
    SUMMARY:Call
    BEGIN:VALARM
    ACTION:DISPLAY
    TRIGGER:-PT10M
    END:VALARM
    END:VEVENT
    END:VCALENDAR
    """.utf8)

  /// The components that an app reads at `options.now`.
  private func components(_ options: NotificationOptions) throws -> [CalendarComponent] {
    let reader = CalendarReader(zones: ZoneDatabase(), options: ReadingOptions(for: options))
    return try reader.document(AnsweredCalendarTests.file, name: "calls.ics").components
  }

  @Test func `a reminder of a past event can be snoozed repeatedly`() throws {
    var options = NotificationOptions(
      now: try #require(Instant(iso8601: "2028-01-03T07:00:00Z")), deviceZone: .gmt)
    let plan = Compilation(of: try components(options), options).plan
    var shown = try #require(plan.requests.first)
    #expect(shown.nextFire.description == "2028-01-03T07:50:00Z")
    // The user answers each reminder a day after it was shown.
    for day in 4...7 {
      options.now = try #require(Instant(iso8601: "2028-01-0\(day)T09:00:00Z"))
      let response = ReminderResponse(
        actionIdentifier: "ics2notify.snooze", requestIdentifier: shown.identifier,
        deliveredAt: shown.nextFire)
      let outcome = options.handled.handle(
        response, of: try components(options), options: options,
        snoozeLength: 600)
      #expect(outcome == .compileAnew)
      options.handled.forget(before: options.now)
      let anew = Compilation(of: try components(options), options).plan
      shown = try #require(anew.requests.first)
      #expect(shown.nextFire == options.now + 600)
      #expect(shown.content.title == "Call")
    }
  }
}
