import CalendarFixtures
import CivilTime
import ICalendar

/// A series with one alarm at its start, as days and times that are asked for.
struct AskedSeries {
  /// The days of its rule.
  enum Days {
    /// Weekdays from 0 for Monday; all seven are a daily rule.
    case weekdays(Set<Int>)
    /// Days of each month, from 1 to 28.
    case monthDays([Int])
    /// The nth such weekday of each month.
    case ordinal(Int, weekday: Int)
    /// Weekdays, and days of each month besides: two rules.
    case mixed(Set<Int>, [Int])
  }

  var uid: String
  var days: Days
  /// The months of the rule; nil for all.
  var months: Set<Int>?
  /// The times of day, in seconds since midnight; of several, whole hours.
  var seconds: [Int]
  /// The first day: its DTSTART.
  var first: Int
  /// The last day; nil for none.
  var last: Int?
  /// EXDATE.
  var holes: Set<CivilMoment> = []
  /// Overrides with the same text at another time.
  var moves: [CivilMoment: CivilMoment] = [:]

  /// Moves the first day on to the first that the rule has; nil where there is none for long.
  mutating func settle() -> Bool {
    guard let day = (first..<(first + 800)).first(where: ruleHas) else { return false }
    first = day
    return last.map { $0 >= day } ?? true
  }

  /// Whether the rule has a day, wherever the series starts and ends.
  func ruleHas(_ number: Int) -> Bool {
    let day = DayWalk.days[number]
    if let months, !months.contains(day.month) { return false }
    switch days {
    case .weekdays(let weekdays): return weekdays.contains(day.weekday)
    case .monthDays(let monthDays): return monthDays.contains(day.day)
    case .ordinal(let ordinal, let weekday):
      return day.weekday == weekday && day.ordinal == ordinal
    case .mixed(let weekdays, let monthDays):
      return weekdays.contains(day.weekday) || monthDays.contains(day.day)
    }
  }

  /// Whether an occurrence stands at a time, before holes and moves.
  func isGenerated(_ moment: CivilMoment) -> Bool {
    seconds.contains(moment.second) && moment.day >= first && moment.day <= (last ?? moment.day)
      && ruleHas(moment.day)
  }

  /// Whether a fire is asked for at a time.
  func asks(_ moment: CivilMoment) -> Bool {
    if moves.values.contains(moment) { return true }
    return isGenerated(moment) && !holes.contains(moment) && moves[moment] == nil
  }

  /// All times of day at which something is asked for.
  var allSeconds: [Int] { Set(seconds + moves.values.map(\.second)).sorted() }

  private static let dayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  /// RRULE, once or twice, with its end in UTC.
  func rules(_ clock: WallClock) -> [String] {
    var end = ""
    if let months {
      end += ";BYMONTH=" + months.sorted().map(String.init).joined(separator: ",")
    }
    if seconds.count > 1 {
      end += ";BYHOUR=" + seconds.map { String($0 / 3_600) }.joined(separator: ",")
    }
    if let last, let latest = seconds.max() {
      let until = clock.instant(CivilMoment(day: last, second: latest))
      end += ";UNTIL=\(Instant(secondsSince1970: until).basicFormat)"
    }
    func weekly(_ weekdays: Set<Int>) -> String {
      let names = weekdays.sorted().map { AskedSeries.dayNames[$0] }
      if weekdays.count == 7 { return "FREQ=DAILY" }
      return "FREQ=WEEKLY;BYDAY=" + names.joined(separator: ",")
    }
    func monthly(_ days: [Int]) -> String {
      "FREQ=MONTHLY;BYMONTHDAY=" + days.map(String.init).joined(separator: ",")
    }
    let rules =
      switch days {
      case .weekdays(let weekdays): [weekly(weekdays)]
      case .monthDays(let days): [monthly(days)]
      case .ordinal(let ordinal, let weekday):
        ["FREQ=MONTHLY;BYDAY=\(ordinal)\(AskedSeries.dayNames[weekday])"]
      case .mixed(let weekdays, let days): [weekly(weekdays), monthly(days)]
      }
    return rules.map { $0 + end }
  }

  /// DTSTART.
  var start: CivilMoment { CivilMoment(day: first, second: seconds.min() ?? 0) }

  /// The series and its overrides.
  func components(_ clock: WallClock) throws -> [CalendarComponent] {
    func time(_ moment: CivilMoment) -> String { "\(clock.rawValue):\(moment.text)" }
    var series = try TestCalendars.event(
      uid, start: time(start), exceptions: holes.sorted().map(time))
    series.rules = try rules(clock).map { try RecurrenceRule($0) }
    var components = [series]
    for (from, to) in moves.sorted(by: { $0.key < $1.key }) {
      components.append(try TestCalendars.override(of: uid, at: time(from), start: time(to)))
    }
    return components
  }

  /// The lines of a calendar that make the series.
  func lines(_ clock: WallClock) -> [String] {
    var lines = ["UID:\(uid)", "DTSTART;TZID=\(clock.rawValue):\(start.text)"]
    lines += rules(clock).map { "RRULE:\($0)" }
    lines += holes.sorted().map { "EXDATE;TZID=\(clock.rawValue):\($0.text)" }
    lines += moves.sorted { $0.key < $1.key }.map { "moved: \($0.key.text) to \($0.value.text)" }
    return lines
  }
}
