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
