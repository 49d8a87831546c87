/// A day of the Gregorian calendar, as a walk from day to day finds it.
struct WalkedDay {
  /// Days since 1970-01-01.
  let number: Int
  let year: Int
  let month: Int
  let day: Int
  /// From 0 for Monday.
  let weekday: Int

  /// Which such weekday of the month it is, from 1.
  var ordinal: Int { (day - 1) / 7 + 1 }
}

/// The days from 1970 to 2100, walked one by one from a Thursday.
///
/// Written for the comparison: no day arithmetic is shared with what is compared.
enum DayWalk {
  static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  /// All days by their number, up to and without 2100-01-01.
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

  /// The days of one year and month, by their number.
  static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
    var number = (2_000..<year).reduce(10_957) { $0 + ($1 % 4 == 0 ? 366 : 365) }
    for earlier in 1..<month {
      number += earlier == 2 && year % 4 == 0 ? 29 : lengths[earlier - 1]
    }
    return number + day - 1
  }

  /// The numbers of all safe classes that repeat and hold a day; see ``SafeClass``.
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

/// The classes of days that a repeating trigger may name, each as a number.
enum SafeClass {
  /// All numbers are smaller.
  static let count = 2_500

  static let everyDay = 0

  /// From 0 for Monday.
  static func weekday(_ weekday: Int) -> Int { 1 + weekday }

  static func dayOfMonth(_ day: Int) -> Int { 10 + day }

  static func date(_ month: Int, _ day: Int) -> Int { 100 + month * 40 + day }

  static func ordinal(_ month: Int, _ weekday: Int, _ ordinal: Int) -> Int {
    1_000 + month * 100 + weekday * 10 + ordinal
  }

  /// The days of two classes of one family never meet.
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
