package import CivilTime

extension CalendarPattern {
  /// The distance from clock changes beyond which arithmetic gives the fire, in seconds: 30 hours.
  ///
  /// Foundation's search steps over the hours of a day and starts at the beginning of the hour and
  /// the day of its start.
  package static let marginAroundTransitions = 30 * 3_600

  /// Returns the date that Foundation's calendar gives for the pattern after an instant.
  ///
  /// That is `nextDate(after:matching:matchingPolicy:repeatedTimePolicy:direction:)` of a Gregorian
  /// calendar in the zone with `.nextTimePreservingSmallerComponents` and `.first`. The result is
  /// equal to the second, from 1970 to the end of the zone's table. Far from clock changes it is
  /// computed by arithmetic. Near them it depends on the steps of Foundation's search, which
  /// ``NextDateSearch`` reproduces.
  ///
  /// - Parameters:
  ///   - base: The start of the search; the result is strictly after it.
  ///   - zone: The zone of the wall clock.
  /// - Returns: The next fire; nil if the pattern is a date that has passed.
  package func nextFire(after base: Instant, in zone: Zone) -> Instant? {
    guard step == nil else { return nextKeptFire(after: base, in: zone) }
    let count = zone.transitionCount(upTo: base)
    let offset = zone.offset(afterTransitions: count)
    let local = CivilDateTime(secondsSince1970: base.secondsSince1970 &+ offset)
    guard let nominal = firstTime(after: local) else {
      return isNearTransition(base, count: count, in: zone)
        ? searchedFire(after: base, in: zone) : nil
    }
    let answer = Instant(secondsSince1970: nominal.secondsSince1970 &- offset)
    let isNear = isNearTransition(base, count: count, in: zone)
    let next = count < zone.transitions.count ? zone.transitions[count].instant : nil
    let isBeforeNext = next.map { answer + CalendarPattern.marginAroundTransitions < $0 } ?? true
    if !isNear, isBeforeNext { return answer }
    if isNear { return searchedFire(after: base, in: zone) }
    let countThere = zone.transitionCount(upTo: answer)
    let corrected = Instant(
      secondsSince1970: nominal.secondsSince1970 &- zone.offset(afterTransitions: countThere))
    return isNearTransition(corrected, count: countThere, in: zone)
      ? searchedFire(after: base, in: zone) : corrected
  }

  /// Returns the next fire of a pattern that keeps some days, of which Foundation knows nothing.
  private func nextKeptFire(after base: Instant, in zone: Zone) -> Instant? {
    var last = zone.civil(at: base)
    while let civil = firstTime(after: last) {
      let instant = zone.instant(of: civil)
      if instant > base { return instant }
      last = civil
    }
    return nil
  }

  /// The first time of the pattern strictly after a wall-clock time, without clock changes.
  package func firstTime(after civil: CivilDateTime) -> CivilDateTime? {
    let offset = time.offsetInPeriod
    let period = time.period
    let elapsed = (civil.secondsSince1970 &- offset).floorModulo(period)
    let next = civil + (period &- elapsed)
    if let step {
      return step.firstDay(from: next.dayNumber, of: days).map {
        CivilDateTime(dayNumber: $0, secondOfDay: offset)
      }
    }
    if case .everyDay = days { return next }
    let day = next.dayNumber
    guard let firstDay = days.firstDay(from: day) else { return nil }
    return firstDay == day ? next : CivilDateTime(dayNumber: firstDay, secondOfDay: offset)
  }

  private func isNearTransition(_ instant: Instant, count: Int, in zone: Zone) -> Bool {
    let transitions = zone.transitions
    if count > 0,
      instant - transitions[count - 1].instant < CalendarPattern.marginAroundTransitions
    {
      return true
    }
    return count < transitions.count
      && transitions[count].instant - instant <= CalendarPattern.marginAroundTransitions
  }

  /// Returns the next fire with Foundation's search.
  ///
  /// A date that has passed never fires. Foundation sometimes returns the first of the next month
  /// for such a date, but requests with it are never made.
  private func searchedFire(after base: Instant, in zone: Zone) -> Instant? {
    let answer = NextDateSearch(wanted: components, zone: zone).next(after: base)
    guard case .once(let date) = days, let answer else { return answer }
    if zone.civil(at: answer).dayNumber == date.dayNumber { return answer }
    let nominal = CivilDateTime(dayNumber: date.dayNumber, secondOfDay: time.offsetInPeriod)
    guard case .gap = zone.resolve(nominal), zone.civil(at: base) < nominal else { return nil }
    return answer
  }
}
