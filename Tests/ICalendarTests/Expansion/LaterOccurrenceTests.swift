import CalendarFixtures
import CivilTime
import ICalendar
import Testing

/// RANGE=THISANDFUTURE around clock changes.
///
/// The expected values are from a separate model with other time zone data.
@Suite struct LaterOccurrenceTests {
  /// A series, its override with RANGE=THISANDFUTURE, and the fire dates of some days.
  struct Row: Sendable, CustomTestStringConvertible {
    let start: String
    let rule: String
    let original: String
    let moved: String
    let from: String
    let days: Int
    let device: String
    let fires: [String]

    init(
      _ start: String, _ rule: String, _ original: String, to moved: String, from: String,
      days: Int, device: String = "Europe/Berlin", fires: String...
    ) {
      (self.start, self.rule, self.original, self.moved) = (start, rule, original, moved)
      (self.from, self.days, self.device, self.fires) = (from, days, device, fires)
    }

    var testDescription: String { "\(start) \(rule), \(original) to \(moved)" }
  }

  @Test(arguments: [
    // Berlin skips 02:00 to 03:00 on 26 March 2028.
    Row(
      "Europe/Berlin:20280301T023000", "FREQ=DAILY", "Europe/Berlin:20280310T023000",
      to: "Europe/Berlin:20280310T090000", from: "2028-03-25", days: 3,
      fires: "2028-03-25T08:00:00Z", "2028-03-26T07:00:00Z", "2028-03-27T07:00:00Z"),
    Row(
      "Europe/Berlin:20280301T090000", "FREQ=DAILY", "Europe/Berlin:20280310T090000",
      to: "Europe/Berlin:20280310T023000", from: "2028-03-25", days: 3,
      fires: "2028-03-25T01:30:00Z", "2028-03-26T01:30:00Z", "2028-03-27T00:30:00Z"),
    // 02:30 and 03:30 of that day are one instant, but two times after the move.
    Row(
      "Europe/Berlin:20280320T023000", "FREQ=DAILY;BYHOUR=2,3", "Europe/Berlin:20280324T023000",
      to: "Europe/Berlin:20280324T093000", from: "2028-03-26", days: 1,
      fires: "2028-03-26T07:30:00Z", "2028-03-26T08:30:00Z"),
    // The RECURRENCE-ID is the instant of the occurrence at 02:30, which the clock showed as 03:30.
    Row(
      "Europe/Berlin:20280301T023000", "FREQ=DAILY", "20280326T013000Z",
      to: "Europe/Berlin:20280326T090000", from: "2028-03-25", days: 4,
      fires: "2028-03-25T01:30:00Z", "2028-03-26T07:00:00Z", "2028-03-27T07:00:00Z",
      "2028-03-28T07:00:00Z"),
    // Moved from the first pass of a repeated hour to a time after both.
    Row(
      "Europe/Berlin:20281020T023000", "FREQ=DAILY", "Europe/Berlin:20281027T023000",
      to: "Europe/Berlin:20281027T031500", from: "2028-10-28", days: 3,
      fires: "2028-10-28T01:15:00Z", "2028-10-29T02:15:00Z", "2028-10-30T02:15:00Z"),
    // São Paulo skips midnight on 4 November 2018: all-day occurrences on Sundays, moved to Monday.
    Row(
      "20181007", "FREQ=WEEKLY", "20181028", to: "20181029", from: "2018-11-01", days: 13,
      device: "America/Sao_Paulo", fires: "2018-11-05T02:00:00Z", "2018-11-12T02:00:00Z"),
    Row(
      "20181006", "FREQ=WEEKLY", "20181027", to: "20181028", from: "2018-11-01", days: 13,
      device: "America/Sao_Paulo", fires: "2018-11-04T03:00:00Z", "2018-11-11T02:00:00Z"),
    // 07:30 in Berlin is 01:30 in New York until 12 March, when the clock goes forward half an hour
    // later, and 02:30 from then on. Two hours are added on New York's clock.
    Row(
      "Europe/Berlin:20280301T073000", "FREQ=DAILY", "Europe/Berlin:20280310T073000",
      to: "America/New_York:20280310T033000", from: "2028-03-11", days: 3,
      fires: "2028-03-11T08:30:00Z", "2028-03-12T07:30:00Z", "2028-03-13T08:30:00Z"),
  ])
  func `THISANDFUTURE moves times before a gap is resolved`(_ row: Row) throws {
    let series = EventSeries(
      master: try TestCalendars.component(row.start, rules: [row.rule]),
      overrides: [
        try TestCalendars.component(row.moved, replacing: row.original, andLater: true)
      ])
    let start = try TestCalendars.instant("\(row.from)T00:00:00Z")
    #expect(
      try TestCalendars.fires(
        series, in: (start.description, (start + row.days * 86_400).description),
        device: row.device) == row.fires)
  }

  @Test func `THISANDFUTURE moves an added date in a gap by its written time`()
    throws
  {
    var master = try TestCalendars.component("Europe/Berlin:20280301T120000")
    master.recurrenceDates = try [
      "Europe/Berlin:20280310T023000", "Europe/Berlin:20280326T023000", "20280326T014500Z",
    ].map { CalendarComponent.RecurrenceDate(try TestCalendars.time($0)) }
    let later = try TestCalendars.component(
      "Europe/Berlin:20280310T090000", replacing: "Europe/Berlin:20280310T023000", andLater: true)
    #expect(
      try TestCalendars.fires(
        EventSeries(master: master, overrides: [later]),
        in: ("2028-03-09T00:00:00Z", "2028-03-29T00:00:00Z")) == [
          "2028-03-10T08:00:00Z", "2028-03-26T07:00:00Z", "2028-03-26T08:15:00Z",
        ])
  }
}
