import Testing

@testable import ReminderCompiler

/// Which tags name a language that there are words of, and whose formats they ask for.
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
  func `a tag is taken in any spelling`(_ row: (text: String, tag: String, locale: String)) throws {
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
  func `of other texts no language is made`(_ text: String) {
    #expect(ReminderLanguage(text) == nil)
  }

  @Test func `there are five languages, and each is made of its tag`() throws {
    #expect(ReminderLanguage.tags == ["en", "de", "fr", "es", "ja"])
    #expect(ReminderLanguage.tags.allSatisfy { ReminderLanguage($0)?.tag == $0 })
    #expect(ReminderLanguage.english == ReminderLanguage("en"))
    #expect(ReminderLanguage.english != ReminderLanguage("en-GB"))
  }
}
