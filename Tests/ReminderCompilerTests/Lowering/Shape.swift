import CivilTime
import ICalendar
import ReminderCompiler

/// What a plan's requests look like, read from its JSON.
enum Shape {
  /// The requests of a plan as texts, sorted: `weekday=2 hour=9 minute=0 second=0`.
  static func shapes(
    _ components: [CalendarComponent], _ options: NotificationOptions
  ) throws -> [String] {
    try plan(components, options).requests.map(\.trigger.dateComponents.text).sorted()
  }

  static func plan(
    _ components: [CalendarComponent], _ options: NotificationOptions
  ) throws -> ReadPlan {
    try ReadPlan(
      Compiler.plan(for: components, options), timeZone: options.deviceZone.identifier)
  }
}

extension ReadPlan.Components {
  /// The components that are there, without calendar and zone.
  var text: String {
    let fields: [(String, Int?)] = [
      ("year", year), ("month", month), ("day", day), ("weekday", weekday),
      ("ordinal", weekdayOrdinal), ("hour", hour), ("minute", minute), ("second", second),
    ]
    return fields.compactMap { name, value in value.map { "\(name)=\($0)" } }
      .joined(separator: " ")
  }
}
