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
    let options = source.options
    let lowering = Lowering(options, ProofRange(options))
    let lowered = source.mapReminders(lowering.lower)
    return plan(lowered, source, options)
  }

  /// Compiles a plan, and the one that there would be with a slot more.
  ///
  /// - Parameters:
  ///   - components: The components of all files, in any order.
  ///   - options: The instant, the device and the slots.
  /// - Returns: The plan; and that with a slot more where slots are short.
  public static func planAndNext(
    for components: [CalendarComponent], _ options: CompilerOptions
  ) -> (plan: Plan, next: Plan?) {
    let source = Source(components, options)
    let options = source.options
    var more = options
    more.limit += 1
    let lowered = source.mapReminders(Lowering(more, ProofRange(more)).lower)
    let plan = plan(lowered, source, options)
    let isShort = plan.dropped.contains { $0.reason != .dueNow }
    return (plan, isShort ? Compiler.plan(lowered, source, more) : nil)
  }

  /// Spends the slots on what has been lowered.
  static func plan(
    _ lowered: [LoweredReminder], _ source: Source, _ options: CompilerOptions
  ) -> Plan {
    let ranked = Ranking(options).rank(lowered, overdue: source.overdue)
    let plan = Packing(options).plan(ranked, source.diagnostics)
    guard options.nudgesRenewal, options.slots > 0, plan.renewBy != nil else { return plan }
    // A plan that ends gives its last slot to the request that says so.
    var fewer = options
    fewer.nudgesRenewal = false
    fewer.reserve += 1
    return Compiler.plan(lowered, source, fewer).nudgingRenewal(options)
  }
}
