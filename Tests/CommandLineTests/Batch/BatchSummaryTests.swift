import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// The summary of a batch, its progress on a terminal, and skipped calendars in its log.
@Suite struct BatchSummaryTests {
  private static let arguments = ["batch", "fires", "--horizon=P3D"] + BatchCalendars.options

  @Test func `the summary tells some failures from all, unlike the exit status`() throws {
    let files = [
      "some/a.ics": CalendarText.daily, "some/b.ics": "nonsense", "all/c.ics": "nonsense",
      "some/part.ics": CalendarText.calendar(
        CalendarText.event(rule: "FREQ=NEVER"),
        CalendarText.event("b@example.org", rule: "FREQ=DAILY")),
    ]
    try Program.run(files) { program in
      let some = try program.run(Self.arguments + ["--output=out", "some"], status: 1)
      let line = /ics2notify: 3 calendars: 1 ok, 1 partial, 1 failed; [0-9]+ s\n/
      #expect(some.errors.contains(line), "\(some.errors)")
      let all = try program.run(Self.arguments + ["--output=none", "all"], status: 1)
      #expect(all.errors.contains("ics2notify: 1 calendar: 0 ok, 1 failed; "), "\(all.errors)")
      // Lines always end with 0.
      let lines = try program.run(Self.arguments + ["all"], status: 0)
      #expect(lines.errors.hasPrefix("ics2notify: 1 calendar: 0 ok, 1 failed; "))
      #expect(try program.run(Self.arguments + ["--quiet", "all"], status: 0).errors.isEmpty)
    }
  }

  @Test func `the log has skipped calendars in order, without a time`() throws {
    let files = Dictionary(
      uniqueKeysWithValues: (1...4).map { ("in/\($0).ics", CalendarText.daily) })
    try Program.run(files) { program in
      let arguments = Self.arguments + ["--output=out", "--skip-unchanged", "in"]
      try program.run(arguments, status: 0)
      try program.write(CalendarText.one("new@example.org"), to: "in/2.ics")
      let again = try program.run(arguments + ["--log=log"], status: 0)
      #expect(
        again.errors.hasPrefix("ics2notify: 4 calendars: 1 ok, 3 skipped; "), "\(again.errors)")
      let log = try program.read("log").split(separator: "\n").dropFirst().map {
        $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      }
      #expect(log.map { $0[0] } == ["in/1.ics", "in/2.ics", "in/3.ics", "in/4.ics"])
      #expect(log.map { $0[1] } == ["0", "0", "0", "0"])
      #expect(log.map { $0[2].isEmpty } == [true, false, true, true])
      // As in ics2notify-batch(7).
      let counted = try program.shell(#"awk -F '\t' '$1 && !$3 { n++ } END { print n + 0 }' log"#)
      #expect(counted.lines == ["3"])
      let resumed = try program.run(arguments + ["--resume=log"], status: 0)
      #expect(
        resumed.errors.hasPrefix("ics2notify: 4 calendars: 0 ok, 4 skipped; "), "\(resumed.errors)")
      #expect(try program.read("log").split(separator: "\n").count == 5)
    }
  }

  @Test(.enabled(if: TestProgram.installed("script") != nil, "script is not installed"))
  func `a terminal shows the total, the share, the rate and the time that is left`() throws {
    // Calendars that take longer than the second after which the progress appears.
    let heavy = CalendarText.calendar(
      (0..<12).map { CalendarText.event("\($0)@example.org", rule: "FREQ=HOURLY") }.joined())
    var files: [String: String] = [:]
    for number in 0..<24 { files["in/\(number).ics"] = heavy }
    try Program.run(files) { program in
      for (source, total) in [
        ("in", "24"), ("--files-from list", "about [0-9]+"),
      ] {
        let result = try program.shell(
          """
          ls in/*.ics >list
          script -qec '"$PROGRAM" batch fires --jobs 1 --time-zone UTC \
            --now 2026-01-05T08:00:00Z --output out \(source)' /dev/null
          """)
        let line = try Regex(
          "[0-9]+ of \(total) calendars \\([0-9]+ %\\), [0-9.,]+/s, [0-9]+ s left")
        #expect(result.text.contains(line), "\(result.text)")
        #expect(result.text.contains("ics2notify: 24 calendars: 24 ok; "), "\(result.text)")
      }
    }
  }

  @Test func `the help has each option of its examples`() throws {
    try Program.run { program in
      for command in ["compile", "fires", "simulate"] {
        let help = try program("batch", command, "--help", status: 0)
        let examples = help.lines.filter { $0.contains("ics2notify batch \(command) ") }
        let options = examples.flatMap {
          $0.matches(of: /ics2notify .*/).flatMap { $0.0.matches(of: /--[a-z-]+/).map(\.0) }
        }
        #expect(Set(options).isSuperset(of: ["--output", "--time-zone", "--files-from", "--from"]))
        for option in options {
          #expect(
            help.lines.contains { $0.contains("\(option) <") && $0.hasPrefix("  -") }, "\(option)")
        }
        #expect(help.lines.count <= 60)
      }
    }
  }
}
