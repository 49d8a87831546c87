import Foundation
import TestPrograms
import Testing

/// `--diagnostics json`: what is told, for a program that reads standard error.
@Suite struct DiagnosticLineTests {
  private let now = "--now=2026-01-01T12:00:00Z"

  private let faulty = Calendars.calendar(
    Calendars.event("good@example.org"),
    Calendars.event("bad@example.org", rule: "FREQ=MONTHLY;BYMONTHDAY=32"))

  /// The objects of standard error: what is told, and how it ends.
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

  @Test func `a diagnostic is an object with its code, place and severity, and the end the last`()
    throws
  {
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
        // The result is that of a run that tells people.
        #expect(try program.run(words + [now, "mixed.ics"]).output == result.output)
      }
    }
  }

  @Test func `however many there are each is told, and with --quiet the errors`() throws {
    let events = (0..<60).map { number in
      Calendars.event("e\(number)@example.org", rule: "FREQ=\(number % 2 == 0 ? "X" : "DAILY;X=1")")
    }
    let nameless = Calendars.event("w@example.org")
      .replacing("UID:w@example.org\n", with: "")
    try Program.run(["many.ics": Calendars.calendar(events.joined() + nameless)]) { program in
      let (lines, _) = try told(try program(now, "--diagnostics=json", "many.ics"))
      #expect(lines.count == 61, "\(lines.count)")
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
    Row("--rules=none.txt", "a.ics", ends: 66),
    Row("--strict", "mixed.ics", ends: 65, about: "mixed.ics"),
    Row("missing.ics", ends: 66, about: "missing.ics"),
    Row("empty.ics", ends: 65, about: "empty.ics"),
    Row("directory", ends: 65, about: "directory"),
    Row("diff", "a.ics", "a.ics", ends: 65), Row("--output=a.ics", "a.ics", ends: 73),
  ])
  func `what ends the program is told with the exit status`(_ row: Row) throws {
    let files = [
      "a.ics": Calendars.daily, "mixed.ics": faulty, "empty.ics": "", "directory/notes": "",
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
    let silent = Calendars.calendar(Calendars.event(alarm: nil))
    try Program.run(["silent.ics": silent, "a.ics": Calendars.daily]) { program in
      let (lines, status) = try told(try program("--diagnostics=json", now, "silent.ics"))
      #expect(lines.map { $0["severity"] as? String } == ["hint"])
      #expect(status == 0)
      let units = try program("--diagnostics=json", "--output=units", "--format=systemd", "a.ics")
      let (notes, _) = try told(units)
      #expect(!notes.isEmpty && notes.allSatisfy { $0["severity"] as? String == "note" })
      let none = try program("--diagnostics=json", "--version")
      #expect(try told(none).lines.isEmpty)
      // What stands behind -- is a path.
      let path = try program("--", "--diagnostics=json")
      #expect(path.errors == "ics2notify: error: --diagnostics=json: no such file\n")
    }
  }

  @Test func `each calendar of many is told of with its name, and the end of the run once`() throws
  {
    let files = ["a.ics": faulty, "b.ics": Calendars.daily, "c.ics": faulty]
    try Program.run(files) { program in
      let result = try program.run(
        ["fires", "--each", "--output=out", "--diagnostics=json", "--jobs=2", now]
          + ["a.ics", "b.ics", "c.ics", "missing.ics"])
      let (lines, status) = try told(result)
      #expect(status == 1)
      #expect(lines.map { $0["file"] as? String } == ["a.ics", "c.ics", "missing.ics"])
    }
  }

  @Test func `a name and a value that a terminal would obey are escaped`() throws {
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

  @Test func `a file of rules can't say how to tell of itself`() throws {
    try Program.run(["rules.txt": "--diagnostics=json\n", "a.ics": Calendars.daily]) { program in
      let result = try program("--rules=rules.txt", "a.ics")
      #expect(result.status == 64)
      #expect(
        result.errors
          == "ics2notify: error: rules.txt:1: --diagnostics is typed, and can't stand in a file of "
          + "rules\n")
    }
  }
}
