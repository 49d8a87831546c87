package import CivilTime

/// The days of a pause: `today`, `until monday`, `tomorrow..friday`, `3 days`.
extension TimeWords {
  /// Returns the days that a text means.
  ///
  /// `until` excludes its day, and `..` includes both. A number of days begins today.
  ///
  /// - Parameter text: A day, two days, or whole days or weeks.
  /// - Returns: The first and the last day.
  /// - Throws: The reason why the text isn't understood.
  package func days(_ text: String) throws(FormatError) -> ClosedRange<CivilDate> {
    var words = TimeWords.words(text)
    if words.first == "for" { words.removeFirst() }
    if let duration = TimeWords.duration(words) {
      guard duration.months == 0, duration.seconds == 0, duration.days > 0,
        duration.days <= TimeWords.longestPause
      else {
        throw FormatError(
          problem: "is not a number of whole days up to \(TimeWords.longestPause)",
          examples: ["today", "3 days"])
      }
      return range(from: today, to: today + duration.days - 1)
    }
    if let place = words.firstIndex(of: "until") {
      let (start, rest) = (Array(words[..<place]), words[place...].joined(separator: " "))
      let first = start.isEmpty ? today : try day(start, before: " \(rest)")
      let end = try day(
        Array(words[(place + 1)...]), after: first,
        behind: start.isEmpty ? "until " : "\(date(first)) until ")
      guard end > first else {
        throw FormatError(
          problem: "ends before it begins, because \"until\" excludes its day",
          examples: [place == 0 && end == today ? "today" : "until \(date(first + 1))"])
      }
      return range(from: first, to: end - 1)
    }
    let parts = words.joined(separator: " ").split(
      separator: "..", maxSplits: 1, omittingEmptySubsequences: false
    ).map { TimeWords.words(String($0)) }
    let rest = parts.dropFirst().map { ".." + $0.joined(separator: " ") }.joined()
    let first = try day(parts[0], before: rest)
    guard parts.count == 2 else { return range(from: first, to: first) }
    let last = try day(parts[1], from: first, behind: "\(date(first))..")
    guard last >= first else {
      throw FormatError(
        problem: "ends before it begins", examples: ["\(date(first))..\(date(first + 1))"])
    }
    guard last <= TimeWords.lastDay else {
      throw FormatError(
        problem: "is after \(date(TimeWords.lastDay))",
        examples: ["\(date(first))..\(date(TimeWords.lastDay))"])
    }
    return range(from: first, to: last)
  }

  /// The last day of a pause: the end of the year 2399, as of all calculations.
  private static let lastDay = CivilDateTime(iso8601: "2399-12-30T00:00:00")?.dayNumber ?? .max

  /// The most days of a pause that is given as a number: 366.
  private static let longestPause = 366

  private func range(from first: Int, to last: Int) -> ClosedRange<CivilDate> {
    CivilDate(dayNumber: first)...CivilDate(dayNumber: last)
  }

  /// Finds the day that words name.
  ///
  /// - Parameters:
  ///   - words: The words in lower case.
  ///   - start: A day that a weekday follows; nil for none.
  ///   - first: The first day of a range; nil for none.
  ///   - rest: The text behind the words, for examples.
  ///   - beginning: The text before the words, for examples.
  /// - Returns: The day, as days since 1970-01-01.
  /// - Throws: The reason why the words aren't understood.
  private func day(
    _ words: [String], after start: Int? = nil, from first: Int? = nil, before rest: String = "",
    behind beginning: String = ""
  ) throws(FormatError) -> Int {
    guard let clock = TypedClock(words) else {
      if words.first == "next" { throw nextFault(of: words, rest: rest, after: beginning) }
      throw FormatError(
        problem: "is not a day or two days",
        examples: [
          "today", "tomorrow", "until \(weekdayName(today + 2))",
          "\(date(today + 1))..\(date(today + 7))",
        ])
    }
    guard clock.time == nil else {
      throw FormatError(
        problem: "has a time, but a pause has whole days", examples: ["today", "until tomorrow"])
    }
    switch clock.day {
    case nil, .today: return today
    case .yesterday: return today - 1
    case .tomorrow: return today + 1
    case .date(let date): return date.dayNumber
    case .weekday(let weekday):
      if let start { return weekday.firstDay(from: start + 1) }
      let day = weekday.firstDay(from: first ?? today)
      guard day != first ?? today else {
        throw FormatError(
          problem: first == nil ? "is today or in a week" : "has one day or eight",
          examples: [day, day + 7].map { "\(beginning)\(date($0))\(rest)" })
      }
      return day
    }
  }
}
