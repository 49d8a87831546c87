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
  /// What a pattern has to hold against.
  let test: CandidateTest
  /// Whether patterns were left out that answer one fire each before the horizon: what they save,
  /// one-shots save as well.
  private(set) var leftOutSingles = false

  /// The most patterns of a group: thirty times of day with each weekday and day of the month.
  ///
  /// It bounds the work for an alarm at a thousand times of day; those with most fires come first.
  static let maximumPatterns = 1_152

  /// Makes a search.
  init(_ test: CandidateTest) { self.test = test }

  /// The patterns.
  mutating func patterns() -> [CandidatePattern] {
    var found: [CandidatePattern] = []
    // Times of which one pattern answers all fires for ever, and those that hourly ones touch.
    var done: Set<TimeOfDay> = []
    var shared: Set<TimeOfDay> = []
    var looked = 0
    for times in frequentTimes()
    where looked < CandidateSearch.maximumPatterns && found.count < CandidateSearch.maximumPatterns
      && !times.timesOfDay.contains(where: done.contains)
    {
      let own = candidates(at: times)
      found += own
      // Each day and each weekday, whether right or not.
      looked += 1 + Weekday.allCases.count
      if own.contains(where: { $0.firstUnasked == nil && $0.pattern.days == .everyDay }) {
        done.formUnion(times.timesOfDay)
      } else if !own.isEmpty {
        shared.formUnion(times.timesOfDay)
      }
    }
    let times = test.wanted.fires.days.filter { !done.contains($0.time) }
      .map { (time: $0.time, count: $0.days.count) }.filter { $0.count > 0 }
      .sorted { ($1.count, $0.time) < ($0.count, $1.time) }
    var searches: [(search: TimeOfDaySearch, frequent: [CandidatePattern])] = []
    for (time, _) in times where found.count < CandidateSearch.maximumPatterns {
      guard let search = TimeOfDaySearch(test, time) else { continue }
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
}
