package import CivilTime

/// The lines of one timer: expressions whose elapses are exactly the wanted instants.
package struct TimerLines: Sendable {
  /// The machine that runs the timers, as a simulator of systemd needs it.
  package struct Machine: Sendable {
    /// Its local zone.
    package let localZone: Zone
    /// The zones that timers can name, by name: those that it has, and reads as the program does.
    package let zones: [String: Zone]

    /// Makes a machine.
    ///
    /// - Parameters:
    ///   - localZone: Its local zone.
    ///   - zones: The zones that timers can name, by name.
    package init(localZone: Zone, zones: [String: Zone]) {
      self.localZone = localZone
      self.zones = zones
    }

    /// Whether lines of a zone mean there what they say.
    ///
    /// A series that floats is asked for by the machine's own clock.
    func reads(_ zone: ExpressionZone) -> Bool {
      switch zone {
      case .local, .utc: true
      case .named(let name): zones[name] != nil
      }
    }
  }

  /// What a timer is asked for.
  package struct Demand {
    /// The instants after now and before the window's end, ascending, without repeats.
    let instants: [Instant]
    /// The instants in the same range at which the timer may fire once, and need not.
    let echoes: [Instant]
    /// The same and what follows, on the wall clock of the zone in which the series lives.
    let wanted: TimedDays
    /// What is asked for, and the echoes, on the same wall clock.
    let allowed: TimedDays
    /// Up to where `wanted` reaches; nil where it ends with the window.
    let knownUntil: Instant?
    /// Where lines are read.
    let zone: ExpressionZone
    /// From now to where the instants end.
    let window: Range<Instant>

    /// Makes a demand of its parts.
    ///
    /// - Parameters:
    ///   - instants: The instants after now and before the window's end, ascending, without repeats.
    ///   - echoes: The instants in the same range at which the timer may fire once, and need not.
    ///   - wanted: The same and what follows, on the wall clock of the zone of the series.
    ///   - allowed: What is asked for, and the echoes, on the same wall clock.
    ///   - knownUntil: Up to where `wanted` reaches; nil where it ends with the window.
    ///   - zone: Where lines are read.
    ///   - window: From now to where the instants end.
    package init(
      instants: [Instant], echoes: [Instant], wanted: TimedDays, allowed: TimedDays,
      knownUntil: Instant?, zone: ExpressionZone, window: Range<Instant>
    ) {
      self.instants = instants
      self.echoes = echoes
      self.wanted = wanted
      self.allowed = allowed
      self.knownUntil = knownUntil
      self.zone = zone
      self.window = window
    }

    /// Whether a timer that elapses so gives what is asked for, and at most echoes besides.
    func isMet(by elapses: [Instant]) -> Bool {
      if elapses == instants { return true }
      guard !echoes.isEmpty, elapses.isAscending else { return false }
      let echoes = Set(echoes)
      return elapses.filter { !echoes.contains($0) } == instants
    }
  }

  /// The expressions, in the order in which they are written.
  package let expressions: [CalendarExpression]
  /// The first instant that is left out, since the timer would have too many lines; nil for none.
  package let cut: Instant?
  /// The series' zone where it is not named, for the machine may not know it or read it in another
  /// way; else nil.
  package let avoidedZone: String?

  /// The most lines of a timer; what comes after is left to a renewal.
  ///
  /// An alarm at dates without any pattern has a line for each. systemd computes all lines of a
  /// timer anew at each firing: 2 µs for one in UTC, so that these take 2 ms.
  package static let maximumLines = 1_000

  /// Finds the lines of a timer.
  ///
  /// Lines in the series' zone come first, those that go on for ever before others; what they miss
  /// within the window is patched with lines in UTC, for systemd drops a time in a gap. systemd
  /// computes all lines anew from each firing, so the lines are simulated together. Where they
  /// don't give exactly what is wanted, lines without open years are tried, and then lines in UTC
  /// alone.
  ///
  /// - Parameters:
  ///   - demand: What is asked for.
  ///   - machine: The machine.
  package init(_ demand: Demand, on machine: Machine) {
    if case .named(let name) = demand.zone, !machine.reads(demand.zone) {
      avoidedZone = name
    } else {
      avoidedZone = nil
    }
    if let lines = TimerLines.lines(demand, machine), lines.count <= TimerLines.maximumLines {
      (expressions, cut) = (lines, nil)
      return
    }
    // Each line gives at least one instant; often a line gives many more.
    var kept = min(TimerLines.maximumLines, demand.instants.count)
    var lines = TimerLines.inUTC(Array(demand.instants.prefix(kept)), demand)
    while kept < demand.instants.count {
      let more = min(kept * 4, demand.instants.count)
      let longer = TimerLines.inUTC(Array(demand.instants.prefix(more)), demand)
      guard longer.count <= TimerLines.maximumLines else { break }
      (kept, lines) = (more, longer)
    }
    expressions = lines
    cut = kept < demand.instants.count ? demand.instants[kept] : nil
  }

  private static func lines(_ demand: Demand, _ machine: Machine) -> [CalendarExpression]? {
    if let only = demand.instants.first, demand.instants.count == 1, demand.knownUntil == nil {
      if demand.zone != .local { return CalendarExpression(at: only).map { [$0] } }
    }
    if machine.reads(demand.zone) {
      for knownUntil in demand.knownUntil == nil ? [nil] : [demand.knownUntil, nil] {
        if let lines = zoned(demand, knownUntil: knownUntil, machine) { return lines }
      }
    }
    let lines = inUTC(demand.instants, demand)
    return demand.isMet(by: elapses(of: lines, in: demand.window, machine)) ? lines : nil
  }

  /// Lines in the series' zone with patches in UTC; nil where they are not right.
  private static func zoned(
    _ demand: Demand, knownUntil: Instant?, _ machine: Machine
  ) -> [CalendarExpression]? {
    let specification = ElapseSpecification(
      demand.wanted, allowed: demand.allowed, in: demand.window, knownUntil: knownUntil)
    guard let cover = ExpressionCover(specification, zone: demand.zone) else { return nil }
    // A single instant means the same in UTC on every machine, and costs systemd less.
    let lines = cover.terms.filter {
      !$0.isAfterGap && (!$0.isSingle || demand.zone.needsNoZoneData)
    }.compactMap(\.line).sorted(by: TimerLines.isWrittenBefore)
    guard lines.count <= maximumLines else { return nil }
    let answered = elapses(of: lines, in: demand.window, machine)
    var all = lines
    if !demand.isMet(by: answered) {
      let instants = Set(demand.instants)
      guard answered.allSatisfy(instants.union(demand.echoes).contains) else { return nil }
      all += inUTC(Array(instants.subtracting(answered)).sorted(), demand)
      guard all.count <= maximumLines,
        demand.isMet(by: elapses(of: all, in: demand.window, machine))
      else { return nil }
    }
    guard let knownUntil, demand.window.upperBound < knownUntil else { return all }
    return isRight(
      lines.filter(\.hasOpenYears), for: demand, in: demand.window.upperBound..<knownUntil, machine)
      ? all : nil
  }

  /// Open years first; then as they read.
  private static func isWrittenBefore(
    _ left: CalendarExpression, _ right: CalendarExpression
  ) -> Bool {
    if left.hasOpenYears != right.hasOpenYears { return left.hasOpenYears }
    return left.description < right.description
  }

  /// The instants at which a timer with lines fires after now, before the horizon's end.
  package static func elapses(
    of expressions: [CalendarExpression], in window: Range<Instant>, _ machine: Machine
  ) -> [Instant] {
    guard window.lowerBound + 1 < window.upperBound else { return [] }
    return CalendarExpression.elapses(
      of: expressions, in: window.lowerBound + 1..<window.upperBound,
      localZone: machine.localZone, zone: { machine.zones[$0] })
  }

  /// How long around a clock change lines are simulated, in seconds: a day on either side.
  private static let lookAround = 86_400

  /// Whether lines fire nothing that is not asked for at the clock changes after the window.
  ///
  /// Everywhere else a line fires where its days and times say, which was held against what is
  /// asked for, day by day. systemd's rules of gaps and folds show at the times that a clock change
  /// skips or repeats, and up to some hours from them.
  private static func isRight(
    _ lines: [CalendarExpression], for demand: Demand, in range: Range<Instant>,
    _ machine: Machine
  ) -> Bool {
    let zone = demand.wanted.zone
    let changes = zone.transitions(in: range)
    guard !lines.isEmpty, !changes.isEmpty else { return true }
    let affected = Set(
      changes.flatMap { change in
        let civil = change.affectedCivil
        return [civil.lowerBound.secondOfDay, civil.upperBound.secondOfDay]
      })
    let isNear = lines.contains { line in
      let hours = line.hours.bits(of: .hour).bitPositions
      return hours.contains { hour in
        affected.contains { abs($0 - hour * 3_600) <= 3 * 3_600 }
      }
    }
    guard isNear else { return true }
    return changes.allSatisfy { change in
      let start = max(range.lowerBound, change.instant - lookAround)
      let end = min(range.upperBound, change.instant + lookAround)
      guard start < end else { return true }
      let elapses = elapses(of: lines, in: start..<end, machine)
      return elapses.isAscending && elapses.allSatisfy(demand.allowed.contains)
    }
  }

  /// Few lines in UTC for some of the instants of a demand.
  private static func inUTC(_ instants: [Instant], _ demand: Demand) -> [CalendarExpression] {
    guard let first = instants.first, let last = instants.last else { return [] }
    if instants.count == 1 { return CalendarExpression(at: first).map { [$0] } ?? [] }
    let days = first.civilInUTC.dayNumber - 1..<last.civilInUTC.dayNumber + 2
    var wanted = TimedDays(in: .gmt, days: days)
    for instant in instants { wanted.insert(instant) }
    var allowed = wanted
    for echo in demand.echoes { allowed.insert(echo) }
    let specification = ElapseSpecification(
      wanted, allowed: allowed, in: demand.window, knownUntil: nil)
    guard let cover = ExpressionCover(specification, zone: .utc) else {
      return instants.prefix(maximumLines + 1).compactMap { CalendarExpression(at: $0) }
    }
    return cover.lines.sorted { $0.description < $1.description }
  }
}

extension [Instant] {
  /// Whether each instant lies after the one before.
  fileprivate var isAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}

extension ExpressionZone {
  /// Whether lines mean what they say whatever zone data a machine has.
  ///
  /// A series that floats is asked for by the machine's own clock.
  var needsNoZoneData: Bool {
    switch self {
    case .local, .utc: true
    case .named: false
    }
  }
}
