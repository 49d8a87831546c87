import CivilTime
import ICalendar
import NotificationTriggers
import SystemdTimers

/// Puts timers into a plan: as many as there is room for, the soonest first.
struct TimerPacking: Sendable {
  private let options: CompilerOptions
  private let machine: TimerLines.Machine

  /// Makes a packing for a machine.
  init(_ options: CompilerOptions, _ machine: TimerLines.Machine) {
    self.options = options
    self.machine = machine
  }

  /// What a group asks for and no timer answers.
  private struct Miss {
    let group: FireGroup
    let instants: [Instant]
  }

  /// Makes the plan; each timer is simulated once more and held against what is asked for.
  func plan(
    _ timers: [LoweredTimer], dueNow: [Plan.Dropped], _ diagnostics: [Diagnostic]
  ) -> TimerPlan {
    let ranked = ranked(timers)
    let (keptCount, units) = filled(ranked)
    var verdict = Verdict()
    var misses: [Miss] = []
    var fireCount = dueNow.reduce(0) { $0 + $1.count }
    for (index, timer) in ranked.enumerated() {
      let elapses =
        index < keptCount
        ? TimerLines.elapses(of: timer.lines.expressions, in: options.window, machine) : []
      verdict.add(self.verdict(on: elapses, of: timer, &misses))
      fireCount += timer.groups.reduce(0) { $0 + $1.instants.count }
    }
    let renewal = RenewalSchedule(
      options, exactUntil: Verdict.earlier(verdict.exactUntil, verdict.repeatsUntil))
    let dropped =
      dueNow
      + misses.compactMap {
        Plan.Dropped(
          $0.group.reminder, $0.group.repetition > 0 ? .repeatLimit : .limit, $0.instants,
          title: $0.group.content.title, renewal: renewal.next)
      }
    return TimerPlan(
      now: options.now, horizonEnd: options.window.upperBound, exactUntil: verdict.exactUntil,
      repeatsUntil: verdict.repeatsUntil, renewal: renewal.next,
      isRenewed: options.hasRenewalTimer, period: renewal.period,
      timerCount: units.count { $0.unit.kind == .timer }, units: units,
      dropped: dropped.sorted {
        ($0.uid, $0.alarm, $0.reason.rawValue) < ($1.uid, $1.alarm, $1.reason.rawValue)
      },
      diagnostics: diagnostics + many(units), fireCount: fireCount, echoes: verdict.echoes)
  }

  /// The timers in the order in which they get room.
  ///
  /// The soonest comes first, so that nothing is missed for as long as possible, and a renewal that
  /// comes before then brings what is left. Only what is due before any renewal can come goes by
  /// its level.
  private func ranked(_ timers: [LoweredTimer]) -> [LoweredTimer] {
    let renewal = RenewalSchedule.earliest(options)
    return timers.sorted { left, right in
      let isUrgent = left.nextFire < renewal
      if isUrgent != (right.nextFire < renewal) { return isUrgent }
      let (first, second) = (left.content.interruptionLevel, right.content.interruptionLevel)
      if isUrgent, first != second { return first > second }
      if left.nextFire != right.nextFire { return left.nextFire < right.nextFire }
      if first != second { return first > second }
      return (left.reminder, left.content.title) < (right.reminder, right.content.title)
    }
  }

  /// As many timers as there is room for, with their units.
  ///
  /// Timers with the same text share their service, and alarms with the same text and the same
  /// lines are one timer.
  private func filled(_ timers: [LoweredTimer]) -> (count: Int, units: [UnitFile]) {
    var names: Set<UnitName> = []
    var units: [UnitFile] = []
    var count = 0
    for timer in timers.prefix(options.timerSlots ?? timers.count) {
      let own = self.units(of: timer).filter { !names.contains($0.unit) }
      // What is reserved is timers, too, each with its service.
      let room = TimerPlan.maximumUnits - 2 * options.reserve
      guard options.timerSlots != nil || units.count + own.count <= room else { break }
      names.formUnion(own.map(\.unit))
      units += own
      count += 1
    }
    return (count, units)
  }

  /// Holds what a timer does against what is asked for.
  private func verdict(
    on elapses: [Instant], of timer: LoweredTimer, _ misses: inout [Miss]
  ) -> Verdict {
    let wanted = Set(timer.groups.flatMap(\.instants))
    var outcome = Validation.outcome(
      of: [elapses], wanted: wanted.sorted(),
      echoes: timer.groups.flatMap(\.echoes).filter { !wanted.contains($0) })
    let missed = Set(outcome.missed)
    var verdict = Verdict()
    for group in timer.groups {
      let missed = group.instants.filter(missed.contains)
      verdict.add(
        Verdict(
          Validation.Outcome(missed: missed), isRepeat: group.repetition > 0, cut: group.cut))
      misses.append(Miss(group: group, instants: missed))
    }
    // What is missed was told group by group.
    outcome.missed = []
    verdict.add(Verdict(outcome, isRepeat: false, cut: nil))
    return verdict
  }

  private func units(of timer: LoweredTimer) -> [UnitFile] {
    var body = timer.content.body
    if options.isPersistent {
      // systemd doesn't tell a service that it is late, so the text says when it was due.
      let due = DuePhrase(
        timer.lines, wanted: timer.groups.flatMap(\.instants), in: options.window, machine)
      body = "Due \(due)" + (body.isEmpty ? "" : "\n" + body)
    }
    let units = ReminderUnits(
      DesktopNotification(
        urgency: timer.content.interruptionLevel.urgency, summary: timer.content.title,
        body: body),
      at: timer.lines.expressions, isPersistent: options.isPersistent)
    return [units.timer, units.service]
  }

  private func many(_ units: [UnitFile]) -> [Diagnostic] {
    units.count > TimerPlan.maximumUnits
      ? [Diagnostic(.unitsMany(count: units.count, limit: TimerPlan.maximumUnits))] : []
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
