public import ICalendar

/// From the components of calendars to a plan.
public enum Compiler {
  /// Compiles a plan.
  ///
  /// - Parameters:
  ///   - components: The components of all files, in any order.
  ///   - options: The instant, the device and the slots.
  /// - Returns: The plan, proven against what the calendars ask for.
  public static func plan(
    for components: [CalendarComponent], _ options: CompilerOptions
  ) -> Plan {
    let source = Source(components, options)
    let lowering = Lowering(options, ProofRange(options))
    let lowered = source.mapReminders(lowering.lower)
    let ranked = Ranking(options).rank(lowered)
    return Packing(options).plan(ranked, source.diagnostics)
  }
}
