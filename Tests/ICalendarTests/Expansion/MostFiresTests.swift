import CalendarFixtures
import CivilTime
import SeededRandom
import Testing

@testable import ICalendar

/// The number that fires never exceed is known before they are expanded.
@Suite struct MostFiresTests {
  @Test(arguments: [UInt64(71), 72, 73])
  func `no window holds more fires than the number that is known before`(seed: UInt64) throws {
    var random = RandomRule(seed: seed)
    let zone = try TestCalendars.zone("Europe/Berlin")
    let frequencies = RecurrenceRule.Frequency.allCases
    var largest = 0
    for round in 0..<56 {
      let frequency = frequencies[round % frequencies.count]
      let start = try #require(CivilDateTime(iso8601: "2026-01-01T02:30:00"))
      var component = CalendarComponent(
        uid: "a@example.org", start: CalendarTime(start, reference: .zone(zone)))
      component.rules = [random.rule(frequency)]
      let repeats = random.number(0...3)
      component.alarms = [
        Alarm(
          .relative(CalendarDuration(seconds: random.number(-90_000...90_000)), to: .start),
          repeatCount: repeats,
          repeatInterval: repeats == 0 ? .zero : CalendarDuration(seconds: 600))
      ]
      let expansion = SeriesExpansion(EventSeries(master: component), onDeviceIn: zone)
      for length in [1, 3_600, 86_400, 40 * 86_400] {
        let first = Instant(
          secondsSince1970: start.secondsSince1970 + random.number(0...200) * 86_400)
        let found = expansion.fires(of: .alarm(0), in: first..<first + length).count
        let most = expansion.mostFires(of: .alarm(0), in: length)
        largest = max(largest, found)
        guard found > most else { continue }
        Issue.record("seed \(seed): \(component.rules) has \(found) in \(length) s, not \(most)")
        return
      }
    }
    #expect(largest > 500)
  }

  @Test func `a week-numbering year may have 371 days`() throws {
    let weeks = (1...53).map(String.init).joined(separator: ",")
    // From Monday, 29 December 2025 on, 2026 has 53 weeks.
    let component = try TestCalendars.component(
      "20251229T090000Z", rules: ["FREQ=YEARLY;BYWEEKNO=\(weeks);BYDAY=MO,TU,WE,TH,FR,SA,SU"],
      alarms: [try TestCalendars.alarm("PT0S")])
    let expansion = SeriesExpansion(EventSeries(master: component), onDeviceIn: .gmt)
    let first = try #require(Instant(iso8601: "2025-12-29T00:00:00Z"))
    let length = 6 * 371 * 86_400
    let found = expansion.fires(of: .alarm(0), in: first..<first + length)
    #expect(found.count == 6 * 371)
    #expect(expansion.mostFires(of: .alarm(0), in: length) >= found.count)
  }

  @Test func `the number of a rule of days is close to what it gives`() throws {
    let component = try TestCalendars.component(
      "Europe/Berlin:20260101T090000", rules: ["FREQ=DAILY"],
      alarms: [try TestCalendars.alarm("-PT10M")])
    let expansion = SeriesExpansion(EventSeries(master: component), onDeviceIn: .gmt)
    #expect((365...380).contains(expansion.mostFires(of: .alarm(0), in: 365 * 86_400)))
  }
}
