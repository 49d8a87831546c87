internal import CivilTime

/// Foundation's search for the next date, step by step, for the component sets of a pattern.
///
/// Needed near clock changes only, where the answer depends on the path: which periods are walked
/// over, what counts as a mismatch, and where the search is taken up again. It models what
/// Foundation's Gregorian calendar does (swift-foundation, `Calendar_Enumerate`) and is tested
/// against it.
struct CalendarSearch {
  /// The components that the answer must have.
  let wanted: TriggerComponents
  /// The zone whose wall clock is read.
  let zone: Zone

  /// How often a search is taken up again before it gives up; Foundation's number.
  private static let maximumRestarts = 100

  /// The first match strictly after an instant; nil where Foundation gives up.
  func next(after base: Instant) -> Instant? {
    var start = base
    for _ in 0...CalendarSearch.maximumRestarts {
      let walk = CalendarWalk(to: withYearOrMonth(from: start), in: zone)
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
          match = CalendarWalk(to: wanted, in: zone)
            .candidate(from: end(ofPeriodAbove: unit, at: start))
        }
      }
      if match > base, isApproximate || mismatches(at: match, of: wanted).isEmpty { return match }
      start = restart(after: start, match: match, base: base)
    }
    return nil
  }

  /// The components with the year or month in which the search begins.
  ///
  /// So that a month or day that is past in it leads into the next year or month.
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

  /// The fire that stands for a time in a gap, where the walk came to the hour beside it.
  ///
  /// From the hour before a gap it is an hour later; right after the gap it stays.
  private func movedOverGap(_ match: Instant) -> Instant? {
    let hourStart = zone.hourStart(at: match)
    let hour = zone.civil(at: hourStart).hour
    let hourAfter = zone.civil(at: hourStart + 3_600).hour
    if hourAfter - hour > 1 || (hour == 23 && hourAfter > 0) { return match + 3_600 }
    let hourBefore = zone.civil(at: hourStart - 1).hour
    if hour - hourBefore > 1 || (hourBefore == 23 && hour > 0) { return match }
    return nil
  }

  /// The stand-in for a date that the year seems to lack: the first of the month after it.
  ///
  /// Foundation means 29 February by that, but comes here too where a gap of two hours hides a
  /// date's time, or one of forty minutes its midnight.
  private func firstOfNextMonth(for pinned: TriggerComponents, from start: Instant) -> Instant? {
    let date = zone.civil(at: start).date
    guard let month = pinned.month, let day = pinned.day, (month, day) != (date.month, date.day)
    else { return nil }
    var components = pinned
    components.year = max(pinned.year ?? date.year, date.year)
    components.month = month % 12 + 1
    components.day = 1
    let first = CalendarWalk(to: components, in: zone).candidate(from: start)
    return mismatches(at: first, of: components).isEmpty ? first : nil
  }

  /// Where the search goes on after a candidate that is not the answer.
  private func restart(after start: Instant, match: Instant, base: Instant) -> Instant {
    // An hour that the clock shows twice: the second pass may still lie ahead.
    if match < base, wanted.largestUnit == .hour,
      zone.civil(at: match).hour == zone.civil(at: match + 3_600).hour
    {
      return match + 3_600
    }
    let next = end(ofPeriodAbove: wanted.largestUnit, at: start)
    return match < next ? next : instantBeyond(match)
  }

  /// One of the smallest wanted unit later, in Foundation's rank of units.
  ///
  /// A week where a weekday's ordinal is wanted: that skips the year in which the date falls into a
  /// gap, where the search came from a fire that a gap had moved the year before.
  private func instantBeyond(_ match: Instant) -> Instant {
    let days = wanted.weekdayOrdinal != nil ? 7 : wanted.weekday != nil ? 1 : 0
    return days == 0 ? match + 1 : zone.instant(of: zone.civil(at: match) + days * 86_400)
  }

  /// The first instant after the period in which a unit's values don't repeat.
  private func end(ofPeriodAbove unit: CalendarUnit, at instant: Instant) -> Instant {
    switch unit {
    case .year, .month: zone.yearStart(zone.civil(at: instant).date.year + 1)
    case .day, .weekdayOrdinal: zone.monthEnd(at: instant)
    case .weekday: zone.weekEnd(at: instant)
    case .hour: zone.dayEnd(at: instant)
    case .minute: zone.hourStart(at: instant) + 3_600
    case .second: instant.minuteStart + 60
    }
  }

  /// The units in which an instant differs from components.
  private func mismatches(
    at instant: Instant, of components: TriggerComponents
  ) -> Mismatches {
    let fields = TriggerComponents(zone.civil(at: instant))
    var result = Mismatches()
    for unit in CalendarUnit.allCases {
      if let value = components[unit], value != fields[unit] { result.insert(unit) }
    }
    return result
  }
}

/// Units in which a candidate is not what is wanted.
///
/// The first and whether there are more is all that the search asks, so nothing is allocated.
private struct Mismatches {
  /// The largest unit; nil for none.
  private(set) var first: CalendarUnit?
  private var isAlone = true

  var isEmpty: Bool { first == nil }
  var isHourAlone: Bool { isAlone && first == .hour }

  /// Adds a unit, the larger ones first.
  mutating func insert(_ unit: CalendarUnit) {
    if first == nil { first = unit } else { isAlone = false }
  }
}
