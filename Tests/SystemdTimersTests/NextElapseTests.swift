import CivilTime
import SeededRandom
import SystemdTimers
import Testing

/// Up to three elapses after a base, as systemd 252 prints them.
struct ElapseRow: CustomTestStringConvertible, Sendable {
  let text: String
  let base: String
  let elapses: [String]

  init(_ text: String, after base: String, is elapses: [String]) {
    (self.text, self.base, self.elapses) = (text, base, elapses)
  }

  var testDescription: String { "\(text) after \(base)" }
}

let zones = ZoneDatabase()

@Suite struct NextElapseTests {
  @Test(arguments: [
    ElapseRow(
      "*-*-* 02:30 Europe/Berlin", after: "2026-03-28T00:00:00Z",
      is: ["2026-03-28T01:30:00Z", "2026-03-30T00:30:00Z", "2026-03-31T00:30:00Z"]),
    ElapseRow(
      "2026-03-29 02:30 Europe/Berlin", after: "2026-01-01T00:00:00Z",
      is: []),
    ElapseRow(
      "*-*-* 02:00 Europe/Berlin", after: "2026-03-28T12:00:00Z",
      is: ["2026-03-30T00:00:00Z", "2026-03-31T00:00:00Z", "2026-04-01T00:00:00Z"]),
    ElapseRow(
      "*-*-* 01:59:59 Europe/Berlin", after: "2026-03-28T12:00:00Z",
      is: ["2026-03-29T00:59:59Z", "2026-03-29T23:59:59Z", "2026-03-30T23:59:59Z"]),
    ElapseRow(
      "*-*-* 03:00 Europe/Berlin", after: "2026-03-28T12:00:00Z",
      is: ["2026-03-29T01:00:00Z", "2026-03-30T01:00:00Z", "2026-03-31T01:00:00Z"]),
    ElapseRow(
      "*-*-* 02:30 Europe/Berlin", after: "2026-10-24T12:00:00Z",
      is: ["2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z", "2026-10-27T01:30:00Z"]),
    ElapseRow(
      "02:45 Europe/Berlin", after: "2026-10-25T00:50:00Z",
      is: ["2026-10-26T01:45:00Z", "2026-10-27T01:45:00Z", "2026-10-28T01:45:00Z"]),
    ElapseRow(
      "02:45 Europe/Berlin", after: "2026-10-25T01:10:00Z",
      is: ["2026-10-25T01:45:00Z", "2026-10-26T01:45:00Z", "2026-10-27T01:45:00Z"]),
    ElapseRow(
      "*:00 Europe/Berlin", after: "2026-10-24T23:30:00Z",
      is: ["2026-10-25T00:00:00Z", "2026-10-25T02:00:00Z", "2026-10-25T03:00:00Z"]),
    ElapseRow(
      "*:0/15 America/New_York", after: "2026-11-01T05:30:00Z",
      is: ["2026-11-01T05:45:00Z", "2026-11-01T07:00:00Z", "2026-11-01T07:15:00Z"]),
    ElapseRow(
      "01:30 America/New_York", after: "2026-10-31T12:00:00Z",
      is: ["2026-11-01T05:30:00Z", "2026-11-02T06:30:00Z", "2026-11-03T06:30:00Z"]),
    ElapseRow(
      "02:30 America/New_York", after: "2026-03-07T12:00:00Z",
      is: ["2026-03-09T06:30:00Z", "2026-03-10T06:30:00Z", "2026-03-11T06:30:00Z"]),
    ElapseRow(
      "02:15 Australia/Lord_Howe", after: "2026-10-02T12:00:00Z",
      is: ["2026-10-02T15:45:00Z", "2026-10-04T15:15:00Z", "2026-10-05T15:15:00Z"]),
    ElapseRow(
      "01:45 Australia/Lord_Howe", after: "2026-04-03T12:00:00Z",
      is: ["2026-04-03T14:45:00Z", "2026-04-04T14:45:00Z", "2026-04-05T15:15:00Z"]),
    ElapseRow(
      "00:00 America/Sao_Paulo", after: "2018-11-03T12:00:00Z",
      is: ["2018-11-05T02:00:00Z", "2018-11-06T02:00:00Z", "2018-11-07T02:00:00Z"]),
    ElapseRow(
      "23:30 America/Sao_Paulo", after: "2019-02-15T12:00:00Z",
      is: ["2019-02-16T01:30:00Z", "2019-02-17T01:30:00Z", "2019-02-18T02:30:00Z"]),
    ElapseRow(
      "01,04:30 Europe/Dublin", after: "2026-03-28T12:00:00Z",
      is: ["2026-03-30T00:30:00Z", "2026-03-30T03:30:00Z", "2026-03-31T00:30:00Z"]),
    ElapseRow(
      "*-11-01 00:30 America/Havana", after: "2026-01-01T00:00:00Z",
      is: ["2026-11-01T05:30:00Z", "2027-11-01T04:30:00Z", "2028-11-01T04:30:00Z"]),
    ElapseRow(
      "*-11-01 00:30 America/Havana", after: "2026-10-01T00:00:00Z",
      is: ["2026-11-01T04:30:00Z", "2027-11-01T04:30:00Z", "2028-11-01T04:30:00Z"]),
    ElapseRow(
      "19/3:00 Europe/London", after: "2026-03-28T20:00:00Z",
      is: ["2026-03-28T22:00:00Z"]),
    ElapseRow(
      "*-02-30", after: "2026-01-01T00:00:00Z",
      is: []),
    ElapseRow(
      "*-02-29 08:00 UTC", after: "2096-03-01T00:00:00Z",
      is: ["2104-02-29T08:00:00Z", "2108-02-29T08:00:00Z", "2112-02-29T08:00:00Z"]),
    ElapseRow(
      "2199-12-31 23:59:59 UTC", after: "2199-12-31T23:59:58Z",
      is: ["2199-12-31T23:59:59Z"]),
    ElapseRow(
      "Mon *-*~07/1 09:00 UTC", after: "2026-01-30T00:00:00Z",
      is: ["2026-02-23T09:00:00Z", "2026-03-30T09:00:00Z", "2026-04-27T09:00:00Z"]),
    ElapseRow(
      "*-*-28..31 12:00 UTC", after: "2026-02-27T12:00:00Z",
      is: ["2026-02-28T12:00:00Z", "2026-03-28T12:00:00Z", "2026-03-29T12:00:00Z"]),
    ElapseRow(
      "*-*-01/5 04:00 UTC", after: "2026-02-27T12:00:00Z",
      is: ["2026-03-01T04:00:00Z", "2026-03-06T04:00:00Z", "2026-03-11T04:00:00Z"]),
  ])
  func `an expression elapses when systemd's does`(_ row: ElapseRow) throws {
    let expression = try CalendarExpression(parsing: row.text)
    var base = try #require(Instant(iso8601: row.base))
    var elapses: [String] = []
    while elapses.count < 3,
      let next = expression.nextElapse(
        after: base, localZone: .gmt, zone: { zones.zone(named: $0) })
    {
      elapses.append(next.description)
      base = next
    }
    #expect(elapses == row.elapses)
  }

  @Test func `an expression without a zone follows the machine's zone`() throws {
    let berlin = try #require(zones.zone(named: "Europe/Berlin"))
    let base = try #require(Instant(iso8601: "2026-07-01T00:00:00Z"))
    let expression = try CalendarExpression(parsing: "09:00")
    let next = expression.nextElapse(after: base, localZone: berlin, zone: { _ in nil })
    #expect(next?.description == "2026-07-01T07:00:00Z")
  }

  @Test func `an expression in an unknown zone never elapses`() throws {
    let expression = try CalendarExpression(parsing: "09:00 Mars/Olympus")
    let base = Instant(secondsSince1970: 0)
    #expect(expression.nextElapse(after: base, localZone: .gmt, zone: { _ in nil }) == nil)
  }
}

@Suite struct TimerElapsesTests {
  /// An expression of a timer that repeats.
  private static func line(_ random: inout SplitMix, zone: String) throws -> CalendarExpression {
    let day =
      random.pick([
        "*-*-*", "Mon *-*-*", "Mon..Fri *-*-*", "*-*-1", "*-*-28..31", "*-*~1", "*-3-31",
        "*-10-1/7",
        "Sun *-3-25..31", "Sat *-12-30", "*-2-29", "2011-12-29..31", "2026-*-25",
      ]) ?? "*-*-*"
    let time =
      random.pick([
        "00:00", "00:30", "01:30", "02:30", "02:00", "09:00", "23:45", "*:15", "0/6:00", "*:0/20",
        "01..03:0/30", "12:00:30",
      ]) ?? "00:00"
    return try CalendarExpression(parsing: "\(day) \(time) \(zone)")
  }

  @Test(arguments: UInt64(0)..<60)
  func `a timer elapses as the union of its lines from each firing`(_ seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    // Zones with changes at midnight, by half an hour, across the date line, and for Ramadan.
    let all = [
      "Europe/Berlin", "America/Santiago", "Australia/Lord_Howe", "Pacific/Apia",
      "Africa/Casablanca", "Africa/Cairo", "America/Havana", "UTC",
    ]
    let own = [random.pick(all), random.pick(all)].compactMap { $0 }
    var lines = try (0..<random.number(1...6)).map { _ in
      try TimerElapsesTests.line(&random, zone: random.pick(own) ?? "UTC")
    }
    lines.append(try CalendarExpression(parsing: "*-*-1/9 09:00 \(own[0])"))
    let start = try #require(
      Instant(iso8601: random.pick(["2011-09-01T00:00:00Z", "2026-01-15T00:00:00Z"]) ?? ""))
    let end = start + 400 * 86_400
    var expected: [Instant] = []
    var base = start - 1
    while expected.count < 1_500,
      let next = lines.compactMap({
        $0.nextElapse(after: base, localZone: .gmt, zone: { zones.zone(named: $0) })
      }).min(), next < end
    {
      expected.append(next)
      guard next > base else { break }
      base = next
    }
    let elapses = CalendarExpression.elapses(
      of: lines, in: start..<end, limit: 1_500, localZone: .gmt, zone: { zones.zone(named: $0) })
    let first = zip(elapses, expected).first { $0 != $1 }
    #expect(
      elapses.count == expected.count && first == nil,
      "seed \(seed): \(lines.map(\.description)), \(String(describing: first))")
    #expect(!expected.isEmpty)
  }

  private func elapses(_ lines: [String], _ start: String, _ end: String) throws -> [String] {
    let expressions = try lines.map { try CalendarExpression(parsing: $0) }
    let start = try #require(Instant(iso8601: start))
    let end = try #require(Instant(iso8601: end))
    return CalendarExpression.elapses(
      of: expressions, in: start..<end, localZone: .gmt, zone: { zones.zone(named: $0) }
    ).map(\.description)
  }

  @Test func `lines are united and equal instants fire once`() throws {
    let lines = ["*-*-* 09:00 Europe/Berlin", "*-*-* 08:00 UTC", "2026-01-06 07:00 UTC"]
    #expect(
      try elapses(lines, "2026-01-05T08:00:00Z", "2026-01-07T08:00:00Z")
        == ["2026-01-05T08:00:00Z", "2026-01-06T07:00:00Z", "2026-01-06T08:00:00Z"])
  }

  @Test func `a line in UTC restores a time that a gap drops`() throws {
    let lines = ["02:30 Europe/Berlin", "2026-03-29 01:30:00 UTC"]
    #expect(
      try elapses(lines, "2026-03-28T00:00:00Z", "2026-03-31T00:00:00Z")
        == ["2026-03-28T01:30:00Z", "2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z"])
  }

  @Test func `a line elapses in the second pass if another one fires in it`() throws {
    // The base 01:10Z is in Berlin's second pass, in which 02:45 follows.
    let lines = ["02:45 Europe/Berlin", "2026-10-25 01:10:00 UTC"]
    #expect(
      try elapses(lines, "2026-10-25T00:00:00Z", "2026-10-26T00:00:00Z")
        == ["2026-10-25T00:45:00Z", "2026-10-25T01:10:00Z", "2026-10-25T01:45:00Z"])
  }
}
