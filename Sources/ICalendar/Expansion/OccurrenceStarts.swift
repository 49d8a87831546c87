package import CivilTime

/// The starts of a series' occurrences as instants: RRULE and RDATE without EXRULE and EXDATE.
///
/// Overrides are not applied: the starts are the original ones, to which RECURRENCE-ID refers.
package struct OccurrenceStarts: Sendable {
  /// Original starts in a range, ascending, without duplicates.
  package struct Result: Sendable {
    /// The starts.
    ///
    /// If two occurrences share an instant, both are listed.
    package var starts: [OriginalStart] = []
    /// The distinct instants of the starts.
    package var instants: [Instant] {
      starts.map(\.instant).enumerated().filter { $0 == 0 || $1 != starts[$0 - 1].instant }
        .map(\.element)
    }
    /// The instant from which starts may be missing because a limit was reached; nil if none are
    /// missing.
    package var cut: Instant?
    /// Whether the limit on starts caused the cut.
    package var isCrowded = false

    fileprivate mutating func enforce(_ limit: Int, from counted: Instant?) {
      guard starts.count > limit else { return }
      let first = counted.map { counted in starts.partitionPoint { $0.instant < counted } } ?? 0
      let (end, overflow) = first.addingReportingOverflow(limit)
      guard !overflow, starts.count > end else { return }
      let instant = starts[end].instant
      cut = min(cut ?? instant, instant)
      isCrowded = true
      starts.removeSubrange(starts.partitionPoint { $0.instant < instant }...)
    }
  }

  /// The zone of DTSTART on the device.
  package let zone: Zone
  /// DTSTART, or DUE if DTSTART is missing.
  package let anchor: CalendarTime
  package private(set) var rules: [RuleExpansion]
  private(set) var exceptionRules: [RuleExpansion]
  /// RDATE, ascending.
  private(set) var dates: [OriginalStart]
  let exceptions: Set<Instant>
  /// Local days that an EXDATE with VALUE=DATE excludes entirely, in days since 1970-01-01.
  let exceptionDays: Set<Int>

  /// Makes the starts of a component; nil if the component lacks a time.
  package init?(
    _ component: CalendarComponent, onDeviceIn deviceZone: Zone,
    stepLimit: Int = RuleExpansion.maximumSteps
  ) {
    guard let anchor = component.anchor else { return nil }
    self.anchor = anchor
    let zone = anchor.zone(onDeviceIn: deviceZone)
    self.zone = zone
    func expansion(_ rule: RecurrenceRule, startsWithStart: Bool) -> RuleExpansion {
      var expansion = RuleExpansion(
        rule, start: anchor.civil, isDate: anchor.isDate,
        zone: zone, isFloating: anchor.reference == .floating, startsWithStart: startsWithStart)
      expansion.stepLimit = stepLimit
      return expansion
    }
    rules = component.rules.map { expansion($0, startsWithStart: true) }
    exceptionRules = component.exceptionRules.map { expansion($0, startsWithStart: false) }
    dates = component.recurrenceDates.map {
      OccurrenceStarts.start(at: $0.start, like: anchor, onDeviceIn: deviceZone)
    }.sorted()
    var exceptions: Set<Instant> = []
    var exceptionDays: Set<Int> = []
    for time in component.exceptionDates {
      if anchor.isDate || time.isDate {
        exceptionDays.insert(time.civil.dayNumber)
      } else {
        exceptions.insert(time.instant(onDeviceIn: deviceZone))
      }
    }
    self.exceptions = exceptions
    self.exceptionDays = exceptionDays
  }

  /// Keeps only the starts that matching rules give.
  mutating func keepRules(_ isKept: (RuleExpansion) -> Bool) {
    rules = rules.filter(isKept)
    dates = []
  }

  /// Counts the occurrences that COUNT allows before an instant, so that later expansions start
  /// near it.
  mutating func count(before instant: Instant) {
    let instant = max(instant, SeriesExpansion.calendar.lowerBound)
    // Near a clock change, an expansion extends a little beyond its range.
    let time = zone.civil(at: instant) + -2 * Zone.clockChangeMargin
    for index in rules.indices { rules[index].count(upTo: time) }
    for index in exceptionRules.indices { exceptionRules[index].count(upTo: time) }
  }

  /// Returns the original starts in a range.
  ///
  /// - Parameters:
  ///   - range: Instants, half-open.
  ///   - limit: The maximum number of starts, except those that don't count.
  ///   - counted: Earlier starts don't count towards the limit; nil if all count.
  /// - Returns: The starts, and the instant at which a limit cut them.
  package func starts(
    in range: Range<Instant>, limit: Int, from counted: Instant? = nil
  ) -> Result {
    var result = Result()
    let range = range.clamped(to: SeriesExpansion.calendar)
    if rules.isEmpty {
      let start = OriginalStart(instant: zone.instant(of: anchor.civil), civil: anchor.civil)
      if range.contains(start.instant) { result.starts.append(start) }
    }
    appendStarts(of: rules, in: range, limit: limit, from: counted, to: &result)
    if !dates.isEmpty {
      let first = dates.partitionPoint { $0.instant < range.lowerBound }
      let end = dates.partitionPoint { $0.instant < range.upperBound }
      result.starts += dates[first..<max(first, end)]
    }
    result.starts.sortAndDropRepeats()
    result.enforce(limit, from: counted)
    if !exceptions.isEmpty { result.starts.removeAll { exceptions.contains($0.instant) } }
    if !exceptionDays.isEmpty {
      var cursor = ZoneCursor(zone)
      result.starts.removeAll { exceptionDays.contains(cursor.civil(at: $0.instant).dayNumber) }
    }
    for index in exceptionRules.indices {
      removeTimes(of: exceptionRules[index], from: &result)
    }
    return result
  }

  /// Appends the starts of rules.
  ///
  /// If a limit cuts the starts of one rule, the following rules are expanded only up to the cut.
  private func appendStarts(
    of rules: [RuleExpansion], in range: Range<Instant>, limit: Int, from counted: Instant?,
    to result: inout Result
  ) {
    var range = range
    // Iterate over indices, because iterating over elements would copy their arrays.
    for index in rules.indices {
      let found = starts(of: rules[index], in: range, limit: limit, from: counted)
      result.starts += found.starts
      result.isCrowded = result.isCrowded || found.isCrowded
      if let cut = found.cut { result.cut = min(result.cut ?? cut, cut) }
      if rules.count > 1, result.starts.count > 2 * limit {
        result.starts.sortAndDropRepeats()
        result.enforce(limit, from: counted)
      }
      guard let cut = result.cut, cut < range.upperBound else { continue }
      range = range.lowerBound..<max(range.lowerBound, cut)
      result.starts.removeAll { $0.instant >= cut }
    }
  }

  /// Removes the starts that an exception rule gives.
  ///
  /// If the rule reaches its limit on steps, the starts are cut there.
  private func removeTimes(of rule: RuleExpansion, from result: inout Result) {
    guard let first = result.starts.first?.instant, let last = result.starts.last?.instant else {
      return
    }
    let instants = Set(result.starts.lazy.map(\.instant))
    var given: Set<Instant> = []
    let cut = forEachStart(of: rule, in: first..<last + 1) { time in
      if instants.contains(time.instant) { given.insert(time.instant) }
      return true
    }
    result.starts.removeAll { given.contains($0.instant) }
    guard let cut else { return }
    result.cut = min(result.cut ?? cut, cut)
    result.starts.removeAll { $0.instant >= cut }
  }

  private func starts(
    of rule: RuleExpansion, in range: Range<Instant>, limit: Int, from counted: Instant?
  ) -> Result {
    var result = Result()
    var end = limit
    result.cut = forEachStart(of: rule, in: range) { start in
      if let counted, start.instant < counted {
        end += 1
      } else if result.starts.count >= end {
        result.isCrowded = true
        return false
      }
      result.starts.append(start)
      return true
    }
    return result
  }

  /// Calls a function for each start that a rule gives in a range, in ascending local time.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - range: Instants, half-open.
  ///   - body: Receives a start. Returns whether it accepts the start and wants more.
  /// - Returns: The first start that was not accepted, or the instant at which the rule's own limit
  ///   stopped the expansion; nil if all starts were accepted.
  func forEachStart(
    of rule: RuleExpansion, in range: Range<Instant>, _ body: (OriginalStart) -> Bool
  ) -> Instant? {
    guard !range.isEmpty else { return nil }
    let margin = zone.wallClockMargin(around: range)
    let civilRange =
      zone.civil(at: range.lowerBound) + -margin..<zone.civil(at: range.upperBound) + margin
    var cursor = ZoneCursor(zone)
    var unwanted: Instant?
    let ending = rule.forEach(in: civilRange) { civil in
      let instant = cursor.instant(of: civil)
      guard range.contains(instant) else { return true }
      if body(OriginalStart(instant: instant, civil: civil)) { return true }
      unwanted = instant
      return false
    }
    if case .cut(let civil) = ending { return cursor.instant(of: civil) }
    return unwanted
  }
}

extension OccurrenceStarts {
  func isException(_ start: Instant) -> Bool {
    exceptions.contains(start)
      || (!exceptionDays.isEmpty && exceptionDays.contains(zone.civil(at: start).dayNumber))
  }

  /// Whether the local time of an instant means another instant, as in the second pass of a
  /// repeated hour.
  func isDisplaced(_ instant: Instant) -> Bool {
    zone.instant(of: zone.civil(at: instant)) != instant
  }

  /// Returns the starts that DTSTART and the rules give, as days by time of day, without clock
  /// changes.
  ///
  /// - Parameter dayRange: The days, in days since 1970-01-01.
  /// - Returns: The days; nil if days cannot describe one of the rules.
  func timedDays(in dayRange: Range<Int>) -> DaysByTime? {
    if rules.isEmpty {
      var day = DaySet(in: dayRange)
      day.insert(anchor.civil.dayNumber)
      return DaysByTime(day, at: [anchor.civil.time])
    }
    var result = DaysByTime()
    for rule in rules {
      guard let days = rule.timedDays(in: dayRange) else { return nil }
      result.formUnion(days)
    }
    return result
  }
}
