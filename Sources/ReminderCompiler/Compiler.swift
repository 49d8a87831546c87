public import CivilTime
public import ICalendar
package import WorkSharing

/// Compiles the components of calendars to plans.
///
/// Each function expands the calendars to the expected fires, then lowers them to triggers, selects
/// requests for the slots and validates the result.
///
/// ```swift
/// let berlin = ZoneDatabase().zone(named: "Europe/Berlin")!
/// let start = CalendarTime(CivilDateTime(iso8601: "2027-09-06T09:00")!, reference: .zone(berlin))
/// var standUp = CalendarComponent(uid: "standup@example.org", start: start)
/// standUp.title = "Stand-up"
/// standUp.rules = [try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")]
/// standUp.alarms = [Alarm(.relative(CalendarDuration("-PT10M")!, to: .start))]
///
/// let now = Instant(iso8601: "2028-01-03T07:00:00Z")!
/// let options = NotificationOptions(now: now, deviceZone: berlin)
/// let plan = Compiler.plan(for: [standUp], options)
/// print(plan.fireCount, plan.exactUntil == nil)  // 262 true
/// // The system keeps the requests that were added last, so the most important one comes last.
/// print(plan.requests.reversed().map(\.rank))  // [5, 4, 3, 2, 1]
/// ```
public enum Compiler {
  /// Compiles a plan of notification requests.
  ///
  /// - Parameters:
  ///   - components: The components of all files, in any order.
  ///   - options: The instant, the device and the slots.
  /// - Returns: The plan, which is proven against the expected fires.
  public static func plan(
    for components: [CalendarComponent], _ options: NotificationOptions
  ) -> Plan {
    plan(for: components, options, .one)
  }

  package static func plan(
    for components: [CalendarComponent], _ options: NotificationOptions, _ workers: Workers
  ) -> Plan {
    let expansion = Expansion(components, options.expected, workers)
    let target = NotificationTarget(options, for: expansion)
    let lowered = target.lower(expansion, workers)
    return plan(lowered, of: expansion, on: target, workers)
  }

  /// Compiles a plan, and the plan with one more slot if slots are short.
  public static func planAndAdditionalSlot(
    for components: [CalendarComponent], _ options: NotificationOptions
  ) -> (plan: Plan, next: Plan?) {
    planAndAdditionalSlot(for: components, options, .one)
  }

  package static func planAndAdditionalSlot(
    for components: [CalendarComponent], _ options: NotificationOptions, _ workers: Workers
  ) -> (plan: Plan, next: Plan?) {
    let expansion = Expansion(components, options.expected, workers)
    let target = NotificationTarget(options, for: expansion)
    let lowered = target.roomier.lower(expansion, workers)
    let plan = plan(lowered, of: expansion, on: target, workers)
    guard plan.isShort else { return (plan, nil) }
    return (plan, Compiler.plan(lowered, of: expansion, on: target.roomier, workers))
  }

  /// Explains a plan.
  ///
  /// - Parameters:
  ///   - components: The components of all files, in any order.
  ///   - options: The instant, the device and the slots.
  ///   - uid: The UID of the series to explain; nil for all.
  /// - Returns: The plan, and the reasons for the requests of each reminder.
  public static func explanation(
    of components: [CalendarComponent], _ options: NotificationOptions, uid: String? = nil
  ) -> Explanation {
    let expansion = Expansion(components, options.expected)
    let target = NotificationTarget(options, for: expansion)
    let lowering = Lowering(
      target.device, target.range, LoweringScope(of: expansion, target.device, isExplained: true))
    let lowered = expansion.mapFiringSeries(.one) { lowering.lower(seriesOf: $0) }.flatMap { $0 }
    let plan = plan(lowered, of: expansion, on: target)
    let byReminder = Dictionary(
      lowered.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let explained = expansion.mapReminders { reminder in
      // Reminders without fires were not lowered.
      uid.map { $0 == reminder.id.uid } ?? true
        ? ReminderExplanation(
          reminder, byReminder[reminder.id] ?? lowering.lower(reminder), target.range,
          target.device) : nil
    }.compactMap(\.self)
    let leftOut = expansion.leftOut.filter { left in uid.map { $0 == left.id.uid } ?? true }
    let silent = Set(leftOut.map(\.id))
    return Explanation(
      plan: plan,
      reminders: explained.filter { !$0.groups.isEmpty || !silent.contains($0.id) },
      leftOut: leftOut)
  }

  /// Simulates an app that applies a plan now and renews it at openings.
  ///
  /// - Parameters:
  ///   - components: The components of all files, in any order.
  ///   - options: The instant of the first plan, the device and the pending requests of others.
  ///   - openings: The instants at which the app is opened, ascending. Those outside of the window
  ///     are ignored.
  ///   - changes: The changes of the device's time zone. Those outside of the window are ignored.
  ///   - controls: The device's controls that delay notifications; nil for none.
  /// - Throws: An error of the encoder, which no plan causes.
  /// - Returns: The fires and the verdict.
  public static func appSimulation(
    of components: [CalendarComponent], _ options: NotificationOptions, openings: [Instant],
    travelling changes: [ZoneChange] = [], under controls: SystemControls? = nil
  ) throws -> AppSimulation {
    let target = NotificationTarget(options)
    let expansion = Expansion(components, options.expected)
    let components = options.isNowKnown ? components : []
    let simulated = try SimulatedApp.simulated(
      on: target, openings, Itinerary(changes, of: components, options.expected, expansion)
    ) { plan(for: components, $0) }
    let validated = simulated.validated(against: expansion)
    let delaySimulator = controls.map {
      DelaySimulator(expansion: expansion, controls: $0, itinerary: simulated.itinerary)
    }
    return simulated.appSimulation(
      validated, target.diagnostics + options.compiler.faults, delaySimulator)
  }

  /// Simulates a plan, and determines when the fires are seen on a device with controls.
  package static func simulation(
    of plan: Plan, for components: [CalendarComponent], _ options: NotificationOptions,
    under controls: SystemControls?
  ) -> SimulatedFires {
    var simulation = plan.simulation(onDeviceIn: options.deviceZone)
    guard let controls else { return simulation }
    let delaySimulator = DelaySimulator(
      expansion: Expansion(components, options.expected), controls: controls,
      itinerary: Itinerary(in: options.deviceZone))
    let places = Dictionary(
      plan.requests.enumerated().map { ($1.identifier, $0) },
      uniquingKeysWith: { first, _ in first })
    // Each fire is one of a request of the plan.
    let own = simulation.fires.compactMap { $0.identifier.flatMap { places[$0] } }
    simulation.delays = delaySimulator.present(&simulation.fires) { plan.requests[own[$0]] }
    return simulation
  }

  /// Compiles for another system than a phone.
  package static func compile<T: Target>(
    _ expansion: Expansion, for target: T, _ workers: Workers = .one
  ) -> T.Output {
    let lowered = target.lower(expansion, workers)
    return selectedAndValidated(lowered, of: expansion, on: target, workers)
  }

  /// Makes a plan of lowered reminders.
  ///
  /// If the plan ends and the options ask for it, the last slot asks the user to open the app.
  private static func plan(
    _ lowered: [LoweredReminder], of expansion: Expansion, on target: NotificationTarget,
    _ workers: Workers = .one
  ) -> Plan {
    let plan = selectedAndValidated(lowered, of: expansion, on: target, workers)
    guard let nudging = target.nudging(in: plan) else { return plan }
    return selectedAndValidated(lowered, of: expansion, on: nudging, workers)
      .nudgingRenewal(target.device)
  }

  /// The stages after lowering, which are the same for all targets.
  static func selectedAndValidated<T: Target>(
    _ lowered: [T.Lowered], of expansion: Expansion, on target: T, _ workers: Workers = .one
  ) -> T.Output {
    let selected = target.select(lowered, of: expansion, workers)
    let validated = Validation.validate(target.assemble(selected), on: target)
    return target.output(
      selected, validated, of: expansion, target.diagnostics + expansion.diagnostics)
  }
}

extension Plan {
  /// Whether one more slot would be useful.
  fileprivate var isShort: Bool { dropped.contains { $0.reason != .dueNow } }
}

extension NotificationTarget {
  /// The same device with one slot less, if a request has to ask for the renewal; otherwise nil.
  fileprivate func nudging(in plan: Plan) -> NotificationTarget? {
    guard device.nudgesRenewal, device.slots > 0, plan.renewBy != nil else { return nil }
    var fewer = self
    fewer.device.reserve += 1
    return fewer
  }
}
