import CivilTime
import ICalendar
import NotificationTriggers
import ReminderOptions

/// Applies the rules of the options to series before they are expanded.
///
/// A rule applies to a component if it matches the component or the master of its series. Excluding
/// a series also excludes its overrides. An occurrence that alone is declined is silent, while the
/// others ring. An excluded component stays in the series, so that the occurrence that it replaces
/// does not return.
struct RuleApplication: Sendable {
  private let options: CompilerOptions
  private let user: UserAddresses

  var hasFilters: Bool {
    !options.only.isEmpty || !options.ignored.isEmpty || options.takesAlarmsOnly
  }

  init(_ options: CompilerOptions) {
    self.options = options
    user = options.user
  }

  /// Removes ignored alarms and moves alarms of all-day components.
  func prepare(_ series: [EventSeries]) -> [EventSeries] {
    guard !options.ignoredAlarms.isEmpty || !options.allDayMoves.isEmpty else { return series }
    return series.map { series in
      let master = series.master
      return series.mapComponents { component in
        var component = component
        withoutIgnoredAlarms(&component, master: master)
        move(&component, master: master)
        return component
      }
    }
  }

  /// Silences excluded components, which stay in their series.
  func silence(_ series: [EventSeries]) -> [EventSeries] {
    guard hasFilters else { return series }
    return series.map { series in
      let master = series.master
      return series.mapComponents { component in
        guard leavesOut(component, master: master) else { return component }
        var component = component
        component.isSilent = true
        return component
      }
    }
  }

  /// Returns a series without excluded alarms.
  ///
  /// The other alarms keep their indices.
  func filtered(_ series: EventSeries) -> EventSeries {
    guard hasFilters else { return series }
    let master = series.master
    return series.mapComponents { component in
      guard !component.isSilent else { return component }
      // Match the component's terms once for all its alarms.
      let only = options.only.filter { concerns($0, component: component, master: master) }
      let ignored = options.ignored.filter { concerns($0, component: component, master: master) }
      var component = component
      for place in component.alarms.indices {
        guard let alarm = component.alarms[place] else { continue }
        let isNamed = options.only.isEmpty || only.contains { $0.matches(alarm) }
        if !isNamed || ignored.contains(where: { $0.matches(alarm) })
          || !options.takes(alarm, of: component)
        {
          component.alarms[place] = nil
        } else if options.takesAlarmsOnly {
          component.alarms[place]?.repeatCount = 0
        }
      }
      return component
    }
  }

  /// Returns whether a rule applies to a component, ignoring its terms about alarms.
  ///
  /// An answer to an invitation applies to each occurrence separately (RFC 5546, 3.2.3).
  private func concerns(
    _ rule: ReminderRule, component: CalendarComponent, master: CalendarComponent?
  ) -> Bool {
    if rule.matches(component, user: user) { return true }
    guard component.recurrenceID != nil, let master else { return false }
    let isAnswered =
      rule.testsParticipation
      && component.attendees.contains { user.contains($0.address) }
    return !isAnswered && rule.matches(master, user: user)
  }

  private func leavesOut(_ component: CalendarComponent, master: CalendarComponent?) -> Bool {
    let isIgnored = options.ignored.contains {
      !$0.testsAlarms && concerns($0, component: component, master: master)
    }
    guard !isIgnored, !options.only.isEmpty else { return isIgnored }
    return !options.only.contains { concerns($0, component: component, master: master) }
  }

  private func withoutIgnoredAlarms(
    _ component: inout CalendarComponent, master: CalendarComponent?
  ) {
    guard !options.ignoredAlarms.isEmpty else { return }
    let rules = options.ignoredAlarms.filter { concerns($0, component: component, master: master) }
    var isAnyLeft = false
    for place in component.alarms.indices {
      let alarm = component.alarms[place]
      let isIgnored = rules.contains { rule in
        !rule.testsAlarms || alarm.map { rule.matches($0) } ?? false
      }
      if isIgnored {
        component.alarms[place] = nil
      } else {
        isAnyLeft = true
      }
    }
    // An alarm that never fires still counts as an alarm of the calendar.
    if !isAnyLeft { component.alarms = [] }
  }

  /// Moves alarms of an all-day component from midnight.
  private func move(_ component: inout CalendarComponent, master: CalendarComponent?) {
    guard component.anchor?.isDate == true || component.isAboutDate else { return }
    let moves = options.allDayMoves.enumerated().filter { _, move in
      move.rule.map { concerns($0, component: component, master: master) } ?? true
    }
    for place in component.alarms.indices {
      guard var alarm = component.alarms[place],
        let (number, move) = moves.first(where: { $1.rule?.matches(alarm) ?? true }),
        let trigger = trigger(of: alarm, movedTo: move.time, in: component)
      else { continue }
      alarm.trigger = trigger
      alarm.origin = .move(number)
      component.alarms[place] = alarm
    }
  }

  /// Returns the trigger of an alarm of an all-day component at a time of day; nil if it is not due
  /// at midnight.
  private func trigger(
    of alarm: Alarm, movedTo time: TimeOfDay, in component: CalendarComponent
  ) -> Alarm.Trigger? {
    switch alarm.trigger {
    case .relative(let offset, let base):
      return component.trigger(at: time, offset: offset, from: base)
    case .absolute(let instant):
      let civil = options.deviceZone.civil(at: instant)
      guard civil.time == .midnight else { return nil }
      return .absolute(
        options.deviceZone.instant(of: CivilDateTime(dayNumber: civil.dayNumber, time: time)))
    case .timeOfDay: return nil
    }
  }
}

extension CalendarComponent {
  /// Returns a trigger at a time of day on the day of an alarm; nil if the alarm is not due at
  /// midnight.
  fileprivate func trigger(
    at time: TimeOfDay, offset: CalendarDuration, from base: Alarm.Anchor
  ) -> Alarm.Trigger? {
    // Exporters also write a day as 24 hours, although days with clock changes are longer or
    // shorter.
    guard offset.months == 0, offset.seconds.isMultiple(of: 86_400) else { return nil }
    let days = offset.days + offset.seconds / 86_400
    guard anchor?.isDate == true else {
      return base == .end ? .timeOfDay(time, daysAfter: days, of: .end) : nil
    }
    let length = base == .end ? lengthInDays : 0
    return length.map { .timeOfDay(time, daysAfter: days + $0) }
  }

  /// The number of days that it lasts; nil if its duration is not whole days.
  private var lengthInDays: Int? {
    switch extent {
    case .unspecified: kind == .event ? 1 : 0
    case .lasting(let duration):
      duration.months == 0 && duration.seconds == 0 ? max(0, duration.days) : nil
    case .until(let end):
      if let anchor, end.isDate {
        max(kind == .toDo ? .min : 0, end.civil.dayNumber - anchor.civil.dayNumber)
      } else {
        nil
      }
    }
  }
}

/// A reminder that rules exclude, with the rules.
package struct ExcludedReminder: Sendable {
  package let id: Reminder.ID
  /// The title of the series, as in the calendar.
  package let title: String
  /// The options that exclude it, as on the command line.
  ///
  /// If no `--ignore` matches, they are all `--only` options.
  package let options: [String]
}

extension ExcludedReminder {
  /// Returns the reminders of a series that rules exclude and that would be due in the window.
  static func all(
    of before: EventSeries, missingFrom after: EventSeries, options: CompilerOptions, stepLimit: Int
  ) -> [ExcludedReminder] {
    let places = (0..<before.alarmCount).filter { place in
      before.components.indices.contains {
        before.components[$0].rings(place) && !after.components[$0].rings(place)
      }
    }
    guard !places.isEmpty else { return [] }
    // Keep only the excluded alarms, so that a partly excluded reminder is judged by that part.
    var number = -1
    let lost = before.mapComponents { component in
      number += 1
      var component = component
      for place in component.alarms.indices where after.components[number].rings(place) {
        component.alarms[place] = nil
      }
      return component
    }
    var expansion = SeriesExpansion(lost, onDeviceIn: options.deviceZone, stepLimit: stepLimit)
    expansion.prepare(for: options.now)
    // One fire is enough to know that the reminder would be due.
    expansion.fireLimit = 1
    return places.compactMap { place in
      let fires = expansion.fires(of: .alarm(place), in: options.window)
      guard !fires.isEmpty || fires.cut != nil else { return nil }
      return ExcludedReminder(
        id: Reminder.ID(uid: before.uid, distinction: before.distinction, alarm: place),
        title: (lost.components.first { $0.rings(place) } ?? before.components.first)?.title ?? "",
        options: options.namesOfFilters(lost, place: place))
    }
  }
}

extension CalendarComponent {
  fileprivate func rings(_ place: Int) -> Bool {
    !isSilent && place < alarms.count && alarms[place] != nil
  }
}

extension CompilerOptions {
  /// Returns whether the target takes an alarm of a component.
  fileprivate func takes(_ alarm: Alarm, of component: CalendarComponent) -> Bool {
    !takesAlarmsOnly || level(of: component, alarm) == .critical
  }

  /// Returns the filters that exclude an alarm of a series, as on the command line.
  fileprivate func namesOfFilters(_ series: EventSeries, place: Int) -> [String] {
    func isMet(_ rule: ReminderRule) -> Bool {
      series.components.indices.contains { index in
        guard series.components[index].rings(place) else { return false }
        let alarm = series.components[index].alarms[place]
        return [series.components[index], series.components[0]].contains {
          rule.matches($0, alarm: alarm, user: user)
        }
      }
    }
    let isTaken = series.components.contains { component in
      component.rings(place) && component.alarms[place].map { takes($0, of: component) } ?? false
    }
    if !isTaken { return ["the target, which takes critical reminders only"] }
    let ignoring = ignored.filter(isMet).map { "--ignore \($0)" }
    return ignoring.isEmpty ? only.map { "--only \($0)" } : ignoring
  }
}
