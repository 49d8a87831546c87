package import CivilTime
package import ICalendar

extension Finding {
  /// An unknown TZID and its substitute.
  package static func zoneUnknown(name: String, used: ZoneSubstitute) -> Finding {
    Finding(
      "zone-unknown", .warning, property: "TZID", section: "RFC 5545, 3.2.19", offendingText: name,
      message:
        "the time zone \"\(name)\" is unknown and lacks a complete VTIMEZONE; \(used) is used"
    )
  }

  /// A VTIMEZONE, by its line, whose offsets differ from those of the zone that it names.
  package static func zoneContradicted(
    name: String, identifier: String, line: Int
  ) -> Finding {
    Finding(
      "zone-contradicted", .warning, property: "TZID", section: "RFC 5545, 3.6.5",
      offendingText: name,
      message: "the VTIMEZONE of \"\(name)\" in line \(line) contradicts the time zone data; "
        + "\(identifier) of the data is used")
  }

  /// A VTIMEZONE, by its line, that knows more than the time zone data.
  package static func zoneNewer(
    name: String, identifier: String, onset: Instant, line: Int
  ) -> Finding {
    Finding(
      "zone-newer", .note, property: "TZID", section: "RFC 5545, 3.6.5", offendingText: name,
      message: "the VTIMEZONE of \"\(name)\" in line \(line) differs from \(identifier) of the "
        + "time zone data from \(onset) on; the VTIMEZONE is used from then on")
  }

  /// Local times without a zone in a calendar that names one.
  package static func floatingCalendarZone(calendar: String, device: String) -> Finding {
    Finding(
      "floating-calendar-zone", .note, property: "X-WR-TIMEZONE", section: "RFC 5545, 3.3.5",
      offendingText: calendar,
      message: "local times without a zone count on the clock of the device (\(device)), not of "
        + "X-WR-TIMEZONE (\(calendar)); --floating-zone calendar uses the latter")
  }

  /// A VTIMEZONE, by its line, that can't be used, and its substitute.
  package static func zoneInvalid(
    name: String, cause: String, used: ZoneSubstitute, line: Int
  ) -> Finding {
    let loss = if case .zone = used { ", so nothing is lost" } else { "" }
    return Finding(
      "zone-invalid", .warning, property: "TZID", section: "RFC 5545, 3.6.5",
      message: "the VTIMEZONE of \"\(name)\" in line \(line) can't be used, since \(cause); "
        + "\(used) is used\(loss)")
  }
}

/// The substitute for a time zone that can't be read.
package enum ZoneSubstitute: Hashable, Sendable, CustomStringConvertible {
  /// A zone of the time zone data that the name means.
  case zone(String)
  /// The offset in the name, all year, in seconds east of UTC.
  case offset(Int)
  /// The zone of the device.
  case device

  package var description: String {
    switch self {
    case .zone(let identifier): "\(identifier) of the time zone data"
    case .offset(let seconds):
      "its offset UTC\(UTCOffset.text(seconds)) without daylight saving time"
    case .device: "the device's time zone"
    }
  }
}
