import CivilTime
import TimerCompiler

/// The fewest lines for scattered dates, found by going through every expression that could be one:
/// each set of weekdays, of years and of months, with days from the month's start or from its end.
///
/// Written from systemd.time(7) and from what systemd 252 takes, and asks nobody for candidates. A
/// line without a year recurs for ever, so each names its years.
struct BruteForceLines {
  /// The dates, all at one time of day.
  ///
  /// None of the days of their years is over.
  let dates: [CivilDate]

  /// The fewest lines that have all dates and no other.
  func fewest() -> Int {
    let lines = lines()
    var limit = 1
    while !BruteForceLines.covers((1 << dates.count) - 1, lines, limit) { limit += 1 }
    return limit
  }

  private static func covers(_ rest: Int, _ lines: [Int], _ limit: Int) -> Bool {
    if rest == 0 { return true }
    guard limit > 0 else { return false }
    let first = rest & -rest
    return lines.contains { $0 & first != 0 && covers(rest & ~$0, lines, limit - 1) }
  }

  /// The dates that each line has, one bit a date.
  private func lines() -> [Int] {
    let years = Set(dates.map(\.year)).sorted()
    let months = Set(dates.map(\.month)).sorted()
    let weekdays = Set(dates.map { BruteForceLines.weekday($0) }).sorted()
    var lines: Set<Int> = []
    for years in BruteForceLines.subsets(years) {
      for months in BruteForceLines.subsets(months) {
        for weekdays in BruteForceLines.subsets(weekdays) {
          let own = dates.filter {
            years.contains($0.year) && months.contains($0.month)
              && weekdays.contains(BruteForceLines.weekday($0))
          }
          // What names a year, a month or a weekday in vain is no better than what doesn't.
          guard Set(own.map(\.year)).count == years.count,
            Set(own.map(\.month)).count == months.count,
            Set(own.map { BruteForceLines.weekday($0) }).count == weekdays.count
          else { continue }
          for fromEnd in [false, true] {
            lines.formUnion(self.lines(own, years, months, weekdays, fromEnd))
          }
        }
      }
    }
    return lines.filter { line in !lines.contains { $0 != line && $0 & line == line } }
  }

  private func lines(
    _ own: [CivilDate], _ years: [Int], _ months: [Int], _ weekdays: [Int], _ fromEnd: Bool
  ) -> [Int] {
    var free = Set(1...(fromEnd ? 28 : 31))
    for year in years {
      for month in months {
        for day in 1...CivilDate.length(ofMonth: month, year: year) {
          let date = CivilDate(uncheckedYear: year, month: month, day: day)
          if weekdays.contains(BruteForceLines.weekday(date)), !dates.contains(date) {
            free.remove(BruteForceLines.number(date, fromEnd))
          }
        }
      }
    }
    func bits(_ days: Set<Int>) -> Int {
      dates.indices.reduce(0) { bits, index in
        let isOwn = own.contains(dates[index])
        return isOwn && days.contains(BruteForceLines.number(dates[index], fromEnd))
          ? bits | 1 << index : bits
      }
    }
    guard fromEnd else { return [bits(free)] }
    let named = Set(own.map { BruteForceLines.number($0, true) }).intersection(free).sorted()
    return BruteForceLines.lists(of: named, within: free).map(bits)
  }

  /// The sets of days from the month's end that one line takes, of some days and with none but
  /// those that are free.
  ///
  /// A list has elements, each a day or days at one distance; systemd sorts them by start and end,
  /// and the first may reach to 28, the second to 25 and so on.
  static func lists(of days: [Int], within free: Set<Int>) -> [Set<Int>] {
    // By set of days, the fewest elements that have it: going through all elements as they are
    // sorted.
    var elements = [Int: Int]()
    elements[0] = 0
    for start in free.sorted() {
      for stop in free.sorted() where stop >= start {
        for step in 1...max(1, stop - start) where (stop - start) % step == 0 {
          let members = Array(stride(from: start, through: stop, by: step))
          guard members.allSatisfy(free.contains) else { continue }
          let own = days.indices.reduce(0) {
            members.contains(days[$1]) ? $0 | 1 << $1 : $0
          }
          guard own != 0 else { continue }
          for (set, count) in elements where stop <= 28 - 3 * count {
            elements[set | own] = min(elements[set | own] ?? .max, count + 1)
          }
        }
      }
    }
    return elements.keys.map { set in
      Set(days.indices.filter { set >> $0 & 1 == 1 }.map { days[$0] })
    }
  }

  private static func weekday(_ date: CivilDate) -> Int { date.weekday.rawValue }

  private static func number(_ date: CivilDate, _ fromEnd: Bool) -> Int {
    fromEnd
      ? CivilDate.length(ofMonth: date.month, year: date.year) - date.day + 1 : date.day
  }

  private static func subsets(_ elements: [Int]) -> [[Int]] {
    elements.reduce([[]]) { sets, element in sets + sets.map { $0 + [element] } }
      .filter { !$0.isEmpty }
  }
}
