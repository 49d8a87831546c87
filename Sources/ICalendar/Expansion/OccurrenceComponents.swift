package import CivilTime

extension SeriesExpansion {
  /// Returns components that each represent a single occurrence, so that changes to a component
  /// affect only that occurrence.
  ///
  /// - Parameter originals: The original starts of the occurrences, or the due dates of to-dos
  ///   without a start.
  /// - Returns: The components by original start. A component is created if the occurrence doesn't
  ///   have its own yet. Instants without an occurrence are omitted.
  package func occurrenceComponents(
    forOccurrencesAt originals: Set<Instant>
  ) -> [Instant: OccurrenceComponent] {
    var occurrenceComponents: [Instant: OccurrenceComponent] = [:]
    for place in series.firstOverride..<components.count {
      guard let recurrenceID = components[place].recurrenceID,
        !recurrenceID.isThisAndFuture || starts == nil
      else { continue }
      let original = OccurrenceStarts.originalStart(
        recurrenceID, like: starts?.anchor, onDeviceIn: deviceZone)
      // If two overrides have the same original start, the first one is used.
      if originals.contains(original), occurrenceComponents[original] == nil {
        occurrenceComponents[original] = OccurrenceComponent(
          place: place, component: series.components[place])
      }
    }
    for original in originals where occurrenceComponents[original] == nil {
      occurrenceComponents[original] = newOccurrenceComponent(forOccurrenceAt: original)
    }
    return occurrenceComponents
  }

  /// Makes a component for an occurrence that doesn't have its own; nil if the occurrence doesn't
  /// exist.
  private func newOccurrenceComponent(forOccurrenceAt original: Instant) -> OccurrenceComponent? {
    guard let starts else { return nil }
    if series.components.count == 1, series.components[0].rules.isEmpty,
      series.components[0].recurrenceDates.isEmpty
    {
      // A rescheduled event is another occurrence.
      return starts.anchor.instant(onDeviceIn: deviceZone) == original
        ? OccurrenceComponent(place: 0, component: series.components[0]) : nil
    }
    for segment in segments {
      let start: Instant
      if segment.change == original, let own = ownStart(of: segment) {
        start = own
      } else if segment.originals.contains(original),
        let found = starts.starts(
          in: original..<original + 1, limit: SeriesExpansion.maximumFires
        ).starts.first
      {
        start = segment.shift.start(of: found)
      } else {
        continue
      }
      return OccurrenceComponent(
        place: nil, component: override(of: segment.component, original, startingAt: start))
    }
    return nil
  }

  /// Makes an override of one occurrence that doesn't change it.
  private func override(
    of index: Int, _ original: Instant, startingAt start: Instant
  ) -> CalendarComponent {
    var component = series.components[index]
    let occurrence = occurrence(ofComponent: index, startingAt: start)
    component.recurrenceID = CalendarComponent.RecurrenceID(
      time(at: original, like: starts?.anchor ?? component.anchor))
    (component.rules, component.exceptionRules) = ([], [])
    (component.recurrenceDates, component.exceptionDates) = ([], [])
    // Absolute alarms and snoozes belong to the series, because they fire once.
    component.alarms = component.alarms.map { $0.flatMap { $0.isAbsolute ? nil : $0 } }
    component.snoozedUntil = []
    guard let own = component.start else {
      // For a to-do without a start, the occurrence's end is its due date.
      if let end = occurrence?.end {
        component.extent = .until(time(at: end, like: component.anchor))
      }
      return component
    }
    component.start = time(at: start, like: own)
    if let due = component.due {
      // Its due time can be before the start, or a date.
      if let end = occurrence?.end { component.extent = .until(time(at: end, like: due)) }
      return component
    }
    let isNominal = if case .lasting = component.extent { periods[start] == nil } else { false }
    if !isNominal, component.extent != .unspecified || periods[start] != nil,
      let end = occurrence?.end
    {
      let length =
        own.isDate
        ? CalendarDuration(
          days: deviceZone.civil(at: end).dayNumber - deviceZone.civil(at: start).dayNumber)
        : CalendarDuration(seconds: end - start)
      component.extent = .lasting(length)
    }
    return component
  }

  /// Returns an instant in the form of another time: with the same type and zone.
  private func time(at instant: Instant, like other: CalendarTime?) -> CalendarTime {
    guard let other else { return CalendarTime(instant.civilInUTC, reference: .utc) }
    let zone = other.zone(onDeviceIn: deviceZone)
    let civil = zone.civil(at: instant)
    if other.isDate { return CalendarTime(CivilDateTime(civil.date), isDate: true) }
    // In a repeated hour, a local time would mean the first pass.
    guard zone.instant(of: civil) == instant || other.reference == .floating else {
      return CalendarTime(instant.civilInUTC, reference: .utc)
    }
    return CalendarTime(civil, reference: other.reference)
  }
}
