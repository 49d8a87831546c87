import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// Result files: their paths, and when `--skip-unchanged` keeps them.
@Suite struct BatchResultTests {
  private static let options = ["batch", "compile", "--output=out"] + BatchCalendars.options

  /// Returns the modification date of each result, by path.
  private func results(_ program: Program) throws -> [String: Date] {
    let root = program.directory.appending(path: "out")
    var dates: [String: Date] = [:]
    for path in (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? []
    where path.hasSuffix(".json") {
      let facts = try FileManager.default.attributesOfItem(atPath: root.appending(path: path).path)
      dates[path] = facts[.modificationDate] as? Date
    }
    return dates
  }

  @Test func `only changed calendars are compiled again`() throws {
    try Program.run(BatchCalendars.files) { program in
      let arguments = BatchResultTests.options + ["in/many"]
      func made(_ more: String...) throws -> Int {
        let before = try results(program)
        // The status is 1 if a calendar that is compiled again is partly rejected.
        let run = try program.run(arguments + ["--skip-unchanged"] + more)
        #expect(run.status < 2, "\(run.errors)")
        return try results(program).count { before[$0.key] != $0.value }
      }
      #expect(try made() == 40)
      // Results of partly rejected calendars are kept, too.
      #expect(try made() == 0)
      try program.write(CalendarText.one("new@example.org"), to: "in/many/105.ics")
      #expect(try made() == 1)
      // A changed file with an old modification date.
      try program.shell(
        "cp in/many/100.ics in/many/106.ics && touch -d 2001-01-01 in/many/106.ics", status: 0)
      #expect(try made() == 1)
      try program.remove("out/107.json")
      #expect(try made() == 1)
      #expect(try made("--level=critical=UID:x") == 40)
      #expect(try made("--level=critical=UID:x") == 0)
      #expect(try made() == 40)
      // An incomplete result, as after a power failure.
      try program.write("{\n", to: "out/108.json")
      #expect(try made() == 1)
      #expect(try made("--jobs=1", "--log=log") == 0)
    }
  }

  @Test func `a plan is compiled again when its renewBy is past`() throws {
    // Two daily reminders share one slot, so renewBy is the first fire that would be missed.
    let events = ["1", "2"].map {
      CalendarText.event(
        "\($0)@example.org", start: "DTSTART:20260101T0\($0)0000Z", rule: "FREQ=DAILY")
    }
    try Program.run(["in.ics": CalendarText.calendar(events.joined())]) { program in
      let arguments = [
        "batch", "compile", "--output=out", "--time-zone=UTC", "--limit=1", "--skip-unchanged",
        "in.ics",
      ]
      #expect(try program.run(arguments).status == 0)
      let made = try program.read("out/in.json")
      #expect(made.contains("\n  \"renewBy\" : \"20"))
      // The same plan with renewBy in the past and the old modification date.
      try program.shell(
        """
        cp -p out/in.json kept
        sed 's/^  "renewBy" : "20../  "renewBy" : "2001/' kept >out/in.json
        touch -r kept out/in.json
        """, status: 0)
      #expect(try program.read("out/in.json") != made)
      #expect(try program.run(arguments).status == 0)
      let again = try program.read("out/in.json")
      #expect(!again.contains("\"renewBy\" : \"2001"))
      try program.run(arguments)
      #expect(try program.read("out/in.json") == again)
    }
  }

  @Test(arguments: [
    ("json", ["compile"]), ("txt", ["compile", "--format=text"]),
    ("html", ["compile", "--format=html"]),
    ("fires.jsonl", ["fires"]),
  ])
  func `the result of a calendar that becomes invalid is replaced by the error`(
    suffix: String, command: [String]
  ) throws {
    try Program.run(["in/a.ics": CalendarText.daily, "in/b.ics": CalendarText.daily]) { program in
      let arguments =
        ["batch"] + command + BatchCalendars.options + ["--output=out", "--skip-unchanged", "in"]
      try program.run(arguments, status: 0)
      let good = try program.read("out/b.\(suffix)")
      try program.write("<html>Not found", to: "in/a.ics")
      for _ in 1...2 {
        // The result of an invalid calendar is never kept.
        let broken = try program.run(arguments, status: 1)
        #expect(
          broken.errors.contains("in/a.ics: is an HTML page, not a calendar"), "\(broken.errors)")
        let text = try program.read("out/a.\(suffix)")
        #expect(text.contains("in/a.ics") && text.contains("an HTML page"), "\(text)")
        if !["txt", "html"].contains(suffix) {
          let line = try BatchLine(text)
          #expect(line.status == 65 && line.file == "in/a.ics" && line.error != nil)
        }
      }
      #expect(try program.read("out/b.\(suffix)") == good)
      try program.write(CalendarText.daily, to: "in/a.ics")
      try program.run(arguments, status: 0)
      #expect(try program.read("out/a.\(suffix)").utf8.count == good.utf8.count)
    }
  }

  @Test func `calendars never share a result file, and no name leads out of the directory`() throws
  {
    try Program.run(BatchCalendars.files) { program in
      let result = try program.run(
        BatchResultTests.options + [
          "in/many/100.ics", "./in/many/100.ics", "in/../in//many/101.ics",
        ], status: 1)
      #expect(
        result.errors.contains(
          "./in/many/100.ics: another calendar of this run has its result at out/in/many/100.json"),
        "\(result.errors)")
      #expect(try results(program).count == 2)
      let line = #"{"name":"%s","calendar":"BEGIN:VCALENDAR\nEND:VCALENDAR"}\n"#
      let names = ["../../x", "/x", "a/../b", "..", ".", "", "a\u{0}b"]
      let input = names.map {
        line.replacing("%s", with: $0.replacing("\u{0}", with: "\\u0000")).replacing(
          "\\n\"", with: "\""
        )
        .dropLast(2) + "\n"
      }.joined()
      let hostile = try program.run(
        ["batch", "compile", "--from=jsonl", "--output=safe/in"] + BatchCalendars.options,
        input: input)
      let made = try FileManager.default.subpathsOfDirectory(
        atPath: program.directory.appending(path: "safe").path)
      #expect(Set(made) == ["in", "in/.ics2notify-json", "in/x.json", "in/a", "in/a/b.json"])
      #expect(hostile.errors.split(separator: "\n").count >= 4, "\(hostile.errors)")
    }
  }

  @Test func `a result never replaces a calendar`() throws {
    try Program.run(["x.ics": CalendarText.daily, "out/x.json": CalendarText.daily]) { program in
      let result = try program.run(BatchResultTests.options + ["x.ics"], status: 1)
      #expect(result.errors.contains("out/x.json: isn't written: it holds a calendar"))
      #expect(try program.read("out/x.json") == CalendarText.daily)
    }
  }

  @Test(
    .enabled(if: TestProgram.installed("xargs") != nil, "xargs is not installed"))
  func `xargs can run several batches in parallel`() throws {
    try Program.run(BatchCalendars.files) { program in
      let result = try program.shell(
        "find in/many -name '*.ics' -print0 | xargs -0 -n 10 -P 2 \"$PROGRAM\" batch compile --quiet"
          + " --now 2026-01-05T08:00:00Z --time-zone Europe/Berlin --output out")
      // xargs exits with 123 if a command exits with 1 to 125.
      #expect(result.status == 123)
      #expect(try results(program).count == 40)
    }
  }
}
