package import CivilTime

/// A wall-clock time of a pattern that a clock change skips or repeats, and what fires for it.
package struct Displacement: Hashable, Sendable {
  /// What a trigger does about such a time.
  package enum Outcome: Hashable, Sendable {
    /// Nothing: the time does not come, and no fire stands for it.
    case dropped
    /// One fire, at an instant that shows another time.
    case moved(to: Instant)
    /// One fire in each pass of the clock, where RFC 5545 asks for the first.
    case repeated(first: Instant, second: Instant)
  }

  /// The time as the pattern names it.
  package let nominal: CivilDateTime
  /// What fires for it.
  package let outcome: Outcome

  /// The day, as days since 1970-01-01.
  package var dayNumber: Int { nominal.dayNumber }
}

extension CalendarPattern {
  /// The times of the pattern that the clock changes in a range of instants displace, ascending.
  ///
  /// What fires is simulated, in the chain of fires of a repeating trigger: a fire that one gap has
  /// moved can make the search miss the next. Any other time of the pattern fires at its instant.
  ///
  /// - Parameters:
  ///   - range: The clock changes that are looked at, by their instants.
  ///   - zone: The zone whose wall clock is read.
  /// - Returns: One entry for each displaced time; a fold that fires in its first pass only has
  ///   none.
  package func displacements(in range: Range<Instant>, zone: Zone) -> [Displacement] {
    if case .time = time {
      var result: [Displacement] = []
      for transition in zone.transitions(in: range) {
        for nominal in nominals(at: transition) {
          let base = searchBase(for: nominal, after: result.last, in: zone)
          let outcome = outcome(of: nominal, askedAt: base, in: zone)
          if let outcome { result.append(Displacement(nominal: nominal, outcome: outcome)) }
        }
      }
      return result
    }
    return displacementsOfFrequentTimes(in: range, zone: zone)
  }

  /// The times of the pattern that a clock change may displace, ascending.
  func nominals(at transition: Zone.Transition) -> [CivilDateTime] {
    let hours = transition.affectedHours
    var nominals: [CivilDateTime] = []
    var next = firstTime(after: hours.lowerBound + -1)
    while let nominal = next, nominal < hours.upperBound {
      nominals.append(nominal)
      next = firstTime(after: nominal)
    }
    return nominals
  }

  /// What becomes of a daily or rarer time; nil where it fires at its instant.
  private func outcome(
    of nominal: CivilDateTime, askedAt base: Instant, in zone: Zone
  ) -> Displacement.Outcome? {
    guard let fire = nextFire(after: base, in: zone),
      zone.civil(at: fire).dayNumber == nominal.dayNumber
        || abs(fire - zone.instant(of: nominal)) < 43_200
    else { return .dropped }
    if case .gap = zone.resolve(nominal) { return .moved(to: fire) }
    return fire == zone.instant(of: nominal) ? nil : .moved(to: fire)
  }

  /// Where the search for a time starts: at the pattern's fire before it, or a day before it.
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
  /// The full hours of the wall clock that the transition may concern.
  ///
  /// Foundation's search goes by full hours: a change within one can displace its other times.
  var affectedHours: Range<CivilDateTime> {
    let affected = affectedCivil
    let start = affected.lowerBound.secondsSince1970.floorQuotient(3_600) * 3_600
    let end = (affected.upperBound.secondsSince1970 + 3_599).floorQuotient(3_600) * 3_600
    return CivilDateTime(secondsSince1970: start)..<CivilDateTime(secondsSince1970: end)
  }
}
