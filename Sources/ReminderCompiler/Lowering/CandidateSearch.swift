import CivilTime
import NotificationTriggers

/// The repeating patterns that answer a stream, no fire of which two of them answer.
///
/// Shapes are found from the fires themselves: whatever the rule looked like, an alarm on all seven
/// weekdays is daily, and an offset over midnight moves weekdays as it moves fires. Classes are
/// tried from the one with the most days, so the first that fits is the one that saves most.
struct CandidateSearch: Sendable {
  private let wanted: WantedTimes
  private let table: DayClassTable
  /// The first instant at which a pattern may have to be taken away; nil where it must never.
  private let earliestRemoval: Instant?
  /// The most patterns that are of use: there are no more slots.
  private let limit: Int
  /// What no chosen pattern answers yet.
  private var remaining: TimedDays
  private var chosen: [(candidate: Candidate, count: Int)] = []

  /// Makes a search.
  ///
  /// - Parameters:
  ///   - wanted: What is asked for.
  ///   - table: The day classes over the days that are asked for.
  ///   - earliestRemoval: From when on a pattern may fire without being asked, and then has to be
  ///     taken away; nil for patterns that are right to the end of the proof.
  ///   - limit: The most patterns that are of use.
  init(_ wanted: WantedTimes, _ table: DayClassTable, earliestRemoval: Instant?, limit: Int) {
    self.wanted = wanted
    self.table = table
    self.earliestRemoval = earliestRemoval
    self.limit = limit
    remaining = wanted.fires
  }

  /// The patterns, and how many of them are worth having without the others.
  ///
  /// Patterns that answer much come first: six weekdays answer a daily alarm with one hole, and
  /// fifty more patterns the seventh weekday around it. One cover ends wherever the next pattern
  /// would answer less than half of the one before.
  ///
  /// - Returns: Sets of patterns, from the smallest.
  mutating func alternatives() -> [[Candidate]] {
    chooseHourly()
    let times = remaining.days.map { (time: $0.key, count: $0.value.count) }
      .sorted { ($1.count, $0.time) < ($0.count, $1.time) }
    for (time, _) in times {
      guard chosen.count < CandidateSearch.maximumChosen else { break }
      choose(at: time)
    }
    let sorted = chosen.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }.map(\.element)
    // Where there are fewer slots than patterns, as many as there are slots.
    let last = min(sorted.count, limit)
    let ends =
      sorted.indices.dropFirst().filter {
        $0 < last && sorted[$0].count * 2 < sorted[$0 - 1].count
      } + (last > 0 ? [last] : [])
    return ends.map { end in sorted[..<end].map(\.candidate) }
  }

  /// The most patterns that are looked for.
  ///
  /// More than any system has slots; it bounds the work for an alarm at a thousand times of day.
  private static let maximumChosen = 256

  /// Takes a candidate unless it has to be taken away too soon, or another one answers some of its
  /// fires.
  private mutating func take(_ candidate: Candidate) -> Bool {
    if let firstUnasked = candidate.firstUnasked {
      guard let earliestRemoval, firstUnasked >= earliestRemoval else { return false }
    }
    guard candidate.fires.isSubset(of: remaining) else { return false }
    let count = candidate.fires.count
    // One fire is what a one-shot costs too.
    guard count > 1 else { return false }
    remaining.subtract(candidate.fires)
    chosen.append((candidate, count))
    return true
  }

  /// Chooses patterns that fire every minute or every hour, where a day has that many times.
  private mutating func chooseHourly() {
    let hoursPerDay = 24
    guard wanted.fires.days.count >= hoursPerDay else { return }
    let times = Set(wanted.fires.days.keys)
    for second in Set(times.map { $0 % 60 }).sorted() {
      chooseEvery(.everyMinute(second: second), of: times)
      for minute in Set(times.lazy.filter { $0 % 60 == second }.map { $0 / 60 % 60 }).sorted() {
        chooseEvery(.everyHour(minute: minute, second: second), of: times)
      }
    }
  }

  private mutating func chooseEvery(_ time: TimeClass, of times: Set<Int>) {
    guard time.secondsOfDay.allSatisfy(times.contains) else { return }
    for entry in table.entries {
      guard let pattern = CalendarPattern(entry.dayClass, time) else { return }
      let candidate = Candidate(
        pattern, days: entry.days, wanted: wanted, clockChangesMatter: true)
      if take(candidate), entry.dayClass == .everyDay { return }
    }
  }

  private mutating func choose(at time: Int) {
    guard let everyDay = CalendarPattern(.everyDay, .time(secondOfDay: time)) else { return }
    let clockChangesMatter = !everyDay.displacements(
      in: wanted.clockChanges, zone: wanted.zone
    ).isEmpty
    let firstDay = wanted.firstDay(at: time)
    for entry in table.entries {
      guard let left = remaining.days[time], let first = left.first(from: firstDay),
        left.first(from: first + 1) != nil
      else { return }
      // Nearly all classes fail at their first day, before anything is made of them.
      guard let day = entry.days.first(from: firstDay),
        clockChangesMatter || left.contains(day),
        let pattern = CalendarPattern(entry.dayClass, .time(secondOfDay: time))
      else { continue }
      _ = take(
        Candidate(
          pattern, days: entry.days, wanted: wanted, clockChangesMatter: clockChangesMatter))
    }
  }
}
