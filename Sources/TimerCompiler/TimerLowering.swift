import CivilTime
import ICalendar
import NotificationTriggers
import ReminderCompiler
import SystemdTimers

/// A timer whose lines are not known yet: the fires of one series, or of one text of it.
struct LoweredTimer: Sendable {
  let reminder: Reminder.ID
  let content: ReminderContent
  /// The first of its instants.
  let nextFire: Instant
  let groups: [FireGroup]
  let location: SourceLocation?
  let series: RepeatingSeries

  /// The fires of its groups, ascending and distinct.
  fileprivate var instants: [Instant] {
    groups.count == 1 ? groups[0].instants : Set(groups.flatMap(\.instants)).sorted()
  }
}

/// The reminders of a series that can have repeating lines.
struct RepeatingSeries: Sendable {
  /// The series' first reminder.
  let first: Reminder.ID
  let location: SourceLocation?
  /// The reminders, without their fires, and the groups that can share a timer.
  fileprivate let reminders: [(reminder: Reminder, groups: [FireGroup])]
}

/// A timer and its lines.
struct SearchedTimer: Sendable {
  let timer: LoweredTimer
  let lines: TimerLines
  /// Whether it has dates only, because its series has too many times of day.
  let isLimited: Bool

  /// The largest number of fires that are compared to find their common text.
  ///
  /// It covers a year of five fires a day. If there are more, the sample is evenly spread.
  private static let largestSample = 2_048

  func worded(by writer: ContentWriter) -> NotificationContent {
    let groups = timer.groups
    let instants = groups.count == 1 ? groups[0].instants : groups.flatMap(\.instants).sorted()
    let repeating = writer.repeating(
      groups, at: FireSample(of: instants, atMost: SearchedTimer.largestSample))
    guard instants.first == instants.last, lines.expressions.allSatisfy({ $0.years != .every })
    else { return repeating.content }
    // If the event is on the day of the fire, the text does not contain the day. The text of a copy
    // of the event in a repeating series is then the same, so both are shown as one.
    let once = writer.once(groups[0], at: timer.nextFire)
    return once.daysAhead == 0 ? repeating.content : once.content
  }
}

/// Converts fires to timers: calendar expressions for each series and text.
struct TimerLowering: Sendable {
  private let options: CompilerOptions
  private let range: ProofRange
  private let machine: TimerLines.Machine
  private let saysText: Bool
  private let maximumLines: Int
  /// The largest number of fires of a reminder to generate individually after the horizon.
  private let followedLimit: Int
  /// The greatest number of times of day of a reminder that is expanded beyond the horizon.
  private let timesOfDayLimit: Int

  /// The limit of times of day of all reminders together, as an upper estimate: one second.
  private static let mostTimesOfDay = 100_000

  /// The times of day that any reminder can have, so that many reminders of others take no lines from
  /// it: every half hour, or every hour with a repeat.
  private static let leastTimesOfDay = 64

  /// The largest number of lines of all timers together; each timer can have an equal share.
  private static let maximumLinesOfAll = 200_000

  /// Makes the lowering; `saysText` if a unit contains its text, so that each text needs a timer.
  init(
    _ options: CompilerOptions, machine: TimerLines.Machine, sayingText saysText: Bool,
    for expansion: Expansion
  ) {
    self.options = options
    let count = max(1, expansion.reminderCount)
    maximumLines = min(TimerLines.maximumLines, max(1, TimerLowering.maximumLinesOfAll / count))
    self.machine = machine
    self.saysText = saysText
    range = ProofRange(options)
    followedLimit = ReminderSchedule.followedLimit(of: expansion)
    let times = expansion.series.flatMap { series in
      series.alarms.map { series.mostTimesOfDay(of: $0, countingRepeats: true) }
    }
    timesOfDayLimit = max(
      TimerLowering.leastTimesOfDay,
      FairShare.limit(of: TimerLowering.mostTimesOfDay, for: times, atMost: 86_400))
  }

  /// Returns the timers of a series' reminders, and the fires that exceed the limit for texts that
  /// differ at each fire.
  func lower(_ reminders: [Reminder]) -> (timers: [LoweredTimer], excess: [FireGroup]) {
    guard let first = reminders.first else { return ([], []) }
    let ownGroups = reminders.map { ($0, $0.groups(after: options.now)) }
    // Timers whose reminders are all cut have dates only, so nothing is expanded for them.
    let isCut = reminders.allSatisfy { $0.fires.cut != nil }
    let series = RepeatingSeries(
      first: first.id, location: first.location,
      reminders: ownGroups.filter { $0.0.mayRepeat && !isCut }.map { reminder, groups in
        // The groups have the fires. Those of all series would take much memory until the selection.
        var reminder = reminder
        reminder.fires = AlarmFires()
        return (reminder, groups.filter { !isAlone($0) })
      }.filter { !$0.1.isEmpty })
    var single: [LoweredTimer] = []
    var excess: [FireGroup] = []
    var order: [ReminderContent] = []
    // If the units do not contain texts, all alarms share the key nil.
    var groups: [ReminderContent.Text?: [FireGroup]] = [:]
    for (reminder, own) in ownGroups {
      for group in own {
        if isAlone(group) {
          let count = min(group.instants.count, TimerPlan.maximumUnits)
          single += (0..<count).compactMap { index in
            timer(
              group.content, groups: [group.keeping(index..<index + 1)], at: reminder.location,
              of: series)
          }
          if count < group.instants.count {
            excess.append(group.keeping(count..<group.instants.count))
          }
          continue
        }
        let text = saysText ? group.content.text : nil
        if groups[text] == nil { order.append(group.content) }
        groups[text, default: []].append(group)
      }
    }
    let timers = order.compactMap { content in
      timer(
        content, groups: groups[saysText ? content.text : nil] ?? [], at: first.location,
        of: series)
    }
    return (timers + single, excess)
  }

  /// Whether each fire of a group has a different text and needs a separate timer.
  private func isAlone(_ group: FireGroup) -> Bool { saysText && group.varies }

  private func timer(
    _ content: ReminderContent, groups: [FireGroup], at location: SourceLocation?,
    of series: RepeatingSeries
  ) -> LoweredTimer? {
    guard let first = groups.first, let nextFire = groups.compactMap(\.instants.first).min() else {
      return nil
    }
    return LoweredTimer(
      reminder: first.reminder, content: content, nextFire: nextFire, groups: groups,
      location: location, series: series)
  }

  /// Finds the lines of timers of one series.
  func search(_ timers: [LoweredTimer]) -> [SearchedTimer] {
    guard let series = timers.first?.series else { return [] }
    let schedules = schedules(of: series)
    return timers.map { timer in
      let wanted = timer.groups.map { group in
        WantedGroup(
          group: group,
          wanted: isAlone(group) ? nil : schedules.found[group.reminder]?.schedule(of: group))
      }
      return SearchedTimer(
        timer: timer, lines: TimerLines(demand(timer.instants, of: wanted), on: machine),
        isLimited: schedules.areLimited)
    }
  }

  /// Expands the reminders of a series up to the end of the proof; none if they are at too many
  /// times of day.
  private func schedules(
    of series: RepeatingSeries
  ) -> (found: [Reminder.ID: ReminderSchedule], areLimited: Bool) {
    var found: [Reminder.ID: ReminderSchedule] = [:]
    var startDays = OriginalStartCache()
    var timesOfDay = 0
    var areLimited = false
    for (reminder, groups) in series.reminders {
      let times = reminder.expansion.mostTimesOfDay(of: reminder.alarm, countingRepeats: true)
      if times > timesOfDayLimit { return ([:], true) }
      let schedule = ReminderSchedule(
        reminder, range: range, startDays: &startDays, fireLimit: followedLimit)
      areLimited = areLimited || schedule.isLimited
      found[reminder.id] = schedule
      for group in groups { timesOfDay += schedule.schedule(of: group)?.fires.days.count ?? 0 }
      // Each time of day has a set of all days up to 2100.
      if timesOfDay > SeriesExpansion.maximumTimesOfDay { return ([:], true) }
    }
    return (found, areLimited)
  }

  private struct WantedGroup {
    let group: FireGroup
    let wanted: GroupSchedule?

    /// The expected fires up to the end of the proof, on the wall clock of a zone; nil if they are
    /// not known.
    func known(in zone: Zone) -> GroupSchedule? {
      guard group.cut == nil, let wanted, wanted.zone == zone else { return nil }
      return wanted
    }
  }

  private func demand(_ instants: [Instant], of groups: [WantedGroup]) -> TimerLines.Demand {
    // The group with the most fires determines the zone; an absolute alarm does not have one.
    let largest =
      groups.map(\.group).max { $0.instants.count < $1.instants.count } ?? groups[0].group
    let zone = largest.zone.triggerZone
    // A group that is cut may know the fires after its cut, but does not need them.
    let isKnown = groups.contains { $0.known(in: zone) != nil }
    // A thousand times of day need little memory unless their sets have all days of the proof.
    let echoes = Set(groups.flatMap(\.group.echoes)).subtracting(instants)
    let ends = [instants.first, instants.last, echoes.min(), echoes.max()]
      .compactMap { $0?.civilInUTC.dayNumber }
    var wanted = InstantSet(
      in: zone,
      days: isKnown ? range.dayRange : (ends.min() ?? 0) - 1..<(ends.max() ?? 0) + 2)
    var allowed = wanted
    // Without patterns, nothing compares days. Thousands of times of day would be sorted for nothing.
    for group in isKnown ? groups : [] {
      if let known = group.known(in: zone) {
        wanted.formUnion(known.fires)
        allowed.formUnion(known.echoes)
      } else {
        wanted.insert(contentsOf: group.group.instants)
        allowed.insert(contentsOf: group.group.echoes)
      }
    }
    allowed.formUnion(wanted)
    // If all groups are cut, nothing is expected after the last cut.
    let cuts = groups.compactMap(\.group.cut)
    let end =
      cuts.count < groups.count
      ? options.window.upperBound : cuts.reduce(options.now) { max($0, $1) }
    let isUTC = zone.transitions.isEmpty && zone.initialOffset == 0
    let isLocal = largest.isFloating && machine.localZone == options.deviceZone
    return TimerLines.Demand(
      instants: instants, echoes: echoes, wanted: wanted, allowed: allowed,
      knownUntil: isKnown ? range.end : nil,
      zone: isLocal ? .local : isUTC ? .utc : .named(zone.identifier),
      window: options.now..<max(options.now, min(options.window.upperBound, end)),
      maximumLines: maximumLines, prefersDates: !saysText)
  }
}
