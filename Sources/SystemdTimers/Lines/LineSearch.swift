import CivilTime

/// The search for lines that together give exactly what a timer is asked for.
///
/// Patterns in the zone of the series come first. Dates in UTC patch what they miss within the
/// window, because systemd drops a time that the clock skips. systemd computes all lines anew after
/// each firing, so the lines are simulated together. If they elapse unasked, at a clock change for
/// example, the search goes on without the months of those elapses. The last resort is dates alone.
struct LineSearch {
  private let demand: TimerLines.Demand
  private let machine: TimerLines.Machine

  /// Prepares a search.
  init(_ demand: TimerLines.Demand, on machine: TimerLines.Machine) {
    self.demand = demand
    self.machine = machine
  }

  /// Lines that give exactly what is wanted; nil if there are too many or systemd lacks the years.
  func lines() -> TimerLines? {
    if let lines = zonedLines() { return lines }
    let lines = datesInUTC(demand.instants)
    guard lines.count <= demand.maximumLines else { return nil }
    let all = TimerLines(lines, toMeet: demand, on: machine)
    return demand.isMet(by: all.elapses) ? all : nil
  }

  /// Lines in UTC for instants, one for each month and time of day or fewer.
  func datesInUTC(_ instants: some Sequence<Instant>) -> [CalendarExpression] {
    dates(instants.map(\.civilInUTC), in: .utc)
  }

  private func dates(
    _ dates: [CivilDateTime], in zone: ExpressionZone
  ) -> [CalendarExpression] {
    [LineTerm](dates).compactMap { $0.line(in: zone) }.inWrittenOrder
  }

  /// Lines in the zone of the series with patches in UTC; nil if they are not right.
  private func zonedLines() -> TimerLines? {
    guard machine.reads(demand.zone), demand.zone == .local || demand.knownUntil != nil
    else { return nil }
    let classes = TimeClass.classes(of: demand)
    var avoidedMonths: UInt16 = 0
    while true {
      var lines = classes.flatMap { timeClass in
        timeClass.terms(avoiding: avoidedMonths, isOpenOnly: demand.prefersDates)
      }.mergedTimes.compactMap { $0.line(in: demand.zone) }.inWrittenOrder
      if demand.zone == .local { lines += localDates(beside: lines) }
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

  /// Lines with dates in UTC for what they miss, or the instants at which they elapse unasked.
  private func patched(_ lines: [CalendarExpression]) -> (TimerLines?, strays: [Instant]) {
    let openLines = lines.filter(\.hasOpenYears)
    var all = TimerLines(lines, toMeet: demand, on: machine)
    var strays = demand.strays(among: all.elapses)
    guard strays.isEmpty else { return (nil, strays) }
    if !demand.isMet(by: all.elapses) {
      let missed = datesInUTC(Set(demand.instants).subtracting(all.elapses).sorted())
      guard lines.count + missed.count <= demand.maximumLines else { return (nil, []) }
      all = TimerLines(lines + missed, toMeet: demand, on: machine)
      guard demand.isMet(by: all.elapses) else {
        return (nil, demand.strays(among: all.elapses))
      }
    }
    strays = straysAtClockChanges(openLines)
    return (strays.isEmpty ? all : nil, strays)
  }

  /// Dates of a floating series that lines leave out: they follow the clock of the machine, too.
  private func localDates(beside lines: [CalendarExpression]) -> [CalendarExpression] {
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
  /// How long around a clock change lines are simulated, in seconds: a day on either side.
  private static let lookAround = 86_400

  /// The instants at which lines elapse unasked at the clock changes after the window.
  ///
  /// Elsewhere a line elapses as its days and times say, which the search has compared with what is
  /// asked for. systemd's rules of gaps and folds show at the times that a clock change skips or
  /// repeats, and up to some hours from them.
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

/// Times of day that have the same days.
private struct TimeClass {
  private var times: [TimeOfDay]
  private let days: MonthlyDays

  /// The most classes of one timer.
  ///
  /// Alarms at more times of day, each with days of its own, have no lines that a person would write.
  private static let maximumClasses = 64

  /// The classes of a demand; none if there are too many.
  static func classes(of demand: TimerLines.Demand) -> [TimeClass] {
    guard let knownUntil = demand.knownUntil else { return [] }
    let zone = demand.wanted.zone
    let window = demand.window
    let first = zone.firstTime(notBefore: window.lowerBound + 1)
    let windowEnd = zone.firstTime(notBefore: window.upperBound)
    let knownEnd = zone.firstTime(notBefore: knownUntil)
    let gaps = ClockGap.gaps(of: zone, in: window.lowerBound..<max(window.lowerBound, knownUntil))
    let months = MonthlyDays(
      years: first.date.year...max(first.date.year, knownEnd.date.year))
    var classes: [TimeClass] = []
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
        classes.append(TimeClass(times: [time], days: days))
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

/// Times that a clock skips.
private struct ClockGap {
  /// The skipped times.
  let skipped: Range<CivilDateTime>
  /// The times to which skipped ones move: as many after them.
  let moved: Range<CivilDateTime>

  static func gaps(of zone: Zone, in range: Range<Instant>) -> [ClockGap] {
    zone.transitions(in: range).filter(\.isGap).map { change in
      let skipped = change.affectedCivil
      return ClockGap(
        skipped: skipped,
        moved: skipped.upperBound..<skipped.upperBound + (change.offsetAfter - change.offsetBefore))
    }
  }

  /// Lets days go on which the clock skips a time, and asks for nothing at the times after them, to
  /// which skipped ones move: dates in UTC have what systemd drops.
  func release(_ time: TimeOfDay, in days: inout MonthlyDays) {
    for day in skipped.lowerBound.dayNumber...moved.upperBound.dayNumber {
      let civil = CivilDateTime(dayNumber: day, time: time)
      if skipped.contains(civil) { days.release(day, isSkipped: true) }
      if moved.contains(civil) { days.release(day, isSkipped: false) }
    }
  }
}

extension [CalendarExpression] {
  /// Open years first; then as they read.
  fileprivate var inWrittenOrder: [CalendarExpression] {
    map { (isOpen: $0.hasOpenYears, text: $0.description, line: $0) }
      .sorted { ($0.isOpen ? 0 : 1, $0.text) < ($1.isOpen ? 0 : 1, $1.text) }.map(\.line)
  }
}
