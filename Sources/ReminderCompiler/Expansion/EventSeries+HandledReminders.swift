import CivilTime
import ICalendar

/// What is remembered of each series, for a compilation.
struct HandledSeries {
  private let marks: [String: [HandledReminders.Mark]]

  /// Sorts what is remembered by UID.
  init(_ handled: HandledReminders) {
    marks = Dictionary(grouping: handled.marks, by: \.uid)
  }

  /// A series as it is after what was done about it.
  ///
  /// - Parameters:
  ///   - series: The series, with the alarms that options add to it.
  ///   - deviceZone: The device's zone.
  /// - Returns: The series, with overrides for the occurrences about which something was done.
  func applied(to series: EventSeries, onDeviceIn deviceZone: Zone) -> EventSeries {
    guard !marks.isEmpty, let known = marks[series.uid] else { return series }
    let own = known.filter {
      $0.uid.utf8.elementsEqual(series.uid.utf8) && $0.distinction == series.distinction
    }
    guard !own.isEmpty else { return series }
    var series = series
    // An absolute trigger is its component's own: one that is done silences no occurrence.
    for mark in own where mark.occurrence.isEmpty && mark.deed != .done {
      guard let master = series.master else { continue }
      var standIn = OccurrenceStandIn(place: 0, component: master)
      mark.deed.apply(to: &standIn.component)
      series.set(standIn)
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
    case .snoozed(let until):
      component.snoozedUntil.append(until)
      // What nags about a to-do that is overdue needs no alarm, which a snooze does.
      if component.alarms.isEmpty { component.alarms = [nil] }
    }
  }
}
