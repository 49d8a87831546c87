import CivilTime
import ICalendar
import NotificationTriggers

/// From fires to triggers: each group's ways to be answered.
package struct Lowering: Sendable {
  private let options: NotificationOptions
  private let range: ProofRange
  private let candidates: @Sendable (inout CandidateSearch) -> [CandidatePattern]

  /// Makes a lowering for a device and a window.
  package init(_ options: NotificationOptions, _ range: ProofRange) {
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
    return reminders.map { lower($0, &startDays) }
  }

  /// Lowers a reminder without the others of its series.
  package func lower(_ reminder: Reminder) -> LoweredReminder {
    var startDays = StartDays()
    return lower(reminder, &startDays)
  }

  private func lower(_ reminder: Reminder, _ startDays: inout StartDays) -> LoweredReminder {
    let wanted = WantedFiresByGroup(reminder, range, &startDays)
    let all = reminder.groups(after: options.now)
    // The soonest repeats: REPEAT can be any number, and each takes a slot at least.
    let repeats = all.filter { $0.key.repetition > 0 }
      .sorted { ($0.group.instants[0], $0.key) < ($1.group.instants[0], $1.key) }
    let chosen =
      all.filter { $0.key.repetition == 0 }
      + repeats.prefix(options.slots).sorted { $0.key < $1.key }
    let groups = chosen.map {
      lower(
        $0.group, $0.key, wanted.repeatableFires(of: $0.key, on: options),
        patternLimit: reminder.patternLimit)
    }
    return LoweredReminder(
      id: reminder.id, groups: groups,
      excess: repeats.dropFirst(options.slots).map(\.group),
      dueNow: reminder.instantsDue(at: options.now), cut: reminder.fires.cut,
      location: reminder.location,
      diagnostics: reminder.diagnostics(now: options.now)
        + groups.flatMap(\.counterexamples).map { $0.diagnostic(of: reminder) })
  }

  /// Lowers a group.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - key: What tells it from the others of its reminder.
  ///   - wanted: What it asks for to the end of the proof; nil where nothing in it can repeat.
  ///   - patternLimit: The most patterns that are looked at.
  /// - Returns: The group with the triggers that can answer it.
  func lower(
    _ group: FireGroup, _ key: FireKey, _ wanted: WantedFires?, patternLimit: Int
  ) -> LoweredGroup {
    guard let wanted else {
      return LoweredGroup(
        key: key, group: group, graph: ConflictGraph(), counterexamples: [], spare: nil)
    }
    let test = CandidateTest(
      wanted: wanted, table: range.table, horizonEnd: options.window.upperBound,
      earliestRemoval: options.earliestRemoval, capabilities: options.capabilities)
    var search = CandidateSearch(test, patternLimit: patternLimit)
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
      key: key, group: group, graph: ConflictGraph(proven), counterexamples: counterexamples,
      spare: search.leftOutSingles ? SpareTriggers(test, prover) : nil)
  }
}
