import CalendarFixtures
import CivilTime
import ICalendar
import Testing

@Suite struct RecurrenceSetTests {
  private static let year = ("2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z")

  /// A daily event of three days from Monday 5 January, 08:00 in Berlin, which is 07:00 UTC.
  private func threeDays() throws -> CalendarComponent {
    try TestCalendars.component("Europe/Berlin:20260105T080000", rules: ["FREQ=DAILY;COUNT=3"])
  }

  private func starts(_ component: CalendarComponent) throws -> [String] {
    try TestCalendars.starts(component, in: RecurrenceSetTests.year)
  }

  @Test(arguments: [
    ("Europe/Berlin:20260110T080000", "2026-01-10T07:00:00Z"),
    ("20260110T070000Z", "2026-01-10T07:00:00Z"),
    ("America/New_York:20260110T080000", "2026-01-10T13:00:00Z"),
    // With a timed DTSTART, a DATE means that day at DTSTART's time.
    ("20260110", "2026-01-10T07:00:00Z"),
  ])
  func `RDATE adds a start in any form`(date: String, start: String) throws {
    var component = try threeDays()
    component.recurrenceDates = [
      CalendarComponent.RecurrenceDate(try TestCalendars.time(date))
    ]
    #expect(
      try starts(component) == [
        "2026-01-05T07:00:00Z", "2026-01-06T07:00:00Z", "2026-01-07T07:00:00Z", start,
      ])
  }

  @Test(arguments: [
    // Calendars write the last start in a zone that they don't name: 09:00 in Berlin, and in
    // Auckland, where it is the day before in UTC.
    ("Europe/Berlin", "T090000", "20260605T070000Z", "2026-06-05T07:00:00Z"),
    ("Pacific/Auckland", "T090000", "20260604T210000Z", "2026-06-04T21:00:00Z"),
    ("America/New_York", "T200000", "20260606T000000Z", "2026-06-06T00:00:00Z"),
    // A local time followed by Z, and the end of a day.
    ("Europe/Berlin", "T090000", "20260605T090000Z", "2026-06-05T07:00:00Z"),
    ("America/New_York", "T200000", "20260605T200000Z", "2026-06-06T00:00:00Z"),
    ("Pacific/Auckland", "T090000", "20260605T235959Z", "2026-06-04T21:00:00Z"),
    ("America/New_York", "T200000", "20260605T235959Z", "2026-06-06T00:00:00Z"),
    // The clock skips the last start, which moves an hour later.
    ("Africa/Cairo", "T003000", "20260423T223000Z", "2026-04-23T22:30:00Z"),
    // On a device elsewhere, UNTIL of a meeting at 09:00 in Berlin is a local time.
    ("America/New_York", "T090000", "20260605T070000Z", "2026-06-04T13:00:00Z"),
  ])
  func `UNTIL in UTC keeps the last occurrence of a floating series`(
    device: String, time: String, until: String, last: String
  ) throws {
    let daily = try TestCalendars.component(
      "20260401\(time)", rules: ["FREQ=DAILY;UNTIL=\(until)"])
    let starts = try TestCalendars.starts(daily, in: RecurrenceSetTests.year, device: device)
    #expect(starts.last == last)
    // The search for triggers ends with UNTIL's day.
    let weekly = try TestCalendars.component(
      "20260401\(time)", rules: ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;UNTIL=\(until)"])
    #expect(
      try TestCalendars.starts(weekly, in: RecurrenceSetTests.year, device: device) == starts)
  }

  @Test func `UNTIL in UTC excludes times of a floating series at most up to its digits`() throws {
    var daily = try TestCalendars.component(
      "20260601T090000", rules: ["FREQ=DAILY;BYHOUR=9,13;COUNT=4"])
    daily.exceptionRules = [
      try RecurrenceRule("FREQ=DAILY;BYHOUR=9,13;UNTIL=20260602T130000Z")
    ]
    #expect(
      try TestCalendars.starts(daily, in: RecurrenceSetTests.year, device: "Asia/Tokyo").isEmpty)
    daily.exceptionRules = [
      try RecurrenceRule("FREQ=DAILY;BYHOUR=9,13;UNTIL=20260602T040000Z")
    ]
    // 04:00 UTC is 13:00 in Tokyo.
    #expect(
      try TestCalendars.starts(daily, in: RecurrenceSetTests.year, device: "Asia/Tokyo")
        == ["2026-06-02T00:00:00Z", "2026-06-02T04:00:00Z"])
  }

  @Test func `RDATEs in any order, also before DTSTART or repeated, give one ascending set`()
    throws
  {
    var component = try threeDays()
    component.recurrenceDates = try ["20260106T070000Z", "20260102T070000Z", "20260106T070000Z"]
      .map { CalendarComponent.RecurrenceDate(try TestCalendars.time($0)) }
    #expect(
      try starts(component) == [
        "2026-01-02T07:00:00Z", "2026-01-05T07:00:00Z", "2026-01-06T07:00:00Z",
        "2026-01-07T07:00:00Z",
      ])
  }

  @Test func `RDATE without a rule keeps DTSTART`() throws {
    var component = try TestCalendars.component("Europe/Berlin:20260105T080000")
    component.recurrenceDates = [
      CalendarComponent.RecurrenceDate(try TestCalendars.time("Europe/Berlin:20260705T080000"))
    ]
    #expect(try starts(component) == ["2026-01-05T07:00:00Z", "2026-07-05T06:00:00Z"])
  }

  @Test func `a PERIOD has a separate end`() throws {
    // Each lasts from 08:00 to 09:00; the period on 10 January ends at 08:30, another lasts two
    // hours.
    var component = try TestCalendars.component(
      "Europe/Berlin:20260105T080000", alarms: [try TestCalendars.alarm("END PT0S")])
    component.extent = .until(try TestCalendars.time("Europe/Berlin:20260105T090000"))
    component.recurrenceDates = [
      CalendarComponent.RecurrenceDate(
        try TestCalendars.time("Europe/Berlin:20260110T080000"),
        extent: .until(try TestCalendars.time("Europe/Berlin:20260110T083000"))),
      CalendarComponent.RecurrenceDate(
        try TestCalendars.time("20260111T070000Z"),
        extent: .lasting(try #require(CalendarDuration("PT2H")))),
      CalendarComponent.RecurrenceDate(try TestCalendars.time("20260112T070000Z")),
    ]
    #expect(
      try TestCalendars.fires(EventSeries(master: component), in: RecurrenceSetTests.year) == [
        "2026-01-05T08:00:00Z", "2026-01-10T07:30:00Z", "2026-01-11T09:00:00Z",
        "2026-01-12T08:00:00Z",
      ])
  }

  @Test(arguments: [
    "Europe/Berlin:20260106T080000", "20260106T070000Z", "America/New_York:20260106T020000",
    "20260106",
  ])
  func `EXDATE of any type removes an instance`(_ date: String) throws {
    var component = try threeDays()
    component.exceptionDates = [try TestCalendars.time(date)]
    #expect(try starts(component) == ["2026-01-05T07:00:00Z", "2026-01-07T07:00:00Z"])
  }

  @Test func `EXDATE with VALUE=DATE is the day of the series' zone, not UTC's`() throws {
    // 08:00 in Auckland is 19:00 UTC on the day before.
    var component = try TestCalendars.component(
      "Pacific/Auckland:20260105T080000", rules: ["FREQ=DAILY;COUNT=3"])
    component.exceptionDates = [try TestCalendars.time("20260106")]
    #expect(try starts(component) == ["2026-01-04T19:00:00Z", "2026-01-06T19:00:00Z"])
  }

  @Test func `EXDATE at another time of day removes nothing`() throws {
    var component = try threeDays()
    component.exceptionDates = [try TestCalendars.time("Europe/Berlin:20260106T080001")]
    #expect(try starts(component).count == 3)
  }

  @Test func `EXDATE also removes DTSTART, an RDATE, and one pass of a repeated time`() throws {
    var component = try threeDays()
    component.recurrenceDates = [
      CalendarComponent.RecurrenceDate(try TestCalendars.time("20260110T070000Z")),
      // The clock shows 02:30 on 25 October twice; RFC 5545 means the first, at 00:30 UTC.
      CalendarComponent.RecurrenceDate(try TestCalendars.time("20261025T003000Z")),
      CalendarComponent.RecurrenceDate(try TestCalendars.time("20261025T013000Z")),
    ]
    component.exceptionDates = try [
      "20260105T070000Z", "20260110T070000Z", "Europe/Berlin:20261025T023000",
    ].map(TestCalendars.time)
    #expect(
      try starts(component) == [
        "2026-01-06T07:00:00Z", "2026-01-07T07:00:00Z", "2026-10-25T01:30:00Z",
      ])
  }

  @Test func `an excluded instance still counts for COUNT`() throws {
    var component = try threeDays()
    component.exceptionDates = [try TestCalendars.time("20260106T070000Z")]
    #expect(try starts(component).last == "2026-01-07T07:00:00Z")
  }

  @Test func `all-day series use the dates of EXDATE and RDATE of any type`() throws {
    var component = try TestCalendars.component("20260105", rules: ["FREQ=DAILY;COUNT=3"])
    component.exceptionDates = [try TestCalendars.time("20260106T000000Z")]
    component.recurrenceDates = [
      CalendarComponent.RecurrenceDate(try TestCalendars.time("20260110")),
      CalendarComponent.RecurrenceDate(try TestCalendars.time("20260112T150000")),
    ]
    // Midnight in Berlin is 23:00 UTC.
    #expect(
      try starts(component) == [
        "2026-01-04T23:00:00Z", "2026-01-06T23:00:00Z", "2026-01-09T23:00:00Z",
        "2026-01-11T23:00:00Z",
      ])
  }

  @Test func `several rules give their union, each with DTSTART`() throws {
    let component = try TestCalendars.component(
      "Europe/Berlin:20260105T080000",
      rules: ["FREQ=WEEKLY;COUNT=3", "FREQ=DAILY;INTERVAL=7;COUNT=2", "FREQ=MONTHLY;COUNT=2"])
    #expect(
      try starts(component) == [
        "2026-01-05T07:00:00Z", "2026-01-12T07:00:00Z", "2026-01-19T07:00:00Z",
        "2026-02-05T07:00:00Z",
      ])
  }

  @Test func `EXRULE removes the instances that it matches, and DTSTART only if it matches`() throws
  {
    var component = try TestCalendars.component(
      "Europe/Berlin:20260105T080000", rules: ["FREQ=DAILY;COUNT=9"])
    component.exceptionRules = [try RecurrenceRule("FREQ=WEEKLY;BYDAY=TU,WE,SA,SU")]
    // Monday the 5th to Tuesday the 13th without Tuesday the 6th, Wednesday the 7th and the
    // weekend.
    #expect(
      try starts(component) == [
        "2026-01-05T07:00:00Z", "2026-01-08T07:00:00Z", "2026-01-09T07:00:00Z",
        "2026-01-12T07:00:00Z",
      ])
    component.exceptionRules = [try RecurrenceRule("FREQ=DAILY;COUNT=2")]
    #expect(try starts(component).first == "2026-01-07T07:00:00Z")
  }

  @Test func `an EXRULE with too many matches cuts the series rather than keeping instances`()
    throws
  {
    var component = try threeDays()
    component.rules = [try RecurrenceRule("FREQ=DAILY")]
    component.exceptionRules = [try RecurrenceRule("FREQ=SECONDLY")]
    let starts = try #require(
      OccurrenceStarts(component, onDeviceIn: try TestCalendars.zone("Europe/Berlin")))
    let range =
      try TestCalendars.instant(
        "2026-01-01T00:00:00Z")..<TestCalendars.instant(
        "2026-12-31T00:00:00Z")
    let result = starts.starts(in: range, limit: 100_000)
    let end = result.cut ?? range.upperBound
    #expect(result.instants.allSatisfy { $0 >= end })
  }
}
