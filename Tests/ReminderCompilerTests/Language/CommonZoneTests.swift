import CivilTime
import Testing

@testable import ReminderCompiler

/// What several fires say where the event keeps another clock than the device.
///
/// In 2026 New York's clock goes forward on 8 March, Berlin's on 29 March; back on 1 November and
/// on 25 October. In between New York is five hours behind Berlin, else six.
@Suite struct CommonZoneTests {
  private let phrase = WhenPhrase(.english)

  /// The words for an event of an hour in New York, on a device in Berlin.
  private func common(
    _ starts: String..., fireBefore: Int = 900, own: String = "America/New_York"
  ) throws -> String {
    let moments = try Moments(own: own)
    return phrase.common(
      try starts.map {
        try moments.moment(startOnOwnClock: $0, seconds: 3_600, fireBefore: fireBefore)
      })
  }

  @Test func `times that the device's clock keeps are its own, with its city`() throws {
    #expect(
      try common("2026-01-05T09:00", "2026-01-06T09:00")
        == "15:00-16:00 (Berlin), in 15 minutes")
    #expect(
      try common("2026-03-09T09:00", "2026-03-10T09:00")
        == "14:00-15:00 (Berlin), in 15 minutes")
    #expect(
      try common("2026-01-05T09:00", "2026-01-06T09:00", own: "Europe/Paris")
        == "09:00-10:00, in 15 minutes")
    #expect(
      try common("2026-01-05T09:00", "2026-01-06T09:00", fireBefore: 86_400)
        == "Tomorrow 15:00-16:00 (Berlin)")
  }

  @Test func `the city is said where the clocks differ at one of them`() throws {
    // Lagos keeps Berlin's winter time all year, so a time that Berlin keeps isn't Lagos's.
    let moments = try Moments(own: "Africa/Lagos")
    let fires = [
      ("2026-03-27T08:45", "2026-03-27T09:00"), ("2026-03-30T08:45", "2026-03-30T09:00"),
    ]
    let both = try fires.map { try moments.moment(.timed, $0.0, $0.1) }
    #expect(both.map(\.clocksDiffer) == [false, true])
    #expect(phrase.common(both) == "09:00 (Berlin), in 15 minutes")
    #expect(phrase.common(both.reversed()) == "09:00 (Berlin), in 15 minutes")
    #expect(phrase.common(both.prefix(1)) == "09:00, in 15 minutes")
  }

  @Test func `times that only the event's clock keeps are that one's, with its city`() throws {
    // 15:00 and 14:00 in Berlin, before and after New York's change of clocks.
    #expect(
      try common("2026-03-07T09:00", "2026-03-08T09:00")
        == "09:00-10:00 (New York), in 15 minutes")
    #expect(
      try common("2026-10-24T09:00", "2026-10-25T09:00")
        == "09:00-10:00 (New York), in 15 minutes")
    let moments = try Moments(own: "America/New_York")
    let starts = ["2026-03-07T09:00", "2026-03-08T09:00"]
    let moment = try starts.map {
      try moments.moment(startOnOwnClock: $0, seconds: 0, fireBefore: 900)
    }
    #expect(phrase.common(moment) == "09:00 (New York), in 15 minutes")
    #expect(
      try WhenPhrase(tag: "ja").common(moment) == "9:00（ニューヨーク）、15分後")
    #expect(
      try WhenPhrase(tag: "es").common(moment) == "9:00 (Nueva York), dentro de 15 minutos")
  }

  @Test func `times of the event's clock stand with that clock's weekday`() throws {
    // Sunday 20:00 in New York is Monday 02:00 in Berlin, and 01:00 between the changes. At the
    // fires Berlin has Sunday, so that it is today's 20:00; then Saturday; then Monday already.
    #expect(
      try common("2026-03-01T20:00", "2026-03-08T20:00", fireBefore: 4 * 3_600)
        == "20:00-21:00 (New York), in 4 hours")
    #expect(
      try common("2026-03-01T20:00", "2026-03-08T20:00", fireBefore: 28 * 3_600)
        == "Sunday 20:00-21:00 (New York)")
    #expect(
      try common("2026-03-01T20:00", "2026-03-08T20:00")
        == "Sunday 20:00-21:00 (New York), in 15 minutes")
    // Tomorrow is tomorrow on both clocks, where the weekday isn't the same.
    #expect(
      try common("2026-03-07T09:00", "2026-03-08T09:00", fireBefore: 86_400)
        == "Tomorrow 09:00-10:00 (New York)")
    // At 22:00 on Friday: Saturday in New York, Sunday in Berlin; a day later one more.
    #expect(
      try common("2026-03-07T20:00", "2026-03-08T20:00", fireBefore: 28 * 3_600)
        == "20:00-21:00 (New York), in 1 day, 4 hours")
  }

  @Test func `times that neither clock keeps are not said`() throws {
    #expect(try common("2026-01-05T09:00", "2026-01-06T10:00") == "In 15 minutes")
    // The same time on two clocks that are nobody's.
    let newYork = try Moments(own: "America/New_York")
    let chicago = try Moments(own: "America/Chicago")
    let moments = [
      try newYork.moment(startOnOwnClock: "2026-01-05T09:00", seconds: 0, fireBefore: 900),
      try chicago.moment(startOnOwnClock: "2026-01-06T09:00", seconds: 0, fireBefore: 900),
    ]
    #expect(phrase.common(moments) == "In 15 minutes")
  }

  @Test func `a floating event has no city, whatever the clocks do`() throws {
    let moments = try Moments(own: nil)
    let fires = ["2026-03-28", "2026-03-29", "2026-10-25"]
    let all = try fires.map { try moments.moment(.timed, "\($0)T08:45", "\($0)T09:00") }
    #expect(phrase.common(all) == "09:00, in 15 minutes")
  }

  @Test func `a zone of the file's own is called by its name`() throws {
    let moments = try Moments(device: "Europe/Berlin", ownOneHourEast: "/example.org/Head_Office")
    // At 09:00 by the office, which never changes its clocks.
    let starts = ["2026-03-27T09:00", "2026-03-30T09:00"]
    let all = try starts.map {
      try moments.moment(startOnOwnClock: $0, seconds: 0, fireBefore: 900)
    }
    #expect(phrase.common(all) == "09:00 (Head Office), in 15 minutes")
  }
}
