/// A rule of the `TZ` variable, such as `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX, 8.3).
///
/// The rule holds for all years, as in the C library. The footer of a TZif file has the same
/// format.
package struct PosixTimeZone: Equatable {
  enum Day: Equatable {
    /// `Mm.w.d`: a weekday of a month, where Sunday is 0.
    ///
    /// Week 5 is the last one.
    case weekday(month: Int, week: Int, weekday: Int)
    /// `Jn`: a day of the year from 1 to 365. 29 February is never counted.
    case julian(Int)
    /// `n`: a day of the year from 0 to 365. 29 February is counted.
    case ordinal(Int)

    func dayNumber(in year: Int) -> Int {
      let newYear = CivilDate(uncheckedYear: year, month: 1, day: 1).dayNumber
      switch self {
      case .julian(let day):
        return newYear + day - (CivilDate.isLeap(year: year) && day >= 60 ? 0 : 1)
      case .ordinal(let day): return newYear + day
      case .weekday(let month, let week, let weekday):
        let first = CivilDate(uncheckedYear: year, month: month, day: 1).dayNumber
        // Day 0 is a Thursday, the fifth day of a week that begins on Sunday.
        let offset = (weekday - (first + 4)).floorModulo(7)
        let last = first + CivilDate.length(ofMonth: month, year: year) - 1
        let day = first + offset + (week - 1) * 7
        return day > last ? day - 7 : day
      }
    }
  }

  struct ClockChange: Equatable {
    var day: Day
    /// The time on the clock before the change, in seconds since midnight.
    ///
    /// It can be negative or more than a day.
    var second: Int

    /// The wall-clock time of the change in a year, in seconds since 1970-01-01T00:00:00.
    func civilSeconds(in year: Int) -> Int { day.dayNumber(in: year) * 86_400 + second }
  }

  /// Seconds east of UTC in standard time.
  let standard: Int
  /// The summer time; nil if the zone has only standard time.
  let summer: Summer?

  /// The offset of summer time, in seconds east of UTC, and the changes that start and end it.
  struct Summer: Equatable {
    let offset: Int
    let start: ClockChange
    let end: ClockChange
  }

  /// The constant offset in seconds east of UTC; nil if the rule has summer time.
  package var constantOffset: Int? { summer == nil ? standard : nil }

  /// Makes a zone without an identifier from the changes of some years.
  package func zone(in years: ClosedRange<Int>) -> Zone {
    let transitions = changes(in: years)
    return Zone(
      identifier: "", isIANA: false, initialOffset: transitions.first?.offsetBefore ?? standard,
      transitions: transitions)
  }

  /// The transitions of some years, ascending; some may not change the offset.
  func changes(in years: ClosedRange<Int>) -> [Zone.Transition] {
    guard let summer else { return [] }
    let changes = years.flatMap { year in
      [
        (summer.end.civilSeconds(in: year) - summer.offset, summer.offset, standard),
        (summer.start.civilSeconds(in: year) - standard, standard, summer.offset),
      ]
    }
    // If one summer ends at the instant when the next begins, the two changes cancel out.
    return [Zone.Transition](
      changes.sorted { ($0.0, $0.2 == standard ? 0 : 1) < ($1.0, $1.2 == standard ? 0 : 1) })
  }
}

extension PosixTimeZone {
  /// Parses a rule, the value of `TZ` without a leading colon; nil if it is not complete.
  package init?(_ text: String) {
    var parser = Parser(rest: Array(text.utf8)[...])
    guard parser.name(), let west = parser.offset(upTo: 24) else { return nil }
    standard = -west
    guard !parser.rest.isEmpty else {
      summer = nil
      return
    }
    guard parser.name() else { return nil }
    var offset = standard + 3_600
    if let first = parser.rest.first, first != UInt8(ascii: ",") {
      guard let west = parser.offset(upTo: 24) else { return nil }
      offset = -west
    }
    // A rule without dates uses those of the United States, as in the C library.
    if parser.rest.isEmpty { parser.rest = Array(",M3.2.0,M11.1.0".utf8)[...] }
    guard parser.take(","), let start = parser.change(), parser.take(","),
      let end = parser.change(), parser.rest.isEmpty
    else { return nil }
    summer = Summer(offset: offset, start: start, end: end)
  }

  /// Consumes the parts of a rule from the front of a text.
  private struct Parser {
    var rest: ArraySlice<UInt8>

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: character) else { return false }
      rest.removeFirst()
      return true
    }

    /// Takes an abbreviation of at least three letters, or a quoted one in angle brackets.
    mutating func name() -> Bool {
      let isQuoted = take("<")
      let name = rest.prefix { byte in
        let letter = byte | 0x20
        return (0x61...0x7A).contains(letter)
          || isQuoted && (byte.isDigit || byte == 0x2B || byte == 0x2D)
      }
      rest = rest.dropFirst(name.count)
      return name.count >= 3 && (!isQuoted || take(">"))
    }

    /// Takes a number of one to three digits; nil if it is outside `range`.
    mutating func number(_ range: ClosedRange<Int>) -> Int? {
      let digits = rest.prefix(while: \.isDigit)
      guard (1...3).contains(digits.count),
        let value = Int(String(decoding: digits, as: UTF8.self)), range.contains(value)
      else { return nil }
      rest = rest.dropFirst(digits.count)
      return value
    }

    /// Takes `[+-]hh[:mm[:ss]]` and returns it in seconds.
    mutating func offset(upTo hours: Int) -> Int? {
      let isNegative = take("-")
      if !isNegative { _ = take("+") }
      guard var seconds = number(0...hours).map({ $0 * 3_600 }) else { return nil }
      for unit in [60, 1] where take(":") {
        guard let value = number(0...59) else { return nil }
        seconds += value * unit
      }
      return isNegative ? -seconds : seconds
    }

    /// Takes a day and an optional time; the default is 02:00.
    mutating func change() -> ClockChange? {
      guard let day = day() else { return nil }
      guard take("/") else { return ClockChange(day: day, second: 7_200) }
      return offset(upTo: 167).map { ClockChange(day: day, second: $0) }
    }

    private mutating func day() -> Day? {
      if take("J") { return number(1...365).map(Day.julian) }
      guard take("M") else { return number(0...365).map(Day.ordinal) }
      guard let month = number(1...12), take("."), let week = number(1...5), take("."),
        let weekday = number(0...6)
      else { return nil }
      return .weekday(month: month, week: week, weekday: weekday)
    }
  }
}
