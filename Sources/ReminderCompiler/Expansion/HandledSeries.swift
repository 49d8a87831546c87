import CivilTime
import ICalendar

/// What is remembered of each series, for a compilation.
struct HandledSeries: Sendable {
  private let marks: [String: [HandledReminders.Mark]]

  /// Sorts what is remembered by UID.
  ///
  /// - Parameters:
  ///   - handled: What is remembered.
  ///   - now: What was over by then matters no more.
  init(_ handled: HandledReminders, at now: Instant) {
    marks = Dictionary(
      grouping: handled.marks.filter { mark in mark.end.map { $0 >= now } ?? true }, by: \.uid)
  }

  /// A series as it is after what was done about it.
  ///
  /// - Parameters:
  ///   - series: The series, with the alarms that options add to it.
  ///   - deviceZone: The device's zone.
  /// - Returns: The series, with overrides for the occurrences about which something was done.
  func applied(to series: EventSeries, onDeviceIn deviceZone: Zone) -> EventSeries {
    guard !marks.isEmpty, let known = marks[series.uid] else { return series }
    let source = series.components.first?.source ?? ""
    let own = known.filter { $0.isAbout(series.uid, series.distinction, source) }
    guard !own.isEmpty else { return series }
    let unnamed = own.filter { $0.occurrence.isEmpty }
    // An absolute trigger is of no occurrence: exporters copy it into each override.
    var series = series.mapComponents { component in
      var component = component
      for mark in unnamed where !mark.deed.isSnooze { mark.deed.apply(to: &component) }
      return component
    }
    for mark in unnamed where mark.deed.isSnooze {
      guard var first = series.components.first else { continue }
      mark.deed.apply(to: &first)
      series.set(OccurrenceStandIn(place: 0, component: first))
    }
    let marks = Dictionary(
      grouping: own.filter { !$0.occurrence.isEmpty },
      by: { HandledSeries.start(named: $0.occurrence, in: deviceZone) })
    let expansion = SeriesExpansion(series, onDeviceIn: deviceZone)
    let standIns = expansion.standIns(forOccurrencesAt: Set(marks.keys.compactMap { $0 }))
    // In the order of time, so that the same memory gives the same series.
    for (original, found) in standIns.sorted(by: { $0.key < $1.key }) {
      var standIn = found
      for mark in marks[original] ?? [] { mark.deed.apply(to: &standIn.component) }
      series.set(standIn)
    }
    return series
  }

  /// The instant of an original start as requests name it: with `Z`, else on the device's clock.
  private static func start(named name: String, in deviceZone: Zone) -> Instant? {
    if let instant = Instant(iso8601: name) { return instant }
    if let civil = CivilDateTime(iso8601: name) { return deviceZone.instant(of: civil) }
    return CivilDateTime(iso8601: name + "T00:00").map { deviceZone.instant(of: $0) }
  }
}

extension HandledReminders.Deed {
  /// Whether it is due again.
  var isSnooze: Bool { if case .snoozed = self { true } else { false } }

  /// Does to a component of one occurrence what was done.
  fileprivate func apply(to component: inout CalendarComponent) {
    switch self {
    case .done:
      // Each alarm keeps its place: those of other components are named by theirs.
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
      // What nags about a to-do that is overdue needs no alarm, which a snooze does.
      if component.alarms.isEmpty { component.alarms = [nil] }
    }
  }
}

extension HandledReminders {
  /// Whether nobody is nagged about a to-do that is overdue: it was stopped, or put off.
  func silences(_ overdue: OverdueToDo, at now: Instant) -> Bool {
    marks.contains { mark in
      guard mark.occurrence == overdue.occurrenceName,
        mark.isAbout(overdue.uid, overdue.distinction, overdue.source)
      else { return false }
      switch mark.deed {
      case .stopped(alarm: nil): return true
      case .snoozed(let until): return until > now
      case .done, .stopped, .stoppedAbsolute: return false
      }
    }
  }
}
