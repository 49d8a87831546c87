/// Searches for the few patterns that describe the days of one time of day.
///
/// Patterns are every day, weekdays, an nth or last weekday, or days of the month, each in some or
/// all months. A pattern omits months in which it would elapse on a forbidden day. Its years are
/// open if it is right up to the end of the known days; otherwise it lists them. Dates cover all
/// other days.
struct PatternSearch {
  private var days: MonthlyDays
  private let avoidedMonths: UInt16
  private let isOpenOnly: Bool

  /// Makes a search; `isOpenOnly` if dates are preferred to a pattern with fixed years.
  init(_ days: MonthlyDays, avoiding avoidedMonths: UInt16, isOpenOnly: Bool) {
    self.days = days
    self.avoidedMonths = avoidedMonths
    self.isOpenOnly = isOpenOnly
  }

  /// Finds the patterns, without times of day.
  mutating func patterns() -> [LineTerm] {
    var found: [LineTerm] = []
    var rest = days.dueCount
    while rest > 0 {
      let commonDays = CommonDays(days)
      var best: (terms: [LineTerm], count: Int) = ([], 0)
      for shapes in [commonDays.simpleShapes, commonDays.weekdayShapes] {
        for shape in shapes where best.count < rest || best.terms.count > 1 {
          let offer = offer(of: shape)
          if (offer.count, -offer.terms.count) > (best.count, -best.terms.count) { best = offer }
        }
      }
      // Stop below half of the rest: scattered days match a pattern of some month by chance.
      guard best.count > 0, best.count * 2 >= rest else { break }
      found += best.terms
      for term in best.terms { remove(term) }
      rest -= best.count
    }
    return found
  }

  private mutating func remove(_ term: LineTerm) {
    let daysByKind = term.daysByKind
    for index in days.months.indices {
      let month = days.months[index]
      guard term.months >> UInt16(month.index) & 1 == 1,
        term.hasOpenYears
          ? month.year >= term.years.first ?? .min : term.years.contains(month.year)
      else { continue }
      days.months[index].wanted &= ~daysByKind[month.kind]
      days.months[index].due &= ~daysByKind[month.kind]
    }
  }
}

extension PatternSearch {
  /// Returns the terms of a shape and the number of due days that they cover.
  private func offer(of shape: LineTerm) -> (terms: [LineTerm], count: Int) {
    guard let first = days.months.first?.year,
      let last = days.months.last(where: { $0.due != 0 })?.year
    else { return ([], 0) }
    let daysByKind = shape.daysByKind
    // For each month, the first year from which on the shape has no forbidden days.
    var starts = (0..<12).map { avoidedMonths >> UInt16($0) & 1 == 1 ? Int.max : first }
    for month in days.months where daysByKind[month.kind] & month.forbidden != 0 {
      starts[month.index] = max(starts[month.index], month.year + 1)
    }
    var useful: UInt16 = 0
    for month in days.months
    where month.year >= starts[month.index] && daysByKind[month.kind] & month.wanted != 0 {
      useful |= 1 << UInt16(month.index)
    }
    var openCounts: [Int: Int] = [:]
    var closed: [Int: Months] = [:]
    for month in days.months.prefix(while: { $0.year <= last }) {
      let own = daysByKind[month.kind]
      let count = (own & month.due).nonzeroBitCount
      let bit: UInt16 = 1 << UInt16(month.index)
      if starts[month.index] <= month.year {
        openCounts[starts[month.index], default: 0] += count
      } else if avoidedMonths & bit == 0, own & month.forbidden == 0 {
        closed[month.year, default: Months()].add(bit, count: count)
      }
    }
    var terms: [LineTerm] = []
    var count = 0
    for (start, dueCount) in openCounts where dueCount > 0 {
      let harmless = starts.indices.reduce(UInt16(0)) {
        starts[$1] == start ? $0 | 1 << UInt16($1) : $0
      }
      var term = shape
      term.hasOpenYears = true
      term.years = start == first ? [] : [start]
      term.months = harmless == LineTerm.everyMonth ? harmless : harmless & useful
      terms.append(term)
      count += dueCount
    }
    if !isOpenOnly {
      let named = named(shape, closed: closed)
      terms += named.terms
      count += named.count
    }
    // systemd accepts few lists of days that count from the end of the month.
    guard !shape.countsDaysFromEnd || shape.line(in: .utc) != nil else {
      return ([], 0)
    }
    return (terms, count)
  }

  /// Returns the terms of a shape with fixed years; empty if dates need as few lines.
  private func named(
    _ shape: LineTerm, closed: [Int: Months]
  ) -> (terms: [LineTerm], count: Int) {
    var years: [UInt16: [Int]] = [:]
    var (monthCount, dueCount) = (0, 0)
    for (year, months) in closed where months.dueCount > 0 {
      let written = months.harmless == LineTerm.everyMonth ? months.harmless : months.useful
      years[written, default: []].append(year)
      monthCount += months.useful.nonzeroBitCount
      dueCount += months.dueCount
    }
    guard monthCount > 2 * years.count else { return ([], 0) }
    let terms = years.map { months, years in
      var term = shape
      term.months = months
      term.years = years.sorted()
      return term
    }
    return (terms, dueCount)
  }

  /// The months of a year in which a shape has no forbidden days.
  private struct Months {
    /// The months with due days, bit 0 for January.
    var useful: UInt16 = 0
    /// All months without forbidden days.
    var harmless: UInt16 = 0
    var dueCount = 0

    mutating func add(_ month: UInt16, count: Int) {
      harmless |= month
      if count > 0 { useful |= month }
      dueCount += count
    }
  }
}

private struct CommonDays {
  /// The weekdays that are at least two thirds as frequent as the most frequent one.
  private var weekdays: UInt8
  /// The equally frequent days of the month, counted from the start and from the end.
  private var numbers: [UInt32]
  /// The days of the month of each weekday, counted from the start and from the end.
  private var numbersOfWeekday: [[UInt32]]

  /// The days from the end of the month that systemd can count.
  private static let everyDayFromEnd: UInt32 = 0xFFF_FFFF

  init(_ days: MonthlyDays) {
    var weekdayCounts = [Int](repeating: 0, count: 7)
    var counts = [[Int]](repeating: [Int](repeating: 0, count: 31), count: 2)
    numbersOfWeekday = [[UInt32]](repeating: [UInt32](repeating: 0, count: 7), count: 2)
    for month in days.months where month.wanted != 0 {
      for weekday in 0..<7 {
        let own =
          MonthlyDays.days(on: 1 << UInt8(weekday), firstWeekday: month.firstWeekday) & month.wanted
        numbersOfWeekday[0][weekday] |= own
        numbersOfWeekday[1][weekday] |=
          MonthlyDays.reversed(own, length: month.length) & CommonDays.everyDayFromEnd
        weekdayCounts[weekday] += (own & month.due).nonzeroBitCount
      }
      for day in month.due.bitPositions {
        counts[0][day] += 1
        counts[1][month.length - 1 - day] += 1
      }
    }
    weekdays = UInt8(CommonDays.frequent(weekdayCounts))
    numbers = [
      CommonDays.frequent(counts[0]), CommonDays.frequent(counts[1]) & CommonDays.everyDayFromEnd,
    ]
  }

  private static func frequent(_ counts: [Int]) -> UInt32 {
    let most = max(1, counts.max() ?? 0)
    return counts.indices.reduce(0) { counts[$1] * 3 >= most * 2 ? $0 | 1 << UInt32($1) : $0 }
  }

  /// The shapes of weekdays or of days of the month, simplest first.
  var simpleShapes: [LineTerm] {
    [
      LineTerm.shape(), LineTerm.shape(weekdays: weekdays),
      LineTerm.shape(days: numbersOfWeekday[0].reduce(0, |)), LineTerm.shape(days: numbers[0]),
      LineTerm.shape(days: numbers[1], countsDaysFromEnd: true),
    ]
  }

  /// The shapes of weekdays on certain days of the month.
  var weekdayShapes: [LineTerm] {
    var shapes: [LineTerm] = []
    for (numbers, (ofWeekday, fromEnd)) in zip(numbers, zip(numbersOfWeekday, [false, true])) {
      func add(weekdays: UInt8, days: UInt32) {
        // A date in the second week is the second of its weekday.
        let weeks: [UInt32] = [0x7F, 0x7F << 7, 0x7F << 14, 0x7F << 21, 0x7 << 28]
        let whole = weeks.reduce(0) { $1 & days != 0 ? $0 | $1 : $0 }
        for days in [fromEnd ? whole & CommonDays.everyDayFromEnd : whole, days] where days != 0 {
          shapes.append(
            LineTerm.shape(weekdays: weekdays, days: days, countsDaysFromEnd: fromEnd))
        }
      }
      add(weekdays: weekdays, days: weekdays.bitPositions.reduce(0) { $0 | ofWeekday[$1] })
      let others = ofWeekday.indices.reduce(UInt8(0)) {
        ofWeekday[$1] & numbers != 0 ? $0 | 1 << UInt8($1) : $0
      }
      add(weekdays: others, days: numbers)
      for weekday in weekdays.bitPositions {
        add(weekdays: 1 << UInt8(weekday), days: ofWeekday[weekday])
      }
    }
    return shapes + weekdays.bitPositions.map { LineTerm.shape(weekdays: 1 << UInt8($0)) }
  }
}

extension LineTerm {
  fileprivate static func shape(
    weekdays: UInt8 = everyWeekday, days: UInt32 = everyDay, countsDaysFromEnd: Bool = false
  ) -> LineTerm {
    LineTerm(
      months: everyMonth, days: days, countsDaysFromEnd: countsDaysFromEnd, weekdays: weekdays)
  }

  fileprivate var daysByKind: [UInt32] {
    (0..<MonthlyDays.kindCount).map { kind in
      let length = kind / 7 + 28
      let numbers = countsDaysFromEnd ? MonthlyDays.reversed(days, length: length) : days
      return MonthlyDays.days(on: weekdays, firstWeekday: kind % 7) & numbers
        & ((1 << UInt32(length)) - 1)
    }
  }
}
