import Foundation
import TestPrograms
import Testing

/// What can't be used: the message, the place, and the exit status.
@Suite struct BadInputTests {
  private let now = "--now=2026-01-01T12:00:00Z"

  @Test func `a file that is missing is 66`() throws {
    try Program.run { program in
      let result = try program(now, "missing.ics")
      #expect(result.status == 66)
      #expect(result.output.isEmpty)
      #expect(result.errors == "ics2notify: error: missing.ics: no such file\n")
    }
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: Data
    let message: String
    var testDescription: String { name }

    init(_ name: String, _ text: String, says message: String) {
      (self.name, bytes, self.message) = (name, Data(text.utf8), message)
    }

    init(_ name: String, bytes: [UInt8], says message: String) {
      (self.name, self.bytes, self.message) = (name, Data(bytes), message)
    }
  }

  @Test(arguments: [
    Row("empty.ics", "", says: "empty.ics: is empty"),
    Row("blank.ics", "\r\n \r\n", says: "blank.ics: is empty"),
    Row(
      "image.ics", bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13],
      says: "image.ics: is a PNG image, not a calendar"),
    Row("text.ics", "Hello, world\n", says: "text.ics: is not a calendar"),
    Row("page.ics", "<html><body>404</body></html>", says: "page.ics: is"),
  ])
  func `a file that is no calendar is 65 and named`(_ row: Row) throws {
    try Program.run { program in
      try program.write(row.bytes, to: row.name)
      let result = try program(now, row.name)
      #expect(result.status == 65)
      #expect(result.output.isEmpty)
      #expect(result.errors.hasPrefix("ics2notify: error: \(row.message)"), "\(result.errors)")
      #expect(result.errors.hasSuffix("\n"))
    }
  }

  @Test func `a directory without calendars is 65`() throws {
    try Program.run(["directory/notes.txt": "nothing"]) { program in
      let result = try program(now, "directory")
      #expect(result.status == 65)
      #expect(
        result.errors == "ics2notify: error: directory: there is no .ics file in this directory\n")
    }
  }

  @Test func `a rule that can't be parsed is named with its file and line, and leaves DTSTART`()
    throws
  {
    let calendar = Calendars.calendar(
      Calendars.event("good@example.org"),
      Calendars.event("bad@example.org", rule: "FREQ=MONTHLY;BYMONTHDAY=32", title: "Bad"))
    try Program.run(["mixed.ics": calendar]) { program in
      let result = try program(now, "mixed.ics")
      #expect(result.status == 1)
      let plan = try #require(
        try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
      let requests = try #require(plan["requests"] as? [[String: Any]])
      #expect(
        requests.map { $0["uid"] as? String } == ["bad@example.org", "good@example.org"])
      // Three lines of the calendar, eleven of the first event, then the fifth of the second.
      let line = 3 + 11 + 5
      #expect(result.errors.contains("mixed.ics:\(line): error: "), "\(result.errors)")
      #expect(result.errors.contains("32"))
      #expect(result.errors.contains("RFC 5545, 3.3.10"))
      #expect(result.errors.contains("bad@example.org"))
      let strict = try program(now, "--strict", "mixed.ics")
      #expect(strict.status == 65)
      #expect(strict.output.isEmpty)
      #expect(strict.errors.contains("mixed.ics:\(line): error: "))
    }
  }

  @Test func `a truncated calendar keeps the events that are whole`() throws {
    let whole = Calendars.calendar(
      Calendars.event("first@example.org"), Calendars.event("second@example.org"))
    let cut = whole.components(separatedBy: "second@example.org")[0] + "second@exa"
    try Program.run(["truncated.ics": cut]) { program in
      let result = try program("fires", now, "truncated.ics")
      #expect(result.status == 1)
      #expect(result.lines.count == 1)
      #expect(result.text.contains("first@example.org"))
      // The second event begins behind three lines of the calendar and eleven of the first.
      #expect(result.errors.contains("truncated.ics:15: "), "\(result.errors)")
    }
  }

  @Test func `a rule of every second without end comes to an end and says so`() throws {
    let calendar = Calendars.calendar(
      Calendars.event(start: "DTSTART:20251201T000000Z", rule: "FREQ=SECONDLY"))
    try Program.run(["secondly.ics": calendar]) { program in
      let result = try program(now, "--format", "text", "secondly.ics")
      #expect(result.status == 0)
      #expect(result.errors.contains("secondly.ics:4: warning: "), "\(result.errors)")
      // The seconds from 12:00:01 to 12:01:04: too dense to be followed to the end of a proof.
      #expect(result.lines.filter { $0.contains("  once  ") }.count == 64)
      #expect(result.text.contains("exact until Thu 2026-01-01 12:01:05"), "\(result.text)")
    }
  }

  @Test func `of several inputs of which one fails the others are used, and the status is 1`()
    throws
  {
    try Program.run(["good.ics": Calendars.daily, "empty.ics": ""]) { program in
      for bad in ["missing.ics", "empty.ics"] {
        let result = try program("fires", now, "--horizon=P1D", bad, "good.ics")
        #expect(result.status == 1)
        #expect(result.lines.count == 1)
        #expect(result.errors.contains(bad))
        let strict = try program("fires", now, "--strict", bad, "good.ics")
        #expect(strict.status == 65)
        #expect(strict.output.isEmpty)
      }
    }
  }

  @Test func `an event without a start is refused by name and line`() throws {
    let calendar = Calendars.calendar(
      Calendars.event("odd@example.org", start: "LOCATION:Somewhere"), Calendars.event())
    try Program.run(["odd.ics": calendar]) { program in
      let result = try program("fires", now, "odd.ics")
      #expect(result.status == 1)
      #expect(result.lines.count == 1)
      #expect(result.errors.contains("odd.ics:4: error: "), "\(result.errors)")
      #expect(result.errors.contains("DTSTART"))
    }
  }
}
