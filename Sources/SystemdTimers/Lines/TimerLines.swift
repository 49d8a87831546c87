package import CivilTime

/// The lines of one timer: expressions whose elapses are exactly the wanted instants.
package struct TimerLines: Sendable {
  private let simulated: SimulatedLines
  /// The expressions, in the order in which they are written.
  package var expressions: [CalendarExpression] { simulated.expressions }
  /// When a timer with them elapses in the window that was asked about, as it was simulated: ascending
  /// but where a real timer would fire at once and for ever.
  package var elapses: [Instant] { simulated.elapses }
  /// The first instant that is left out, since the timer would have too many lines, or comes at
  /// more instants without a pattern than are looked at; nil for none.
  package let cut: Instant?

  /// The most lines of a timer; what comes after is left to a renewal.
  ///
  /// An alarm at dates without any pattern has a line for each. systemd computes all lines of a
  /// timer anew at each firing: 2 µs for one in UTC, so that these take 2 ms.
  package static let maximumLines = 1_000

  /// The most instants that are written one by one where a zone would need fewer lines.
  private static let maximumSingles = 100

  /// A line in UTC for each instant of a demand; nil for too many, or one that systemd doesn't know.
  package init?(inUTC demand: Demand, on machine: Machine) {
    guard demand.instants.count <= TimerLines.maximumSingles else { return nil }
    let lines = demand.instants.compactMap { CalendarExpression(at: $0) }
    guard lines.count == demand.instants.count else { return nil }
    simulated = SimulatedLines(lines, toMeet: demand, on: machine)
    cut = nil
  }

  /// Whether they end: each has a last year.
  package var isSingle: Bool { expressions.allSatisfy { !$0.hasOpenYears } }

  /// Whether one of them names a zone.
  package var namesZone: Bool {
    expressions.contains {
      if case .named = $0.zone { true } else { false }
    }
  }

  /// Finds the lines of a timer.
  ///
  /// - Parameters:
  ///   - demand: What is asked for.
  ///   - machine: The machine.
  package init(_ demand: Demand, on machine: Machine) {
    let search = LineSearch(demand, on: machine)
    if let found = search.lines(), found.expressions.count <= TimerLines.maximumLines {
      (simulated, cut) = (found, nil)
      return
    }
    // Each line gives at least one instant; often a line gives many more.
    let most = min(demand.instantLimit, demand.instants.count)
    var kept = min(TimerLines.maximumLines, most)
    var lines = search.linesInUTC(Array(demand.instants.prefix(kept)))
    while kept < most {
      let more = min(kept * 4, most)
      let longer = search.linesInUTC(Array(demand.instants.prefix(more)))
      guard longer.count <= TimerLines.maximumLines else { break }
      (kept, lines) = (more, longer)
    }
    simulated = SimulatedLines(lines, toMeet: demand, on: machine)
    cut = kept < demand.instants.count ? demand.instants[kept] : nil
  }
}
