package import CivilTime
package import ICalendar
import NotificationTriggers

/// A group with the triggers that can answer it.
package struct LoweredGroup: Sendable {
  /// The group.
  package let group: FireGroup
  /// Repeating triggers that are right by themselves, and which of them meet.
  package let graph: TriggerGraph
  /// Candidates that simulation contradicted; one-shots serve in their place.
  package let refusals: [Refusal]
  /// Where triggers were left out that answer one fire each: what they are found by.
  let spare: SpareTriggers?
}

/// A reminder with its groups lowered, first alerts before repeats.
package struct LoweredReminder: Sendable {
  /// What tells the reminder from others.
  package let id: Reminder.ID
  /// Its groups.
  package let groups: [LoweredGroup]
  /// Repeats that are cut off: there are more of them at one alert than slots for everything.
  package let excess: [FireGroup]
  /// The fires at now itself, which no trigger that is added now can answer.
  package let dueNow: [Instant]
  /// Where the look at its fires was cut short.
  package let cut: Instant?
  /// Where its series stands in the input.
  package let location: SourceLocation?
  /// What is odd about it.
  package let diagnostics: [Diagnostic]
}

/// From fires to triggers: each group's ways to be answered.
package struct Lowering: Sendable {
  private let options: NotificationOptions
  private let range: ProofRange
  private let candidates: @Sendable (inout CandidateSearch) -> [Candidate]

  /// Makes a lowering for a device and a window.
  package init(_ options: NotificationOptions, _ range: ProofRange) {
    self.init(options, range) { $0.patterns() }
  }

  /// Makes a lowering that gets its candidates from a search or from elsewhere.
  ///
  /// Whatever they are, only what simulation finds right is used.
  init(
    _ options: NotificationOptions, _ range: ProofRange,
    candidates: @escaping @Sendable (inout CandidateSearch) -> [Candidate]
  ) {
    self.options = options
    self.range = range
    self.candidates = candidates
  }

  /// Lowers a reminder.
  ///
  /// - Parameter reminder: The reminder with its fires in the window.
  /// - Returns: Its groups and their covers.
  package func lower(_ reminder: Reminder) -> LoweredReminder {
    let outlook = Outlook(reminder, range)
    let all = reminder.groups(after: options.now)
    // The soonest repeats: REPEAT can be any number, and each takes a slot at least.
    let repeats = all.filter { $0.key.repetition > 0 }
      .sorted { ($0.group.instants[0], $0.key) < ($1.group.instants[0], $1.key) }
    let chosen =
      all.filter { $0.key.repetition == 0 }
      + repeats.prefix(options.slots).sorted { $0.key < $1.key }
    let groups = chosen.map { lower($0.group, outlook.repeatableTimes($0.key)) }
    return LoweredReminder(
      id: reminder.id, groups: groups,
      excess: repeats.dropFirst(options.slots).map(\.group),
      dueNow: reminder.instantsDue(at: options.now), cut: reminder.fires.cut,
      location: reminder.location,
      diagnostics: reminder.diagnostics(now: options.now)
        + groups.flatMap(\.refusals).map { $0.diagnostic(of: reminder) })
  }

  /// Lowers a group.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - wanted: What it asks for to the end of the proof; nil where nothing in it can repeat.
  /// - Returns: The group with the triggers that can answer it.
  func lower(_ group: FireGroup, _ wanted: WantedTimes?) -> LoweredGroup {
    var graph = TriggerGraph()
    var refusals: [Refusal] = []
    var spare: SpareTriggers?
    if let wanted {
      var search = CandidateSearch(
        wanted, range.table, horizonEnd: options.window.upperBound,
        earliestRemoval: options.earliestRemoval)
      let candidates = candidates(&search)
      let prover = Prover(group, window: options.window, deviceZone: options.deviceZone)
      graph = TriggerGraph(
        candidates.compactMap { candidate in
          guard let trigger = group.trigger(candidate.pattern, in: wanted.zone) else { return nil }
          switch prover.prove(candidate, trigger, end: wanted.end) {
          case .right(let answering): return (answering, candidate)
          case .refused(let refusal):
            if !refusals.contains(refusal) { refusals.append(refusal) }
            return nil
          case .silent: return nil
          }
        })
      if search.leftOutSingles { spare = SpareTriggers(search, prover) }
    }
    return LoweredGroup(
      group: group, graph: graph, refusals: refusals, spare: spare)
  }
}

extension FireGroup {
  /// A trigger of the group with a pattern.
  ///
  /// Sets of second, minute, hour and weekday mean the same in every calendar and can follow the
  /// device; the others need the Gregorian one, which comes with a zone.
  func trigger(_ pattern: CalendarPattern, in zone: Zone) -> CalendarTrigger? {
    let floats = isFloating && pattern.days.isCalendarIndependent
    return CalendarTrigger(pattern: pattern, zone: floats ? .floating : .pinned(zone))
  }
}
