import Testing

@testable import ReminderCompiler

/// How far away something is, in words.
@Suite struct LeadPhraseTests {
  @Test(arguments: [
    (0, "now"), (1, "now"), (59, "now"), (-59, "now"), (60, "in 1 minute"),
    (119, "in 1 minute"), (-60, "1 minute ago"), (900, "in 15 minutes"), (-300, "5 minutes ago"),
    (3_599, "in 59 minutes"), (3_600, "in 1 hour"), (5_400, "in 1 hour, 30 minutes"),
    (7_200, "in 2 hours"), (-5_400, "1 hour, 30 minutes ago"),
    (86_399, "in 23 hours, 59 minutes"), (86_400, "in 1 day"), (86_400 + 3_599, "in 1 day"),
    (86_400 + 7_200, "in 1 day, 2 hours"), (86_400 + 7_200 + 1_800, "in 1 day, 2 hours"),
    (2 * 86_400, "in 2 days"), (3 * 86_400, "in 3 days"), (-86_400, "1 day ago"),
    (-3 * 86_400 - 3_600, "3 days, 1 hour ago"), (10_000 * 86_400, "in 10,000 days"),
    (.min, "106,751,991,167,300 days, 15 hours ago"),
  ])
  func `a lead is said in the largest units`(_ row: (seconds: Int, words: String)) {
    #expect(WhenPhrase(.english).lead(seconds: row.seconds) == row.words)
  }

  @Test(arguments: [
    ("de", 900, "in 15 Minuten", "vor 15 Minuten"),
    ("de", 86_400, "in 1 Tag", "vor 1 Tag"), ("de", 2 * 86_400, "in 2 Tagen", "vor 2 Tagen"),
    ("de", 93_600, "in 1 Tag und 2 Stunden", "vor 1 Tag und 2 Stunden"),
    ("fr", 900, "dans 15 minutes", "il y a 15 minutes"),
    ("fr", 3_600, "dans 1\u{A0}heure", "il y a 1\u{A0}heure"),
    ("fr", 86_400, "dans 1 jour", "il y a 1 jour"),
    ("fr", 2 * 86_400, "dans 2 jours", "il y a 2 jours"),
    ("fr", 93_600, "dans 1 jour et 2\u{A0}heures", "il y a 1 jour et 2\u{A0}heures"),
    ("es", 900, "dentro de 15 minutos", "hace 15 minutos"),
    ("es", 86_400, "dentro de 1 día", "hace 1 día"),
    ("es", 3 * 86_400, "dentro de 3 días", "hace 3 días"),
    ("es", 93_600, "dentro de 1 día y 2 horas", "hace 1 día y 2 horas"),
    ("ja", 900, "15分後", "15分前"), ("ja", 5_400, "1時間 30分後", "1時間 30分前"),
    ("ja", 86_400, "1日後", "1日前"), ("ja", 93_600, "1日 2時間後", "1日 2時間前"),
  ])
  func `each language has its words and cases`(
    _ row: (tag: String, seconds: Int, ahead: String, ago: String)
  ) throws {
    let phrase = try WhenPhrase(tag: row.tag)
    #expect(phrase.lead(seconds: row.seconds) == row.ahead)
    #expect(phrase.lead(seconds: -row.seconds) == row.ago)
  }

  @Test(arguments: [
    ("en", "now"), ("de", "jetzt"), ("fr", "maintenant"), ("es", "ahora"), ("ja", "今"),
  ])
  func `less than a minute is now`(_ row: (tag: String, words: String)) throws {
    #expect(try WhenPhrase(tag: row.tag).lead(seconds: 30) == row.words)
  }
}
