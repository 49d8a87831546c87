import CivilTime

/// Occurrences with the same alarms and the same shift: those from one change of all later ones
/// (RANGE=THISANDFUTURE) to the next.
struct OccurrenceStretch: Sendable {
  /// Whose alarms they have: an index into ``EventSeries/components``.
  let component: Int
  /// How they are moved.
  let shift: OccurrenceShift
  /// The original start at which the change was made; nil before the first change.
  let change: Instant?
  /// The other original starts, half-open.
  let originals: Range<Instant>

  /// The stretches of a series, ascending, the master's first.
  ///
  /// - Parameters:
  ///   - starts: The master's occurrences.
  ///   - components: The master and the overrides.
  ///   - changes: The overrides with RANGE=THISANDFUTURE and the original starts that they name,
  ///     ascending.
  ///   - deviceZone: The zone of floating and all-day values.
  /// - Returns: One stretch more than changes.
  static func all(
    of starts: OccurrenceStarts, _ components: [CalendarComponent],
    _ changes: [(from: Instant, component: Int)], onDeviceIn deviceZone: Zone
  ) -> [OccurrenceStretch] {
    let first = Instant(secondsSince1970: .min)
    let ends = changes.dropFirst().map(\.from) + [Instant(secondsSince1970: .max)]
    var stretches = [
      OccurrenceStretch(
        component: 0, shift: .none, change: nil, originals: first..<(changes.first?.from ?? ends[0])
      )
    ]
    // A walk from DTSTART for each of many changes would take quadratic time.
    var starts = starts
    for (change, end) in zip(changes, ends) {
      starts.count(before: change.from)
      stretches.append(
        OccurrenceStretch(
          component: change.component,
          shift: OccurrenceShift(
            of: components[change.component], in: starts, onDeviceIn: deviceZone),
          change: change.from, originals: change.from + 1..<max(change.from + 1, end)))
    }
    return stretches
  }
}
