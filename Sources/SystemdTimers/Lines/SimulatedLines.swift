import CivilTime

/// Lines of one timer, and when it elapses in the window of a demand.
///
/// Made by simulation alone, so that what is promised of lines is what the interpreter finds of these
/// very lines, and they are simulated once.
struct SimulatedLines: Sendable {
  /// The expressions, in the order in which they are written.
  let expressions: [CalendarExpression]
  /// When a timer with them elapses: ascending but where a real timer would fire at once and for ever.
  let elapses: [Instant]

  /// Simulates lines.
  ///
  /// - Parameters:
  ///   - expressions: The lines.
  ///   - demand: What is asked for, and in which window.
  ///   - machine: The machine.
  init(
    _ expressions: [CalendarExpression], toMeet demand: TimerLines.Demand,
    on machine: TimerLines.Machine
  ) {
    self.expressions = expressions
    let elapses = machine.elapses(
      of: expressions, after: demand.window.lowerBound, before: demand.window.upperBound)
    // Nearly always these are the same: then they take no room of their own.
    self.elapses = elapses == demand.instants ? demand.instants : elapses
  }
}
