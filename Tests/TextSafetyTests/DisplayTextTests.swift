import SeededRandom
import Testing
import TextSafety

@Suite struct DisplayTextTests {
  @Test(arguments: [
    ("Dinner", "Dinner"), ("", ""), ("   ", ""), (" a  b\t\tc ", "a b c"),
    ("a\nb\r\nc\rd\u{2028}e\u{2029}f\u{85}g\u{B}h\u{C}i", "a b c d e f g h i"),
    ("a\u{A0}\u{3000}b", "a b"), ("a\0b", "ab"), ("a\u{1B}[31mb\u{7}", "a[31mb"),
    ("a\u{7F}\u{80}\u{9F}b", "ab"), ("\0 a", "a"), ("a \0 b", "a b"),
  ])
  func `a title is on one line`(text: String, line: String) {
    #expect(DisplayText.line(text, maximumBytes: 100) == line)
  }

  @Test(arguments: [
    ("a\nb", "a\nb"), ("a\r\nb\rc", "a\nb\nc"), ("a\n\n\n\n\nb", "a\n\nb"), ("\n\na\n\n", "a"),
    ("a\n \t\n\u{A0}\nb", "a\n\nb"), ("a  \n  b", "a\n  b"), ("a\tb", "a b"), ("a  b", "a  b"),
    ("a\u{2028}b\u{2029}c\u{85}d", "a\nb\nc\nd"), ("a\n\0\n\n\nb", "a\n\nb"), ("  a", "a"),
    ("a\r\r\nb", "a\n\nb"), ("a\n\rb", "a\n\nb"),
  ])
  func `a body keeps its lines and single blank lines`(text: String, lines: String) {
    #expect(DisplayText.lines(text, maximumBytes: 100) == lines)
  }

  @Test(arguments: [
    0x1, 0x9B, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2069, 0xFEFF, 0xFFF9, 0xFFFB,
    0xFFFE, 0xFFFF, 0xFDD0, 0xFDEF, 0x1FFFE, 0x10FFFF, 0xE0001, 0xE0020, 0xE0061, 0xE007F,
  ])
  func `characters that control a display and noncharacters are removed`(_ value: UInt32) throws {
    let sign = try #require(Unicode.Scalar(value))
    #expect(DisplayText.line("a\(sign)b", maximumBytes: 100) == "ab")
    #expect(DisplayText.lines("a\(sign)b", maximumBytes: 100) == "ab")
  }

  @Test(arguments: [
    "é", "e\u{301}", "\u{200E}a\u{200F}b\u{61C}", "نیم\u{200C}فاصله", "👩‍👩‍👧‍👦", "🏳️‍🌈", "👍🏽", "1️⃣",
    "🇩🇪🇫🇷", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿x", "🏴", "a\u{FE0F}", "日本語", "שלום", "\u{E000}", "\u{10FE80}",
  ])
  func `letters of all scripts, directional marks and emoji stay`(_ text: String) {
    #expect(
      DisplayText.line(text, maximumBytes: 100).unicodeScalars.elementsEqual(text.unicodeScalars))
    #expect(
      DisplayText.lines(text, maximumBytes: 100).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  /// A text in invisible tag characters.
  private static func tags(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.compactMap { Unicode.Scalar(0xE0000 + $0.value) }))
  }

  @Test(arguments: [
    "gb", "gbsctxx", "gbsc", "ignore all the rest\u{7F}", "GBSCT\u{7F}", "gb\u{7F}",
    "gbsctxx\u{7F}",
  ])
  func `tags that don't form a flag are removed, also after a flag`(_ tagged: String) {
    #expect(DisplayText.line("🏴\(Self.tags(tagged))x", maximumBytes: 100) == "🏴x")
    #expect(DisplayText.line("🏴\0\(Self.tags("gbsct\u{7F}"))x", maximumBytes: 100) == "🏴x")
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdef", 5, "ab…"), ("abcdef", 3, "…"), ("abcdef", 2, ""),
    ("abcdef", 0, ""), ("abcdef", -1, ""), ("äöü", 6, "äöü"), ("äöü", 5, "ä…"), ("äöü", 4, "…"),
    ("ab cdef", 6, "ab…"), ("ab\n\ncdefgh", 6, "ab…"),
    // Families, flags and skin tones are kept whole or left out.
    ("ab👩‍👩‍👧cdef", 20, "ab…"), ("ab👩‍👩‍👧cdef", 23, "ab👩‍👩‍👧…"), ("🇩🇪🇫🇷🇮🇹", 23, "🇩🇪🇫🇷…"),
    ("👍🏽👍🏽", 15, "👍🏽…"), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿🏴󠁧󠁢󠁳󠁣󠁴󠁿", 55, "🏴󠁧󠁢󠁳󠁣󠁴󠁿…"), ("e\u{301}e\u{301}", 5, "…"),
  ])
  func `a long text ends between characters`(
    text: String, bytes: Int, cut: String
  ) {
    #expect(DisplayText.line(text, maximumBytes: bytes) == cut)
  }

  @Test func `as many combining marks stay as fit`() {
    let heap = "ab" + String(repeating: "\u{301}", count: 500_000)
    let line = DisplayText.line(heap, maximumBytes: 100)
    #expect(line.utf8.count == 99)
    #expect(line.hasPrefix("a") && line.hasSuffix("…"))
    #expect(line.unicodeScalars.filter { $0 == "\u{301}" }.count == 47)
  }

  @Test func `a cut chain of emoji doesn't end with a joiner or half a flag`() {
    let chain = String(repeating: "👩\u{200D}", count: 1_000) + "👩"
    for bytes in 30...60 {
      let line = DisplayText.line(chain, maximumBytes: bytes)
      #expect(line.unicodeScalars.dropLast().last == "👩", "\(bytes)")
      #expect(line.utf8.count <= bytes && line.utf8.count > bytes - 11, "\(bytes)")
    }
    let marked = "🏴󠁧󠁢󠁳󠁣󠁴󠁿" + String(repeating: "\u{301}", count: 100)
    #expect(DisplayText.line(marked, maximumBytes: 20) == "🏴…")
    #expect(DisplayText.line(marked, maximumBytes: 33) == "🏴󠁧󠁢󠁳󠁣󠁴󠁿\u{301}…")
  }

  @Test func `any text becomes short and clean, and then stays unchanged`() {
    var random = SplitMix(seed: 12)
    let pieces = [
      "a", "bc", " ", "  ", "\n", "\r\n", "\r", "\t", "\0", "\u{202E}", "\u{2028}", "\u{FEFF}", "é",
      "e\u{301}", "\u{301}", "\u{200D}", "👩", "👩‍👩‍👧", "🇩", "🇩🇪", "🏴", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "\u{E0067}", "\u{E007F}",
      "\u{FE0F}", "\u{3000}", "中", "…", "\u{200F}", String(repeating: "\u{301}", count: 40),
      "\u{93F}", "\u{1F3FD}", "\u{FFFE}", "\u{600}",
    ]
    for _ in 0..<5_000 {
      let text = (0..<random.number(0...14)).map { _ in random.pick(pieces) ?? "" }.joined()
      let bytes = random.number(0...90)
      let line = DisplayText.line(text, maximumBytes: bytes)
      let lines = DisplayText.lines(text, maximumBytes: bytes)
      let name = "\(text.debugDescription) \(bytes)"
      for shown in [line, lines] {
        #expect(shown.utf8.count <= bytes, "\(name)")
        #expect(
          shown.unicodeScalars.allSatisfy {
            DisplayText.isShown($0) || (0xE0000...0xE007F).contains($0.value)
          }, "\(name)")
        let ends = [shown.unicodeScalars.first, shown.unicodeScalars.last].compactMap(\.self)
        #expect(ends.allSatisfy { !$0.properties.isWhitespace }, "\(name)")
      }
      #expect(!line.contains("\n") && !line.contains("  "), "\(name)")
      #expect(!lines.contains("\n\n\n") && !lines.contains(" \n"), "\(name)")
      #expect(DisplayText.line(line, maximumBytes: bytes) == line, "\(name)")
      #expect(DisplayText.lines(lines, maximumBytes: bytes) == lines, "\(name)")
      // A cut text is the start of the whole one.
      for (shown, whole) in [
        (line, DisplayText.line(text, maximumBytes: 10_000)),
        (lines, DisplayText.lines(text, maximumBytes: 10_000)),
      ] where shown.utf8.count != whole.utf8.count && !shown.isEmpty {
        let start = shown.unicodeScalars.dropLast()
        #expect(shown.unicodeScalars.last == "…", "\(name)")
        #expect(start.last != "\u{200D}", "\(name)")
        #expect(whole.unicodeScalars.starts(with: start), "\(name)")
        #expect(whole.utf8.count > bytes, "\(name)")
      }
    }
  }
}
