import CivilTime
import ICalendar

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
  ///   - limits: The most that a look at each rule goes through.
  /// - Returns: The reminders by alarm.
  static func all(
    of before: EventSeries, _ after: EventSeries, _ options: CompilerOptions, limits: RuleLimits
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
    var expansion = SeriesExpansion(lost, onDeviceIn: options.deviceZone, limits: limits)
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
