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

extension CandidateSearch {
  /// The times of a day at which something may fire every hour, or every minute: those with the
  /// most times first.
  func frequentTimes() -> [TimeClass] {
    let hoursPerDay = 24
    guard test.wanted.fires.days.count >= hoursPerDay else { return [] }
    let times = Set(test.wanted.fires.days.times)
    var found: [TimeClass] = []
    for second in Set(times.map(\.second)).sorted() {
      let minutely = TimeClass.everyMinute(second: second)
      if minutely.timesOfDay.allSatisfy(times.contains) {
        found.append(minutely)
      }
    }
    for time in Set(times.map { TimeOfDay(secondOfDay: $0.secondOfDay % 3_600) }).sorted() {
      let hourly = TimeClass.everyHour(minute: time.minute, second: time.second)
      if hourly.timesOfDay.allSatisfy(times.contains) { found.append(hourly) }
    }
    return found
  }

  /// The patterns of some times; the one of every day alone where nothing has to take it away.
  func candidates(at times: TimeClass) -> [CandidatePattern] {
    let always = test.frequentCandidate(.everyDay, times)
    if let always, always.firstUnasked == nil { return [always] }
    guard case .everyHour = times else { return always.map { [$0] } ?? [] }
    let weekdays = Weekday.allCases.compactMap {
      test.frequentCandidate(.weekday($0), times)
    }
    return (always.map { [$0] } ?? []) + weekdays
  }
}

extension CandidateTest {
  /// A pattern of every hour or minute, where it is right and of use.
  ///
  /// Most are wrong within hours, which a look at their first fires shows: what clock changes up to
  /// 2100 make of a thousand times of day is simulated for the others alone.
  fileprivate func frequentCandidate(_ days: DayClass, _ times: TimeClass) -> CandidatePattern? {
    guard let pattern = CalendarPattern(days, times),
      wanted.firstUnaskedSoon(pattern).map({ $0 >= earliestRemoval }) ?? true
    else { return nil }
    return candidate(days, times, clockChangesMatter: true)
  }
}

/// Tests patterns against what a group asks for: what all searches for candidates know of it.
struct CandidateTest: Sendable {
  /// What is asked for, to the end of the proof.
  let wanted: WantedFires
  /// The day classes over the days that are asked for.
  let table: DayClassTable
  /// The end of what is asked for now: what a pattern answers is counted up to here.
  let horizonEnd: Instant
  /// From when on a pattern may fire without being asked, and then has to be taken away.
  let earliestRemoval: Instant
  /// What the system can be asked for.
  let capabilities: TriggerCapabilities
}

extension CandidateTest {
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

extension TriggerCapabilities {
  /// A trigger that matches a pattern.
  ///
  /// Every trigger of a plan is made here, so that none is outside of what the system can be asked
  /// for.
  func trigger(
    _ pattern: CalendarPattern, in zone: Zone, isFloating: Bool
  ) -> CalendarTrigger? {
    guard shapes.contains(pattern.shape) else { return nil }
    guard namesZones else { return CalendarTrigger(gregorianOnDevice: pattern) }
    let floats = isFloating && pattern.days.isCalendarIndependent
    return CalendarTrigger(pattern: pattern, zone: floats ? .floating : .pinned(zone))
  }
}
