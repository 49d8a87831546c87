import CivilTime

/// A product of days and times of day: the content of one line.
struct LineTerm: Hashable {
  /// The years in ascending order.
  ///
  /// With open years: the first year, or empty for every year.
  var years: [Int] = []
  var hasOpenYears = false
  /// The months, bit 0 for January.
  var months: UInt16
  /// The days of the month: bit 0 is the first day, or the last day if `countsDaysFromEnd`.
  var days: UInt32
  /// Whether `days` count from the end of the month.
  var countsDaysFromEnd = false
  /// The weekdays, bit 0 for Monday.
  var weekdays = LineTerm.everyWeekday
  /// The hours, one bit for each.
  var hours: UInt32 = 0
  /// The minutes, one bit for each.
  var minutes: UInt64 = 0
  /// The seconds, one bit for each.
  var seconds: UInt64 = 0

  /// All twelve months.
  static let everyMonth: UInt16 = 0xFFF
  /// All days of a month of any length.
  static let everyDay: UInt32 = 0x7FFF_FFFF
  static let everyWeekday: UInt8 = 0x7F

  func at(_ time: TimeOfDay) -> LineTerm {
    var term = self
    term.hours = 1 << UInt32(time.hour)
    term.minutes = 1 << UInt64(time.minute)
    term.seconds = 1 << UInt64(time.second)
    return term
  }

  /// The line of the term; nil if systemd does not accept it.
  func line(in zone: ExpressionZone) -> CalendarExpression? {
    let openYears = years.first.map {
      ExpressionComponent(elements: [.init(start: $0, step: 1)])
    }
    // systemd.time(7) writes the last of a weekday as the seventh last day and all days after it.
    let lastWeek = ExpressionComponent(elements: [.init(start: 7, step: 1)])
    let field = countsDaysFromEnd ? CalendarField.dayFromMonthEnd : .day
    return try? CalendarExpression(
      weekdays: WeekdaySet(rawValue: weekdays),
      years: hasOpenYears ? openYears ?? .every : ExpressionComponent(years, of: .year),
      months: ExpressionComponent(months.bitPositions.map { $0 + 1 }, of: .month),
      days: countsDaysFromEnd && days == 0x7F
        ? lastWeek : ExpressionComponent(days.bitPositions.map { $0 + 1 }, of: field),
      countsDaysFromEnd: countsDaysFromEnd,
      hours: ExpressionComponent(hours.bitPositions, of: .hour),
      minutes: ExpressionComponent(minutes.bitPositions, of: .minute),
      seconds: ExpressionComponent(seconds.bitPositions, of: .second), zone: zone)
  }
}

extension [LineTerm] {
  /// Makes terms that contain exactly the given dates.
  ///
  /// They are fewest if the dates are ascending.
  init(_ dates: some Sequence<CivilDateTime>) {
    // Years are added last, because lists of years make the search for equal terms slow.
    var years: [LineTerm: Set<Int>] = [:]
    var terms: [LineTerm] = []
    var last: (year: Int, month: Int, time: TimeOfDay)?
    func endYear() {
      guard let last else { return }
      for term in terms.merged(\.days).mergedTimes.merged(\.months) {
        years[term, default: []].insert(last.year)
      }
      terms = []
    }
    for civil in dates {
      let date = civil.date
      let day: UInt32 = 1 << UInt32(date.day - 1)
      // Most dates follow another one in their month, and merging terms costs more than this.
      if let last, last == (date.year, date.month, civil.time) {
        terms[terms.count - 1].days |= day
      } else {
        if last?.year != date.year { endYear() }
        last = (date.year, date.month, civil.time)
        terms.append(LineTerm(months: 1 << UInt16(date.month - 1), days: day).at(civil.time))
      }
    }
    endYear()
    self = years.map { term, years in
      var term = term
      term.years = years.sorted()
      return term
    }
  }

  /// The terms, merged if they differ only in the seconds, the minutes or the hours.
  var mergedTimes: [LineTerm] { merged(\.seconds).merged(\.minutes).merged(\.hours) }

  private func merged<Bits: FixedWidthInteger>(
    _ part: WritableKeyPath<LineTerm, Bits>
  ) -> [LineTerm] {
    guard count > 1 else { return self }
    var terms: [LineTerm] = []
    var places: [LineTerm: Int] = [:]
    for term in self {
      var key = term
      key[keyPath: part] = 0
      if let place = places[key] {
        terms[place][keyPath: part] |= term[keyPath: part]
      } else {
        places[key] = terms.count
        terms.append(term)
      }
    }
    return terms
  }
}

extension FixedWidthInteger {
  var bitPositions: [Int] {
    var positions: [Int] = []
    var rest = self
    while rest != 0 {
      positions.append(rest.trailingZeroBitCount)
      rest &= rest &- 1
    }
    return positions
  }
}
