import CivilTime
import SeededRandom
import Testing

@testable import ICalendarReader
@testable import Libical

@Suite struct GrammarTests {
  private static let seed: UInt64 = 3_311

  /// All lines, and a hundred thousand random changes of them.
  private static func lines() throws -> [ContentLineParts] {
    let lines = try GrammarLines.all()
    var mutation = LineMutation(lines, seed: seed)
    return (lines + (0..<100_000).map { _ in mutation.next() }).compactMap { ContentLineParts($0) }
      .filter { $0.property != nil }
  }

  /// The texts of a list without empty elements.
  private static func texts(
    _ parts: ContentLineParts, _ grammar: some ContentLineGrammar
  ) -> [String] {
    guard parts.property?.form == .text, !parts.value.allSatisfy(\.isSpace) else { return [] }
    return grammar.texts(parts).filter { !$0.isEmpty }
  }

  private func shown(_ parts: ContentLineParts) -> String {
    "seed \(Self.seed): \(String(decoding: parts.line, as: UTF8.self))"
  }

  @Test func `every line is read the same with and without libical`() throws {
    let (checked, own) = (CheckedGrammar(), SwiftGrammar())
    for parts in try Self.lines() {
      #expect(checked.parameters(parts) == own.parameters(parts), "\(shown(parts))")
      #expect(Self.texts(parts, checked) == Self.texts(parts, own), "\(shown(parts))")
    }
  }

  @Test func `libical reads most well-formed lines`() throws {
    let libical = LibicalGrammar()
    let lines = try GrammarLines.all().compactMap { ContentLineParts($0) }
    let withParameters = lines.filter { $0.hasParameters && $0.hasStandardParameters }
    #expect(withParameters.count > 25)
    #expect(withParameters.count { libical.read($0.line) != nil } > withParameters.count / 2)
    let texts = lines.filter { !$0.hasParameters && $0.property?.form == .text }
    #expect(texts.count { $0.hasStandardText && libical.readText($0.line) != nil } > 15)
  }

  @Test(arguments: [
    "DTSTART;TZID=a\\;X-A=b:20260105T080000", "DTSTART;X-A=1;;TZID=a:20260105T080000",
    "DTSTART; TZID=a:20260105T080000", "DTSTART;TZID=:20260105T080000",
  ])
  func `parameters that libical misreads are read by our grammar`(_ line: String) throws {
    let parts = try #require(ContentLineParts(Array(line.utf8)))
    #expect(!parts.hasStandardParameters)
    let libical = LibicalGrammar()
    let read = libical.read(parts.line)
    let answer = try #require(read)
    #expect(answer.parameters != SwiftGrammar().parameters(parts))
  }

  @Test(arguments: [
    "SUMMARY:a\\tb\\xc", "CATEGORIES:a\\\\,b", "CATEGORIES:\"a,b\",c", "CATEGORIES:a,,b",
    "CATEGORIES:" + String(repeating: "a,", count: 600) + "b",
  ])
  func `texts that libical misreads are read by our grammar`(_ line: String) throws {
    let parts = try #require(ContentLineParts(Array(line.utf8)))
    #expect(!parts.hasStandardText)
    let libical = LibicalGrammar()
    let read = libical.readText(parts.line)
    let answer = try #require(read)
    #expect(answer.texts != SwiftGrammar().texts(parts))
  }

  @Test func `a text without escapes is the same in both grammars`() throws {
    let libical = LibicalGrammar()
    let own = SwiftGrammar()
    var texts = 0
    for parts in try Self.lines() {
      guard let text = parts.plainText, !text.isEmpty else { continue }
      #expect(own.texts(parts) == [text], "\(shown(parts))")
      guard parts.hasStandardText, let read = libical.readText(parts.line) else { continue }
      texts += 1
      #expect(read.texts == [text], "\(shown(parts))")
    }
    #expect(texts > 3_000)
  }
}

@Suite struct DurationTextTests {
  @Test(arguments: [
    ("-15M", "-PT15M"), ("-P15M", "-PT15M"), ("PT-15M", "-PT15M"), ("P-15M", "-PT15M"),
    ("-T15M", "-PT15M"), ("P-T11M", "-PT11M"), ("- PT15M", "-PT15M"), (" -PT 15M", "-PT15M"),
    ("P45M", "PT45M"), ("15M", "PT15M"), ("p1h", "PT1H"), ("-1d", "-P1D"), ("P1D2H", "P1DT2H"),
    ("PT1D", "P1D"), ("-PT2D", "-P2D"), ("PT1W", "P7D"), ("PT1D2H30M", "P1DT2H30M"),
    ("PT-1H-30M", "-PT1H30M"), ("P0DT-15M", "-PT15M"), ("P1DT", "P1D"),
    ("P", "PT0S"), ("PT", "PT0S"), ("-PT", "PT0S"), ("PT0", "PT0S"), ("0", "PT0S"),
  ])
  func `a malformed duration with one meaning is read`(text: String, meaning: String) throws {
    let read = try #require(DurationText(ArraySlice(text.utf8)))
    #expect(read.duration == CalendarDuration(meaning))
    #expect(!read.isStandard)
  }

  @Test(arguments: ["-P0DT0H15M0S", "-pt15m", "+PT5M", "P9W2D", "-PT1440M"])
  func `a standard duration is read without a correction`(text: String) throws {
    let read = try #require(DurationText(ArraySlice(text.utf8)))
    #expect(read.isStandard)
    #expect(read.duration == CalendarDuration(text))
  }

  @Test(arguments: [
    "", "-", "T", "15", "PT15", "P1M1D", "P1Y", "PT5M1H", "PT-1H30M", "-PT-15M", "--PT15M",
    "PPT5M", "PTT5M", "PT5MP", "P15X", "PT1.5H", "soon", "PT5M-", "20261224",
    "P1000000000000000W", "PT1H-30M", "P1D-T2H",
  ])
  func `a duration with no meaning or several is rejected`(text: String) {
    #expect(DurationText(ArraySlice(text.utf8)) == nil)
  }

  @Test(arguments: [
    ("-PT15", "-PT15M"), ("PT90", "PT1H30M"), ("PT20000", nil), ("-15", nil), ("P1", nil),
    ("tomorrow", nil),
  ])
  func `minutes are suggested for a time without a unit`(text: String, suggestion: String?) {
    #expect(DurationText.suggestion(for: ArraySlice(text.utf8)) == suggestion)
  }
}
