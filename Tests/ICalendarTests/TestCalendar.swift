import CivilTime
import ICalendar
import Testing

/// Calendars in few words: times, components and what fires.
enum TestCalendar {
  static let database = ZoneDatabase()

  static func zone(_ name: String) throws -> Zone {
    try #require(database.zone(named: name), "\(name)")
  }

  static func instant(_ text: String) throws -> Instant {
    try #require(Instant(iso8601: text), "\(text)")
  }

  /// A time as RFC 5545 writes it, its zone in front: `Europe/Berlin:20260105T080000`.
  static func time(_ text: String) throws -> CalendarTime {
    let words = text.split(separator: ":")
    let written = try #require(words.last)
    let value = try #require(DateTimeText(written), "\(text)")
    let reference: CalendarTime.Reference =
      if words.count > 1 {
        .zone(try zone(String(words[0])))
      } else {
        value.isUTC ? .utc : .floating
      }
    return CalendarTime(value.civil, isDate: value.isDate, reference: reference)
  }

  /// A component with a start, rules and, where it is an override, its RECURRENCE-ID.
  static func component(
    _ start: String, rules: [String] = [], replacing original: String? = nil,
    andLater: Bool = false, alarms: [Alarm?] = [Alarm(.relative(.zero, to: .start))]
  ) throws -> CalendarComponent {
    var component = CalendarComponent(uid: "a@example.org", start: try time(start))
    component.rules = try rules.map { rule throws(RecurrenceRuleError) in
      try RecurrenceRule(rule)
    }
    if let original {
      component.recurrenceID = CalendarComponent.RecurrenceID(
        try time(original), isThisAndFuture: andLater)
    }
    component.alarms = alarms
    return component
  }

  /// A relative alarm: `-PT15M`, or `END PT5M` where it counts from the end.
  static func alarm(
    _ trigger: String, repeats: Int = 0, every interval: String = "PT0S"
  ) throws -> Alarm {
    let words = trigger.split(separator: " ")
    let written = try #require(words.last)
    return Alarm(
      .relative(
        try #require(CalendarDuration(written)), to: words.count > 1 ? .end : .start),
      repeatCount: repeats, repeatInterval: try #require(CalendarDuration(interval)))
  }

  /// The fires of an alarm of a series, each as `2026-01-05T08:00:00Z`, a repeat with `#1` behind.
  static func fires(
    _ series: EventSeries, _ alarm: SeriesAlarm = .alarm(0), in range: (String, String),
    device: String = "Europe/Berlin"
  ) throws -> [String] {
    let expansion = SeriesExpansion(series, onDeviceIn: try zone(device))
    let fires = expansion.fires(
      of: alarm, in: try instant(range.0)..<instant(range.1))
    #expect(fires.cut == nil)
    return fires.map { "\($0.at)" + ($0.repetition > 0 ? "#\($0.repetition)" : "") }
  }

  /// The original starts of a component in a range.
  static func starts(
    _ component: CalendarComponent, in range: (String, String), device: String = "Europe/Berlin"
  ) throws -> [String] {
    let starts = try #require(OccurrenceStarts(component, onDeviceIn: try zone(device)))
    let result = starts.starts(in: try instant(range.0)..<instant(range.1), limit: 10_000)
    #expect(result.cut == nil)
    return result.instants.map(\.description)
  }
}
