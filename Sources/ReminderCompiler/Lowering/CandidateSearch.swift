import CivilTime
import NotificationTriggers

/// The repeating patterns that answer a stream, no fire of which two of them answer.
///
/// Shapes are found from the fires themselves: whatever the rule looked like, an alarm on all seven
/// weekdays is daily, and an offset over midnight moves weekdays as it moves fires. A fire belongs
/// to one class of each kind (its weekday, its day of the month, its date, its weekday in its
/// month), so looking at the classes of the wanted fires is looking at all that can be of use.
struct CandidateSearch: Sendable {
  let wanted: WantedTimes
  let table: DayClassTable
  /// The first instant at which a pattern may have to be taken away; nil where it must never.
  let earliestRemoval: Instant?
  /// The end of what is asked for now: what a pattern saves is counted up to here.
  let horizonEnd: Instant
  /// Whether some pattern that is right for now has to be taken away later.
  private(set) var foundRemovable = false

  /// Makes a search.
  ///
  /// - Parameters:
  ///   - wanted: What is asked for, to the end of the proof.
  ///   - table: The day classes over the days that are asked for.
  ///   - horizonEnd: The end of the fires that slots are spent on.
  ///   - earliestRemoval: From when on a pattern may fire without being asked, and then has to be
  ///     taken away; nil for patterns that are right to the end of the proof.
  init(
    _ wanted: WantedTimes, _ table: DayClassTable, horizonEnd: Instant, earliestRemoval: Instant?
  ) {
    self.wanted = wanted
    self.table = table
    self.horizonEnd = horizonEnd
    self.earliestRemoval = earliestRemoval
  }

  /// The most patterns that are looked for, and as many again that answer one fire each.
  ///
  /// More than any system has slots; it bounds the work for an alarm at a thousand times of day.
  /// What saves no slot must not take the place of what does.
  private static let maximumChosen = 256

  /// The patterns with which the fires up to the horizon take the fewest slots, one-shots for the
  /// others counted.
  ///
  /// Exactly the fewest where patterns need never be taken away, no clock change moves a fire, and
  /// no more patterns are of use than are looked for:
  /// weekdays and days of months can't stand beside each other, for they meet within the years of
  /// the proof, so there are two sides to choose from at each time of day, and the monthly side
  /// falls apart into weeks of the month, and those into months.
  mutating func patterns() -> [Candidate] {
    var remaining = wanted.fires
    var chosen: [Candidate] = []
    var saving = 0
    func take(_ selection: PatternSelection) {
      for candidate in selection.candidates {
        let saves = candidate.answered > 1
        // A clock change can move the fires of two patterns to one instant.
        guard saves || chosen.count - saving < CandidateSearch.maximumChosen,
          candidate.fires.isSubset(of: remaining)
        else { continue }
        remaining.subtract(candidate.fires)
        chosen.append(candidate)
        if saves { saving += 1 }
      }
    }
    for group in hourlyGroups() where saving < CandidateSearch.maximumChosen {
      take(best(every: group, in: remaining))
    }
    let times = remaining.days.map { (time: $0.key, count: $0.value.count) }
      .filter { $0.count > 0 }.sorted { ($1.count, $0.time) < ($0.count, $1.time) }
    for (time, _) in times where saving < CandidateSearch.maximumChosen {
      take(best(at: time, in: remaining))
    }
    return chosen
  }

  /// A pattern, where it is right and of use.
  mutating func candidate(
    _ dayClass: DayClass, _ time: TimeClass, in remaining: TimedDays, clockChangesMatter: Bool
  ) -> Candidate? {
    guard let days = table.days(of: dayClass), let pattern = CalendarPattern(dayClass, time) else {
      return nil
    }
    let candidate = Candidate(
      pattern, days: days, wanted: wanted, clockChangesMatter: clockChangesMatter,
      horizonEnd: horizonEnd, earliestRemoval: earliestRemoval)
    // One that has nothing to do before the horizon would hold a slot for nothing, and one that does
    // what a one-shot does must not have to be taken away for it.
    guard let candidate, candidate.answered > (candidate.firstUnasked == nil ? 0 : 1),
      candidate.answered > 1 || candidate.fires.count > 1,
      candidate.fires.isSubset(of: remaining)
    else { return nil }
    if candidate.firstUnasked != nil { foundRemovable = true }
    return candidate
  }
}
