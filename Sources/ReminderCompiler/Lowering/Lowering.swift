package import CivilTime
package import ICalendar
import NotificationTriggers

/// A stream with the ways to answer it.
package struct LoweredStream: Sendable {
  /// The stream.
  package let stream: FireStream
  /// The covers, at least the one of one-shots alone.
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

  /// Makes a lowering for a device and a window.
  package init(_ options: CompilerOptions, _ range: ProofRange) {
    self.options = options
    self.range = range
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
    let streams =
      all.filter { $0.key.repetition == 0 }
      + repeats.prefix(options.slots).sorted { $0.key < $1.key }
    return LoweredReminder(
      id: reminder.id,
      streams: streams.map { key, stream in
        let wanted = outlook.wantedTimes(key)
        return LoweredStream(
          stream: stream,
          covers: [Cover(repeating: [], singles: stream.instants)]
            + (wanted.map { repeatingCovers(of: stream, $0) } ?? []))
      },
      excess: repeats.dropFirst(options.slots).flatMap(\.stream.instants).sorted(),
      dueNow: reminder.instantsDue(at: options.now), cut: reminder.fires.cut,
      diagnostics: reminder.diagnostics(now: options.now))
  }

  private func repeatingCovers(of stream: FireStream, _ wanted: WantedTimes) -> [Cover] {
    let prover = Prover(stream, window: options.window, deviceZone: options.deviceZone)
    var covers: [Cover] = []
    for earliestRemoval in [nil, options.earliestRemoval] {
      var search = CandidateSearch(
        wanted, range.table, earliestRemoval: earliestRemoval, limit: options.slots)
      for candidates in search.alternatives() {
        let cover = cover(of: stream, candidates, prover, zone: wanted.zone, end: wanted.end)
        if let cover, !covers.contains(where: { $0.isSame(as: cover) }) { covers.append(cover) }
      }
    }
    return covers
  }

  private func cover(
    of stream: FireStream, _ candidates: [Candidate], _ prover: Prover, zone: Zone, end: Instant
  ) -> Cover? {
    var repeating: [ProvenTrigger] = []
    var answered: Set<Instant> = []
    for candidate in candidates {
      // Sets of second, minute, hour and weekday mean the same in every calendar and can follow the
      // device; the others need the Gregorian one, which comes with a zone.
      let floats = stream.isFloating && candidate.pattern.days.isCalendarIndependent
      guard
        let trigger = CalendarTrigger(
          pattern: candidate.pattern, zone: floats ? .floating : .pinned(zone)),
        let proof = prover.prove(candidate, trigger, end: end),
        // One that has nothing to do before the horizon would hold a slot for nothing, and one that
        // does what a one-shot does must not have to be taken away for it.
        proof.answered.count > (candidate.firstUnasked == nil ? 0 : 1)
      else { continue }
      repeating.append(proof.trigger)
      answered.formUnion(proof.answered)
    }
    guard !repeating.isEmpty else { return nil }
    return Cover(
      repeating: repeating, singles: stream.instants.filter { !answered.contains($0) })
  }
}

extension Cover {
  fileprivate func isSame(as other: Cover) -> Bool {
    repeating.map(\.trigger) == other.repeating.map(\.trigger) && singles == other.singles
  }
}
