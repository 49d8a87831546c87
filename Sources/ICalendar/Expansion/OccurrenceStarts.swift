package import CivilTime

/// The starts of a series' occurrences as instants: RRULE, RDATE, EXRULE and EXDATE as set algebra.
///
/// Overrides are not applied here: the starts are the original ones, which RECURRENCE-ID names.
package struct OccurrenceStarts: Sendable {
  /// Original starts in a range, ascending and without repeats.
  package struct Result: Sendable {
    /// The starts; those of two occurrences that share an instant stand side by side.
    package var starts: [OriginalStart] = []
    /// Their instants, each once.
    package var instants: [Instant] {
      starts.map(\.instant).enumerated().filter { $0 == 0 || $1 != starts[$0 - 1].instant }
        .map(\.element)
    }
    /// Where a bound cut the look short.
    package var cut: Instant?
    /// Whether it was the limit that cut it.
    package var isCrowded = false

    /// Cuts what is more than a limit, where there is so much.
    ///
    /// - Parameters:
    ///   - limit: The most starts.
    ///   - counted: Starts before it don't count; nil where all do.
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
  /// DTSTART, or DUE where there is no DTSTART.
  package let anchor: CalendarTime
  package private(set) var rules: [RuleExpansion]
  private(set) var exceptionRules: [RuleExpansion]
  /// RDATE, ascending.
  private(set) var dates: [OriginalStart]
  let exceptions: Set<Instant>
  /// Local days that an EXDATE with VALUE=DATE takes away whole, as days since 1970-01-01.
  let exceptionDays: Set<Int>

  /// Makes the starts of a component; nil where it has no time at all.
  ///
  /// - Parameters:
  ///   - component: The component.
  ///   - deviceZone: The zone of floating and all-day values.
  ///   - stepLimit: The most intervals that a look at a rule goes through.
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

  /// Leaves what some of the rules give, and takes all else away.
  mutating func keepRules(_ isKept: (RuleExpansion) -> Bool) {
    rules = rules.filter(isKept)
    dates = []
  }

  /// Counts what COUNT counts before an instant, so that looks from there on start near it.
  mutating func count(before instant: Instant) {
    let instant = max(instant, SeriesExpansion.calendar.lowerBound)
    // A look goes a little beyond its range where the clock is changed nearby.
    let time = zone.civil(at: instant) + -2 * Zone.clockChangeMargin
    for index in rules.indices { rules[index].count(upTo: time) }
    for index in exceptionRules.indices { exceptionRules[index].count(upTo: time) }
  }

  /// The original starts in a range.
  ///
  /// - Parameters:
  ///   - range: Instants, half-open.
  ///   - limit: The most starts that are looked at, but for those that don't count.
  ///   - counted: Starts before it don't count; nil where all do.
  /// - Returns: The starts, and where the limit or the expander's own bound cut them.
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

  /// Adds what rules give; of what their number cuts, no more is looked at by the rules that follow.
  private func appendStarts(
    of rules: [RuleExpansion], in range: Range<Instant>, limit: Int, from counted: Instant?,
    to result: inout Result
  ) {
    var range = range
    // By index: a loop over elements would copy the arrays of each.
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

  /// Takes away what an exception rule gives; from where on the rule's bound on steps is reached, the
  /// starts are cut.
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

  /// Calls a function for each start that a rule gives in a range, ascending on the wall clock.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - range: Instants, half-open.
  ///   - body: Receives a start; returns whether it wants it, and more.
  /// - Returns: The start that was not wanted, or from where on the rule's own bound lets nobody
  ///   look; nil where all were wanted.
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
  /// Whether EXDATE takes a start away.
  func isException(_ start: Instant) -> Bool {
    exceptions.contains(start)
      || (!exceptionDays.isEmpty && exceptionDays.contains(zone.civil(at: start).dayNumber))
  }

  /// Whether an instant's wall-clock time is not its own: a gap moved it, or it is a second pass.
  func isDisplaced(_ instant: Instant) -> Bool {
    zone.instant(of: zone.civil(at: instant)) != instant
  }

  /// The starts that DTSTART and the rules give, as days by time of day on an unchanged clock.
  ///
  /// - Parameter dayRange: The days, as days since 1970-01-01.
  /// - Returns: The days; nil where they don't describe a rule.
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
