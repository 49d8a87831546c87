package import CivilTime

/// The lines of one timer: expressions whose elapses are exactly the wanted instants.
package struct TimerLines: Sendable {
  /// The expressions, in the order in which they are written.
  package let expressions: [CalendarExpression]
  /// The instants at which a timer with them elapses in the window that was asked about, as the
  /// simulator finds them: ascending unless a real timer would fire at once and for ever.
  package let elapses: [Instant]
  /// The first instant that is left out because the timer would have too many lines; nil for none.
  package private(set) var cut: Instant?

  /// The most lines of a timer; what comes after is left to a renewal.
  ///
  /// Dates without any pattern have a line for each month and time of day. systemd computes all
  /// lines of a timer anew after each firing: 2 µs for one in UTC, so that these take 2 ms.
  package static let maximumLines = 1_000

  /// Whether all of them end: each has a last year.
  package var isSingle: Bool { expressions.allSatisfy { !$0.hasOpenYears } }

  /// Finds the lines of a timer.
  ///
  /// - Parameters:
  ///   - demand: What is asked for.
  ///   - machine: The machine.
  package init(_ demand: Demand, on machine: Machine) {
    let search = LineSearch(demand, on: machine)
    if let found = search.lines() {
      self = found
      return
    }
    // Each line gives at least one instant; often a line gives many more.
    let count = demand.instants.count
    var kept = min(demand.maximumLines, count)
    var lines = search.datesInUTC(demand.instants.prefix(kept))
    while kept < count {
      let more = min(kept * 4, count)
      let longer = search.datesInUTC(demand.instants.prefix(more))
      guard longer.count <= demand.maximumLines else { break }
      (kept, lines) = (more, longer)
    }
    self.init(lines, toMeet: demand, on: machine)
    cut = kept < count ? demand.instants[kept] : nil
  }

  /// Simulates lines.
  ///
  /// - Parameters:
  ///   - expressions: The lines.
  ///   - demand: What is asked for, and in which window.
  ///   - machine: The machine.
  init(_ expressions: [CalendarExpression], toMeet demand: Demand, on machine: Machine) {
    self.expressions = expressions
    let elapses = machine.elapses(
      of: expressions, after: demand.window.lowerBound, before: demand.window.upperBound)
    // Nearly always these are the same: then they take no room of their own.
    self.elapses = elapses == demand.instants ? demand.instants : elapses
  }
}

extension TimerLines {
  /// What a timer is asked for.
  package struct Demand {
    /// The instants after now and before the window's end, ascending, without repeats.
    let instants: [Instant]
    /// The instants in the same range at which the timer may fire once, and need not.
    let echoes: Set<Instant>
    /// The instants and what follows, on the wall clock of the zone in which the series lives.
    let wanted: TimedDays
    /// The same and the echoes, on the same wall clock.
    let allowed: TimedDays
    /// Up to where `wanted` reaches; nil if it ends with the window.
    let knownUntil: Instant?
    /// Where lines are read.
    let zone: ExpressionZone
    /// From now to where the instants end.
    let window: Range<Instant>
    /// The most lines.
    let maximumLines: Int
    /// Whether dates in UTC are better than a pattern that names years: timers with dates alone can
    /// be one, and systemd starts a process for each line with a zone.
    let prefersDates: Bool

    /// Makes a demand of its parts; see the properties.
    package init(
      instants: [Instant], echoes: Set<Instant>, wanted: TimedDays, allowed: TimedDays,
      knownUntil: Instant?, zone: ExpressionZone, window: Range<Instant>, maximumLines: Int,
      prefersDates: Bool
    ) {
      self.instants = instants
      self.echoes = echoes
      self.wanted = wanted
      self.allowed = allowed
      self.knownUntil = knownUntil
      self.zone = zone
      self.window = window
      self.maximumLines = maximumLines
      self.prefersDates = prefersDates
    }

    /// Whether a timer that elapses so gives what is asked for, and at most echoes besides.
    func isMet(by elapses: [Instant]) -> Bool {
      if elapses == instants { return true }
      guard !echoes.isEmpty, elapses.isAscending else { return false }
      return elapses.filter { !echoes.contains($0) } == instants
    }

    /// The elapses that nothing asks for, and the last one of a timer that fires at once and for
    /// ever.
    func strays(among elapses: [Instant]) -> [Instant] {
      if elapses == instants { return [] }
      let allowed = echoes.union(instants)
      return elapses.filter { !allowed.contains($0) }
        + (elapses.isAscending ? [] : elapses.suffix(1))
    }
  }

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

    /// When a timer elapses there that is started at an instant.
    ///
    /// - Parameters:
    ///   - expressions: The timer's lines, which are simulated together.
    ///   - start: When it is started; it does not elapse at that instant.
    ///   - end: The instant before which is looked.
    /// - Returns: The instants, ascending unless a real timer would fire at once and for ever.
    package func elapses(
      of expressions: [CalendarExpression], after start: Instant, before end: Instant
    ) -> [Instant] {
      guard start + 1 < end else { return [] }
      return CalendarExpression.elapses(
        of: expressions, in: start + 1..<end, localZone: localZone, zone: { zones[$0] })
    }
  }
}

extension [Instant] {
  /// Whether each instant lies after the one before.
  var isAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
