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
  let wanted: WantedTimes
  let table: DayClassTable
  /// The first instant at which a pattern may have to be taken away.
  let earliestRemoval: Instant
  /// The end of what is asked for now: what a pattern answers is counted up to here.
  let horizonEnd: Instant
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
  init(
    _ wanted: WantedTimes, _ table: DayClassTable, horizonEnd: Instant, earliestRemoval: Instant
  ) {
    self.wanted = wanted
    self.table = table
    self.horizonEnd = horizonEnd
    self.earliestRemoval = earliestRemoval
  }

  /// The most patterns of one time of day that answer one fire each: a yearly rule on any weekday of
  /// all months has 59.
  static let maximumSingles = 64

  /// The most patterns of a group: thirty times of day with each weekday and day of the month.
  ///
  /// It bounds the work for an alarm at a thousand times of day; those with most fires come first.
  static let maximumPatterns = 1_152

  /// The patterns.
  mutating func patterns() -> [Candidate] {
    var found: [Candidate] = []
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
    var searches: [(search: TimeSearch, frequent: [Candidate])] = []
    for (time, _) in times where found.count < CandidateSearch.maximumPatterns {
      guard let search = TimeSearch(self, time) else { continue }
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
      candidate.answered > 1 || candidate.fires.count > 1
    else { return nil }
    return candidate
  }
}

/// The search for patterns at one time of day.
private struct TimeSearch {
  private let search: CandidateSearch
  /// The time, in seconds since midnight.
  private let time: TimeOfDay
  /// The days on which a pattern may fire.
  private let allowedDays: DaySet
  private let clockChangesMatter: Bool
  private let firstDay: Int
  private let horizonDay: Int
  private let endDay: Int
  /// The classes of the days before the horizon.
  let kinds: DayKinds

  /// Makes the search; nil where nothing is asked at the time.
  init?(_ search: CandidateSearch, _ time: TimeOfDay) {
    let wanted = search.wanted
    guard let everyDay = CalendarPattern(.everyDay, .time(time)),
      let allDays = wanted.fires.days[time]
    else { return nil }
    self.search = search
    self.time = time
    allowedDays = wanted.allowed.days[time] ?? allDays
    clockChangesMatter =
      wanted.settled != nil
      || !everyDay.displacements(in: wanted.clockChanges, zone: wanted.zone).isEmpty
    firstDay = wanted.firstDay(at: time)
    horizonDay = wanted.firstDay(at: time, notBefore: search.horizonEnd)
    endDay = wanted.firstDay(at: time, notBefore: wanted.end)
    var ownDays = allDays
    ownDays.keep(before: horizonDay)
    kinds = DayKinds(ownDays)
  }

  /// The patterns of some classes of days that are right.
  func candidates(_ classes: [DayClass]) -> [Candidate] {
    classes.filter(mayBeRight).compactMap {
      search.candidate($0, .time(time), clockChangesMatter: clockChangesMatter)
    }
  }

  /// The classes that have one day a year.
  ///
  /// Those that answer one fire before the horizon are of use in place of its one-shot alone: not
  /// where one of every week or month answers it for ever, and not where they are too many.
  ///
  /// - Parameter frequent: The patterns of every week and month that are right.
  /// - Returns: The classes, and whether some were left out for their number.
  func singles(beside frequent: [Candidate]) -> (classes: [DayClass], leftOut: Bool) {
    let forEver = Set(frequent.lazy.filter { $0.firstUnasked == nil }.map(\.pattern.days))
    let all = (kinds.dates + kinds.ordinals).filter(mayBeRight)
    let often = all.filter { days in
      let first = days.firstDay(from: firstDay) ?? horizonDay
      return days.firstDay(from: first + 1).map { $0 < horizonDay } ?? false
    }
    let isOften = Set(often)
    let once = all.filter { days in
      !isOften.contains(days)
        && !forEver.contains(where: days.isPart)
    }
    return once.count + often.count > CandidateSearch.maximumSingles
      ? (often, !once.isEmpty) : (often + once, false)
  }

  /// Whether nothing is known against a class: nearly all fail here, before anything is made of
  /// them.
  private func mayBeRight(_ dayClass: DayClass) -> Bool {
    guard let days = search.table.days(of: dayClass) else { return false }
    guard !clockChangesMatter, let day = days.firstMember(missingFrom: allowedDays, from: firstDay),
      day < endDay
    else { return true }
    return search.wanted.zone.instant(of: CivilDateTime(dayNumber: day, time: time))
      >= search.earliestRemoval
  }
}

extension DayClass {
  /// Whether all its days belong to a class of every week or month.
  fileprivate func isPart(of frequent: DayClass) -> Bool {
    switch (self, frequent) {
    case (.ordinalWeekday(_, let own, _), .weekday(let weekday)): own == weekday
    case (.date(_, let own), .dayOfMonth(let day)): own == day
    default: false
    }
  }
}
