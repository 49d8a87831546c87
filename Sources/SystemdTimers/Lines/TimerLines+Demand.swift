package import CivilTime

extension TimerLines {
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
    /// The most instants that are looked at where all together have no few lines.
    let instantLimit: Int
    /// How much is done to find few lines.
    let effort: CoverEffort

    /// Makes a demand of its parts.
    ///
    /// - Parameters:
    ///   - instants: The instants after now and before the window's end, ascending, without
    ///     repeats.
    ///   - echoes: The instants in the same range at which the timer may fire once, and need not.
    ///   - wanted: The same and what follows, on the wall clock of the zone of the series.
    ///   - allowed: What is asked for, and the echoes, on the same wall clock.
    ///   - knownUntil: Up to where `wanted` reaches; nil where it ends with the window.
    ///   - zone: Where lines are read.
    ///   - window: From now to where the instants end.
    ///   - instantLimit: The most instants that are looked at where all together have no few lines.
    ///   - effort: How much is done to find few lines.
    package init(
      instants: [Instant], echoes: [Instant], wanted: TimedDays, allowed: TimedDays,
      knownUntil: Instant?, zone: ExpressionZone, window: Range<Instant>, instantLimit: Int = .max,
      effort: CoverEffort = .most
    ) {
      self.instants = instants
      self.echoes = echoes
      self.wanted = wanted
      self.allowed = allowed
      self.knownUntil = knownUntil
      self.zone = zone
      self.window = window
      self.instantLimit = instantLimit
      self.effort = effort
    }

    /// Whether a timer that elapses so gives what is asked for, and at most echoes besides.
    func isMet(by elapses: [Instant]) -> Bool {
      if elapses == instants { return true }
      guard !echoes.isEmpty, elapses.isAscending else { return false }
      let echoes = Set(echoes)
      return elapses.filter { !echoes.contains($0) } == instants
    }
  }
}

extension [Instant] {
  /// Whether each instant lies after the one before.
  var isAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
