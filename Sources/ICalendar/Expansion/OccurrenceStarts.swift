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
  /// The most times that each of them takes away.
  let exceptionLimit: Int
  /// RDATE, ascending.
  private(set) var dates: [OriginalStart]
  /// The starts in a range that is looked at several times.
  private var remembered: (range: Range<Instant>, starts: [OriginalStart])?
  let exceptions: Set<Instant>
  /// Local days that an EXDATE with VALUE=DATE takes away whole, as days since 1970-01-01.
  let exceptionDays: Set<Int>

  /// Makes the starts of a component; nil where it has no time at all.
  ///
  /// - Parameters:
  ///   - component: The component.
  ///   - deviceZone: The zone of floating and all-day values.
  ///   - limits: The most that a look at a rule goes through.
  package init?(
    _ component: CalendarComponent, onDeviceIn deviceZone: Zone,
    limits: RuleLimits = .ofOne
  ) {
    guard let anchor = component.anchor else { return nil }
    self.anchor = anchor
    let zone = anchor.zone(onDeviceIn: deviceZone)
    self.zone = zone
    func expansion(_ rule: RecurrenceRule, startsWithStart: Bool) -> RuleExpansion {
      var expansion = RuleExpansion(
        rule, start: anchor.civil, isDate: anchor.isDate,
        zone: zone, isFloating: anchor.reference == .floating, startsWithStart: startsWithStart)
      expansion.stepLimit = limits.steps
      return expansion
    }
    rules = component.rules.map { expansion($0, startsWithStart: true) }
    exceptionRules = component.exceptionRules.map { expansion($0, startsWithStart: false) }
    exceptionLimit = limits.exceptions
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
    remembered = nil
  }

  /// Counts what COUNT counts before an instant, so that looks from there on start near it.
  mutating func count(before instant: Instant) {
    let instant = max(instant, SeriesExpansion.calendar.lowerBound)
    // A look goes a little beyond its range where the clock is changed nearby.
    let time = zone.civil(at: instant) + -2 * Zone.clockChangeMargin
    for index in rules.indices { rules[index].count(upTo: time) }
    for index in exceptionRules.indices { exceptionRules[index].count(upTo: time) }
  }

  /// Remembers the starts in a range, so that looks at parts of it only pick them; none where a
  /// bound cuts them, but of one rule by itself those up to where their number cuts each look.
  mutating func remember(_ range: Range<Instant>, limit: Int) {
    let range = range.clamped(to: SeriesExpansion.calendar)
    let isOneRule =
      rules.count == 1 && dates.isEmpty && exceptionRules.isEmpty && exceptions.isEmpty
      && exceptionDays.isEmpty
    // Looks that begin later than the first see as many starts, too.
    let (most, overflow) = limit.addingReportingOverflow(isOneRule ? limit : 0)
    var result = starts(in: range, limit: overflow ? limit : most)
    if let cut = result.cut {
      guard isOneRule, result.isCrowded, cut > range.lowerBound else { return }
      result.starts.removeSubrange(result.starts.partitionPoint { $0.instant < cut }...)
      remembered = (range.lowerBound..<cut, result.starts)
    } else if isOneRule || result.starts.count <= limit {
      remembered = (range, result.starts)
    }
  }

  /// What is remembered of the starts in a range, up to where their number cuts the look at them;
  /// nil where that is not all that the look sees.
  private func rememberedStarts(
    in range: Range<Instant>, limit: Int, from counted: Instant?
  ) -> Result? {
    guard let remembered, remembered.range.lowerBound <= range.lowerBound else { return nil }
    let starts = remembered.starts
    let first = starts.partitionPoint { $0.instant < range.lowerBound }
    let counts = counted.map { counted in starts.partitionPoint { $0.instant < counted } } ?? first
    let isWhole = range.upperBound <= remembered.range.upperBound
    let end = isWhole ? starts.partitionPoint { $0.instant < range.upperBound } : starts.count
    var result = Result()
    let (last, overflow) = max(first, counts).addingReportingOverflow(limit)
    if !overflow, last < end {
      result.starts = Array(starts[first..<last])
      result.cut = starts[last].instant
      result.isCrowded = true
    } else if isWhole {
      result.starts = Array(starts[first..<max(first, end)])
    } else {
      return nil
    }
    return result
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
    if let known = rememberedStarts(in: range, limit: limit, from: counted) { return known }
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
    if !exceptionRules.isEmpty {
      removeExceptions(in: range, limit: limit, from: &result)
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
  /// The fewest times of an exception rule to which their bound may come down for the sake of the
  /// others of its series.
  private static let fewestExceptions = 10_000

  /// How many times of an exception rule are gone through as fast as it is asked about one time.
  private static let timesForOneLook = 16

  /// Takes away what exception rules give.
  ///
  /// What a rule gives beyond the bound, nobody knows: there the starts are cut.
  ///
  /// - Parameters:
  ///   - range: Instants, half-open: all starts lie in it.
  ///   - limit: The most starts that are looked at; of the exceptions four times as many.
  ///   - result: The starts, ascending.
  func removeExceptions(in range: Range<Instant>, limit: Int, from result: inout Result) {
    // All of them together look at a few times as much as a rule does, and those of all series at
    // what a run has for them.
    let share = min(
      exceptionLimit, max(OccurrenceStarts.fewestExceptions, 4 * limit / exceptionRules.count))
    var range = range
    for index in exceptionRules.indices {
      // What comes beyond a cut is of no use.
      if let cut = result.cut, cut < range.upperBound {
        range = range.lowerBound..<max(range.lowerBound, cut)
        result.starts.removeAll { $0.instant >= cut }
      }
      if isAskedAboutEach(of: result.starts, exceptionRules[index], in: range, share: share) {
        removeGiven(by: exceptionRules[index], from: &result)
      } else {
        removeTimes(of: exceptionRules[index], in: range, share: share, from: &result)
      }
    }
    if let cut = result.cut { result.starts.removeAll { $0.instant >= cut } }
  }

  /// Whether it is better to ask a rule about each start than to go through its times: a few starts
  /// must not be cut because more is taken away than there is.
  private func isAskedAboutEach(
    of starts: [OriginalStart], _ rule: RuleExpansion, in range: Range<Instant>, share: Int
  ) -> Bool {
    // With COUNT all times from DTSTART on are gone through, and with BYSETPOS those of a set.
    rule.rule.count == nil && rule.rule.setPositions.isEmpty
      && rule.mostTimes(in: range.upperBound - range.lowerBound) > share
      && starts.count <= share / OccurrenceStarts.timesForOneLook
  }

  private func removeGiven(by rule: RuleExpansion, from result: inout Result) {
    var kept: [OriginalStart] = []
    for start in result.starts {
      var isGiven = false
      let end = forEachStart(of: rule, in: start.instant..<start.instant + 1) { _ in
        isGiven = true
        return false
      }
      if isGiven { continue }
      kept.append(start)
      // Where the rule's own bound is reached, nobody knows.
      if end != nil { result.cut = min(result.cut ?? start.instant, start.instant) }
    }
    result.starts = kept
  }

  private func removeTimes(
    of rule: RuleExpansion, in range: Range<Instant>, share: Int, from result: inout Result
  ) {
    let starts = result.starts
    var given = BitSet(capacity: starts.count)
    var place = 0
    var left = share
    var isCrowded = false
    let cut = forEachStart(of: rule, in: range) { time in
      guard left > 0 else {
        isCrowded = true
        return false
      }
      left -= 1
      // Times that the clock skips are read as later ones, so that instants can go back.
      while place > 0, starts[place - 1].instant >= time.instant { place -= 1 }
      while place < starts.count, starts[place].instant < time.instant { place += 1 }
      var equal = place
      while equal < starts.count, starts[equal].instant == time.instant {
        given.insert(equal)
        equal += 1
      }
      return true
    }
    result.starts = starts.indices.filter { !given.contains($0) }.map { starts[$0] }
    result.isCrowded = result.isCrowded || isCrowded
    if let cut { result.cut = min(result.cut ?? cut, cut) }
  }
}

/// Which start an RDATE or a RECURRENCE-ID names.
extension OccurrenceStarts {
  /// The instant of an RDATE or a RECURRENCE-ID.
  ///
  /// A DATE beside a DTSTART with a time is that local day at DTSTART's time, as EXDATE's is that
  /// local day. A time beside an all-day DTSTART is its day, and an instant at which a day of the
  /// device begins is that day.
  package static func instant(
    of time: CalendarTime, like anchor: CalendarTime, onDeviceIn deviceZone: Zone
  ) -> Instant {
    aligned(time, with: anchor, onDeviceIn: deviceZone).instant(onDeviceIn: deviceZone)
  }

  private static func aligned(
    _ time: CalendarTime, with anchor: CalendarTime, onDeviceIn deviceZone: Zone
  ) -> CalendarTime {
    guard time.isDate != anchor.isDate else { return time }
    var day = time.civil.dayNumber
    if time.reference == .utc, time.civil.time != .midnight {
      day = deviceZone.day(beginningAt: time.instant(onDeviceIn: .gmt)) ?? day
    }
    var aligned = anchor
    aligned.civil = CivilDateTime(dayNumber: day, time: anchor.civil.time)
    return aligned
  }

  /// The start that an RDATE or a RECURRENCE-ID names, its time on the clock of DTSTART's zone.
  static func start(
    at time: CalendarTime, like anchor: CalendarTime, onDeviceIn deviceZone: Zone
  ) -> OriginalStart {
    let time = aligned(time, with: anchor, onDeviceIn: deviceZone)
    let zone = anchor.zone(onDeviceIn: deviceZone)
    let instant = time.instant(onDeviceIn: deviceZone)
    let isOwnClock = time.zone(onDeviceIn: deviceZone) == zone
    return OriginalStart(
      instant: instant, civil: isOwnClock ? time.civil : zone.civil(at: instant))
  }

  /// The original start that a RECURRENCE-ID names.
  ///
  /// Written on another clock it names an instant, and the occurrence there may be one whose time
  /// the clock of the series skips.
  ///
  /// - Parameters:
  ///   - time: The RECURRENCE-ID.
  ///   - deviceZone: The zone of floating and all-day values.
  /// - Returns: The start, also where no occurrence has it.
  func start(namedBy time: CalendarTime, onDeviceIn deviceZone: Zone) -> OriginalStart {
    let start = OccurrenceStarts.start(at: time, like: anchor, onDeviceIn: deviceZone)
    guard zone.instant(of: start.civil) == start.instant, zone.followsGap(start.instant),
      time.isDate == anchor.isDate, time.zone(onDeviceIn: deviceZone) != zone
    else { return start }
    let found = starts(in: start.instant..<start.instant + 1, limit: 1).starts
    return found.first ?? start
  }

  /// The original start that a RECURRENCE-ID names.
  ///
  /// - Parameters:
  ///   - recurrenceID: The RECURRENCE-ID.
  ///   - anchor: DTSTART of the master; nil where there is no master.
  ///   - deviceZone: The zone of floating and all-day values.
  /// - Returns: The same instant, whatever zone it is written in.
  package static func originalStart(
    _ recurrenceID: CalendarComponent.RecurrenceID, like anchor: CalendarTime?,
    onDeviceIn deviceZone: Zone
  ) -> Instant {
    anchor.map { instant(of: recurrenceID.time, like: $0, onDeviceIn: deviceZone) }
      ?? recurrenceID.time.instant(onDeviceIn: deviceZone)
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

/// Where an occurrence starts before an override moves it.
///
/// Ordered by instant. Two occurrences can share one: 02:30 of a day on which the clock skips it,
/// and 03:30.
package struct OriginalStart: Hashable, Comparable, Sendable {
  /// The instant, which RECURRENCE-ID names.
  package let instant: Instant
  /// The time on the wall clock of DTSTART's zone as the rule gives it, also one that is skipped.
  let civil: CivilDateTime

  /// Orders starts by instant, then by the time that was meant.
  package static func < (left: OriginalStart, right: OriginalStart) -> Bool {
    (left.instant, left.civil) < (right.instant, right.civil)
  }
}

extension [OriginalStart] {
  /// Sorts the starts unless they are sorted, and keeps one of equal ones.
  mutating func sortAndDropRepeats() {
    var isAscending = true
    for (index, next) in dropFirst().enumerated() where next <= self[index] {
      isAscending = false
      break
    }
    if isAscending { return }
    sort()
    var kept = 0
    for index in indices where index == 0 || self[index] != self[kept - 1] {
      self[kept] = self[index]
      kept += 1
    }
    removeSubrange(kept...)
  }
}
