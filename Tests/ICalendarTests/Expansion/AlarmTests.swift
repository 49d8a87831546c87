import CalendarFixtures
import CivilTime
import ICalendar
import Testing

/// The fire dates of alarms, computed by hand.
@Suite struct AlarmTests {
  private static let year = ("2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z")

  private func fires(
    _ start: String, _ alarm: Alarm, rules: [String] = [], lasting duration: String? = nil,
    until end: String? = nil, in range: (String, String) = AlarmTests.year,
    device: String = "Europe/Berlin"
  ) throws -> [String] {
    var component = try TestCalendars.component(start, rules: rules, alarms: [alarm])
    if let duration { component.extent = .lasting(try #require(CalendarDuration(duration))) }
    if let end { component.extent = .until(try TestCalendars.time(end)) }
    return try TestCalendars.fires(EventSeries(master: component), in: range, device: device)
  }

  @Test(arguments: [
    // Berlin's clock is put forward on 29 March 2026; noon that day is 10:00 UTC.
    // A day before by the calendar is noon of the 28th, 11:00 UTC; 24 hours before is 11:00.
    ("-P1D", "2026-03-28T11:00:00Z"), ("-PT24H", "2026-03-28T10:00:00Z"),
    ("-P1W", "2026-03-22T11:00:00Z"), ("-PT168H", "2026-03-22T10:00:00Z"),
    // First one day, to noon of the 28th, then two hours, to 10:00 (09:00 UTC).
    ("-P1DT2H", "2026-03-28T09:00:00Z"), ("P1D", "2026-03-30T10:00:00Z"),
    ("PT0S", "2026-03-29T10:00:00Z"),
    // Ten hours before noon is 01:00 (00:00 UTC), since the clock skips 02:00 to 03:00.
    ("-PT10H", "2026-03-29T00:00:00Z"),
  ])
  func `days are nominal and added first, and hours are exact`(
    trigger: String, instant: String
  ) throws {
    #expect(
      try fires("Europe/Berlin:20260329T120000", TestCalendars.alarm(trigger)) == [instant])
  }

  @Test(
    arguments: [
      // 22:00 to 06:00 is eight hours by the clock, but seven exact hours on the night of 28 March.
      // DTEND of the first occurrence (the 27th) makes it eight exact hours: 07:00, 05:00 UTC.
      ("20260328T060000", nil, "2026-03-29T05:00:00Z"),
      // PT8H is exact as well.
      (nil, "PT8H", "2026-03-29T05:00:00Z"),
      // A nominal day ends at 22:00 of the 29th, 20:00 UTC.
      (nil, "P1D", "2026-03-29T20:00:00Z"),
      // DTEND a day later is 24 exact hours: 23:00 of the 29th, 21:00 UTC.
      ("20260328T220000", nil, "2026-03-29T21:00:00Z"),
    ] as [(String?, String?, String)])
  func `DTEND is an exact length for every occurrence, DURATION a nominal one`(
    end: String?, duration: String?, instant: String
  ) throws {
    #expect(
      try fires(
        "Europe/Berlin:20260327T220000", TestCalendars.alarm("END PT0S"), rules: ["FREQ=DAILY"],
        lasting: duration, until: end.map { "Europe/Berlin:\($0)" },
        in: ("2026-03-29T02:00:00Z", "2026-03-30T02:00:00Z")) == [instant])
  }

  @Test func `all-day alarms count from midnight in the user's zone`() throws {
    // PT9H on the day of the change is 10:00 (08:00 UTC); a time of day is 09:00 (07:00 UTC).
    let after = try TestCalendars.alarm("PT9H")
    #expect(try fires("20260329", after) == ["2026-03-29T08:00:00Z"])
    #expect(
      try fires("20260329", Alarm(.timeOfDay(TimeOfDay(secondOfDay: 9 * 3_600)))) == [
        "2026-03-29T07:00:00Z"
      ])
    #expect(
      try fires("20260329", after, device: "America/New_York") == ["2026-03-29T13:00:00Z"])
    // 18:00 of the evening before has the old offset.
    #expect(
      try fires("20260329", TestCalendars.alarm("-PT6H")) == ["2026-03-28T17:00:00Z"])
    #expect(
      try fires(
        "20260328", Alarm(.timeOfDay(TimeOfDay(secondOfDay: 9 * 3_600))),
        rules: ["FREQ=DAILY;COUNT=3"]) == [
          "2026-03-28T08:00:00Z", "2026-03-29T07:00:00Z", "2026-03-30T07:00:00Z",
        ])
  }

  @Test func `an absolute trigger on a recurring event fires once`() throws {
    let instant = try TestCalendars.instant("2026-06-01T12:00:00Z")
    #expect(
      try fires(
        "Europe/Berlin:20260105T080000", Alarm(.absolute(instant)), rules: ["FREQ=DAILY"]) == [
          "2026-06-01T12:00:00Z"
        ])
    #expect(
      try fires(
        "20260105",
        Alarm(
          .absolute(instant), repeatCount: 2, repeatInterval: CalendarDuration(seconds: 300)),
        rules: ["FREQ=DAILY"]) == [
          "2026-06-01T12:00:00Z", "2026-06-01T12:05:00Z#1", "2026-06-01T12:10:00Z#2",
        ])
  }

  @Test(
    arguments: [
      // The event lies outside the one-day range, the fire date inside.
      ("20260110T000000Z", "-P5D", "2026-01-05T00:00:00Z"),
      ("20260101T000000Z", "P4DT6H", "2026-01-05T06:00:00Z"),
      ("20270105T000000Z", "-P365D", "2026-01-05T00:00:00Z"),
      ("20260106T000000Z", "-PT1S", "2026-01-05T23:59:59Z"),
      // The event lies inside the range, the fire date outside.
      ("20260105T000000Z", "-PT1S", nil), ("20260105T120000Z", "PT12H", nil),
      ("20260106T000000Z", "PT0S", nil),
    ] as [(String, String, String?)])
  func `the window is about the fire, not the event`(
    start: String, trigger: String, instant: String?
  ) throws {
    for rules in [[], ["FREQ=YEARLY"]] {
      #expect(
        try fires(
          start, TestCalendars.alarm(trigger), rules: rules,
          in: ("2026-01-05T00:00:00Z", "2026-01-06T00:00:00Z")) == [instant].compactMap { $0 })
    }
  }

  @Test func `RELATED=END looks beyond the window by the event's length`() throws {
    #expect(
      try fires(
        "20250601T000000Z", TestCalendars.alarm("END -P1D"), rules: ["FREQ=YEARLY"],
        lasting: "P300D", in: ("2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z")) == [
          "2026-03-27T00:00:00Z"
        ])
  }

  @Test(arguments: [
    // 02:30 on the 30th less a day is 02:30 on the 29th: 03:30, 01:30 UTC.
    ("20260330T023000", "-P1D", "2026-03-29T01:30:00Z"),
    // 02:30 on 26 October less a day is 02:30 on the 25th, the first time the clock shows it: 00:30
    // UTC.
    ("20261026T023000", "-P1D", "2026-10-25T00:30:00Z"),
    // First the day, into the gap (01:30 UTC), then half an hour back from there.
    ("20260330T023000", "-P1DT30M", "2026-03-29T01:00:00Z"),
    // 03:30 on 25 October is 02:30 UTC; an hour before, the clock shows 02:30 for the second time.
    ("20261025T033000", "-PT1H", "2026-10-25T01:30:00Z"),
    // The start is in the gap and becomes 03:30; fifteen minutes before is 03:15.
    ("20260329T023000", "-PT15M", "2026-03-29T01:15:00Z"),
  ])
  func `a trigger in a gap or a fold follows the rule for local times`(
    start: String, trigger: String, instant: String
  ) throws {
    #expect(try fires("Europe/Berlin:\(start)", TestCalendars.alarm(trigger)) == [instant])
  }

  @Test(
    arguments: [
      // Without DTEND and DURATION, an all-day event lasts a day, and a timed event ends at its start.
      ("20260105", nil, "2026-01-05T23:00:00Z"), ("20260105T080000Z", nil, "2026-01-05T08:00:00Z"),
      // Two whole days across the change: midnight of the 30th, 22:00 UTC.
      ("20260328", "20260330", "2026-03-29T22:00:00Z"),
      // An end before the start is replaced by the start.
      ("20260105T080000Z", "20260105T070000Z", "2026-01-05T08:00:00Z"),
      ("20260105", "20260104", "2026-01-04T23:00:00Z"),
      // DTEND in another zone: 10:00 in New York is 15:00 UTC.
      ("Europe/Berlin:20260105T080000", "America/New_York:20260105T100000", "2026-01-05T15:00:00Z"),
    ] as [(String, String?, String)])
  func `RELATED=END is relative to DTEND or its default`(
    start: String, end: String?, instant: String
  ) throws {
    #expect(try fires(start, TestCalendars.alarm("END PT0S"), until: end) == [instant])
  }

  @Test(
    arguments: [
      // New York's clock is put forward on 12 March 2028, Berlin's on the 26th.
      ("Europe/Berlin:20280312T090000", "END -P1D", nil, ["2028-03-11T19:00:00Z"]),
      ("Europe/Berlin:20280312T090000", "END -PT24H", nil, ["2028-03-11T18:00:00Z"]),
      (
        "Europe/Berlin:20280325T090000", "END -P1D", "FREQ=DAILY;COUNT=3",
        ["2028-03-24T18:00:00Z", "2028-03-25T17:00:00Z", "2028-03-26T17:00:00Z"]
      ),
    ] as [(String, String, String?, [String])])
  func `a day before an end in another zone is a day of that zone`(
    start: String, trigger: String, rule: String?, instants: [String]
  ) throws {
    let end = "America/New_York:" + start.suffix(15).prefix(9) + "140000"
    for kind in [CalendarComponent.Kind.event, .toDo] {
      var component = try TestCalendars.component(
        start, rules: [rule].compactMap { $0 }, alarms: [TestCalendars.alarm(trigger)])
      component.kind = kind
      component.extent = .until(try TestCalendars.time(end))
      #expect(
        try TestCalendars.fires(
          EventSeries(master: component), in: ("2028-03-01T00:00:00Z", "2028-04-01T00:00:00Z"))
          == instants)
    }
  }

  @Test(arguments: [
    ("END PT0S", ["2028-03-11T19:00:00Z", "2028-03-12T18:00:00Z#1", "2028-03-13T18:00:00Z#2"]),
    ("PT0S", ["2028-03-11T08:00:00Z", "2028-03-12T08:00:00Z#1", "2028-03-13T08:00:00Z#2"]),
  ])
  func `repeats by days use the zone of their alert's reference`(
    trigger: String, instants: [String]
  ) throws {
    #expect(
      try fires(
        "Europe/Berlin:20280311T090000",
        TestCalendars.alarm(trigger, repeats: 2, every: "P1D"),
        until: "America/New_York:20280311T140000",
        in: ("2028-03-01T00:00:00Z", "2028-04-01T00:00:00Z")) == instants)
  }

  @Test func `an end before the start in another zone is the start in the start's zone`()
    throws
  {
    #expect(
      try fires(
        "America/New_York:20280312T140000", TestCalendars.alarm("END -P1D"),
        until: "Europe/Berlin:20280312T140000",
        in: ("2028-03-01T00:00:00Z", "2028-04-01T00:00:00Z")) == ["2028-03-11T19:00:00Z"])
  }

  @Test func `a negative DURATION ends at the start`() throws {
    #expect(
      try fires("20260105T080000Z", TestCalendars.alarm("END PT5M"), lasting: "-P1D") == [
        "2026-01-05T08:05:00Z"
      ])
  }
}
