public import CivilTime
public import ICalendar
package import ReminderExpansion
package import ReminderOptions
package import ReminderPlanning
package import ReminderPlans
package import WorkSharing

extension Target {
  /// Compiles expanded calendars for this target: the four stages, which are the same for all.
  package func compile(_ expansion: Expansion, workers: Workers = .one) -> Output {
    compile(lowered: lower(expansion, workers: workers), of: expansion, workers: workers)
  }

  /// Runs the stages after lowering.
  func compile(
    lowered: [Lowered], of expansion: Expansion, workers: Workers = .one
  ) -> Output {
    let selected = select(lowered, of: expansion, workers: workers)
    let validated = Validation.validate(assemble(selected), on: self)
    return output(
      selected, validated: validated, of: expansion,
      diagnostics: diagnostics + expansion.diagnostics)
  }
}

/// A compilation of calendars for a device.
///
/// The expected fires, the triggers that can answer them and the plan are each computed at their
/// first use, and only once. An explanation or a simulation is computed at each call.
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
/// let plan = Compilation(of: [standUp], options).plan
/// print(plan.fireCount, plan.exactUntil == nil)  // 262 true
/// // The system keeps the requests that were added last, so the most important one comes last.
/// print(plan.requests.reversed().map(\.rank))  // [5, 4, 3, 2, 1]
/// ```
public final class Compilation {
  /// The components of all files, in any order.
  public let components: [CalendarComponent]
  /// The instant, the device and the slots.
  public let options: NotificationOptions
  private let workers: Workers

  /// The expected fires.
  package private(set) lazy var expansion = Expansion(
    components, options: options.expected, workers: workers)

  private lazy var target = NotificationTarget(options, for: expansion)

  /// The triggers that can answer the fires, searched for one slot more.
  private lazy var lowered = target.roomier.lower(expansion, workers: workers)

  /// The plan of notification requests.
  public private(set) lazy var plan = bestPlan(lowered, on: target)

  /// The plan for a device with one more slot; nil if no slot is missing.
  public private(set) lazy var planWithAdditionalSlot: Plan? =
    plan.isShort ? bestPlan(lowered, on: target.roomier) : nil

  /// Makes a compilation.
  ///
  /// - Parameters:
  ///   - components: The components of all files, in any order.
  ///   - options: The instant, the device and the slots.
  public convenience init(of components: [CalendarComponent], _ options: NotificationOptions) {
    self.init(of: components, options, workers: .one)
  }

  package init(
    of components: [CalendarComponent], _ options: NotificationOptions, workers: Workers
  ) {
    self.components = components
    self.options = options
    self.workers = workers
  }

  /// Returns the plan of lowered reminders.
  ///
  /// If the plan ends and the options want a nudge, the last slot requests that the user opens the
  /// app.
  private func bestPlan(_ lowered: [LoweredReminder], on target: NotificationTarget) -> Plan {
    let plan = target.compile(lowered: lowered, of: expansion, workers: workers)
    guard let nudging = target.nudging(in: plan) else { return plan }
    return nudging.compile(lowered: lowered, of: expansion, workers: workers).nudgingRenewal(
      target.device)
  }
}

extension Compilation {
  /// Explains the plan.
  ///
  /// - Parameter uid: The UID of the series to explain; nil for all.
  /// - Returns: The plan, and the reasons for the requests of each reminder.
  public func explanation(uid: String? = nil) -> Explanation {
    // A crowded plan leaves out triggers and repeats, which an explanation lists. It is made from its
    // own search.
    let isCrowded = LoweringScope(of: expansion, target.device).isCrowded
    let lowering = Lowering(
      target.device, range: target.range,
      scope: LoweringScope(of: expansion, target.device, isExplained: true),
      followedLimit: ReminderSchedule.followedLimit(of: expansion))
    var count = 0
    let series = expansion.mapSeries { reminders in
      let lowered = lowering.lower(seriesOf: reminders)
      let isWanted = uid.map { $0 == reminders.first?.id.uid } ?? true
      let room = isWanted ? max(0, Explanation.maximumReminders - count) : 0
      if isWanted { count += reminders.count }
      let explained = zip(reminders, lowered).prefix(room).map {
        ReminderExplanation(
          $0, lowered: $1, range: target.range, options: target.device,
          followedLimit: lowering.followedLimit)
      }
      // A plan leaves out series without fires.
      let isUsed = !isCrowded && !reminders.allSatisfy(\.isSilent)
      return (lowered: isUsed ? lowered : [], explained: explained)
    }
    let explained = series.flatMap(\.explained)
    var plan = isCrowded ? plan : bestPlan(series.flatMap(\.lowered), on: target)
    let rest = count - Explanation.maximumReminders
    if rest > 0 {
      plan.diagnostics.append(
        Diagnostic(.explanationCut(after: Explanation.maximumReminders, rest: rest)))
    }
    let leftOut = expansion.leftOut.filter { left in uid.map { $0 == left.id.uid } ?? true }
    let silent = Set(leftOut.map(\.id))
    return Explanation(
      plan: plan,
      reminders: explained.filter { !$0.groups.isEmpty || !silent.contains($0.id) },
      leftOut: leftOut, costs: costs(of: plan))
  }

  /// Simulates an app that applies a plan now and renews it at openings.
  ///
  /// - Parameters:
  ///   - openings: The instants at which the app is opened, ascending. Those outside of the window
  ///     are ignored.
  ///   - changes: The changes of the device's time zone. Those outside of the window are ignored.
  ///   - controls: The device's controls that delay notifications; nil for none.
  /// - Throws: An error of the encoder, which no plan causes.
  /// - Returns: The fires and the verdict.
  public func appSimulation(
    openings: [Instant], travelling changes: [ZoneChange] = [],
    under controls: SystemControls? = nil
  ) throws -> AppSimulation {
    let simulated = try app(openings: openings, travelling: changes)
    let delaySimulator = controls.map {
      DelaySimulator(expansion: expansion, controls: $0, itinerary: simulated.itinerary)
    }
    return simulated.appSimulation(
      of: simulated.validated(against: expansion), faults: optionFaults,
      delaySimulator: delaySimulator)
  }

  /// Returns the outcome of all fires of an app that is opened at given instants.
  package func timeline(
    openings: [Instant], travelling changes: [ZoneChange] = [],
    under controls: SystemControls? = nil
  ) throws -> Timeline {
    let simulated = try app(openings: openings, travelling: changes)
    return Timeline(
      simulated, renewals: .openings(openings), expansion: expansion, controls: controls,
      findings: optionFaults + simulated.diagnostics
        + SimulatedFires(fires: [], cut: simulated.cut).diagnostics)
  }

  private func app(openings: [Instant], travelling changes: [ZoneChange]) throws -> SimulatedApp {
    let known = options.isNowKnown ? components : []
    return try SimulatedApp.simulated(
      on: NotificationTarget(options), openings: openings,
      itinerary: Itinerary(changes, of: known, options: options.expected, expansion: expansion)
    ) { Compilation(of: known, $0).plan }
  }

  private var optionFaults: [Diagnostic] {
    NotificationTarget(options).diagnostics + options.compiler.faults
  }

  /// Returns the outcome of all fires of the plan, with an unknown time of renewal.
  package func timeline(under controls: SystemControls? = nil) throws -> Timeline {
    let simulated = try SimulatedApp.simulated(
      on: NotificationTarget(options), openings: [], itinerary: Itinerary(in: options.deviceZone)
    ) { [plan] _ in plan }
    return Timeline(
      simulated, renewals: .within, expansion: expansion, controls: controls,
      findings: SimulatedFires(fires: [], cut: simulated.cut).diagnostics)
  }

  /// Simulates the plan, and determines when the fires are seen on a device with controls.
  package func simulation(under controls: SystemControls?) -> SimulatedFires {
    let plan = plan
    var simulation = plan.simulation(onDeviceIn: options.deviceZone)
    guard let controls else { return simulation }
    let delaySimulator = DelaySimulator(
      expansion: expansion, controls: controls, itinerary: Itinerary(in: options.deviceZone))
    let places = Dictionary(
      plan.requests.enumerated().map { ($1.identifier, $0) },
      uniquingKeysWith: { first, _ in first })
    // Each fire is one of a request of the plan.
    let own = simulation.fires.compactMap { $0.identifier.flatMap { places[$0] } }
    simulation.delays = delaySimulator.present(&simulation.fires) { plan.requests[own[$0]] }
    return simulation
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
