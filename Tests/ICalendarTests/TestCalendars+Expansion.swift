import CalendarFixtures
import CivilTime
import ICalendar
import Testing

extension TestCalendars {
  /// A component with a start and rules; with `original`, an override that has this RECURRENCE-ID.
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

  static func alarm(
    _ trigger: String, repeats count: Int, every interval: String
  ) throws -> Alarm {
    var alarm = try alarm(trigger)
    alarm.repeatCount = count
    alarm.repeatInterval = try duration(interval)
    return alarm
  }

  /// The fire dates of an alarm, such as `2026-01-05T08:00:00Z`; repeats have a suffix such as
  /// `#1`.
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

  /// The unmoved starts of a component in a range.
  static func starts(
    _ component: CalendarComponent, in range: (String, String), device: String = "Europe/Berlin"
  ) throws -> [String] {
    let starts = try #require(OccurrenceStarts(component, onDeviceIn: try zone(device)))
    let result = starts.starts(in: try instant(range.0)..<instant(range.1), limit: 10_000)
    #expect(result.cut == nil)
    return result.instants.map(\.description)
  }
}
