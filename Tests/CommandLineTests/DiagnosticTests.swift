import Foundation
import TestPrograms
import Testing

/// What is told of calendars with many faults, and how to see all of it.
@Suite struct DiagnosticTests {
  private let now = "--now=2026-01-01T12:00:00Z"

  /// A calendar in which one rule after another can't be parsed, behind warnings and a note.
  private func calendar(warnings: Int = 0, errors: Int = 0, notes: Int = 0) -> String {
    let components =
      (0..<warnings).map { number in
        // Without a UID, which it has to have.
        Calendars.event("w@example.org", title: "Title \(number)")
          .replacing("UID:w@example.org\n", with: "")
      }
      + (0..<errors).map { number in
        Calendars.event("e\(number)@example.org", rule: "FREQ=MONTHLY;BYMONTHDAY=32")
      }
      + (0..<notes).map { number in
        // Its UID looks like a code.
        Calendars.event("n\(number)] [rule-invalid", rule: "FREQ=WEEKLY;BYDAY=TU")
      }
    return Calendars.calendar(components.joined())
  }

  @Test func `each line ends with the code, whatever a UID looks like`() throws {
    try Program.run(["few.ics": calendar(warnings: 1, errors: 1, notes: 1)]) { program in
      let result = try program(now, "--default-alarm=PT0S", "few.ics")
      let lines = result.errors.split(separator: "\n")
      #expect(lines.count == 3, "\(result.errors)")
      #expect(lines.contains { $0.contains(": warning: ") && $0.hasSuffix(" [uid-missing]") })
      #expect(lines.contains { $0.contains(": error: ") && $0.hasSuffix(" [rule-invalid]") })
      #expect(lines.contains { $0.hasSuffix("[n0] [rule-invalid] [rule-mismatch]") })
    }
  }

  @Test func `twenty diagnostics are all shown, and of more a count by code`() throws {
    let files = [
      "20.ics": calendar(warnings: 18, errors: 2), "21.ics": calendar(warnings: 19, errors: 2),
    ]
    try Program.run(files) { program in
      let few = try program(now, "20.ics").errors.split(separator: "\n")
      #expect(few.count == 20, "\(few)")
      let many = try program(now, "21.ics")
      #expect(many.status == 1)
      let lines = many.errors.split(separator: "\n")
      #expect(lines.prefix(3).map { $0.contains(": error: ") } == [false, true, true])
      #expect(
        lines.dropFirst(3) == [
          "ics2notify: note: 21 diagnostics, 3 of them shown; --verbose shows each",
          "ics2notify: note: 2 errors [rule-invalid]",
          "ics2notify: note: 19 warnings [uid-missing]",
        ], "\(many.errors)")
      for option in ["--verbose", "-v"] {
        let all = try program(now, option, "21.ics")
        #expect(all.errors.split(separator: "\n").count == 21, "\(all.errors)")
        #expect(all.output == many.output)
      }
      // In the plan nothing is left out.
      let plan = try JSONSerialization.jsonObject(with: many.output) as? [String: Any]
      #expect((plan?["diagnostics"] as? [Any])?.count == 21)
    }
  }

  @Test func `errors are shown one by one up to a hundred, and the others are counted`() throws {
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
      // Who wants errors only is told where not all are shown, and of nothing else.
      #expect(
        try program("fires", now, "--quiet", "100.ics").errors.split(separator: "\n").count == 100)
      let quiet = try program("fires", now, "--quiet", "150.ics").errors
      #expect(quiet.matches(of: /: error:/).count == 100)
      #expect(quiet.contains("note: 150 diagnostics, 100 of them shown;"), "\(quiet.suffix(300))")
      #expect(!quiet.contains("uid-missing"))
      let all = try program("fires", now, "--quiet", "--verbose", "150.ics").errors
      #expect(all.split(separator: "\n").count == 150)
    }
  }

  @Test func `a file that is all wrong hides no error of another one`() throws {
    let files = ["a.ics": calendar(errors: 150), "b.ics": calendar(errors: 3)]
    try Program.run(files) { program in
      let errors = try program("fires", now, "a.ics", "b.ics").errors
      #expect(errors.matches(of: /b\.ics:\d+: error:/).count == 3, "\(errors.suffix(500))")
      #expect(errors.matches(of: /a\.ics:\d+: error:/).count == 97)
    }
  }

  @Test func `where all of many are errors they are counted too`() throws {
    try Program.run(["errors.ics": calendar(errors: 30)]) { program in
      let lines = try program(now, "errors.ics").errors.split(separator: "\n")
      #expect(lines.count == 32, "\(lines)")
      #expect(lines[30] == "ics2notify: note: 30 diagnostics, all of them shown")
      #expect(lines[31] == "ics2notify: note: 30 errors [rule-invalid]")
    }
  }

  @Test func `each calendar of many is counted by itself, and all are shown where asked for`()
    throws
  {
    let files = ["a.ics": calendar(warnings: 30), "b.ics": calendar(warnings: 2)]
    try Program.run(files) { program in
      let few = try program(now, "--each", "--output=out", "a.ics", "b.ics").errors
      #expect(few.matches(of: /\[uid-missing\]/).count == 1 + 1 + 2, "\(few)")
      let all = try program(now, "--each", "--verbose", "--output=all", "a.ics", "b.ics").errors
      #expect(all.matches(of: /\[uid-missing\]/).count == 32, "\(all)")
    }
  }
}
