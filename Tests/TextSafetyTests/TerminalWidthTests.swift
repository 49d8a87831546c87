import Testing
import TextSafety

/// Widths as `wcwidth` 0.7 and EastAsianWidth.txt have them.
@Suite struct TerminalWidthTests {
  @Test(arguments: [
    ("", 0), ("Stand-up", 8), ("é", 1), ("e\u{301}", 1), ("会議", 4), ("ミーティング", 12), ("한국어", 6),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("Ａ", 2), ("ｱ", 1), ("。", 2), ("🎂", 2), ("👩‍👩‍👧‍👦", 2), ("👍🏽", 2),
    ("🇩🇪", 2), ("❤", 1), ("❤️", 2), ("☀", 1), ("1️⃣", 2), ("©", 1), ("…", 1), ("é→", 2),
    ("שלום", 4), ("مرحبا", 5), ("😀a", 3),
  ])
  func `a line takes the columns that a terminal gives it`(_ line: String, _ columns: Int) {
    #expect(line.terminalWidth == columns)
  }

  @Test(arguments: [
    ("Stand-up", 8, "Stand-up"), ("Stand-up", 7, "Stand-…"), ("Stand up", 7, "Stand…"),
    ("会議室の予約", 7, "会議室…"), ("会議室の予約", 6, "会議…"), ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3, "👩‍👩‍👧‍👦…"),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("abc", 1, "…"), ("abc", 0, ""),
  ])
  func `a line is cut between characters`(_ line: String, _ columns: Int, _ expected: String) {
    let short = line.shortened(toColumns: columns)
    #expect(short == expected)
    #expect(short.terminalWidth <= columns)
  }

  @Test(arguments: [
    ("one two three", 9, 5, "one two…"), ("one two three", 11, 2, "one two…"),
    ("one two three", 11, 1, "one two th…"), ("one two three", 10, 1, "one two…"),
    // The cut is behind a word already.
    ("one two three", 8, 5, "one two…"), ("one  two", 5, 5, "one…"), ("one two", 7, 5, "one two"),
    ("onetwothree", 6, 9, "onetw…"), (" onetwothree", 6, 9, "…"), ("予約 会議室", 8, 2, "予約…"),
    ("予約 会議室", 8, 1, "予約 会…"), ("予約 会議室", 5, 9, "予約…"),
  ])
  func `the start of a cut word is dropped up to its bound`(
    _ line: String, _ columns: Int, _ bound: Int, _ expected: String
  ) {
    let short = line.shortened(toColumns: columns, droppingCutWord: bound)
    #expect(short == expected)
    #expect(short.terminalWidth <= columns)
  }

  @Test func `words stay whole in lines of some columns`() {
    #expect("one two three".wrapped(toColumns: 8) == "one two\n  three")
    #expect("会議 予約 x".wrapped(toColumns: 8) == "会議\n  予約 x")
    #expect("a verylongword b".wrapped(toColumns: 4) == "a\n  verylongword\n  b")
  }
}
