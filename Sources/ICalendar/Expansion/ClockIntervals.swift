import CivilTime

/// The intervals of a rule with a frequency of HOURLY, MINUTELY or SECONDLY, without clock changes.
///
/// Days and hours that the rule excludes are skipped by division, so that a rule such as
/// `SECONDLY;BYMONTH=12` doesn't iterate over the other eleven months.
struct ClockIntervals: Sendable {
  private let filter: DayFilter
  /// The start of interval 0: DTSTART's hour, minute or second.
  private let origin: Int
  /// The seconds from one interval to the next.
  let step: Int
  /// An upper bound of the selected intervals of one day.
  let mostPerDay: Int
  private let hours: Set<Int>
  private let minutes: Set<Int>
  private let seconds: Set<Int>
  /// The times within one interval after BYSETPOS, in ascending seconds from its start.
  let times: [Int]

  init(_ rule: RecurrenceRule, start: CivilDateTime) {
    filter = DayFilter(rule)
    let unit: Int
    let all: [Int]
    switch rule.frequency {
    case .hourly: (unit, all) = (3_600, TimeSet.timesOfHour(rule, start: start))
    case .minutely: (unit, all) = (60, TimeSet.timesOfMinute(rule, start: start))
    default: (unit, all) = (1, [0])
    }
    func limits(_ part: RulePart, to numbers: [Int]) -> Set<Int> {
      RuleTable.action(of: part, at: rule.frequency) == .limit ? Set(numbers) : []
    }
    hours = limits(.hour, to: rule.hours)
    minutes = limits(.minute, to: rule.minutes)
    seconds = limits(.second, to: rule.seconds)
    origin = start.secondsSince1970 - start.secondsSince1970.floorModulo(unit)
    step = rule.interval * unit
    let positions = SetPositions(rule)
    let kept = positions.keepsAll ? all : positions.indices(ofSetWith: all.count).map { all[$0] }
    let hours = hours.isEmpty ? Array(0..<24) : Array(hours)
    let minutes = unit > 60 ? [0] : minutes.isEmpty ? Array(0..<60) : Array(minutes)
    let seconds = unit > 1 ? [0] : seconds.isEmpty ? Array(0..<60) : Array(seconds)
    mostPerDay = hours.count * minutes.count * seconds.count
    let isReached = ClockIntervals.reaches(
      from: origin, step: step, hours: hours, minutes: minutes, seconds: seconds)
    times = isReached ? kept : []
  }

  /// Whether intervals with a given step ever begin at one of some times of day.
  ///
  /// For example, with INTERVAL=2 from an even second on, BYSECOND=1 is never reached. A search
  /// would never find that out.
  private static func reaches(
    from origin: Int, step: Int, hours: [Int], minutes: [Int], seconds: [Int]
  ) -> Bool {
    let divisor = 86_400.greatestCommonDivisor(with: step)
    return hours.contains { hour in
      minutes.contains { minute in
        seconds.contains { (hour * 3_600 + minute * 60 + $0 - origin) % divisor == 0 }
      }
    }
  }

  /// Whether no interval contains a time, as with a BYSETPOS beyond the set or an unreachable
  /// BYSECOND.
  var isEmpty: Bool { times.isEmpty }

  /// Returns the last interval that begins at or before a local time, or the first interval.
  func index(before civil: CivilDateTime) -> Int {
    max(0, (civil.secondsSince1970 - origin).floorQuotient(step))
  }

  func start(ofInterval index: Int) -> CivilDateTime {
    CivilDateTime(secondsSince1970: origin + index * step)
  }

  func month(containing dayNumber: Int) -> DayFilter.Month { filter.month(containing: dayNumber) }

  /// Returns an interval if it is selected, or else the next one that may be.
  func nextCandidate(
    from index: Int, in month: inout DayFilter.Month
  ) -> (index: Int, isSelected: Bool) {
    let civil = origin + index * step
    let day = civil.floorQuotient(86_400)
    if !month.contains(day) { month = filter.month(containing: day) }
    if month.selected == 0 { return (first(from: month.end * 86_400), false) }
    if !month.selects(day) { return (first(from: (day + 1) * 86_400), false) }
    let time = TimeOfDay(secondOfDay: civil - day * 86_400)
    if !hours.isEmpty, !hours.contains(time.hour) {
      return (first(from: day * 86_400 + (time.hour + 1) * 3_600), false)
    }
    if !minutes.isEmpty, !minutes.contains(time.minute) {
      return (first(from: civil - time.second + 60), false)
    }
    if !seconds.isEmpty, !seconds.contains(time.second) { return (index + 1, false) }
    return (index, true)
  }

  /// Whether an interval that begins at a time of day is selected on a selected day.
  func allows(_ time: TimeOfDay) -> Bool {
    (hours.isEmpty || hours.contains(time.hour))
      && (minutes.isEmpty || minutes.contains(time.minute))
      && (seconds.isEmpty || seconds.contains(time.second))
  }

  func daySet(in dayRange: Range<Int>) -> DaySet { filter.daySet(in: dayRange) }

  private func first(from civil: Int) -> Int {
    (civil - origin + step - 1).floorQuotient(step)
  }
}

/// The times within a day, hour or minute that BYHOUR, BYMINUTE and BYSECOND select.
enum TimeSet {
  /// Returns the times of day of a rule from DAILY to YEARLY, in ascending order.
  static func timesOfDay(_ rule: RecurrenceRule, start: CivilDateTime) -> [TimeOfDay] {
    let hours = rule.hours.isEmpty ? [start.hour] : rule.hours
    return hours.flatMap { hour in
      timesOfHour(rule, start: start).map { TimeOfDay(secondOfDay: hour * 3_600 + $0) }
    }
  }

  /// Returns the times of an hour, in ascending seconds from its start.
  static func timesOfHour(_ rule: RecurrenceRule, start: CivilDateTime) -> [Int] {
    // Most rules don't specify times. Avoid a list for each single number.
    if rule.minutes.isEmpty, rule.seconds.isEmpty { return [start.minute * 60 + start.second] }
    let minutes = rule.minutes.isEmpty ? [start.minute] : rule.minutes
    return minutes.flatMap { minute in
      timesOfMinute(rule, start: start).map { minute * 60 + $0 }
    }
  }

  /// Returns the times of a minute, in ascending seconds from its start.
  static func timesOfMinute(_ rule: RecurrenceRule, start: CivilDateTime) -> [Int] {
    rule.seconds.isEmpty ? [start.second] : rule.seconds
  }
}

/// BYSETPOS: the members of one interval's set that a rule keeps (RFC 5545, 3.3.10).
struct SetPositions: Sendable {
  /// Indices relative to the first member, ascending, from 0.
  private let fromStart: [Int]
  /// Indices relative to the end of the set, ascending, up to -1.
  private let fromEnd: [Int]

  /// Makes the positions of a rule.
  ///
  /// Without positions, every member is kept.
  init(_ rule: RecurrenceRule) {
    let positions = Set(rule.setPositions)
    fromStart = positions.filter { $0 > 0 }.map { $0 - 1 }.sorted()
    fromEnd = positions.filter { $0 < 0 }.sorted()
  }

  var keepsAll: Bool { fromStart.isEmpty && fromEnd.isEmpty }

  /// Whether any member of a set with at most `mostMembers` members can be kept.
  func mayKeep(anyOf mostMembers: Int) -> Bool {
    keepsAll || fromStart.first.map { $0 < mostMembers } ?? false
      || fromEnd.last.map { -$0 <= mostMembers } ?? false
  }

  /// Returns the kept indices of a set with `count` members, ascending, from 0.
  func indices(ofSetWith count: Int) -> [Int] {
    var indices: [Int] = []
    replace(&indices, byIndicesOfSetWith: count)
    return indices
  }

  /// Replaces a list by the kept indices of a set with `count` members, ascending, from 0.
  ///
  /// The list is reused for each interval and keeps its capacity.
  func replace(_ indices: inout [Int], byIndicesOfSetWith count: Int) {
    indices.removeAll(keepingCapacity: true)
    var first = 0
    for negative in fromEnd where count + negative >= 0 {
      let index = count + negative
      while first < fromStart.count, fromStart[first] < index {
        indices.append(fromStart[first])
        first += 1
      }
      if first < fromStart.count, fromStart[first] == index { first += 1 }
      indices.append(index)
    }
    while first < fromStart.count, fromStart[first] < count {
      indices.append(fromStart[first])
      first += 1
    }
  }
}
