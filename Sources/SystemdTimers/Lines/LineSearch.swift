import CivilTime

/// Searches for lines that together elapse exactly at the instants of a demand.
///
/// The first attempt is patterns in the zone of the series. Because systemd drops a time that the
/// clock skips, dates in UTC add the instants in the window that the patterns miss. All lines are
/// simulated together, because systemd computes them anew after each firing. If they elapse
/// unexpectedly, for example at a clock change, the search continues without the months of those
/// instants. The last resort is dates in UTC only.
struct LineSearch {
  private let demand: TimerLines.Demand
  private let machine: TimerLines.Machine

  init(_ demand: TimerLines.Demand, on machine: TimerLines.Machine) {
    self.demand = demand
    self.machine = machine
  }

  /// Returns lines with dates in UTC for all instants, or for as many of the first as don't need too
  /// many lines, with the number of instants.
  func datesInUTC() -> (lines: [CalendarExpression], count: Int) {
    let count = demand.instants.count
    if let lines = datesInUTC(demand.instants) { return (lines, count) }
    // Each line gives at least one instant and often many more.
    var kept = min(demand.maximumLines, count)
    var lines = datesInUTC(demand.instants.prefix(kept)) ?? []
    while kept * 4 < count, let longer = datesInUTC(demand.instants.prefix(kept * 4)) {
      (kept, lines) = (kept * 4, longer)
    }
    return (lines, kept)
  }

  /// Returns lines in UTC for instants, at most one for each month and time of day; nil if they are
  /// too many.
  private func datesInUTC(_ instants: some Sequence<Instant>) -> [CalendarExpression]? {
    dates(instants.map(\.civilInUTC), in: .utc)
  }

  private func dates(
    _ dates: [CivilDateTime], in zone: ExpressionZone
  ) -> [CalendarExpression]? {
    let terms = [LineTerm](dates)
    // The texts of a hundred thousand unused lines take longer than their search.
    guard terms.count <= demand.maximumLines else { return nil }
    return terms.compactMap { $0.line(in: zone) }.inWrittenOrder
  }

  /// Returns lines in the zone of the series with dates in UTC; nil if they do not meet the demand.
  func zonedLines() -> TimerLines? {
    guard machine.reads(demand.zone), demand.zone == .local || demand.knownUntil != nil
    else { return nil }
    let classes = TimesOnSameDays.classes(of: demand)
    var avoidedMonths: UInt16 = 0
    while true {
      var lines = classes.flatMap { timeClass in
        timeClass.terms(avoiding: avoidedMonths, isOpenOnly: demand.prefersDates)
      }.mergedTimes.compactMap { $0.line(in: demand.zone) }.inWrittenOrder
      if demand.zone == .local {
        guard let dates = localDates(beside: lines) else { return nil }
        lines += dates
      }
      guard !lines.isEmpty, lines.count <= demand.maximumLines else { return nil }
      let (found, strays) = patched(lines)
      if let found { return found }
      let months = strays.reduce(avoidedMonths) {
        $0 | 1 << UInt16(demand.wanted.zone.civil(at: $1).date.month - 1)
      }
      guard months != avoidedMonths else { return nil }
      avoidedMonths = months
    }
  }

  /// Returns the lines with dates in UTC for the instants they miss, or the unexpected elapses.
  private func patched(_ lines: [CalendarExpression]) -> (TimerLines?, strays: [Instant]) {
    let openLines = lines.filter(\.hasOpenYears)
    var all = TimerLines(lines, toMeet: demand, on: machine)
    var strays = demand.strays(among: all.elapses)
    guard strays.isEmpty else { return (nil, strays) }
    if !demand.isMet(by: all.elapses) {
      let instants = Set(demand.instants).subtracting(all.elapses).sorted()
      guard let missed = datesInUTC(instants),
        lines.count + missed.count <= demand.maximumLines
      else { return (nil, []) }
      all = TimerLines(lines + missed, toMeet: demand, on: machine)
      guard demand.isMet(by: all.elapses) else {
        return (nil, demand.strays(among: all.elapses))
      }
    }
    strays = straysAtClockChanges(openLines)
    return (strays.isEmpty ? all : nil, strays)
  }

  /// The dates of a floating series that the lines do not include; nil if they are too many.
  ///
  /// They also follow the clock of the machine.
  private func localDates(beside lines: [CalendarExpression]) -> [CalendarExpression]? {
    let zone = demand.wanted.zone
    let gaps = ClockGap.gaps(of: zone, in: demand.window)
    let elapses = Set(
      lines.isEmpty ? [] : TimerLines(lines, toMeet: demand, on: machine).elapses)
    let civils = demand.instants.filter { !elapses.contains($0) }.compactMap { instant in
      let civil = zone.civil(at: instant)
      return zone.instant(of: civil) != instant || gaps.contains { $0.moved.contains(civil) }
        ? nil : civil
    }
    return dates(civils, in: .local)
  }
}

extension LineSearch {
  /// The range around a clock change in which lines are simulated, in seconds: a day on each side.
  private static let lookAround = 86_400

  /// The unexpected elapses of lines at the clock changes after the window.
  ///
  /// Elsewhere a line elapses on its days and times, which the search has already compared with the
  /// demand. systemd's rules for gaps and folds apply only to the times that a clock change skips
  /// or repeats, and for some hours around them.
  private func straysAtClockChanges(_ lines: [CalendarExpression]) -> [Instant] {
    guard !lines.isEmpty, let end = demand.knownUntil, demand.window.upperBound < end
    else { return [] }
    let start = demand.window.upperBound
    let changes = demand.wanted.zone.transitions(in: start..<end)
    let affected = Set(
      changes.flatMap { change in
        let civil = change.affectedCivil
        return [civil.lowerBound.time.secondOfDay, civil.upperBound.time.secondOfDay]
      })
    let isNear = lines.contains { line in
      CalendarField.hour.range.contains { hour in
        line.hours.contains(hour, in: .hour)
          && affected.contains { abs($0 - hour * 3_600) <= 3 * 3_600 }
      }
    }
    guard isNear else { return [] }
    return changes.flatMap { change in
      let elapses = machine.elapses(
        of: lines, after: max(start, change.instant - LineSearch.lookAround),
        before: min(end, change.instant + LineSearch.lookAround))
      return elapses.filter { !demand.allowed.contains($0) }
        + (elapses.isAscending ? [] : elapses.suffix(1))
    }
  }
}

private struct TimesOnSameDays {
  private var times: [TimeOfDay]
  private let days: MonthlyDays

  /// The largest number of classes of one timer.
  ///
  /// Alarms at more times of day, each on different days, do not follow simple patterns.
  private static let maximumClasses = 64

  /// The classes of a demand; empty if there would be too many.
  static func classes(of demand: TimerLines.Demand) -> [TimesOnSameDays] {
    guard let knownUntil = demand.knownUntil else { return [] }
    let zone = demand.wanted.zone
    let window = demand.window
    let first = zone.firstTime(notBefore: window.lowerBound + 1)
    let windowEnd = zone.firstTime(notBefore: window.upperBound)
    let knownEnd = zone.firstTime(notBefore: knownUntil)
    let gaps = ClockGap.gaps(of: zone, in: window.lowerBound..<max(window.lowerBound, knownUntil))
    let months = MonthlyDays(
      years: first.date.year...max(first.date.year, knownEnd.date.year))
    var classes: [TimesOnSameDays] = []
    for (time, wanted) in demand.wanted.days {
      let start = first.firstDay(at: time)
      let dueEnd = max(start, windowEnd.firstDay(at: time))
      guard let due = wanted.first(from: start), due < dueEnd else { continue }
      var days = months.filled(
        wanted: wanted, allowed: demand.allowed.days[time] ?? wanted,
        known: start..<max(start, knownEnd.firstDay(at: time)), windowEnd: dueEnd)
      for gap in gaps { gap.release(time, in: &days) }
      if classes.last?.days == days {
        classes[classes.count - 1].times.append(time)
      } else {
        guard classes.count < maximumClasses else { return [] }
        classes.append(TimesOnSameDays(times: [time], days: days))
      }
    }
    return classes
  }

  /// The patterns of the class, at each of its times.
  func terms(avoiding months: UInt16, isOpenOnly: Bool) -> [LineTerm] {
    var search = PatternSearch(days, avoiding: months, isOpenOnly: isOpenOnly)
    let patterns = search.patterns()
    return times.flatMap { time in patterns.map { $0.at(time) } }
  }
}

/// A range of wall-clock times that a clock change skips.
private struct ClockGap {
  let skipped: Range<CivilDateTime>
  /// The times to which skipped times move: a range of the same length after them.
  let moved: Range<CivilDateTime>

  static func gaps(of zone: Zone, in range: Range<Instant>) -> [ClockGap] {
    zone.transitions(in: range).filter(\.isGap).map { change in
      let skipped = change.affectedCivil
      return ClockGap(
        skipped: skipped,
        moved: skipped.upperBound..<skipped.upperBound + (change.offsetAfter - change.offsetBefore))
    }
  }

  /// Allows elapses at times in the gap, and removes the demand at the times they move to.
  ///
  /// Dates in UTC replace the times that systemd drops.
  func release(_ time: TimeOfDay, in days: inout MonthlyDays) {
    for day in skipped.lowerBound.dayNumber...moved.upperBound.dayNumber {
      let civil = CivilDateTime(dayNumber: day, time: time)
      if skipped.contains(civil) { days.release(day, isSkipped: true) }
      if moved.contains(civil) { days.release(day, isSkipped: false) }
    }
  }
}

extension [CalendarExpression] {
  /// Sorted: lines with open years first, then by text.
  fileprivate var inWrittenOrder: [CalendarExpression] {
    map { (isOpen: $0.hasOpenYears, text: $0.description, line: $0) }
      .sorted { ($0.isOpen ? 0 : 1, $0.text) < ($1.isOpen ? 0 : 1, $1.text) }.map(\.line)
  }
}
