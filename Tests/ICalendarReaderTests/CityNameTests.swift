import CivilTime
import ICalendar
import ICalendarReader
import Testing

/// TZIDs with an offset and cities, without a VTIMEZONE.
@Suite struct CityNameTests {
  private func zone(_ name: String) throws -> String? {
    let start = try read(ZoneTests.text(name)).components.first?.start
    guard case .zone(let zone)? = start?.reference else { return nil }
    return zone.identifier
  }

  @Test func `of a long list of cities the first 16 are looked up`() throws {
    func list(_ count: Int) -> String {
      "(UTC+01:00) "
        + ((0..<count).map { "X\($0)" } + ["Madrid"]).joined(separator: ", ")
    }
    #expect(try zone(list(15)) == "Europe/Madrid")
    #expect(try zone(list(16)) == "Etc/GMT-1")
  }

  @Test func `thousands of unknown cities take little time`() throws {
    let events = (0..<5_000).map { number in
      let cities = (0..<20).map { "N\(number)x\($0)" }.joined(separator: ",")
      return "BEGIN:VEVENT\nUID:\(number)\n"
        + "DTSTART;TZID=\"(UTC+01:00) \(cities)\":20260705T080000\nEND:VEVENT\n"
    }
    let text = calendar(events.joined())
    var count = 0
    // They took minutes when each city was compared with all zones.
    let duration = try ContinuousClock().measure { count = try read(text).components.count }
    #expect(count == 5_000)
    #expect(duration < .seconds(30))
  }
}
