public import CivilTime

/// When an occurrence happens that a fire reminds of.
///
/// ```swift
/// let start = Instant(iso8601: "2028-01-03T08:00:00Z")!
/// let occurrence = Occurrence(start: start, end: start + 900, zone: .gmt)
/// print(occurrence.end!, occurrence.isAllDay)  // 2028-01-03T08:15:00Z false
/// ```
public struct Occurrence: Hashable, Sendable {
  /// The start; nil for a to-do that has only DUE.
  public let start: Instant?
  /// The end, or when a to-do is due, which is no part of it any more; nil for a to-do that is
  /// never due.
  public let end: Instant?
  /// Whether both are days: their instants are midnights on the device.
  public let isAllDay: Bool
  /// The zone in which it stands in the calendar; the device's where it follows the device.
  public let zone: Zone
  /// Whether the calendar names the zone: neither does what follows the device, nor an instant in
  /// UTC, which many programs write for any event.
  package let namesZone: Bool
  /// What it is.
  package let kind: CalendarComponent.Kind

  /// Makes an occurrence of an event.
  ///
  /// - Parameters:
  ///   - start: The start.
  ///   - end: The end.
  ///   - isAllDay: Whether both are days.
  ///   - zone: The zone in which it stands in the calendar.
  public init(start: Instant, end: Instant, isAllDay: Bool = false, zone: Zone) {
    self.init(
      kind: .event, start: start, end: end, isAllDay: isAllDay, zone: zone, namesZone: !isAllDay)
  }

  /// Makes an occurrence.
  package init(
    kind: CalendarComponent.Kind, start: Instant?, end: Instant?, isAllDay: Bool, zone: Zone,
    namesZone: Bool
  ) {
    self.kind = kind
    self.namesZone = namesZone
    self.start = start
    self.end = end
    self.isAllDay = isAllDay
    self.zone = zone
  }
}
