import CivilTime

/// Clocks whose changes are told by rule: good for times of day that no change moves.
enum WallClock: String, CaseIterable {
  case greenwich = "GMT"
  case berlin = "Europe/Berlin"
  case newYork = "America/New_York"
  case tokyo = "Asia/Tokyo"

  /// The instant of a time of day, in seconds since 1970.
  func instant(_ moment: CivilMoment) -> Int {
    moment.day * 86_400 + moment.second - offset(on: moment.day)
  }

  /// The offset from UTC in seconds, on a day from seven in the morning on.
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

  /// The day of the month of the last Sunday up to a day; less than 1 where none has been.
  private func lastSunday(upTo day: WalkedDay) -> Int { day.day - (day.weekday + 1) % 7 }
}

/// A day and a time of it, by a wall clock.
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
