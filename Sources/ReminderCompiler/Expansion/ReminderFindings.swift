package import CivilTime
package import ICalendar

extension Finding {
  /// An alarm with more fires than are looked at, or a rule that takes too many steps.
  package static func firesCut(alarm: Int, limit: Int, from: Instant) -> Finding {
    Finding(
      "fires-cut", .warning, property: "RRULE",
      message: "alarm \(alarm) asks for more than \(limit) fires, or its rule takes too many "
        + "steps; nothing from \(from) on is looked at")
  }

  /// A trigger that was taken for right until it was simulated.
  package static func triggerRefused(alarm: Int, trigger: String, unasked: Instant) -> Finding {
    Finding(
      "trigger-refused", .warning,
      message: "alarm \(alarm): the trigger \(trigger) was found to fire at \(unasked), which "
        + "isn't asked; one-shots serve in its place")
  }

  /// An alarm at the instant of compilation.
  package static func dueNow(alarm: Int) -> Finding {
    Finding(
      "due-now", .note,
      message: "alarm \(alarm) is due at this very instant, which no trigger added now can answer")
  }
}
