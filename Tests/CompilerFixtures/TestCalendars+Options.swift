package import CalendarFixtures
import CivilTime
package import ICalendar
import NotificationTriggers
package import ReminderCompiler

extension TestCalendars {
  package static func compilerOptions(
    now: String, zone: String = "Europe/Berlin", horizon: String = "P1Y",
    renewWithin: String = "P7D"
  ) throws -> CompilerOptions {
    var options = CompilerOptions(now: try instant(now), deviceZone: try self.zone(zone))
    options.horizon = try duration(horizon)
    options.renewWithin = try duration(renewWithin)
    return options
  }

  package static func options(
    now: String, zone: String = "Europe/Berlin", horizon: String = "P1Y",
    renewWithin: String = "P7D", limit: Int = 64, reserve: Int = 0
  ) throws -> NotificationOptions {
    var options = NotificationOptions(
      try compilerOptions(now: now, zone: zone, horizon: horizon, renewWithin: renewWithin))
    options.limit = limit
    options.reserve = reserve
    return options
  }

  package static func plan(
    _ components: [CalendarComponent], now: String, zone: String = "Europe/Berlin",
    horizon: String = "P1Y", renewWithin: String = "P7D", limit: Int = 64, reserve: Int = 0
  ) throws -> Plan {
    Compilation(
      of: components,
      try options(
        now: now, zone: zone, horizon: horizon, renewWithin: renewWithin, limit: limit,
        reserve: reserve)
    ).plan
  }

  /// All fires of the components in the window.
  package static func fires(
    _ components: [CalendarComponent], _ options: CompilerOptions
  ) -> [ListedFire] {
    var fires: [ListedFire] = []
    _ = FireListing(components, options: options).forEachBatch { fires += $0 }
    return fires
  }
}

extension TestCalendars {
  /// The content of the notification for an event with a title.
  package static func content(_ title: String) -> ReminderContent {
    var event = CalendarComponent(uid: "event")
    event.title = title
    let options = CompilerOptions(now: Instant(secondsSince1970: 0), deviceZone: .gmt)
    return ReminderContent(event, alarm: nil, options: options)
  }
}
