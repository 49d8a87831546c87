import CalendarFixtures
import TestPrograms
import Testing

/// `agenda` without a path lists the installed calendars.
@Suite struct InstalledAgendaTests {
  private static let window = ["--now=2028-01-03T07:00:00Z", "--time-zone=Europe/Berlin"]

  private func calendar(_ title: String, hour: Int) -> String {
    let start = "DTSTART:20280103T" + (hour < 10 ? "0" : "") + "\(hour)0000Z"
    return CalendarText.calendar(CalendarText.event(title, start: start, title: title, alarm: nil))
  }

  @Test func `the calendars are listed with the options of their installation`() throws {
    let files = ["a.ics": calendar("Tea", hour: 9), "b.ics": calendar("Cat", hour: 10)]
    try Program.run(files) { program in
      let environment = try program.systemctl()
      func run(_ arguments: String..., status: Int32 = 0) throws -> ProgramOutcome {
        try program.run(arguments, environment: environment, status: status)
      }
      _ = try run("install", "a.ics", "--default-alarm=-15m", "--horizon=30d", "--stay")
      _ = try run("install", "--name=cat", "b.ics", "a.ics", "--language=de")
      let all = try program.run(["agenda"] + Self.window, environment: environment, status: 0).text
      #expect(
        all == """
          Europe/Berlin

          Monday, 3 January 2028 (today)
            10:00  Tea  rings 09:45
            11:00  Cat

          """, "\(all)")
      let cat = try program.run(
        ["agenda", "--name=cat", "--default-alarm=-5m"] + Self.window, environment: environment,
        status: 0
      ).text
      #expect(cat.contains("  11:00  Cat  Erinnerung: 10:55\n"), "\(cat)")
      // A copy takes the place of a calendar that is gone.
      try program.remove("a.ics")
      let copy = try program.run(["agenda"] + Self.window, environment: environment, status: 1)
      #expect(copy.text == all && copy.errors.contains("; its last good reminders are kept"))
      // An installation that can't be used doesn't hide the others.
      try program.write("--bogus\nb.ics\n", to: ".config/ics2notify/cat.conf")
      let partial = try program.run(["agenda"] + Self.window, environment: environment, status: 1)
      #expect(partial.text.contains("  Tea  ") && partial.errors.contains("cat.conf:1: unknown"))
      try run("agenda", "--name=none", status: 66)
        .expectRefusal(66, saying: "none is not installed")
    }
  }

  @Test(arguments: [
    (["LC_ALL": "de_AT.UTF-8@euro", "LANG": "fr_FR.UTF-8"], "de-AT, from LC_ALL"),
    (["LC_ALL": "", "LC_MESSAGES": "ja_JP.UTF-8", "LANG": "C"], "ja-JP, from LC_MESSAGES"),
    (["LC_ALL": "", "LANG": "en_US.UTF-8"], "en-US, from LANG"),
    (["LC_ALL": "fr"], "fr, from LC_ALL"),
    (["LC_ALL": "C.UTF-8", "LANG": "de_DE"], nil), (["LC_ALL": "", "LANG": "it_IT.UTF-8"], nil),
    (["LC_ALL": "POSIX"], nil),
  ])
  func `install writes the user's language into a file without one`(
    variables: [String: String], remark: String?
  ) throws {
    try Program.run(["a.ics": CalendarText.daily]) { program in
      let environment = try program.systemctl().merging(variables) { $1 }
      let file = ".config/ics2notify/default.conf"
      let first = try program.run(["install", "a.ics"], environment: environment, status: 0).text
      let tag = remark.map { $0.prefix { $0 != "," } }
      #expect(try program.read(file).contains("--language") == (tag != nil))
      if let remark, let tag {
        #expect(first.contains("language: \(remark); --language changes it\n"), "\(first)")
        #expect(try program.read(file).hasSuffix("\n--language \(tag)\n"))
      }
      // A language that is in the file, or typed, stays.
      let typed = try program.run(
        ["install", "--language=es"], environment: environment, status: 0
      ).text
      #expect(!typed.contains("from L"))
      #expect(try program.run(["install"], environment: environment).text.contains("no change\n"))
      #expect(try program.read(file).hasSuffix("\n--language es\n"))
    }
  }

  @Test func `the agenda and the page have the user's language, and JSON is English`() throws {
    let untitled = CalendarText.calendar(
      CalendarText.event(start: "DTSTART:20280103T090000Z", title: "", alarm: "-PT15M"))
    try Program.run(["a.ics": untitled]) { program in
      let rows = [
        (["agenda"], "de_DE.UTF-8", "  10:00  (kein Titel)  Erinnerung: 09:45\n"),
        (["agenda", "--language=es"], "de_DE.UTF-8", "  (sin título)  aviso: 9:45\n"),
        (["agenda"], "it_IT", "  (no title)  rings 09:45\n"),
        (["--format=html"], "de_DE.UTF-8", "(kein Titel)"),
        (["simulate", "--format=html"], "de_DE.UTF-8", "(kein Titel)"),
        (["--format=json"], "de_DE.UTF-8", "\"(no title)\""),
        (["--format=json", "--language=de"], "de_DE.UTF-8", "\"(kein Titel)\""),
      ]
      for (arguments, language, expected) in rows {
        let text = try program.run(
          arguments + Self.window + ["a.ics"], environment: ["LC_ALL": language], status: 0
        ).text
        #expect(text.contains(expected), "\(arguments): \(text.prefix(2_000))")
      }
    }
  }
}
