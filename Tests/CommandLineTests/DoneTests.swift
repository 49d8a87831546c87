import Foundation
import TestPrograms
import Testing

/// `ics2notify done` for reminders that aren't due yet.
@Suite struct DoneTests {
  /// Daily events with two alarms, the first in five minutes or more.
  private static func calendar() -> String {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "UTC")
    format.dateFormat = "'DTSTART:'yyyyMMdd'T'HHmm'00Z'"
    let titles = ["Evening pills", "Evening walk", "Walk", "Tea\u{1B}[31m"]
    return Calendars.calendar(
      titles.enumerated().map { number, title in
        Calendars.event(
          "\(number)",
          start: format.string(from: Date.now.addingTimeInterval(Double(1_200 + 600 * number))),
          rule: "FREQ=DAILY", title: title
        ).replacing(
          "END:VEVENT",
          with: "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT10M\nEND:VALARM\nEND:VEVENT")
      }.joined())
  }

  /// Installs the calendar, and calls a function with a function that runs the program.
  private func run(
    _ body: (_ run: (String...) throws -> ProgramOutcome) throws -> Void
  ) throws {
    try Program.run(["a.ics": Self.calendar()]) { program in
      let environment = try program.systemctl()
      try program.run(["install", "a.ics"], environment: environment, status: 0)
      try body { try program.run($0, environment: environment) }
    }
  }

  /// The next reminders of a title, as JSON.
  private func next(
    _ title: String, _ run: (String...) throws -> ProgramOutcome
  ) throws -> [String] {
    let report = try run("status", "--format", "json").object()
    let installations = try #require(report["installations"] as? [[String: Any]])
    let next = try #require(installations.first?["next"] as? [[String: Any]])
    return next.filter { $0["title"] as? String == title }.compactMap { $0["at"] as? String }
  }

  @Test func `a title selects the next reminder, whose occurrence is silent after renewals`()
    throws
  {
    try run { run in
      let before = try next("Evening pills", run)
      try #require(before.count >= 2)
      let done = try run("done", "evening", "PILLS")
      #expect(done.status == 0, "\(done.errors)")
      let line = try #require(done.text.wholeMatch(of: /Evening pills: done, due (.+)\n/))
      // The status has the same words for the time.
      let day = try #require(before[0].firstMatch(of: /T(\d\d:\d\d)/))
      #expect(line.1.contains(day.1), "\(line.1)")
      let after = try next("Evening pills", run)
      // Both alarms of this occurrence are gone.
      #expect(Set(after).isDisjoint(with: before.prefix(2)))
      #expect(try run("renew").status == 0)
      #expect(try next("Evening pills", run) == after)
      #expect(try next("Evening walk", run).count >= 2)
    }
  }

  @Test func `a whole title precedes a part, and several titles are refused`() throws {
    try run { run in
      #expect(try run("done", "walk").text.hasPrefix("Walk: done, due "))
      #expect(try run("done", "evening w").text.hasPrefix("Evening walk: done, due "))
      try run("done", "evening").expectRefusal(
        64, saying: "several reminders match: Evening pills, Evening walk")
      try run("done", "lunch").expectRefusal(
        65, saying: "no reminder that is open or to come has \"lunch\"")
      #expect(try run("done", "tea").text.hasPrefix("Tea"))
      #expect(try !run("done", "tea").text.contains("\u{1B}"))
      try run("done", " ").expectRefusal(64, saying: "the title is empty")
      // A number still names a reminder that was shown.
      try run("done", "1").expectRefusal(65, saying: "no reminder has the number 1")
    }
  }
}
