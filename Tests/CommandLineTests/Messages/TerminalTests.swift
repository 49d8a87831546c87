import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// Texts of a calendar can't control a terminal.
@Suite struct TerminalTests {
  private let now = "--now=2026-01-01T12:00:00Z"

  /// Whether a scalar controls a terminal or the direction of text.
  private func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x2028...0x2029: true
    default: false
    }
  }

  @Test(arguments: [
    "red \u{1B}[31m text", "title \u{1B}]0;owned\u{07}", "up \u{1B}[1A\u{1B}[2K", "\u{9B}31m",
    "tab\tbell\u{07}", "back\u{08}\u{08}", "bidi \u{202E}txet\u{2066}", "line\u{2028}break",
    "escaped\\nnewline",
  ])
  func `a title can't control a terminal`(_ title: String) throws {
    let calendar = CalendarText.calendar(
      CalendarText.event("good\(title)@example.org", title: title),
      CalendarText.event("bad\(title)@example.org", rule: "FREQ=\(title)", title: title))
    try Program.run(["title.ics": calendar]) { program in
      for arguments in [
        ["--format=text"], ["fires", "--format=text"], ["simulate", "--format=text"],
      ] {
        let result = try program.run(arguments + [now, "title.ics"], status: 1)
        #expect(result.text.contains("2026-01-05 09:00"))
        #expect(!result.errors.isEmpty)
        for scalar in (result.text + result.errors).unicodeScalars {
          #expect(!isDangerous(scalar), "\(arguments) U+\(String(scalar.value, radix: 16))")
        }
        // A title never breaks the line of a fire or request.
        #expect(result.lines.filter { $0.contains("2026-01-05 09:00") }.count == 1)
      }
    }
  }

  @Test func `JSON escapes control characters without changing values`() throws {
    // DELETE, C1 controls, directional marks, embeddings, overrides, isolates, line separators.
    let values =
      [0x061C, 0x200E, 0x200F, 0x2028, 0x2029] + Array(0x7F...0x9F) + Array(0x202A...0x202E)
      + Array(0x2066...0x2069)
    let scalars = values.compactMap { Unicode.Scalar(UInt32($0)) }
    let title = "é→" + String(String.UnicodeScalarView(scalars)) + "😀"
    let calendar = CalendarText.calendar(
      CalendarText.event("uid\u{202E}@example.org", rule: "FREQ=DAILY;COUNT=9", title: title),
      CalendarText.event("bad@example.org", rule: "FREQ=\u{9B}31m", title: title))
    try Program.run(["a\u{202E}b.ics": calendar]) { program in
      let name = "a\u{202E}b.ics"
      try program(now, "--output=plan.json", name, status: 1)
      let results = [
        try program(now, name), try program("fires", now, name), try program("simulate", now, name),
        try program("diff", "plan.json", "plan.json"),
        try program.shell("echo '[]' >none.json; \"$PROGRAM\" diff none.json plan.json"),
      ]
      for result in results {
        for scalar in result.text.unicodeScalars {
          #expect(!isDangerous(scalar), "U+\(String(scalar.value, radix: 16))")
        }
      }
      let line = try #require(results[1].lines.first)
      let fire = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      // A title keeps only the directional marks, and gets a space for line separators.
      let clean = "é→\u{61C}\u{200E}\u{200F} 😀"
      let shown = fire?["title"] as? String
      #expect(shown?.unicodeScalars.elementsEqual(clean.unicodeScalars) == true)
      let uid = fire?["uid"] as? String
      #expect(uid?.unicodeScalars.elementsEqual("uid\u{202E}@example.org".unicodeScalars) == true)
      #expect(line.contains("é→") && line.contains("😀"))
      for index in [0, 4] {
        let object =
          try JSONSerialization.jsonObject(with: results[index].output) as? [String: Any]
        let requests = object?[index == 0 ? "requests" : "add"] as? [[String: Any]]
        let content = requests?.first?["content"] as? [String: Any]
        #expect(
          (content?["title"] as? String)?.unicodeScalars.elementsEqual(clean.unicodeScalars)
            == true)
      }
    }
  }

  @Test func `file names and option values can't control a terminal`() throws {
    try Program.run { program in
      for arguments in [
        ["miss\u{1B}[31ming.ics"], ["--time-zone=\u{1B}[31m", "x.ics"],
        ["--now=\u{1B}[31m", "x.ics"], ["--limit=\u{1B}[31m", "x.ics"],
        ["--format=\u{1B}[31m", "x.ics"], ["--\u{1B}[31m", "x.ics"],
      ] {
        let result = try program.run(arguments)
        #expect(result.status == (arguments.count == 1 ? 66 : 64))
        #expect(!result.errors.isEmpty)
        #expect(!result.errors.unicodeScalars.contains(where: isDangerous), "\(arguments)")
      }
    }
  }

  /// Runs a shell command in the terminal of script(1) of util-linux.
  private func typed(
    _ line: String, _ files: [String: String], _ settings: String = "NO_COLOR=1"
  ) throws -> [Substring] {
    let result = try Program.run(files) {
      try $0.shell("TERM=xterm \(settings) script -qec '\(line)' /dev/null")
    }
    return result.text.split(whereSeparator: \.isNewline)
  }

  @Test(
    .enabled(if: TestProgram.installed("script") != nil, "needs script(1) of util-linux"),
    arguments: ["RRULE:", "RRULE;X-NOTE=会議:"])
  func `on a terminal, the invalid line is shown with a caret`(_ name: String) throws {
    let calendar = CalendarText.calendar(CalendarText.event(rule: "FREQ=MONTHLY;BYMONTHDAY=32"))
    let files = ["rule.ics": calendar.replacing("RRULE:", with: name)]
    let shown = try typed("\"$PROGRAM\" \(now) --format=text rule.ics", files)
    let message = try #require(shown.firstIndex { $0.hasPrefix("rule.ics:") }, "\(shown)")
    try #require(message + 2 < shown.count, "\(shown)")
    #expect(shown[message].contains("error: BYMONTHDAY=32 is"), "\(shown)")
    let (excerpt, marker) = (shown[message + 1], shown[message + 2])
    #expect(excerpt.hasSuffix("| \(name)FREQ=MONTHLY;BYMONTHDAY=32"), "\(shown)")
    let before = excerpt[..<(try #require(excerpt.firstRange(of: "BYMONTHDAY")).lowerBound)]
    let caret = try #require(marker.firstIndex(of: "^"), "\(shown)")
    // A wide character takes two columns.
    let wide = before.count { "会議".contains($0) }
    #expect(before.count + wide == marker[..<caret].count, "\(shown)")

    let saved = try typed(
      "\"$PROGRAM\" \(now) --format=text rule.ics 2>errors; cat errors", files)
    #expect(saved.contains { $0.contains("error: BYMONTHDAY=32 is") }, "\(saved)")
    #expect(!saved.contains { $0.contains("^") }, "a file needs no excerpt: \(saved)")
  }

  @Test(
    .enabled(if: TestProgram.installed("script") != nil, "needs script(1) of util-linux"))
  func `a table fits the terminal, and has colours unless they are disabled`() throws {
    let files = [
      "wide.ics": CalendarText.calendar(
        CalendarText.event(title: String(repeating: "会議室の予約", count: 20)))
    ]
    let line = "stty cols 40; \"$PROGRAM\" \(now) --format=text wide.ics"
    let plain = try typed(line, files)
    #expect(plain.contains { $0.hasSuffix("…") }, "\(plain)")
    #expect(plain.allSatisfy { $0.count <= 40 }, "\(plain)")
    #expect(!plain.contains { $0.contains("\u{1B}") }, "\(plain)")
    let painted = try typed(line, files, "")
    #expect(painted.contains { $0.hasPrefix("\u{1B}[1m") }, "\(painted)")
    let dumb = try typed("TERM=dumb; export TERM; \(line)", files, "")
    #expect(!dumb.contains { $0.contains("\u{1B}") }, "\(dumb)")
    // In a pipe nothing is coloured, and lines are cut only if COLUMNS is set.
    let piped = try typed("\(line) | cat", files, "")
    #expect(piped.contains { $0.count > 100 })
    #expect(!piped.contains { $0.contains("\u{1B}") }, "\(piped)")
    let told = try typed("COLUMNS=50; export COLUMNS; \(line) | cat", files, "")
    #expect(told.allSatisfy { $0.count <= 50 }, "\(told)")
  }
  @Test(
    .enabled(if: TestProgram.installed("script") != nil, "needs script(1) of util-linux"),
    arguments: ["", "fires", "simulate"])
  func `output to a terminal is text, unless a format or a file is given`(_ command: String) throws
  {
    let files = ["a.ics": CalendarText.daily]
    let run = "\"$PROGRAM\" \(command) --quiet \(now) --time-zone=UTC a.ics"
    let text = try typed("\(run) --format=text", files)
    #expect(try typed(run, files) == text)
    for other in ["\(run) | cat", "\(run) --output=-", "\(run) --output=out; cat out"] {
      #expect(try typed(other, files).first?.hasPrefix("{") == true, "\(other)")
    }
  }
}
