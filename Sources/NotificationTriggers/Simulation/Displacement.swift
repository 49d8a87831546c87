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

extension CalendarPattern {
  /// How many fires of a chain are followed before the full hours about a clock change.
  ///
  /// Where each fire stands for its own time, the next one is searched for from it alone: one would
  /// do.
  private static let leadIn = 6

  /// What two clock changes have in common that do the same to each day's times.
  private struct Change: Hashable {
    let secondOfDay: Int
    let offsetBefore: Int
    let offsetAfter: Int

    /// Nil for a change that has another one near.
    init?(_ transition: Zone.Transition, in zone: Zone) {
      let near = 3 * 86_400
      guard
        zone.transitions(in: transition.instant - near..<transition.instant + near).count == 1
      else { return nil }
      let seconds = transition.instant.secondsSince1970
      secondOfDay = seconds - seconds.floorQuotient(86_400) * 86_400
      offsetBefore = transition.offsetBefore
      offsetAfter = transition.offsetAfter
    }
  }

  /// What clock changes do to a pattern of every hour or minute.
  ///
  /// Of one that fires each day, what is simulated for a change holds for all that come at the same
  /// time of day by as much: up to 2100 a zone has a hundred and fifty of two kinds.
  func displacementsOfFrequentTimes(in range: Range<Instant>, zone: Zone) -> [Displacement] {
    var result: [Displacement] = []
    var simulated: [Change: (at: Instant, displacements: [Displacement])] = [:]
    for transition in zone.transitions(in: range) {
      let change = days == .everyDay ? Change(transition, in: zone) : nil
      if let change, let known = simulated[change] {
        let later = transition.instant - known.at
        result += known.displacements.map { $0.moved(by: later) }
        continue
      }
      let found = displacementsOfFrequentTimes(at: transition, in: zone)
      if let change { simulated[change] = (transition.instant, found) }
      result += found
    }
    return result
  }

  private func displacementsOfFrequentTimes(
    at transition: Zone.Transition, in zone: Zone
  ) -> [Displacement] {
    let nominals = nominals(at: transition)
    guard !nominals.isEmpty else { return [] }
    let hours = transition.affectedHours
    let reach = hours.upperBound.secondsSince1970 - hours.lowerBound.secondsSince1970
    let leadIn = CalendarPattern.leadIn * time.period + 3_600
    let fires = Array(
      CalendarFires(
        of: self, in: zone, addedAt: transition.instant - leadIn - reach,
        until: transition.instant + reach))
    return nominals.compactMap { nominal in
      outcome(of: nominal, among: fires, in: zone).map {
        Displacement(nominal: nominal, outcome: $0)
      }
    }
  }

  /// What becomes of a time that comes every hour or minute; nil where it fires at its instant.
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

extension Displacement {
  /// The same some days later.
  fileprivate func moved(by seconds: Int) -> Displacement {
    let outcome: Outcome =
      switch outcome {
      case .dropped: .dropped
      case .moved(let instant): .moved(to: instant + seconds)
      case .repeated(let first, let second):
        .repeated(first: first + seconds, second: second + seconds)
      }
    return Displacement(nominal: nominal + seconds, outcome: outcome)
  }
}
