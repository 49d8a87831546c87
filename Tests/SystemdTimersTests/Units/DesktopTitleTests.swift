import SystemdTimers
import Testing

@Suite struct DesktopTitleTests {
  /// Eighty columns.
  static let longest = String(repeating: "Quarterly ", count: 8)

  @Test(arguments: ["Stand-up", String(longest.dropLast()) + "!", "", "a\tb\nc"])
  func `a title that fits is shown as it is, and not repeated`(_ title: String) {
    #expect(DesktopTitle(title).shown == title)
    #expect(DesktopTitle(title).whole.isEmpty)
  }

  @Test(
    arguments: [
      // A word that does not fit is left out, unless it has more than 20 columns.
      (longest + "review", String(longest.dropLast()) + "…"),
      (
        String(longest.dropLast(10)) + "reorganisation of the team",
        String(longest.dropLast(11)) + "…"
      ),
      (
        "https://example.org/" + String(repeating: "x", count: 80),
        "https://example.org/" + String(repeating: "x", count: 59) + "…"
      ),
      // A wide character takes two columns, and is not cut.
      (String(repeating: "会議", count: 40), String(repeating: "会議", count: 19) + "会…"),
      (
        String(repeating: "👩‍👩‍👧‍👦", count: 41), String(repeating: "👩‍👩‍👧‍👦", count: 39) + "…"
      ),
      (
        String(repeating: "e\u{301}", count: 81), String(repeating: "e\u{301}", count: 79) + "…"
      ),
    ] as [(String, String)])
  func `a long title is cut, and is whole beside it`(_ title: String, _ shown: String) {
    #expect(DesktopTitle(title).shown == shown)
    #expect(DesktopTitle(title).whole == title)
  }
}
