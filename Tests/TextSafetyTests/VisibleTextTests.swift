import SeededRandom
import Testing
import TextSafety

@Suite struct VisibleTextTests {
  @Test func `a text is cut between characters, and never within an escape`() {
    let escape: (Unicode.Scalar) -> String? = { $0 == "%" ? "%%" : nil }
    #expect(VisibleText("a%b").capped(to: 4, escaping: escape) == "a%%b")
    #expect(VisibleText("a%bc").capped(to: 5, escaping: escape) == "a%%bc")
    #expect(VisibleText("a%bcd").capped(to: 5, escaping: escape) == "a…")
    #expect(VisibleText("a👩‍👩‍👧b").capped(to: 19) == "a…")
    #expect(VisibleText("a👩‍👩‍👧bcde").capped(to: 22) == "a👩‍👩‍👧…")
  }

  @Test func `long runs of marks or joined emoji are cut to fit, without a joiner at the end`() {
    let marks = VisibleText("ae" + String(repeating: "\u{301}", count: 100)).capped(to: 12)
    #expect(marks.unicodeScalars.elementsEqual("ae\u{301}\u{301}\u{301}…".unicodeScalars))
    let chain = VisibleText(String(repeating: "👩\u{200D}", count: 100) + "👩")
    for bytes in 14...20 {
      let capped = chain.capped(to: bytes)
      #expect(capped == "👩‍👩…", "\(bytes)")
    }
  }
}

@Suite struct RawByteTests {
  @Test func `any bytes are restored from their text, and different bytes have different texts`() {
    var random = SplitMix(seed: 4)
    var seen: [String: [UInt8]] = [:]
    // Pieces of valid and broken UTF-8, and of the characters that represent single bytes.
    let pieces: [[UInt8]] = [
      [0x61], [0xC3, 0xA9], [0xE9], [0xE2, 0x82, 0xAC], [0xE2, 0x82], [0xF4, 0x8F, 0xBA, 0x80],
      [0xF4, 0x8F, 0xBB, 0xBF], [0xF4, 0x8F, 0xBB], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0x80],
      [0xFF], [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x9F, 0x98, 0x80],
    ]
    for _ in 0..<5_000 {
      let bytes = (0..<random.number(0...6)).flatMap { _ in random.pick(pieces) ?? [] }
      let text = RawByte.text(bytes)
      #expect(RawByte.bytes(text) == bytes, "\(bytes)")
      // As bytes, since Unicode considers some texts equal.
      let key = Array(text.utf8).map(String.init).joined(separator: " ")
      #expect(seen[key].map { $0 == bytes } ?? true, "\(bytes)")
      seen[key] = bytes
    }
  }

  @Test(arguments: [
    "plain.ics", "café.ics", "😀", "back\\slash",
  ])
  func `a plain name is its own text`(_ name: String) {
    #expect(RawByte.text(name.utf8) == name)
    #expect(RawByte.visible(RawByte.text(name.utf8)) == name)
  }

  @Test func `a byte that isn't UTF-8 is shown by its number`() {
    #expect(RawByte.visible(RawByte.text([0x63, 0xE9, 0x2E])) == "c\\xE9.")
  }
}

/// The widths of `wcwidth` 0.7 and EastAsianWidth.txt.
@Suite struct TerminalWidthTests {
  @Test(arguments: [
    ("", 0), ("Stand-up", 8), ("é", 1), ("e\u{301}", 1), ("会議", 4), ("ミーティング", 12), ("한국어", 6),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("Ａ", 2), ("ｱ", 1), ("。", 2), ("🎂", 2), ("👩‍👩‍👧‍👦", 2), ("👍🏽", 2),
    ("🇩🇪", 2), ("❤", 1), ("❤️", 2), ("☀", 1), ("1️⃣", 2), ("©", 1), ("…", 1), ("é→", 2),
    ("שלום", 4), ("مرحبا", 5), ("😀a", 3),
  ])
  func `the width of a line is that on a terminal`(line: String, columns: Int) {
    #expect(line.terminalWidth == columns)
  }

  @Test(arguments: [
    ("Stand-up", 8, "Stand-up"), ("Stand-up", 7, "Stand-…"), ("Stand up", 7, "Stand…"),
    ("会議室の予約", 7, "会議室…"), ("会議室の予約", 6, "会議…"), ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3, "👩‍👩‍👧‍👦…"),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("abc", 1, "…"), ("abc", 0, ""),
  ])
  func `a line is cut between characters`(line: String, columns: Int, expected: String) {
    let short = line.shortened(toColumns: columns)
    #expect(short == expected)
    #expect(short.terminalWidth <= columns)
  }

  @Test(arguments: [
    ("one two three", 9, 5, "one two…"), ("one two three", 11, 2, "one two…"),
    ("one two three", 11, 1, "one two th…"), ("one two three", 10, 1, "one two…"),
    // The cut follows a word already.
    ("one two three", 8, 5, "one two…"), ("one  two", 5, 5, "one…"), ("one two", 7, 5, "one two"),
    ("onetwothree", 6, 9, "onetw…"), (" onetwothree", 6, 9, "…"), ("予約 会議室", 8, 2, "予約…"),
    ("予約 会議室", 8, 1, "予約 会…"), ("予約 会議室", 5, 9, "予約…"),
  ])
  func `the start of a cut word is dropped up to its bound`(
    line: String, columns: Int, bound: Int, expected: String
  ) {
    let short = line.shortened(toColumns: columns, droppingCutWord: bound)
    #expect(short == expected)
    #expect(short.terminalWidth <= columns)
  }

  @Test func `words are not split at the end of a line`() {
    #expect("one two three".wrapped(toColumns: 8) == "one two\n  three")
    #expect("会議 予約 x".wrapped(toColumns: 8) == "会議\n  予約 x")
    #expect("a verylongword b".wrapped(toColumns: 4) == "a\n  verylongword\n  b")
  }
}
