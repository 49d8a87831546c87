import CivilTime
import ICalendar
import NotificationTriggers
import ReminderCompiler
import SystemdTimers
import WorkSharing

/// A machine on which the user's systemd runs timers.
struct SystemdTarget: Target {
  /// What the machine has, and what calendars are asked for: the nearest that there is.
  let timers: TimerOptions
  /// What the machine's options can't be.
  let diagnostics: [Diagnostic]
  let machine: TimerLines.Machine
  private let lowering: TimerLowering

  /// What calendars are asked for.
  var options: CompilerOptions { timers.compiler }

  /// Makes a target of options.
  ///
  /// - Parameters:
  ///   - options: The machine and the window.
  ///   - expansion: What it is made for: the zones that series live in, and how much there is.
  init(_ options: TimerOptions, for expansion: Expansion) {
    let corrected = options.corrected
    timers = corrected
    diagnostics = options.machineFaults
    machine = TimerLines.Machine(
      localZone: corrected.deviceZone,
      zones: Dictionary(
        (expansion.zones + [corrected.deviceZone])
          .filter(\.isIANA).map { ($0.identifier, $0) },
        uniquingKeysWith: { first, _ in first }))
    lowering = TimerLowering(
      corrected.compiler, machine, sayingText: corrected.showing == nil,
      for: expansion)
  }

  /// A series' timers, and what else is to be said of it.
  struct LoweredSeries: Sendable {
    /// A timer for each text that the series shows.
    let timers: [LoweredTimer]
    /// Fires that say something else each time, and are more than there can be timers.
    let excess: [FireGroup]
    /// The fires at now itself, which no timer that is started now can answer.
    let dueNow: [DroppedFires]
    /// Where the look at the fires of any of its reminders was cut short, at the earliest.
    let cut: Instant?
    /// What is odd about it.
    let diagnostics: [Diagnostic]
  }

  /// What there is room for.
  struct Selection: Sendable {
    /// All series.
    let series: [LoweredSeries]
    /// All timers in the order in which they get room.
    let timers: [LoweredTimer]
    /// How many of them there is room for: the first.
    let served: Int
    /// Their units, in the order in which they get room.
    let units: [UnitFile]
    /// What is due at them, where this program shows it.
    let due: DueReminders?
    /// What was found while their texts were written.
    let diagnostics: [Diagnostic]
  }

  /// Lowers a series to timers.
  func lowering(of expansion: Expansion) -> @Sendable ([Reminder]) -> [LoweredSeries] {
    { [lower($0)] }
  }

  private func lower(_ reminders: [Reminder]) -> LoweredSeries {
    let lowered = lowering.lower(reminders)
    return LoweredSeries(
      timers: lowered.timers, excess: lowered.excess,
      dueNow: reminders.compactMap {
        DroppedFires(
          $0.id, .dueNow, $0.instantsDue(at: options.now), title: $0.contents.first?.title ?? "",
          renewal: options.renewal)
      },
      cut: reminders.compactMap(\.fires.cut).min(),
      diagnostics: reminders.diagnostics(now: options.now).flatMap { $0 })
  }

  /// Selects as many timers as there is room for, the soonest first.
  func select(
    _ lowered: [LoweredSeries], of expansion: Expansion, _ workers: Workers
  ) -> Selection {
    let timers = inOrder(lowered.flatMap(\.timers))
    let writer = ContentWriter(expansion, isForPhones: false)
    guard self.timers.showing != nil else {
      let units = filled(timers, writer)
      // A service that several timers share is one file.
      var names: Set<UnitName> = []
      return Selection(
        series: lowered, timers: timers, served: units.count,
        units: units.flatMap { [$0.timer, $0.service] }.filter { names.insert($0.unit).inserted },
        due: nil, diagnostics: writer.diagnostics)
    }
    let wakers = WakingTimers(timers, room: room, in: self.timers.installation)
    let due = DueReminders(of: timers.prefix(wakers.served), writer, expansion)
    return Selection(
      series: lowered, timers: timers, served: wakers.served, units: wakers.units, due: due,
      diagnostics: writer.diagnostics)
  }

  /// How many timers there is room for where one is one unit.
  private var room: Int { timers.slots ?? max(0, TimerPlan.maximumUnits - timers.reserve) }

  /// Each timer answers what its text is shown for.
  func assemble(_ selection: Selection) -> Assembly<TimerLines> {
    Assembly(
      selection.timers.enumerated().map { index, timer in
        Answer(
          to: timer.groups, index < selection.served ? [timer.lines] : [])
      } + selection.series.flatMap(\.excess).map { Answer(to: [$0], []) })
  }

  /// When systemd elapses a timer's lines: they were simulated when they were found, from now to where
  /// it is known what is asked for.
  func fires(of request: TimerLines, after start: Instant, before end: Instant) -> [Instant] {
    precondition(start == options.window.lowerBound, "simulated from another instant on")
    // One that fires at once and for ever is no ascending list, and no list of less.
    return request.elapses.last.map { $0 < end } ?? true
      ? request.elapses : request.elapses.filter { $0 < end }
  }

  /// Timers stay until they are made anew.
  func removeBy(_ request: TimerLines) -> Instant? { nil }

  /// The timers in the order in which they get room.
  ///
  /// The soonest comes first, so that nothing is missed for as long as possible, and a renewal that
  /// comes before then brings what is left. Only what is due before any renewal can come goes by
  /// its level.
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

  /// The units of as many timers as there is room for.
  ///
  /// Timers with the same text share their service, and alarms with the same text and the same
  /// lines are one timer: what takes room is a name.
  private func filled(_ all: [LoweredTimer], _ writer: ContentWriter) -> [ReminderUnits] {
    var names: Set<UnitName> = []
    var filled: [ReminderUnits] = []
    for timer in all.prefix(timers.slots ?? all.count) {
      let units = self.units(of: timer, writer)
      let own = [units.timer.unit, units.service.unit].filter { !names.contains($0) }
      // What is reserved is timers, too, each with its service.
      let room = TimerPlan.maximumUnits - 2 * timers.reserve
      guard timers.slots != nil || names.count + own.count <= room else { break }
      names.formUnion(own)
      filled.append(units)
    }
    return filled
  }
}

extension SystemdTarget {
  /// Puts units into a plan: verdict, the next renewal, and what is left out.
  func output(
    _ selection: Selection, _ validated: ValidatedAssembly<TimerLines>,
    of expansion: Expansion, _ diagnostics: [Diagnostic]
  ) -> TimerPlan {
    var verdict = validated.answers.reduce(into: Verdict()) { $0.add($1.outcome.verdict) }
    // A reminder that is cut before its first fire has no timer that could tell.
    for series in selection.series {
      verdict.exactUntil = Verdict.earlier(verdict.exactUntil, series.cut)
    }
    // What isn't in the table can't be shown, so the units are made anew before its end.
    let tableEnd = selection.due?.cut
    let renewal = RenewalSchedule(
      timers,
      exactUntil: Verdict.earlier(
        Verdict.earlier(verdict.exactUntil, verdict.repeatsUntil), tableEnd))
    let units = selection.units
    let dueNow = selection.series.flatMap(\.dueNow)
    let missed = validated.answers.flatMap { answer in
      zip(answer.answer.groups, answer.outcome.missed).compactMap { group, instants in
        DroppedFires(
          group.reminder, group.repetition > 0 ? .repeatLimit : .limit, instants,
          title: group.content.title, renewal: renewal.next)
      }
    }
    var dropped = dueNow + missed
    dropped.putInOrder()
    return TimerPlan(
      now: options.now, horizonEnd: options.window.upperBound, exactUntil: verdict.exactUntil,
      repeatsUntil: verdict.repeatsUntil, renewal: renewal.next,
      isRenewed: timers.hasRenewalTimer, installation: timers.installation, period: renewal.period,
      timerCount: units.count { $0.unit.kind == .timer }, units: units, due: selection.due,
      showing: timers.showing, zone: options.deviceZone, language: options.language,
      dropped: dropped,
      diagnostics: diagnostics + selection.series.flatMap(\.diagnostics) + selection.diagnostics
        + self.diagnostics(of: selection, units: units.count),
      fireCount: dueNow.reduce(0) { $0 + $1.count }
        + validated.answers.reduce(0) { $0 + $1.answer.groups.reduce(0) { $0 + $1.instants.count } },
      echoes: verdict.echoes, ruledOut: expansion.leftOut.count)
  }

  /// What the user should know about timers.
  private func diagnostics(of selection: Selection, units: Int) -> [Diagnostic] {
    let all = selection.series.flatMap(\.timers)
    var diagnostics = all.compactMap { timer in
      timer.lines.cut.map {
        Diagnostic(.linesCut(from: $0), at: timer.location, uid: timer.reminder.uid)
      }
    }
    if units > TimerPlan.maximumUnits {
      diagnostics.append(Diagnostic(.unitsMany(count: units, limit: TimerPlan.maximumUnits)))
    }
    return diagnostics
  }
}

extension SystemdTarget {
  /// The units that show a timer's text when its lines elapse.
  ///
  /// The time and the place are the first lines, because desktops cut long texts.
  func units(of timer: LoweredTimer, _ writer: ContentWriter) -> ReminderUnits {
    let content = timer.worded(by: writer)
    let title = DesktopTitle(content.title)
    let (place, text) = timer.groups[0].content.placeAndText ?? ("", content.body)
    var lines = [content.subtitle, place, title.whole, text]
    // systemd doesn't tell a service that it is late, so the text says when it was due.
    if timers.isPersistent { lines.insert(due(timer, writer), at: 0) }
    return ReminderUnits(
      DesktopNotification(
        urgency: content.interruptionLevel.urgency, summary: title.shown,
        body: lines.filter { !$0.isEmpty }.joined(separator: "\n")),
      at: timer.lines.expressions, isPersistent: timers.isPersistent,
      of: timers.installation)
  }
}

extension SystemdTarget {
  /// When a timer was due, in words.
  ///
  /// There are words for schedules in English only; in another language the day and the time of the
  /// only fire are told, and of several the times of the occurrence alone.
  private func due(_ timer: LoweredTimer, _ writer: ContentWriter) -> String {
    let instants = timer.groups.flatMap(\.instants)
    guard options.language.wording == .english else {
      return instants.count == 1 ? writer.due(at: timer.nextFire) : ""
    }
    return "Due \(DuePhrase(timer.lines, wanted: instants, in: options.window, machine))"
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

/// When timers are made anew.
struct RenewalSchedule: Sendable {
  /// How often a timer has everything compiled again.
  let period: RenewalUnits.Period
  /// The next renewal: the instant until which the timers have to do.
  let next: Instant

  /// How long before something would be missed a renewal has to come, in seconds: a compilation of
  /// ten thousand series and a reload of a thousand units take some, and a busy machine some more.
  private static let margin = 300

  /// The schedule for timers that are right up to an instant.
  ///
  /// - Parameters:
  ///   - options: Now, and the time within which to renew.
  ///   - exactUntil: The first instant at which something is missed; nil for none.
  init(_ options: TimerOptions, exactUntil: Instant?) {
    let asked = RenewalSchedule.longest(within: options.renewal - options.now)
    let needed = exactUntil.map {
      RenewalSchedule.longest(within: $0 - options.now - RenewalSchedule.margin)
    }
    // No shorter one is taken without being asked for: each renewal reads all calendars, and what is
    // due within an hour of another thousand reminders helps nobody.
    period = min(asked, max(needed ?? asked, .hourly))
    next =
      options.hasRenewalTimer ? period.nextElapse(after: options.now) : options.renewal
  }

  /// The earliest renewal that there can be: what is due before it can't be left to a renewal.
  static func earliest(_ options: TimerOptions) -> Instant {
    RenewalSchedule(options, exactUntil: options.now).next
  }

  /// The longest period that is no longer than a time; the shortest of all where there is none.
  private static func longest(within seconds: Int) -> RenewalUnits.Period {
    RenewalUnits.Period.allCases.first { $0.seconds <= seconds } ?? .minutely
  }
}

/// Timers that say nothing, and wake what does: one for each series that repeats, and as few as can
/// be for all single instants together.
struct WakingTimers {
  /// The units, in the order in which they get room.
  let units: [UnitFile]
  /// How many of the timers that were lowered they serve: the first.
  let served: Int

  /// Makes as many as there is room for.
  ///
  /// - Parameters:
  ///   - timers: What was lowered, in the order in which it gets room.
  ///   - room: How many units there can be.
  ///   - installation: Whose timers they are.
  init(_ timers: [LoweredTimer], room: Int, in installation: InstallationName) {
    var units: [[CalendarExpression]: String] = [:]
    var order: [[CalendarExpression]] = []
    var singles: [[CalendarExpression]] = []
    var open: [CalendarExpression] = []
    var known: Set<CalendarExpression> = []
    var served = 0
    for timer in timers {
      let lines = timer.lines.expressions
      if timer.lines.isSingle {
        let new = lines.filter { !known.contains($0) }
        let isFull = open.count + new.count > TimerLines.maximumLines
        if !new.isEmpty, open.isEmpty || isFull {
          guard order.count + singles.count + (open.isEmpty ? 0 : 1) < room else { break }
          if isFull { singles.append(open) }
          open = []
        }
        open += new
        known.formUnion(new)
      } else if units[lines] == nil {
        guard order.count + singles.count + (open.isEmpty ? 0 : 1) < room else { break }
        units[lines] = timer.content.title
        order.append(lines)
      }
      served += 1
    }
    if !open.isEmpty { singles.append(open) }
    self.served = served
    self.units =
      singles.map { UnitFile.waker(title: "Single reminders", at: $0, in: installation) }
      + order.map { UnitFile.waker(title: units[$0] ?? "", at: $0, in: installation) }
  }
}
