import CivilTime
import NotificationTriggers

/// All repeating patterns that a group can use: each by itself fires only what is asked for, for
/// ever or until it is taken away.
///
/// Shapes are found from the fires themselves: whatever the rule looked like, an alarm on all seven
/// weekdays is daily, and an offset over midnight moves weekdays as it moves fires. A fire belongs
/// to one class of each kind (its weekday, its day of the month, its date, its weekday in its
/// month), so looking at the classes of the wanted fires is looking at all that can be of use.
/// Which of them go together is not asked here.
struct CandidateSearch: Sendable {
  let wanted: WantedFires
  let table: DayClassTable
  /// The first instant at which a pattern may have to be taken away.
  let earliestRemoval: Instant
  /// The end of what is asked for now: what a pattern answers is counted up to here.
  let horizonEnd: Instant
  /// What the system can be asked for.
  let capabilities: TriggerCapabilities
  /// Whether patterns were left out that answer one fire each before the horizon: what they save,
  /// one-shots save as well.
  private(set) var leftOutSingles = false

  /// Makes a search.
  ///
  /// - Parameters:
  ///   - wanted: What is asked for, to the end of the proof.
  ///   - table: The day classes over the days that are asked for.
  ///   - horizonEnd: The end of the fires that slots are spent on.
  ///   - earliestRemoval: From when on a pattern may fire without being asked, and then has to be
  ///     taken away.
  ///   - capabilities: What the system can be asked for.
  init(
    _ wanted: WantedFires, _ table: DayClassTable, horizonEnd: Instant, earliestRemoval: Instant,
    capabilities: TriggerCapabilities
  ) {
    self.wanted = wanted
    self.table = table
    self.horizonEnd = horizonEnd
    self.earliestRemoval = earliestRemoval
    self.capabilities = capabilities
  }

  /// The most patterns of one time of day that answer one fire each: a yearly rule on any weekday
  /// of all months has 59.
  static let maximumSingles = 64

  /// The most patterns of a group: thirty times of day with each weekday and day of the month.
  ///
  /// It bounds the work for an alarm at a thousand times of day; those with most fires come first.
  static let maximumPatterns = 1_152

  /// The patterns.
  mutating func patterns() -> [CandidatePattern] {
    var found: [CandidatePattern] = []
    // Times of which one pattern answers all fires for ever, and those that hourly ones touch.
    var done: Set<TimeOfDay> = []
    var shared: Set<TimeOfDay> = []
    for hourly in hourlyTimes()
    where found.count < CandidateSearch.maximumPatterns
      && !hourly.times.contains(where: done.contains)
    {
      let own = candidates(every: hourly)
      found += own
      if own.contains(where: { $0.firstUnasked == nil && $0.pattern.days == .everyDay }) {
        done.formUnion(hourly.times)
      } else if !own.isEmpty {
        shared.formUnion(hourly.times)
      }
    }
    let times = wanted.fires.days.filter { !done.contains($0.key) }
      .map { (time: $0.key, count: $0.value.count) }.filter { $0.count > 0 }
      .sorted { ($1.count, $0.time) < ($0.count, $1.time) }
    var searches: [(search: TimeOfDaySearch, frequent: [CandidatePattern])] = []
    for (time, _) in times where found.count < CandidateSearch.maximumPatterns {
      guard let search = TimeOfDaySearch(self, time) else { continue }
      let daily = search.candidates([.everyDay])
      found += daily
      // What answers everything for ever in one slot leaves nothing to the others, but where a
      // pattern of every hour of a weekday stands in its way.
      if daily.contains(where: { $0.firstUnasked == nil }) {
        if shared.contains(time) { found += search.candidates(search.kinds.weekdays) }
        continue
      }
      let frequent = search.candidates(search.kinds.weekdays + search.kinds.monthDays)
      found += frequent
      searches.append((search, frequent))
    }
    // Last what fires once a year: what has most fires must not be left out for it.
    for (search, frequent) in searches where found.count < CandidateSearch.maximumPatterns {
      let singles = search.singles(beside: frequent)
      if singles.leftOut { leftOutSingles = true }
      found += search.candidates(singles.classes)
    }
    return Array(found.prefix(CandidateSearch.maximumPatterns))
  }

  /// A pattern, where it is right and of use.
  func candidate(
    _ dayClass: DayClass, _ time: TimeClass, clockChangesMatter: Bool
  ) -> CandidatePattern? {
    guard let days = table.days(of: dayClass), let pattern = CalendarPattern(dayClass, time),
      capabilities.shapes.contains(pattern.shape)
    else { return nil }
    let candidate = CandidatePattern(
      pattern, days: days, wanted: wanted, clockChangesMatter: clockChangesMatter,
      horizonEnd: horizonEnd, earliestRemoval: earliestRemoval)
    // One that has nothing to do before the horizon would hold a slot for nothing, and one that
    // does what a one-shot does must not have to be taken away for it.
    guard let candidate, candidate.answered > (candidate.firstUnasked == nil ? 0 : 1),
      candidate.answered > 1 || candidate.fires.count > 1
    else { return nil }
    return candidate
  }

  /// The trigger of a group with a pattern that was found for it.
  func trigger(_ pattern: CalendarPattern, of group: FireGroup) -> CalendarTrigger? {
    capabilities.trigger(pattern, in: wanted.zone, isFloating: group.isFloating)
  }
}
