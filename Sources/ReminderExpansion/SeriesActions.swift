package import CivilTime
import ICalendar
import ReminderOptions

/// The user's actions on each series, for a compilation.
package struct SeriesActions: Sendable {
  private let records: [String: [HandledReminders.Record]]

  init(_ handled: HandledReminders, at now: Instant) {
    records = Dictionary(
      grouping: handled.records.filter { record in record.end.map { $0 >= now } ?? true }, by: \.uid
    )
  }

  func applied(to series: EventSeries, onDeviceIn deviceZone: Zone) -> EventSeries {
    guard !records.isEmpty, let known = records[series.uid] else { return series }
    let source = series.components.first?.source ?? ""
    let own = known.filter {
      $0.isAbout(series.uid, distinction: series.distinction, source: source)
    }
    guard !own.isEmpty else { return series }
    let unnamed = own.filter { $0.occurrence.isEmpty }
    // An absolute trigger does not belong to an occurrence: exporters copy it into each override.
    var series = series.mapComponents { component in
      var component = component
      for record in unnamed where !record.action.isSnooze { record.action.apply(to: &component) }
      return component
    }
    for record in unnamed where record.action.isSnooze {
      guard var first = series.components.first else { continue }
      record.action.apply(to: &first)
      series.set(OccurrenceComponent(place: 0, component: first))
    }
    let records = Dictionary(
      grouping: own.filter { !$0.occurrence.isEmpty },
      by: { SeriesActions.start(named: $0.occurrence, in: deviceZone) })
    let expansion = SeriesExpansion(series, onDeviceIn: deviceZone)
    let occurrenceComponents = expansion.occurrenceComponents(
      forOccurrencesAt: Set(records.keys.compactMap { $0 }))
    // Apply in order of time, so that equal actions give equal series.
    for (original, found) in occurrenceComponents.sorted(by: { $0.key < $1.key }) {
      var occurrenceComponent = found
      for record in records[original] ?? [] {
        record.action.apply(to: &occurrenceComponent.component)
      }
      series.set(occurrenceComponent)
    }
    return series
  }

  /// Returns the instant of an original start as requests name it: in UTC with `Z`, otherwise in
  /// the device's local time.
  package static func start(named name: String, in deviceZone: Zone) -> Instant? {
    if let instant = Instant(iso8601: name) { return instant }
    if let civil = CivilDateTime(iso8601: name) { return deviceZone.instant(of: civil) }
    return CivilDateTime(iso8601: name + "T00:00").map { deviceZone.instant(of: $0) }
  }
}

extension HandledReminders.Action {
  fileprivate func apply(to component: inout CalendarComponent) {
    switch self {
    case .done:
      // Keep the indices of alarms, because they identify the same alarms in other components.
      component.alarms = component.alarms.map { _ in nil }
      component.snoozedUntil = []
      if component.kind == .toDo { component.isSilent = true }
    case .stopped(let place):
      guard let place, component.alarms.indices.contains(place) else { return }
      component.alarms[place]?.repeatCount = 0
    case .stoppedAbsolute(let instant):
      for place in component.alarms.indices
      where component.alarms[place]?.trigger == .absolute(instant) {
        component.alarms[place]?.repeatCount = 0
      }
    case .snoozed(let until):
      component.snoozedUntil.append(until)
      // A snooze needs an alarm to be expanded. A nag about an overdue to-do can lack one.
      if component.alarms.isEmpty { component.alarms = [nil] }
    }
  }
}

extension HandledReminders {
  /// Returns whether the user stopped or snoozed the nagging about an overdue to-do.
  func silences(_ overdue: OverdueToDo, at now: Instant) -> Bool {
    records.contains { record in
      guard record.occurrence == overdue.occurrenceName,
        record.isAbout(overdue.uid, distinction: overdue.distinction, source: overdue.source)
      else { return false }
      switch record.action {
      case .stopped(alarm: nil): return true
      case .snoozed(let until): return until > now
      case .done, .stopped, .stoppedAbsolute: return false
      }
    }
  }
}
