import CivilTime
import ICalendar
import NotificationTriggers
import ReminderCompiler
import SystemdTimers

/// A timer before its unit is written: the lines of one series, or of one text of it.
struct LoweredTimer: Sendable {
  let reminder: Reminder.ID
  let content: ReminderContent
  /// The first of its instants.
  let nextFire: Instant
  let lines: TimerLines
  let groups: [FireGroup]
  let location: SourceLocation?

  /// The largest number of fires that are compared to find their common text.
  ///
  /// It covers a year of five fires a day. If there are more, the sample is evenly spread.
  private static let largestSample = 2_048

  func worded(by writer: ContentWriter) -> NotificationContent {
    let instants = groups.count == 1 ? groups[0].instants : groups.flatMap(\.instants).sorted()
    let repeating = writer.repeating(
      groups, at: FireSample(of: instants, atMost: LoweredTimer.largestSample))
    guard instants.first == instants.last, lines.expressions.allSatisfy({ $0.years != .every })
    else { return repeating.content }
    // If the event is on the day of the fire, the text does not contain the day. The text of a copy
    // of the event in a repeating series is then the same, so both are shown as one.
    let once = writer.once(groups[0], at: nextFire)
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

  /// The largest number of lines of all timers together; each timer can have an equal share.
  private static let maximumLinesOfAll = 200_000

  /// The largest number of fires to generate individually after the horizon, for all reminders.
  ///
  /// This applies to fires that sets of days cannot represent. It takes two seconds.
  private static let maximumFollowed = 30_000_000

  /// Makes the lowering; `saysText` if a unit contains its text, so that each text needs a timer.
  init(
    _ options: CompilerOptions, _ machine: TimerLines.Machine, sayingText saysText: Bool,
    for expansion: Expansion
  ) {
    self.options = options
    let count = max(1, expansion.reminderCount)
    maximumLines = min(TimerLines.maximumLines, max(1, TimerLowering.maximumLinesOfAll / count))
    self.machine = machine
    self.saysText = saysText
    range = ProofRange(options)
    followedLimit = TimerLowering.maximumFollowed / count
  }

  /// The timers of a series.
  struct Result {
    /// A timer for each text of its reminders.
    let timers: [LoweredTimer]
    /// The fires that exceed the limit for texts that differ at each fire.
    let excess: [FireGroup]
    /// Whether the timers have dates only, because there are too many times of day.
    let isLimited: Bool
  }

  /// Returns the timers of a series' reminders.
  func lower(_ reminders: [Reminder]) -> Result {
    var single: [LoweredTimer] = []
    var excess: [FireGroup] = []
    var order: [ReminderContent] = []
    // If the units do not contain texts, all alarms share the key nil.
    var parts: [ReminderContent.Text?: [Part]] = [:]
    var startDays = OriginalStartCache()
    var timesOfDay = 0
    var isLimited = false
    for reminder in reminders {
      let reminderSchedule =
        reminder.mayRepeat && timesOfDay <= SeriesExpansion.maximumTimesOfDay
        ? ReminderSchedule(reminder, range, &startDays, fireLimit: followedLimit) : nil
      isLimited = isLimited || reminderSchedule?.isLimited ?? false
      for group in reminder.groups(after: options.now) {
        if saysText, group.varies {
          // Each fire has a different text and needs a separate timer.
          let count = min(group.instants.count, TimerPlan.maximumUnits)
          single += (0..<count).compactMap { index in
            timer(
              group.content, [Part(group: group.keeping(index..<index + 1), wanted: nil)],
              at: reminder.location)
          }
          if count < group.instants.count {
            excess.append(group.keeping(count..<group.instants.count))
          }
          continue
        }
        let text = saysText ? group.content.text : nil
        if parts[text] == nil { order.append(group.content) }
        let wanted = reminderSchedule?.schedule(of: group)
        timesOfDay += wanted?.fires.days.count ?? 0
        parts[text, default: []].append(Part(group: group, wanted: wanted))
      }
    }
    // Each time of day has a set of all days up to 2100.
    if timesOfDay > SeriesExpansion.maximumTimesOfDay {
      parts = parts.mapValues { $0.map { Part(group: $0.group, wanted: nil) } }
    }
    let timers = order.compactMap { content in
      timer(
        content, parts[saysText ? content.text : nil] ?? [], at: reminders.first?.location)
    }
    return Result(
      timers: timers + single, excess: excess,
      isLimited: isLimited || timesOfDay > SeriesExpansion.maximumTimesOfDay)
  }

  private struct Part {
    let group: FireGroup
    let wanted: GroupSchedule?

    var count: Int { group.instants.count }

    /// The expected fires up to the end of the proof, on the wall clock of a zone; nil if they are
    /// not known.
    func known(in zone: Zone) -> GroupSchedule? {
      guard group.cut == nil, let wanted, wanted.zone == zone else { return nil }
      return wanted
    }
  }

  private func timer(
    _ content: ReminderContent, _ parts: [Part], at location: SourceLocation?
  ) -> LoweredTimer? {
    guard let first = parts.first else { return nil }
    // The group with the most fires determines the zone; an absolute alarm does not have one.
    let leading = parts.max { $0.count < $1.count }?.group ?? first.group
    let instants =
      parts.count == 1
      ? first.group.instants : Set(parts.flatMap(\.group.instants)).sorted()
    guard let nextFire = instants.first else { return nil }
    let demand = demand(instants, parts, leading)
    return LoweredTimer(
      reminder: first.group.reminder, content: content, nextFire: nextFire,
      lines: TimerLines(demand, on: machine), groups: parts.map(\.group), location: location)
  }

  private func demand(
    _ instants: [Instant], _ parts: [Part], _ group: FireGroup
  ) -> TimerLines.Demand {
    let zone = group.zone.triggerZone
    // A part that is cut may know the fires after its cut, but does not need them.
    let isKnown = parts.contains { $0.known(in: zone) != nil }
    // A thousand times of day need little memory unless their sets have all days of the proof.
    let echoes = Set(parts.flatMap(\.group.echoes)).subtracting(instants)
    let ends = [instants.first, instants.last, echoes.min(), echoes.max()]
      .compactMap { $0?.civilInUTC.dayNumber }
    var wanted = InstantSet(
      in: zone,
      days: isKnown ? range.dayRange : (ends.min() ?? 0) - 1..<(ends.max() ?? 0) + 2)
    var allowed = wanted
    // Without patterns, nothing compares days. Thousands of times of day would be sorted for nothing.
    for part in isKnown ? parts : [] {
      if let known = part.known(in: zone) {
        wanted.formUnion(known.fires)
        allowed.formUnion(known.echoes)
      } else {
        wanted.insert(contentsOf: part.group.instants)
        allowed.insert(contentsOf: part.group.echoes)
      }
    }
    allowed.formUnion(wanted)
    // If all parts are cut, nothing is expected after the last cut.
    let cuts = parts.compactMap(\.group.cut)
    let end =
      cuts.count < parts.count
      ? options.window.upperBound : cuts.reduce(options.now) { max($0, $1) }
    let isUTC = zone.transitions.isEmpty && zone.initialOffset == 0
    let isLocal = group.isFloating && machine.localZone == options.deviceZone
    return TimerLines.Demand(
      instants: instants, echoes: echoes, wanted: wanted, allowed: allowed,
      knownUntil: isKnown ? range.end : nil,
      zone: isLocal ? .local : isUTC ? .utc : .named(zone.identifier),
      window: options.now..<max(options.now, min(options.window.upperBound, end)),
      maximumLines: maximumLines, prefersDates: !saysText)
  }
}
