import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// Pauses, and the days of other calendars.
@Suite struct PauseTests {
  private static let now = ["--now=2026-12-20T12:00:00Z", "--time-zone=Europe/Berlin"]
  private static let daily = CalendarText.calendar(
    CalendarText.event("pill", start: "DTSTART:20260105T083000Z", rule: "FREQ=DAILY", title: "Pill")
  )
  private static let holidays = CalendarText.calendar(
    CalendarText.event(
      "christmas", start: "DTSTART;VALUE=DATE:20261225", rule: "COUNT=2;FREQ=DAILY")
      + CalendarText.event("party", start: "DTSTART:20261228T180000Z"))

  @Test(arguments: [
    (["--pause=2026-12-24..2026-12-26"], [21, 22, 23, 27, 28, 29]),
    (["--pause=2026-12-24..2026-12-26=SUMMARY:other"], [21, 22, 23, 24, 25, 26, 27, 28, 29]),
    (["--pause=2026-12-24", "--pause=2026-12-28"], [21, 22, 23, 25, 26, 27, 29]),
    (["--skip-on=holidays.ics"], [21, 22, 23, 24, 27, 28, 29]),
    (["--skip-on=holidays.ics=UID:pill"], [21, 22, 23, 24, 27, 28, 29]),
    (["--skip-on=holidays.ics=UID:other"], [21, 22, 23, 24, 25, 26, 27, 28, 29]),
    (["--only-on=holidays.ics"], [25, 26]),
  ])
  func `reminders are silent on the days of a pause or of a calendar`(
    options: [String], days: [Int]
  ) throws {
    try Program.run(["daily.ics": Self.daily, "holidays.ics": Self.holidays]) { program in
      let arguments = Self.now + ["--horizon=P9D"] + options + ["daily.ics"]
      for command in [["fires"], ["simulate", "--format=jsonl"]] {
        let lines = try program.run(command + arguments, status: 0).lines
        let found = lines.filter { $0.contains("\"at\"") }.compactMap {
          $0.firstMatch(of: /"at":"2026-12-(\d\d)T/).flatMap { Int($0.1) }
        }
        #expect(found == days, "\(command)")
      }
      let explained = try program.run(["explain"] + arguments, status: 0).text
      #expect(explained.contains("silent days:") == (days.count < 9))
    }
  }

  @Test func `a fault in a calendar of days is reported with its line`() throws {
    let broken = CalendarText.calendar(
      CalendarText.event("a", start: "DTSTART;VALUE=DATE:20261299", alarm: nil)
        + CalendarText.event("b", start: "DTSTART;VALUE=DATE:20261225", alarm: nil))
    try Program.run(["daily.ics": Self.daily, "broken.ics": broken]) { program in
      let result = try program.run(
        ["fires"] + Self.now + ["--horizon=P9D", "--skip-on=broken.ics", "daily.ics"])
      #expect(result.lines.count == 8)
      #expect(result.errors.contains(#/broken\.ics:\d+: /#), "\(result.errors)")
    }
  }

  @Test(arguments: [
    (["--pause=tomorrow"], 64, "2026-12-24..2027-01-06"),
    (["--pause=2026-12-24=nonsense"], 64, "lacks a rule"),
    (["--skip-on=missing.ics"], 66, "missing.ics"),
    (["--skip-on=text"], 65, "--skip-on text"),
  ])
  func `invalid days are refused`(options: [String], status: Int32, reason: String) throws {
    try Program.run(["daily.ics": Self.daily, "text": "no calendar"]) { program in
      try program.run(options + ["daily.ics"]).expectRefusal(status, saying: reason)
    }
  }

  @Test
  func `pause and resume change the file of an installation, and resume lists what was silent`()
    throws
  {
    try Program.run(["daily.ics": Self.daily, "holidays.ics": Self.holidays]) { program in
      let environment = try program.systemctl()
      func run(_ arguments: String...) throws -> ProgramOutcome {
        try program.run(arguments, environment: environment)
      }
      #expect(try run("pause", "2020-01-01..2099-12-31").status == 66)
      #expect(try run("install", "daily.ics", "--skip-on", "holidays.ics").status == 0)
      let file = ".config/ics2notify/default.conf"
      let here = try program.here()
      #expect(try program.read(file).hasSuffix("\n--skip-on \(here)/holidays.ics\n"))
      let before = try program.read(file)
      #expect(try run("resume").status == 64)
      let paused = try run("pause", "2020-01-01..2099-12-31")
      #expect(paused.status == 0 && paused.text.contains("\n+ --pause 2020-01-01..2099-12-31\n"))
      #expect(paused.text.contains("no reminder in the next 7 days"), "\(paused.text)")
      try run("pause", "soon").expectRefusal(64, saying: "type ics2notify pause today, ")
      try run("pause").expectRefusal(64, saying: "pause lacks a value; type ics2notify pause today")
      try run("pause", "2", "hours").expectRefusal(64, saying: "whole days")
      try run("pause", "today=nonsense").expectRefusal(64, saying: "lacks a rule")
      let resumed = try run("resume")
      #expect(resumed.status == 0 && resumed.text.contains("silent during the pause:\n"))
      #expect(resumed.text.contains(/\n  \w+ [0-9-]+ \d\d:30  Pill\n/), "\(resumed.text)")
      #expect(resumed.text.contains("reminders in the next 7 days"))
      #expect(try program.read(file) == before)
    }
  }

  @Test(arguments: [
    (["today"], "today", "today"), (["tomorrow"], "tomorrow", "tomorrow"),
    (["until", "tomorrow"], "today", "today"), (["3", "days"], "today", "2 days"),
    (["until 7 days"], "", ""), (["today..tomorrow=SUMMARY:Team meeting"], "today", "tomorrow"),
    (["for", "a", "week"], "today", "6 days"),
  ])
  func `the words of a pause become dates in the file, which are printed`(
    words: [String], first: String, last: String
  ) throws {
    try Program.run(["daily.ics": Self.daily]) { program in
      let environment = try program.systemctl()
      try program.run(["install", "daily.ics"], environment: environment, status: 0)
      let file = ".config/ics2notify/default.conf"
      let before = try program.read(file)
      /// Returns the dates that `date` calculates, if the day didn't change meanwhile.
      func dates() throws -> String {
        try program.shell(
          "for day in '\(first)' '\(last)'; do date -d \"$day\" '+%a %F'; done"
        ).text
      }
      let expected = try dates()
      let result = try program.run(["pause"] + words, environment: environment)
      guard !first.isEmpty else {
        result.expectRefusal(64, saying: "; type ics2notify pause today")
        return
      }
      #expect(result.status == 0, "\(result.errors)")
      guard try dates() == expected else { return }
      let days = expected.split(separator: "\n").map(String.init)
      let codes = days.map { $0.suffix(10) }
      let value = codes[0] == codes[1] ? "\(codes[0])" : "\(codes[0])..\(codes[1])"
      let rule = words[0].drop { $0 != "=" }
      #expect(try program.read(file) == before + "--pause \(value)\(rule)\n")
      let range =
        days[0] == days[1] ? "on \(days[0])" : "from \(days[0]) through \(days[1])"
      let what = rule.isEmpty ? "reminders" : "reminders that match"
      #expect(
        result.text.contains(
          "\n\(what) are silent \(range); 'ics2notify resume' ends all pauses\n"),
        "\(result.text)")
    }
  }
}
