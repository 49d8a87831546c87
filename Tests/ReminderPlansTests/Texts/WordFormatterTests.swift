import CivilTime
import Testing

@testable import ReminderCompiler
@testable import ReminderExpansion
@testable import ReminderOptions
@testable import ReminderPlanning
@testable import ReminderPlans

@Suite struct WordFormatterTests {
  private func formatter(_ tag: String) throws -> WordFormatter {
    WordFormatter.formatter(in: try #require(ReminderLanguage(tag)))
  }

  @Test(arguments: [
    ("en", "14:00", "09:05", "00:00", "14:00:30"), ("de", "14:00", "09:05", "00:00", "14:00:30"),
    ("fr", "14:00", "09:05", "00:00", "14:00:30"), ("es", "14:00", "9:05", "0:00", "14:00:30"),
    ("ja", "14:00", "9:05", "0:00", "14:00:30"), ("en-GB", "14:00", "09:05", "00:00", "14:00:30"),
    ("en-US-u-hc-h23", "14:00", "09:05", "00:00", "14:00:30"),
    // A narrow no-break space keeps the letters and digits together.
    (
      "en-US", "2:00\u{202F}PM", "9:05\u{202F}AM", "12:00\u{202F}AM", "2:00:30\u{202F}PM"
    ),
    (
      "es-MX", "2:00\u{202F}p.m.", "9:05\u{202F}a.m.", "12:00\u{202F}a.m.",
      "2:00:30\u{202F}p.m."
    ),
  ])
  func `a time has the form of the language's region`(
    _ row: (tag: String, afternoon: String, morning: String, midnight: String, seconds: String)
  ) throws {
    let formatter = try formatter(row.tag)
    #expect(formatter.time(try #require(TimeOfDay(hour: 14))) == row.afternoon)
    #expect(formatter.time(try #require(TimeOfDay(hour: 9, minute: 5))) == row.morning)
    #expect(formatter.time(.midnight) == row.midnight)
    #expect(formatter.time(try #require(TimeOfDay(hour: 14, second: 30))) == row.seconds)
    // Tasks.org marks a DUE with a time by its second 1.
    #expect(formatter.time(try #require(TimeOfDay(hour: 14, second: 1))) == row.afternoon)
    // The second call reads the cache.
    #expect(formatter.time(try #require(TimeOfDay(hour: 14))) == row.afternoon)
  }

  @Test(arguments: [
    ("en", "Wednesday 25 November", "Wednesday, 25 November 2026", "Wednesday"),
    ("en-US", "Wednesday, November 25", "Wednesday, November 25, 2026", "Wednesday"),
    ("de", "Mittwoch, 25. November", "Mittwoch, 25. November 2026", "Mittwoch"),
    ("fr", "mercredi 25 novembre", "mercredi 25 novembre 2026", "mercredi"),
    ("es", "miércoles, 25 de noviembre", "miércoles, 25 de noviembre de 2026", "miércoles"),
    ("ja", "11月25日 水曜日", "2026年11月25日 水曜日", "水曜日"),
    // The year is Gregorian, as in the calendar, although the locale has another calendar.
    ("ja-JP-u-ca-japanese", "11月25日 水曜日", "2026年11月25日 水曜日", "水曜日"),
  ])
  func `a date has its year on request`(
    _ row: (tag: String, day: String, dayOfYear: String, weekday: String)
  ) throws {
    let formatter = try formatter(row.tag)
    let day = try #require(CivilDate(year: 2026, month: 11, day: 25)).dayNumber
    for _ in 1...2 {
      #expect(formatter.day(day, withYear: false) == row.day)
      #expect(formatter.day(day, withYear: true) == row.dayOfYear)
      #expect(formatter.weekday(.wednesday) == row.weekday)
    }
  }

  /// The first and last days of a week, a large number, and lengths of time.
  struct Words: Sendable {
    let tag, monday, sunday, number: String
    let lengths: [String]

    init(
      _ tag: String, _ monday: String, _ sunday: String, _ number: String, _ lengths: String...
    ) {
      (self.tag, self.monday, self.sunday) = (tag, monday, sunday)
      (self.number, self.lengths) = (number, lengths)
    }
  }

  @Test(arguments: [
    Words(
      "en", "Monday", "Sunday", "12,345", "1 second", "1 minute", "1 minute, 30 seconds", "1 hour",
      "1 hour, 30 minutes", "23 hours, 59 minutes"),
    Words("en-US", "Monday", "Sunday", "12,345", "1 second", "1 minute"),
    Words(
      "de", "Montag", "Sonntag", "12.345", "1 Sekunde", "1 Minute", "1 Minute und 30 Sekunden",
      "1 Stunde", "1 Stunde und 30 Minuten", "23 Stunden und 59 Minuten"),
    Words(
      "fr", "lundi", "dimanche", "12\u{202F}345", "1\u{A0}seconde", "1 minute",
      "1 minute et 30\u{A0}secondes", "1\u{A0}heure", "1\u{A0}heure et 30 minutes",
      "23\u{A0}heures et 59 minutes"),
    Words(
      "es", "lunes", "domingo", "12.345", "1 segundo", "1 minuto", "1 minuto y 30 segundos",
      "1 hora", "1 hora y 30 minutos", "23 horas y 59 minutos"),
    Words(
      "ja", "月曜日", "日曜日", "12,345", "1秒", "1分", "1分 30秒", "1時間", "1時間 30分", "23時間 59分"),
  ])
  func `days, numbers and lengths have the form of the language's region`(
    _ row: Words
  ) throws {
    let formatter = try formatter(row.tag)
    #expect(formatter.weekday(.monday) == row.monday && formatter.weekday(.sunday) == row.sunday)
    #expect(Set(Weekday.allCases.map(formatter.weekday)).count == 7)
    #expect(formatter.number(12_345) == row.number && formatter.number(7) == "7")
    for (seconds, text) in zip([1, 60, 90, 3_600, 5_400, 86_340], row.lengths) {
      #expect(formatter.length(seconds: seconds) == text)
      if seconds % 60 == 0 { #expect(formatter.length(minutes: seconds / 60) == text) }
    }
  }

  @Test(arguments: [
    ("en", "America/New_York", "New York"), ("de", "America/New_York", "New York"),
    ("es", "America/New_York", "Nueva York"), ("ja", "America/New_York", "ニューヨーク"),
    ("en", "Europe/Berlin", "Berlin"), ("es", "Europe/Berlin", "Berlín"),
    ("ja", "Europe/Berlin", "ベルリン"), ("de", "Asia/Tokyo", "Tokio"),
    ("fr", "Europe/London", "Londres"), ("de", "Europe/Rome", "Rom"),
    ("en", "America/Argentina/Buenos_Aires", "Buenos Aires"), ("en", "GMT", "UTC"),
    ("ja", "UTC", "UTC"), ("de", "Etc/UTC", "UTC"), ("fr", "Etc/GMT", "UTC"),
    ("en", "Zulu", "UTC"), ("en", "GMT0", "UTC"), ("en", "Etc/GMT+3", "UTC-3"),
    ("en", "Etc/GMT-14", "UTC+14"),
    // Zone names that calendar programs invent.
    ("en", "Europe/Atlantis", "Atlantis"), ("de", "Factory", "Factory"),
    ("en", "/example.org/20260101/Europe/New_Atlantis", "New Atlantis"),
    ("en", "W. Europe Standard Time", "W. Europe Standard Time"), ("en", "Two\nlines", "Two lines"),
    ("en", "", ""), ("en", "/", ""),
  ])
  func `a zone is called by its city`(_ row: (tag: String, zone: String, city: String)) throws {
    let formatter = try formatter(row.tag)
    #expect(formatter.city(of: row.zone) == row.city)
    #expect(formatter.city(of: row.zone) == row.city)
  }

  @Test(arguments: ReminderLanguage.tags + ["en-US", "es-MX", "fr-CA", "de-AT"])
  func `every minute and every day has a distinct text on one line`(_ tag: String) throws {
    let formatter = try formatter(tag)
    let firstDay = try #require(CivilDate(year: 2028, month: 1, day: 1)).dayNumber
    let days = firstDay..<firstDay + 366
    let times = (0..<1_440).map { formatter.time(TimeOfDay(secondOfDay: $0 * 60)) }
    let dates = days.map { formatter.day($0, withYear: false) }
    let datesOfYear = days.map { formatter.day($0, withYear: true) }
    #expect(Set(times).count == 1_440)
    #expect(Set(dates).count == 366)
    #expect(Set(datesOfYear).count == 366)
    let texts = times + dates + datesOfYear + (1..<1_440).map { formatter.length(minutes: $0) }
    #expect(texts.allSatisfy { !$0.isEmpty && !$0.contains(where: \.isNewline) })
    #expect(datesOfYear.allSatisfy { $0.contains("2028") })
    #expect(!dates.contains { $0.contains("2028") })
  }
}

@Suite struct ReminderLanguageTests {
  @Test(arguments: [
    ("en", "en", "en-GB"), ("EN", "en", "en-GB"), ("en-US", "en-US", "en-US"),
    ("en_us", "en-US", "en-US"), ("en-001", "en-001", "en-001"), ("de", "de", "de"),
    ("de_AT", "de-AT", "de-AT"), ("DE-ch", "de-CH", "de-CH"), ("de-1996", "de-1996", "de-1996"),
    ("de-CH-1996", "de-CH-1996", "de-CH-1996"), ("fr", "fr", "fr"), ("fr-CA", "fr-CA", "fr-CA"),
    ("es-419", "es-419", "es-419"), ("ja-JP", "ja-JP", "ja-JP"),
    ("JA_jpan_jp", "ja-Jpan-JP", "ja-Jpan-JP"), ("en-Latn", "en-Latn", "en-Latn-GB"),
    ("en-US-u-hc-h23", "en-US-u-hc-h23", "en-US-u-hc-h23"),
    ("en-u-hc-h12", "en-u-hc-h12", "en-GB-u-hc-h12"),
    ("ja-JP-u-ca-japanese", "ja-JP-u-ca-japanese", "ja-JP-u-ca-japanese"),
  ])
  func `a tag is accepted in any spelling`(_ row: (text: String, tag: String, locale: String))
    throws
  {
    let language = try #require(ReminderLanguage(row.text))
    #expect(language.tag == row.tag)
    #expect(language.localeIdentifier == row.locale)
    #expect(language.wording.tag == row.tag.prefix(2))
  }

  @Test(arguments: [
    "", "-", "it", "pt-BR", "eng", "deu", "e", "english", "C", "POSIX", "en-", "-en", "en--US",
    "en US", " en", "en_US.UTF-8", "de_DE@euro", "en-US-u", "en-u-u-hc", "en-USA", "en-US-GB",
    "en-ü", "en-toolongsubtag", "日本語",
  ])
  func `any other text is not a language`(_ text: String) {
    #expect(ReminderLanguage(text) == nil)
  }
}
