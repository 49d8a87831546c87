package import CivilTime

/// Expands a recurrence rule to its local times in any range (RFC 5545, 3.3.10).
///
/// The order of evaluation is: intervals, days, times, BYSETPOS, then COUNT and UNTIL. Clock
/// changes are ignored; the caller resolves the times in its zone.
package struct RuleExpansion: Sendable {
  /// The reason why an expansion ended.
  package enum Ending: Hashable, Sendable {
    case complete
    /// The callback stopped the expansion.
    case stopped
    /// The limit on steps was reached.
    ///
    /// Times from this one on were not examined.
    case cut(from: CivilDateTime)
  }

  /// The maximum number of intervals that one expansion examines.
  ///
  /// It suffices for a rule with COUNT that has run every minute for 15 years. A rule that matches
  /// once in a thousand years stops here instead of running forever. An expansion up to the limit
  /// takes some tens of milliseconds.
  package static let maximumSteps = 8_000_000

  package var stepLimit = maximumSteps

  /// The end of time for rules.
  ///
  /// Years up to 2399 are expanded, a whole cycle of the calendar.
  package static let end = ZoneDatabase.end.civilInUTC

  package let rule: RecurrenceRule
  let start: CivilDateTime

  /// The intervals of the rule: days and longer, or parts of a day.
  enum Intervals: Sendable {
    case days(DayIntervals, times: [TimeOfDay], positions: SetPositions)
    case clock(ClockIntervals)

    /// The times of day that all days share; empty for intervals shorter than a day.
    var times: [TimeOfDay] {
      switch self {
      case .days(_, let times, _): times
      case .clock: []
      }
    }
  }
  let intervals: Intervals
  let until: UntilLimit
  let startsWithStart: Bool
  /// The progress of counting for COUNT; nil if nothing was counted.
  var counted: Counted?

  /// The result of counting the times that COUNT allows.
  enum Counted: Sendable {
    /// From this time on, the rule gives the remaining number of times.
    case upTo(CivilDateTime, remaining: Int)
    /// The limit on steps was reached.
    ///
    /// Times from this one on are unknown.
    case lost(from: CivilDateTime)
  }

  /// Makes the expansion of a rule.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - start: The local time of DTSTART.
  ///   - isDate: Whether DTSTART is a DATE. If so, BY parts for the time of day are ignored.
  ///   - zone: The zone in which an UNTIL in UTC is compared.
  ///   - isFloating: Whether DTSTART is floating and `zone` is the device's zone.
  ///   - startsWithStart: Whether DTSTART is the first time even if the rule doesn't match it (RFC
  ///     5545, 3.8.5.3), as for RRULE. An EXRULE excludes only times that it matches.
  package init(
    _ rule: RecurrenceRule, start: CivilDateTime, isDate: Bool, zone: Zone,
    isFloating: Bool = false, startsWithStart: Bool = true
  ) {
    var rule = rule
    if isDate {
      rule.hours = []
      rule.minutes = []
      rule.seconds = []
    }
    self.rule = rule
    self.start = start
    intervals =
      rule.frequency < .daily
      ? .clock(ClockIntervals(rule, start: start))
      : .days(
        DayIntervals(rule, start: start.date), times: TimeSet.timesOfDay(rule, start: start),
        positions: SetPositions(rule))
    until =
      isFloating && !isDate
      // An EXRULE excludes only times up to the digits of its UNTIL.
      ? UntilLimit(rule.until, ofFloating: startsWithStart ? intervals.times : [], zone: zone)
      : UntilLimit(rule.until, isDate: isDate, zone: zone)
    self.startsWithStart = startsWithStart
  }

  /// The number of times that COUNT allows in addition to DTSTART.
  var remainingAfterStart: Int {
    guard let count = rule.count else { return .max }
    return startsWithStart ? count - 1 : count
  }

  /// Returns the times of the rule in a range, ascending, without duplicates.
  package func civilTimes(in range: Range<CivilDateTime>, limit: Int) -> [CivilDateTime] {
    var times: [CivilDateTime] = []
    _ = forEach(in: range) { civil in
      times.append(civil)
      return times.count < limit
    }
    return times
  }

  /// Whether the rule gives DTSTART itself.
  package var matchesStart: Bool {
    var matches = false
    _ = forEachMatch(from: start, to: start + 1) { civil in
      matches = civil == start
      return false
    }
    return matches
  }

  /// Whether the rule never matches in a whole cycle of the calendar from DTSTART.
  package var neverMatches: Bool {
    var isEmpty = true
    let ending = forEachMatch(from: start, to: start + RuleExpansion.daysOfCycle * 86_400) { _ in
      isEmpty = false
      return false
    }
    return isEmpty && ending == .complete
  }

  /// The number of days in 400 years, after which dates and weekdays repeat.
  package static let daysOfCycle = 146_097

  /// Calls a function for each time in a range, in ascending order.
  ///
  /// - Parameters:
  ///   - range: Local times, half-open.
  ///   - body: Receives a time. Returns whether it wants more.
  /// - Returns: The reason why the expansion ended.
  package func forEach(
    in range: Range<CivilDateTime>, _ body: (CivilDateTime) -> Bool
  ) -> Ending {
    if startsWithStart, range.contains(start), !body(start) { return .stopped }
    var remaining = remainingAfterStart
    // With COUNT, times before the range count too. Without COUNT, they are skipped.
    var from = rule.count == nil ? max(range.lowerBound, start) : start
    switch counted {
    case .upTo(let time, let left) where time <= range.lowerBound:
      from = time
      remaining = left
    case .lost(let time) where time <= range.lowerBound: return .cut(from: range.lowerBound)
    default: break
    }
    return forEachCounted(
      from: from, to: min(range.upperBound, RuleExpansion.end), remaining: &remaining
    ) {
      $0 < range.lowerBound || body($0)
    }
  }

  /// Calls a function for each time except DTSTART that COUNT and UNTIL allow.
  func forEachCounted(
    from: CivilDateTime, to end: CivilDateTime, remaining: inout Int,
    _ body: (CivilDateTime) -> Bool
  ) -> Ending {
    guard remaining > 0 else { return .complete }
    var isStopped = false
    let ending = forEachMatch(from: from, to: end) { civil in
      if startsWithStart, civil == start { return true }
      guard until.allows(civil) else { return !until.ends(at: civil) }
      remaining -= 1
      if !body(civil) { isStopped = true }
      return !isStopped && remaining > 0
    }
    return ending == .stopped && !isStopped ? .complete : ending
  }
}

extension RuleExpansion {
  /// Calls a function for each time that the BY parts select, without COUNT and UNTIL.
  func forEachMatch(
    from: CivilDateTime, to end: CivilDateTime, _ body: (CivilDateTime) -> Bool
  ) -> Ending {
    guard from < end else { return .complete }
    switch intervals {
    case .days(let days, let times, let positions):
      guard positions.mayKeep(anyOf: days.mostDays * times.count) else { return .complete }
      return forEachMatch(of: days, times: times, positions: positions, from: from, to: end, body)
    case .clock(let clock):
      return forEachMatch(of: clock, from: from, to: end, body)
    }
  }

  private func forEachMatch(
    of intervals: DayIntervals, times: [TimeOfDay], positions: SetPositions, from: CivilDateTime,
    to end: CivilDateTime, _ body: (CivilDateTime) -> Bool
  ) -> Ending {
    var selected = DayIntervals.SelectedDays()
    var kept: [Int] = []
    var index = intervals.index(before: from.dayNumber)
    var firstDay = from.dayNumber
    // SKIP can move a day onto a day that the adjacent interval selects itself.
    var last = from + -1
    func give(_ civil: CivilDateTime) -> Ending? {
      if civil <= last || civil < start { return nil }
      guard civil < end else { return .complete }
      last = civil
      return body(civil) ? nil : .stopped
    }
    for _ in 0..<stepLimit {
      firstDay = intervals.selectDays(ofInterval: index, into: &selected)
      guard firstDay * 86_400 < end.secondsSince1970 else { return .complete }
      if positions.keepsAll {
        for day in selected.days {
          for time in times {
            if let ending = give(CivilDateTime(dayNumber: day, time: time)) { return ending }
          }
        }
      } else {
        positions.replace(&kept, byIndicesOfSetWith: selected.days.count * times.count)
        for position in kept {
          let civil = CivilDateTime(
            dayNumber: selected.days[position / times.count], time: times[position % times.count])
          if let ending = give(civil) { return ending }
        }
      }
      index += 1
    }
    return .cut(from: CivilDateTime(dayNumber: firstDay, time: .midnight))
  }

  private func forEachMatch(
    of intervals: ClockIntervals, from: CivilDateTime, to end: CivilDateTime,
    _ body: (CivilDateTime) -> Bool
  ) -> Ending {
    guard !intervals.isEmpty else { return .complete }
    var index = intervals.index(before: from)
    var month = intervals.month(containing: from.dayNumber)
    for _ in 0..<stepLimit {
      let candidate = intervals.nextCandidate(from: index, in: &month)
      index = candidate.index
      let intervalStart = intervals.start(ofInterval: index)
      guard intervalStart < end else { return .complete }
      guard candidate.isSelected else { continue }
      for time in intervals.times {
        let civil = intervalStart + time
        if civil < from || civil < start { continue }
        guard civil < end else { return .complete }
        guard body(civil) else { return .stopped }
      }
      index += 1
    }
    return .cut(from: intervals.start(ofInterval: index))
  }
}

extension RuleExpansion {
  /// Counts the times before another time, if the rule has COUNT.
  ///
  /// Expansions of ranges after it then start near it instead of at DTSTART. Counting up to a later
  /// time continues from there. Counting up to an earlier time has no effect.
  package mutating func count(upTo end: CivilDateTime) {
    guard rule.count != nil, end > start else { return }
    var from = start
    var remaining = remainingAfterStart
    switch counted {
    case .upTo(let time, let left):
      guard time < end else { return }
      (from, remaining) = (time, left)
    case .lost: return
    case nil: break
    }
    let end = min(end, RuleExpansion.end)
    if let given = timeCount(in: from..<max(from, end)) {
      counted = .upTo(end, remaining: max(0, remaining - given))
      return
    }
    let ending = forEachCounted(from: from, to: end, remaining: &remaining) { _ in true }
    if case .cut(let time) = ending {
      counted = .lost(from: time)
    } else {
      counted = .upTo(end, remaining: remaining)
    }
  }
  /// Returns the number of times in a range except DTSTART, without COUNT.
  ///
  /// The days are counted as a set, so that a hundred years cost little.
  ///
  /// - Parameter range: Local times from DTSTART on, up to ``end``.
  /// - Returns: The number; nil if the times must be walked.
  func timeCount(in range: Range<CivilDateTime>) -> Int? {
    guard case .days(let intervals, let times, let positions) = intervals, positions.keepsAll,
      rule.until == nil
    else { return nil }
    let days = intervals.daySet(in: range.lowerBound.dayNumber..<range.upperBound.dayNumber + 1)
    func count(before end: CivilDateTime) -> Int {
      let earlier = times.count { $0 < end.time }
      return days.count(before: end.dayNumber) * (times.count - earlier)
        + days.count(before: end.dayNumber + 1) * earlier
    }
    let givesStart =
      startsWithStart && range.contains(start) && days.contains(start.dayNumber)
      && times.contains(start.time)
    return count(before: range.upperBound) - count(before: range.lowerBound) - (givesStart ? 1 : 0)
  }

  /// Returns how many times COUNT leaves from a time on, except DTSTART; `Int.max` without COUNT,
  /// and nil if the times must be walked.
  func remaining(from time: CivilDateTime) -> Int? {
    guard rule.count != nil else { return .max }
    var (first, left) = (start, max(0, remainingAfterStart))
    if case .upTo(let counted, let remaining) = counted, counted <= time {
      (first, left) = (counted, remaining)
    }
    guard left > 0, time > first else { return left }
    return timeCount(in: first..<time).map { max(0, left - $0) }
  }
}
