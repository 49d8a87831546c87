package import CivilTime

#if canImport(FoundationEssentials)
  import FoundationEssentials
  // The formatters live there: a statically linked program would lack them otherwise.
  import FoundationInternationalization
#else
  import Foundation
#endif

/// Writes numbers, dates, times and lengths as a language's locale does, each text once.
///
/// Making one costs nothing. The first text loads ICU's data, some milliseconds; each further one
/// of a day or a time that was asked for before is looked up, since a listing asks for millions.
/// Not for several threads: each makes its own.
///
/// The texts are as the locale writes them, invisible characters too: `2:00 PM` has a narrow
/// no-break space (U+202F) before `PM`, and a French `1 heure` has a no-break space (U+00A0), so
/// that neither is torn apart at the end of a line. None of them has a line break.
package final class WordFormatter {
  /// The language.
  package let language: ReminderLanguage
  /// The language's words.
  package let wording: Wording

  private lazy var styles = Styles(language)
  private var texts: [Subject: String] = [:]

  /// What has been written.
  private enum Subject: Hashable {
    case time(TimeOfDay)
    case day(Int, withYear: Bool)
    case weekday(Weekday)
    case length(seconds: Int)
    case city(String)
  }

  /// Makes a formatter that has written nothing yet.
  package init(_ language: ReminderLanguage) {
    self.language = language
    wording = language.wording
  }

  /// A time of day: `14:00`, `2:00 PM`; with seconds where there are any.
  ///
  /// A single second isn't shown: Tasks.org marks a DUE with a time by it.
  package func time(_ time: TimeOfDay) -> String {
    text(.time(time)) {
      let style = time.second <= 1 ? styles.time : styles.timeWithSeconds
      return WordFormatter.date(0, time).formatted(style)
    }
  }

  /// A date: `Wednesday 25 November`, `Wednesday, 25 November 2026`.
  package func day(_ dayNumber: Int, withYear isWithYear: Bool) -> String {
    text(.day(dayNumber, withYear: isWithYear)) {
      WordFormatter.date(dayNumber).formatted(isWithYear ? styles.dayOfYear : styles.day)
    }
  }

  /// The name of a weekday, as it stands inside a text: `Wednesday`, `mercredi`.
  package func weekday(_ weekday: Weekday) -> String {
    text(.weekday(weekday)) {
      WordFormatter.date(weekday.firstDay(from: 0)).formatted(styles.weekday)
    }
  }

  /// A number: `12,345`.
  package func number(_ number: Int) -> String {
    number.formatted(styles.number)
  }

  /// A length of hours and minutes, at least a minute, in the nominative: `1 hour, 30 minutes`.
  package func length(minutes: Int) -> String {
    length(seconds: minutes * 60)
  }

  /// A length of at least a second, in the nominative: `1 minute, 30 seconds`.
  package func length(seconds: Int) -> String {
    text(.length(seconds: seconds)) {
      Duration.seconds(seconds).formatted(styles.length)
    }
  }

  /// The city that a time zone is named for, in the language: `New York`, `Tokio`.
  ///
  /// Zones without one are named by their distance to UTC: `UTC` for `GMT` and `Etc/UTC`, `UTC-3`
  /// for `Etc/GMT+3`, whose name counts westwards. Of a zone that Foundation doesn't know, such as
  /// a VTIMEZONE's, the last part of the identifier is taken.
  ///
  /// - Parameter identifier: A zone's identifier.
  /// - Returns: The name; empty for an identifier that says nothing.
  package func city(of identifier: String) -> String {
    text(.city(identifier)) {
      if let name = UniversalZoneName(identifier) { return name.description }
      let city = TimeZone(identifier: identifier).map { styles.city(of: $0) }
      return city.flatMap { $0 == styles.unknownCity ? nil : $0 }
        ?? WordFormatter.lastPart(of: identifier)
    }
  }

  /// The part of an identifier behind the last slash, on one line.
  private static func lastPart(of identifier: String) -> String {
    let part = identifier.split(separator: "/").last ?? ""
    // It may be what a file calls it.
    return AlarmTexts.line(part.split { $0 == "_" || $0.isWhitespace }.joined(separator: " "))
  }

  /// The text that was written before, or else a new one.
  private func text(_ subject: Subject, write: () -> String) -> String {
    if let text = texts[subject] { return text }
    let text = write()
    texts[subject] = text
    return text
  }

  /// A civil time as if it were UTC, so that Foundation's time zones are never asked.
  private static func date(_ dayNumber: Int, _ time: TimeOfDay = .midnight) -> Date {
    let civil = CivilDateTime(dayNumber: dayNumber, time: time)
    return Date(timeIntervalSince1970: TimeInterval(civil.secondsSince1970))
  }
}

/// Foundation's formatters of a language's locale.
private struct Styles {
  let time: Date.FormatStyle
  let timeWithSeconds: Date.FormatStyle
  let day: Date.FormatStyle
  let dayOfYear: Date.FormatStyle
  let weekday: Date.FormatStyle
  let number: IntegerFormatStyle<Int>
  let length: Duration.UnitsFormatStyle
  /// What is said of a zone that is named for no city.
  let unknownCity: String

  private let locale: Locale

  init(_ language: ReminderLanguage) {
    locale = Locale(identifier: language.localeIdentifier)
    // Gregorian whatever the locale's own calendar is: dates are compared with a calendar app's.
    let style = Date.FormatStyle(
      locale: locale, calendar: Calendar(identifier: .gregorian), timeZone: .gmt)
    time = style.hour().minute()
    timeWithSeconds = style.hour().minute().second()
    day = style.weekday(.wide).day().month(.wide)
    dayOfYear = day.year()
    weekday = style.weekday(.wide)
    number = IntegerFormatStyle(locale: locale)
    length = Duration.UnitsFormatStyle(
      allowedUnits: [.hours, .minutes, .seconds], width: .wide
    ).locale(locale)
    unknownCity = Styles.city(of: .gmt, locale)
  }

  func city(of zone: TimeZone) -> String { Styles.city(of: zone, locale) }

  private static func city(of zone: TimeZone, _ locale: Locale) -> String {
    let style = Date.VerbatimFormatStyle(
      format: "\(timeZone: .exemplarLocation)", locale: locale, timeZone: zone,
      calendar: Calendar(identifier: .gregorian))
    return Date(timeIntervalSince1970: 0).formatted(style)
  }
}

/// The name of a zone that lies a fixed number of hours from UTC, and in no city.
struct UniversalZoneName: CustomStringConvertible {
  /// Hours east of UTC.
  private let hours: Int

  /// Recognises `UTC`, `GMT`, their other names, and `Etc/GMT+3`; nil for any other zone.
  init?(_ identifier: String) {
    let name = identifier.hasPrefix("Etc/") ? identifier.dropFirst(4) : Substring(identifier)
    if UniversalZoneName.namesOfUTC.contains(String(name)) {
      hours = 0
    } else if name.hasPrefix("GMT"), let west = Int(name.dropFirst(3)) {
      // POSIX counts westwards: Etc/GMT+3 is three hours behind.
      hours = -west
    } else {
      return nil
    }
  }

  /// `UTC`, or `UTC-3` for three hours behind.
  var description: String {
    hours == 0 ? "UTC" : "UTC\(hours > 0 ? "+" : "")\(hours)"
  }

  private static let namesOfUTC: Set = ["GMT", "Greenwich", "UCT", "UTC", "Universal", "Zulu"]
}
