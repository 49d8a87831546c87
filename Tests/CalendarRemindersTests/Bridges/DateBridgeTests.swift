import CalendarFixtures
import CalendarReminders
import Foundation
import Testing

/// Foundation's dates, zones and components become ours, and the other way round.
@Suite struct DateBridgeTests {
  @Test(arguments: [
    (1_830_499_200.0, 1_830_499_200), (1_830_499_200.999, 1_830_499_200), (-0.5, -1), (-1.0, -1),
    (.nan, 0), (.infinity, 1_000_000_000_000_000), (-.infinity, -1_000_000_000_000_000),
  ])
  func `a date becomes the whole second at or before it, however far it is`(
    _ seconds: Double, _ expected: Int
  ) {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(Instant(date).secondsSince1970 == expected)
  }

  @Test func `an instant keeps its second on the way to a date and back`() {
    for seconds in [-62_135_596_800, -1, 0, 1, 4_102_444_800] {
      let instant = Instant(secondsSince1970: seconds)
      #expect(Date(instant).timeIntervalSince1970 == Double(seconds))
      #expect(Instant(Date(instant)) == instant)
    }
  }

  @Test func `the day is that of the clock that is looked at`() throws {
    // 23:30 in UTC is past midnight in Berlin, and still the afternoon in Honolulu.
    let date = Date(try TestCalendars.instant("2028-02-28T23:30:00Z"))
    #expect(try CivilDate(date, in: timeZone("Europe/Berlin")) == .on(2028, 2, 29))
    #expect(try CivilDate(date, in: timeZone("Pacific/Honolulu")) == .on(2028, 2, 28))
  }

  @Test func `an IANA zone is that of the database, and becomes the same time zone again`() throws {
    let berlin = try timeZone("Europe/Berlin")
    let zone = Zone(berlin, from: TestCalendars.zones)
    #expect(zone.isIANA)
    #expect(try zone == TestCalendars.zone("Europe/Berlin"))
    #expect(TimeZone(zone) == berlin)
  }

  @Test(arguments: [12_600, -34_200, 0, 50_400, -43_200])
  func `a fixed offset is kept, and becomes a time zone of that offset again`(_ offset: Int) throws
  {
    let fixed = try #require(TimeZone(secondsFromGMT: offset))
    let zone = Zone(fixed)
    #expect(zone.transitions.isEmpty)
    #expect(zone.initialOffset == offset)
    // GMT is a zone that other systems know; `GMT+0330` is none.
    #expect(zone.isIANA == (offset == 0))
    #expect(try #require(TimeZone(zone)).secondsFromGMT() == offset)
  }

  @Test func `a zone that the database doesn't know keeps its transitions`() throws {
    // Foundation knows California's abbreviation as a zone; no other system does.
    let zone = Zone(try timeZone("PST"))
    let california = try TestCalendars.zone("America/Los_Angeles")
    #expect(!zone.isIANA)
    for text in [
      "2028-01-01T00:00:00Z", "2028-03-12T09:59:59Z", "2028-03-12T10:00:00Z",
      "2028-11-05T08:59:59Z", "2028-11-05T09:00:00Z", "2099-07-01T00:00:00Z",
    ] {
      let instant = try TestCalendars.instant(text)
      #expect(zone.offset(at: instant) == california.offset(at: instant), "\(text)")
    }
  }

  @Test func `a zone with transitions of its own has no time zone`() {
    let change = Zone.Transition(
      instant: Instant(secondsSince1970: 0), offsetBefore: 0, offsetAfter: 3_600)
    let own = Zone(identifier: "Own", isIANA: false, initialOffset: 0, transitions: [change])
    #expect(TimeZone(own) == nil)
    let unknown = Zone(identifier: "Europe/Atlantis", isIANA: true, initialOffset: 0)
    #expect(TimeZone(unknown) == nil)
  }

  @Test func `components of another calendar name the day that it means`() throws {
    // Rosh Hashanah 5789 begins with 21 September 2028; Thailand counts 543 years more.
    let hebrew = DateComponents(
      calendar: Calendar(identifier: .hebrew), year: 5_789, month: 1, day: 1, hour: 9)
    #expect(CivilDateTime(hebrew)?.description == "2028-09-21T09:00:00")
    let thai = DateComponents(
      calendar: Calendar(identifier: .buddhist), year: 2_571, month: 2, day: 29)
    #expect(CivilDateTime(thai)?.description == "2028-02-29T00:00:00")
  }

  @Test(arguments: [
    DateComponents(year: 2028, month: 2, day: 30), DateComponents(year: 2028, month: 13, day: 1),
    DateComponents(year: 2028, month: 1, day: 1, hour: 24),
    DateComponents(year: 2028, month: 1, day: 1, hour: 8, minute: 60),
    DateComponents(year: 2028, month: 1), DateComponents(hour: 8, minute: 30),
    DateComponents(era: 0, year: 44, month: 3, day: 15), DateComponents(),
    DateComponents(
      calendar: Calendar(identifier: .buddhist), year: 2_571, month: 2, day: 30),
  ])
  func `components that name no time are refused`(_ components: DateComponents) {
    #expect(CivilDateTime(components) == nil)
  }

  private func timeZone(_ name: String) throws -> TimeZone {
    try #require(TimeZone(identifier: name))
  }
}
