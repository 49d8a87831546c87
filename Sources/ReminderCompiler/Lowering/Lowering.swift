import CivilTime
import ICalendar
import NotificationTriggers

/// From fires to triggers: each group's ways to be answered.
///
/// A class, so that groups whose triggers are looked for later share it.
package final class Lowering: Sendable {
  private let options: NotificationOptions
  private let range: ProofRange
  /// What the run spends on searches that are done when they are asked for.
  let budget = SearchBudget()
  private let candidates: @Sendable (inout CandidateSearch) -> [CandidatePattern]

  /// Makes a lowering for a device and a window.
  package convenience init(_ options: NotificationOptions, _ range: ProofRange) {
    self.init(options, range) { $0.patterns() }
  }

  /// Makes a lowering that gets its candidates from a search or from elsewhere.
  ///
  /// Whatever they are, only what simulation finds right is used.
  init(
    _ options: NotificationOptions, _ range: ProofRange,
    candidates: @escaping @Sendable (inout CandidateSearch) -> [CandidatePattern]
  ) {
    self.options = options
    self.range = range
    self.candidates = candidates
  }

  /// Lowers the reminders of a series.
  ///
  /// - Parameter reminders: The reminders with their fires in the window.
  /// - Returns: For each its groups, and the triggers that can answer each of them.
  package func lower(seriesOf reminders: [Reminder]) -> [LoweredReminder] {
    var startDays = StartDays()
    return lower(reminders) { reminder, groups in
      guard reminder.mayRepeat else { return GroupedFires(groups, nil) }
      return GroupedFires(
        groups, TriggerSearch(found: triggers(of: groups, of: reminder, &startDays)))
    }
  }

  /// Lowers a reminder without the others of its series.
  package func lower(_ reminder: Reminder) -> LoweredReminder { lower(seriesOf: [reminder])[0] }

  /// Lowers the reminders of a series, and looks for triggers when they are asked for.
  package func lowerLazily(seriesOf reminders: [Reminder]) -> [LoweredReminder] {
    lower(reminders) { reminder, groups in
      GroupedFires(
        groups,
        reminder.mayRepeat
          ? TriggerSearch(of: groups, reminder.followed, lowering: self) : nil)
    }
  }

  /// Lowers a reminder without the others of its series, lazily.
  package func lowerLazily(_ reminder: Reminder) -> LoweredReminder {
    lowerLazily(seriesOf: [reminder])[0]
  }

  private func lower(
    _ reminders: [Reminder], _ grouped: (Reminder, [FireGroup]) -> GroupedFires
  ) -> [LoweredReminder] {
    let diagnostics = reminders.diagnostics(now: options.now)
    return reminders.indices.map { index in
      lower(reminders[index], diagnostics[index]) { grouped(reminders[index], $0) }
    }
  }

  private func lower(
    _ reminder: Reminder, _ diagnostics: [Diagnostic], _ grouped: ([FireGroup]) -> GroupedFires
  ) -> LoweredReminder {
    let all = reminder.groups(after: options.now)
    // The soonest repeats: REPEAT can be any number, and each takes a slot at least.
    let repeats = all.filter { $0.repetition > 0 }
      .sorted { ($0.instants[0], $0.key) < ($1.instants[0], $1.key) }
    let groups = grouped(
      all.filter { $0.repetition == 0 }
        + repeats.prefix(options.slots).sorted { $0.key < $1.key })
    return LoweredReminder(
      id: reminder.id,
      groups: groups.groups.indices.map { LoweredGroup(groups, at: $0) },
      excess: Lowering.excess(repeats.dropFirst(options.slots)),
      dueNow: reminder.instantsDue(at: options.now), cut: reminder.fires.cut,
      location: reminder.location, diagnostics: diagnostics)
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
  ///
  /// - Parameters:
  ///   - groups: The groups.
  ///   - reminder: The reminder, one that may repeat; its fires are not looked at.
  ///   - startDays: The days of its series' starts, which the series' reminders have in common.
  /// - Returns: What can answer each of them.
  func triggers(
    of groups: [FireGroup], of reminder: Reminder, _ startDays: inout StartDays
  ) -> [GroupTriggers] {
    let wanted = WantedFiresByGroup(reminder, range, &startDays)
    return groups.map { group in
      triggers(
        of: group, group.varies ? nil : wanted.repeatableFires(of: group, on: options),
        allowsRemoval: options.compiler.allowsRemoval(ofRequestsFor: reminder, group.key.component))
    }
  }

  /// Looks for the triggers of a group.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - wanted: What it asks for to the end of the proof; nil where nothing in it can repeat.
  ///   - allowsRemoval: Whether a request may be one that has to be removed later.
  /// - Returns: The triggers that can answer it.
  func triggers(
    of group: FireGroup, _ wanted: WantedFires?, allowsRemoval: Bool = true
  ) -> GroupTriggers {
    guard let wanted else { return .none }
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
    return GroupTriggers(
      graph: ConflictGraph(proven), counterexamples: counterexamples,
      spare: search.leftOutSingles ? SpareTriggers(test, prover) : nil,
      allowsRemoval: allowsRemoval)
  }
}
