import Foundation
import TestPrograms
import Testing

/// A scheduled summary and Focuses, as they are typed.
@Suite struct FocusOptionTests {
  /// Two events at 23:30 in Berlin, each with an alarm half an hour before; one is important.
  private static let late = Calendars.calendar(
    Calendars.event(
      "a@example.org", start: "DTSTART;TZID=Europe/Berlin:20280104T233000\nPRIORITY:1",
      title: "Night train", alarm: "-PT30M"),
    Calendars.event(
      "b@example.org", start: "DTSTART;TZID=Europe/Berlin:20280104T233100", title: "Snack",
      alarm: "-PT30M"))

  private func outcome(_ arguments: [String]) throws -> ProgramOutcome {
    try Program.run(["a.ics": Self.late]) { program in
      try program.run(
        [
          "simulate", "--now=2028-01-03T12:00:00Z", "--time-zone=Europe/Berlin", "--horizon=P3D",
        ] + arguments + ["a.ics"])
    }
  }

  private func lines(_ outcome: ProgramOutcome) throws -> [[String: Any]] {
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try outcome.output.split(separator: UInt8(ascii: "\n")).compactMap {
      try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any]
    }
  }

  @Test(arguments: [[], ["--never-open"]])
  func `lines say what is seen when, and too late for what`(_ opened: [String]) throws {
    let outcome = try outcome(["--focus=22:00-07:00", "--summary=08:00,18:00"] + opened)
    let lines = try lines(outcome)
    #expect(lines.count == 3)
    let (train, snack) = (lines[0], lines[1])
    #expect(train["title"] as? String == "Night train")
    #expect(train["interruptionLevel"] as? String == "timeSensitive")
    #expect(train["seenAt"] as? String == "2028-01-04T22:00:00Z")
    #expect(train["delayedBy"] == nil && train["tooLateFor"] == nil)
    #expect(snack["interruptionLevel"] as? String == "active")
    #expect(snack["seenAt"] as? String == "2028-01-05T07:00:00Z")
    #expect(snack["delayedBy"] as? String == "summary")
    #expect(snack["tooLateFor"] as? String == "2028-01-04T22:31:00Z")
    let verdict = try #require(lines[2]["verdict"] as? [String: Any])
    #expect(verdict["delayed"] as? Int == 1 && verdict["tooLate"] as? Int == 1)
    #expect(verdict["levelInTime"] as? String == "timeSensitive")
    #expect(
      outcome.errors.contains(
        "1 fire is seen too late, after what it reminds of: “Snack” at Tue 2028-01-04 23:01 "
          + "(seen Wed 2028-01-05 08:00, too late for 23:31); level time-sensitive would show it "
          + "in time"), "\(outcome.errors)")
  }

  @Test func `text says it, too`() throws {
    let text = try outcome(["--focus=22:00-07:00=critical", "--quiet", "--format=text"]).text
    let lines = text.split(separator: "\n")
    #expect(
      lines.dropLast() == [
        "Tue 2028-01-04 23:00  Night train  (seen Wed 2028-01-05 07:00, too late for 23:30)",
        "Tue 2028-01-04 23:01  Snack  (seen Wed 2028-01-05 07:00, too late for 23:31)",
      ])
    #expect(try #require(lines.last).hasSuffix(", 2 delayed, 2 seen too late"), "\(text)")
  }

  @Test func `nothing is said where nobody asks, and zeros where nothing is kept`() throws {
    let plain = try outcome([])
    #expect(!plain.text.contains("seenAt") && !plain.text.contains("delayed"))
    let lines = try lines(outcome(["--focus=12:00-13:00"]))
    let verdict = try #require(lines.last?["verdict"] as? [String: Any])
    #expect(verdict["delayed"] as? Int == 0 && verdict["tooLate"] as? Int == 0)
    #expect(verdict["levelInTime"] is NSNull)
    #expect(lines[0]["seenAt"] as? String == lines[0]["at"] as? String)
  }

  @Test(arguments: [
    ["--summary=8.00"], ["--summary=noon"], ["--summary=08:00,25:00"], ["--focus=22:00"],
    ["--focus=22:00-22:00"], ["--focus=22:00-07:00=active"],
    ["--focus=22:00-07:00=CATEGORIES:work"], ["--focus=22:00-07:00", "--focus=06:00-22:00"],
  ])
  func `what is no summary and no Focus is 64, and named`(_ arguments: [String]) throws {
    let result = try outcome(arguments)
    #expect(result.status == 64 && result.output.isEmpty, "\(result.errors)")
    let option = try #require(arguments.first?.split(separator: "=").first)
    #expect(result.errors.contains(option), "\(result.errors)")
  }

  @Test func `both can stand in a file of rules`() throws {
    try Program.run(
      ["a.ics": Self.late, "rules": "--summary 08:00\n--focus 22:00-07:00\n"]
    ) { program in
      let result = try program.run([
        "simulate", "--rules=rules", "--now=2028-01-03T12:00:00Z", "--time-zone=Europe/Berlin",
        "--horizon=P3D", "--focus=06:00-09:00", "a.ics",
      ])
      let snack = try #require(try lines(result).dropFirst().first)
      // The summary of 08:00 comes during the second Focus.
      #expect(snack["seenAt"] as? String == "2028-01-05T08:00:00Z")
      #expect(snack["delayedBy"] as? String == "focus")
    }
  }
}
