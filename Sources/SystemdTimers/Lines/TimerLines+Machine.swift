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

    /// When a timer elapses there that is started at an instant.
    ///
    /// - Parameters:
    ///   - expressions: The timer's lines, which are simulated together.
    ///   - start: When it is started; it does not elapse at that instant.
    ///   - end: The instant before which is looked.
    /// - Returns: The instants, ascending but where a real timer would fire at once and for ever.
    package func elapses(
      of expressions: [CalendarExpression], after start: Instant, before end: Instant
    ) -> [Instant] {
      guard start + 1 < end else { return [] }
      return CalendarExpression.elapses(
        of: expressions, in: start + 1..<end, localZone: localZone, zone: { zones[$0] })
    }
  }
}
