package import CivilTime
package import ICalendar
import NotificationTriggers

/// A group with the triggers that can answer it.
package struct LoweredGroup: Sendable {
  /// The group.
  package let group: FireGroup
  /// Repeating triggers that are right by themselves, and which of them conflict.
  package var graph = ConflictGraph()
  /// What simulation found against candidates; one-shots serve in their place.
  var counterexamples: [Counterexample] = []
  /// Where triggers were left out that answer one fire each: what they are found by.
  var spare: SpareTriggers?
  /// Whether a request of the group may be one that has to be removed later.
  var allowsRemoval = true
}

/// A reminder with its groups lowered, first alerts before repeats.
package struct LoweredReminder: Sendable {
  /// What tells the reminder from others.
  package let id: Reminder.ID
  /// Its groups.
  package let groups: [LoweredGroup]
  /// Repeats that are cut off, in a group for each component: there are more of them at one alert than
  /// slots for everything.
  package let excess: [FireGroup]
  /// The fires at now itself, which no trigger that is added now can answer.
  package let dueNow: [Instant]
  /// Where the look at its fires was cut short.
  package let cut: Instant?
  /// Where its series stands in the input.
  package let location: SourceLocation?
  /// What is odd about it, or about it and others of its series behind it.
  package let diagnostics: [Diagnostic]
  /// Whether no repeating trigger was looked for since the run has no time for so many.
  let isLimited: Bool
}

/// From fires to triggers: each group's ways to be answered.
package struct Lowering: Sendable {
  private let options: NotificationOptions
  private let range: ProofRange
  private let scope: LoweringScope
  private let candidates: @Sendable (inout CandidateSearch) -> [CandidatePattern]

  /// Makes a lowering for a device and a window that looks for all triggers.
  package init(_ options: NotificationOptions, _ range: ProofRange) {
    self.init(options, range, LoweringScope())
  }

  /// Makes a lowering that gets its candidates from a search or from elsewhere.
  ///
  /// Whatever they are, only what simulation finds right is used.
  ///
  /// - Parameters:
  ///   - options: The device, and what calendars are asked for.
  ///   - range: How far proofs reach.
  ///   - scope: What triggers are looked for.
  ///   - candidates: What finds patterns.
  init(
    _ options: NotificationOptions, _ range: ProofRange, _ scope: LoweringScope = LoweringScope(),
    candidates: @escaping @Sendable (inout CandidateSearch) -> [CandidatePattern] = {
      $0.patterns()
    }
  ) {
    self.options = options
    self.range = range
    self.scope = scope
    self.candidates = candidates
  }

  /// Lowers the reminders of a series.
  package func lower(seriesOf reminders: [Reminder]) -> [LoweredReminder] {
    let diagnostics = reminders.diagnostics(now: options.now)
    var startDays = StartDays()
    return zip(reminders, diagnostics).map { lower($0, $1, &startDays) }
  }

  /// Lowers a reminder without the others of its series.
  package func lower(_ reminder: Reminder) -> LoweredReminder { lower(seriesOf: [reminder])[0] }

  private func lower(
    _ reminder: Reminder, _ diagnostics: [Diagnostic], _ startDays: inout StartDays
  ) -> LoweredReminder {
    let all = reminder.groups(after: options.now)
    let looked = scope.triggers(for: reminder)
    let alerts = all.filter { $0.repetition == 0 }
    // The soonest repeats: REPEAT can be any number, and each takes a slot at least.
    let repeats = all.filter { $0.repetition > 0 }
      .sorted { ($0.instants[0], $0.key) < ($1.instants[0], $1.key) }
    let served = looked == .ofAll || alerts.isEmpty ? options.slots : 0
    let groups = alerts + repeats.prefix(served).sorted { $0.key < $1.key }
    return LoweredReminder(
      id: reminder.id,
      groups: looked == .ofAll || looked == .ofAlerts
        ? lowered(groups, of: reminder, &startDays) : groups.map { LoweredGroup(group: $0) },
      excess: Lowering.excess(repeats.dropFirst(served)),
      dueNow: reminder.instantsDue(at: options.now), cut: reminder.fires.cut,
      location: reminder.location, diagnostics: diagnostics, isLimited: looked == .tooMany)
  }

  /// Repeats that no slot is left for, those of each component in one group.
  ///
  /// REPEAT can be any number, and each has a group of its own: of one fire often, which takes a
  /// fraction of the room.
  ///
  /// - Parameter repeats: The groups, the soonest first.
  /// - Returns: The joined groups, that of the soonest first.
  private static func excess(_ repeats: ArraySlice<FireGroup>) -> [FireGroup] {
    var components: [Int] = []
    var groups: [Int: [FireGroup]] = [:]
    for group in repeats {
      if groups[group.key.component] == nil { components.append(group.key.component) }
      groups[group.key.component, default: []].append(group)
    }
    return components.compactMap { groups[$0].flatMap(FireGroup.init(joining:)) }
  }

  /// Looks for the triggers of a reminder's groups.
  private func lowered(
    _ groups: [FireGroup], of reminder: Reminder, _ startDays: inout StartDays
  ) -> [LoweredGroup] {
    guard reminder.mayRepeat else { return groups.map { LoweredGroup(group: $0) } }
    let wanted = WantedFiresByGroup(reminder, range, &startDays)
    return groups.map { group in
      lowered(
        group, group.varies ? nil : wanted.repeatableFires(of: group, on: options),
        allowsRemoval: options.compiler.allowsRemoval(ofRequestsFor: reminder, group.key.component))
    }
  }

  /// Looks for the triggers of a group.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - wanted: What it asks for to the end of the proof; nil where nothing in it can repeat.
  ///   - allowsRemoval: Whether a request may be one that has to be removed later.
  /// - Returns: The group with the triggers that can answer it.
  func lowered(
    _ group: FireGroup, _ wanted: WantedFires?, allowsRemoval: Bool = true
  ) -> LoweredGroup {
    guard let wanted else { return LoweredGroup(group: group) }
    let test = CandidateTest(
      wanted: wanted, table: range.table, horizonEnd: options.window.upperBound,
      earliestRemoval: allowsRemoval ? options.earliestRemoval : .endOfTime,
      capabilities: options.capabilities)
    var search = CandidateSearch(test)
    let candidates = candidates(&search)
    let prover = TriggerProver(group, window: options.window, deviceZone: options.deviceZone)
    var proven: [(trigger: AnsweringTrigger, candidate: CandidatePattern)] = []
    var counterexamples: [Counterexample] = []
    for candidate in candidates {
      guard let trigger = test.trigger(candidate.pattern, of: group) else { continue }
      switch prover.prove(candidate, trigger, end: wanted.end) {
      case .proven(let answering): proven.append((answering, candidate))
      case .refuted(let counterexample):
        if !counterexamples.contains(counterexample) { counterexamples.append(counterexample) }
      case .silent: break
      }
    }
    return LoweredGroup(
      group: group, graph: ConflictGraph(proven), counterexamples: counterexamples,
      spare: search.leftOutSingles ? SpareTriggers(test, prover) : nil,
      allowsRemoval: allowsRemoval)
  }
}

extension RandomAccessCollection<Instant> where Index == Int {
  /// How many of ascending instants lie before one.
  func before(_ end: Instant) -> Int { partitionPoint { $0 < end } - startIndex }
}

extension Instant {
  /// After everything.
  static let endOfTime = Instant(secondsSince1970: .max)
}

extension FireGroup {
  /// The identifier of the request with a trigger that answers fires of the group.
  package func identifier(of proven: ProvenTrigger) -> String { identifier(form: proven.form) }

  /// The identifier of the one-shot that answers a fire of the group.
  package func identifier(ofOneShotAt fire: Instant) -> String {
    identifier(form: fire.basicFormat)
  }
}

extension CompilerOptions {
  /// Whether requests for a component's alarm may carry a `removeBy`.
  ///
  /// A rule about the series covers its changed occurrences as well.
  ///
  /// - Parameters:
  ///   - reminder: The reminder.
  ///   - component: The component whose alarm rings, by its index in the series.
  /// - Returns: False where a rule of ``noOverrun`` matches the component or its master.
  func allowsRemoval(ofRequestsFor reminder: Reminder, _ component: Int) -> Bool {
    guard !noOverrun.isEmpty else { return true }
    let components = reminder.expansion.series.components
    let user = user
    return !Set([0, component]).contains { index in
      let alarms = components[index].alarms
      let alarm = reminder.alarm.place.flatMap { alarms.indices.contains($0) ? alarms[$0] : nil }
      return noOverrun.contains { $0.matches(components[index], alarm, user) }
    }
  }
}
