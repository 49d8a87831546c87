import CivilTime
import ICalendar
import NotificationTriggers
import SystemdTimers

/// A timer before it is written: all lines of one series with one text.
struct LoweredTimer: Sendable {
  let reminder: Reminder.ID
  let content: NotificationContent
  /// The first of its instants.
  let nextFire: Instant
  let lines: TimerLines
  /// What it answers.
  let streams: [FireStream]
}

/// From fires to timers: expressions for each series and text.
struct TimerLowering: Sendable {
  private let options: CompilerOptions
  private let range: ProofRange
  let machine: TimerLines.Machine

  /// Makes a lowering for a machine.
  ///
  /// - Parameters:
  ///   - options: The machine and the window.
  ///   - range: How far proofs reach.
  ///   - zones: All zones that series live in.
  init(_ options: CompilerOptions, _ range: ProofRange, zones: [Zone]) {
    self.options = options
    self.range = range
    machine = TimerLines.Machine(
      localZone: options.deviceZone,
      zones: Dictionary(
        (zones + [options.deviceZone]).filter(\.isIANA).map { ($0.identifier, $0) },
        uniquingKeysWith: { first, _ in first }))
  }

  /// Lowers the reminders of a series.
  ///
  /// - Parameter reminders: The reminders, by alarm.
  /// - Returns: A timer for each text that the series shows.
  func lower(_ reminders: [Reminder]) -> [LoweredTimer] {
    var order: [NotificationContent] = []
    var parts: [NotificationContent: [Part]] = [:]
    for reminder in reminders {
      let outlook = Outlook(reminder, range)
      for (key, stream) in reminder.streams(after: options.now) {
        if parts[stream.content] == nil { order.append(stream.content) }
        let wanted = outlook.wantedTimes(key)
        parts[stream.content, default: []].append(Part(stream: stream, wanted: wanted))
      }
    }
    return order.compactMap { content in timer(content, parts[content] ?? []) }
  }

  private struct Part {
    let stream: FireStream
    let wanted: WantedTimes?
  }

  private func timer(_ content: NotificationContent, _ parts: [Part]) -> LoweredTimer? {
    guard let first = parts.first else { return nil }
    let candidates = parts.flatMap { part -> [Candidate] in
      guard let wanted = part.wanted else { return [] }
      var search = CandidateSearch(
        wanted, range.table, horizonEnd: options.window.upperBound, earliestRemoval: nil)
      return search.patterns()
    }
    let wanted = Set(parts.flatMap(\.stream.instants)).sorted()
    guard let nextFire = wanted.first else { return nil }
    let zone = first.stream.triggerZone
    return LoweredTimer(
      reminder: first.stream.reminder, content: content, nextFire: nextFire,
      lines: TimerLines(
        wanted: wanted, candidates: candidates,
        zone: first.stream.isFloating ? .local : zone == .gmt ? .utc : .named(zone.identifier),
        window: options.window, machine: machine),
      streams: parts.map(\.stream))
  }
}
