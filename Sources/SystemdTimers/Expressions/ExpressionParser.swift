import CivilTime

extension CalendarExpression {
  /// Parses a value of `OnCalendar=` as systemd 252 does.
  ///
  /// Fractions of a second and the abbreviations of the local zone are not supported.
  ///
  /// - Parameters:
  ///   - text: `[WEEKDAYS] [DATE] [TIME] [ZONE]`, a shorthand such as `daily`, or `@` with seconds
  ///     since 1970; without leading or trailing spaces.
  ///   - isZone: Whether the last word names a zone. systemd looks for a file of zone data. The
  ///     default accepts every word that has the characters of a zone name and is not a word of the
  ///     grammar.
  /// - Throws: ``CalendarExpressionError`` if systemd rejects the text.
  package init(
    parsing text: String, isZone: (String) -> Bool = { ExpressionParser.looksLikeZone($0) }
  ) throws(CalendarExpressionError) {
    var words = Substring(text)
    var zone = ExpressionZone.local
    if let space = words.lastIndex(of: " ") {
      let last = String(words[words.index(after: space)...])
      if last.lowercased() == "utc" {
        (zone, words) = (.utc, words[..<space])
      } else if ExpressionZone.isWellFormed(last), isZone(last) {
        (zone, words) = (.named(last), words[..<space])
      }
    }
    guard !words.isEmpty else { throw CalendarExpressionError() }
    var parser = ExpressionParser(String(words))
    try parser.parse()
    try self.init(
      weekdays: parser.weekdays, years: parser.years, months: parser.months, days: parser.days,
      countsDaysFromEnd: parser.countsDaysFromEnd, hours: parser.hours, minutes: parser.minutes,
      seconds: parser.seconds, zone: parser.isUTC ? .utc : zone)
  }
}

/// Parses the parts of a calendar expression before its zone.
package struct ExpressionParser {
  private let bytes: [UInt8]
  private var position = 0

  private(set) var weekdays: WeekdaySet = []
  private(set) var years = ExpressionComponent.every
  private(set) var months = ExpressionComponent.every
  private(set) var days = ExpressionComponent.every
  private(set) var countsDaysFromEnd = false
  private(set) var hours: ExpressionComponent = 0
  private(set) var minutes: ExpressionComponent = 0
  private(set) var seconds: ExpressionComponent = 0
  /// Whether the text has seconds since 1970, which are UTC regardless of the zone.
  private(set) var isUTC = false

  init(_ text: String) {
    bytes = Array((ExpressionParser.shorthands[text.lowercased()] ?? text).utf8)
  }

  mutating func parse() throws(CalendarExpressionError) {
    try parseWeekdays()
    try parseDate()
    if !isUTC { try parseTime() }
    guard peek() == nil else { throw CalendarExpressionError() }
  }

  private func peek(_ offset: Int = 0) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private func isAt(_ character: Unicode.Scalar, offset: Int = 0) -> Bool {
    peek(offset) == UInt8(ascii: character)
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard isAt(character) else { return false }
    position += 1
    return true
  }

  private mutating func skipSpaces() { while skip(" ") {} }

  private var rest: String { String(decoding: bytes[position...], as: UTF8.self) }
}

extension ExpressionParser {
  private mutating func parseWeekdays() throws(CalendarExpressionError) {
    var rangeStart: Weekday?
    var isFirst = true
    while true {
      let lowercased = rest.lowercased()
      guard
        let (name, day) = ExpressionParser.weekdayNames.first(where: {
          lowercased.hasPrefix($0.name)
        })
      else {
        if isFirst { return }
        throw CalendarExpressionError()
      }
      let start = rangeStart ?? day
      guard start.rawValue <= day.rawValue else {
        throw CalendarExpressionError()
      }
      for member in Weekday.allCases[start.rawValue...day.rawValue] {
        weekdays.insert(WeekdaySet(member))
      }
      position += name.utf8.count
      if peek() == nil { return }
      if isAt(" ") { return skipSpaces() }
      if skip(",") {
        rangeStart = nil
      } else if rangeStart == nil, isAt("-") || (isAt(".") && isAt(".", offset: 1)) {
        // A range with "-" is the older syntax.
        position += isAt("-") ? 1 : 2
        rangeStart = day
      } else {
        throw CalendarExpressionError()
      }
      if rangeStart == nil, peek() == nil || isAt(" ") { return skipSpaces() }
      isFirst = false
    }
  }

  private mutating func parseDate() throws(CalendarExpressionError) {
    guard peek() != nil else { return }
    if skip("@") { return try parseTimestamp() }
    let start = position
    let first = try parseComponent(.month)
    // A colon means that this was the hour, so the expression does not have a date.
    if peek() == nil || isAt(":") {
      position = start
      return
    }
    countsDaysFromEnd = isAt("~")
    guard skip("~") || skip("-") else { throw CalendarExpressionError() }
    let second = try parseComponent(.day)
    if peek() == nil || isAt(" ") {
      (months, days) = (first, second)
    } else {
      guard !countsDaysFromEnd else { throw CalendarExpressionError() }
      countsDaysFromEnd = isAt("~")
      guard skip("~") || skip("-") else { throw CalendarExpressionError() }
      let third = try parseComponent(.day)
      guard peek() == nil || isAt(" ") else { throw CalendarExpressionError() }
      (years, months, days) = (ExpressionParser.withCentury(first), second, third)
    }
    skipSpaces()
  }

  /// Parses seconds since 1970, which are always UTC.
  private mutating func parseTimestamp() throws(CalendarExpressionError) {
    let value = try parseNumber(.year)
    guard let moment = CalendarExpression(at: Instant(secondsSince1970: value)) else {
      throw CalendarExpressionError()
    }
    (years, months, days) = (moment.years, moment.months, moment.days)
    (hours, minutes, seconds) = (moment.hours, moment.minutes, moment.seconds)
    isUTC = true
  }

  private mutating func parseTime() throws(CalendarExpressionError) {
    guard peek() != nil else { return }
    hours = try parseComponent(.hour)
    guard skip(":") else { throw CalendarExpressionError() }
    minutes = try parseComponent(.minute)
    if skip(":") { seconds = try parseComponent(.second) }
  }

  /// Completes years of two digits: 69 is 2069, 70 is 1970.
  private static func withCentury(_ component: ExpressionComponent) -> ExpressionComponent {
    func full(_ year: Int) -> Int { year < 70 ? year + 2_000 : year < 100 ? year + 1_900 : year }
    return ExpressionComponent(
      elements: component.elements.map {
        .init(start: full($0.start), stop: $0.stop.map(full), step: $0.step)
      })
  }

  private mutating func parseComponent(_ field: CalendarField)
    throws(CalendarExpressionError) -> ExpressionComponent
  {
    if skip("*") { return .every }
    var elements: [ExpressionComponent.Element] = []
    repeat {
      let start = try parseNumber(field)
      var stop: Int?
      if isAt("."), isAt(".", offset: 1) {
        position += 2
        stop = try parseNumber(field)
      }
      var step = 0
      if skip("/") {
        step = try parseNumber(field)
        guard step > 0 else { throw CalendarExpressionError() }
      } else if field == .second, let stop, stop <= start {
        // Other fields accept `05..05` for a single value; seconds do not.
        throw CalendarExpressionError()
      }
      guard peek() == nil || " ,-~:".utf8.contains(bytes[position]) else {
        throw CalendarExpressionError()
      }
      elements.append(.init(start: start, stop: stop, step: step))
    } while skip(",")
    return ExpressionComponent(elements: elements)
  }

  private mutating func parseNumber(_ field: CalendarField) throws(CalendarExpressionError) -> Int {
    let start = position
    var value = 0
    while let digit = peek(), digit.isDigit {
      // Numbers of more than ten digits are out of range in every field. The limit keeps the sum
      // small.
      value = min(value * 10 + Int(digit - 0x30), 99_999_999_999)
      position += 1
    }
    guard position > start else { throw CalendarExpressionError() }
    if field == .second, isAt("."), !isAt(".", offset: 1) { try parseZeroFraction() }
    return value
  }

  /// Parses a fraction that rounds to zero microseconds, as systemd rounds.
  private mutating func parseZeroFraction() throws(CalendarExpressionError) {
    position += 1
    let digits = bytes[position...].prefix(while: \.isDigit)
    guard !digits.isEmpty else { throw CalendarExpressionError() }
    position += digits.count
    let seventh = digits.dropFirst(6).first ?? 0x30
    guard digits.prefix(6).allSatisfy({ $0 == 0x30 }), seventh < 0x35 else {
      throw CalendarExpressionError()
    }
  }
}

extension ExpressionParser {
  /// The names of the weekdays in lower case.
  ///
  /// Full names are first, because each begins with its abbreviation.
  static let weekdayNames: [(name: String, day: Weekday)] =
    Weekday.allCases.map { ($0.englishName.lowercased(), $0) }
    + Weekday.allCases.map { ($0.abbreviation.lowercased(), $0) }

  /// The shorthands with their meanings (systemd.time(7)).
  static let shorthands = [
    "minutely": "*:*", "hourly": "*:00", "daily": "00:00", "weekly": "Mon 00:00",
    "monthly": "*-01", "quarterly": "01,04,07,10-01", "semiannually": "01,07-01",
    "semi-annually": "01,07-01", "biannually": "01,07-01", "bi-annually": "01,07-01",
    "yearly": "01-01", "annually": "01-01", "anually": "01-01",
  ]

  /// Whether a word can be a zone's name: it begins with a letter and is not a word of the grammar.
  package static func looksLikeZone(_ word: String) -> Bool {
    guard let first = word.utf8.first, (0x41...0x5A).contains(first & 0xDF) else { return false }
    let lowercased = word.lowercased()
    return shorthands[lowercased] == nil && !weekdayNames.contains { $0.name == lowercased }
  }
}
