package import CivilTime

extension TimerLines {
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

  /// The instants at which a timer with lines fires after now, before the horizon's end.
  package static func elapses(
    of expressions: [CalendarExpression], in window: Range<Instant>, _ machine: Machine
  ) -> [Instant] {
    guard window.lowerBound + 1 < window.upperBound else { return [] }
    return CalendarExpression.elapses(
      of: expressions, in: window.lowerBound + 1..<window.upperBound,
      localZone: machine.localZone, zone: { machine.zones[$0] })
  }
}
