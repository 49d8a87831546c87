import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// Diagnostics of calendars with many errors, and the options that show all of them.
@Suite struct DiagnosticTests {
  private let now = "--now=2026-01-01T12:00:00Z"

  /// Returns a calendar with events with two titles, then with invalid rules, then with rules that
  /// don't match their start.
  private func calendar(warnings: Int = 0, errors: Int = 0, notes: Int = 0) -> String {
    let components =
      (0..<warnings).map { number in
        CalendarText.event("w\(number)@example.org", title: "Title \(number)\nSUMMARY:Other")
      }
      + (0..<errors).map { number in
        CalendarText.event("e\(number)@example.org", rule: "FREQ=MONTHLY;BYMONTHDAY=32")
      }
      + (0..<notes).map { number in
        // The UID looks like the code of a diagnostic.
        CalendarText.event("n\(number)] [rule-invalid", rule: "FREQ=WEEKLY;BYDAY=TU")
      }
    return CalendarText.calendar(components.joined())
  }

  @Test func `each line ends with the code, even if the UID looks like a code`() throws {
    let result = try Program.run(["few.ics": calendar(warnings: 1, errors: 1, notes: 1)]) {
      try $0(now, "--default-alarm=PT0S", "few.ics")
    }
    let lines = result.errors.split(separator: "\n")
    // The last line is the summary.
    #expect(lines.count == 4, "\(result.errors)")
    #expect(lines.contains { $0.contains(": warning: ") && $0.hasSuffix(" [property-repeated]") })
    #expect(lines.contains { $0.contains(": error: ") && $0.hasSuffix(" [rule-invalid]") })
    #expect(lines.contains { $0.hasSuffix("[n0] [rule-invalid] [rule-mismatch]") })
  }

  @Test func `up to twenty diagnostics are shown, and more are counted by code`() throws {
    let files = [
      "20.ics": calendar(warnings: 18, errors: 2), "21.ics": calendar(warnings: 19, errors: 2),
    ]
    try Program.run(files) { program in
      let few = try program(now, "20.ics").errors.split(separator: "\n")
      #expect(few.dropLast().allSatisfy { $0.hasSuffix("]") } && few.count == 21, "\(few)")
      let many = try program(now, "21.ics", status: 1)
      let lines = many.errors.split(separator: "\n")
      #expect(lines.prefix(3).map { $0.contains(": error: ") } == [false, true, true])
      #expect(
        lines.dropFirst(3).dropLast() == [
          "ics2notify: note: 21 diagnostics, 3 of them shown; --verbose shows each",
          "ics2notify: note: 2 errors [rule-invalid]",
          "ics2notify: note: 19 warnings [property-repeated]",
        ], "\(many.errors)")
      for option in ["--verbose", "-v"] {
        let all = try program(now, option, "21.ics")
        #expect(all.errors.matches(of: /\]\n/).count == 21, "\(all.errors)")
        #expect(all.output == many.output)
      }
      // The plan lists all of them.
      let plan = try JSONSerialization.jsonObject(with: many.output) as? [String: Any]
      #expect((plan?["diagnostics"] as? [Any])?.count == 21)
    }
  }

  @Test func `up to a hundred errors are shown, and more are counted`() throws {
    let files = [
      "100.ics": calendar(warnings: 5, errors: 100), "150.ics": calendar(warnings: 5, errors: 150),
    ]
    try Program.run(files) { program in
      let whole = try program("fires", now, "100.ics").errors
      #expect(whole.matches(of: /: error:/).count == 100)
      #expect(whole.contains("note: 105 diagnostics, 101 of them shown;"), "\(whole.suffix(300))")
      let cut = try program("fires", now, "150.ics").errors
      #expect(cut.matches(of: /: error:/).count == 100)
      #expect(cut.contains("note: 155 diagnostics, 101 of them shown;"), "\(cut.suffix(300))")
      #expect(cut.contains("note: 150 errors [rule-invalid]\n"))
      // With --quiet, only errors and the note about hidden errors are shown.
      #expect(
        try program("fires", now, "--quiet", "100.ics").errors.split(separator: "\n").count == 100)
      let quiet = try program("fires", now, "--quiet", "150.ics").errors
      #expect(quiet.matches(of: /: error:/).count == 100)
      #expect(quiet.contains("note: 150 diagnostics, 100 of them shown;"), "\(quiet.suffix(300))")
      #expect(!quiet.contains("property-repeated"))
      let all = try program("fires", now, "--quiet", "--verbose", "150.ics").errors
      #expect(all.split(separator: "\n").count == 150)
    }
  }

  @Test func `many errors in one file don't hide the errors of another`() throws {
    let files = ["a.ics": calendar(errors: 150), "b.ics": calendar(errors: 3)]
    let errors = try Program.run(files) { try $0("fires", now, "a.ics", "b.ics").errors }
    #expect(errors.matches(of: /b\.ics:\d+: error:/).count == 3, "\(errors.suffix(500))")
    #expect(errors.matches(of: /a\.ics:\d+: error:/).count == 97)
  }

  @Test func `more than twenty errors are shown and counted`() throws {
    let lines = try Program.run(["errors.ics": calendar(errors: 30)]) {
      try $0(now, "errors.ics").errors.split(separator: "\n")
    }
    #expect(lines.count == 33, "\(lines)")
    #expect(lines[30] == "ics2notify: note: 30 diagnostics, all of them shown")
    #expect(lines[31] == "ics2notify: note: 30 errors [rule-invalid]")
  }

  @Test func `diagnostics are counted for each calendar of a batch`() throws {
    let files = ["a.ics": calendar(warnings: 30), "b.ics": calendar(warnings: 2)]
    try Program.run(files) { program in
      let few = try program("batch", now, "--output=out", "a.ics", "b.ics").errors
      #expect(few.matches(of: /\[property-repeated\]/).count == 1 + 1 + 2, "\(few)")
      let all = try program("batch", now, "--verbose", "--output=all", "a.ics", "b.ics").errors
      #expect(all.matches(of: /\[property-repeated\]/).count == 32, "\(all)")
    }
  }
}

/// `--diagnostics json` writes one JSON object per line to standard error.
@Suite struct DiagnosticLineTests {
  private let now = "--now=2026-01-01T12:00:00Z"

  private let faulty = CalendarText.calendar(
    CalendarText.event("good@example.org"),
    CalendarText.event("bad@example.org", rule: "FREQ=MONTHLY;BYMONTHDAY=32"))

  /// Returns the objects on standard error, and the exit status in the last one.
  private func told(_ result: ProgramOutcome) throws -> (lines: [[String: Any]], status: Int?) {
    var lines = try result.errors.split(separator: "\n").map {
      try #require(
        try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\(result.errors)")
    }
    let last = try #require(lines.last)
    lines.removeLast()
    #expect(last.keys.sorted() == ["exitStatus", "version"], "\(result.errors)")
    #expect(lines.allSatisfy { $0["exitStatus"] == nil })
    return (lines, last["exitStatus"] as? Int)
  }

  @Test func `each diagnostic is a JSON object, and the last object has the exit status`() throws {
    try Program.run(["mixed.ics": faulty]) { program in
      for words in [["compile"], ["fires"], ["simulate"], ["explain"]] {
        let result = try program.run(words + ["--diagnostics", "json", now, "mixed.ics"])
        let (lines, status) = try told(result)
        #expect(status == 1 && result.status == 1)
        let line = try #require(lines.first { $0["code"] as? String == "rule-invalid" }, "\(lines)")
        #expect(line["severity"] as? String == "error")
        #expect(line["file"] as? String == "mixed.ics")
        #expect(line["line"] as? Int == 3 + 11 + 5)
        #expect(line["uid"] as? String == "bad@example.org")
        #expect(line["section"] as? String == "RFC 5545, 3.3.10")
        // The option doesn't change the result.
        #expect(try program.run(words + [now, "mixed.ics"]).output == result.output)
      }
    }
  }

  @Test func `all diagnostics are written, and with --quiet all errors`() throws {
    let events = (0..<60).map { number in
      CalendarText.event(
        "e\(number)@example.org", rule: "FREQ=\(number % 2 == 0 ? "X" : "DAILY;X=1")")
    }
    let nameless = CalendarText.event("w@example.org")
      .replacing("UID:w@example.org\n", with: "")
    try Program.run(["many.ics": CalendarText.calendar(events.joined() + nameless)]) { program in
      let (lines, _) = try told(try program(now, "--diagnostics=json", "many.ics"))
      // The last object is the summary.
      #expect(lines.count == 62, "\(lines.count)")
      let (errors, _) = try told(try program(now, "--diagnostics=json", "--quiet", "many.ics"))
      #expect(errors.count == 60, "\(errors.count)")
    }
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let status: Int
    let file: String?
    var testDescription: String { arguments.joined(separator: " ") }

    init(_ arguments: String..., ends status: Int, about file: String? = nil) {
      (self.arguments, self.status, self.file) = (arguments, status, file)
    }
  }

  @Test(arguments: [
    Row("--bogus", "a.ics", ends: 64), Row(ends: 64), Row("fires", ends: 64),
    Row("--limit=129", "--allow-over-limit", "a.ics", ends: 64),
    Row("--options=none.txt", "a.ics", ends: 66),
    Row("--strict", "mixed.ics", ends: 65, about: "mixed.ics"),
    Row("missing.ics", ends: 66, about: "missing.ics"),
    Row("empty.ics", ends: 65, about: "empty.ics"),
    Row("directory", ends: 65, about: "directory"),
    Row("diff", "a.ics", "a.ics", ends: 65), Row("--output=a.ics", "a.ics", ends: 73),
  ])
  func `an error that ends the program is an object, followed by the exit status`(_ row: Row) throws
  {
    let files = [
      "a.ics": CalendarText.daily, "mixed.ics": faulty, "empty.ics": "", "directory/notes": "",
    ]
    try Program.run(files) { program in
      var arguments = row.arguments
      let place = ["diff", "fires"].contains(arguments.first) ? 1 : 0
      arguments.insert("--diagnostics=json", at: place)
      let result = try program.run(arguments)
      let (lines, status) = try told(result)
      #expect(status == row.status && result.status == Int32(row.status), "\(result.errors)")
      let error = try #require(lines.first { $0["severity"] as? String == "error" })
      #expect((error["message"] as? String)?.isEmpty == false)
      #expect(error["file"] as? String == row.file)
    }
  }

  @Test func `hints, notes and summaries are objects too, and nothing else is written`() throws {
    let silent = CalendarText.calendar(CalendarText.event(alarm: nil))
    try Program.run(["silent.ics": silent, "a.ics": CalendarText.daily]) { program in
      let (lines, status) = try told(try program("--diagnostics=json", now, "silent.ics"))
      #expect(lines.map { $0["severity"] as? String } == ["hint", "note"])
      #expect(status == 0)
      let units = try program("--diagnostics=json", "--output=units", "--target=systemd", "a.ics")
      let (notes, _) = try told(units)
      #expect(!notes.isEmpty && notes.allSatisfy { $0["severity"] as? String == "note" })
      let none = try program("--diagnostics=json", "--version")
      #expect(try told(none).lines.isEmpty)
      // An argument after -- is a path.
      let path = try program("--", "--diagnostics=json")
      #expect(path.errors == "ics2notify: error: --diagnostics=json: no such file\n")
    }
  }

  @Test func `a batch names the calendar of each diagnostic, and writes one exit status`() throws {
    let files = ["a.ics": faulty, "b.ics": CalendarText.daily, "c.ics": faulty]
    let result = try Program.run(files) {
      try $0.run(
        ["batch", "fires", "--output=out", "--diagnostics=json", "--jobs=2", now]
          + ["a.ics", "b.ics", "c.ics", "missing.ics"])
    }
    let (lines, status) = try told(result)
    #expect(status == 66)
    // The summary and the note about the zone are not about one file.
    #expect(lines.map { $0["file"] as? String } == ["a.ics", "c.ics", "missing.ics", nil, nil])
    #expect(lines.map { $0["code"] as? String }.last == "zone-assumed")
  }

  @Test func `control characters in names and values are escaped`() throws {
    try Program.run { program in
      for arguments in [["x\u{1B}[31m\u{202E}.ics"], ["--now=\u{9B}31m", "a.ics"]] {
        let result = try program.run(["--diagnostics=json"] + arguments)
        #expect(try told(result).lines.count == 1)
        #expect(
          result.errors.unicodeScalars.allSatisfy {
            $0 == "\n" || $0.value >= 0x20 && $0.value < 0x7F || $0 == "\u{FFFD}"
          }, "\(result.errors.debugDescription)")
      }
    }
  }

  @Test func `an options file can't contain --diagnostics`() throws {
    let result = try Program.run(["rules.txt": "--diagnostics=json\n", "a.ics": CalendarText.daily])
    {
      try $0("--options=rules.txt", "a.ics", status: 64)
    }
    #expect(
      result.errors
        == "ics2notify: error: rules.txt:1: --diagnostics belongs on the command line, not in a file\n"
        + "see 'ics2notify compile --help'\n")
  }
}
