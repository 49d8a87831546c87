package import CivilTime

/// An event or to-do with all its occurrences: a master and its overrides, under one UID.
public struct EventSeries: Hashable, Sendable {
  /// UID.
  public var uid: String
  /// The component that carries the recurrence; nil where only overrides are known.
  public var master: CalendarComponent?
  /// The overrides, by original start.
  public var overrides: [CalendarComponent]

  /// Makes a series.
  ///
  /// - Parameters:
  ///   - master: The component that carries the recurrence.
  ///   - overrides: Components with a RECURRENCE-ID.
  public init(master: CalendarComponent, overrides: [CalendarComponent] = []) {
    uid = master.uid
    self.master = master
    self.overrides = overrides
  }

  /// Makes a series of which only overrides are known.
  package init(orphans: [CalendarComponent], uid: String) {
    self.uid = uid
    overrides = orphans
  }

  /// The master, then the overrides.
  package var components: [CalendarComponent] { (master.map { [$0] } ?? []) + overrides }

  /// The number of alarms of the component that has most.
  package var alarmCount: Int {
    // Asked for each fire that is listed: no array is made.
    overrides.reduce(master?.alarms.count ?? 0) { max($0, $1.alarms.count) }
  }
}

extension EventSeries {
  /// Groups components by UID, from any number of files in any order.
  ///
  /// Of components with the same UID and RECURRENCE-ID the one with the highest SEQUENCE counts,
  /// then the one modified last, then the later one (RFC 5545, 3.8.7.4; RFC 5546, 2.1.5).
  ///
  /// - Parameters:
  ///   - components: The components of all files.
  ///   - deviceZone: The device's zone, in which floating times are compared.
  /// - Returns: The series in the order in which their UIDs first stand, and what was found.
  package static func grouping(
    _ components: [CalendarComponent], onDeviceIn deviceZone: Zone
  ) -> (series: [EventSeries], diagnostics: [Diagnostic]) {
    // By bytes: strings that Unicode takes for the same are two UIDs.
    var order: [String] = []
    var groups: [[UInt8]: [CalendarComponent]] = [:]
    for component in components {
      let key = Array(component.uid.utf8)
      if groups[key] == nil { order.append(component.uid) }
      groups[key, default: []].append(component)
    }
    var diagnostics: [Diagnostic] = []
    var series: [EventSeries] = []
    for uid in order {
      let group = groups[Array(uid.utf8)] ?? []
      if group.count == 1, let only = group.first, only.recurrenceID == nil {
        series.append(EventSeries(master: only))
        continue
      }
      var newest: [RevisionKey: CalendarComponent] = [:]
      // A RECURRENCE-ID is read beside the master's DTSTART: a DATE names that day's occurrence.
      let masters = group.filter { $0.recurrenceID == nil }
      let newestMaster = masters.dropFirst().reduce(masters.first) { newest, next in
        newest.map { next.isOlder(than: $0) ? $0 : next }
      }
      let anchor = newestMaster?.anchor
      for component in group {
        let key = RevisionKey(component, of: anchor, onDeviceIn: deviceZone)
        guard let other = newest[key] else {
          newest[key] = component
          continue
        }
        let isNewer = !component.isOlder(than: other)
        newest[key] = isNewer ? component : other
        diagnostics.append(
          Diagnostic(
            .duplicateReplaced, at: (isNewer ? other : component).location, uid: uid))
      }
      let master = newest.removeValue(forKey: RevisionKey(instant: nil, isThisAndFuture: false))
      let overrides = newest.sorted { $0.key < $1.key }.map(\.value)
      if let master {
        series.append(EventSeries(master: master, overrides: overrides))
      } else {
        series.append(EventSeries(orphans: overrides, uid: uid))
        diagnostics += overrides.map { Diagnostic(.overrideOrphaned, at: $0.location, uid: uid) }
      }
    }
    return (series, diagnostics)
  }

  /// What two revisions of the same component have in common, besides the UID.
  private struct RevisionKey: Hashable, Comparable {
    let instant: Instant?
    let isThisAndFuture: Bool

    init(instant: Instant?, isThisAndFuture: Bool) {
      self.instant = instant
      self.isThisAndFuture = isThisAndFuture
    }

    init(
      _ component: CalendarComponent, of anchor: CalendarTime?, onDeviceIn deviceZone: Zone
    ) {
      instant = component.recurrenceID.map { recurrenceID in
        anchor.map {
          OccurrenceStarts.instant(of: recurrenceID.time, like: $0, onDeviceIn: deviceZone)
        } ?? recurrenceID.time.instant(onDeviceIn: deviceZone)
      }
      isThisAndFuture = component.recurrenceID?.isThisAndFuture ?? false
    }

    static func < (left: RevisionKey, right: RevisionKey) -> Bool {
      let (first, second) = (left.instant, right.instant)
      if first != second {
        guard let first else { return true }
        guard let second else { return false }
        return first < second
      }
      return !left.isThisAndFuture && right.isThisAndFuture
    }
  }
}

extension CalendarComponent {
  /// Whether another revision of the same component replaces this one.
  fileprivate func isOlder(than other: CalendarComponent) -> Bool {
    if sequence != other.sequence { return sequence < other.sequence }
    switch (modified, other.modified) {
    case (let mine?, let theirs?): return mine < theirs
    case (nil, .some): return true
    default: return false
    }
  }
}
