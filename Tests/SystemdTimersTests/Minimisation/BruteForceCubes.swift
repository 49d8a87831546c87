import CivilTime

/// Products of sets around some dates, found by going through all of them: slow, and written from
/// systemd.time(7) alone.
///
/// Days that count from the month's end are taken run by run, so that some lists are left out that
/// ``BruteForceLines`` has.
struct BruteForceCubes {
  /// The dates of the instants and their times of day.
  struct Moment: Hashable {
    let date: CivilDate
    let hour: Int
  }

  let wanted: Set<Moment>
  /// From this date on nothing lies in the past.
  let start: CivilDate
  /// All dates from the start to the last day that anything is known of.
  let dates: [CivilDate]

  /// The wanted moments of each product that names no other, without those that others have, too.
  func products() -> [Set<Moment>] {
    let hours = Set(wanted.map(\.hour)).sorted()
    let weekdays = Set(wanted.map(\.date.weekday)).sorted { $0.rawValue < $1.rawValue }
    let months = Set(wanted.map(\.date.month)).sorted()
    let years = Set(wanted.map(\.date.year)).sorted()
    var products: Set<Set<Moment>> = []
    for hours in subsets(hours) {
      for weekdays in subsets(weekdays) {
        for months in subsets(months) {
          for years in subsets(years) {
            let named = dates.filter {
              years.contains($0.year) && months.contains($0.month) && weekdays.contains($0.weekday)
            }
            for fromEnd in [false, true] {
              for days in dayLists(named, hours, fromEnd) {
                products.insert(
                  Set(
                    named.filter { days.contains(number($0, fromEnd)) }.flatMap { date in
                      hours.map { Moment(date: date, hour: $0) }
                    }))
              }
            }
          }
        }
      }
    }
    products.remove([])
    return products.filter { product in
      !products.contains { $0.count > product.count && $0.isSuperset(of: product) }
    }
  }

  /// The largest set of days of the month whose dates are all wanted; where systemd does not take
  /// it in one line, each run of it.
  private func dayLists(
    _ dates: [CivilDate], _ hours: [Int], _ fromEnd: Bool
  ) -> [Set<Int>] {
    var days = Set(1...(fromEnd ? 28 : 31))
    for date in dates {
      if !hours.allSatisfy({ wanted.contains(Moment(date: date, hour: $0)) }) {
        days.remove(number(date, fromEnd))
      }
    }
    guard fromEnd else { return [days] }
    var runs: [[Int]] = []
    for day in days.sorted() {
      if let last = runs.last?.last, last == day - 1 {
        runs[runs.count - 1].append(day)
      } else {
        runs.append([day])
      }
    }
    // Two days are two elements, a longer run is one; the limit of 28 shrinks by three for each.
    let elements = runs.flatMap { $0.count == 2 ? $0 : [$0.last ?? 0] }
    let isOne = elements.enumerated().allSatisfy { $0.element <= 28 - 3 * $0.offset }
    return isOne ? [days] : runs.map { Set($0) }
  }

  private func number(_ date: CivilDate, _ fromEnd: Bool) -> Int {
    fromEnd
      ? CivilDate.length(ofMonth: date.month, year: date.year) - date.day + 1 : date.day
  }

  /// The fewest products that have everything wanted.
  func fewest() -> Int {
    let products = products()
    var limit = 1
    while !canCover(wanted, products, limit) { limit += 1 }
    return limit
  }

  private func canCover(_ rest: Set<Moment>, _ products: [Set<Moment>], _ limit: Int) -> Bool {
    guard !rest.isEmpty else { return true }
    let gains = products.map { $0.intersection(rest) }.filter { !$0.isEmpty }
    let largest = gains.map(\.count).max() ?? 0
    guard largest * limit >= rest.count else { return false }
    guard
      let rarest = rest.min(by: { left, right in
        let counts = [left, right].map { moment in gains.count { $0.contains(moment) } }
        return counts[0] < counts[1]
      })
    else { return true }
    return gains.filter { $0.contains(rarest) }.sorted { $0.count > $1.count }.contains {
      canCover(rest.subtracting($0), gains, limit - 1)
    }
  }

  private func subsets<Element>(_ elements: [Element]) -> [[Element]] {
    elements.reduce([[]]) { sets, element in sets + sets.map { $0 + [element] } }
      .filter { !$0.isEmpty }
  }
}
