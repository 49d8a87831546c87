package import CivilTime
package import ICalendar
package import NotificationTriggers
package import ReminderExpansion
import ReminderOptions
package import ReminderPlanning
package import ReminderPlans

/// The reasons for each reminder's requests: the triggers that were considered, the counterexamples
/// by which some were rejected, and the chosen ones.
///
/// With `standUp` and `options` of the example of ``Compilation``:
///
/// ```swift
/// let explanation = Compilation(of: [standUp], options).explanation(uid: "standup@example.org")
/// print(explanation.isEmpty, explanation.plan.requests.count)  // false 5
/// ```
public struct Explanation: Sendable {
  /// The plan that is explained.
  public package(set) var plan: Plan
  /// The explained reminders, by UID and alarm.
  package let reminders: [ReminderExplanation]
  /// The reminders that rules exclude, by UID and alarm.
  package let leftOut: [ExcludedReminder]
  /// What quiet hours and the layer cost, in one line each.
  let costs: [String]

  /// The limit of reminders that are explained, far more than a person reads.
  static let maximumReminders = 5_000

  /// Whether no reminder is explained or excluded.
  public var isEmpty: Bool { reminders.isEmpty && leftOut.isEmpty }
}

/// The lowering of one reminder, and the rules that apply to it.
package struct ReminderExplanation: Sendable {
  package let id: Reminder.ID
  /// The title of its first fire, or of its first component if no fires are left.
  package let title: String
  package let series: String
  package let alarm: String
  /// The options with rules that apply to the reminder, as on the command line.
  package let rules: [String]
  package let quietHoursEffect: QuietHoursEffect
  /// The number of its fires that were merged into equal fires
  /// (``ReminderExpansion/Reminder/equalFireCount``).
  package let equalFireCount: Int
  package let groups: [GroupExplanation]
}

extension ReminderExplanation {
  init(
    _ reminder: Reminder, lowered: LoweredReminder, range: ProofRange,
    options: NotificationOptions, followedLimit: Int
  ) {
    let reminderSchedule =
      reminder.mayRepeat && options.layer.repeats && !lowered.isLimited
      ? ReminderSchedule(reminder, range: range, fireLimit: followedLimit) : nil
    id = reminder.id
    title = (lowered.groups.first?.group.content ?? reminder.contents.first)?.title ?? ""
    series = SeriesPhrase(reminder.expansion.series).description
    alarm = AlarmPhrase(reminder.expansion.series, alarm: reminder.alarm).description
    quietHoursEffect = reminder.expansion.quietHoursEffect(
      of: reminder.alarm, reminder.fires, in: reminder.window)
    equalFireCount = reminder.equalFireCount
    rules = options.compiler.namesOfRules(about: reminder)
    groups = lowered.groups.map { lowered in
      let group = lowered.group
      let schedule =
        group.varies ? nil : reminderSchedule?.repeatableSchedule(of: group, on: options)
      var fires = Array(group.instants.prefix(1))
      let answered = Set(
        lowered.graph.triggers.filter { $0.proven.removeBy == nil }.flatMap(\.answered))
      let single = group.instants.first { !answered.contains($0) }
      if let single, single != fires.first { fires.append(single) }
      return GroupExplanation(
        group: group, canRepeat: schedule != nil,
        considered: schedule.map { schedule in
          fires.map {
            (
              fire: $0,
              patterns: ExplainedPattern.all(
                of: $0, schedule: schedule, table: range.table, on: options,
                isFloating: group.isFloating)
                + ExplainedPattern.stepping(to: $0, lowered.graph)
            )
          }
        } ?? [], counterexamples: lowered.counterexamples,
        search: CoverSearch(lowered, options, pending: PendingIdentifiers()))
    }
  }
}

/// The lowering of the fires of one group.
package struct GroupExplanation: Sendable {
  package let group: FireGroup
  /// Whether repeating triggers are possible for the group.
  package let canRepeat: Bool
  /// The patterns that would answer two fires: the next one, and the first that no repeating
  /// trigger answers without removal.
  package let considered: [(fire: Instant, patterns: [ExplainedPattern])]
  /// The unexpected fires that simulation found for candidates.
  package let counterexamples: [Counterexample]
  /// The search for the value of other numbers of slots.
  package let search: CoverSearch
}

/// A repeating pattern that would answer a fire, compared with the schedule of its group.
package struct ExplainedPattern: Sendable {
  package let pattern: CalendarPattern
  /// Whether the layer can repeat it.
  package let isOffered: Bool
  /// The instant from which the layer may displace it at a clock change; nil for never.
  package let reliableUntil: Instant?
  /// Its first unexpected fire; nil for none up to the end of the proof.
  package let firstUnexpected: Instant?
  /// The instant after which a renewal can use the pattern, because all later fires are expected.
  ///
  /// It is nil if the pattern can be used now, or never.
  package let exactFrom: Instant?
}

extension ExplainedPattern {
  /// Returns all repeating patterns that answer a fire, in descending order of frequency.
  ///
  /// A fire has one time of day, weekday, day of the month, date and weekday in its month, so no
  /// other pattern answers it. Days that a trigger cannot name safely (the 31st, 29 February) are
  /// excluded.
  static func all(
    of fire: Instant, schedule: GroupSchedule, table: DayClassTable,
    on options: NotificationOptions, isFloating: Bool
  ) -> [ExplainedPattern] {
    let layer = options.layer
    let civil = schedule.zone.civil(at: fire)
    let days = ClassesOfDay(ofDay: civil.date.dayNumber)
    let hourly = TimeClass.everyHour(minute: civil.minute, second: civil.second)
    let daily = TimeClass.time(civil.time)
    let classes: [(DayClass, TimeClass)] = [
      (.everyDay, .everyMinute(second: civil.second)), (.everyDay, hourly),
      (days.weekday, hourly), (.everyDay, daily), (days.weekday, daily), (days.dayOfMonth, daily),
      (days.date, daily), (days.ordinalWeekday, daily),
    ]
    return classes.compactMap { dayClass, time in
      guard let days = table.days(of: dayClass), let pattern = CalendarPattern(dayClass, at: time)
      else { return nil }
      let isOffered =
        layer.trigger(
          pattern, in: schedule.zone, isFloating: isFloating,
          onGregorianDevice: options.deviceCalendar == .gregorian) != nil
      let reliableUntil = schedule.reliableEnd(
        of: pattern, layer.repetition,
        failing: schedule.failingChanges(at: time, layer.repetition))
      if time.period < 86_400, let unexpected = schedule.firstUnexpectedSoon(pattern) {
        return ExplainedPattern(
          pattern: pattern, isOffered: isOffered, reliableUntil: reliableUntil,
          firstUnexpected: unexpected, exactFrom: nil)
      }
      let fires = schedule.fires(of: pattern, days: days, clockChangesMatter: true)
      let last = fires.last(missingFrom: schedule.allowed)
      // After its last unexpected fire, the pattern becomes usable.
      let later = last.flatMap { last in
        var rest = fires
        rest.removeAll(upTo: last)
        return rest.count > 1 ? last : nil
      }
      return ExplainedPattern(
        pattern: pattern, isOffered: isOffered, reliableUntil: reliableUntil,
        firstUnexpected: fires.first(missingFrom: schedule.allowed),
        exactFrom: later)
    }
  }
}

extension ExplainedPattern {
  /// Returns the patterns with a start or a step that answer a fire.
  fileprivate static func stepping(to fire: Instant, _ graph: ConflictGraph) -> [ExplainedPattern] {
    graph.triggers.filter { $0.answered.contains(fire) }.compactMap { trigger in
      guard let pattern = trigger.proven.pattern, pattern.step != nil else { return nil }
      return ExplainedPattern(
        pattern: pattern, isOffered: true, reliableUntil: nil,
        firstUnexpected: trigger.proven.removeBy, exactFrom: nil)
    }
  }
}

extension Finding {
  package static func explanationCut(after limit: Int, rest: Int) -> Finding {
    Finding(
      "explanation-cut", .note,
      message: "\(limit) reminders are explained, and \(rest) more are not; select a series with "
        + "--uid")
  }
}
