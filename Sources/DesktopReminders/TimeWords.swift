package import CivilTime
import ReminderOptions

/// The times and days that a person types: `1 hour`, `14:00`, `tomorrow`, `monday 9:00`.
///
/// A time means the next instant after ``now`` that the words describe. An ambiguous text is an
/// error with examples that work when they are typed instead.
package struct TimeWords: Sendable {
  /// The instant at which the words are typed.
  package let now: Instant
  /// The zone of the user's clock.
  package let zone: Zone
  /// The time of a day that is named without one.
  package let morning: TimeOfDay

  /// The reason why a text isn't understood, and texts to type instead.
  package struct FormatError: Error, Hashable, Sendable {
    /// The problem, as text after the quoted words.
    package let problem: String
    /// Texts that work instead, never empty.
    package let examples: [String]
  }

  /// The longest time until an instant: 366 days.
  private static let farthestDays = 366

  package init(now: Instant, zone: Zone, morning: TimeOfDay = TimeOfDay(secondOfDay: 8 * 3_600)) {
    (self.now, self.zone, self.morning) = (now, zone, morning)
  }

  /// Today, as days since 1970-01-01.
  var today: Int { zone.civil(at: now).dayNumber }

  /// Returns whether an instant is on the day of ``now``.
  func isToday(_ instant: Instant) -> Bool { zone.civil(at: instant).dayNumber == today }

  /// Returns the words of a text in lower case.
  static func words(_ text: String) -> [String] {
    text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// Returns the instant that a text means.
  ///
  /// Days and weeks keep the time of day, and other durations are exact. A local time that a clock
  /// change skips is read with the offset before the gap (RFC 5545, 3.3.5). Of a local time that
  /// occurs twice, the first one after ``now`` counts.
  ///
  /// - Parameter text: A duration, a time of day, a day, or a day and a time.
  /// - Returns: An instant after ``now``, at most 366 days later.
  /// - Throws: The reason why the text isn't understood.
  package func instant(_ text: String) throws(FormatError) -> Instant {
    var words = TimeWords.words(text)
    if let first = words.first, words.count > 1, ["in", "until", "for"].contains(first) {
      words.removeFirst()
    }
    if let duration = TimeWords.duration(words) { return try end(of: duration) }
    guard let clock = TypedClock(words) else { throw fault(of: words) }
    let instant = try self.instant(of: clock)
    guard zone.civil(at: instant).dayNumber - today <= TimeWords.farthestDays else {
      throw FormatError(
        problem: "is more than \(TimeWords.farthestDays) days away", examples: ["tomorrow"])
    }
    return instant
  }

  private func end(of duration: CalendarDuration) throws(FormatError) -> Instant {
    guard duration.months == 0 else {
      throw FormatError(
        problem: "has months or years, which differ in length", examples: ["30 days"])
    }
    guard (1...TimeWords.farthestDays * 86_400).contains(duration.nominalSeconds) else {
      throw FormatError(
        problem: "is outside of 1 second to \(TimeWords.farthestDays) days", examples: ["1 hour"])
    }
    let end = duration.end(from: now, in: zone)
    // The first pass of a repeated hour can be over.
    return end > now ? end : zone.otherPass(of: end) ?? now + duration.nominalSeconds
  }

  private func instant(of clock: TypedClock) throws(FormatError) -> Instant {
    let time = clock.time ?? morning
    let days: [Int]
    switch clock.day {
    case nil:
      // A clock change can skip the time on the next days.
      days = [today, today + 1, today + 2]
    case .today:
      guard clock.time != nil else {
        throw FormatError(problem: "lacks a time", examples: ["1 hour", "23:00"])
      }
      days = [today]
    case .tomorrow: days = [today + 1]
    case .yesterday: days = []
    case .weekday(let weekday):
      let day = weekday.firstDay(from: today)
      guard day > today || instant(day: today, time) == nil else {
        throw FormatError(
          problem: "is today or in a week", examples: ["today \(time)", "\(date(day + 7)) \(time)"])
      }
      days = [day, day + 7]
    case .date(let date): days = [date.dayNumber]
    }
    guard let next = days.lazy.compactMap({ instant(day: $0, time) }).first else {
      throw FormatError(problem: "is past", examples: ["tomorrow \(time)"])
    }
    return next
  }

  /// Returns a local time if it is after ``now``.
  private func instant(day: Int, _ time: TimeOfDay) -> Instant? {
    let civil = CivilDateTime(dayNumber: day, time: time)
    switch zone.resolve(civil) {
    case .unique(let instant): return instant > now ? instant : nil
    case .fold(let first, let second): return [first, second].first { $0 > now }
    case .gap(let before, _):
      // After the gap, the clock has passed the skipped time.
      let instant = Instant(secondsSince1970: civil.secondsSince1970 - before)
      return instant > now && civil > zone.civil(at: now) ? instant : nil
    }
  }

  /// Returns an instant as the user types it: `today 14:00`, or with weekday and date.
  package func phrase(_ instant: Instant) -> String {
    let civil = zone.civil(at: instant)
    let names = [-1: "yesterday", 0: "today", 1: "tomorrow"]
    guard let name = names[civil.dayNumber - today] else {
      return "\(LocalTime(instant, in: zone))"
    }
    return "\(name) \(civil.time)"
  }

  func date(_ day: Int) -> String { "\(CivilDate(dayNumber: day))" }

  /// Parses `1 hour`, `an hour`, `half an hour`, `1h30m` or `PT1H`; nil for other texts.
  static func duration(_ words: [String]) -> CalendarDuration? {
    var words = words.filter { $0 != "and" }
    if words == ["half", "hour"] { return CalendarDuration(seconds: 1_800) }
    if words.count > 1, words[0] == "half", ["an", "a"].contains(words[1]) {
      guard words.count == 3, words[2] == "hour" else { return nil }
      return CalendarDuration(seconds: 1_800)
    }
    words = words.map { numbers[$0].map(String.init) ?? $0 }
    return CalendarDuration(HandwrittenDuration.standard(words.joined(separator: " ")))
  }

  private static let numbers = [
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
  ]

  /// The reason why a text is neither a duration nor a time.
  private func fault(of words: [String]) -> FormatError {
    let names = words.filter { $0 != "at" }
    if let number = names.last.flatMap({ Int($0) }), (0...99).contains(number), names.count <= 2 {
      let day = names.count == 2 ? "\(names[0]) " : ""
      let isDay = names.count == 1 || TypedClock([names[0]]) != nil
      let minutes = names.count == 1 && number > 0 ? ["\(number)m"] : []
      let hour = number < 24 ? ["\(day)\(number):00"] : []
      let half = (1...12).contains(number) ? ["\(day)\(number)pm"] : []
      if isDay, !(minutes + hour).isEmpty {
        return FormatError(
          problem: minutes.isEmpty ? "lacks the minutes" : "can be minutes or an hour",
          // A weekday and an hour can be ambiguous, too.
          examples: (minutes + hour + half).filter { (try? instant($0)) != nil })
      }
    }
    if words.first == "next" { return nextFault(of: words, rest: " \(morning)") }
    if let word = words.first(where: { TimeWords.vague[$0] != nil }) {
      let day = words.contains("tomorrow") ? "tomorrow " : ""
      return FormatError(
        problem: "lacks a time", examples: ["\(day)\(TimeWords.vague[word] ?? "")"])
    }
    return FormatError(
      problem: "is not a duration, a time or a day",
      examples: ["1 hour", "14:00", "tomorrow", "\(weekdayName(today + 2)) 9:00"])
  }

  /// Parts of a day, with a time that a person may mean.
  private static let vague = [
    "morning": "8:00", "afternoon": "14:00", "evening": "20:00", "tonight": "20:00",
    "night": "22:00", "midnight": "0:00",
  ]

  /// The reason why `next monday` or `next week` isn't understood.
  ///
  /// - Parameters:
  ///   - words: The words.
  ///   - rest: The text behind them, for examples.
  ///   - start: The text before them, for examples.
  /// - Returns: The reason.
  func nextFault(of words: [String], rest: String, after start: String = "") -> FormatError {
    guard words.count > 1, case .weekday(let weekday) = TypedClock([words[1]])?.day else {
      let monday = Weekday.monday.firstDay(from: today + 1)
      return FormatError(problem: "is not a day", examples: ["\(start)\(date(monday))\(rest)"])
    }
    let day = weekday.firstDay(from: today + 1)
    return FormatError(
      problem: "can be this week or the next one",
      examples: [day, day + 7].map { "\(start)\(date($0))\(rest)" })
  }

  func weekdayName(_ day: Int) -> String { Weekday(dayNumber: day).englishName.lowercased() }
}

/// A day, a time of day, or both, as a person types them.
struct TypedClock: Hashable {
  enum Day: Hashable {
    case yesterday, today, tomorrow
    case weekday(Weekday)
    case date(CivilDate)
  }

  let day: Day?
  let time: TimeOfDay?

  /// Parses words in lower case: a day, a time, or both in any order; nil for others.
  init?(_ words: [String]) {
    var words = words.filter { $0 != "at" }
    if words.count == 1, let civil = CivilDateTime(iso8601: words[0]) {
      (day, time) = (.date(civil.date), civil.time)
      return
    }
    var day: Day?
    if let first = TypedClock.cutDay(&words) {
      day = first
    } else if let last = words.last, let named = TypedClock.day(last) {
      day = named
      words.removeLast()
    }
    let time = TypedClock.time(words)
    guard day != nil || time != nil, words.isEmpty || time != nil else { return nil }
    (self.day, self.time) = (day, time)
  }

  /// Removes a day from the start; a weekday can precede its date.
  private static func cutDay(_ words: inout [String]) -> Day? {
    guard let first = words.first.flatMap(day) else { return nil }
    words.removeFirst()
    if case .weekday(let weekday) = first, case .date(let date)? = words.first.flatMap(day),
      date.weekday == weekday
    {
      words.removeFirst()
      return .date(date)
    }
    return first
  }

  private static func time(_ words: [String]) -> TimeOfDay? {
    if words == ["noon"] { return TimeOfDay(secondOfDay: 12 * 3_600) }
    guard words.count == 1 || (words.count == 2 && ["am", "pm"].contains(words[1])) else {
      return nil
    }
    return TimeOfDay(words.joined(separator: " "))
  }

  private static func day(_ word: String) -> Day? {
    switch word {
    case "yesterday": return .yesterday
    case "today": return .today
    case "tomorrow": return .tomorrow
    default:
      if let date = CivilDateTime(iso8601: "\(word)T00:00:00")?.date { return .date(date) }
      // Three or more letters: mon, tues, thurs.
      return Weekday.allCases.first {
        word.count >= 3 && $0.englishName.lowercased().hasPrefix(word)
      }.map { .weekday($0) }
    }
  }
}

extension TimeWords {
  /// A test of instants for the time or the day at the end of a text.
  package struct Filter {
    fileprivate let clock: TypedClock
    fileprivate let words: TimeWords

    /// Whether the words name a day.
    package var hasDay: Bool { clock.day != nil }
    /// Whether the words name a time of day.
    package var hasTime: Bool { clock.time != nil }

    /// Whether an instant has the day and the time.
    ///
    /// A weekday is the last one or the next one. A time without seconds matches the whole minute.
    package func matches(_ instant: Instant) -> Bool {
      let civil = words.zone.civil(at: instant)
      if let time = clock.time {
        let isSame =
          time.second == 0
          ? (time.hour, time.minute) == (civil.hour, civil.minute) : time == civil.time
        if !isSame { return false }
      }
      let distance = civil.dayNumber - words.today
      return switch clock.day {
      case nil: true
      case .yesterday: distance == -1
      case .today: distance == 0
      case .tomorrow: distance == 1
      case .weekday(let weekday): civil.date.weekday == weekday && abs(distance) <= 7
      case .date(let date): civil.date == date
      }
    }
  }

  /// Returns a filter for words that name a day, a time or both; nil for others.
  package func filter(_ words: [String]) -> Filter? {
    TypedClock(words.flatMap(TimeWords.words)).map { Filter(clock: $0, words: self) }
  }
}
