import CalendarFixtures
import CivilTime
import ICalendar

/// The expected days and times of a series with one alarm at its start.
struct ExpectedSeries {
  enum Days {
    /// Weekdays from 0 for Monday; all seven make a daily rule.
    case weekdays(Set<Int>)
    /// Days of each month, from 1 to 28.
    case monthDays([Int])
    /// The nth weekday of each month.
    case ordinal(Int, weekday: Int)
    /// Weekdays and days of each month, as two rules.
    case mixed(Set<Int>, [Int])
  }

  var uid: String
  var days: Days
  /// The times of day in seconds since midnight; several must be whole hours.
  var seconds: [Int]
  /// The first day: its DTSTART.
  var first: Int
  /// The last day; nil if the series doesn't end.
  var last: Int?
  /// EXDATE.
  var holes: Set<CivilMoment> = []
  /// Overrides with the same text at another time.
  var moves: [CivilMoment: CivilMoment] = [:]

  /// Moves `first` to the first day of the rule; returns false if that is too far away.
  mutating func settle() -> Bool {
    guard let day = (first..<(first + 800)).first(where: ruleHas) else { return false }
    first = day
    return last.map { $0 >= day } ?? true
  }

  /// Whether the rule includes a day, regardless of the start and end of the series.
  func ruleHas(_ number: Int) -> Bool {
    let day = DayWalk.days[number]
    switch days {
    case .weekdays(let weekdays): return weekdays.contains(day.weekday)
    case .monthDays(let monthDays): return monthDays.contains(day.day)
    case .ordinal(let ordinal, let weekday):
      return day.weekday == weekday && day.ordinal == ordinal
    case .mixed(let weekdays, let monthDays):
      return weekdays.contains(day.weekday) || monthDays.contains(day.day)
    }
  }

  /// Whether the rule gives an occurrence at a time, before exceptions and moves.
  func isGenerated(_ moment: CivilMoment) -> Bool {
    seconds.contains(moment.second) && moment.day >= first && moment.day <= (last ?? moment.day)
      && ruleHas(moment.day)
  }

  /// Whether a fire is expected at a time.
  func asks(_ moment: CivilMoment) -> Bool {
    if moves.values.contains(moment) { return true }
    return isGenerated(moment) && !holes.contains(moment) && moves[moment] == nil
  }

  /// All times of day of expected fires.
  var allSeconds: [Int] { Set(seconds + moves.values.map(\.second)).sorted() }

  private static let dayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  /// One or two RRULEs, with UNTIL in UTC.
  func rules(_ clock: WallClock) -> [String] {
    var end = ""
    if seconds.count > 1 {
      end += ";BYHOUR=" + seconds.map { String($0 / 3_600) }.joined(separator: ",")
    }
    if let last, let latest = seconds.max() {
      let until = clock.instant(CivilMoment(day: last, second: latest))
      end += ";UNTIL=\(Instant(secondsSince1970: until).basicFormat)"
    }
    func weekly(_ weekdays: Set<Int>) -> String {
      let names = weekdays.sorted().map { ExpectedSeries.dayNames[$0] }
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
        ["FREQ=MONTHLY;BYDAY=\(ordinal)\(ExpectedSeries.dayNames[weekday])"]
      case .mixed(let weekdays, let days): [weekly(weekdays), monthly(days)]
      }
    return rules.map { $0 + end }
  }

  var start: CivilMoment { CivilMoment(day: first, second: seconds.min() ?? 0) }

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

  /// The content lines of the series.
  func lines(_ clock: WallClock) -> [String] {
    var lines = ["UID:\(uid)", "DTSTART;TZID=\(clock.rawValue):\(start.text)"]
    lines += rules(clock).map { "RRULE:\($0)" }
    lines += holes.sorted().map { "EXDATE;TZID=\(clock.rawValue):\($0.text)" }
    lines += moves.sorted { $0.key < $1.key }.map { "moved: \($0.key.text) to \($0.value.text)" }
    return lines
  }
}

/// Zones whose clock changes follow a rule, for times of day that no change moves.
enum WallClock: String, CaseIterable {
  case greenwich = "GMT"
  case berlin = "Europe/Berlin"
  case newYork = "America/New_York"
  case tokyo = "Asia/Tokyo"

  /// The instant of a local time, in seconds since 1970.
  func instant(_ moment: CivilMoment) -> Int {
    moment.day * 86_400 + moment.second - offset(on: moment.day)
  }

  /// The offset from UTC in seconds, valid from 07:00 of a day.
  private func offset(on number: Int) -> Int {
    let day = DayWalk.days[number]
    switch self {
    case .greenwich: return 0
    case .tokyo: return 32_400
    case .berlin:
      // From the last Sunday of March to the last of October.
      let isSummer =
        (4...9).contains(day.month) || (day.month == 3 && lastSunday(upTo: day) >= 25)
        || (day.month == 10 && lastSunday(upTo: day) < 25)
      return isSummer ? 7_200 : 3_600
    case .newYork:
      // From the second Sunday of March to the first of November.
      let isSummer =
        (4...10).contains(day.month) || (day.month == 3 && lastSunday(upTo: day) >= 8)
        || (day.month == 11 && lastSunday(upTo: day) < 1)
      return isSummer ? -14_400 : -18_000
    }
  }

  /// The day of the month of the last Sunday up to a day; less than 1 if the month had none yet.
  private func lastSunday(upTo day: WalkedDay) -> Int { day.day - (day.weekday + 1) % 7 }
}

/// A local date and time.
struct CivilMoment: Hashable, Comparable {
  /// Days since 1970-01-01.
  let day: Int
  /// Seconds since midnight.
  let second: Int

  static func < (left: CivilMoment, right: CivilMoment) -> Bool {
    (left.day, left.second) < (right.day, right.second)
  }

  /// As RFC 5545 writes it: `20260105T090000`.
  var text: String {
    let day = DayWalk.days[day]
    return CivilMoment.padded(day.year * 10_000 + day.month * 100 + day.day, 8) + "T"
      + CivilMoment.padded(second / 3_600 * 10_000 + second / 60 % 60 * 100 + second % 60, 6)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: width - digits.count) + digits
  }
}

/// A day of the Gregorian calendar, found by counting days.
struct WalkedDay {
  /// Days since 1970-01-01.
  let number: Int
  let year: Int
  let month: Int
  let day: Int
  /// From 0 for Monday.
  let weekday: Int

  /// The number of this weekday in the month, from 1.
  var ordinal: Int { (day - 1) / 7 + 1 }
}

/// The days from 1970 to 2100, counted one by one from a Thursday.
///
/// It shares no date arithmetic with the code under test.
enum DayWalk {
  static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  /// All days before 2100-01-01, by number.
  static let days: [WalkedDay] = {
    var days: [WalkedDay] = []
    var (year, month, day, weekday) = (1_970, 1, 1, 3)
    while year < 2_100 {
      days.append(
        WalkedDay(number: days.count, year: year, month: month, day: day, weekday: weekday))
      weekday = (weekday + 1) % 7
      day += 1
      let length = month == 2 && year % 4 == 0 ? 29 : lengths[month - 1]
      if day > length { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    return days
  }()

  static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
    var number = (2_000..<year).reduce(10_957) { $0 + ($1 % 4 == 0 ? 366 : 365) }
    for earlier in 1..<month {
      number += earlier == 2 && year % 4 == 0 ? 29 : lengths[earlier - 1]
    }
    return number + day - 1
  }

  /// For each day, the numbers of the repeating safe classes that include it; see ``SafeClass``.
  static let classes: [[Int]] = days.map { day in
    var own = [SafeClass.everyDay, SafeClass.weekday(day.weekday)]
    if day.day <= 28 { own.append(SafeClass.dayOfMonth(day.day)) }
    if day.day <= lengths[day.month - 1] { own.append(SafeClass.date(day.month, day.day)) }
    if day.ordinal < 5 || day.month != 2 {
      own.append(SafeClass.ordinal(day.month, day.weekday, day.ordinal))
    }
    return own
  }

  /// The days of each class.
  static let members: [[Int]] = {
    var members = Array(repeating: [Int](), count: SafeClass.count)
    for (day, own) in classes.enumerated() {
      for number in own { members[number].append(day) }
    }
    return members
  }()
}

/// The classes of days that a repeating trigger may use, as numbers.
enum SafeClass {
  /// Greater than every number of a class.
  static let count = 2_500

  static let everyDay = 0

  /// From 0 for Monday.
  static func weekday(_ weekday: Int) -> Int { 1 + weekday }

  static func dayOfMonth(_ day: Int) -> Int { 10 + day }

  static func date(_ month: Int, _ day: Int) -> Int { 100 + month * 40 + day }

  static func ordinal(_ month: Int, _ weekday: Int, _ ordinal: Int) -> Int {
    1_000 + month * 100 + weekday * 10 + ordinal
  }

  /// The family of a class.
  ///
  /// Two classes of the same family never share a day.
  static func family(_ number: Int) -> Int {
    switch number {
    case 0: 0
    case 1..<10: 1
    case 10..<100: 2
    case 100..<1_000: 3
    default: 4
    }
  }
}
