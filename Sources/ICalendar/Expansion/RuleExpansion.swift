package import CivilTime

/// The wall-clock times that a recurrence rule gives, in any range (RFC 5545, 3.3.10).
///
/// The source language's interpreter: intervals → days → times → BYSETPOS → COUNT and UNTIL. Times
/// are those of an unchanged clock; what a clock change makes of them, the caller's zone says.
package struct RuleExpansion: Sendable {
  /// How an expansion came to its end.
  package enum Ending: Hashable, Sendable {
    /// The rule gives nothing more in the range.
    case complete
    /// The receiver wanted no more.
    case stopped
    /// The bound on steps was reached; nothing from the time on was looked at.
    case cut(from: CivilDateTime)
  }

  /// The most intervals that one expansion looks at.
  ///
  /// Enough for a rule with COUNT that has run every minute for 15 years; a rule that matches once
  /// in a thousand years ends here rather than never. Some tens of milliseconds.
  package static let maximumSteps = 8_000_000

  /// The most that are looked at here.
  package var stepLimit = maximumSteps

  /// The end of time for rules: years up to 2399 are expanded, a whole cycle of the calendar.
  package static let end = ZoneDatabase.end.civilInUTC

  /// The rule that is expanded.
  package let rule: RecurrenceRule
  let start: CivilDateTime

  enum Intervals: Sendable {
    case days(DayIntervals, times: [TimeOfDay], positions: SetPositions)
    case clock(ClockIntervals)

    /// The times of day that each day has alike; none of parts of a day.
    var times: [TimeOfDay] {
      switch self {
      case .days(_, let times, _): times
      case .clock: []
      }
    }
  }
  let intervals: Intervals
  let until: UntilLimit
  private let startsWithStart: Bool
  /// What is known of COUNT besides the rule itself.
  var counted: Counted?

  /// How far the times of a rule with COUNT have been counted.
  enum Counted: Sendable {
    /// Of the times from this one on, so many belong to the rule.
    case upTo(CivilDateTime, remaining: Int)
    /// The bound on steps was reached: what comes from this time on, nobody knows.
    case lost(from: CivilDateTime)
  }

  /// Makes the expansion of a rule.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - start: DTSTART's wall-clock time.
  ///   - isDate: Whether DTSTART is a DATE: parts for the time of day are then ignored.
  ///   - zone: The zone in which UNTIL, where it is in UTC, is compared.
  ///   - isFloating: Whether that is the zone of the device, of which DTSTART says nothing.
  ///   - startsWithStart: Whether DTSTART is the first time even where the rule doesn't match it
  ///     (RFC 5545, 3.8.5.3), as for RRULE; an EXRULE takes away only what it matches.
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
      // An EXRULE takes no more away than its digits say.
      ? UntilLimit(rule.until, ofFloating: startsWithStart ? intervals.times : [], zone: zone)
      : UntilLimit(rule.until, isDate: isDate, zone: zone)
    self.startsWithStart = startsWithStart
  }

  /// How many times COUNT allows besides DTSTART.
  var remainingAfterStart: Int {
    guard let count = rule.count else { return .max }
    return startsWithStart ? count - 1 : count
  }

  /// The times of the rule in a range, ascending and without repeats.
  ///
  /// - Parameters:
  ///   - range: Wall-clock times, half-open.
  ///   - limit: The most times that are returned.
  /// - Returns: The times; `limit` of them where there may be more.
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

  /// Whether the rule gives no time at all in a whole cycle of the calendar from DTSTART.
  package var neverMatches: Bool {
    var isEmpty = true
    let ending = forEachMatch(from: start, to: start + RuleExpansion.daysOfCycle * 86_400) { _ in
      isEmpty = false
      return false
    }
    return isEmpty && ending == .complete
  }

  /// The days of 400 years, after which the calendar repeats with its weekdays.
  package static let daysOfCycle = 146_097

  /// Calls a function for each time in a range, ascending.
  ///
  /// - Parameters:
  ///   - range: Wall-clock times, half-open.
  ///   - body: Receives a time; returns whether it wants more.
  /// - Returns: How the expansion came to its end.
  package func forEach(
    in range: Range<CivilDateTime>, _ body: (CivilDateTime) -> Bool
  ) -> Ending {
    if startsWithStart, range.contains(start), !body(start) { return .stopped }
    var remaining = remainingAfterStart
    // With COUNT the times before the range count too; without it they are jumped over.
    var from = rule.count == nil ? max(range.lowerBound, start) : start
    switch counted {
    case .upTo(let time, let left) where time <= range.lowerBound:
      from = time
      remaining = left
    case .lost(let time) where time <= range.lowerBound: return .cut(from: range.lowerBound)
    default: break
    }
    return forEachCounted(from: from, to: min(range.upperBound, RuleExpansion.end), &remaining) {
      $0 < range.lowerBound || body($0)
    }
  }

  /// Calls a function for each time besides DTSTART while COUNT and UNTIL allow it.
  func forEachCounted(
    from: CivilDateTime, to end: CivilDateTime, _ remaining: inout Int,
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
  /// Calls a function for each time that the parts select, without COUNT and UNTIL.
  func forEachMatch(
    from: CivilDateTime, to end: CivilDateTime, _ body: (CivilDateTime) -> Bool
  ) -> Ending {
    guard from < end else { return .complete }
    switch intervals {
    case .days(let days, let times, let positions):
      guard positions.mayKeep(anyOf: days.mostDays * times.count) else { return .complete }
      return forEachMatch(days, times, positions, from: from, to: end, body)
    case .clock(let clock):
      return forEachMatch(clock, from: from, to: end, body)
    }
  }

  private func forEachMatch(
    _ intervals: DayIntervals, _ times: [TimeOfDay], _ positions: SetPositions, from: CivilDateTime,
    to end: CivilDateTime, _ body: (CivilDateTime) -> Bool
  ) -> Ending {
    var selected = DayIntervals.SelectedDays()
    var kept: [Int] = []
    var index = intervals.index(before: from.dayNumber)
    var firstDay = from.dayNumber
    // SKIP can move a day onto one that the interval before or after selects itself.
    var last = from + -1
    func give(_ civil: CivilDateTime) -> Ending? {
      if civil <= last || civil < start { return nil }
      guard civil < end else { return .complete }
      last = civil
      return body(civil) ? nil : .stopped
    }
    for _ in 0..<stepLimit {
      firstDay = intervals.selectDays(ofInterval: index, &selected)
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
    _ intervals: ClockIntervals, from: CivilDateTime, to end: CivilDateTime,
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
  /// Counts the times before one, where the rule has COUNT.
  ///
  /// Each look into a range from there on starts near it rather than at DTSTART. Counting up to a
  /// later time goes on from there; up to an earlier one changes nothing.
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
    let ending = forEachCounted(from: from, to: end, &remaining) { _ in true }
    if case .cut(let time) = ending {
      counted = .lost(from: time)
    } else {
      counted = .upTo(end, remaining: remaining)
    }
  }
}
