import Foundation
import TestPrograms
import Testing

/// Quiet hours, as they are typed.
@Suite struct QuietHoursOptionTests {
  private static let arguments = [
    "--now=2028-01-03T12:00:00Z", "--time-zone=Europe/Berlin", "--horizon=P3D",
  ]
  /// A train at 06:30 with an alarm at 06:00.
  private static let train = Calendars.calendar(
    Calendars.event(start: "DTSTART;TZID=Europe/Berlin:20280104T063000", alarm: "-PT30M"))

  private func outcome(_ subcommand: String, _ arguments: String...) throws -> ProgramOutcome {
    try Program.run(["a.ics": Self.train]) { program in
      try program.run([subcommand] + Self.arguments + arguments + ["a.ics"])
    }
  }

  private func lines(_ outcome: ProgramOutcome) throws -> [[String: Any]] {
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try outcome.output.split(separator: UInt8(ascii: "\n")).compactMap {
      try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any]
    }
  }

  @Test(arguments: ["fires", "simulate"])
  func `a line says what was moved, and from where`(_ subcommand: String) throws {
    let moved = try #require(
      try lines(outcome(subcommand, "--quiet-hours", "22:00-07:00")).first)
    #expect(moved["at"] as? String == "2028-01-04T05:29:00Z")
    #expect(moved["movedFrom"] as? String == "2028-01-04T05:00:00Z")
    let text = try outcome(subcommand, "--quiet-hours=22:00-07:00", "--format=text").text
    #expect(text.hasPrefix("Tue 2028-01-04 06:29  Title  (moved from 06:00)\n"), "\(text)")
    let left = try lines(outcome(subcommand, "--quiet-hours=22:00-07:00=SUMMARY:x")).first
    #expect(left?["at"] as? String == "2028-01-04T05:00:00Z" && left?["movedFrom"] == nil)
  }

  @Test func `a plan says what quiet hours do, where they do anything`() throws {
    let moved = try outcome("compile", "--quiet-hours=22:00-07:00")
    #expect(moved.status == 0)
    #expect(moved.errors.contains("ics2notify: note: quiet hours: 1 fire moved\n"))
    #expect(moved.text.contains("\"movedFrom\""))
    let dropped = try outcome(
      "compile", "--quiet-hours=22:00-07:00", "--quiet-hours-drop", "--format=text")
    #expect(
      dropped.text.hasSuffix("quiet hours: 1 fire left out, 0 slots rather than 1\n"),
      "\(dropped.text)")
    for other in [["--quiet-hours=01:00-02:00"], ["--quiet-hours=22:00-07:00", "--quiet"], []] {
      let outcome = try Program.run(["a.ics": Self.train]) { program in
        try program.run(["compile"] + Self.arguments + other + ["a.ics"])
      }
      #expect(!outcome.errors.contains("quiet hours"), "\(outcome.errors)")
    }
    let units = try outcome("compile", "--quiet-hours=22:00-07:00", "--format=systemd")
    #expect(units.errors.contains("\nquiet hours: 1 fire moved\n"), "\(units.errors)")
  }
}

/// What quiet hours bring to one instant, and what rules leave of occurrences.
@Suite struct QuietTogetherTests {
  private static let options = [
    "--now=2028-01-03T07:00:00Z", "--time-zone=Europe/Berlin", "--horizon=P3D",
  ]

  /// A shift at 08:00, 09:00 and 10:00 of one day, each reminded of three hours before.
  private static let shifts = Calendars.calendar(
    Calendars.event(
      start: "DTSTART;TZID=Europe/Berlin:20280104T080000\nDURATION:PT1H",
      rule: "FREQ=DAILY;BYHOUR=8,9,10;COUNT=3", title: "Shift", alarm: "-PT3H"))

  @Test func `occurrences that come together are told of by the first, and counted`() throws {
    try Program.run(["a.ics": Self.shifts]) { program in
      let options = Self.options + ["--quiet-hours=22:00-07:00", "a.ics"]
      let fires = try program.run(["fires"] + options)
      #expect(fires.lines.count == 1)
      #expect(fires.text.contains("\"startLocal\":\"2028-01-04T08:00:00\""), "\(fires.text)")
      #expect(fires.text.contains("\"at\":\"2028-01-04T06:00:00Z\""))
      let plan = try program.run(options)
      #expect(plan.text.contains("\"subtitle\" : \"Today 08:00-09:00\""), "\(plan.text)")
      #expect(
        plan.errors.contains(
          "quiet hours: 1 fire moved, 2 occurrences told of by the fire of another one"),
        "\(plan.errors)")
      let pushes = try program.run(["--format=apns"] + options)
      #expect(pushes.text.contains("Today 08:00-09:00"), "\(pushes.text)")
      let explained = try program.run(["explain"] + options)
      #expect(explained.text.contains("2 occurrences told of by the fire of another one"))
    }
  }

  @Test func `a first alert takes the place of a repeat`() throws {
    let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:A\nTRIGGER:-PT1H\nEND:VALARM\n"
    let flight = Calendars.event(
      start: "DTSTART;TZID=Europe/Berlin:20280105T075500", title: "Flight", alarm: nil
    ).replacing(
      "END:VEVENT", with: alarm.replacing("-PT1H", with: "-PT10H") + alarm + "END:VEVENT")
    try Program.run(["a.ics": Calendars.calendar(flight)]) { program in
      let options = Self.options + ["--nag=1xPT10M", "--quiet-hours=22:00-07:00", "a.ics"]
      let fires = try program.run(["fires", "--format=text"] + options)
      // 21:55, its repeat at 22:05 and the first alert of 06:55 at 07:00, and a repeat of 07:05.
      let times = fires.lines.map { $0.prefix(20).suffix(5) }
      #expect(times == ["21:55", "07:00", "07:05"], "\(fires.text)")
      let short = try program.run(["--limit=1"] + options)
      // The one slot has the first alert of the evening; that of the morning is missed.
      #expect(short.text.contains("\"exactUntil\" : \"2028-01-05T06:00:00Z\""), "\(short.text)")
    }
  }

  @Test func `what a rule says of alarms lets no other component through`() throws {
    let toDo = { (uid: String, category: String) in
      "BEGIN:VTODO\nUID:\(uid)\nDUE:20271230T090000Z\nSUMMARY:\(uid)\n\(category)END:VTODO\n"
    }
    let calendar = Calendars.calendar(toDo("work", "CATEGORIES:work\n"), toDo("private", ""))
    try Program.run(["a.ics": calendar]) { program in
      for rule in ["CATEGORIES:work", "CATEGORIES:work && ACTION:DISPLAY"] {
        let plan = try program.run(
          Self.options + ["--format=text", "--nag-overdue=PT1H", "--only", rule, "a.ics"])
        #expect(plan.text.contains("work") && !plan.text.contains("private"), "\(plan.text)")
      }
    }
  }

  @Test(arguments: [
    ("ACCEPTED", "DECLINED", "--only=PARTSTAT:ACCEPTED", ["04", "06"]),
    ("DECLINED", "ACCEPTED", "--ignore=PARTSTAT:DECLINED", ["05"]),
    ("DECLINED", "ACCEPTED", "--only=PARTSTAT:ACCEPTED", ["05"]),
    ("ACCEPTED", "DECLINED", "--ignore=PARTSTAT:DECLINED", ["04", "06"]),
  ])
  func `an answer to one occurrence counts for that`(
    _ whole: String, _ one: String, _ option: String, _ days: [String]
  ) throws {
    func event(_ answer: String, _ day: String, _ lines: String) -> String {
      "BEGIN:VEVENT\nUID:a\nDTSTART:202801\(day)T100000Z\nSUMMARY:Talk\n\(lines)"
        + "ATTENDEE;PARTSTAT=\(answer):mailto:ann@example.org\n"
        + "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:A\nTRIGGER:PT0S\nEND:VALARM\nEND:VEVENT\n"
    }
    let calendar = Calendars.calendar(
      event(whole, "04", "RRULE:FREQ=DAILY;COUNT=3\n"),
      event(one, "05", "RECURRENCE-ID:20280105T100000Z\n"))
    try Program.run(["a.ics": calendar]) { program in
      let fires = try program.run(
        ["fires", "--format=text", "--me=ann@example.org", option] + Self.options
          + ["--horizon=P9D", "a.ics"])
      #expect(fires.lines.map { $0.prefix(14).suffix(2) } == days.map { $0[...] }, "\(fires.text)")
    }
  }

  @Test func `what a to-do is due for is not slept through`() throws {
    let toDo =
      "BEGIN:VTODO\nUID:a\nDTSTART;TZID=Europe/Berlin:20280103T120000\n"
      + "DUE;TZID=Europe/Berlin:20280104T063000\nSUMMARY:Check in\nBEGIN:VALARM\nACTION:DISPLAY\n"
      + "DESCRIPTION:A\nTRIGGER;VALUE=DATE-TIME:20280104T050000Z\nEND:VALARM\nEND:VTODO\n"
    try Program.run(["a.ics": Calendars.calendar(toDo)]) { program in
      let fires = try program.run(
        ["fires", "--format=text", "--quiet-hours=22:00-07:00"] + Self.options + ["a.ics"])
      #expect(fires.text.contains("06:29  Check in"), "\(fires.text)")
    }
  }

  @Test(arguments: [
    "--default-alarm=-PT5M=ACTION:DISPLAY", "--all-day-alarm=09:00=ACTION:EMAIL",
    "--ignore=STATUS:CANCELED",
  ])
  func `a rule that is of no use is told`(_ option: String) throws {
    try Program.run(["a.ics": Self.shifts]) { program in
      let result = try program.run(["fires", option] + Self.options + ["a.ics"])
      #expect(result.errors.contains("never matches"), "\(result.errors)")
    }
  }

  @Test func `alarms of whole days are moved by what they do`() throws {
    let day = Calendars.event(
      start: "DTSTART;VALUE=DATE:20280105", title: "Fair", alarm: "PT0S")
    try Program.run(["a.ics": Calendars.calendar(day)]) { program in
      for (action, time) in [("DISPLAY", "09:00"), ("AUDIO", "00:00")] {
        let fires = try program.run(
          ["fires", "--format=text", "--move-all-day=09:00=ACTION:\(action)"] + Self.options
            + ["a.ics"])
        #expect(fires.text.contains("\(time)  Fair"), "\(fires.text)")
      }
    }
  }
}

/// A scheduled summary and Focuses, as they are typed.
@Suite struct FocusOptionTests {
  /// Two events at 23:30 in Berlin, each with an alarm half an hour before; one is important.
  private static let late = Calendars.calendar(
    Calendars.event(
      "a@example.org", start: "DTSTART;TZID=Europe/Berlin:20280104T233000\nPRIORITY:1",
      title: "Night train", alarm: "-PT30M"),
    Calendars.event(
      "b@example.org", start: "DTSTART;TZID=Europe/Berlin:20280104T233100", title: "Snack",
      alarm: "-PT30M"))

  private func outcome(_ arguments: [String]) throws -> ProgramOutcome {
    try Program.run(["a.ics": Self.late]) { program in
      try program.run(
        [
          "simulate", "--now=2028-01-03T12:00:00Z", "--time-zone=Europe/Berlin", "--horizon=P3D",
        ] + arguments + ["a.ics"])
    }
  }

  private func lines(_ outcome: ProgramOutcome) throws -> [[String: Any]] {
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try outcome.output.split(separator: UInt8(ascii: "\n")).compactMap {
      try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any]
    }
  }

  @Test(arguments: [[], ["--never-open"]])
  func `lines say what is seen when, and too late for what`(_ opened: [String]) throws {
    let outcome = try outcome(["--focus=22:00-07:00", "--summary=08:00,18:00"] + opened)
    let lines = try lines(outcome)
    #expect(lines.count == 3)
    let (train, snack) = (lines[0], lines[1])
    #expect(train["title"] as? String == "Night train")
    #expect(train["interruptionLevel"] as? String == "timeSensitive")
    #expect(train["seenAt"] as? String == "2028-01-04T22:00:00Z")
    #expect(train["delayedBy"] == nil && train["tooLateFor"] == nil)
    #expect(snack["interruptionLevel"] as? String == "active")
    #expect(snack["seenAt"] as? String == "2028-01-05T07:00:00Z")
    #expect(snack["delayedBy"] as? String == "summary")
    #expect(snack["tooLateFor"] as? String == "2028-01-04T22:31:00Z")
    let verdict = try #require(lines[2]["verdict"] as? [String: Any])
    #expect(verdict["delayed"] as? Int == 1 && verdict["tooLate"] as? Int == 1)
    #expect(verdict["levelInTime"] as? String == "timeSensitive")
    #expect(
      outcome.errors.contains(
        "1 fire is seen too late, after what it reminds of: “Snack” at Tue 2028-01-04 23:01 "
          + "(seen Wed 2028-01-05 08:00, too late for 23:31); level time-sensitive would show it "
          + "in time"), "\(outcome.errors)")
  }

  @Test func `text says it, too`() throws {
    let text = try outcome(["--focus=22:00-07:00=critical", "--quiet", "--format=text"]).text
    let lines = text.split(separator: "\n")
    #expect(
      lines.dropLast() == [
        "Tue 2028-01-04 23:00  Night train  (seen Wed 2028-01-05 07:00, too late for 23:30)",
        "Tue 2028-01-04 23:01  Snack  (seen Wed 2028-01-05 07:00, too late for 23:31)",
      ])
    #expect(try #require(lines.last).hasSuffix(", 2 delayed, 2 seen too late"), "\(text)")
  }

  @Test func `nothing is said where nobody asks, and zeros where nothing is kept`() throws {
    let plain = try outcome([])
    #expect(!plain.text.contains("seenAt") && !plain.text.contains("delayed"))
    let lines = try lines(outcome(["--focus=12:00-13:00"]))
    let verdict = try #require(lines.last?["verdict"] as? [String: Any])
    #expect(verdict["delayed"] as? Int == 0 && verdict["tooLate"] as? Int == 0)
    #expect(verdict["levelInTime"] is NSNull)
    #expect(lines[0]["seenAt"] as? String == lines[0]["at"] as? String)
  }

  @Test(arguments: [
    ["--summary=8.00"], ["--summary=noon"], ["--summary=08:00,25:00"], ["--focus=22:00"],
    ["--focus=22:00-22:00"], ["--focus=22:00-07:00=active"],
    ["--focus=22:00-07:00=CATEGORIES:work"], ["--focus=22:00-07:00", "--focus=06:00-22:00"],
  ])
  func `what is no summary and no Focus is 64, and named`(_ arguments: [String]) throws {
    let result = try outcome(arguments)
    #expect(result.status == 64 && result.output.isEmpty, "\(result.errors)")
    let option = try #require(arguments.first?.split(separator: "=").first)
    #expect(result.errors.contains(option), "\(result.errors)")
  }
}
