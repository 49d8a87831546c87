package import CivilTime

extension SeriesExpansion {
  /// The components that stand for some occurrences, each for one and no other: what is said of it
  /// is said of that occurrence alone.
  ///
  /// - Parameter originals: The original starts of the occurrences, or when to-dos without a start
  ///   are due.
  /// - Returns: The components by original start, made where none stands there yet; none for what is
  ///   no occurrence.
  package func standIns(
    forOccurrencesAt originals: Set<Instant>
  ) -> [Instant: OccurrenceStandIn] {
    var standIns: [Instant: OccurrenceStandIn] = [:]
    for place in series.firstOverride..<components.count {
      guard let recurrenceID = components[place].recurrenceID,
        !recurrenceID.isThisAndFuture || starts == nil
      else { continue }
      let original = OccurrenceStarts.originalStart(
        recurrenceID, like: starts?.anchor, onDeviceIn: deviceZone)
      // Of two for one occurrence both would have to be silent.
      if originals.contains(original), standIns[original] == nil {
        standIns[original] = OccurrenceStandIn(place: place, component: series.components[place])
      }
    }
    for original in originals where standIns[original] == nil {
      standIns[original] = newStandIn(forOccurrenceAt: original)
    }
    return standIns
  }

  /// A component for an occurrence that none stands for alone; nil where there is no such occurrence.
  private func newStandIn(forOccurrenceAt original: Instant) -> OccurrenceStandIn? {
    guard let starts else { return nil }
    if series.components.count == 1, series.components[0].rules.isEmpty,
      series.components[0].recurrenceDates.isEmpty
    {
      // One that has been rescheduled is another occurrence.
      return starts.anchor.instant(onDeviceIn: deviceZone) == original
        ? OccurrenceStandIn(place: 0, component: series.components[0]) : nil
    }
    for stretch in stretches {
      let start: Instant
      if stretch.change == original, let own = ownStart(of: stretch) {
        start = own
      } else if stretch.originals.contains(original),
        let found = starts.starts(
          in: original..<original + 1, limit: SeriesExpansion.maximumFires
        ).starts.first
      {
        start = stretch.shift.start(of: found)
      } else {
        continue
      }
      return OccurrenceStandIn(
        place: nil, component: override(of: stretch.component, original, startingAt: start))
    }
    return nil
  }

  /// A component as an override of one occurrence, which changes nothing about it.
  private func override(
    of index: Int, _ original: Instant, startingAt start: Instant
  ) -> CalendarComponent {
    var component = series.components[index]
    let occurrence = occurrence(ofComponent: index, startingAt: start)
    component.recurrenceID = CalendarComponent.RecurrenceID(
      time(at: original, like: starts?.anchor ?? component.anchor))
    (component.rules, component.exceptionRules) = ([], [])
    (component.recurrenceDates, component.exceptionDates) = ([], [])
    // What fires once however often the series recurs is the series' own.
    component.alarms = component.alarms.map { $0.flatMap { $0.isAbsolute ? nil : $0 } }
    component.snoozedUntil = []
    guard let own = component.start else {
      // Of a to-do that has only DUE, that is when it starts.
      if let end = occurrence?.end {
        component.extent = .until(time(at: end, like: component.anchor))
      }
      return component
    }
    component.start = time(at: start, like: own)
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

  /// An instant as a calendar writes it, in the manner of another time.
  private func time(at instant: Instant, like other: CalendarTime?) -> CalendarTime {
    guard let other else { return CalendarTime(instant.civilInUTC, reference: .utc) }
    let zone = other.zone(onDeviceIn: deviceZone)
    let civil = zone.civil(at: instant)
    if other.isDate { return CalendarTime(CivilDateTime(civil.date), isDate: true) }
    // A time that the clock shows twice would be the first of the two.
    guard zone.instant(of: civil) == instant || other.reference == .floating else {
      return CalendarTime(instant.civilInUTC, reference: .utc)
    }
    return CalendarTime(civil, reference: other.reference)
  }
}
