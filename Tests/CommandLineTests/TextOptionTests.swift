import Foundation
import TestPrograms
import Testing

/// The options about what reminders say.
@Suite struct TextOptionTests {
  private let now = "--now=2026-01-05T06:00:00Z"

  private func pills(_ title: String = "Pill") -> String {
    Calendars.calendar(
      Calendars.event(
        "pill@example.org", start: "DTSTART:20260105T090000Z", rule: "FREQ=DAILY;COUNT=4",
        title: title, alarm: "PT0S"))
  }

  /// The bodies of a plan's requests, by rank.
  private func bodies(_ result: ProgramOutcome) throws -> [String] {
    let plan = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    let requests = try #require(plan?["requests"] as? [[String: Any]])
    return requests.map { ($0["content"] as? [String: Any])?["body"] as? String ?? "none" }
  }

  @Test(arguments: [
    (["--body", "Day {x}"], "{x}, which is none of {n}"),
    (["--body", "Day {n"], "{ without its }"),
    (["--body", "Day n}"], "} without its {"),
    (["--language", "xx"], "none of en, de, fr, es, ja"),
    (["--language", "de_DE.UTF-8"], "none of en"), (["--thread", "room"], "room"),
    (["--body-list", "empty.txt"], "no line with a template"),
    (["--body-list", "bad.txt"], "bad.txt:3: the template"),
    (["--format", "apns", "--renewal-nudge"], "--format apns"),
    (["--format", "apns", "--pending", "plan.json"], "--format apns"),
  ])
  func `what makes no sense is 64, and named`(_ arguments: [String], _ message: String) throws {
    let files = ["a.ics": pills(), "empty.txt": " \n\n", "bad.txt": "one\n\n{two\n"]
    try Program.run(files) { program in
      let result = try program.run([now] + arguments + ["a.ics"])
      #expect(result.status == 64, "\(result.errors)")
      #expect(result.errors.contains(message), "\(result.errors)")
      #expect(result.output.isEmpty)
    }
  }

  @Test func `a list that isn't there is 66`() throws {
    try Program.run(["a.ics": pills()]) { program in
      let result = try program(now, "--body-list=none.txt", "a.ics")
      #expect(result.status == 66)
      #expect(result.errors.contains("none.txt"), "\(result.errors)")
    }
  }

  @Test func `lines of a file take turns, for the components that a rule names`() throws {
    let files = [
      "a.ics": pills(), "lines.txt": "one\r\n\r\ntwo {n}/{count}\r\n", "x=y.txt": "three",
    ]
    try Program.run(files) { program in
      let lines = try program(now, "--body-list=lines.txt=SUMMARY:Pi*", "a.ics")
      #expect(try bodies(lines) == ["one", "two 2/4", "one", "two 4/4"])
      let other = try program(now, "--body-list=lines.txt=SUMMARY:Walk", "a.ics")
      #expect(Set(try bodies(other)) == [""])
      // A name may have an equals sign in it.
      let named = try program(now, "--body-list=x=y.txt", "a.ics")
      #expect(Set(try bodies(named)) == ["three"])
    }
  }

  @Test func `an output never replaces a list that is read`() throws {
    try Program.run(["a.ics": pills(), "lines.txt": "one\n"]) { program in
      let result = try program(now, "--body-list=lines.txt", "--output=lines.txt", "a.ics")
      #expect(result.status == 73)
      #expect(try program.read("lines.txt") == "one\n")
    }
  }

  @Test func `both spellings of a level are the same`() throws {
    try Program.run(["a.ics": pills()]) { program in
      let results = try ["timeSensitive", "time-sensitive"].map {
        try program(now, "--level=\($0)=UID:*", "a.ics")
      }
      #expect(results[0].output == results[1].output)
      #expect(results[0].text.contains("\"interruptionLevel\" : \"timeSensitive\""))
    }
  }

  @Test func `pushes go to a file as to standard output, whole or not at all`() throws {
    try Program.run(["a.ics": pills()]) { program in
      let printed = try program(now, "--format=apns", "a.ics")
      #expect(printed.status == 0, "\(printed.errors)")
      #expect(printed.lines.count == 4)
      let written = try program(now, "--format=apns", "--output=pushes.jsonl", "a.ics")
      #expect(written.status == 0 && written.output.isEmpty, "\(written.errors)")
      #expect(try program.read("pushes.jsonl") == printed.text)
      let refused = try program(now, "--format=apns", "--output=a.ics", "a.ics")
      #expect(refused.status == 73)
      #expect(try program.read("a.ics").hasPrefix("BEGIN:VCALENDAR"))
    }
  }

  @Test(arguments: [
    "\\n\\n\\nNew\\nline", String(repeating: "long ", count: 20_000), "\u{202E}txt\u{2066}",
    "👨‍👩‍👧‍👦\u{200D}", "NUL\u{0}NUL", "<script>alert(1)</script>", "javascript:alert(1)",
    "%n$(touch owned)`id`", "\u{FFFE}\u{FEFF}", "e" + String(repeating: "\u{301}", count: 5_000),
  ])
  func `whatever a sender writes is JSON in bounds, and the same each time`(
    _ text: String
  ) throws {
    let hostile = pills(text).replacing(
      "BEGIN:VALARM",
      with: "URL:\(text)\nCONFERENCE:\(text)\nLOCATION:\(text)\nDESCRIPTION:\(text)\n"
        + "CATEGORIES:\(text)\nBEGIN:VALARM")
    try Program.run(["a.ics": hostile]) { program in
      for arguments in [
        [], ["--body={title}{location}{description}"], ["--format=apns"], ["fires"],
      ] {
        let command = arguments.first == "fires" ? ["fires", now] : [now] + arguments
        let result = try program.run(command + ["a.ics"])
        #expect(try program.run(command + ["a.ics"]).output == result.output)
        #expect(result.status == 0, "\(result.errors.prefix(200))")
        // A title may say so; a link never does.
        #expect(!result.text.contains("\"url\" : \"j") && !result.text.contains("\"url\":\"j"))
        let parts =
          arguments.isEmpty || arguments[0].hasPrefix("--body") ? [result.text] : result.lines
        #expect(!parts.isEmpty)
        for part in parts {
          let value = try JSONSerialization.jsonObject(with: Data(part.utf8))
          check(value)
        }
      }
    }
  }

  /// Texts are bounded and without what moves a cursor.
  private func check(_ value: Any) {
    switch value {
    case let object as [String: Any]:
      for value in object.values { check(value) }
    case let array as [Any]:
      for value in array { check(value) }
    case let text as String:
      #expect(text.utf8.count <= 4_096)
      for scalar in text.unicodeScalars {
        let isControl = scalar.value < 0x20 && scalar != "\n"
        #expect(!isControl && scalar.value != 0x7F && !(0x202A...0x202E).contains(scalar.value))
      }
    default: break
    }
  }
}
