import CivilTime

/// What two revisions of the same override have in common, besides the UID.
struct RevisionKey: Hashable, Comparable {
  let instant: Instant?
  let isThisAndFuture: Bool

  init(
    _ component: CalendarComponent, of anchor: CalendarTime?, onDeviceIn deviceZone: Zone
  ) {
    instant = component.recurrenceID.map {
      OccurrenceStarts.originalStart($0, like: anchor, onDeviceIn: deviceZone)
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
