public import CivilTime
public import ICalendar
package import WorkSharing

/// From the components of calendars to what reminds of them.
///
/// Each pipeline begins with the expansion, what the calendars ask for, and has a line for each
/// stage:
///
/// - ``plan(for:_:)`` lowers it for a phone, selects, assembles, validates and puts out a ``Plan``.
/// - ``planAndNext(for:_:)`` lowers it once, and goes on twice: with the slots that there are, and
///   with one more.
/// - ``explanation(of:_:uid:)`` lowers it and keeps for each reminder how; the plan is made of the
///   same.
/// - ``playback(of:_:openings:under:)`` plays an app that makes such plans, and validates what fired.
/// - `compile(_:for:)` is for other systems than a phone, each a target in a module of its own.
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
  /// - Returns: The plan, proven against what the calendars ask for.
  public static func plan(
    for components: [CalendarComponent], _ options: NotificationOptions
  ) -> Plan {
    plan(for: components, options, .one)
  }

  /// Compiles a plan on several threads.
  package static func plan(
    for components: [CalendarComponent], _ options: NotificationOptions, _ workers: Workers
  ) -> Plan {
    let target = NotificationTarget(options)
    let expansion = Expansion(components, options.compiler, workers)
    let lowered = target.lower(expansion, workers)
    return plan(lowered, of: expansion, on: target, workers)
  }

  /// Compiles a plan, and the one that there would be with a slot more.
  ///
  /// - Parameters:
  ///   - components: The components of all files, in any order.
  ///   - options: The instant, the device and the slots.
  /// - Returns: The plan; and that with a slot more where slots are short.
  public static func planAndNext(
    for components: [CalendarComponent], _ options: NotificationOptions
  ) -> (plan: Plan, next: Plan?) {
    planAndNext(for: components, options, .one)
  }

  /// Compiles both plans on several threads.
  package static func planAndNext(
    for components: [CalendarComponent], _ options: NotificationOptions, _ workers: Workers
  ) -> (plan: Plan, next: Plan?) {
    let target = NotificationTarget(options)
    let expansion = Expansion(components, options.compiler, workers)
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
  ///   - uid: The series to explain; nil for all.
  /// - Returns: The plan, and how its reminders came to be served as they are.
  public static func explanation(
    of components: [CalendarComponent], _ options: NotificationOptions, uid: String? = nil
  ) -> Explanation {
    let target = NotificationTarget(options)
    let expansion = Expansion(components, options.compiler)
    let lowering = Lowering(
      target.device, target.range, LoweringScope(of: expansion, target.device, isExplained: true))
    let lowered = expansion.mapAskingSeries(.one) { lowering.lower(seriesOf: $0) }.flatMap { $0 }
    // First: what is explained is the plan that is made of the same without being explained.
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

  /// Plays an app that applies a plan now and renews it at openings.
  ///
  /// - Parameters:
  ///   - components: The components of all files, in any order.
  ///   - options: The instant of the first plan, the device, and what is pending of others.
  ///   - openings: When the app is opened, ascending; instants up to now and from the horizon's
  ///     end on are passed over.
  ///   - controls: What keeps notifications for later; nil where nobody wants to know.
  /// - Throws: What the encoder throws, which no plan makes it do.
  /// - Returns: What fired, and the verdict.
  public static func playback(
    of components: [CalendarComponent], _ options: NotificationOptions, openings: [Instant],
    under controls: SystemControls? = nil
  ) throws -> Playback {
    let target = NotificationTarget(options)
    let expansion = Expansion(components, options.compiler)
    // At each opening a plan is compiled, and applied by its difference to what is pending.
    let components = options.isNowKnown ? components : []
    let played = try PlayedApp.played(on: target, openings) { plan(for: components, $0) }
    let validated = played.validated(against: expansion)
    let presenter = controls.map {
      FirePresenter(expansion: expansion, controls: $0, zone: options.deviceZone)
    }
    return played.playback(validated, target.diagnostics + options.compiler.faults, presenter)
  }

  /// What a plan would fire, and when that is seen on a device that keeps notifications for later.
  package static func simulation(
    of plan: Plan, for components: [CalendarComponent], _ options: NotificationOptions,
    under controls: SystemControls?
  ) -> SimulatedFires {
    var simulation = plan.simulation(onDeviceIn: options.deviceZone)
    guard let controls else { return simulation }
    let presenter = FirePresenter(
      expansion: Expansion(components, options.compiler), controls: controls,
      zone: options.deviceZone)
    let places = Dictionary(
      plan.requests.enumerated().map { ($1.identifier, $0) },
      uniquingKeysWith: { first, _ in first })
    // Each fire is one of a request of the plan.
    let own = simulation.fires.compactMap { $0.identifier.flatMap { places[$0] } }
    simulation.delays = presenter.present(&simulation.fires) { plan.requests[own[$0]] }
    return simulation
  }

  /// Compiles for a system that is no phone.
  package static func compile<T: Target>(
    _ expansion: Expansion, for target: T, _ workers: Workers = .one
  ) -> T.Output {
    let lowered = target.lower(expansion, workers)
    return selectedAndValidated(lowered, of: expansion, on: target, workers)
  }

  /// A plan of what has been lowered; one that ends gives its last slot, where that is asked for,
  /// to a request that says so.
  private static func plan(
    _ lowered: [LoweredReminder], of expansion: Expansion, on target: NotificationTarget,
    _ workers: Workers = .one
  ) -> Plan {
    let plan = selectedAndValidated(lowered, of: expansion, on: target, workers)
    guard let nudging = target.nudging(in: plan) else { return plan }
    return selectedAndValidated(lowered, of: expansion, on: nudging, workers)
      .nudgingRenewal(target.device)
  }

  /// The stages after lowering, the same for all targets: selects what there is room for, assembles
  /// it, holds it against what the calendars ask for, and puts out what that makes.
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
  /// Whether a slot more would be of use: something that fires later is left out.
  fileprivate var isShort: Bool { dropped.contains { $0.reason != .dueNow } }
}

extension NotificationTarget {
  /// The same device with a slot less, for a plan that ends and is to say so by a request; nil where
  /// none is.
  fileprivate func nudging(in plan: Plan) -> NotificationTarget? {
    guard device.nudgesRenewal, device.slots > 0, plan.renewBy != nil else { return nil }
    var fewer = self
    fewer.device.reserve += 1
    return fewer
  }
}
