package import CivilTime

/// A wall-clock time of a pattern that a clock change skips or repeats, with the fires for it.
package struct Displacement: Hashable, Sendable {
  /// The fires of a trigger for such a time.
  package enum Outcome: Hashable, Sendable {
    /// No fire: the clock does not show the time.
    case dropped
    /// One fire, at an instant that shows another time.
    case moved(to: Instant)
    /// One fire in each pass of the clock.
    ///
    /// RFC 5545 uses only the first.
    case repeated(first: Instant, second: Instant)
  }

  /// The time that the pattern describes.
  package let nominal: CivilDateTime
  /// The fires for the time.
  package let outcome: Outcome

  /// The day, as days since 1970-01-01.
  package var dayNumber: Int { nominal.dayNumber }
}

extension CalendarPattern {
  /// Returns the times of the pattern that clock changes displace, in ascending order.
  ///
  /// The fires of a repeating trigger are simulated in sequence, because a fire that one gap has
  /// moved can make the search miss the next. All other times of the pattern fire at their
  /// instants.
  ///
  /// - Parameters:
  ///   - range: The range of instants of the clock changes.
  ///   - zone: The zone of the wall clock.
  ///   - isFirst: Whether those of the first clock change that displaces a time are enough.
  /// - Returns: One displacement for each displaced time. A repeated time that fires only in its
  ///   first pass is not displaced.
  package func displacements(
    in range: Range<Instant>, zone: Zone, isFirst: Bool = false
  ) -> [Displacement] {
    if case .time = time {
      var result: [Displacement] = []
      for transition in zone.transitions(in: range) where !isFirst || result.isEmpty {
        for nominal in nominals(at: transition) {
          let base = searchBase(for: nominal, after: result.last, in: zone)
          let outcome = outcome(of: nominal, searchingFrom: base, in: zone)
          if let outcome { result.append(Displacement(nominal: nominal, outcome: outcome)) }
        }
      }
      return result
    }
    return zone.transitions(in: range).flatMap { displacementsOfFrequentTimes(at: $0, in: zone) }
  }

  /// The times of the pattern that a clock change may displace, in ascending order.
  package func nominals(at transition: Zone.Transition) -> [CivilDateTime] {
    let hours = transition.affectedHours
    // Most times of day are far from most clock changes.
    if case .time(let time) = time, !hours.contains(time) { return [] }
    var nominals: [CivilDateTime] = []
    var next = firstTime(after: hours.lowerBound + -1)
    while let nominal = next, nominal < hours.upperBound {
      nominals.append(nominal)
      next = firstTime(after: nominal)
    }
    return nominals
  }

  /// The fires for a daily or less frequent time; nil if it fires at its instant.
  private func outcome(
    of nominal: CivilDateTime, searchingFrom base: Instant, in zone: Zone
  ) -> Displacement.Outcome? {
    guard let fire = nextFire(after: base, in: zone),
      zone.civil(at: fire).dayNumber == nominal.dayNumber
        || abs(fire - zone.instant(of: nominal)) < 43_200
    else { return .dropped }
    if case .gap = zone.resolve(nominal) { return .moved(to: fire) }
    return fire == zone.instant(of: nominal) ? nil : .moved(to: fire)
  }

  /// The start of the search for a time: the pattern's previous fire, or a day before the time.
  private func searchBase(
    for nominal: CivilDateTime, after last: Displacement?, in zone: Zone
  ) -> Instant {
    if let last, firstTime(after: last.nominal) == nominal, case .moved(let fire) = last.outcome {
      return fire
    }
    return zone.instant(of: nominal + -86_400)
  }
}

extension Zone.Transition {
  /// The full hours of the wall clock that the transition may affect.
  ///
  /// Foundation's search steps by full hours, so a change within an hour can displace its other
  /// times.
  var affectedHours: Range<CivilDateTime> {
    let affected = affectedCivil
    let start = affected.lowerBound.secondsSince1970.floorQuotient(3_600) * 3_600
    let end = (affected.upperBound.secondsSince1970 + 3_599).floorQuotient(3_600) * 3_600
    return CivilDateTime(secondsSince1970: start)..<CivilDateTime(secondsSince1970: end)
  }
}

extension CalendarPattern {
  /// The number of fires to simulate before the full hours around a clock change.
  ///
  /// One fire would suffice if each fire is at its own time, because the next search depends only
  /// on it.
  private static let leadIn = 6

  /// Returns the displacements for a pattern of every hour or minute.
  private func displacementsOfFrequentTimes(
    at transition: Zone.Transition, in zone: Zone
  ) -> [Displacement] {
    let nominals = nominals(at: transition)
    guard !nominals.isEmpty else { return [] }
    let hours = transition.affectedHours
    let reach = hours.upperBound.secondsSince1970 - hours.lowerBound.secondsSince1970
    let leadIn = CalendarPattern.leadIn * time.period + 3_600
    let fires = Array(
      TriggerFireDates(
        of: self, in: zone, addedAt: transition.instant - leadIn - reach,
        until: transition.instant + reach))
    return nominals.compactMap { nominal in
      outcome(of: nominal, among: fires, in: zone).map {
        Displacement(nominal: nominal, outcome: $0)
      }
    }
  }

  /// The fires for a time every hour or minute; nil if it fires only at its first instant.
  private func outcome(
    of nominal: CivilDateTime, among fires: [Instant], in zone: Zone
  ) -> Displacement.Outcome? {
    func isFired(_ instant: Instant) -> Bool {
      let place = fires.partitionPoint { $0 < instant }
      return place < fires.count && fires[place] == instant
    }
    switch zone.resolve(nominal) {
    case .gap: return .dropped
    case .unique(let instant): return isFired(instant) ? nil : .dropped
    case .fold(let first, let second):
      switch (isFired(first), isFired(second)) {
      case (true, true): return .repeated(first: first, second: second)
      case (true, false): return nil
      case (false, true): return .moved(to: second)
      case (false, false): return .dropped
      }
    }
  }
}
