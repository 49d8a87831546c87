package import CivilTime

/// The lines of one timer: expressions that elapse exactly at the expected instants.
package struct TimerLines: Sendable {
  /// The expressions, in the order of the unit file.
  package let expressions: [CalendarExpression]
  /// The simulated elapses of the timer in the window of the demand.
  ///
  /// They are ascending unless a real timer would fire endlessly.
  package let elapses: [Instant]
  /// The first instant that is left out because of too many lines; nil if none is.
  package private(set) var cut: Instant?

  /// The largest number of lines of a timer; a renewal handles the instants after them.
  ///
  /// Dates without a pattern need a line for each month and time of day. systemd computes all lines
  /// of a timer anew after each firing. A line in UTC takes 2 µs, so this many take 2 ms.
  package static let maximumLines = 1_000

  /// Whether every line has a last year.
  package var isSingle: Bool { expressions.allSatisfy { !$0.hasOpenYears } }

  /// Finds the lines of a timer on a machine.
  ///
  /// If the demand needs too many lines, its last instants are left out.
  package init(_ demand: Demand, on machine: Machine) {
    let search = LineSearch(demand, on: machine)
    if let found = search.zonedLines() {
      self = found
      return
    }
    let (lines, count) = search.datesInUTC()
    self.init(lines, toMeet: demand, on: machine)
    cut = count < demand.instants.count ? demand.instants[count] : nil
  }

  /// Simulates lines in the window of a demand.
  init(_ expressions: [CalendarExpression], toMeet demand: Demand, on machine: Machine) {
    self.expressions = expressions
    let elapses = machine.elapses(
      of: expressions, after: demand.window.lowerBound, before: demand.window.upperBound)
    // The arrays are usually equal; sharing one saves memory.
    self.elapses = elapses == demand.instants ? demand.instants : elapses
  }
}

extension TimerLines {
  /// The instants at which a timer should fire, and the limits of its lines.
  package struct Demand {
    /// The instants after now and before the end of the window, ascending and distinct.
    let instants: [Instant]
    /// The instants in the window at which the timer may fire once but does not have to.
    let echoes: Set<Instant>
    /// The expected instants, also those after the window, on the wall clock of the zone of the
    /// series.
    let wanted: InstantSet
    /// The same instants and the echoes, on the same wall clock.
    let allowed: InstantSet
    /// The end of `wanted`; nil if it is the end of the window.
    let knownUntil: Instant?
    let zone: ExpressionZone
    let window: Range<Instant>
    let maximumLines: Int
    /// Whether dates in UTC are preferred to a pattern with fixed years.
    ///
    /// Timers with dates only can be merged, and systemd starts a process for each line with a
    /// zone.
    let prefersDates: Bool

    /// Makes a demand; see the properties.
    package init(
      instants: [Instant], echoes: Set<Instant>, wanted: InstantSet, allowed: InstantSet,
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

    /// Whether a timer with these elapses fires at all instants, and otherwise only at echoes.
    func isMet(by elapses: [Instant]) -> Bool {
      if elapses == instants { return true }
      guard !echoes.isEmpty, elapses.isAscending else { return false }
      return elapses.filter { !echoes.contains($0) } == instants
    }

    /// The unexpected elapses, and the last elapse of a timer that fires endlessly.
    func strays(among elapses: [Instant]) -> [Instant] {
      if elapses == instants { return [] }
      let allowed = echoes.union(instants)
      return elapses.filter { !allowed.contains($0) }
        + (elapses.isAscending ? [] : elapses.suffix(1))
    }
  }

  /// The machine that runs the timers, as the simulator of systemd needs it.
  package struct Machine: Sendable {
    /// The local time zone.
    package let localZone: Zone
    /// The zones that timers can use, by name.
    ///
    /// The machine has each of them, with the same data as the program.
    package let zones: [String: Zone]

    /// Makes a machine; see the properties.
    package init(localZone: Zone, zones: [String: Zone]) {
      self.localZone = localZone
      self.zones = zones
    }

    /// Whether the machine reads lines of a zone as the program does.
    ///
    /// The demand of a floating series already uses the machine's clock.
    func reads(_ zone: ExpressionZone) -> Bool {
      switch zone {
      case .local, .utc: true
      case .named(let name): zones[name] != nil
      }
    }

    /// Returns the elapses of a timer that is started at an instant.
    ///
    /// - Parameters:
    ///   - expressions: The timer's lines, which are simulated together.
    ///   - start: The instant of the start; the timer does not elapse at it.
    ///   - end: The end of the search, exclusive.
    /// - Returns: The elapses, ascending unless a real timer would fire endlessly.
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
  var isAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
