public import CivilTime

/// What a reader may leave out, and what it compares zones over.
///
/// ```swift
/// let now = Instant(iso8601: "2028-01-03T07:00:00Z")!
/// let options = ReadingOptions(includesComponentsWithoutAlarms: true, firesFrom: now)
/// print(options.includesAllToDos, options.zoneWindow.lowerBound)  // false 2027-01-02T07:00:00Z
/// ```
public struct ReadingOptions: Hashable, Sendable {
  /// Whether components without a VALARM are read too, because default alarms are asked for.
  public var includesComponentsWithoutAlarms: Bool
  /// Whether all to-dos are read, because those that are overdue are asked for.
  public var includesAllToDos: Bool
  /// Whether the DESCRIPTION of components is kept, because what is shown has it.
  public var includesDetails = false
  /// Whether CLASS, STATUS, TRANSP, ORGANIZER and ATTENDEE of components are kept, because rules
  /// ask for them.
  public var includesAttributes = false
  /// The first instant at which a fire matters; nil where all do.
  ///
  /// A component that does not recur and provably has no fire from here on may be left out. What
  /// counts as proof allows for default alarms of at most 100 days before or after the start.
  public var firesFrom: Instant?
  /// The first instant of which something is told though nothing of it fires any more; nil where
  /// nothing is told of the past.
  ///
  /// What is past since then is read as well, and changes nothing in how all else is read.
  public var remembersFrom: Instant?
  /// The instant from which on fires no longer matter; nil if all do.
  public var firesUntil: Instant?
  /// The instants over which a VTIMEZONE is compared with IANA zones that it doesn't name.
  ///
  /// The recent and next years: neither ancient history nor a far future makes two zones differ.
  public var zoneWindow: Range<Instant>
  /// The zone of local times without a zone; nil for that of the device.
  public var floatingZone: FloatingZone?
  /// The zone of the device; nil if it is unknown, which counts as GMT.
  ///
  /// Floating and all-day times stay without a zone. The device's zone is for values that should be
  /// instants: a TRIGGER without a zone, and an UNTIL or EXDATE in UTC of an all-day series. A
  /// calendar's X-WR-TIMEZONE is compared with it.
  public var deviceZone: Zone?

  /// A zone for local times without one.
  public enum FloatingZone: Hashable, Sendable {
    /// The zone that X-WR-TIMEZONE of their calendar names.
    case calendar
    /// This zone.
    case zone(Zone)
  }

  /// Makes options.
  ///
  /// - Parameters:
  ///   - includesComponentsWithoutAlarms: Whether components without a VALARM are read too.
  ///   - includesAllToDos: Whether all to-dos are read.
  ///   - firesFrom: The first instant at which a fire matters.
  ///   - zoneWindow: The instants over which a VTIMEZONE is compared; by default from a year
  ///     before `firesFrom` to five years after it, else around 2026-01-01.
  public init(
    includesComponentsWithoutAlarms: Bool = false, includesAllToDos: Bool = false,
    firesFrom: Instant? = nil, zoneWindow: Range<Instant>? = nil
  ) {
    self.includesComponentsWithoutAlarms = includesComponentsWithoutAlarms
    self.includesAllToDos = includesAllToDos
    self.firesFrom = firesFrom
    self.zoneWindow = zoneWindow ?? ReadingOptions.window(around: firesFrom)
  }

  /// The instants at which it matters that a VTIMEZONE contradicts the zone that it names.
  var firingWindow: Range<Instant> {
    let start = firesFrom ?? zoneWindow.lowerBound
    return start..<max(start, firesUntil ?? zoneWindow.upperBound)
  }

  /// The first instant of which anything is read; nil for no first one.
  var earliest: Instant? { firesFrom.map { min($0, remembersFrom ?? $0) } }

  /// Whether what is left out by these options is left out by others, too.
  func leaveOutNoMore(than others: ReadingOptions) -> Bool {
    guard includesComponentsWithoutAlarms || !others.includesComponentsWithoutAlarms,
      includesAllToDos || !others.includesAllToDos
    else { return false }
    guard let earliest else { return true }
    return others.earliest.map { earliest <= $0 } ?? false
  }

  /// 2026-01-01T00:00:00Z, where nothing is asked: the reader never looks at a clock.
  private static let defaultNow = Instant(secondsSince1970: 1_767_225_600)

  private static func window(around instant: Instant?) -> Range<Instant> {
    let year = 366 * 86_400
    let now = instant ?? defaultNow
    return (now - year)..<(now + 5 * year)
  }
}
