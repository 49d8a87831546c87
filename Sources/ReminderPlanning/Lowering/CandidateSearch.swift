import CivilTime
import NotificationTriggers
import ReminderOptions

/// Finds all repeating patterns that a group can use.
///
/// Each pattern alone fires only as expected, either forever or until it is removed.
///
/// Shapes are derived from the fires, not from the recurrence rule. For example, an alarm on all
/// seven weekdays is daily, and an offset over midnight moves the weekdays along with the fires. A
/// fire belongs to one class of each kind: its weekday, its day of the month, its date and its
/// weekday in its month. So the classes of the group's fires contain every useful pattern.
///
/// The search does not decide which patterns to combine.
package struct CandidateSearch: Sendable {
  let test: CandidateTest
  /// Whether patterns that answer a single fire before the horizon were left out.
  ///
  /// Such a pattern saves no more slots than a one-shot.
  private(set) var leftOutSingles = false

  /// The limit of patterns of a group: thirty times of day with each weekday and day of the month.
  ///
  /// It bounds the work for an alarm at a thousand times of day. The times of day with most fires
  /// come first.
  static let maximumPatterns = 1_152

  init(_ test: CandidateTest) { self.test = test }

  mutating func patterns() -> [CandidatePattern] {
    var found: [CandidatePattern] = []
    // `done` has the times whose fires one pattern answers forever, `shared` those in hourly
    // patterns.
    var done: Set<TimeOfDay> = []
    var shared: Set<TimeOfDay> = []
    var looked = 0
    for times in frequentTimes()
    where looked < CandidateSearch.maximumPatterns && found.count < CandidateSearch.maximumPatterns
      && !times.timesOfDay.contains(where: done.contains)
    {
      let own = candidates(at: times)
      found += own
      // Count the daily pattern and each weekday, whether they are sound or not.
      looked += 1 + Weekday.allCases.count
      if own.contains(where: { $0.firstUnexpected == nil && $0.pattern.days == .everyDay }) {
        done.formUnion(times.timesOfDay)
      } else if !own.isEmpty {
        shared.formUnion(times.timesOfDay)
      }
    }
    let times = test.schedule.fires.days.filter { !done.contains($0.time) }
      .map { (time: $0.time, count: $0.days.count) }.filter { $0.count > 0 }
      .sorted { ($1.count, $0.time) < ($0.count, $1.time) }
    var searches: [(search: TimeOfDaySearch, frequent: [CandidatePattern])] = []
    for (time, _) in times where found.count < CandidateSearch.maximumPatterns {
      guard let search = TimeOfDaySearch(test, time: time) else { continue }
      let daily = search.candidates([.everyDay])
      found += daily
      // A pattern that answers every fire forever makes the others unnecessary, unless an hourly
      // pattern of a weekday conflicts with it.
      if daily.contains(where: { $0.firstUnexpected == nil }) {
        if shared.contains(time) { found += search.candidates(search.kinds.weekdays) }
        continue
      }
      let frequent =
        search.candidates(search.kinds.weekdays + search.kinds.monthDays)
        + search.steppingCandidates()
      found += frequent
      searches.append((search, frequent))
    }
    // Yearly patterns come last, so that they do not displace patterns with more fires.
    for (search, frequent) in searches where found.count < CandidateSearch.maximumPatterns {
      let singles = search.singles(beside: frequent)
      if singles.leftOut { leftOutSingles = true }
      found += search.candidates(singles.classes)
    }
    return Array(found.prefix(CandidateSearch.maximumPatterns))
  }
}

extension CandidateSearch {
  /// Returns the time classes that may fire every minute or every hour, with the most frequent
  /// first.
  func frequentTimes() -> [TimeClass] {
    let hoursPerDay = 24
    guard test.schedule.fires.days.count >= hoursPerDay else { return [] }
    let times = Set(test.schedule.fires.days.times)
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

  /// Returns the patterns at some times of day.
  ///
  /// If the daily pattern never needs removal, it is the only one.
  func candidates(at times: TimeClass) -> [CandidatePattern] {
    let always = test.frequentCandidate(on: .everyDay, at: times)
    if let always, always.firstUnexpected == nil { return [always] }
    guard case .everyHour = times else { return always.map { [$0] } ?? [] }
    let weekdays = Weekday.allCases.compactMap {
      test.frequentCandidate(on: .weekday($0), at: times)
    }
    return (always.map { [$0] } ?? []) + weekdays
  }
}

extension CandidateTest {
  /// Returns the hourly or minutely pattern if it is sound and useful.
  ///
  /// Most of these patterns fire unexpectedly within hours, which their first fires show. Only the
  /// remaining ones are simulated for all clock changes up to 2100 at up to a thousand times of
  /// day.
  fileprivate func frequentCandidate(on days: DayClass, at times: TimeClass) -> CandidatePattern? {
    guard let pattern = CalendarPattern(days, at: times),
      schedule.firstUnexpectedSoon(pattern).map({ $0 >= earliestRemoval }) ?? true
    else { return nil }
    return candidate(
      on: days, at: times, clockChangesMatter: true,
      failing: failingChanges(at: times))
  }
}

/// Tests patterns against the fires of a group.
///
/// All candidate searches of the group share it.
struct CandidateTest: Sendable {
  /// The fires of the group up to the end of the proof.
  let schedule: GroupSchedule
  let table: DayClassTable
  /// The end of the horizon.
  ///
  /// Answered fires are counted up to it.
  let horizonEnd: Instant
  /// The earliest instant from which a pattern may fire unexpectedly; it must be removed then.
  let earliestRemoval: Instant
  let layer: NotificationLayer
  /// Whether the group lacks a time zone.
  let isFloating: Bool
  let calendar: DeviceCalendar
}

extension CandidateTest {
  /// Returns the pattern if it is sound and useful.
  ///
  /// `failing` has the clock changes at which the layer fails to repeat patterns of the time.
  func candidate(
    on dayClass: DayClass, at time: TimeClass, step: DateStep? = nil, clockChangesMatter: Bool,
    failing: [Instant]
  ) -> CandidatePattern? {
    guard let pattern = CalendarPattern(dayClass, at: time, step: step), trigger(pattern) != nil,
      let days = table.days(of: pattern)
    else { return nil }
    let candidate = CandidatePattern(
      pattern, days: days, schedule: schedule, clockChangesMatter: clockChangesMatter,
      horizonEnd: horizonEnd, earliestRemoval: earliestRemoval,
      reliableUntil: schedule.reliableEnd(of: pattern, layer.repetition, failing: failing))
    // A pattern without fires before the horizon wastes a slot. One that must be removed has to do
    // more than a one-shot.
    guard let candidate, candidate.answered > (candidate.firstUnexpected == nil ? 0 : 1),
      candidate.answered > 1 || candidate.fires.count > 1
    else { return nil }
    return candidate
  }

  /// Returns the clock changes at which the layer fails to repeat patterns of a time.
  func failingChanges(at time: TimeClass) -> [Instant] {
    schedule.failingChanges(at: time, layer.repetition)
  }

  func trigger(_ pattern: CalendarPattern) -> CalendarTrigger? {
    layer.trigger(
      pattern, in: schedule.zone, isFloating: isFloating,
      onGregorianDevice: calendar == .gregorian)
  }
}
