public import CivilTime

/// The time of the occurrence that a reminder is about.
///
/// ```swift
/// let start = Instant(iso8601: "2028-01-03T08:00:00Z")!
/// let occurrence = Occurrence(start: start, end: start + 900, zone: .gmt)
/// print(occurrence.end!, occurrence.isAllDay)  // 2028-01-03T08:15:00Z false
/// ```
public struct Occurrence: Hashable, Sendable {
  /// The start; nil for a to-do that has only DUE.
  public let start: Instant?
  /// The end, exclusive, or the due date of a to-do, which can be before the start; nil for a to-do
  /// without a due date.
  public let end: Instant?
  /// Whether the occurrence is all-day.
  ///
  /// Its start and end are then midnights in the device's zone. A to-do with a due time is all-day
  /// if it is due on a date. Its start can then be at any time.
  public let isAllDay: Bool
  /// The zone in the calendar, for a to-do that of DUE if it names one; the device's zone for
  /// floating times.
  public let zone: Zone
  /// Whether the calendar names the zone.
  ///
  /// False for floating times, and for times in UTC, which many programs write for every event.
  package let namesZone: Bool
  package let kind: CalendarComponent.Kind

  /// Makes an occurrence of an event.
  public init(start: Instant, end: Instant, isAllDay: Bool = false, zone: Zone) {
    self.init(
      kind: .event, start: start, end: end, isAllDay: isAllDay, zone: zone, namesZone: !isAllDay)
  }

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
  /// Returns the occurrence that a fire is about.
  ///
  /// - Parameter fire: A fire of the series.
  /// - Returns: The occurrence; nil if the series has several and the fire doesn't belong to one of
  ///   them, as with an absolute trigger.
  package func occurrence(of fire: Fire) -> Occurrence? {
    occurrence(ofComponent: fire.component, startingAt: fire.occurrenceStart)
  }

  /// Returns the occurrence of a component that starts at an instant.
  ///
  /// Without an instant, returns the component's only occurrence, or nil if the series has several.
  package func occurrence(ofComponent index: Int, startingAt known: Instant?) -> Occurrence? {
    guard let counted = known ?? onlyStart(ofComponent: index) else { return nil }
    if index == 0, !periods.isEmpty, let period = periods[counted] {
      return period.occurrence(at: counted)
    }
    return timings[index]?.occurrence(at: counted)
  }

  /// The start of a component's only occurrence; nil if the series has several occurrences.
  ///
  /// Exporters copy an absolute trigger into each override, so it doesn't belong to an occurrence.
  private func onlyStart(ofComponent index: Int) -> Instant? {
    guard
      !series.hasMaster
        || (components[0].rules.isEmpty && components[0].recurrenceDates.isEmpty)
    else { return nil }
    return components[index].anchor?.instant(onDeviceIn: deviceZone)
  }

  /// Returns the identity of the occurrence that a fire is about: its original start, as in
  /// RECURRENCE-ID, even if an override moved it.
  ///
  /// - Parameter fire: A fire of the series.
  /// - Returns: `2028-01-03T08:00:00Z`; the local time without `Z` for a floating series, and the
  ///   date for an all-day series. Nil if the series has several occurrences and the fire doesn't
  ///   belong to one of them.
  package func occurrenceName(of fire: Fire) -> String? {
    guard let original = originalStart(of: fire) else { return nil }
    let anchor = starts?.anchor ?? components[fire.component].anchor
    guard anchor?.reference == .floating else { return original.description }
    let civil = deviceZone.civil(at: original)
    return anchor?.isDate == true ? civil.date.description : civil.description
  }

  /// Returns the original start of the occurrence that a fire is about.
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
    guard let segment = alarmIndex.segment(ofComponent: fire.component).map({ segments[$0] }) else {
      return start
    }
    if let change = segment.change, ownStart(of: segment) == start { return change }
    let near = start + -segment.shift.seconds
    for distance in SeriesExpansion.clockDistances {
      let range = (near - distance..<near + distance).clamped(to: SeriesExpansion.calendar)
      let found = starts.starts(in: range, limit: SeriesExpansion.maximumFires)
      if let original = found.starts.first(where: { segment.shift.start(of: $0) == start }) {
        return original.instant
      }
    }
    return nil
  }

  /// The distances to try for a clock change between two instants, in seconds.
  ///
  /// The first is for a usual clock change, the second for a skipped day and some hours.
  private static let clockDistances = [2 * 3_600 + 1, 28 * 3_600]

  /// Returns all original starts before an instant.
  ///
  /// - Parameters:
  ///   - end: The instant.
  ///   - limit: The maximum number of starts.
  /// - Returns: The starts, ascending, without duplicates; nil if they exceed the limit or are
  ///   unknown.
  package func originalStarts(before end: Instant, limit: Int) -> [Instant]? {
    guard let starts else { return nil }
    let range = SeriesExpansion.calendar.lowerBound..<end
    guard !range.isEmpty else { return [] }
    let found = starts.starts(in: range.clamped(to: SeriesExpansion.calendar), limit: limit)
    return found.cut == nil ? found.instants : nil
  }

  /// Returns the whole years from the first occurrence to another one, such as the age at a
  /// birthday.
  ///
  /// - Parameters:
  ///   - occurrence: The other occurrence.
  ///   - deviceZone: The device's zone, for floating and all-day series.
  /// - Returns: The years; nil if the first year is unknown. Exporters write 1604 or mark the year
  ///   as unknown.
  package func age(at occurrence: Occurrence, onDeviceIn deviceZone: Zone) -> Int? {
    guard let first = starts?.anchor ?? components.first?.anchor,
      let instant = occurrence.start ?? occurrence.end
    else { return nil }
    let origin = first.civil.date
    let year = components[0].originYear ?? origin.year
    guard year > SeriesExpansion.unknownYear else { return nil }
    let clock = first.reference == .floating ? deviceZone : zone
    let date = clock.civil(at: instant).date
    // In common years, a person born on February 29 turns a year older on February 28.
    let isLeapDay = (origin.month, origin.day) == (2, 29)
    let isEarlier = (date.month, date.day) < (origin.month, isLeapDay ? 28 : origin.day)
    let years = date.year - year - (isEarlier ? 1 : 0)
    return years >= 0 ? years : nil
  }

  /// The year that Apple's contacts write if the year is unknown, the first leap year of its
  /// calendar.
  private static let unknownYear = 1_604

  /// Whether the series ends: each of its rules has COUNT or UNTIL.
  package var isFinite: Bool {
    rules.allSatisfy { $0.rule.count != nil || $0.rule.until != nil }
  }
}

extension SeriesExpansion {
  /// Returns original starts without those of an event's occurrences that overrides cancel.
  package func withoutCancelled(_ known: [Instant]) -> [Instant] {
    let cancelled = Set(
      (series.firstOverride..<components.count).compactMap { index -> Instant? in
        guard isCancelled(index), let recurrenceID = components[index].recurrenceID,
          !recurrenceID.isThisAndFuture
        else { return nil }
        return OccurrenceStarts.originalStart(
          recurrenceID, like: starts?.anchor, onDeviceIn: deviceZone)
      })
    let ends = segments.filter { $0.change != nil && isCancelled($0.component) }
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
