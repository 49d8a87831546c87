import CivilTime
package import ICalendar

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
  ///
  /// - Parameters:
  ///   - reminder: The reminder.
  ///   - lowered: What it was lowered to.
  ///   - uid: The series that is asked about; nil for all.
  /// - Returns: What was tried, and why not.
  func explanation(
    of reminder: Reminder, _ lowered: LoweredReminder, uid: String?
  ) -> ReminderExplanation? {
    guard uid.map({ $0 == reminder.id.uid }) ?? true else { return nil }
    return ReminderExplanation(reminder, lowered, range, device)
  }
}

extension ReminderExplanation {
  /// Explains a lowered reminder.
  init(
    _ reminder: Reminder, _ lowered: LoweredReminder, _ range: ProofRange,
    _ options: NotificationOptions
  ) {
    let isLookedAt = lowered.groups.first?.search?.isAdmitted ?? false
    let wantedByGroup = isLookedAt ? WantedFiresByGroup(reminder, range) : nil
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
