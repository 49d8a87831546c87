import CalendarFixtures
import CivilTime
import Testing

@testable import ReminderCompiler
@testable import ReminderExpansion
@testable import ReminderOptions
@testable import ReminderPlanning
@testable import ReminderPlans

@Suite struct DesktopPhraseTests {
  private func phrase(_ tag: String) throws -> DesktopPhrase {
    DesktopPhrase(WordFormatter.formatter(in: try #require(ReminderLanguage(tag))))
  }

  @Test(arguments: [
    ("en", 300, "Snooze 5 minutes"), ("en", 60, "Snooze 1 minute"), ("en", 3_600, "Snooze 1 hour"),
    ("en", 1, "Snooze 1 second"), ("en", 90, "Snooze 1 minute, 30 seconds"),
    ("en", 86_400, "Snooze 1 day"), ("en", 2 * 86_400 + 3_600, "Snooze 2 days, 1 hour"),
    ("de", 300, "In 5 Minuten erinnern"), ("de", 3_600, "In 1 Stunde erinnern"),
    ("de", 86_400, "In 1 Tag erinnern"), ("de", 3 * 86_400, "In 3 Tagen erinnern"),
    ("de", 30, "In 30 Sekunden erinnern"),
    ("fr", 300, "Rappeler dans 5 minutes"), ("fr", 3_600, "Rappeler dans 1\u{A0}heure"),
    ("fr", 2 * 86_400, "Rappeler dans 2 jours"),
    ("es", 300, "Posponer 5 minutos"), ("es", 3_600, "Posponer 1 hora"),
    ("es", 86_400, "Posponer 1 día"), ("es", 2 * 86_400, "Posponer 2 días"),
    ("ja", 300, "5分後に再通知"), ("ja", 3_600, "1時間後に再通知"), ("ja", 86_400, "1日後に再通知"),
  ])
  func `a button shows the length of the snooze`(
    _ row: (tag: String, seconds: Int, label: String)
  ) throws {
    #expect(try phrase(row.tag).snooze(seconds: row.seconds) == row.label)
  }

  @Test(arguments: ReminderLanguage.tags)
  func `no two lengths have one label`(_ tag: String) throws {
    let phrase = try phrase(tag)
    let lengths = [
      1, 59, 60, 61, 119, 120, 3_599, 3_600, 3_601, 3_660, 7_200, 86_399, 86_400, 86_401, 86_460,
      90_000, 172_800, 172_801, 366 * 86_400,
    ]
    #expect(Set(lengths.map { phrase.snooze(seconds: $0) }).count == lengths.count)
  }

  @Test(arguments: [
    ("en", "Snooze until tomorrow 08:00"), ("en-US", "Snooze until tomorrow 8:00\u{202F}AM"),
    ("de", "Morgen um 08:00 erinnern"), ("fr", "Rappeler demain à 08:00"),
    ("es", "Posponer hasta mañana, 8:00"), ("ja", "明日 8:00に再通知"),
  ])
  func `a button shows the time on the next day`(_ row: (tag: String, label: String)) throws {
    let morning = try #require(TimeOfDay(hour: 8))
    #expect(try phrase(row.tag).snooze(untilTomorrowAt: morning) == row.label)
  }

  @Test(arguments: [
    ("en", 1, "Silent during the pause: 1 reminder"),
    ("de", 3, "Während der Pause stumm: 3 Erinnerungen"),
    ("fr", 3, "Silencieux pendant la pause\u{A0}: 3 rappels"),
    ("es", 3, "En silencio durante la pausa: 3 recordatorios"),
    ("ja", 3, "一時停止中に通知しなかったもの：3件のリマインダー"),
  ])
  func `a title counts what a pause silenced`(_ row: (tag: String, count: Int, title: String))
    throws
  {
    #expect(try phrase(row.tag).silenced(row.count) == row.title)
  }

  /// Wednesday 25 November 2026, 18:00 in Berlin.
  private static let due = "2026-11-25T17:00:00Z"

  @Test(arguments: [
    ("en", "2026-11-25T17:40:00Z", "Was due 40 minutes ago"),
    ("en", "2026-11-25T17:01:59Z", "Was due 1 minute ago"),
    ("en", "2026-11-26T16:59:59Z", "Was due 23 hours, 59 minutes ago"),
    ("en", "2026-11-26T17:00:00Z", "Was due yesterday 18:00"),
    ("en", "2026-11-26T22:59:59Z", "Was due yesterday 18:00"),
    // Midnight in Berlin.
    ("en", "2026-11-26T23:00:00Z", "Was due Wednesday 25 November, 18:00"),
    ("en", "2027-01-04T08:00:00Z", "Was due Wednesday, 25 November 2026, 18:00"),
    ("de", "2026-11-25T17:40:00Z", "Fällig: vor 40 Minuten"),
    ("de", "2026-11-26T18:00:00Z", "Fällig: gestern 18:00"),
    ("de", "2026-11-28T18:00:00Z", "Fällig: Mittwoch, 25. November, 18:00"),
    ("fr", "2026-11-25T17:40:00Z", "Prévu\u{A0}: il y a 40 minutes"),
    ("fr", "2026-11-26T18:00:00Z", "Prévu\u{A0}: hier 18:00"),
    ("fr", "2026-11-28T18:00:00Z", "Prévu\u{A0}: mercredi 25 novembre, 18:00"),
    ("es", "2026-11-25T17:40:00Z", "Previsto: hace 40 minutos"),
    ("es", "2026-11-26T18:00:00Z", "Previsto: ayer 18:00"),
    ("es", "2026-11-28T18:00:00Z", "Previsto: miércoles, 25 de noviembre, 18:00"),
    ("ja", "2026-11-25T17:40:00Z", "40分前のリマインダー"),
    ("ja", "2026-11-26T18:00:00Z", "昨日 18:00のリマインダー"),
    ("ja", "2026-11-28T18:00:00Z", "11月25日 水曜日 18:00のリマインダー"),
  ])
  func `a late reminder shows since when`(_ row: (tag: String, seenAt: String, words: String))
    throws
  {
    let berlin = try TestCalendars.zone("Europe/Berlin")
    let due = try TestCalendars.instant(DesktopPhraseTests.due)
    let seen = try TestCalendars.instant(row.seenAt)
    #expect(try phrase(row.tag).wasDue(due, seenAt: seen, in: berlin) == row.words)
  }

  @Test func `after a clock is set back, a reminder was due at least one minute ago`() throws {
    let due = try TestCalendars.instant(DesktopPhraseTests.due)
    for seconds in [0, 59, -1, -100_000] {
      #expect(
        try phrase("en").wasDue(due, seenAt: due + seconds, in: .gmt) == "Was due 1 minute ago")
    }
  }

  /// Words with a number, in which `#` is the number: one form of each of three phrases.
  private struct Counts {
    let tag: String
    /// 0, 1, 2, 12, 1,234, 1,000,000 and 3,000,000 as the language writes them.
    let numbers: [String]
    /// For each number, the index of its form.
    let forms: [Int]
    let several, missed, more: [String]

    func texts(_ words: [String]) -> [String] {
      zip(numbers, forms).map { number, form in
        words[min(form, words.count - 1)].replacing("#", with: number)
      }
    }
  }

  private static let english = ["0", "1", "2", "12", "1,234", "1,000,000", "3,000,000"]

  @Test(arguments: [
    Counts(
      tag: "en", numbers: english, forms: [1, 0, 1, 1, 1, 1, 1],
      several: ["# reminder", "# reminders"], missed: ["# missed reminder", "# missed reminders"],
      more: ["and # more"]),
    Counts(
      tag: "de", numbers: ["0", "1", "2", "12", "1.234", "1.000.000", "3.000.000"],
      forms: [1, 0, 1, 1, 1, 1, 1], several: ["# Erinnerung", "# Erinnerungen"],
      missed: ["# verpasste Erinnerung", "# verpasste Erinnerungen"], more: ["und # weitere"]),
    Counts(
      tag: "fr",
      numbers: [
        "0", "1", "2", "12", "1\u{202F}234", "1\u{202F}000\u{202F}000",
        "3\u{202F}000\u{202F}000",
      ],
      forms: [0, 0, 1, 1, 1, 2, 2], several: ["# rappel", "# rappels", "# de rappels"],
      missed: ["# rappel manqué", "# rappels manqués", "# de rappels manqués"],
      more: ["et # autre", "et # autres", "et # d’autres"]),
    Counts(
      tag: "es", numbers: ["0", "1", "2", "12", "1234", "1.000.000", "3.000.000"],
      forms: [1, 0, 1, 1, 1, 2, 2],
      several: ["# recordatorio", "# recordatorios", "# de recordatorios"],
      missed: [
        "# recordatorio perdido", "# recordatorios perdidos", "# de recordatorios perdidos",
      ], more: ["y # más"]),
    Counts(
      tag: "ja", numbers: english, forms: [0, 0, 0, 0, 0, 0, 0], several: ["#件のリマインダー"],
      missed: ["見逃したリマインダー #件"], more: ["ほか#件"]),
  ])
  private func `a word has the plural form of its number`(_ row: Counts) throws {
    let phrase = try phrase(row.tag)
    let counts = [0, 1, 2, 12, 1_234, 1_000_000, 3_000_000]
    #expect(counts.map(phrase.several) == row.texts(row.several))
    #expect(counts.map(phrase.missed) == row.texts(row.missed))
    #expect(counts.map(phrase.more) == row.texts(row.more))
  }

  /// The samples of whole numbers of CLDR's plurals.xml.
  @Test(arguments: [
    (PluralRule.oneOrOther, [1], []),
    (.french, [0, 1], [1_000_000]),
    (.spanish, [1], [1_000_000]),
    (.otherAlone, [], []),
  ])
  func `plural forms follow CLDR's rules`(_ row: (rule: PluralRule, one: [Int], many: [Int])) {
    let samples = Array(0...17) + [100, 1_000, 10_000, 100_000, 1_000_000]
    for sample in samples {
      let form: PluralRule.Form =
        row.one.contains(sample) ? .one : row.many.contains(sample) ? .many : .other
      #expect(row.rule.form(of: sample) == form, "\(sample)")
    }
    #expect(row.rule.form(of: 1_000_001) == .other)
  }
}
