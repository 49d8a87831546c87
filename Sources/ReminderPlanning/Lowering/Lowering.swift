package import CivilTime
package import ICalendar
import NotificationTriggers
package import ReminderExpansion
package import ReminderOptions

/// A group with the triggers that can answer it.
package struct LoweredGroup: Sendable {
  package let group: FireGroup
  /// The repeating triggers, each sound by itself, with their conflicts.
  package var graph = ConflictGraph()
  /// The unexpected fires that simulation found for candidates.
  ///
  /// One-shots replace these candidates.
  package var counterexamples: [Counterexample] = []
  /// Finds triggers that answer one fire each, if the search left them out; otherwise nil.
  var spare: OneShotReplacements?
  /// Whether a request of the group may have a `removeBy`.
  var allowsRemoval = true
}

/// A reminder with its groups lowered, first alerts before repeats.
package struct LoweredReminder: Sendable {
  package let id: Reminder.ID
  package let groups: [LoweredGroup]
  /// Repeats beyond the number of slots, joined into one group for each component.
  ///
  /// They never get a slot.
  package let excess: [FireGroup]
  /// The fires at now, which a trigger that is added now cannot answer.
  package let dueNow: [Instant]
  /// The instant at which the search for fires stopped early; nil if it did not.
  package let cut: Instant?
  package let location: SourceLocation?
  /// Its diagnostics.
  ///
  /// Diagnostics that it shares with later reminders of its series are here, too.
  package let diagnostics: [Diagnostic]
  /// Whether the search for repeating triggers was skipped because the compilation has too many
  /// times of day.
  package let isLimited: Bool
  let owner: SourceShares.Owner
}

/// Lowers fires to triggers: finds the triggers that can answer each group.
package struct Lowering: Sendable {
  private let options: NotificationOptions
  private let range: ProofRange
  private let scope: LoweringScope
  /// The largest number of fires of a reminder to generate individually after the horizon.
  package let followedLimit: Int
  private let candidates: @Sendable (inout CandidateSearch) -> [CandidatePattern]

  /// Makes a lowering with a given scope and source of candidates.
  ///
  /// Candidates need not be sound. Only triggers that simulation proves are used.
  package init(
    _ options: NotificationOptions, range: ProofRange, scope: LoweringScope = LoweringScope(),
    followedLimit: Int = SeriesExpansion.maximumFires,
    candidates: @escaping @Sendable (inout CandidateSearch) -> [CandidatePattern] = {
      $0.patterns()
    }
  ) {
    self.options = options
    self.range = range
    self.scope = scope
    self.followedLimit = followedLimit
    self.candidates = candidates
  }

  /// Lowers the reminders of one series, and returns them in the same order.
  package func lower(seriesOf reminders: [Reminder]) -> [LoweredReminder] {
    let diagnostics = reminders.diagnostics(now: options.now)
    var startDays = OriginalStartCache()
    return zip(reminders, diagnostics).map { lower($0, diagnostics: $1, startDays: &startDays) }
  }

  /// Lowers a reminder without the others of its series.
  package func lower(_ reminder: Reminder) -> LoweredReminder { lower(seriesOf: [reminder])[0] }

  private func lower(
    _ reminder: Reminder, diagnostics: [Diagnostic], startDays: inout OriginalStartCache
  ) -> LoweredReminder {
    let all = reminder.groups(after: options.now)
    var looked = scope.triggers(for: reminder)
    let isSearched = looked == .ofAll || looked == .ofAlerts
    let schedule =
      isSearched && reminder.mayRepeat && options.layer.repeats
      ? ReminderSchedule(reminder, range: range, startDays: &startDays, fireLimit: followedLimit)
      : nil
    if schedule?.isLimited == true { looked = .tooMany }
    let alerts = all.filter { $0.repetition == 0 }
    let (repeats, excess) = earliestRepeats(
      of: reminder, in: all, atMost: looked == .ofAll || alerts.isEmpty ? options.slots : 0)
    return LoweredReminder(
      id: reminder.id,
      groups: lowered(
        alerts + repeats, of: reminder, schedule: looked == .tooMany ? nil : schedule),
      excess: Lowering.joined(excess),
      dueNow: reminder.instantsDue(at: options.now), cut: reminder.fires.cut,
      location: reminder.location, diagnostics: diagnostics, isLimited: looked == .tooMany,
      owner: reminder.owner)
  }

  /// Returns the earliest repeats, which can get slots, by key, and the others.
  ///
  /// REPEAT can be huge, and each repeat takes at least one slot. If the reminder can have fewer
  /// repeats than there are slots, the first ones of each component come first, so that an override
  /// takes none from its series.
  private func earliestRepeats(
    of reminder: Reminder, in groups: [FireGroup], atMost most: Int
  ) -> (served: [FireGroup], excess: [FireGroup]) {
    let share = scope.mostRepeats(of: reminder)
    var counts: [Int: Int] = [:]
    let repeats = groups.filter { $0.repetition > 0 }
      .sorted { ($0.instants[0], $0.key) < ($1.instants[0], $1.key) }
      .map { group in
        counts[group.key.component, default: 0] += 1
        return (turn: share < most ? counts[group.key.component, default: 0] : 0, group: group)
      }.sorted {
        ($0.turn, $0.group.instants[0], $0.group.key)
          < ($1.turn, $1.group.instants[0], $1.group.key)
      }.map(\.group)
    let count = min(most, share)
    return (repeats.prefix(count).sorted { $0.key < $1.key }, Array(repeats.dropFirst(count)))
  }

  /// Joins the repeats that cannot get a slot, one group for each component.
  ///
  /// REPEAT can be huge, and each repeat has its own group, often with one fire. Joined groups take
  /// a fraction of the memory.
  private static func joined(_ repeats: [FireGroup]) -> [FireGroup] {
    var components: [Int] = []
    var groups: [Int: [FireGroup]] = [:]
    for group in repeats {
      if groups[group.key.component] == nil { components.append(group.key.component) }
      groups[group.key.component, default: []].append(group)
    }
    return components.compactMap { groups[$0].flatMap(FireGroup.init(joining:)) }
  }

  private func lowered(
    _ groups: [FireGroup], of reminder: Reminder, schedule: ReminderSchedule?
  ) -> [LoweredGroup] {
    guard let schedule else { return groups.map { LoweredGroup(group: $0) } }
    return groups.map { group in
      lowered(
        group, schedule: group.varies ? nil : schedule.repeatableSchedule(of: group, on: options),
        allowsRemoval: options.compiler.allowsRemoval(ofRequestsFor: reminder, group.key.component))
    }
  }

  /// Finds the triggers of a group.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - schedule: Its fires up to the end of the proof; nil if no trigger can repeat.
  ///   - allowsRemoval: Whether a request may have a `removeBy`.
  /// - Returns: The group with its proven triggers.
  func lowered(
    _ group: FireGroup, schedule: GroupSchedule?, allowsRemoval: Bool = true
  ) -> LoweredGroup {
    let interval = allowsRemoval ? IntervalSearch(group, options: options).trigger() : nil
    guard let schedule else {
      return LoweredGroup(group: group, graph: ConflictGraph([], interval: interval))
    }
    let test = CandidateTest(
      schedule: schedule, table: range.table, horizonEnd: options.window.upperBound,
      earliestRemoval: allowsRemoval ? options.earliestRemoval : .endOfTime,
      layer: options.layer, isFloating: group.isFloating, calendar: options.deviceCalendar)
    var search = CandidateSearch(test)
    let candidates = candidates(&search)
    let prover = TriggerProver(group, window: options.window, deviceZone: options.deviceZone)
    var proven: [(trigger: AnsweringTrigger, candidate: CandidatePattern)] = []
    var counterexamples: [Counterexample] = []
    for candidate in candidates {
      guard let trigger = test.trigger(candidate.pattern) else { continue }
      switch prover.prove(candidate, trigger: trigger, end: schedule.end) {
      case .proven(let answering): proven.append((answering, candidate))
      case .refuted(let counterexample):
        if !counterexamples.contains(counterexample) { counterexamples.append(counterexample) }
      case .silent: break
      }
    }
    return LoweredGroup(
      group: group, graph: ConflictGraph(proven, interval: interval),
      counterexamples: counterexamples,
      spare: search.leftOutSingles ? OneShotReplacements(test: test, prover: prover) : nil,
      allowsRemoval: allowsRemoval)
  }
}

extension RandomAccessCollection<Instant> where Index == Int {
  func before(_ end: Instant) -> Int { partitionPoint { $0 < end } - startIndex }
}

extension Instant {
  package static let endOfTime = Instant(secondsSince1970: .max)
}

extension FireGroup {
  package func identifier(of proven: ProvenTrigger) -> String { identifier(form: proven.form) }

  package func identifier(ofOneShotAt fire: Instant) -> String {
    identifier(form: fire.basicFormat)
  }
}

extension CompilerOptions {
  /// Returns whether requests for a component's alarm may have a `removeBy`.
  ///
  /// A rule that matches the series also applies to its overrides.
  func allowsRemoval(ofRequestsFor reminder: Reminder, _ component: Int) -> Bool {
    guard !noOverrun.isEmpty else { return true }
    let components = reminder.expansion.series.components
    let user = user
    return !Set([0, component]).contains { index in
      let alarm = components[index].alarm(at: reminder.alarm.place)
      return noOverrun.contains { $0.matches(components[index], alarm: alarm, user: user) }
    }
  }
}
