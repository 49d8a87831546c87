import CivilTime
package import ICalendar
package import NotificationTriggers

/// A to-do that was due at or before now and is not done: something to nag about.
package struct OverdueToDo: Sendable {
  /// What its series is told by.
  private let series: RequestIdentifier.SeriesName
  /// What is shown.
  package let content: ReminderContent
  /// When: again and again, from when the request is added.
  package let trigger: TimeIntervalTrigger

  /// The identifier of the request.
  package var identifier: String {
    RequestIdentifier.identifier(
      RequestIdentifier.prefix(of: series, recurrenceID: nil, alarm: .overdue),
      form: "PT\(trigger.interval)S")
  }

  /// The visible parts of a notification about a to-do: copies of a to-do nag once.
  struct Appearance: Hashable {
    let shown: ReminderContent.Shown
    let start: Instant?
    let end: Instant?
  }

  /// The visible parts of its notification.
  var appearance: Appearance {
    Appearance(shown: content.shown, start: occurrence?.start, end: occurrence?.end)
  }

  /// UID.
  package var uid: String { series.uid }
  /// What tells its series from others with its UID.
  package var distinction: String { series.distinction }
  /// The occurrence that was due last.
  package let occurrence: Occurrence?
  /// The source that it comes from.
  let source: String
  /// What names that occurrence; empty for none of several.
  package let occurrenceName: String
}

extension OverdueToDo {
  /// How far back the first look for an occurrence that was due goes, in seconds: a day.
  private static let firstLook = 86_400
  /// How many times as far back the next look goes.
  private static let growth = 16

  /// Looks whether the latest occurrence of a to-do that was due by now is not done.
  ///
  /// An earlier one has been overtaken: whoever does something every day is not nagged about last
  /// year's.
  ///
  /// - Parameters:
  ///   - series: The to-do; an event is never overdue.
  ///   - trigger: When to nag.
  ///   - options: The instant, the device and the levels.
  init?(_ series: EventSeries, _ trigger: TimeIntervalTrigger, _ options: CompilerOptions) {
    guard series.components.contains(where: { $0.kind == .toDo && $0.extent != .unspecified })
    else { return nil }
    var seriesExpansion = SeriesExpansion(series.firingWhenDue, onDeviceIn: options.deviceZone)
    seriesExpansion.prepare(for: options.now)
    guard let last = OverdueToDo.lastFire(of: seriesExpansion, until: options.now) else {
      return nil
    }
    let component = series.components[last.component]
    guard !component.isSilent else { return nil }
    self.series = RequestIdentifier.SeriesName(
      uid: series.uid, distinction: series.distinction)
    content = ReminderContent(component, alarm: nil, options)
    self.trigger = trigger
    source = component.source
    occurrence = seriesExpansion.occurrence(of: last)
    occurrenceName = seriesExpansion.occurrenceName(of: last) ?? ""
  }

  private static func lastFire(of seriesExpansion: SeriesExpansion, until now: Instant) -> Fire? {
    var end = now + 1
    var length = firstLook
    while end > SeriesExpansion.calendar.lowerBound {
      let start = max(SeriesExpansion.calendar.lowerBound, end - length)
      if let last = seriesExpansion.fires(of: .alarm(0), in: start..<end).last { return last }
      end = start
      length *= growth
    }
    return nil
  }
}

extension EventSeries {
  /// The series with one alarm on each component, when it is due, whatever its status.
  fileprivate var firingWhenDue: EventSeries {
    func firing(_ component: CalendarComponent) -> CalendarComponent {
      var component = component
      component.alarms =
        component.extent == .unspecified ? [nil] : [Alarm(.relative(.zero, to: .end))]
      component.isSilent = false
      component.acknowledged = nil
      component.snoozedUntil = []
      return component
    }
    return mapComponents(firing)
  }
}
