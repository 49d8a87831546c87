package import CivilTime
import ReminderExpansion
package import ReminderOptions
import WorkSharing

#if canImport(FoundationEssentials)
  import FoundationEssentials
  // The formatters are in this module. A statically linked program would lack them otherwise.
  import FoundationInternationalization
#else
  import Foundation
#endif

/// Formats numbers, dates, times and lengths in a language's locale, with a cache.
///
/// The first text loads ICU's data, which takes some milliseconds. Repeated days and times are
/// cached, because a listing formats millions. Callers that write texts of many calendars keep the
/// last formatter, and later compilations in the same language reuse it.
///
/// Texts contain the invisible characters of the locale.
///
/// `2:00 PM` has a narrow no-break space (U+202F) before `PM`, and the French `1 heure` has a
/// no-break space (U+00A0). So neither is split at the end of a line. They never contain a line
/// break.
package final class WordFormatter: Sendable {
  package let language: ReminderLanguage
  package let wording: Wording

  private let cache = Guarded(Cache())

  private struct Cache {
    var styles: Styles?
    var texts: [Subject: String] = [:]

    mutating func styles(for language: ReminderLanguage) -> Styles {
      if let styles { return styles }
      let styles = Styles(language)
      self.styles = styles
      return styles
    }
  }

  /// The limit of cached texts, because a caller can keep a formatter for any number of calendars.
  private static let maximumTexts = 20_000

  private enum Subject: Hashable {
    case time(TimeOfDay)
    case day(Int, withYear: Bool)
    case weekday(Weekday)
    case length(seconds: Int)
    case city(String)
  }

  private static let recent = Recent<WordFormatter>()

  /// Returns the formatter of a language, the most recent one if it fits.
  package static func formatter(in language: ReminderLanguage) -> WordFormatter {
    recent.object(where: { $0.language == language }, orNew: { WordFormatter(language) })
  }

  private init(_ language: ReminderLanguage) {
    self.language = language
    wording = language.wording
  }

  /// Returns a time of day: `14:00`, `2:00 PM`; with seconds unless they are zero.
  ///
  /// One second is not shown, because Tasks.org uses it to mark a DUE with a time.
  package func time(_ time: TimeOfDay) -> String {
    text(.time(time)) { styles in
      let style = time.second <= 1 ? styles.time : styles.timeWithSeconds
      return WordFormatter.date(0, at: time).formatted(style)
    }
  }

  /// Returns a date: `Wednesday 25 November`, `Wednesday, 25 November 2026`.
  package func day(_ dayNumber: Int, withYear isWithYear: Bool) -> String {
    text(.day(dayNumber, withYear: isWithYear)) { styles in
      WordFormatter.date(dayNumber).formatted(isWithYear ? styles.dayOfYear : styles.day)
    }
  }

  /// Returns the name of a weekday, for use within a text: `Wednesday`, `mercredi`.
  package func weekday(_ weekday: Weekday) -> String {
    text(.weekday(weekday)) { styles in
      WordFormatter.date(weekday.firstDay(from: 0)).formatted(styles.weekday)
    }
  }

  /// Returns a number: `12,345`.
  package func number(_ number: Int) -> String {
    number.formatted(cache.withLock { $0.styles(for: language) }.number)
  }

  /// Returns a length in hours and minutes, at least a minute, in the nominative: `1 hour, 30
  /// minutes`.
  package func length(minutes: Int) -> String {
    length(seconds: minutes * 60)
  }

  /// Returns a length of at least a second, in the nominative: `1 minute, 30 seconds`.
  package func length(seconds: Int) -> String {
    text(.length(seconds: seconds)) { styles in
      Duration.seconds(seconds).formatted(styles.length)
    }
  }

  /// Returns the city of a time zone in the language: `New York`, `Tokio`.
  ///
  /// Zones without a city have their offset from UTC as a name: `UTC` for `GMT` and `Etc/UTC`,
  /// `UTC-3` for `Etc/GMT+3`, in whose name the sign is reversed. A zone that Foundation does not
  /// know, such as one of a VTIMEZONE, has the last part of its identifier as a name.
  ///
  /// - Parameter identifier: The identifier of a zone.
  /// - Returns: The name; empty if the identifier has no usable part.
  package func city(of identifier: String) -> String {
    text(.city(identifier)) { styles in
      if let name = UniversalZoneName(identifier) { return name.description }
      let city = TimeZone(identifier: identifier).map { styles.city(of: $0) }
      return city.flatMap { $0 == styles.unknownCity ? nil : $0 }
        ?? WordFormatter.lastPart(of: identifier)
    }
  }

  /// Returns the part of an identifier after the last slash, on one line.
  private static func lastPart(of identifier: String) -> String {
    let part = identifier.split(separator: "/").last ?? ""
    // The identifier may be from a calendar file.
    return AlarmTexts.line(part.split { $0 == "_" || $0.isWhitespace }.joined(separator: " "))
  }

  private func text(_ subject: Subject, write: (Styles) -> String) -> String {
    cache.withLock { cache in
      if let text = cache.texts[subject] { return text }
      if cache.texts.count == WordFormatter.maximumTexts { cache.texts = [:] }
      let text = write(cache.styles(for: language))
      cache.texts[subject] = text
      return text
    }
  }

  /// Returns a civil time as if it were in UTC, so that Foundation's time zones are not used.
  private static func date(_ dayNumber: Int, at time: TimeOfDay = .midnight) -> Date {
    let civil = CivilDateTime(dayNumber: dayNumber, time: time)
    return Date(timeIntervalSince1970: TimeInterval(civil.secondsSince1970))
  }
}

/// The formatters of Foundation for a language's locale.
private struct Styles {
  let time: Date.FormatStyle
  let timeWithSeconds: Date.FormatStyle
  let day: Date.FormatStyle
  let dayOfYear: Date.FormatStyle
  let weekday: Date.FormatStyle
  let number: IntegerFormatStyle<Int>
  let length: Duration.UnitsFormatStyle
  /// The name that Foundation returns for a zone without a city.
  let unknownCity: String

  private let locale: Locale

  init(_ language: ReminderLanguage) {
    locale = Locale(identifier: language.localeIdentifier)
    // Use the Gregorian calendar in every locale, as calendar apps do for these dates.
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

/// The name of a zone with a fixed offset of whole hours from UTC and without a city.
struct UniversalZoneName: CustomStringConvertible {
  /// The offset in hours east of UTC.
  private let hours: Int

  /// Parses `UTC`, `GMT`, their other names, and `Etc/GMT+3`; nil for other zones.
  init?(_ identifier: String) {
    let name = identifier.hasPrefix("Etc/") ? identifier.dropFirst(4) : Substring(identifier)
    if UniversalZoneName.namesOfUTC.contains(String(name)) {
      hours = 0
    } else if name.hasPrefix("GMT"), let west = Int(name.dropFirst(3)) {
      // POSIX counts west as positive: Etc/GMT+3 is three hours behind UTC.
      hours = -west
    } else {
      return nil
    }
  }

  var description: String {
    hours == 0 ? "UTC" : "UTC\(hours > 0 ? "+" : "")\(hours)"
  }

  private static let namesOfUTC: Set = ["GMT", "Greenwich", "UCT", "UTC", "Universal", "Zulu"]
}
