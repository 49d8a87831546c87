import Foundation
import Testing

/// What a stranger's calendar says reaches notify-send as text, through systemd itself.
@Suite(.enabled(if: RealManager.obstacle == nil, RealManager.obstacle))
struct HostileTextTests {
  /// Texts that are shown as they are.
  private static let plain = [
    "   leading spaces", "-", "--", "--help", "-u critical", "%", "%%", "%n %i %h %H",
    "$HOME ${USER} $$ $(id)", "`touch injected`", "\"", "'", "\\", "ends with \\", "\\n",
    "\\x41\\101",
    "C:\\new", "two\nlines", "\u{200B}", "a\u{FEFF}b", "👩‍👩‍👧 é e\u{301}", ";",
    " ; /bin/touch injected",
    "# x", "[Install]", "a\nExecStart=/bin/touch injected",
    "\n[Service]\nExecStart=/bin/touch injected", "@/bin/sh", "+!!x", "A=B", "{a,b}", "*",
    "<b>&amp;</b>", "<a href=\"https://example.org\">", "&lt;", "\\\n", "%\n\\", "x\\\\", "$", "~",
    String(repeating: "long ", count: 400) + ".", String(repeating: "x", count: 100_000),
    String(repeating: "y", count: 200_000),
  ]

  /// Texts of which something is replaced, and what is shown.
  private static let replaced = [
    ("bell \u{7}, escape \u{1B}[1m, delete \u{7F}", "bell ␇, escape ␛[1m, delete ␡"),
    ("next line \u{85}, separators \u{2028} \u{2029}", "next line \n, separators \n \n"),
    ("control \u{9B}31m", "control \u{FFFD}31m"), ("bidi \u{202E}gpj.exe", "bidi \u{FFFD}gpj.exe"),
    ("isolate \u{2066}", "isolate \u{FFFD}"),
    (
      "no character \u{FFFE}\u{FFFF}\u{1FFFE}",
      "no character \u{FFFD}\u{FFFD}\u{FFFD}"
    ),
  ]

  /// An event that is due some seconds after noon, in the syntax of RFC 5545, 3.3.11.
  private static func event(_ number: Int, _ text: String, uid: String, start: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
      .replacing(";", with: "\\;").replacing(",", with: "\\,")
    return """
      BEGIN:VEVENT\r
      UID:\(uid)\r
      DTSTAMP:20260101T000000Z\r
      DTSTART\(start)\r
      SUMMARY:\(escaped)\r
      BEGIN:VALARM\r
      ACTION:DISPLAY\r
      DESCRIPTION:.\(escaped)\r
      TRIGGER:PT\(number)S\r
      END:VALARM\r
      END:VEVENT\r

      """
  }

  /// What a desktop shows of a body: notify-send undoes C escapes, then markup is read.
  private static func shown(_ argument: String) -> String {
    argument.replacing("\\\\", with: "\\").replacing("&lt;", with: "<")
      .replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }

  /// What Linux takes of an argument: 32 pages with the NUL that ends it.
  private static func cut(_ text: String) -> String {
    text.utf8.count < 131_072 ? text : String(text.prefix(131_071 - "…".utf8.count)) + "…"
  }

  @Test func `every text arrives as it is or visibly replaced, and nothing else happens`() throws {
    let texts = Self.plain.map { ($0, $0) } + Self.replaced
    let uids = ["../../../../tmp/injected", "a/../b", "%h", "$(touch injected)", "-x", "a b\\nc"]
    // The last three are no zones, so their times are the machine's, UTC.
    let starts = [
      ":20260105T120000Z", ";TZID=Europe/Berlin:20260105T130000",
      ";TZID=../../etc/passwd:20260105T120000",
      ";TZID=\"UTC OnCalendar=minutely\":20260105T120000", ";TZID=/%h/$HOME:20260105T120000",
    ]
    let events = texts.enumerated().map { index, text in
      Self.event(
        index, text.0, uid: "\(uids[index % uids.count])-\(index)",
        start: starts[index % starts.count])
    }
    let calendar =
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//example.org//tests//EN\r\n" + events.joined()
      + "END:VCALENDAR\r\n"
    try RealManager.with(["a.ics": calendar]) { manager in
      let (calls, text) = try manager.run(
        zone: "UTC", at: "2026-01-05T11:50:00Z",
        """
        "$PROGRAM" --install --limit 200 --quiet a.ics 2>errors || cat errors
        walk 2026-01-05T12:30:00Z
        systemctl --user --no-legend --plain list-units --state=failed
        """)
      #expect(text == "")
      let noon = 1_767_614_400.0
      for (index, text) in texts.enumerated() {
        let found = calls.filter { Int($0.at - noon) == index }
        try #require(found.count == 1, "\(text.1.prefix(60))")
        let arguments = try #require(found.first).texts
        try #require(arguments.count == 2, "\(text.1.prefix(60))")
        // A title is shown without the spaces around it.
        #expect(arguments[0] == Self.cut(text.1.trimmingCharacters(in: ["\u{20}"])))
        #expect(Self.shown(arguments[1]) == Self.cut("." + text.1))
        #expect(found[0].arguments[0] == Array("--app-name=ics2notify".utf8))
        #expect(found[0].arguments.count == 5)
      }
      #expect(calls.count == texts.count)
      for path in ["injected", "work/home/injected", "work/injected"] {
        #expect(!FileManager.default.fileExists(atPath: manager.directory.path + "/" + path))
      }
      print("\(calls.count) texts")
    }
  }
}
