import CivilTime

/// The search for lines that together give exactly what a timer is asked for.
///
/// Lines in the series' zone come first, those that go on for ever before others; what they miss
/// within the window is patched with lines in UTC, for systemd drops a time in a gap. systemd
/// computes all lines anew from each firing, so the lines are simulated together. Where they
/// don't give exactly what is wanted, lines without open years are tried, and then lines in UTC
/// alone.
struct LineSearch {
  private let demand: TimerLines.Demand
  private let machine: TimerLines.Machine

  /// Prepares a search.
  init(_ demand: TimerLines.Demand, on machine: TimerLines.Machine) {
    self.demand = demand
    self.machine = machine
  }

  /// Lines that give exactly what is wanted; nil where the search finds none, or too many.
  func lines() -> SimulatedLines? {
    if let only = demand.instants.first, demand.instants.count == 1, demand.knownUntil == nil {
      if demand.zone != .local {
        return CalendarExpression(at: only).map { simulated([$0]) }
      }
    }
    if machine.reads(demand.zone) {
      for knownUntil in demand.knownUntil == nil ? [nil] : [demand.knownUntil, nil] {
        if let lines = zonedLines(knownUntil: knownUntil) { return lines }
      }
    }
    let lines = linesInUTC(demand.instants)
    guard lines.count <= TimerLines.maximumLines else { return nil }
    let all = simulated(lines)
    return demand.isMet(by: all.elapses) ? all : nil
  }

  /// Lines in the series' zone with patches in UTC; nil where they are not right.
  private func zonedLines(knownUntil: Instant?) -> SimulatedLines? {
    let specification = ElapseSpecification(
      demand.wanted, allowed: demand.allowed, in: demand.window, knownUntil: knownUntil)
    guard let cover = ExpressionCover(specification, zone: demand.zone, demand.effort)
    else { return nil }
    // A single instant means the same in UTC on every machine, and costs systemd less.
    let lines = cover.terms.filter {
      !$0.isAfterGap && (!$0.isSingle || demand.zone.needsNoZoneData)
    }.compactMap(\.line).inWrittenOrder
    guard lines.count <= TimerLines.maximumLines else { return nil }
    var all = simulated(lines)
    if !demand.isMet(by: all.elapses) {
      let instants = Set(demand.instants)
      guard all.elapses.allSatisfy(instants.union(demand.echoes).contains) else { return nil }
      let missed = linesInUTC(Array(instants.subtracting(all.elapses)).sorted())
      guard lines.count + missed.count <= TimerLines.maximumLines else { return nil }
      all = simulated(lines + missed)
      guard demand.isMet(by: all.elapses) else { return nil }
    }
    guard let knownUntil, demand.window.upperBound < knownUntil else { return all }
    return areRightAtClockChanges(
      lines.filter(\.hasOpenYears), in: demand.window.upperBound..<knownUntil)
      ? all : nil
  }

  /// Few lines in UTC for some of the instants of a demand.
  func linesInUTC(_ instants: [Instant]) -> [CalendarExpression] {
    guard let first = instants.first, let last = instants.last else { return [] }
    if instants.count == 1 { return CalendarExpression(at: first).map { [$0] } ?? [] }
    let days = first.civilInUTC.dayNumber - 1..<last.civilInUTC.dayNumber + 2
    var wanted = TimedDays(in: .gmt, days: days)
    wanted.insert(contentsOf: instants)
    var allowed = wanted
    allowed.insert(contentsOf: demand.echoes)
    let specification = ElapseSpecification(
      wanted, allowed: allowed, in: demand.window, knownUntil: nil)
    guard let cover = ExpressionCover(specification, zone: .utc, demand.effort) else {
      return instants.prefix(TimerLines.maximumLines + 1).compactMap { CalendarExpression(at: $0) }
    }
    return cover.lines.asTheyRead
  }

  /// Lines with what a timer with them gives in the window.
  private func simulated(_ lines: [CalendarExpression]) -> SimulatedLines {
    SimulatedLines(lines, toMeet: demand, on: machine)
  }
}

extension LineSearch {
  /// How long around a clock change lines are simulated, in seconds: a day on either side.
  private static let lookAround = 86_400

  /// Whether lines fire nothing that is not asked for at the clock changes after the window.
  ///
  /// Everywhere else a line fires where its days and times say, which was held against what is
  /// asked for, day by day. systemd's rules of gaps and folds show at the times that a clock change
  /// skips or repeats, and up to some hours from them.
  private func areRightAtClockChanges(
    _ lines: [CalendarExpression], in range: Range<Instant>
  ) -> Bool {
    let zone = demand.wanted.zone
    let changes = zone.transitions(in: range)
    guard !lines.isEmpty, !changes.isEmpty else { return true }
    let affected = Set(
      changes.flatMap { change in
        let civil = change.affectedCivil
        return [civil.lowerBound.time.secondOfDay, civil.upperBound.time.secondOfDay]
      })
    let isNear = lines.contains { line in
      let hours = line.hours.bits(of: .hour).bitPositions
      return hours.contains { hour in
        affected.contains { abs($0 - hour * 3_600) <= 3 * 3_600 }
      }
    }
    guard isNear else { return true }
    return changes.allSatisfy { change in
      let start = max(range.lowerBound, change.instant - LineSearch.lookAround)
      let end = min(range.upperBound, change.instant + LineSearch.lookAround)
      guard start < end else { return true }
      let elapses = machine.elapses(of: lines, after: start, before: end)
      return elapses.isAscending && elapses.allSatisfy(demand.allowed.contains)
    }
  }
}

extension ExpressionZone {
  /// Whether lines mean what they say whatever zone data a machine has.
  ///
  /// A series that floats is asked for by the machine's own clock.
  fileprivate var needsNoZoneData: Bool {
    switch self {
    case .local, .utc: true
    case .named: false
    }
  }
}

extension [CalendarExpression] {
  /// As they read.
  fileprivate var asTheyRead: [CalendarExpression] {
    map { (text: $0.description, line: $0) }.sorted { $0.text < $1.text }.map(\.line)
  }

  /// Open years first; then as they read.
  fileprivate var inWrittenOrder: [CalendarExpression] {
    let lines = asTheyRead
    return lines.filter(\.hasOpenYears) + lines.filter { !$0.hasOpenYears }
  }
}
