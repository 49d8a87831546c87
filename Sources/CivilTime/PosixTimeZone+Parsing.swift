extension PosixTimeZone {
  /// Reads a rule; nil for what is none as a whole.
  ///
  /// - Parameter text: The value of `TZ`.
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
    // Without a rule the C library takes that of the United States.
    if parser.rest.isEmpty { parser.rest = Array(",M3.2.0,M11.1.0".utf8)[...] }
    guard parser.take(","), let start = parser.change(), parser.take(","),
      let end = parser.change(), parser.rest.isEmpty
    else { return nil }
    summer = Summer(offset: offset, start: start, end: end)
  }

  /// Reads the parts of a rule from the front of what is left.
  private struct Parser {
    var rest: ArraySlice<UInt8>

    /// Takes a character where it comes next.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: character) else { return false }
      rest.removeFirst()
      return true
    }

    /// Takes the short name of a time, at least three letters, or more in angle brackets.
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

    /// Takes a number.
    mutating func number(_ range: ClosedRange<Int>) -> Int? {
      let digits = rest.prefix(while: \.isDigit)
      guard (1...3).contains(digits.count),
        let value = Int(String(decoding: digits, as: UTF8.self)), range.contains(value)
      else { return nil }
      rest = rest.dropFirst(digits.count)
      return value
    }

    /// Takes `[+-]hh[:mm[:ss]]`, in seconds.
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

    /// Takes a day, and the time that stands behind it; 02:00 without one.
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
