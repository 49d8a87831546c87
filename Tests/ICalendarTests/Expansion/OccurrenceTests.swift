import CalendarFixtures
import CivilTime
import ICalendar
import Testing

@Suite struct OccurrenceTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    var components: [CalendarComponent] = []
    /// Start, end and name of the occurrence of each fire date in January 2026.
    let found: [[String?]]

    init(
      _ name: String, _ found: [[String?]], _ make: () throws -> [CalendarComponent]
    ) rethrows {
      testDescription = name
      self.found = found
      components = try make()
    }
  }

  private static func event(
    _ start: String, until end: String? = nil, lasting duration: String? = nil,
    rule: String? = nil, alarms: [String] = ["-PT15M"]
  ) throws -> CalendarComponent {
    var event = try TestCalendars.event(start: start, rule: rule, alarms: alarms)
    if let end { event.extent = .until(try TestCalendars.time(end)) }
    if let duration { event.extent = .lasting(try TestCalendars.duration(duration)) }
    return event
  }

  private static func toDo(
    start: String? = nil, due: String? = nil, alarm: String = "PT0S"
  ) throws -> CalendarComponent {
    var toDo = CalendarComponent(.toDo, uid: "event", start: try start.map(TestCalendars.time))
    if let due { toDo.extent = .until(try TestCalendars.time(due)) }
    toDo.alarms = [try TestCalendars.alarm(alarm)]
    return toDo
  }

  private static func moved(_ original: String, to start: String, isLater: Bool = false) throws
    -> CalendarComponent
  {
    var override = try TestCalendars.override(at: original, start: start, alarms: ["-PT15M"])
    override.recurrenceID?.isThisAndFuture = isLater
    override.extent = .lasting(try TestCalendars.duration("PT30M"))
    return override
  }

  private static func rows() throws -> [Row] {
    try [
      Row("an event in UTC", [["10T09:00:00Z", "10T10:30:00Z", "10T09:00:00Z"]]) {
        [try event("20260110T090000Z", lasting: "PT1H30M")]
      },
      Row("an event without length", [["10T09:00:00Z", "10T09:00:00Z", "10T09:00:00Z"]]) {
        [try event("20260110T090000Z")]
      },
      Row(
        "a floating one is named by its local time",
        [["10T08:00:00Z", "10T09:00:00Z", "10T09:00:00"]]
      ) {
        [try event("20260110T090000", until: "20260110T100000")]
      },
      Row("two whole days", [["09T23:00:00Z", "11T23:00:00Z", "10"]]) {
        [try event("20260110", until: "20260112")]
      },
      Row(
        "each of a series",
        [
          ["10T09:00:00Z", "10T10:00:00Z", "10T09:00:00Z"],
          ["20T09:00:00Z", "20T10:00:00Z", "20T09:00:00Z"],
        ]
      ) {
        [try event("20260110T090000Z", lasting: "PT1H", rule: "FREQ=DAILY;INTERVAL=10;COUNT=2")]
      },
      Row(
        "one that was moved keeps its name and has its own length",
        [
          ["10T09:00:00Z", "10T10:00:00Z", "10T09:00:00Z"],
          ["21T12:00:00Z", "21T12:30:00Z", "20T09:00:00Z"],
        ]
      ) {
        [
          try event("20260110T090000Z", lasting: "PT1H", rule: "FREQ=DAILY;INTERVAL=10;COUNT=2"),
          try moved("20260120T090000Z", to: "20260121T120000Z"),
        ]
      },
      Row(
        "all that were moved keep their names",
        [
          ["10T09:00:00Z", "10T10:00:00Z", "10T09:00:00Z"],
          ["20T11:00:00Z", "20T11:30:00Z", "20T09:00:00Z"],
          ["30T11:00:00Z", "30T11:30:00Z", "30T09:00:00Z"],
        ]
      ) {
        [
          try event("20260110T090000Z", lasting: "PT1H", rule: "FREQ=DAILY;INTERVAL=10;COUNT=3"),
          try moved("20260120T090000Z", to: "20260120T110000Z", isLater: true),
        ]
      },
      Row("an absolute trigger of one event", [["10T09:00:00Z", "10T10:00:00Z", "10T09:00:00Z"]]) {
        var one = try event("20260110T090000Z", lasting: "PT1H")
        one.alarms = [Alarm(.absolute(try TestCalendars.instant("2026-01-08T07:00:00Z")))]
        return [one]
      },
      Row("an absolute trigger of several", [[nil, nil, nil]]) {
        var many = try event("20260110T090000Z", lasting: "PT1H", rule: "FREQ=DAILY")
        many.alarms = [Alarm(.absolute(try TestCalendars.instant("2026-01-08T07:00:00Z")))]
        return [many]
      },
      Row("a to-do that is due", [[nil, "10T17:00:00Z", "10T17:00:00Z"]]) {
        [try toDo(due: "20260110T170000Z", alarm: "END -PT1H")]
      },
      Row("a to-do with a start", [["10T08:00:00Z", "10T17:00:00Z", "10T08:00:00Z"]]) {
        [try toDo(start: "20260110T080000Z", due: "20260110T170000Z")]
      },
      Row("a to-do that is never due", [["10T08:00:00Z", nil, "10T08:00:00Z"]]) {
        [try toDo(start: "20260110T080000Z")]
      },
    ]
  }

  @Test(arguments: try rows())
  func `a fire has its occurrence`(_ row: Row) throws {
    let grouping = SeriesGrouping(
      row.components, onDeviceIn: try TestCalendars.zone("Europe/Berlin"))
    let series = SeriesExpansion(
      try #require(grouping.series.first), onDeviceIn: try TestCalendars.zone("Europe/Berlin"))
    let range =
      try TestCalendars.instant(
        "2026-01-01T00:00:00Z")..<TestCalendars.instant("2026-02-01T00:00:00Z")
    let found = series.fires(of: .alarm(0), in: range).map { fire -> [String?] in
      let occurrence = series.occurrence(of: fire)
      return [
        occurrence?.start?.description, occurrence?.end?.description,
        series.occurrenceName(of: fire),
      ]
    }
    #expect(found == row.found.map { $0.map { $0.map { "2026-01-\($0)" } } })
  }
}
