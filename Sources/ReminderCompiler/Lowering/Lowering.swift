package import CivilTime
package import ICalendar
import NotificationTriggers

/// A stream with the ways to answer it.
package struct LoweredStream: Sendable {
  /// The stream.
  package let stream: FireStream
  /// Repeating triggers: those that never need to be taken away, and those that may.
  package let families: [TriggerFamily]
  /// Candidates that simulation contradicted; one-shots serve in their place.
  package let refusals: [Refusal]
  /// The covers that a plan may want, from none to all of its fires.
  package let covers: [Cover]
}

/// A reminder with its streams lowered, first alerts before repeats.
package struct LoweredReminder: Sendable {
  /// What tells the reminder from others.
  package let id: Reminder.ID
  /// Its streams.
  package let streams: [LoweredStream]
  /// Repeats that are cut off: there are more of them at one alert than slots for everything.
  package let excess: [Instant]
  /// The fires at now itself, which no trigger that is added now can answer.
  package let dueNow: [Instant]
  /// Where the look at its fires was cut short.
  package let cut: Instant?
  /// What is odd about it.
  package let diagnostics: [Diagnostic]
}

/// From fires to triggers: each stream's ways to be answered.
package struct Lowering: Sendable {
  private let options: CompilerOptions
  private let range: ProofRange
  private let candidates: @Sendable (inout CandidateSearch) -> [Candidate]

  /// Makes a lowering for a device and a window.
  package init(_ options: CompilerOptions, _ range: ProofRange) {
    self.init(options, range) { $0.patterns() }
  }

  /// Makes a lowering that gets its candidates from a search or from elsewhere.
  ///
  /// Whatever they are, only what simulation finds right is used.
  init(
    _ options: CompilerOptions, _ range: ProofRange,
    candidates: @escaping @Sendable (inout CandidateSearch) -> [Candidate]
  ) {
    self.options = options
    self.range = range
    self.candidates = candidates
  }

  /// Lowers a reminder.
  ///
  /// - Parameter reminder: The reminder with its fires in the window.
  /// - Returns: Its streams and their covers.
  package func lower(_ reminder: Reminder) -> LoweredReminder {
    let outlook = Outlook(reminder, range)
    let all = reminder.streams(after: options.now)
    // The soonest repeats: REPEAT can be any number, and each takes a slot at least.
    let repeats = all.filter { $0.key.repetition > 0 }
      .sorted { ($0.stream.instants[0], $0.key) < ($1.stream.instants[0], $1.key) }
    let chosen =
      all.filter { $0.key.repetition == 0 }
      + repeats.prefix(options.slots).sorted { $0.key < $1.key }
    let streams = chosen.map { lower($0.stream, outlook.wantedTimes($0.key)) }
    return LoweredReminder(
      id: reminder.id, streams: streams,
      excess: repeats.dropFirst(options.slots).flatMap(\.stream.instants).sorted(),
      dueNow: reminder.instantsDue(at: options.now), cut: reminder.fires.cut,
      diagnostics: reminder.diagnostics(
        now: options.now, refusals: streams.flatMap(\.refusals)))
  }

  private func lower(_ stream: FireStream, _ wanted: WantedTimes?) -> LoweredStream {
    var families: [TriggerFamily] = []
    var refusals: [Refusal] = []
    if let wanted {
      for earliestRemoval in [options.earliestRemoval, nil] {
        var search = CandidateSearch(
          wanted, range.table, horizonEnd: options.window.upperBound,
          earliestRemoval: earliestRemoval)
        let candidates = candidates(&search)
        families.append(
          family(of: stream, candidates, zone: wanted.zone, end: wanted.end, &refusals))
        // Without such a pattern, a search that takes none finds the same.
        if !search.foundRemovable { break }
      }
    }
    return LoweredStream(
      stream: stream, families: families, refusals: refusals,
      covers: CoverList(stream, families, renewal: options.renewal, slots: options.slots).covers)
  }

  /// The candidates that simulation finds right, no fire of which two of them answer.
  private func family(
    of stream: FireStream, _ candidates: [Candidate], zone: Zone, end: Instant,
    _ refusals: inout [Refusal]
  ) -> TriggerFamily {
    let prover = Prover(stream, window: options.window, deviceZone: options.deviceZone)
    var triggers: [AnsweringTrigger] = []
    var taken: Set<Instant> = []
    func refuse(_ refusal: Refusal) {
      if !refusals.contains(refusal) { refusals.append(refusal) }
    }
    for candidate in candidates {
      guard let trigger = stream.trigger(candidate.pattern, in: zone) else { continue }
      switch prover.prove(candidate, trigger, end: end) {
      case .right(let answering):
        // One trigger alone needs no such look, and most streams have one.
        if candidates.count > 1 {
          if let twice = answering.answered.first(where: taken.contains) {
            refuse(Refusal(trigger: trigger, unasked: twice))
            continue
          }
          taken.formUnion(answering.answered)
        }
        triggers.append(answering)
      case .refused(let refusal): refuse(refusal)
      case .silent: continue
      }
    }
    return TriggerFamily(triggers: triggers)
  }
}

extension FireStream {
  /// A trigger of the stream with a pattern.
  ///
  /// Sets of second, minute, hour and weekday mean the same in every calendar and can follow the
  /// device; the others need the Gregorian one, which comes with a zone.
  func trigger(_ pattern: CalendarPattern, in zone: Zone) -> CalendarTrigger? {
    let floats = isFloating && pattern.days.isCalendarIndependent
    return CalendarTrigger(pattern: pattern, zone: floats ? .floating : .pinned(zone))
  }
}
