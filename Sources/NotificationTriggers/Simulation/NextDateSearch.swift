internal import CivilTime

/// A reproduction of Foundation's search for the next date, for the components of a pattern.
///
/// It is needed only near clock changes. There the result depends on the periods that the search
/// steps over, on its definition of a mismatch, and on its restarts. The model follows Foundation's
/// Gregorian calendar (swift-foundation, `Calendar_Enumerate`) and is tested against it.
struct NextDateSearch {
  let wanted: TriggerComponents
  let zone: Zone

  /// The number of restarts before the search fails; the same number as in Foundation.
  private static let maximumRestarts = 100

  /// The first match strictly after an instant; nil if Foundation's search fails.
  func next(after base: Instant) -> Instant? {
    var start = base
    for _ in 0...NextDateSearch.maximumRestarts {
      let walk = NextDatePass(to: withYearOrMonth(from: start), in: zone)
      var match = walk.candidate(from: start)
      var isApproximate = false
      let differing = mismatches(at: match, of: walk.wanted)
      if let unit = differing.first {
        if differing.isHourAlone, let moved = movedOverGap(match) {
          match = moved
          isApproximate = true
        } else if unit <= .month {
          if walk.wanted.day != nil {
            guard let first = firstOfNextMonth(for: walk.wanted, from: start) else {
              start = end(ofPeriodAbove: wanted.largestUnit, at: start)
              continue
            }
            match = first
            isApproximate = true
          }
        } else {
          match = NextDatePass(to: wanted, in: zone)
            .candidate(from: end(ofPeriodAbove: unit, at: start))
        }
      }
      if match > base, isApproximate || mismatches(at: match, of: wanted).isEmpty { return match }
      start = restart(after: start, match: match, base: base)
    }
    return nil
  }

  /// The pattern's components with the year or month of the start.
  ///
  /// If the month or day has passed in it, the search then moves to the next year or month.
  private func withYearOrMonth(from start: Instant) -> TriggerComponents {
    var components = wanted
    let date = zone.civil(at: start).date
    switch wanted.largestUnit {
    case .month:
      components.year = date.year
      if let nominal = components.nominalTime, start > zone.instant(of: nominal) {
        components.year = date.year + 1
      }
    case .day:
      if let day = wanted.day, day > date.day { components.month = date.month }
    default: break
    }
    return components
  }

  /// The fire for a time in a gap, if the pass ended in an hour next to the gap; otherwise nil.
  ///
  /// From the hour before the gap, the fire moves an hour later. Directly after the gap, it stays.
  private func movedOverGap(_ match: Instant) -> Instant? {
    let hourStart = zone.hourStart(at: match)
    let hour = zone.civil(at: hourStart).hour
    let hourAfter = zone.civil(at: hourStart + 3_600).hour
    if hourAfter - hour > 1 || (hour == 23 && hourAfter > 0) { return match + 3_600 }
    let hourBefore = zone.civil(at: hourStart - 1).hour
    if hour - hourBefore > 1 || (hourBefore == 23 && hour > 0) { return match }
    return nil
  }

  /// The first of the next month, as a substitute for a date that the year seems to lack.
  ///
  /// Foundation intends it for 29 February. The search also uses it if a gap of two hours skips the
  /// time, or a gap of forty minutes skips midnight.
  private func firstOfNextMonth(for pinned: TriggerComponents, from start: Instant) -> Instant? {
    let date = zone.civil(at: start).date
    guard let month = pinned.month, let day = pinned.day, (month, day) != (date.month, date.day)
    else { return nil }
    var components = pinned
    components.year = max(pinned.year ?? date.year, date.year)
    components.month = month % 12 + 1
    components.day = 1
    let first = NextDatePass(to: components, in: zone).candidate(from: start)
    return mismatches(at: first, of: components).isEmpty ? first : nil
  }

  /// The start of the next pass after a candidate that is not the result.
  private func restart(after start: Instant, match: Instant, base: Instant) -> Instant {
    // If the hour occurs twice, its second pass may still be after `base`.
    if match < base, wanted.largestUnit == .hour,
      zone.civil(at: match).hour == zone.civil(at: match + 3_600).hour
    {
      return match + 3_600
    }
    let next = end(ofPeriodAbove: wanted.largestUnit, at: start)
    return match < next ? next : instantBeyond(match)
  }

  /// One of the pattern's smallest unit later, in Foundation's order of units.
  ///
  /// This is a week if the pattern has the ordinal of a weekday. If a gap moved the previous fire,
  /// this step skips the next year in which the date falls into a gap.
  private func instantBeyond(_ match: Instant) -> Instant {
    let days = wanted.weekdayOrdinal != nil ? 7 : wanted.weekday != nil ? 1 : 0
    return days == 0 ? match + 1 : zone.instant(of: zone.civil(at: match) + days * 86_400)
  }

  /// The first instant after the period in which each value of a unit occurs once.
  private func end(ofPeriodAbove unit: DateUnit, at instant: Instant) -> Instant {
    switch unit {
    case .year, .month: zone.yearStart(zone.civil(at: instant).date.year + 1)
    case .day, .weekdayOrdinal: zone.monthEnd(at: instant)
    case .weekday: zone.weekEnd(at: instant)
    case .hour: zone.dayEnd(at: instant)
    case .minute: zone.hourStart(at: instant) + 3_600
    case .second: instant.minuteStart + 60
    }
  }

  private func mismatches(
    at instant: Instant, of components: TriggerComponents
  ) -> Mismatches {
    let fields = TriggerComponents(zone.civil(at: instant))
    var result = Mismatches()
    for unit in DateUnit.allCases {
      if let value = components[unit], value != fields[unit] { result.insert(unit) }
    }
    return result
  }
}

/// The units in which a candidate differs from the pattern's components.
///
/// The search needs only the first unit and whether there are more, so nothing is allocated.
private struct Mismatches {
  /// The largest unit; nil if all match.
  private(set) var first: DateUnit?
  private var isAlone = true

  var isEmpty: Bool { first == nil }
  var isHourAlone: Bool { isAlone && first == .hour }

  /// Adds a unit; call with larger units first.
  mutating func insert(_ unit: DateUnit) {
    if first == nil { first = unit } else { isAlone = false }
  }
}
