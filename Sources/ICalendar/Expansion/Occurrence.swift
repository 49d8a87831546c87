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

extension SeriesExpansion {
  /// The occurrence that a fire reminds of.
  ///
  /// - Parameter fire: A fire of the series.
  /// - Returns: The occurrence; nil where a fire belongs to none of several, as that of an absolute
  ///   trigger.
  package func occurrence(of fire: Fire) -> Occurrence? {
    occurrence(ofComponent: fire.component, startingAt: fire.occurrenceStart)
  }

  /// The occurrence of a component that counts from an instant; nil for the only one there is.
  package func occurrence(ofComponent index: Int, startingAt known: Instant?) -> Occurrence? {
    guard let counted = known ?? onlyStart(ofComponent: index) else { return nil }
    if index == 0, !periods.isEmpty, let period = periods[counted] {
      return period.occurrence(at: counted)
    }
    return timings[index]?.occurrence(at: counted)
  }

  /// The start of a component's only occurrence; nil where its series has several: exporters copy
  /// an absolute trigger into each override.
  private func onlyStart(ofComponent index: Int) -> Instant? {
    guard
      !series.hasMaster
        || (components[0].rules.isEmpty && components[0].recurrenceDates.isEmpty)
    else { return nil }
    return components[index].anchor?.instant(onDeviceIn: deviceZone)
  }

  /// What names the occurrence that a fire reminds of, wherever it has been moved: its original
  /// start (RECURRENCE-ID).
  ///
  /// - Parameter fire: A fire of the series.
  /// - Returns: `2028-01-03T08:00:00Z`; the local time without `Z` where the series follows the
  ///   device's zone, of all-day series the date; nil where the fire belongs to none of several.
  package func occurrenceName(of fire: Fire) -> String? {
    guard let original = originalStart(of: fire) else { return nil }
    let anchor = starts?.anchor ?? components[fire.component].anchor
    guard anchor?.reference == .floating else { return original.description }
    let civil = deviceZone.civil(at: original)
    return anchor?.isDate == true ? civil.date.description : civil.description
  }

  /// Where the occurrence that a fire reminds of started before an override moved it.
  package func originalStart(of fire: Fire) -> Instant? {
    let recurrenceID = components[fire.component].recurrenceID
    if fire.component >= series.firstOverride, let recurrenceID,
      !recurrenceID.isThisAndFuture || starts == nil
    {
      return OccurrenceStarts.originalStart(
        recurrenceID, like: starts?.anchor, onDeviceIn: deviceZone)
    }
    guard let start = fire.occurrenceStart ?? onlyStart(ofComponent: fire.component) else {
      return nil
    }
    guard fire.component > 0, let starts else { return start }
    guard let stretch = stretches.first(where: { $0.component == fire.component }) else {
      return start
    }
    if let change = stretch.change, ownStart(of: stretch) == start { return change }
    let near = start + -stretch.shift.seconds
    for distance in SeriesExpansion.clockDistances {
      let range = (near - distance..<near + distance).clamped(to: SeriesExpansion.calendar)
      let found = starts.starts(in: range, limit: SeriesExpansion.maximumFires)
      if let original = found.starts.first(where: { stretch.shift.start(of: $0) == start }) {
        return original.instant
      }
    }
    return nil
  }

  /// How far a shift by the clock can be from one by the seconds, in seconds: as far as a clock is
  /// changed; where a country has skipped a day, a day and some hours.
  private static let clockDistances = [2 * 3_600 + 1, 28 * 3_600]

  /// All original starts from the first on, as far as a number of them.
  ///
  /// - Parameters:
  ///   - end: The instant before which they are looked for.
  ///   - limit: The most that are looked at.
  /// - Returns: The starts, ascending, each once; nil where there are more, or none can be known.
  package func originalStarts(before end: Instant, limit: Int) -> [Instant]? {
    guard let starts else { return nil }
    let range = SeriesExpansion.calendar.lowerBound..<end
    guard !range.isEmpty else { return [] }
    let found = starts.starts(in: range.clamped(to: SeriesExpansion.calendar), limit: limit)
    return found.cut == nil ? found.instants : nil
  }

  /// The whole years from the first occurrence to another one, as those of a birthday.
  ///
  /// - Parameters:
  ///   - occurrence: The other one.
  ///   - deviceZone: The device's zone, for what follows it.
  /// - Returns: The years; nil where nobody knows when the first was: exporters write 1604 for a
  ///   year that nobody knows, or say so.
  package func age(at occurrence: Occurrence, onDeviceIn deviceZone: Zone) -> Int? {
    guard let first = starts?.anchor ?? components.first?.anchor,
      let instant = occurrence.start ?? occurrence.end
    else { return nil }
    let origin = first.civil.date
    let year = components[0].originYear ?? origin.year
    guard year > SeriesExpansion.unknownYear else { return nil }
    let clock = first.reference == .floating ? deviceZone : zone
    let date = clock.civil(at: instant).date
    // Who was born on a 29 February is a year older on the 28th, where there is no other.
    let isLeapDay = (origin.month, origin.day) == (2, 29)
    let isEarlier = (date.month, date.day) < (origin.month, isLeapDay ? 28 : origin.day)
    let years = date.year - year - (isEarlier ? 1 : 0)
    return years >= 0 ? years : nil
  }

  /// What Apple's contacts write for a year that nobody knows, the first leap year that its
  /// calendar has.
  private static let unknownYear = 1_604

  /// Whether the series ends: each of its rules has COUNT or UNTIL.
  package var isFinite: Bool {
    rules.allSatisfy { $0.rule.count != nil || $0.rule.until != nil }
  }
}

extension SeriesExpansion {
  /// Original starts without those of occurrences of an event that overrides cancel.
  ///
  /// - Parameter known: Original starts, ascending.
  /// - Returns: Those that are left.
  package func withoutCancelled(_ known: [Instant]) -> [Instant] {
    let cancelled = Set(
      (series.firstOverride..<components.count).compactMap { index -> Instant? in
        guard isCancelled(index), let recurrenceID = components[index].recurrenceID,
          !recurrenceID.isThisAndFuture
        else { return nil }
        return OccurrenceStarts.originalStart(
          recurrenceID, like: starts?.anchor, onDeviceIn: deviceZone)
      })
    let ends = stretches.filter { $0.change != nil && isCancelled($0.component) }
      .map {
        min($0.change ?? $0.originals.lowerBound, $0.originals.lowerBound)..<$0.originals.upperBound
      }
    guard !cancelled.isEmpty || !ends.isEmpty else { return known }
    return known.filter { start in
      !cancelled.contains(start) && !ends.contains { $0.contains(start) }
    }
  }

  private func isCancelled(_ index: Int) -> Bool {
    components[index].kind == .event && components[index].isSilent
  }
}
