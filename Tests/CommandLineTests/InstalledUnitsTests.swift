import Foundation
import TestPrograms
import Testing

/// What is installed: from what, what replaces it, and what `status` says of it.
@Suite struct InstalledUnitsTests {
  private let arguments = ["--now=2026-01-01T12:00:00Z", "--time-zone=Europe/Berlin"]

  private let calendars = [
    "a.ics": Calendars.calendar(Calendars.event("a", rule: "FREQ=WEEKLY", title: "First")),
    "b.ics": Calendars.calendar(
      Calendars.event("b", start: "DTSTART:20260103T073000Z", title: "Second"),
      Calendars.event("c", start: "DTSTART:20260109T073000Z", title: "Third")),
    // Twelve single events a day, from 07:00 to 18:00 in UTC.
    "often.ics": Calendars.calendar(
      (0..<168).map { index in
        let (day, hour) = (index / 12 + 1, index % 12 + 7)
        return Calendars.event(
          "often-\(index)",
          start: "DTSTART:202601\(day < 10 ? "0" : "")\(day)T\(hour < 10 ? "0" : "")\(hour)0000Z",
          title: "Often")
      }.joined()),
  ]

  private func run(
    _ program: Program, _ command: String, _ more: String..., input: String = ""
  ) throws -> ProgramOutcome {
    try program.run(
      [command] + arguments + more, input: input,
      environment: ["PATH": program.directory.path + "/bin:/usr/bin:/bin"])
  }

  @Test func `a calendar that is installed no more is named`() throws {
    try Program.run(calendars) { program in
      try program.systemctl()
      let here = try program.here()
      let first = try run(program, "install", "--plain", "--output=units", "a.ics")
      #expect(first.status == 0, "\(first.errors)")
      #expect(first.errors.contains("from: \(here)/a.ics\n") && !first.errors.contains("no more"))
      let second = try run(program, "install", "--plain", "--output=units", "b.ics")
      #expect(second.errors.contains("from: \(here)/b.ics\n"), "\(second.errors)")
      #expect(
        second.errors.contains("warning: no more reminders from \(here)/a.ics: "),
        "\(second.errors)")
      // Under another name it is the same, and a directory has what is in it.
      let name = here.split(separator: "/").last ?? ""
      for paths in [["./b.ics"], ["a.ics", "../\(name)/b.ics"], ["."]] {
        let more = try program.run(
          arguments + ["--target=systemd", "--plain", "--output=units"] + paths)
        #expect(more.status == 0 && !more.errors.contains("no more"), "\(more.errors)")
      }
      let input = try run(
        program, "compile", "--target=systemd", "--plain", "--output=units", "-",
        input: calendars["a.ics"] ?? "")
      #expect(input.errors.contains("from: standard input\n"), "\(input.errors)")
      #expect(input.errors.contains("no more reminders from \(here)/.: "), "\(input.errors)")
      // Where no systemd answers everything is written, and said, all the same.
      let idle = try program.run(
        ["install"] + arguments + ["--plain", "--output=units", "a.ics"],
        environment: ["PATH": "/nowhere"], status: 69)
      #expect(idle.errors.contains("no more reminders from standard input: "), "\(idle.errors)")
      let gone = try program.run(
        ["uninstall", "--output=units"],
        environment: ["PATH": program.directory.path + "/bin:/usr/bin:/bin"])
      #expect(gone.errors.contains("no more reminders from: \(here)/a.ics\n"), "\(gone.errors)")
      let quiet = try run(program, "install", "--quiet", "--plain", "--output=units", "b.ics")
      #expect(quiet.status == 0 && quiet.errors.isEmpty, "\(quiet.errors)")
    }
  }

  @Test func `status lists calendars, renewal and next fires`() throws {
    try Program.run(calendars) { program in
      try program.systemctl()
      let here = try program.here()
      let nothing = try run(program, "status", "--output=units")
      #expect(nothing.status == 0)
      let data = try program("--version").lines[1]
      #expect(nothing.text == "\(here)/units: nothing of ics2notify is installed\n\(data)\n")
      _ = try run(program, "install", "--plain", "--output=units", "b.ics", "a.ics")
      // Berlin is an hour ahead; 5 January 2026 is a Monday.
      let fires = """
        next renewal: Mon 2026-01-05 01:00:30
        \(data)
        next fires:
        Sat 2026-01-03 08:30  Second
        Mon 2026-01-05 10:00  First
        Fri 2026-01-09 08:30  Third

        """
      let head = """
        \(here)/units: 3 timers of ics2notify
        from: \(here)/b.ics
        from: \(here)/a.ics

        """
      let running = try run(program, "status", "--output=units")
      #expect(running.text == head + "systemd: runs all of them\n" + fires)
      #expect(running.status == 0 && running.errors.isEmpty)
      try program.systemctl(besides: "Third")
      let partly = try run(program, "status", "--output=units")
      #expect(
        partly.text == head + "systemd: runs 3 of 4 timers with that of the renewal\n" + fires)
      #expect(partly.status == 69)
      let absent = try program.run(
        ["status"] + arguments + ["--output=units"], environment: ["PATH": "/nowhere"])
      #expect(
        absent.text == head + "systemd: none of the user's answers, so no timer runs\n" + fires)
      #expect(absent.status == 69)
      // A week on one is past, and so is the renewal that was due then.
      let later = try program.run([
        "status", "--now=2026-01-08T00:00:00Z", "--time-zone=UTC", "--output=units",
      ])
      #expect(
        later.text.hasSuffix(
          """
          next renewal: Mon 2026-01-12 00:00:30
          \(data)
          next fires:
          Fri 2026-01-09 07:30  Third
          Mon 2026-01-12 09:00  First
          never again           Second

          """), "\(later.text)")
    }
  }

  @Test func `status reads what is damaged, and nothing that is not ours`() throws {
    try Program.run(calendars) { program in
      _ = try run(program, "compile", "--target=systemd", "--plain", "--output=units", "b.ics")
      let names = try program.shell("ls units").lines
      let timers = names.filter { $0.hasPrefix("ics2notify-") && $0.hasSuffix(".timer") }
        .filter { !$0.contains("renew") }
      try program.write("[Timer]\nOnCalendar=whenever\n\u{1B}[31m", to: "units/\(timers[0])")
      let second = program.directory.appending(path: "units/\(timers[1])")
      try FileManager.default.removeItem(at: second)
      try program.write("[Timer]\nOnCalendar=Mon *-*-* 09:00:00\n", to: "units/other.timer")
      try program.write("ExecStart=/bin/true\n", to: "units/ics2notify-renew.service")
      let result = try run(program, "status", "--output=units")
      #expect(result.status == 69)
      let lines = result.lines
      #expect(lines[0].hasSuffix("2 timers of ics2notify") && lines[1] == "from: can't be told")
      #expect(lines.filter { $0.hasPrefix("can't be told") }.count == 2, "\(lines)")
      #expect(!result.text.contains("\u{1B}") && lines.count == 8)
    }
  }

  @Test func `the summary says what is missed before it speaks of the horizon`() throws {
    try Program.run(calendars) { program in
      let now = "--now=2026-01-01T00:00:00Z"
      // 84 a week, of which those from 09:00 of the sixth day on have no slot.
      let text = try program.run([now, "--time-zone=UTC", "--format=text", "often.ics"])
      #expect(
        text.text.contains(
          ", 20 first alerts of 20 reminders missed before the next renewal (Thu 2026-01-08 00:00): "
            + "“Often”, exact until Tue 2026-01-06 11:00, "), "\(text.text.suffix(400))")
      let json = try program.run([now, "--time-zone=UTC", "often.ics"])
      #expect(
        json.errors
          == "ics2notify: warning: 20 first alerts of 20 reminders missed before the next renewal "
          + "(Thu 2026-01-08 00:00): “Often”\n")
      let quiet = try program.run([now, "--time-zone=UTC", "--quiet", "often.ics"])
      #expect(quiet.errors.isEmpty && quiet.output == json.output)
      let units = try program.run([
        now, "--time-zone=UTC", "--target=systemd", "--plain", "often.ics",
      ])
      // The first of January 2026 is a Thursday.
      #expect(
        units.errors.hasPrefix(
          "168 fires asked, 168 timers, nothing missed before the next renewal "
            + "(Mon 2026-01-05 00:00:30), exact to the horizon "), "\(units.errors)")
      let few = try program.run([
        now, "--time-zone=UTC", "--limit=30", "--target=systemd", "--plain", "often.ics",
      ])
      // Thirty last to noon of the third day, so the renewal comes daily.
      #expect(few.text.contains("\nOnCalendar=*-*-* 00:00:30 UTC\n"))
      #expect(
        few.errors.hasSuffix("138 fires of 138 reminders left to renewals\n"), "\(few.errors)")
      let input = try program.run(
        [now, "--time-zone=UTC", "--limit=30", "--target=systemd", "--plain", "-"],
        input: calendars["often.ics"] ?? "")
      #expect(input.errors.contains("compile anew by 2026-01-03T13:00:00Z"), "\(input.errors)")
      #expect(input.errors.contains("54 first alerts of 54 reminders missed"), "\(input.errors)")
    }
  }

  @Test func `titles of what is missed are few, short, and nothing to a terminal`() throws {
    let titles = ["B\u{1B}[31m", String(repeating: "x", count: 100), "", "Fourth", "Fifth"]
    let events = titles.enumerated().map { index, title in
      Calendars.event(
        "e\(index)", start: "DTSTART:2026010\(index + 2)T090000Z", title: title, alarm: "PT0S"
      ).replacing("DESCRIPTION:Alarm\n", with: "")
    }
    let first = Calendars.event("first", start: "DTSTART:20260101T230000Z", title: "First")
    let result = try Program.run(["a.ics": Calendars.calendar(first, events.joined())]) {
      try $0.run(arguments + ["--limit=1", "a.ics"])
    }
    #expect(
      result.errors
        == "ics2notify: warning: 5 first alerts of 5 reminders missed before the next renewal "
        + "(Thu 2026-01-08 13:00): “B[31m”, “\(String(repeating: "x", count: 39))…”, "
        + "“(no title)” and others\n")
  }
}
