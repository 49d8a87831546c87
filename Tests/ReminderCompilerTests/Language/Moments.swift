import CivilTime
import Testing

@testable import ReminderCompiler

/// Moments from times as a person writes them, by the clock of a zone.
struct Moments {
  let device: Zone
  /// The event's zone; nil for a floating one.
  let own: Zone?

  private static let zones = ZoneDatabase()

  /// A device, and the zone of the events that it reminds of: by default its own.
  init(device: String = "Europe/Berlin", own: String? = "Europe/Berlin") throws {
    self.device = try #require(Moments.zones.zone(named: device))
    self.own = try own.map { try #require(Moments.zones.zone(named: $0)) }
  }

  /// A zone that stands in a calendar file, as one hour east of UTC.
  init(device: String, ownOneHourEast identifier: String) throws {
    self.device = try #require(Moments.zones.zone(named: device))
    own = Zone(identifier: identifier, isIANA: false, initialOffset: 3_600)
  }

  /// A moment whose fire, start and end are on the device's clock.
  ///
  /// - Parameters:
  ///   - kind: What the occurrence is.
  ///   - fire: `2026-11-25T09:00`; a date is its first instant, and an end in UTC is an instant.
  ///   - start: The same.
  ///   - end: The same; nil for the start.
  /// - Returns: The moment.
  /// - Throws: Where a text is no time.
  func moment(
    _ kind: Moment.Kind, _ fire: String, _ start: String, _ end: String? = nil
  ) throws -> Moment {
    let start = try instant(start)
    return Moment(
      kind, fire: try instant(fire), start: start, end: try end.map(instant) ?? start,
      deviceZone: device, ownZone: own)
  }

  /// A moment whose start and end are on the event's clock, and whose fire lies before the start.
  func moment(startOnOwnClock start: String, seconds: Int, fireBefore: Int) throws -> Moment {
    let start = try #require(own).instant(of: try #require(CivilDateTime(iso8601: start)))
    return Moment(
      .timed, fire: start - fireBefore, start: start, end: start + seconds, deviceZone: device,
      ownZone: own)
  }

  private func instant(_ text: String) throws -> Instant {
    if let instant = Instant(iso8601: text) { return instant }
    let civil = CivilDateTime(iso8601: text) ?? CivilDateTime(iso8601: text + "T00:00")
    return device.instant(of: try #require(civil))
  }
}

extension WhenPhrase {
  /// Phrases of the language with a tag.
  init(tag: String) throws {
    self.init(try #require(ReminderLanguage(tag)))
  }
}
