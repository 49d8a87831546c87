public import CivilTime

/// The value of DTSTART and its like: a DATE or a DATE-TIME with what gives it a meaning.
///
/// ```swift
/// let morning = CivilDateTime(iso8601: "2028-01-03T08:00")!
/// print(CalendarTime(morning))  // 20280103T080000
/// print(CalendarTime(morning, reference: .utc))  // 20280103T080000Z
/// let birthday = CivilDateTime(CivilDate(year: 2028, month: 2, day: 29)!)
/// print(CalendarTime(birthday, isDate: true))  // 20280229
/// ```
public struct CalendarTime: Hashable, Sendable {
  /// What turns the wall-clock time into an instant.
  public enum Reference: Hashable, Sendable {
    /// The zone of the device that reminds (RFC 5545, 3.3.5, form 1).
    case floating
    /// UTC (form 2).
    case utc
    /// The zone that TZID names (form 3).
    case zone(Zone)
  }

  /// The wall-clock time; midnight for a DATE.
  public var civil: CivilDateTime
  /// Whether the value is a DATE: a whole day, starting at 00:00 of the device's zone.
  public var isDate: Bool
  /// What turns it into an instant.
  public var reference: Reference

  /// Makes a time.
  ///
  /// - Parameters:
  ///   - civil: The wall-clock time; midnight for a DATE.
  ///   - isDate: Whether the value is a DATE.
  ///   - reference: What turns it into an instant; a DATE is always floating.
  public init(_ civil: CivilDateTime, isDate: Bool = false, reference: Reference = .floating) {
    self.civil = civil
    self.isDate = isDate
    self.reference = isDate ? .floating : reference
  }

  /// The zone that gives the time its meaning on a device.
  package func zone(onDeviceIn deviceZone: Zone) -> Zone {
    switch reference {
    case .floating: deviceZone
    case .utc: .gmt
    case .zone(let zone): zone
    }
  }

  /// The instant on a device (RFC 5545, 3.3.5).
  package func instant(onDeviceIn deviceZone: Zone) -> Instant {
    zone(onDeviceIn: deviceZone).instant(of: civil)
  }
}

extension CalendarTime: CustomStringConvertible {
  /// The time as RFC 5545 writes it, with the zone's name in front where it has one.
  public var description: String {
    if isDate { return civil.date.basicFormat }
    switch reference {
    case .floating: return civil.basicFormat
    case .utc: return "\(civil.basicFormat)Z"
    case .zone(let zone): return "\(zone.identifier):\(civil.basicFormat)"
    }
  }
}
