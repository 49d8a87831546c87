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
  }

  /// The zone of DTSTART on the device.
  package let zone: Zone
  /// DTSTART, or DUE where there is no DTSTART.
  package let anchor: CalendarTime
  package private(set) var rules: [RuleExpansion]
  private var exceptionRules: [RuleExpansion]
  /// RDATE, ascending.
  private(set) var dates: [OriginalStart]
  let exceptions: Set<Instant>
  /// Local days that an EXDATE with VALUE=DATE takes away whole, as days since 1970-01-01.
  let exceptionDays: Set<Int>

  /// Makes the starts of a component; nil where it has no time at all.
  package init?(_ component: CalendarComponent, onDeviceIn deviceZone: Zone) {
    guard let anchor = component.anchor else { return nil }
    self.anchor = anchor
    let zone = anchor.zone(onDeviceIn: deviceZone)
    self.zone = zone
    func expansion(_ rule: RecurrenceRule, startsWithStart: Bool) -> RuleExpansion {
      RuleExpansion(
        rule, start: anchor.civil, isDate: anchor.isDate,
        zone: anchor.reference == .floating ? .gmt : zone, startsWithStart: startsWithStart)
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
    let time = zone.civil(at: instant) + -2 * Zone.reachOfClockChange
    for index in rules.indices { rules[index].count(upTo: time) }
    for index in exceptionRules.indices { exceptionRules[index].count(upTo: time) }
  }

  /// The instant of an RDATE or a RECURRENCE-ID.
  ///
  /// A DATE beside a DTSTART with a time is that local day at DTSTART's time, as EXDATE's is that
  /// local day; a time beside an all-day DTSTART is its day.
  package static func instant(
    of time: CalendarTime, like anchor: CalendarTime, onDeviceIn deviceZone: Zone
  ) -> Instant {
    aligned(time, with: anchor).instant(onDeviceIn: deviceZone)
  }

  private static func aligned(_ time: CalendarTime, with anchor: CalendarTime) -> CalendarTime {
    guard time.isDate != anchor.isDate else { return time }
    var aligned = anchor
    aligned.civil = CivilDateTime(
      dayNumber: time.civil.dayNumber, time: anchor.civil.time)
    return aligned
  }

  /// The start that an RDATE or a RECURRENCE-ID names, its time on the clock of DTSTART's zone.
  private static func start(
    at time: CalendarTime, like anchor: CalendarTime, onDeviceIn deviceZone: Zone
  ) -> OriginalStart {
    let time = aligned(time, with: anchor)
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

  /// The original starts in a range.
  ///
  /// - Parameters:
  ///   - range: Instants, half-open.
  ///   - limit: The most starts that are looked at.
  /// - Returns: The starts, and where the limit or the expander's own bound cut them.
  package func starts(in range: Range<Instant>, limit: Int) -> Result {
    var result = Result()
    let range = range.clamped(to: SeriesExpansion.calendar)
    let margin = zone.wallClockMargin(around: range)
    let civilRange =
      zone.civil(at: range.lowerBound) + -margin..<zone.civil(at: range.upperBound) + margin
    if rules.isEmpty {
      let start = OriginalStart(instant: zone.instant(of: anchor.civil), civil: anchor.civil)
      if range.contains(start.instant) { result.starts.append(start) }
    }
    for rule in rules {
      let starts = starts(of: rule, in: range, civilRange, limit: limit)
      result.starts += starts.starts
      result.isCrowded = result.isCrowded || starts.isCrowded
      result.cut = [result.cut, starts.cut].compactMap { $0 }.min()
    }
    result.starts += dates.filter { range.contains($0.instant) }
    result.starts.sortAndDropRepeats()
    if !exceptions.isEmpty { result.starts.removeAll { exceptions.contains($0.instant) } }
    if !exceptionDays.isEmpty {
      var cursor = ZoneCursor(zone)
      result.starts.removeAll { exceptionDays.contains(cursor.civil(at: $0.instant).dayNumber) }
    }
    for rule in exceptionRules {
      let excluded = starts(of: rule, in: range, civilRange, limit: limit)
      let instants = Set(excluded.starts.map(\.instant))
      result.starts.removeAll { instants.contains($0.instant) }
      result.isCrowded = result.isCrowded || excluded.isCrowded
      // What the rule takes away beyond the bound, nobody knows.
      result.cut = [result.cut, excluded.cut].compactMap { $0 }.min()
    }
    return result
  }

  /// Whether no EXRULE takes anything away.
  var exceptionRulesAreNone: Bool { exceptionRules.isEmpty }

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
  func timedDays(in dayRange: Range<Int>) -> [TimeOfDay: DaySet]? {
    if rules.isEmpty {
      var day = DaySet(in: dayRange)
      day.insert(anchor.civil.dayNumber)
      return [anchor.civil.time: day]
    }
    var result: [TimeOfDay: DaySet] = [:]
    for rule in rules {
      guard let days = rule.timedDays(in: dayRange) else { return nil }
      result.merge(days) { left, right in
        var union = left
        union.formUnion(right)
        return union
      }
    }
    return result
  }

  private func starts(
    of rule: RuleExpansion, in range: Range<Instant>, _ civilRange: Range<CivilDateTime>,
    limit: Int
  ) -> Result {
    var result = Result()
    var cursor = ZoneCursor(zone)
    let ending = rule.forEach(in: civilRange) { civil in
      let instant = cursor.instant(of: civil)
      guard range.contains(instant) else { return true }
      if result.starts.count == limit {
        result.cut = instant
        result.isCrowded = true
        return false
      }
      result.starts.append(OriginalStart(instant: instant, civil: civil))
      return true
    }
    if case .cut(let civil) = ending { result.cut = cursor.instant(of: civil) }
    return result
  }
}

extension CalendarComponent {
  /// What occurrences and relative triggers count from: DTSTART, or DUE of a to-do without one.
  package var anchor: CalendarTime? {
    if let start { return start }
    if let recurrenceID { return recurrenceID.time }
    if case .until(let due) = extent { return due }
    return nil
  }
}

extension Zone {
  /// The farthest that clock changes lie from a range and still move a time into or out of it.
  ///
  /// Twice the difference of two offsets as far apart as a VTIMEZONE can write them.
  fileprivate static let reachOfClockChange = 4 * 86_400

  /// Whether a time that the clock skips can be read as an instant: one shortly after a gap.
  fileprivate func followsGap(_ instant: Instant) -> Bool {
    let count = transitionCount(upTo: instant)
    guard count > 0, transitions[count - 1].isGap else { return false }
    let gap = transitions[count - 1]
    return instant - gap.instant < gap.offsetAfter - gap.offsetBefore
  }

  /// How far beyond the wall-clock times of a range's ends the times of its instants can lie.
  ///
  /// None where the clock isn't changed nearby: a rule of seconds would otherwise be gone through
  /// for days around each short look.
  fileprivate func wallClockMargin(around range: Range<Instant>) -> Int {
    let reach = Zone.reachOfClockChange
    let wide = (range.lowerBound - reach)..<(range.upperBound + reach)
    var offsets = offset(at: wide.lowerBound)...offset(at: wide.lowerBound)
    for transition in transitions(in: wide) {
      offsets =
        min(
          offsets.lowerBound, transition.offsetAfter)...max(
          offsets.upperBound, transition.offsetAfter)
    }
    // Once for the way of the clock between the ends, once for a gap that moves a time later.
    return 2 * (offsets.upperBound - offsets.lowerBound)
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
