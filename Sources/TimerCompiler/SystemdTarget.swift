import CivilTime
import ICalendar
import NotificationTriggers
import ReminderCompiler
import SystemdTimers

/// A machine on which the user's systemd runs timers.
struct SystemdTarget: Target {
  /// What the machine has, and what calendars are asked for: the nearest that there is.
  let timers: TimerOptions
  /// What the machine's options can't be.
  let diagnostics: [Diagnostic]
  private let machine: TimerLines.Machine
  private let lowering: TimerLowering

  /// What calendars are asked for.
  var options: CompilerOptions { timers.compiler }

  /// Makes a target of options.
  ///
  /// - Parameters:
  ///   - options: The machine and the window.
  ///   - zones: All zones that series live in.
  init(_ options: TimerOptions, zones: [Zone]) {
    let corrected = options.corrected
    timers = corrected
    diagnostics = options.machineFaults
    machine = TimerLines.Machine(
      localZone: corrected.deviceZone,
      zones: Dictionary(
        (zones + [corrected.deviceZone])
          .filter { $0.isIANA && corrected.isShared($0.identifier) }.map { ($0.identifier, $0) },
        uniquingKeysWith: { first, _ in first }))
    lowering = TimerLowering(corrected.compiler, machine)
  }

  /// A series' timers, and what else is to be said of it.
  struct LoweredSeries: Sendable {
    /// A timer for each text that the series shows.
    let timers: [LoweredTimer]
    /// The fires at now itself, which no timer that is started now can answer.
    let dueNow: [DroppedFires]
    /// What is odd about it.
    let diagnostics: [Diagnostic]
  }

  /// What there is room for.
  struct Selection: Sendable {
    /// All series.
    let series: [LoweredSeries]
    /// All timers in the order in which they get room.
    let ranked: [LoweredTimer]
    /// How many of them, from the first, there is room for.
    let count: Int
    /// The units of those.
    let units: [UnitFile]
  }

  /// Lowers a series to timers.
  func lower(_ reminders: [Reminder]) -> [LoweredSeries] {
    [
      LoweredSeries(
        timers: lowering.lower(reminders),
        dueNow: reminders.compactMap {
          DroppedFires(
            $0.id, .dueNow, $0.instantsDue(at: options.now), title: $0.contents.first?.title ?? "",
            renewal: options.renewal)
        },
        diagnostics: reminders.flatMap { $0.diagnostics(now: options.now) })
    ]
  }

  /// Selects as many timers as there is room for, the soonest first.
  func select(_ lowered: [LoweredSeries], of expansion: Expansion) -> Selection {
    let ranked = ranked(lowered.flatMap(\.timers))
    let (count, units) = filled(ranked)
    return Selection(series: lowered, ranked: ranked, count: count, units: units)
  }

  /// Each timer answers what its text is shown for.
  func assemble(_ selection: Selection) -> Assembly<[CalendarExpression]> {
    Assembly(
      selection.ranked.enumerated().map { index, timer in
        Answer(
          to: timer.groups, index < selection.count ? [timer.lines.expressions] : [])
      })
  }

  /// When systemd elapses a timer's lines.
  func fires(
    of request: [CalendarExpression], after start: Instant, before end: Instant
  ) -> [Instant] {
    TimerLines.elapses(of: request, in: start..<end, machine)
  }

  /// Timers stay until they are made anew.
  func removeBy(_ request: [CalendarExpression]) -> Instant? { nil }

  /// The timers in the order in which they get room.
  ///
  /// The soonest comes first, so that nothing is missed for as long as possible, and a renewal that
  /// comes before then brings what is left. Only what is due before any renewal can come goes by
  /// its level.
  private func ranked(_ all: [LoweredTimer]) -> [LoweredTimer] {
    let renewal = RenewalSchedule.earliest(timers)
    return all.sorted { left, right in
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
  private func filled(_ all: [LoweredTimer]) -> (count: Int, units: [UnitFile]) {
    var names: Set<UnitName> = []
    var units: [UnitFile] = []
    var count = 0
    for timer in all.prefix(timers.slots ?? all.count) {
      let own = self.units(of: timer).filter { !names.contains($0.unit) }
      // What is reserved is timers, too, each with its service.
      let room = TimerPlan.maximumUnits - 2 * timers.reserve
      guard timers.slots != nil || units.count + own.count <= room else { break }
      names.formUnion(own.map(\.unit))
      units += own
      count += 1
    }
    return (count, units)
  }

  private func units(of timer: LoweredTimer) -> [UnitFile] {
    var body = timer.content.body
    if timers.isPersistent {
      // systemd doesn't tell a service that it is late, so the text says when it was due.
      let due = DuePhrase(
        timer.lines, wanted: timer.groups.flatMap(\.instants), in: options.window, machine)
      body = "Due \(due)" + (body.isEmpty ? "" : "\n" + body)
    }
    let units = ReminderUnits(
      DesktopNotification(
        urgency: timer.content.interruptionLevel.urgency, summary: timer.content.title,
        body: body),
      at: timer.lines.expressions, isPersistent: timers.isPersistent)
    return [units.timer, units.service]
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
