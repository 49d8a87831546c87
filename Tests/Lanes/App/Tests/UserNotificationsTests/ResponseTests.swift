import CalendarReminders
import Foundation
import Testing
import UserNotifications

/// The notifications on a device after a button was pressed and a new plan was applied.
@Suite struct ResponseTests {
  /// An app with a medicine at 08:00 UTC on each day, repeated four times ten minutes apart.
  private final class App {
    let components: [CalendarComponent]
    var options: NotificationOptions

    init() throws {
      options = NotificationOptions(
        now: try AppCalendar.instant("2028-01-03T07:00:00Z"), deviceZone: Zone(.current))
      components = try AppCalendar.components(
        """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//example.org//app//EN
        \(AppCalendar.event("pill", "DTSTART:20280101T080000Z", """
          RRULE:FREQ=DAILY
          URL:https://example.org/pill
          """, alarm: "ACTION:DISPLAY\nTRIGGER:PT0S\nREPEAT:4\nDURATION:PT10M"))
        \(AppCalendar.event("lunch", "DTSTART:20280101T110000Z", "RRULE:FREQ=DAILY", alarm: """
          ACTION:DISPLAY
          TRIGGER:PT0S
          """))
        END:VCALENDAR

        """, for: options)
    }

    func renew() async throws {
      options.now = Instant(Device.current.now)
      let applied = try await Device.apply(Compilation(of: components, options).plan)
      #expect(applied.isExact, "\(applied.report)")
    }

    /// Responds to the last notification with a title.
    func answer(_ title: String, _ button: String) async throws -> ResponseOutcome {
      let shown = try #require(
        await UNUserNotificationCenter.current().deliveredNotifications()
          .last { $0.request.content.title == title })
      let response = ReminderResponse(UNNotificationResponse(button, to: shown))
      options.now = Instant(Device.current.now)
      return options.handled.handle(response, of: components, options: options)
    }
  }

  /// The notifications for the pill until the end of the next day, after a response to the second
  /// fire on 3 January.
  ///
  /// The lunch must be shown on both days.
  private func shown(after button: String) async throws -> [String] {
    let app = try App()
    try await app.renew()
    Device.current.advance(to: try AppCalendar.date("2028-01-03T08:10:00Z"))
    #expect(try await app.answer("pill", button) == .compileAnew)
    #expect(await Device.shown("pill") == ["2028-01-03T08:00:00Z", "2028-01-03T08:10:00Z"])
    try await app.renew()
    Device.current.advance(to: try AppCalendar.date("2028-01-04T23:00:00Z"))
    let delivered = await UNUserNotificationCenter.current().deliveredNotifications()
    #expect(
      delivered.filter { $0.request.content.title == "lunch" }.map { Instant($0.date).description }
        == ["2028-01-03T11:00:00Z", "2028-01-04T11:00:00Z"])
    return await Device.shown("pill")
  }

  private static let tomorrow = (0...4).map { "2028-01-04T08:\($0 == 0 ? "00" : "\($0)0"):00Z" }

  @Test func `without a response, all repeats are shown`() async throws {
    try await Device.at("2028-01-03T07:00:00Z") {
      let app = try App()
      try await app.renew()
      Device.current.advance(to: try AppCalendar.date("2028-01-04T23:00:00Z"))
      let today = (0...4).map { "2028-01-03T08:\($0 == 0 ? "00" : "\($0)0"):00Z" }
      #expect(await Device.shown("pill") == today + ResponseTests.tomorrow)
    }
  }

  @Test(arguments: [
    ("done", []), ("stopRepeat", []),
    // The snoozed notification is shown nine minutes later, in addition to the repeats.
    ("snooze", ["19", "20", "30", "40"]),
  ])
  func `a button changes today's repeats, but not tomorrow's`(
    button: String, minutes: [String]
  ) async throws {
    try await Device.at("2028-01-03T07:00:00Z") {
      let shown = try await shown(after: "ics2notify.\(button)")
      #expect(shown == minutes.map { "2028-01-03T08:\($0):00Z" } + ResponseTests.tomorrow)
    }
  }

  @Test func `Done on a snoozed notification ends the repeats of the day`() async throws {
    try await Device.at("2028-01-03T07:00:00Z") {
      let app = try App()
      try await app.renew()
      Device.current.advance(to: try AppCalendar.date("2028-01-03T08:10:00Z"))
      #expect(try await app.answer("pill", "ics2notify.snooze") == .compileAnew)
      try await app.renew()
      _ = await Device.shown("pill")
      Device.current.advance(to: try AppCalendar.date("2028-01-03T08:19:00Z"))
      #expect(try await app.answer("pill", "ics2notify.done") == .compileAnew)
      #expect(await Device.shown("pill") == ["2028-01-03T08:19:00Z"])
      try await app.renew()
      Device.current.advance(to: try AppCalendar.date("2028-01-04T23:00:00Z"))
      #expect(await Device.shown("pill") == ResponseTests.tomorrow)
    }
  }

  @Test func `the Open button returns the link, and other actions nothing`() async throws {
    try await Device.at("2028-01-03T07:00:00Z") {
      let app = try App()
      try await app.renew()
      Device.current.advance(to: try AppCalendar.date("2028-01-03T11:00:00Z"))
      #expect(
        try await app.answer("pill", "ics2notify.open") == .open("https://example.org/pill"))
      #expect(try await app.answer("lunch", "ics2notify.open") == .nothing)
      #expect(try await app.answer("pill", UNNotificationDefaultActionIdentifier) == .nothing)
      #expect(app.options.handled.isEmpty)
    }
  }

  @Test func `a response has the values of the system's response`() async throws {
    try await Device.at("2028-01-03T07:00:00Z") {
      let app = try App()
      try await app.renew()
      Device.current.advance(to: try AppCalendar.date("2028-01-03T08:00:00Z"))
      let shown = try #require(
        await UNUserNotificationCenter.current().deliveredNotifications().first)
      let response = ReminderResponse(UNNotificationResponse("ics2notify.done", to: shown))
      #expect(response.action == .done)
      #expect(response.requestIdentifier == shown.request.identifier)
      #expect(response.deliveredAt.description == "2028-01-03T08:00:00Z")
      #expect(response.link == "https://example.org/pill")
    }
  }
}
