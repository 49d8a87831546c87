import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// The options for the texts of reminders.
@Suite struct TextOptionTests {
  private let now = "--now=2026-01-05T06:00:00Z"

  private func pills(_ title: String = "Pill") -> String {
    CalendarText.calendar(
      CalendarText.event(
        "pill@example.org", start: "DTSTART:20260105T090000Z", rule: "FREQ=DAILY;COUNT=4",
        title: title, alarm: "PT0S"))
  }

  /// Returns the bodies of a plan's requests, by rank.
  private func bodies(_ result: ProgramOutcome) throws -> [String] {
    let requests = try #require(result.object()["requests"] as? [[String: Any]])
    return requests.map { ($0["content"] as? [String: Any])?["body"] as? String ?? "none" }
  }

  @Test func `a missing list is an error with status 66`() throws {
    let result = try Program.run(["a.ics": pills()]) {
      try $0(now, "--body-list=none.txt", "a.ics")
    }
    result.expectRefusal(66, saying: "none.txt")
  }

  @Test func `lines of a list alternate, for components that match the rule`() throws {
    let files = [
      "a.ics": pills(), "lines.txt": "one\r\n\r\ntwo {n}/{count}\r\n", "x=y.txt": "three",
    ]
    try Program.run(files) { program in
      let lines = try program(now, "--body-list=lines.txt=SUMMARY:Pi*", "a.ics")
      #expect(try bodies(lines) == ["one", "two 2/4", "one", "two 4/4"])
      let other = try program(now, "--body-list=lines.txt=SUMMARY:Walk", "a.ics")
      #expect(Set(try bodies(other)) == [""])
      // A file name may contain an equals sign.
      let named = try program(now, "--body-list=x=y.txt", "a.ics")
      #expect(Set(try bodies(named)) == ["three"])
    }
  }

  @Test func `an output never replaces a list`() throws {
    try Program.run(["a.ics": pills(), "lines.txt": "one\n"]) { program in
      try program(now, "--body-list=lines.txt", "--output=lines.txt", "a.ics", status: 73)
      #expect(try program.read("lines.txt") == "one\n")
    }
  }

  @Test func `both spellings of a level are equivalent`() throws {
    try Program.run(["a.ics": pills()]) { program in
      let results = try ["timeSensitive", "time-sensitive"].map {
        try program(now, "--level=\($0)=UID:*", "a.ics")
      }
      #expect(results[0].output == results[1].output)
      #expect(results[0].text.contains("\"interruptionLevel\" : \"timeSensitive\""))
    }
  }
}

/// `--format html` on the command line.
@Suite struct PageOptionTests {
  private let now = ["--now=2026-01-01T12:00:00Z", "--time-zone=Europe/Berlin", "--format=html"]

  @Test func `many errors of one calendar don't hide the errors of another`() throws {
    func broken(_ count: Int) -> String {
      CalendarText.calendar(
        (0..<count).map {
          CalendarText.event("\($0)@example.org", rule: "FREQ=MONTHLY;BYMONTHDAY=32")
        }.joined())
    }
    let page = try Program.run(["a.ics": broken(700), "b.ics": broken(3)]) {
      try $0.run(["compile"] + now + ["a.ics", "b.ics"], status: 1)
    }
    #expect(page.text.matches(of: /<bdi>a\.ics:/).count == 297)
    #expect(page.text.matches(of: /<bdi>b\.ics:/).count == 3)
    #expect(page.text.contains("And 403 more."))
    #expect(page.text.contains("703 parts of the calendars were rejected"))
  }

  @Test(arguments: ["compile", "simulate"])
  func `the page of a calendar without alarms names the option that adds them`(_ command: String)
    throws
  {
    let event = CalendarText.event("silent@example.org", alarm: nil)
    let page = try Program.run(["x.ics": CalendarText.calendar(event)]) {
      try $0.run([command] + now + ["x.ics"])
    }
    #expect(page.text.contains("No reminder is due"))
    #expect(page.text.contains("The only event lacks an alarm; --default-alarm -PT15M"))
  }
}
