import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// Unusable input: the diagnostic, its line, and the exit status.
@Suite struct BadInputTests {
  private let now = "--now=2026-01-01T12:00:00Z"

  @Test(arguments: [
    ("", "odd.ics: is empty"), ("Hello, world\n", "odd.ics: is not a calendar"),
    ("<html><body>404</body></html>", "odd.ics: is"),
  ])
  func `a file that is not a calendar is an error with status 65`(text: String, message: String)
    throws
  {
    let result = try Program.run(["odd.ics": text]) { try $0(now, "odd.ics") }
    result.expectRefusal(65, saying: "ics2notify: error: \(message)")
    #expect(result.errors.hasSuffix("\n"))
  }

  @Test func `a directory without calendars is an error with status 65`() throws {
    let result = try Program.run(["directory/notes.txt": "nothing"]) {
      try $0(now, "directory", status: 65)
    }
    #expect(
      result.errors == "ics2notify: error: directory: this directory doesn't contain a .ics file\n")
  }

  @Test func `an invalid rule is reported with file and line, and only DTSTART is used`() throws {
    let calendar = CalendarText.calendar(
      CalendarText.event("good@example.org"),
      CalendarText.event("bad@example.org", rule: "FREQ=MONTHLY;BYMONTHDAY=32", title: "Bad"))
    try Program.run(["mixed.ics": calendar]) { program in
      let result = try program(now, "mixed.ics", status: 1)
      let plan = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
      let requests = try #require(plan?["requests"] as? [[String: Any]])
      #expect(
        requests.map { $0["uid"] as? String } == ["bad@example.org", "good@example.org"])
      // RRULE is the fifth line of the second event, after 3 lines of the calendar and 11 of the
      // first event.
      let line = 3 + 11 + 5
      #expect(result.errors.contains("mixed.ics:\(line): error: "), "\(result.errors)")
      for text in ["32", "RFC 5545, 3.3.10", "bad@example.org"] {
        #expect(result.errors.contains(text))
      }
      let strict = try program(now, "--strict", "mixed.ics")
      strict.expectRefusal(65, saying: "mixed.ics:\(line): error: ")
    }
  }

  @Test func `complete events of a truncated calendar are used`() throws {
    let whole = CalendarText.calendar(
      CalendarText.event("first@example.org"), CalendarText.event("second@example.org"))
    let cut = whole.components(separatedBy: "second@example.org")[0] + "second@exa"
    let result = try Program.run(["truncated.ics": cut]) {
      try $0("fires", now, "truncated.ics", status: 1)
    }
    #expect(result.lines.count == 1)
    #expect(result.text.contains("first@example.org"))
    // The second event begins after 3 lines of the calendar and 11 of the first event.
    #expect(result.errors.contains("truncated.ics:15: "), "\(result.errors)")
  }

  @Test func `an endless rule that fires each second is bounded, with a warning`() throws {
    let calendar = CalendarText.calendar(
      CalendarText.event(start: "DTSTART:20251201T000000Z", rule: "FREQ=SECONDLY"))
    let result = try Program.run(["secondly.ics": calendar]) {
      try $0(now, "--format", "text", "secondly.ics", status: 0)
    }
    #expect(result.errors.contains("secondly.ics:4: warning: "), "\(result.errors)")
    // A request for each second from 12:00:01 to 12:01:04. The series is too dense to prove a
    // repeating trigger.
    #expect(result.lines.filter { $0.contains("  once  ") }.count == 64)
    #expect(result.text.contains("exact until Thu 2026-01-01 12:01:05"), "\(result.text)")
  }

  @Test func `if one of several inputs fails, the others are used`() throws {
    try Program.run(["good.ics": CalendarText.daily, "empty.ics": ""]) { program in
      for bad in ["missing.ics", "empty.ics"] {
        let result = try program("fires", now, "--horizon=P1D", bad, "good.ics", status: 1)
        #expect(result.lines.count == 1)
        #expect(result.errors.contains(bad))
        try program("fires", now, "--strict", bad, "good.ics").expectRefusal(65)
      }
    }
  }
}
