import CivilTime

extension SeriesGrouping {
  /// The series of one UID in one source: one, unless events share a UID by mistake.
  mutating func resolve(_ group: [CalendarComponent]) -> [EventSeries] {
    let masters = newestMasters(of: group.filter { $0.recurrenceID == nil })
    // A RECURRENCE-ID is read beside the master's DTSTART: a DATE names that day's occurrence.
    let anchor = masters.last?.anchor
    var newest: [RevisionKey: CalendarComponent] = [:]
    for component in group where component.recurrenceID != nil {
      let key = RevisionKey(component, of: anchor, onDeviceIn: deviceZone)
      newest[key] = newer(component, newest[key])
    }
    let overrides = newest.sorted { $0.key < $1.key }.map(\.value)
    guard let first = masters.first else {
      diagnostics += overrides.map {
        Diagnostic(.overrideOrphaned, at: $0.location, uid: $0.uid)
      }
      return [EventSeries(orphans: overrides, uid: group[0].uid)]
    }
    guard masters.count > 1 else {
      return [EventSeries(master: first, overrides: withoutRemoved(overrides, by: first))]
    }
    diagnostics.append(
      Diagnostic(.uidConflict(count: masters.count), at: first.location, uid: first.uid))
    return assign(overrides, to: masters)
  }

  /// The masters that no other one replaces, the newest one last.
  ///
  /// Exporters give several events of a file one UID. Their starts tell them from revisions of one
  /// event; only a higher SEQUENCE says that one replaces another.
  private mutating func newestMasters(of masters: [CalendarComponent]) -> [CalendarComponent] {
    guard var newest = masters.first else { return [] }
    for master in masters.dropFirst() where !master.isOlder(than: newest) { newest = master }
    var kept: [Instant?: CalendarComponent] = [:]
    var order: [Instant?] = []
    let newestStart = newest.anchor?.instant(onDeviceIn: deviceZone)
    for master in masters {
      let start = master.anchor?.instant(onDeviceIn: deviceZone)
      let isOther =
        start != newestStart
        && (master.sequence < newest.sequence || master.location?.file != newest.location?.file)
      if isOther {
        diagnostics.append(
          Diagnostic(.duplicateReplaced(master), at: master.location, uid: master.uid))
        continue
      }
      if kept[start] == nil { order.append(start) }
      kept[start] = newer(master, kept[start])
    }
    order.removeAll { $0 == newestStart }
    return (order + [newestStart]).compactMap { kept[$0] }
  }

  /// The newer of two revisions; the other one is reported.
  private mutating func newer(
    _ component: CalendarComponent, _ other: CalendarComponent?
  ) -> CalendarComponent {
    guard let other else { return component }
    let isNewer = !component.isOlder(than: other)
    let replaced = isNewer ? other : component
    diagnostics.append(
      Diagnostic(.duplicateReplaced(replaced), at: replaced.location, uid: replaced.uid))
    return isNewer ? component : other
  }

  /// The overrides without those of an older revision whose occurrence an EXDATE of the master takes
  /// away.
  private mutating func withoutRemoved(
    _ overrides: [CalendarComponent], by master: CalendarComponent
  ) -> [CalendarComponent] {
    guard !master.exceptionDates.isEmpty,
      overrides.contains(where: { $0.sequence < master.sequence }),
      let starts = OccurrenceStarts(master, onDeviceIn: deviceZone)
    else { return overrides }
    return overrides.filter { override in
      guard override.sequence < master.sequence, let id = override.recurrenceID,
        !id.isThisAndFuture,
        starts.isException(
          OccurrenceStarts.originalStart(id, like: starts.anchor, onDeviceIn: deviceZone))
      else { return true }
      diagnostics.append(
        Diagnostic(.overrideRemoved(override), at: override.location, uid: override.uid))
      return false
    }
  }

  /// Gives each override to the event that it replaces an occurrence of; to the newest one where
  /// that is none of them.
  private mutating func assign(
    _ overrides: [CalendarComponent], to masters: [CalendarComponent]
  ) -> [EventSeries] {
    let starts = masters.map { OccurrenceStarts($0, onDeviceIn: deviceZone) }
    var own = Array(repeating: [CalendarComponent](), count: masters.count)
    for override in overrides {
      let place = starts.firstIndex { starts in
        guard let starts, let recurrenceID = override.recurrenceID else { return false }
        let original = OccurrenceStarts.originalStart(
          recurrenceID, like: starts.anchor, onDeviceIn: deviceZone)
        return !starts.starts(in: original..<original + 1, limit: 1).starts.isEmpty
      }
      own[place ?? masters.count - 1].append(override)
    }
    return zip(masters, own).map { master, own in
      EventSeries(master: master, overrides: withoutRemoved(own, by: master))
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
