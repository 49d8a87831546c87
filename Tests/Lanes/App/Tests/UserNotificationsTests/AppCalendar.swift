import CalendarReminders
import Foundation
import Testing
import UserNotifications

/// A calendar of an app, and its plans on a device in the machine's zone.
enum AppCalendar {
  /// A calendar with each kind of trigger, level and sound.
  static let text = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//example.org//app//EN
    X-WR-CALNAME:Work
    \(event("standup", "DTSTART;TZID=Europe/Berlin:20270906T090000", """
      RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
      DURATION:PT15M
      LOCATION:Room 3
      CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://meet.example.org/standup
      """, alarm: "ACTION:DISPLAY\nDESCRIPTION:Be 100 % ready\nTRIGGER:-PT10M"))
    \(event("dentist", "DTSTART;TZID=Europe/Berlin:20280105T143000", """
      DURATION:PT30M
      PRIORITY:1
      URL:https://example.org/dentist
      """, alarm: "ACTION:AUDIO\nATTACH:Basso\nTRIGGER:-PT1H"))
    \(event("insulin", "DTSTART:20270906T070000", """
      RRULE:FREQ=DAILY
      CATEGORIES:medication
      """, alarm: "ACTION:DISPLAY\nTRIGGER:PT0S"))
    \(event("oven", "DTSTART;TZID=Asia/Tokyo:20280229T180000", """
      RRULE:FREQ=MONTHLY;BYMONTHDAY=8
      CATEGORIES:medication
      """, alarm: "ACTION:AUDIO\nATTACH:chime.caf\nTRIGGER:PT0S"))
    \(event("thanksgiving", "DTSTART;TZID=America/New_York:20271125T090000", """
      RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH
      PRIORITY:9
      """, alarm: "ACTION:DISPLAY\nTRIGGER:PT0S"))
    BEGIN:VTODO
    UID:taxes@example.org
    DTSTAMP:20270901T080000Z
    DUE;VALUE=DATE:20271231
    SUMMARY:taxes
    END:VTODO
    END:VCALENDAR

    """

  /// An event with an alarm; its name is also its title.
  static func event(_ name: String, _ start: String, _ lines: String, alarm: String) -> String {
    """
    BEGIN:VEVENT
    UID:\(name)@example.org
    DTSTAMP:20270901T080000Z
    \(start)
    SUMMARY:\(name)
    \(lines)
    BEGIN:VALARM
    \(alarm)
    END:VALARM
    END:VEVENT
    """
  }

  /// The components that an app reads for a plan with the options.
  static func components(
    _ text: String = text, for options: NotificationOptions
  ) throws -> [CalendarComponent] {
    let document = try CalendarReader(zones: ZoneDatabase(), options: ReadingOptions(for: options))
      .document(Data(text.utf8), name: "calendar.ics")
    #expect(document.diagnostics.isEmpty)
    return document.components
  }

  /// Options for the machine's zone, with all levels and repeats for overdue to-dos.
  static func options(now: String) throws -> NotificationOptions {
    var options = NotificationOptions(now: try instant(now), deviceZone: Zone(.current))
    options.levels = [try #require(LevelRule("critical=CATEGORIES:medication"))]
    options.overdueNag = TimeIntervalTrigger(interval: 1_800, repeats: true)
    return options
  }

  static func plan(_ text: String = text, now: String) throws -> Plan {
    let options = try options(now: now)
    return Compilation(of: try components(text, for: options), options).plan
  }

  static func instant(_ text: String) throws -> Instant { try #require(Instant(iso8601: text)) }

  static func date(_ text: String) throws -> Date { Date(try instant(text)) }
}

extension Device {
  /// Applies a plan to the device of the task, at its current time, as an app does.
  static func apply(_ plan: Plan) async throws -> PlanApplication {
    let categories = plan.categories.map(UNNotificationCategory.init)
    UNUserNotificationCenter.current().setNotificationCategories(Set(categories))
    return try await PlanApplier(UserNotificationStore(), now: { Instant(Device.current.now) })
      .apply(plan)
  }

  /// Calls a function with a separate device.
  static func at(_ now: String, _ body: () async throws -> Void) async throws {
    try await Device.$current.withValue(Device(now: try AppCalendar.date(now)), operation: body)
  }

  /// The pending requests on the device of the task, by identifier.
  static func pending() async -> [String: UNNotificationRequest] {
    Dictionary(
      uniqueKeysWithValues: await UNUserNotificationCenter.current().pendingNotificationRequests()
        .map { ($0.identifier, $0) })
  }

  /// The times of the notifications with a title since the last call.
  static func shown(_ title: String) async -> [String] {
    let center = UNUserNotificationCenter.current()
    let dates = await center.deliveredNotifications()
      .filter { $0.request.content.title == title }.map { Instant($0.date).description }
    center.removeAllDeliveredNotifications()
    return dates
  }
}
