package import CivilTime

/// Where an occurrence starts before an override moves it.
///
/// Ordered by instant. Two occurrences can share one: 02:30 of a day on which the clock skips it,
/// and 03:30.
package struct OriginalStart: Hashable, Comparable, Sendable {
  /// The instant, which RECURRENCE-ID names.
  package let instant: Instant
  /// The time on the wall clock of DTSTART's zone as the rule gives it, also one that is skipped.
  let civil: CivilDateTime

  /// Orders starts by instant, then by the time that was meant.
  package static func < (left: OriginalStart, right: OriginalStart) -> Bool {
    (left.instant, left.civil) < (right.instant, right.civil)
  }
}

extension [OriginalStart] {
  /// Sorts the starts unless they are sorted, and keeps one of equal ones.
  mutating func sortAndDropRepeats() {
    var isAscending = true
    for (index, next) in dropFirst().enumerated() where next <= self[index] {
      isAscending = false
      break
    }
    if isAscending { return }
    sort()
    var kept = 0
    for index in indices where index == 0 || self[index] != self[kept - 1] {
      self[kept] = self[index]
      kept += 1
    }
    removeSubrange(kept...)
  }
}
