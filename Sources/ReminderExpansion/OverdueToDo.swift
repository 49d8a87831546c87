package import CivilTime
package import ICalendar
package import NotificationTriggers
import ReminderOptions

/// A to-do that was due at or before now and is not completed, for nagging.
package struct OverdueToDo: Sendable {
  private let series: RequestIdentifier.SeriesIdentity
  package let content: ReminderContent
  /// The repeating trigger, which counts from when the request is added.
  package let trigger: TimeIntervalTrigger

  package var identifier: String {
    RequestIdentifier.identifier(
      RequestIdentifier.prefix(of: series, recurrenceID: nil, alarm: .overdue),
      form: "PT\(trigger.interval)S")
  }

  /// The visible parts of a notification about a to-do.
  ///
  /// Copies of a to-do nag once.
  package struct Appearance: Hashable {
    let shown: ReminderContent.Shown
    let start: Instant?
    let end: Instant?
  }

  package var appearance: Appearance {
    Appearance(shown: content.shown, start: occurrence?.start, end: occurrence?.end)
  }

  package var uid: String { series.uid }
  /// Distinguishes the series from others with the same UID; empty if the UID is unique.
  package var distinction: String { series.distinction }
  /// The latest occurrence that was due.
  package let occurrence: Occurrence?
  package let source: String
  /// Its claim, and those of its duplicates.
  package internal(set) var claims: Set<SlotClaim>
  /// Whether it is left out: it is silent now, or `--no-overrun` excludes a request that ends.
  let isSilent: Bool
  /// The start of the next silent day in the window, by which the request must be removed.
  package let silentFrom: Instant?
  /// The name of this occurrence; empty if it does not belong to a single occurrence.
  package let occurrenceName: String
}

extension OverdueToDo {
  /// The length of the first search for a due occurrence before now, in seconds: a day.
  private static let firstLook = 86_400
  /// The factor by which each further search is longer.
  private static let growth = 16

  /// Finds the latest occurrence of a to-do that was due by now; nil if it is completed.
  ///
  /// Earlier occurrences are superseded. For example, a daily to-do does not nag about last year's.
  init?(
    _ series: EventSeries, trigger: TimeIntervalTrigger, options: CompilerOptions,
    silences: [(rule: SilenceRule, times: SilentTimes)]
  ) {
    guard series.components.contains(where: { $0.kind == .toDo && $0.extent != .unspecified })
    else { return nil }
    var seriesExpansion = SeriesExpansion(series.firingWhenDue, onDeviceIn: options.deviceZone)
    seriesExpansion.prepare(for: options.now)
    guard let last = OverdueToDo.lastFire(of: seriesExpansion, until: options.now) else {
      return nil
    }
    let component = series.components[last.component]
    guard !component.isSilent else { return nil }
    self.series = RequestIdentifier.SeriesIdentity(
      uid: series.uid, distinction: series.distinction)
    content = ReminderContent(component, alarm: nil, options: options)
    self.trigger = trigger
    source = component.source
    claims = series.claims(like: content.claim)
    occurrence = seriesExpansion.occurrence(of: last)
    occurrenceName = seriesExpansion.occurrenceName(of: last) ?? ""
    let silent = silences.filter { options.matches($0.rule, component: component, alarm: nil) }.map(
      \.times)
    silentFrom = silent.compactMap { $0.nextStart(after: options.now) }.min()
      .flatMap { $0 < options.window.upperBound ? $0 : nil }
    let user = options.user
    isSilent =
      silent.contains { $0.contains(options.now) }
      || (silentFrom != nil && options.noOverrun.contains { $0.matches(component, user: user) })
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
  /// Returns the series with one alarm on each component at its due time, independent of status.
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
