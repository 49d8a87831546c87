import CivilTime
import DesktopReminders
import ICalendar
import NotificationTriggers
import ReminderCompiler
import SystemdTimers
import WorkSharing

/// A machine on which the user's systemd manager runs timers.
struct SystemdTarget: Target {
  let timers: TimerOptions
  let diagnostics: [Diagnostic]
  let machine: TimerLines.Machine
  private let lowering: TimerLowering

  var options: CompilerOptions { timers.compiler }

  /// Makes a target for the zones of the series and the number of reminders of an expansion.
  init(_ options: TimerOptions, for expansion: Expansion) {
    let corrected = options.corrected
    timers = corrected
    diagnostics = options.machineFaults
    let named = (expansion.zones + [corrected.deviceZone]).filter { zone in
      zone.isIANA
        && (corrected.zones.map { $0.zone(named: zone.identifier) == zone } ?? true)
    }
    machine = TimerLines.Machine(
      localZone: corrected.localZone ?? corrected.deviceZone,
      zones: Dictionary(named.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first }))
    lowering = TimerLowering(
      corrected.compiler, machine: machine, sayingText: corrected.showProgram == nil,
      for: expansion)
  }

  /// The timers of one series, before their lines are searched.
  struct LoweredSeries: Sendable {
    let timers: [LoweredTimer]
    /// The fires that exceed the limit for texts that differ at each fire.
    let excess: [FireGroup]
    /// The fires at exactly `now`, which a new timer cannot answer.
    let dueNow: [DroppedFires]
    /// The first instant at which the expansion of a reminder was cut.
    let cut: Instant?
    let diagnostics: [Diagnostic]
  }

  /// The units within the limit, and the timers that they serve.
  struct Selection: Sendable {
    let series: [LoweredSeries]
    let served: [SearchedTimer]
    /// The timers that exceed the limit.
    let others: [LoweredTimer]
    let units: [UnitFile]
    /// The table of due reminders; nil for plain units.
    let due: DueTableContent?
    let diagnostics: [Diagnostic]
  }

  func lowering(of expansion: Expansion) -> @Sendable ([Reminder]) -> [LoweredSeries] {
    { [lower($0)] }
  }

  private func lower(_ reminders: [Reminder]) -> LoweredSeries {
    let lowered = lowering.lower(reminders)
    return LoweredSeries(
      timers: lowered.timers, excess: lowered.excess,
      dueNow: reminders.compactMap {
        DroppedFires(
          $0.id, reason: .dueNow, instants: $0.instantsDue(at: options.now),
          title: $0.contents.first?.title ?? "",
          renewal: options.renewal)
      },
      cut: reminders.compactMap(\.fires.cut).min(),
      diagnostics: reminders.diagnostics(now: options.now).flatMap { $0 })
  }

  /// Selects as many timers as the limit allows, by fire date.
  func select(
    _ lowered: [LoweredSeries], of expansion: Expansion, workers: Workers
  ) -> Selection {
    let timers = inOrder(lowered.flatMap(\.timers))
    let queue = TimerQueue(timers, lowering: lowering, workers: workers)
    let writer = ContentWriter(expansion, isForPhones: false)
    guard self.timers.showProgram != nil else {
      let filled = filled(queue, writer: writer)
      // Timers can share a service, which is one file.
      var names: Set<UnitName> = []
      return Selection(
        series: lowered, served: filled.served,
        others: Array(timers.dropFirst(filled.served.count)),
        units: filled.units.flatMap { [$0.timer, $0.service] }
          .filter { names.insert($0.unit).inserted },
        due: nil, diagnostics: writer.diagnostics)
    }
    let wakers = WakingTimers(queue, room: room, in: self.timers.installation)
    let due = DueTableContent(of: wakers.served.map(\.timer), writer: writer, expansion: expansion)
    return Selection(
      series: lowered, served: wakers.served,
      others: Array(timers.dropFirst(wakers.served.count)), units: wakers.units, due: due,
      diagnostics: writer.diagnostics)
  }

  /// The number of timers, if each is one unit.
  private var room: Int { timers.slots ?? max(0, TimerPlan.maximumUnits - timers.reserve) }

  /// Assigns each timer to the fires that it answers.
  func assemble(_ selection: Selection) -> Assembly<TimerLines> {
    Assembly(
      selection.served.map { Answer(to: $0.timer.groups, [$0.lines]) }
        + selection.others.map { Answer(to: $0.groups, []) }
        + selection.series.flatMap(\.excess).map { Answer(to: [$0], []) })
  }

  /// Returns the elapses of a timer's lines.
  ///
  /// The search for the lines has simulated them, from now to the end of the window.
  func fires(of request: TimerLines, after start: Instant, before end: Instant) -> [Instant] {
    precondition(start == options.window.lowerBound, "simulated from another instant on")
    // If the timer fires endlessly, the list is not ascending and must stay complete.
    return request.elapses.last.map { $0 < end } ?? true
      ? request.elapses : request.elapses.filter { $0 < end }
  }

  /// Timers do not end before the next renewal replaces them.
  func removeBy(_ request: TimerLines) -> Instant? { nil }

  /// Sorts timers by priority.
  ///
  /// The timers that fire first have priority, so that nothing is missed for as long as possible. A
  /// renewal before that adds the rest. Only fires before the earliest possible renewal are sorted
  /// by their level.
  private func inOrder(_ all: [LoweredTimer]) -> [LoweredTimer] {
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

  /// Returns the units of as many timers as the limit allows.
  ///
  /// Timers with the same text share their service. Alarms with the same text and the same lines
  /// share a timer. The limit counts unit names.
  private func filled(
    _ queue: TimerQueue, writer: ContentWriter
  ) -> (units: [ReminderUnits], served: [SearchedTimer]) {
    var names: Set<UnitName> = []
    var filled: [ReminderUnits] = []
    var served: [SearchedTimer] = []
    for timer in queue.prefix(timers.slots ?? .max) {
      let units = self.units(of: timer, writer: writer)
      let own = [units.timer.unit, units.service.unit].filter { !names.contains($0) }
      // Each reserved timer also has a service.
      let room = TimerPlan.maximumUnits - 2 * timers.reserve
      guard timers.slots != nil || names.count + own.count <= room else { break }
      names.formUnion(own)
      filled.append(units)
      served.append(timer)
    }
    return (filled, served)
  }
}

extension SystemdTarget {
  /// Makes the plan from the units, the verdict, the next renewal and the missed fires.
  func output(
    _ selection: Selection, validated: ValidatedAssembly<TimerLines>,
    of expansion: Expansion, diagnostics: [Diagnostic]
  ) -> TimerPlan {
    var verdict = validated.answers.reduce(into: Verdict()) { $0.add($1.outcome.verdict) }
    // A reminder that was cut before its first fire does not have a timer with this cut.
    for series in selection.series {
      verdict.exactUntil = Verdict.earlier(verdict.exactUntil, series.cut)
    }
    // Only the table's reminders can be shown, so renew before its end.
    if let cut = selection.due?.cut {
      verdict.exactUntil = Verdict.earlier(verdict.exactUntil, cut.first)
      verdict.repeatsUntil = Verdict.earlier(verdict.repeatsUntil, cut.repeats)
    }
    let renewal = RenewalSchedule(
      timers, exactUntil: Verdict.earlier(verdict.exactUntil, verdict.repeatsUntil),
      tableEnd: selection.due?.end)
    let units = selection.units
    let dueNow = selection.series.flatMap(\.dueNow)
    let missed = validated.answers.flatMap { answer in
      zip(answer.answer.groups, answer.outcome.missed).compactMap { group, instants in
        DroppedFires(
          group.reminder, reason: group.repetition > 0 ? .repeatLimit : .limit, instants: instants,
          title: group.content.title, renewal: renewal.next)
      }
    }
    let leftOut = (selection.due?.leftOut(before: renewal.next) ?? []).compactMap {
      DroppedFires(
        $0.group.reminder, reason: $0.group.repetition > 0 ? .repeatLimit : .limit,
        instants: $0.instants, title: $0.group.content.title, renewal: renewal.next)
    }
    var dropped = dueNow + missed + leftOut
    dropped.putInOrder()
    return TimerPlan(
      now: options.now, horizonEnd: options.window.upperBound,
      exactUntil: verdict.exactUntil,
      repeatsUntil: verdict.repeatsUntil, renewal: renewal.next,
      isRenewed: timers.hasRenewalTimer, installation: timers.installation, period: renewal.period,
      timerCount: units.count { $0.unit.kind == .timer }, units: units, due: selection.due,
      showProgram: timers.showProgram, zone: options.deviceZone, language: options.language,
      dropped: dropped,
      diagnostics: diagnostics + selection.series.flatMap(\.diagnostics) + selection.diagnostics
        + self.diagnostics(of: selection, units: units.count),
      fireCount: dueNow.reduce(0) { $0 + $1.count }
        + validated.answers.reduce(0) { $0 + $1.answer.groups.reduce(0) { $0 + $1.instants.count } },
      echoes: verdict.echoes, ruledOut: expansion.leftOut.count)
  }

  private func diagnostics(of selection: Selection, units: Int) -> [Diagnostic] {
    // In order of series, as other diagnostics are.
    let served = selection.served.sorted { $0.timer.reminder < $1.timer.reminder }
    var diagnostics = served.compactMap { searched in
      searched.lines.cut.map {
        Diagnostic(
          .linesCut(from: $0), at: searched.timer.location, uid: searched.timer.reminder.uid)
      }
    }
    var limited: Set<Reminder.ID> = []
    for searched in served where searched.isLimited {
      let series = searched.timer.series
      guard limited.insert(series.first).inserted else { continue }
      diagnostics.append(
        Diagnostic(
          .patternsLimited(until: options.window.upperBound), at: series.location,
          uid: series.first.uid))
    }
    if units > TimerPlan.maximumUnits {
      diagnostics.append(Diagnostic(.unitsMany(count: units, limit: TimerPlan.maximumUnits)))
    }
    return diagnostics
  }
}

extension SystemdTarget {
  /// Returns the units that show a timer's text when its lines elapse.
  ///
  /// The time and the place are in the first lines, because desktops cut long texts.
  func units(of searched: SearchedTimer, writer: ContentWriter) -> ReminderUnits {
    let content = searched.worded(by: writer)
    let title = DesktopTitle(content.title)
    let (place, text) = searched.timer.groups[0].content.placeAndText ?? ("", content.body)
    var lines = [content.subtitle, place, title.whole, text]
    // A service does not know that it is late, so the text contains the due time.
    if timers.isPersistent { lines.insert(due(searched, writer: writer), at: 0) }
    return ReminderUnits(
      DesktopNotification(
        urgency: DesktopNotification.Urgency(content.interruptionLevel), summary: title.shown,
        body: lines.filter { !$0.isEmpty }.joined(separator: "\n")),
      at: searched.lines.expressions, isPersistent: timers.isPersistent,
      of: timers.installation)
  }
}

extension SystemdTarget {
  /// Describes in words when a timer is due.
  ///
  /// Schedules are described only in English. In other languages, the text has the day and the time
  /// of a single fire, and nothing for several fires.
  private func due(_ searched: SearchedTimer, writer: ContentWriter) -> String {
    let instants = searched.timer.groups.flatMap(\.instants)
    guard options.language.wording == .english else {
      return instants.count == 1 ? writer.due(at: searched.timer.nextFire) : ""
    }
    return "Due \(DuePhrase(searched.lines, wanted: instants, in: options.window, on: machine))"
  }
}

/// The interval of renewals, and the next one.
struct RenewalSchedule: Sendable {
  let period: RenewalUnits.Period
  /// The next renewal, up to which the timers must suffice.
  let next: Instant

  /// The time by which a renewal must be earlier than the first missed fire, in seconds.
  ///
  /// It covers a compilation of ten thousand series and a reload of a thousand units on a busy
  /// machine.
  private static let margin = 300

  /// Makes the schedule of timers that are right up to an instant; nil if no fire is missed.
  ///
  /// From `tableEnd` on, reminders are missing in the table; nil if none is.
  init(_ options: TimerOptions, exactUntil: Instant?, tableEnd: Instant? = nil) {
    let requested = RenewalSchedule.longest(within: options.renewal - options.now)
    let needed = exactUntil.map {
      RenewalSchedule.longest(within: $0 - options.now - RenewalSchedule.margin)
    }
    // The interval is shorter than an hour only if the user chose it. Each renewal reads all
    // calendars, and no reader needs more than 1,000 reminders in an hour.
    period = min(requested, max(needed ?? requested, .hourly))
    next =
      options.hasRenewalTimer
      ? period.nextElapse(after: options.now) : min(options.renewal, tableEnd ?? options.renewal)
  }

  /// The earliest possible renewal; timers must cover all fires before it.
  static func earliest(_ options: TimerOptions) -> Instant {
    RenewalSchedule(options, exactUntil: options.now).next
  }

  /// The longest interval up to a number of seconds; the shortest of all if every one is longer.
  private static func longest(within seconds: Int) -> RenewalUnits.Period {
    RenewalUnits.Period.allCases.first { $0.seconds <= seconds } ?? .minutely
  }
}
