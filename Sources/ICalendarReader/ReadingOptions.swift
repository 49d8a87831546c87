public import CivilTime

/// Options that select the components and properties to read, and the period in which zones are
/// compared.
///
/// ```swift
/// let now = Instant(iso8601: "2028-01-03T07:00:00Z")!
/// let options = ReadingOptions(includesComponentsWithoutAlarms: true, firesFrom: now)
/// print(options.includesAllToDos, options.zoneWindow.lowerBound)  // false 2027-01-02T07:00:00Z
/// ```
public struct ReadingOptions: Hashable, Sendable {
  /// Whether components without a VALARM are read, because default alarms apply to them.
  public var includesComponentsWithoutAlarms: Bool
  /// Whether all to-dos are read, because overdue ones are reported.
  public var includesAllToDos: Bool
  /// Whether the DESCRIPTION of components is kept for display.
  public var includesDetails = false
  /// Whether CLASS, STATUS, TRANSP, ORGANIZER and ATTENDEE are kept, because rules use them.
  public var includesAttributes = false
  /// The first instant at which fire dates matter; nil if all matter.
  ///
  /// A component that doesn't recur may be skipped if it provably never fires from this instant on.
  /// The proof allows for default alarms up to 100 days before or after the start.
  public var firesFrom: Instant?
  /// The start of the past period that is read for display, although nothing in it fires anymore;
  /// nil for none.
  ///
  /// Components in that period are read too. They don't affect how other components are read.
  public var remembersFrom: Instant?
  /// The instant from which fire dates no longer matter; nil if all matter.
  public var firesUntil: Instant?
  /// The period in which a VTIMEZONE is compared with IANA zones that it doesn't name.
  ///
  /// By default, it covers the last year and the next five, so that offsets in the distant past or
  /// future don't tell zones apart.
  public var zoneWindow: Range<Instant>
  /// The zone of floating times; nil for the device's zone.
  public var floatingZone: FloatingZone?
  /// The device's zone; nil if it is unknown, which counts as GMT.
  ///
  /// Floating and all-day times stay without a zone. The device's zone applies to values that must
  /// become instants: a TRIGGER without a zone, and an UNTIL or EXDATE in UTC in an all-day series.
  /// A calendar's X-WR-TIMEZONE is compared with it.
  public var deviceZone: Zone?

  /// The zone to use for floating times.
  public enum FloatingZone: Hashable, Sendable {
    /// The zone in the calendar's X-WR-TIMEZONE.
    case calendar
    /// This zone.
    case zone(Zone)
  }

  /// Makes options.
  ///
  /// - Parameters:
  ///   - includesComponentsWithoutAlarms: Whether components without a VALARM are read.
  ///   - includesAllToDos: Whether all to-dos are read.
  ///   - firesFrom: The first instant at which fire dates matter; nil if all matter.
  ///   - zoneWindow: The period in which zones are compared. By default, it is from a year before
  ///     `firesFrom` to five years after it. Without `firesFrom`, 2026-01-01 is used instead.
  public init(
    includesComponentsWithoutAlarms: Bool = false, includesAllToDos: Bool = false,
    firesFrom: Instant? = nil, zoneWindow: Range<Instant>? = nil
  ) {
    self.includesComponentsWithoutAlarms = includesComponentsWithoutAlarms
    self.includesAllToDos = includesAllToDos
    self.firesFrom = firesFrom
    self.zoneWindow = zoneWindow ?? ReadingOptions.window(around: firesFrom)
  }

  /// The period in which a contradiction between a VTIMEZONE and the zone that it names matters.
  var firingWindow: Range<Instant> {
    let start = firesFrom ?? zoneWindow.lowerBound
    return start..<max(start, firesUntil ?? zoneWindow.upperBound)
  }

  /// The first instant from which components are read; nil if all are read.
  var earliest: Instant? { firesFrom.map { min($0, remembersFrom ?? $0) } }

  /// 2026-01-01T00:00:00Z, the default, because the reader never reads the clock.
  private static let defaultNow = Instant(secondsSince1970: 1_767_225_600)

  private static func window(around instant: Instant?) -> Range<Instant> {
    let year = 366 * 86_400
    let now = instant ?? defaultNow
    return (now - year)..<(now + 5 * year)
  }
}
