package import CivilTime
package import ICalendar
package import NotificationTriggers

/// How each reminder came to its requests: what was tried, why not, and what was chosen.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// let explanation = Compiler.explanation(of: [standUp], options, uid: "standup@example.org")
/// print(explanation.isEmpty, explanation.plan.requests.count)  // false 5
/// ```
public struct Explanation: Sendable {
  /// The plan that is explained.
  public let plan: Plan
  /// The reminders that are explained, by UID and alarm.
  package let reminders: [ReminderExplanation]
  /// The reminders that rules leave out, by UID and alarm.
  package let leftOut: [LeftOutReminder]

  /// Whether no reminder is explained.
  public var isEmpty: Bool { reminders.isEmpty && leftOut.isEmpty }
}

/// How one reminder was lowered.
package struct ReminderExplanation: Sendable {
  /// The reminder.
  package let id: Reminder.ID
  /// The title of its first fire, or of its first component if no fire is left.
  package let title: String
  /// The series, in words.
  package let series: String
  /// The alarm, in words.
  package let alarm: String
  /// The options whose rules are about it, as a person types them.
  package let rules: [String]
  /// What quiet hours make of its fires.
  package let quietChanges: QuietChanges
  /// How many of its fires ring with equal fires (``Reminder/equalFireCount``).
  package let equalFireCount: Int
  /// Its fires, by what one trigger may answer.
  package let groups: [GroupExplanation]
}

extension NotificationTarget {
  /// How a reminder came to its requests; nil where another one is asked about.
  func explanation(
    of reminder: Reminder, _ lowered: LoweredReminder, uid: String?
  ) -> ReminderExplanation? {
    guard uid.map({ $0 == reminder.id.uid }) ?? true else { return nil }
    return ReminderExplanation(reminder, lowered, range, device)
  }
}

extension ReminderExplanation {
  init(
    _ reminder: Reminder, _ lowered: LoweredReminder, _ range: ProofRange,
    _ options: NotificationOptions
  ) {
    let wantedByGroup =
      reminder.mayRepeat && !lowered.isLimited ? WantedFiresByGroup(reminder, range) : nil
    id = reminder.id
    title = (lowered.groups.first?.group.content ?? reminder.contents.first)?.title ?? ""
    series = SeriesPhrase(reminder.expansion.series).description
    alarm = AlarmPhrase(reminder.expansion.series, alarm: reminder.alarm).description
    quietChanges = reminder.expansion.quietChanges(
      of: reminder.alarm, reminder.fires, in: reminder.window)
    equalFireCount = reminder.equalFireCount
    rules = options.compiler.namesOfRules(about: reminder)
    groups = lowered.groups.map { lowered in
      let group = lowered.group
      let wanted =
        group.varies
        ? nil : wantedByGroup?.repeatableFires(of: group, on: options)
      var fires = Array(group.instants.prefix(1))
      let answered = Set(
        lowered.graph.triggers.filter { $0.proven.removeBy == nil }.flatMap(\.answered))
      let single = group.instants.first { !answered.contains($0) }
      if let single, single != fires.first { fires.append(single) }
      return GroupExplanation(
        group: group, canRepeat: wanted != nil,
        considered: wanted.map { wanted in
          fires.map {
            (
              fire: $0,
              patterns: ConsideredPattern.all(
                of: $0, wanted, range.table, options.capabilities.shapes)
            )
          }
        } ?? [], counterexamples: lowered.counterexamples,
        search: CoverSearch(lowered, options, pending: PendingIdentifiers()))
    }
  }
}

/// How the fires of one group were lowered.
package struct GroupExplanation: Sendable {
  /// The group.
  package let group: FireGroup
  /// Whether anything about it can repeat.
  package let canRepeat: Bool
  /// The patterns that would answer a fire: the next one, and the first that no repeating trigger
  /// answers.
  package let considered: [(fire: Instant, patterns: [ConsideredPattern])]
  /// What simulation found against candidates.
  package let counterexamples: [Counterexample]
  /// What another number of slots would be worth.
  package let search: CoverSearch
}

/// A repeating pattern that would answer a fire, held against all that is asked for.
package struct ConsideredPattern: Sendable {
  /// The pattern.
  package let pattern: CalendarPattern
  /// Its first fire that nobody asked for; nil for none up to the end of the proof.
  package let firstUnasked: Instant?
  /// The instant after which a renewal can use it: from there on it fires only what is asked.
  ///
  /// Nil where it is right now, or never will be.
  package let exactFrom: Instant?
}

extension ConsideredPattern {
  /// All patterns that answer a fire, from the one that fires most: no other repeating trigger
  /// does.
  ///
  /// A fire has one time of day, weekday, day of the month, date and weekday in its month; what is
  /// not safe to give to the system (a day 31, 29 February) is left out.
  static func all(
    of fire: Instant, _ wanted: WantedFires, _ table: DayClassTable, _ shapes: TriggerShapes
  )
    -> [ConsideredPattern]
  {
    let civil = wanted.zone.civil(at: fire)
    let days = DayClasses(ofDay: civil.date.dayNumber)
    let hourly = TimeClass.everyHour(minute: civil.minute, second: civil.second)
    let daily = TimeClass.time(civil.time)
    let classes: [(DayClass, TimeClass)] = [
      (.everyDay, .everyMinute(second: civil.second)), (.everyDay, hourly),
      (days.weekday, hourly), (.everyDay, daily), (days.weekday, daily), (days.dayOfMonth, daily),
      (days.date, daily), (days.ordinalWeekday, daily),
    ]
    return classes.compactMap { dayClass, time in
      guard let days = table.days(of: dayClass), let pattern = CalendarPattern(dayClass, time),
        shapes.contains(pattern.shape)
      else { return nil }
      if time.period < 86_400, let unasked = wanted.firstUnaskedSoon(pattern) {
        return ConsideredPattern(pattern: pattern, firstUnasked: unasked, exactFrom: nil)
      }
      let fires = wanted.fires(of: pattern, days: days, clockChangesMatter: true)
      let last = fires.last(missingFrom: wanted.allowed)
      // Asked for after the last fire that isn't: then only the way there is wrong.
      let later = last.flatMap { last in
        var rest = fires
        rest.removeAll(upTo: last)
        return rest.count > 1 ? last : nil
      }
      return ConsideredPattern(
        pattern: pattern, firstUnasked: fires.first(missingFrom: wanted.allowed), exactFrom: later)
    }
  }
}
