import CalendarFixtures
import CivilTime
import ICalendar
import Testing

/// DTSTART and its occurrences where the clock skips or repeats a time (RFC 5545, 3.3.5).
@Suite struct GapFoldTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let start: String
    let rule: String
    let instants: [String]
    var testDescription: String { "\(start) \(rule)" }

    init(_ start: String, _ rule: String = "FREQ=DAILY;COUNT=3", is instants: String...) {
      (self.start, self.rule, self.instants) = (start, rule, instants)
    }
  }

  @Test(arguments: [
    // Berlin skips 02:00 to 03:00 on 29 March 2026: 02:30 with +01:00 is 03:30 with +02:00.
    Row(
      "Europe/Berlin:20260328T023000", is: "2026-03-28T01:30:00Z", "2026-03-29T01:30:00Z",
      "2026-03-30T00:30:00Z"),
    Row(
      "Europe/Berlin:20260329T020000", is: "2026-03-29T01:00:00Z", "2026-03-30T00:00:00Z",
      "2026-03-31T00:00:00Z"),
    Row(
      "Europe/Berlin:20260328T015959", is: "2026-03-28T00:59:59Z", "2026-03-29T00:59:59Z",
      "2026-03-29T23:59:59Z"),
    Row(
      "Europe/Berlin:20260328T030000", is: "2026-03-28T02:00:00Z", "2026-03-29T01:00:00Z",
      "2026-03-30T01:00:00Z"),
    // Berlin shows 02:00 to 03:00 twice on 25 October: the first pass has +02:00.
    Row(
      "Europe/Berlin:20261024T023000", is: "2026-10-24T00:30:00Z", "2026-10-25T00:30:00Z",
      "2026-10-26T01:30:00Z"),
    Row(
      "Europe/Berlin:20261024T030000", is: "2026-10-24T01:00:00Z", "2026-10-25T02:00:00Z",
      "2026-10-26T02:00:00Z"),
    // New York skips 02:00 to 03:00 on 8 March: 02:30 with -05:00 is 07:30 UTC.
    Row(
      "America/New_York:20260307T023000", is: "2026-03-07T07:30:00Z", "2026-03-08T07:30:00Z",
      "2026-03-09T06:30:00Z"),
    // New York shows 01:00 to 02:00 twice on 1 November: the first pass has -04:00.
    Row(
      "America/New_York:20261031T013000", is: "2026-10-31T05:30:00Z", "2026-11-01T05:30:00Z",
      "2026-11-02T06:30:00Z"),
    // Lord Howe skips 02:00 to 02:30 on 4 October: 02:15 with +10:30 is 02:45 with +11:00.
    Row(
      "Australia/Lord_Howe:20261003T021500", is: "2026-10-02T15:45:00Z", "2026-10-03T15:45:00Z",
      "2026-10-04T15:15:00Z"),
    // Lord Howe shows 01:30 to 02:00 twice on 5 April: the first pass has +11:00.
    Row(
      "Australia/Lord_Howe:20260404T014500", is: "2026-04-03T14:45:00Z", "2026-04-04T14:45:00Z",
      "2026-04-05T15:15:00Z"),
    // Apia skipped 30 December 2011: 09:00 with -10:00 is the 31st at 09:00, which fires once.
    Row(
      "Pacific/Apia:20111229T090000", is: "2011-12-29T19:00:00Z", "2011-12-30T19:00:00Z"),
    Row(
      "Pacific/Apia:20111229T090000", "FREQ=DAILY;COUNT=4", is: "2011-12-29T19:00:00Z",
      "2011-12-30T19:00:00Z", "2011-12-31T19:00:00Z"),
    // Clock steps through the gap: 01:30, 02:30 and 03:30, of which the last two are one instant.
    Row(
      "Europe/Berlin:20260329T013000", "FREQ=HOURLY;COUNT=4", is: "2026-03-29T00:30:00Z",
      "2026-03-29T01:30:00Z", "2026-03-29T02:30:00Z"),
    // Clock steps through the repeated hour: 02:30 once, so 03:30 is two hours later.
    Row(
      "Europe/Berlin:20261025T013000", "FREQ=HOURLY;COUNT=3", is: "2026-10-24T23:30:00Z",
      "2026-10-25T00:30:00Z", "2026-10-25T02:30:00Z"),
    // Midnight does not exist in São Paulo on 4 November 2018: the day starts at 01:00.
    Row(
      "America/Sao_Paulo:20181103T000000", is: "2018-11-03T03:00:00Z", "2018-11-04T03:00:00Z",
      "2018-11-05T02:00:00Z"),
  ])
  func `a skipped time moves by the gap, and a repeated one is in the first pass`(_ row: Row) throws
  {
    let component = try TestCalendars.component(row.start, rules: [row.rule])
    #expect(
      try TestCalendars.starts(component, in: ("2011-01-01T00:00:00Z", "2027-01-01T00:00:00Z"))
        == row.instants)
    // The same with ranges that begin and end right at each instant.
    for instant in row.instants {
      let start = try TestCalendars.instant(instant)
      #expect(
        try TestCalendars.starts(component, in: (instant, (start + 1).description)) == [instant])
    }
  }

  @Test func `floating and all-day times are in the device's zone`() throws {
    let floating = try TestCalendars.component("20260329T023000")
    let allDay = try TestCalendars.component("20260329")
    let range = ("2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z")
    for (device, floatingStart, allDayStart) in [
      ("Europe/Berlin", "2026-03-29T01:30:00Z", "2026-03-28T23:00:00Z"),
      ("America/New_York", "2026-03-29T06:30:00Z", "2026-03-29T04:00:00Z"),
      ("Pacific/Kiritimati", "2026-03-28T12:30:00Z", "2026-03-28T10:00:00Z"),
    ] {
      #expect(try TestCalendars.starts(floating, in: range, device: device) == [floatingStart])
      #expect(try TestCalendars.starts(allDay, in: range, device: device) == [allDayStart])
    }
  }

  @Test(arguments: [
    // 08:00 in Berlin on 1 April is 06:00 UTC, on 1 January 07:00 UTC.
    ("Europe/Berlin:20260330T080000", "20260401T060000Z", 3),
    ("Europe/Berlin:20260330T080000", "20260401T055959Z", 2),
    ("Europe/Berlin:20260330T080000", "20260401T080000", 3),
    ("Europe/Berlin:20260330T080000", "20260401T075959", 2),
    ("Europe/Berlin:20260330T080000", "20260401", 3),
    // A DATE includes the whole local day, whatever day that is in UTC.
    ("America/New_York:20260330T233000", "20260401", 3),
    // An all-day series ends with UNTIL's day.
    ("20260330", "20260401", 3), ("20260330", "20260401T000000Z", 3),
    ("20260330", "20260331T235959Z", 2),
    // The end of a floating series does not depend on the device's time zone.
    ("20260330T080000", "20260401T080000Z", 3), ("20260330T080000", "20260401T075959Z", 2),
  ])
  func `UNTIL of any type ends the series`(
    start: String, until: String, count: Int
  ) throws {
    let component = try TestCalendars.component(start, rules: ["FREQ=DAILY;UNTIL=\(until)"])
    for device in ["Europe/Berlin", "America/Los_Angeles", "Pacific/Kiritimati"] {
      #expect(
        try TestCalendars.starts(
          component, in: ("2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"), device: device
        ).count == count, "\(device)")
    }
  }

  @Test func `UNTIL within a gap keeps the times that are before it as instants`() throws {
    // 02:20 on 29 March is 03:20, after UNTIL (03:10); 03:10 is the next time on the clock.
    let component = try TestCalendars.component(
      "Europe/Berlin:20260329T013000",
      rules: ["FREQ=MINUTELY;INTERVAL=50;UNTIL=20260329T011000Z"])
    #expect(
      try TestCalendars.starts(component, in: ("2026-03-29T00:00:00Z", "2026-03-30T00:00:00Z"))
        == ["2026-03-29T00:30:00Z", "2026-03-29T01:10:00Z"])
  }
}

/// Alarms that count in days across a clock change of a day or more.
@Suite struct ClockJumpTests {
  /// A VTIMEZONE that changes from almost a day behind UTC to almost a day ahead.
  private static func jumping() throws -> Zone {
    Zone(
      identifier: "Jump", isIANA: false, initialOffset: -23 * 3_600,
      transitions: [
        Zone.Transition(
          instant: try TestCalendars.instant("2028-06-01T00:00:00Z"), offsetBefore: -23 * 3_600,
          offsetAfter: 23 * 3_600)
      ])
  }

  // Samoa left out 30 December 2011 and went from -10:00 to +14:00; in the winter before it was
  // -11:00. So 130 days before Sunday 10:00, 2012-01-14T20:00:00Z, are 25 hours less.
  @Test(arguments: [0, 20, 80])
  func `an alarm far before an occurrence beyond the date line is found near its instant`(
    _ others: Int
  ) throws {
    var far = try TestCalendars.event(
      start: "Pacific/Apia:20120115T100000", alarms: ["-P130D"])
    var series = EventSeries(master: far)
    if others > 0 {
      let master = try TestCalendars.event(
        start: "Pacific/Apia:20120101T100000", rule: "FREQ=DAILY;COUNT=200", alarms: [])
      far.recurrenceID = CalendarComponent.RecurrenceID(try #require(far.anchor))
      // From 5 February 2012 on.
      let overrides = try (0..<others).map { number in
        let day = CivilDate(dayNumber: 15_375 + number).basicFormat
        return try TestCalendars.override(at: "Pacific/Apia:\(day)T100000", alarms: [])
      }
      series = EventSeries(master: master, overrides: [far] + overrides)
    }
    let fires = SeriesExpansion(
      series, onDeviceIn: try TestCalendars.zone("Etc/UTC")
    ).fires(of: .alarm(0), in: try range("2011-09-07T20:15:00Z", "2011-09-10T20:15:00Z"))
    #expect(fires.map(\.at.description) == ["2011-09-07T21:00:00Z"])
  }

  // 09:00 on 10 June is 2028-06-09T10:00:00Z; 09:00 on 21 May is 2028-05-22T08:00:00Z.
  @Test func `two offsets of a VTIMEZONE can be almost two days apart`() throws {
    let start = try TestCalendars.time("20280610T090000")
    let zone = try ClockJumpTests.jumping()
    var event = CalendarComponent(
      uid: "event", start: CalendarTime(start.civil, reference: .zone(zone)))
    event.alarms = [try TestCalendars.alarm("-P20D")]
    let fires = SeriesExpansion(
      EventSeries(master: event), onDeviceIn: try TestCalendars.zone("Etc/UTC")
    ).fires(of: .alarm(0), in: try range("2028-05-22T00:00:00Z", "2028-06-08T00:00:00Z"))
    #expect(fires.map(\.at.description) == ["2028-05-22T08:00:00Z"])
  }

  private func range(_ first: String, _ end: String) throws -> Range<Instant> {
    try TestCalendars.instant(first)..<TestCalendars.instant(end)
  }
}
