import CivilTime
import ICalendar

/// What the rules of options make of series, before anything of them is expanded.
///
/// A rule is about a component where it matches the component or the master of its series: what is
/// left out with a series is left out with its changed occurrences, and an occurrence that alone is
/// declined is silent while the others ring. A component that is left out keeps its place: what it
/// replaces doesn't come back.
struct RuledSeries: Sendable {
  private let options: CompilerOptions
  private let user: UserAddresses

  /// Whether anything can be left out.
  var hasFilters: Bool { !options.only.isEmpty || !options.ignored.isEmpty }

  /// Takes the rules of options.
  init(_ options: CompilerOptions) {
    self.options = options
    user = options.user
  }

  /// Series with the alarms that they have of their own, as far as those count.
  ///
  /// - Parameter series: The series as they stand in calendars.
  /// - Returns: The series without alarms that count as if they weren't there, and with those of
  ///   whole days moved from midnight.
  func prepare(_ series: [EventSeries]) -> [EventSeries] {
    guard !options.ignoredAlarms.isEmpty || !options.allDayMoves.isEmpty else { return series }
    return series.map { series in
      let master = series.master
      return series.mapComponents { component in
        var component = component
        withoutIgnoredAlarms(&component, master)
        move(&component, master)
        return component
      }
    }
  }

  /// Series with the components silent that are left out: they ring no more, and keep their places.
  ///
  /// - Parameter series: The series.
  /// - Returns: The series.
  func silence(_ series: [EventSeries]) -> [EventSeries] {
    guard hasFilters else { return series }
    return series.map { series in
      let master = series.master
      return series.mapComponents { component in
        guard leavesOut(component, master) else { return component }
        var component = component
        component.isSilent = true
        return component
      }
    }
  }

  /// A series without the alarms that are left out; the others keep their numbers.
  ///
  /// - Parameter series: The series, with the alarms that options add to it.
  /// - Returns: The series.
  func filtered(_ series: EventSeries) -> EventSeries {
    guard hasFilters else { return series }
    let master = series.master
    return series.mapComponents { component in
      guard !component.isSilent else { return component }
      // What rules say of the component is looked at once, however many alarms it has.
      let only = options.only.filter { concerns($0, component, master) }
      let ignored = options.ignored.filter { concerns($0, component, master) }
      var component = component
      for place in component.alarms.indices {
        guard let alarm = component.alarms[place] else { continue }
        let isNamed = options.only.isEmpty || only.contains { $0.matches(alarm) }
        if !isNamed || ignored.contains(where: { $0.matches(alarm) }) {
          component.alarms[place] = nil
        }
      }
      return component
    }
  }

  /// Whether a rule is about a component, whatever it says of alarms.
  ///
  /// What somebody answered to an invitation is said of each occurrence by itself (RFC 5546, 3.2.3).
  private func concerns(
    _ rule: ReminderRule, _ component: CalendarComponent, _ master: CalendarComponent?
  ) -> Bool {
    if rule.matches(component, user) { return true }
    guard component.recurrenceID != nil, let master else { return false }
    let isAnswered =
      rule.asksForParticipation
      && component.attendees.contains { user.contains($0.address) }
    return !isAnswered && rule.matches(master, user)
  }

  /// Whether a component is left out with all that reminds of it.
  private func leavesOut(_ component: CalendarComponent, _ master: CalendarComponent?) -> Bool {
    let isIgnored = options.ignored.contains {
      !$0.isAboutAlarms && concerns($0, component, master)
    }
    guard !isIgnored, !options.only.isEmpty else { return isIgnored }
    return !options.only.contains { concerns($0, component, master) }
  }

  /// Takes away the alarms that count as if they weren't there.
  private func withoutIgnoredAlarms(
    _ component: inout CalendarComponent, _ master: CalendarComponent?
  ) {
    guard !options.ignoredAlarms.isEmpty else { return }
    let rules = options.ignoredAlarms.filter { concerns($0, component, master) }
    var isAnyLeft = false
    for place in component.alarms.indices {
      let alarm = component.alarms[place]
      let isIgnored = rules.contains { rule in
        !rule.isAboutAlarms || alarm.map { rule.matches($0) } ?? false
      }
      if isIgnored {
        component.alarms[place] = nil
      } else {
        isAnyLeft = true
      }
    }
    // Of those that are left one may never fire: it is its owner's word all the same.
    if !isAnyLeft { component.alarms = [] }
  }

  /// Moves alarms of whole days from midnight.
  private func move(_ component: inout CalendarComponent, _ master: CalendarComponent?) {
    guard let anchor = component.anchor, anchor.isDate else { return }
    let moves = options.allDayMoves.filter { move in
      move.rule.map { concerns($0, component, master) } ?? true
    }
    for place in component.alarms.indices {
      guard let alarm = component.alarms[place],
        let move = moves.first(where: { $0.rule?.matches(alarm) ?? true })
      else { continue }
      switch alarm.trigger {
      case .relative(let offset, let base):
        if let days = component.wholeDays(offset, from: base) {
          component.alarms[place]?.trigger = .timeOfDay(move.time, daysAfter: days)
        }
      case .absolute(let instant):
        let civil = options.deviceZone.civil(at: instant)
        if civil.time == .midnight {
          component.alarms[place]?.trigger = .absolute(
            options.deviceZone.instant(
              of: CivilDateTime(dayNumber: civil.dayNumber, time: move.time)))
        }
      case .timeOfDay: break
      }
    }
  }
}

extension CalendarComponent {
  /// The days from the first day of an all-day component to an alarm; nil for one that isn't due at
  /// midnight.
  fileprivate func wholeDays(_ offset: CalendarDuration, from base: Alarm.Anchor) -> Int? {
    // A day is written as 24 hours, too, which it isn't where the clock is changed.
    guard offset.months == 0, offset.seconds.isMultiple(of: 86_400) else { return nil }
    let length = base == .end ? lengthInDays : 0
    return length.map { offset.days + offset.seconds / 86_400 + $0 }
  }

  /// How many days it lasts; nil where it isn't whole days.
  private var lengthInDays: Int? {
    switch extent {
    case .unspecified: kind == .event ? 1 : 0
    case .lasting(let duration):
      duration.months == 0 && duration.seconds == 0 ? max(0, duration.days) : nil
    case .until(let end):
      if let anchor, end.isDate {
        max(0, end.civil.dayNumber - anchor.civil.dayNumber)
      } else {
        nil
      }
    }
  }
}

/// A reminder that rules leave out, with what says so.
package struct LeftOutReminder: Sendable {
  /// The reminder.
  package let id: Reminder.ID
  /// The series' title, as it stands in the calendar.
  package let title: String
  /// The options that leave it out, as a person types them; what `--only` doesn't name is left out
  /// by all of those together.
  package let options: [String]
}

extension LeftOutReminder {
  /// The reminders of a series that rules leave out, of those that would be due in the window.
  ///
  /// - Parameters:
  ///   - before: The series with all its alarms.
  ///   - after: What the rules leave of it.
  ///   - options: The rules and the window.
  ///   - stepLimit: The most intervals that a look at each rule goes through.
  /// - Returns: The reminders by alarm.
  static func all(
    of before: EventSeries, _ after: EventSeries, _ options: CompilerOptions, stepLimit: Int
  ) -> [LeftOutReminder] {
    let places = (0..<before.alarmCount).filter { place in
      before.components.indices.contains {
        before.components[$0].rings(place) && !after.components[$0].rings(place)
      }
    }
    guard !places.isEmpty else { return [] }
    // Only what is left out, so that a reminder of which a part is left isn't taken for none.
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
    // One is enough to know that it would be due.
    expansion.fireLimit = 1
    return places.compactMap { place in
      let fires = expansion.fires(of: .alarm(place), in: options.window)
      guard !fires.isEmpty || fires.cut != nil else { return nil }
      return LeftOutReminder(
        id: Reminder.ID(uid: before.uid, distinction: before.distinction, alarm: place),
        title: (lost.components.first { $0.rings(place) } ?? before.components.first)?.title ?? "",
        options: options.namesOfFilters(lost, place))
    }
  }
}

extension CalendarComponent {
  /// Whether the alarm at a place can be due.
  fileprivate func rings(_ place: Int) -> Bool {
    !isSilent && place < alarms.count && alarms[place] != nil
  }
}

extension CompilerOptions {
  /// The filters that leave out an alarm of a series, as a person types them.
  fileprivate func namesOfFilters(_ series: EventSeries, _ place: Int) -> [String] {
    func isMet(_ rule: ReminderRule) -> Bool {
      series.components.indices.contains { index in
        guard series.components[index].rings(place) else { return false }
        let alarm = series.components[index].alarms[place]
        return [series.components[index], series.components[0]].contains {
          rule.matches($0, alarm, user)
        }
      }
    }
    let ignoring = ignored.filter(isMet).map { "--ignore \($0)" }
    return ignoring.isEmpty ? only.map { "--only \($0)" } : ignoring
  }
}
