import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// `ics2notify done` for reminders that aren't due yet, and `done --undo`.
@Suite struct DoneTests {
  /// Daily events with two alarms, the first in five minutes or more.
  private static func calendar() -> String {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "UTC")
    format.dateFormat = "'DTSTART:'yyyyMMdd'T'HHmm'00Z'"
    let titles = ["Evening pills", "Evening walk", "Walk", "Tea\u{1B}[31m"]
    return CalendarText.calendar(
      titles.enumerated().map { number, title in
        CalendarText.event(
          "\(number)",
          start: format.string(from: Date.now.addingTimeInterval(Double(1_200 + 600 * number))),
          rule: "FREQ=DAILY", title: title
        ).replacing(
          "END:VEVENT",
          with: "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT10M\nEND:VALARM\nEND:VEVENT")
      }.joined())
  }

  /// A function that runs the program.
  private struct Run {
    let body: ([String]) throws -> ProgramOutcome

    func callAsFunction(_ arguments: String...) throws -> ProgramOutcome { try body(arguments) }

    func callAsFunction(_ arguments: [String]) throws -> ProgramOutcome { try body(arguments) }
  }

  /// Installs the calendar, and calls a function with a function that runs the program.
  private func run(_ body: (_ run: Run) throws -> Void) throws {
    try Program.run(["a.ics": Self.calendar()]) { program in
      let environment = try program.systemctl()
      try program.run(["install", "a.ics"], environment: environment, status: 0)
      try body(Run { try program.run($0, environment: environment) })
    }
  }

  /// The next reminders of a title, as JSON.
  private func next(
    _ title: String, _ run: Run
  ) throws -> [String] {
    let report = try run("status", "--format", "json").object()
    let installations = try #require(report["installations"] as? [[String: Any]])
    let next = try #require(installations.first?["next"] as? [[String: Any]])
    return next.filter { $0["title"] as? String == title }.compactMap { $0["at"] as? String }
  }

  @Test func `a reminder that isn't due is marked only on request, also after renewals`() throws {
    try run { run in
      let before = try next("Evening pills", run)
      try #require(before.count >= 2)
      let refused = try run("done", "PILLS", "evening")
      refused.expectRefusal(65, saying: "\"PILLS evening\" matches only reminders that are not due")
      // The list has numbers and times, and its last line has commands that work.
      let lines = refused.errors.split(separator: "\n")
      #expect(lines.count == 12 + 1, "\(refused.errors)")
      #expect(lines[1].contains(/^ +1  \w.+ \d\d:\d\d  +Evening pills$/), "\(lines[1])")
      #expect(lines[2].contains(/^ +2  .*Evening pills$/), "\(lines[2])")
      #expect(try next("Evening pills", run) == before)
      let hints = try #require(
        lines.last?.wholeMatch(
          of: /to mark the first: ics2notify (done .+ --next), or ics2notify (done .+)/))
      for hint in [hints.1, hints.2] {
        let done = try run(hint.split(separator: " ").map(String.init))
        let line = try #require(
          done.text.wholeMatch(of: /Evening pills: done, due (.+)\n/), "\(hint): \(done.errors)")
        #expect(hints.2.hasSuffix(line.1), "\(line.1)")
        // Both alarms of this occurrence are gone.
        let after = try next("Evening pills", run)
        #expect(Set(after).isDisjoint(with: before.prefix(2)))
        #expect(try run("renew").status == 0)
        #expect(try next("Evening pills", run) == after)
        let undone = try run("done", "--undo")
        let title = "Evening pills"
        #expect(undone.text == "\(title): no longer done, due \(line.1)\n", "\(undone.errors)")
        #expect(try next("Evening pills", run) == before)
        #expect(try run("renew").status == 0)
        #expect(try next("Evening pills", run) == before)
      }
      try run("done", "--undo").expectRefusal(65, saying: "no such Done can be taken back")
    }
  }

  @Test func `titles are told apart by words, numbers and times`() throws {
    try run { run in
      #expect(try run("done", "walk", "--next").text.hasPrefix("Walk: done, due "))
      #expect(try run("done", "evening w", "--next").text.hasPrefix("Evening walk: done, due "))
      for words in [["evening"], ["evening", "--next"], ["--next", "evening"]] {
        try run(["done"] + words).expectRefusal(
          64, saying: "matches only reminders that are not due")
      }
      let list = try run("done", "evening").errors
      let third = try #require(list.firstMatch(of: /\n +3  (.+?)  +(Evening \w+)\n/))
      #expect(
        try run("done", "evening", "--next=3").text == "\(third.2): done, due \(third.1)\n")
      let undone = try run("done", "--undo", "evening")
      #expect(undone.text == "\(third.2): no longer done, due \(third.1)\n")
      // Words choose an earlier Done.
      #expect(try run("done", "--undo", "evening").text.hasPrefix("Evening walk: no longer done"))
      #expect(try run("done", "tea", "--next").text.hasPrefix("Tea"))
      #expect(try !run("done", "tea", "--next").text.contains("\u{1B}"))
    }
  }

  @Test(arguments: [
    (["lunch"], 65, "no reminder that is open or to come matches \"lunch\""),
    (["lunch", "tomorrow"], 65, "no reminder that is open"), ([" "], 64, "the title is empty"),
    (["\u{200B}\u{AD}"], 64, "the title is empty"),
    // A number still names a reminder that was shown.
    (["1"], 65, "no reminder has the number 1"),
    (["evening", "pills", "--next", "2"], 64, "type --next=2"),
    (["evening", "--next=0"], 64, "type --next, or --next=2"),
    (["evening", "--next=700"], 64, "matches only reminders that are not due"),
    (["--undo"], 65, "no such Done"), (["--undo", "pills"], 65, "no such Done"),
    (["--undo", "--next"], 64, "can't be combined"),
  ])
  func `other words are refused`(words: [String], status: Int32, reason: String) throws {
    try run { run in try run(["done"] + words).expectRefusal(status, saying: reason) }
  }

  @Test func `without a reminder to come, nothing is quoted`() throws {
    let past = CalendarText.calendar(CalendarText.event("1", start: "DTSTART:20200101T090000Z"))
    try Program.run(["a.ics": past]) { program in
      let environment = try program.systemctl()
      try program.run(["install", "a.ics"], environment: environment, status: 0)
      let refused = try program.run(["done", "--next=1"], environment: environment)
      refused.expectRefusal(65, saying: "no reminder is to come")
      #expect(!refused.errors.contains("\""), "\(refused.errors)")
    }
  }

  @Test(arguments: ["done", "snooze"])
  func `an unusable state of one installation doesn't affect the others`(
    _ command: String
  ) throws {
    try Program.run(["a.ics": Self.calendar()]) { program in
      let environment = try program.systemctl()
      for name in [[], ["--name", "work"]] {
        try program.run(["install"] + name + ["a.ics"], environment: environment, status: 0)
      }
      try program.write(
        "{\"version\":9}", to: ".local/state/ics2notify/ics2notify.work.json")
      let refused = try program.run([command], environment: environment)
      refused.expectRefusal(65, saying: "error: no reminder was shown")
      #expect(refused.errors.contains("warning: "), "\(refused.errors)")
    }
  }
}
