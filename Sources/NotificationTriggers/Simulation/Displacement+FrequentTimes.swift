import CivilTime

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
