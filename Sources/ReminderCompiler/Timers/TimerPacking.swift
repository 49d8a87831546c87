import CivilTime
import ICalendar
import NotificationTriggers
import SystemdTimers

/// Puts timers into a plan: as many as there are slots, the most important ones.
struct TimerPacking: Sendable {
  private let options: CompilerOptions
  private let machine: TimerLines.Machine

  /// Makes a packing for a machine.
  init(_ options: CompilerOptions, _ machine: TimerLines.Machine) {
    self.options = options
    self.machine = machine
  }

  /// Makes the plan; each timer is simulated once more and held against what is asked for.
  func plan(
    _ timers: [LoweredTimer], dueNow: [Plan.Dropped], _ diagnostics: [Diagnostic]
  ) -> TimerPlan {
    let ranked = timers.sorted { left, right in
      let (first, second) = (left.content.interruptionLevel, right.content.interruptionLevel)
      if first != second { return first > second }
      return (left.nextFire, left.reminder, left.content.title)
        < (right.nextFire, right.reminder, right.content.title)
    }
    let kept = ranked.prefix(options.slots)
    var verdict = Verdict()
    var dropped = dueNow
    var fireCount = dueNow.reduce(0) { $0 + $1.count }
    for (index, timer) in ranked.enumerated() {
      let isKept = index < kept.count
      let elapses =
        isKept
        ? TimerLines.elapses(of: timer.lines.expressions, in: options.window, machine) : []
      let wanted = Set(timer.streams.flatMap(\.instants))
      var outcome = Validation.outcome(
        of: [elapses], wanted: wanted.sorted(),
        echoes: timer.streams.flatMap(\.echoes).filter { !wanted.contains($0) })
      let missed = Set(outcome.missed)
      for stream in timer.streams {
        let missed = stream.instants.filter(missed.contains)
        verdict.add(
          Verdict(
            Validation.Outcome(missed: missed), isRepeat: stream.repetition > 0, cut: stream.cut))
        fireCount += stream.instants.count
        dropped += [
          Plan.Dropped(
            stream.reminder, stream.repetition > 0 ? .repeatLimit : .limit, missed,
            renewal: options.renewal)
        ].compactMap { $0 }
      }
      // What is missed was told stream by stream.
      outcome.missed = []
      verdict.add(Verdict(outcome, isRepeat: false, cut: nil))
    }
    return TimerPlan(
      now: options.now, horizonEnd: options.window.upperBound, exactUntil: verdict.exactUntil,
      repeatsUntil: verdict.repeatsUntil, timerCount: kept.count, units: units(Array(kept)),
      dropped: dropped.sorted {
        ($0.uid, $0.alarm, $0.reason.rawValue) < ($1.uid, $1.alarm, $1.reason.rawValue)
      },
      diagnostics: diagnostics, fireCount: fireCount, echoes: verdict.echoes)
  }

  /// The units of each timer; timers with the same text share their service, and alarms with the
  /// same text and the same lines are one timer.
  private func units(_ timers: [LoweredTimer]) -> [UnitFile] {
    var names: Set<UnitName> = []
    return timers.flatMap { timer -> [UnitFile] in
      var body = timer.content.body
      if options.isPersistent {
        // systemd doesn't tell a service that it is late, so the text says when it was due.
        let due = DuePhrase(
          timer.lines, wanted: timer.streams.flatMap(\.instants), in: options.window, machine)
        body = "Due \(due)" + (body.isEmpty ? "" : "\n" + body)
      }
      let units = ReminderUnits(
        DesktopNotification(
          urgency: timer.content.interruptionLevel.urgency, summary: timer.content.title,
          body: body),
        at: timer.lines.expressions, isPersistent: options.isPersistent)
      return [units.timer, units.service]
    }.filter { names.insert($0.unit).inserted }
  }
}

extension InterruptionLevel {
  /// How urgent a desktop shows it.
  fileprivate var urgency: DesktopNotification.Urgency {
    switch self {
    case .passive: .low
    case .active: .normal
    // A desktop's critical notification stays until it is closed; only what was asked to be so.
    case .timeSensitive: .normal
    case .critical: .critical
    }
  }
}
