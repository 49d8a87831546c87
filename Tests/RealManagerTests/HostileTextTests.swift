import Foundation
import Testing

/// Texts of a calendar reach notify-send through systemd, as nothing but text.
@Suite(.enabled(if: RealManager.obstacle == nil, RealManager.obstacle))
struct HostileTextTests {
  /// Texts that look like syntax of systemd, shells or markup.
  private static let plain = [
    "   leading spaces", "-", "--", "--help", "-u critical", "%", "%%", "%n %i %h %H",
    "$HOME ${USER} $$ $(id)", "`touch injected`", "\"", "'", "\\", "ends with \\", "\\n",
    "\\x41\\101",
    "C:\\new", "two\nlines", "a\u{FEFF}b", "👩‍👩‍👧 é e\u{301}", ";",
    " ; /bin/touch injected",
    "# x", "[Install]", "a\nExecStart=/bin/touch injected",
    "\n[Service]\nExecStart=/bin/touch injected", "@/bin/sh", "+!!x", "A=B", "{a,b}", "*",
    "<b>&amp;</b>", "<a href=\"https://example.org\">", "&lt;", "\\\n", "%\n\\", "x\\\\", "$", "~",
    String(repeating: "long ", count: 400) + ".", String(repeating: "x", count: 100_000),
    String(repeating: "y", count: 200_000),
  ]

  /// Texts with characters that are removed.
  private static let replaced = [
    "bell \u{7}, escape \u{1B}[1m, delete \u{7F}", "next line \u{85}, separators \u{2028} \u{2029}",
    "control \u{9B}31m", "bidi \u{202E}gpj.exe", "isolate \u{2066}",
    "no character \u{FFFE}\u{FFFF}\u{1FFFE}",
  ]

  /// Returns an event in the syntax of RFC 5545, 3.3.11, whose alarm is `number` times 20 seconds
  /// after the start.
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
      DESCRIPTION:Note \(escaped)\r
      TRIGGER:PT\(number * 20)S\r
      END:VALARM\r
      END:VEVENT\r

      """
  }

  /// Returns the text that a desktop shows for a body, after notify-send has decoded C escapes and
  /// the server markup.
  private static func shown(_ argument: String) -> String {
    argument.replacing("\\\\", with: "\\").replacing("&lt;", with: "<")
      .replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }

  /// Returns the text that a reminder shows: without control characters, directional overrides and
  /// repeated blanks, and cut to a number of bytes.
  private static func clean(_ text: String, keepsLines: Bool, bytes: Int) -> String {
    let hidden: (UInt32) -> Bool = {
      $0 < 0x20 || (0x7F...0x9F).contains($0) || (0x202A...0x202E).contains($0)
        || (0x2066...0x2069).contains($0) || $0 == 0xFEFF || $0 & 0xFFFE == 0xFFFE
    }
    let lineEnds: Set<UInt32> = [0x0A, 0x85, 0x2028, 0x2029]
    var lines: [String] = [""]
    for scalar in text.unicodeScalars {
      if lineEnds.contains(scalar.value) {
        lines.append("")
      } else if !hidden(scalar.value) {
        lines[lines.count - 1].unicodeScalars.append(scalar)
      }
    }
    let whole =
      keepsLines
      ? lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }.joined(separator: "\n")
        .trimmingCharacters(in: [" ", "\n"])
      : lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
    guard whole.utf8.count > bytes else { return whole }
    var cut = whole
    while cut.utf8.count > bytes - "…".utf8.count { cut.removeLast() }
    return cut + "…"
  }

  /// Returns the title of a text, and the line of the body that repeats a title of more than 80
  /// characters.
  private static func title(_ text: String) -> (shown: String, whole: String) {
    let whole = clean(text, keepsLines: false, bytes: 512)
    return whole.count > 80 ? (whole.prefix(79) + "…", whole + "\n") : (whole, "")
  }

  private static let texts = plain + replaced

  /// A calendar with an event for each text, every 20 seconds from noon.
  private static let calendar: String = {
    let uids = ["../../../../tmp/injected", "a/../b", "%h", "$(touch injected)", "-x", "a b\\nc"]
    // The last three zones are invalid, so their times are in the machine's zone, UTC.
    let starts = [
      ":20260105T120000Z", ";TZID=Europe/Berlin:20260105T130000",
      ";TZID=../../etc/passwd:20260105T120000",
      ";TZID=\"UTC OnCalendar=minutely\":20260105T120000", ";TZID=/%h/$HOME:20260105T120000",
    ]
    let events = texts.enumerated().map { index, text in
      Self.event(
        index, text, uid: "\(uids[index % uids.count])-\(index)",
        start: starts[index % starts.count])
    }
    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//example.org//tests//EN\r\n"
      + events.joined() + "END:VCALENDAR\r\n"
  }()

  @Test func `every text arrives without control characters, and has no side effects`() throws {
    let texts = Self.texts
    try RealManager.with(["a.ics": Self.calendar]) { manager in
      let (calls, text) = try manager.run(
        zone: "UTC", at: "2026-01-05T11:50:00Z",
        """
        "$PROGRAM" install --plain --limit 200 --quiet a.ics 2>errors || cat errors
        walk 2026-01-05T12:30:00Z
        systemctl --user --no-legend --plain list-units --state=failed
        """)
      #expect(text == "")
      let noon = 1_767_614_400.0
      for (index, text) in texts.enumerated() {
        let found = calls.filter { Int($0.dueAt - noon) == index * 20 }
        try #require(found.count == 1, "\(text.prefix(60))")
        let arguments = try #require(found.first).texts
        try #require(arguments.count == 2, "\(text.prefix(60))")
        let title = Self.title(text)
        #expect(arguments[0] == title.shown)
        let body = Self.shown(arguments[1]).split(
          separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        try #require(body.count == 2)
        #expect(body[0].hasPrefix("12:00"))
        #expect(
          body[1] == title.whole + Self.clean("Note " + text, keepsLines: true, bytes: 2_048))
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

  /// A recorded call of the notification server.
  private struct Notification: Decodable {
    struct Payload: Decodable {
      let data: [Value]
    }
    /// An argument; nil if it isn't a text.
    struct Value: Decodable {
      let text: String?
      init(from decoder: any Decoder) throws {
        text = try? decoder.singleValueContainer().decode(String.self)
      }
    }
    let payload: Payload
    var title: String { payload.data[3].text ?? "" }
    var body: String { payload.data[4].text ?? "" }
  }

  @Test(
    .enabled(if: RealManager.obstacleToDesktop == nil, RealManager.obstacleToDesktop),
    arguments: ["true", "mv gone elsewhere"])
  func `every text is shown on a desktop, with and without the program`(
    _ accident: String
  ) throws {
    try RealManager.with(["a.ics": Self.calendar]) { manager in
      let text = try manager.runDesktop(
        zone: "UTC", at: "2026-01-05T11:50:00Z",
        """
        cp "$PROGRAM" gone
        ./gone install --quiet a.ics 2>errors || cat errors
        settle
        \(accident)
        walk 2026-01-05T12:30:00Z
        "$PROGRAM" status >status.txt
        wait_for is_recorded
        grep '"member":"Notify"' "$directory/recording"
        """)
      let shown = try text.split(separator: "\n").map {
        try JSONDecoder().decode(Notification.self, from: Data($0.utf8))
      }
      try #require(shown.count == Self.texts.count)
      for (notification, text) in zip(shown, Self.texts) {
        let title = Self.title(text)
        #expect(notification.title == title.shown)
        let body = notification.body.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
          .replacing("&amp;", with: "&")
          .split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        try #require(body.count == 2)
        #expect(body[0].hasPrefix("12:00"))
        #expect(
          body[1] == title.whole + Self.clean("Note " + text, keepsLines: true, bytes: 2_048))
      }
      for path in ["injected", "work/home/injected", "work/injected"] {
        #expect(!FileManager.default.fileExists(atPath: manager.directory.path + "/" + path))
      }
      let status = try Data(contentsOf: manager.directory.appending(path: "status.txt"))
      // The only control characters are line feeds.
      #expect(status.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A })
    }
  }
}
