import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// The options for quiet hours.
@Suite struct QuietHoursOptionTests {
  private static let arguments = [
    "--now=2028-01-03T12:00:00Z", "--time-zone=Europe/Berlin", "--horizon=P3D",
  ]
  /// A train at 07:14 with an alarm at 06:00.
  private static let train = CalendarText.calendar(
    CalendarText.event(start: "DTSTART;TZID=Europe/Berlin:20280104T071400", alarm: "-PT74M"))

  private func outcome(_ subcommand: String, _ arguments: String...) throws -> ProgramOutcome {
    try Program.run(["a.ics": Self.train]) { program in
      try program.run([subcommand] + Self.arguments + arguments + ["a.ics"])
    }
  }

  @Test(arguments: ["fires", "simulate"])
  func `a line shows a moved fire and its original time`(_ subcommand: String) throws {
    let moved = try #require(
      try outcome(subcommand, "--quiet-hours", "22:00-07:00", "--quiet-hours-lead=14m")
        .objects().first)
    #expect(moved["at"] as? String == "2028-01-04T06:00:00Z")
    #expect(moved["movedFrom"] as? String == "2028-01-04T05:00:00Z")
    let text = try outcome(
      subcommand, "--quiet-hours=22:00-07:00", "--quiet-hours-lead=PT0S", "--format=text"
    ).text
    #expect(text.hasPrefix("Tue 2028-01-04 07:00  Title  (moved from 06:00)\n"), "\(text)")
    // The default lead is 15 minutes.
    for hours in ["22:00-07:00", "22:00-07:00=SUMMARY:x"] {
      let left = try outcome(subcommand, "--quiet-hours=\(hours)").objects().first
      #expect(left?["at"] as? String == "2028-01-04T05:00:00Z" && left?["movedFrom"] == nil)
    }
  }

  @Test func `an explanation ends with the effect of quiet hours, if there is one`() throws {
    let plan = try outcome("compile", "--quiet-hours=22:00-07:00", "--quiet-hours-lead=P0D")
    #expect(plan.status == 0 && plan.text.contains("\"movedFrom\""))
    let moved = try outcome("explain", "--quiet-hours=22:00-07:00", "--quiet-hours-lead=P0D")
    #expect(moved.text.hasSuffix("\nquiet hours: 1 fire moved\n"), "\(moved.text)")
    let dropped = try outcome("explain", "--quiet-hours=22:00-07:00", "--quiet-hours-drop")
    #expect(
      dropped.text.hasSuffix("quiet hours: 1 fire left out, 0 slots rather than 1\n"),
      "\(dropped.text)")
    for other in [["--quiet-hours=01:00-02:00"], []] {
      let outcome = try Program.run(["a.ics": Self.train]) { program in
        try program.run(["explain"] + Self.arguments + other + ["a.ics"])
      }
      #expect(!outcome.text.contains("quiet hours"), "\(outcome.text)")
    }
  }
}

/// Occurrences that quiet hours move to the same instant, and rules about properties of alarms.
@Suite struct QuietTogetherTests {
  private static let options = [
    "--now=2028-01-03T07:00:00Z", "--time-zone=Europe/Berlin", "--horizon=P3D",
  ]

  /// Shifts at 08:00, 09:00 and 10:00 on one day, with alarms three hours before.
  private static let shifts = CalendarText.calendar(
    CalendarText.event(
      start: "DTSTART;TZID=Europe/Berlin:20280104T080000\nDURATION:PT1H",
      rule: "FREQ=DAILY;BYHOUR=8,9,10;COUNT=3", title: "Shift", alarm: "-PT3H"))

  @Test func `occurrences moved to the same instant share the first one's fire, and are counted`()
    throws
  {
    try Program.run(["a.ics": Self.shifts]) { program in
      let options = Self.options + ["--quiet-hours=22:00-07:00", "a.ics"]
      let fires = try program.run(["fires"] + options)
      #expect(fires.lines.count == 1)
      #expect(fires.text.contains("\"startLocal\":\"2028-01-04T08:00:00\""), "\(fires.text)")
      #expect(fires.text.contains("\"at\":\"2028-01-04T06:00:00Z\""))
      let plan = try program.run(options)
      #expect(plan.text.contains("\"subtitle\" : \"Today 08:00-09:00\""), "\(plan.text)")
      let pushes = try program.run(["--target=apns"] + options)
      #expect(pushes.text.contains("Today 08:00-09:00"), "\(pushes.text)")
      let explained = try program.run(["explain"] + options)
      #expect(
        explained.text.hasSuffix(
          """

          quiet hours: 1 fire moved, 2 occurrences covered by an alert of another one, 1 slot \
          rather than 3

          """),
        "\(explained.text)")
    }
  }

  @Test func `a first alert replaces a repeat at the same instant`() throws {
    let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:A\nTRIGGER:-PT1H\nEND:VALARM\n"
    let flight = CalendarText.event(
      start: "DTSTART;TZID=Europe/Berlin:20280105T075500", title: "Flight", alarm: nil
    ).replacing(
      "END:VEVENT", with: alarm.replacing("-PT1H", with: "-PT10H") + alarm + "END:VEVENT")
    try Program.run(["a.ics": CalendarText.calendar(flight)]) { program in
      let options = Self.options + ["--nag=1xPT10M", "--quiet-hours=22:00-07:00", "a.ics"]
      let fires = try program.run(["fires", "--format=text"] + options)
      // The alert of 21:55; its repeat of 22:05 and the first alert of 06:55, both moved to 07:00;
      // and the repeat of 07:05.
      let times = fires.lines.map { $0.prefix(20).suffix(5) }
      #expect(times == ["21:55", "07:00", "07:05"], "\(fires.text)")
      let short = try program.run(["--limit=1"] + options)
      // The only slot is for the evening's first alert; the morning's is missed.
      #expect(short.text.contains("\"exactUntil\" : \"2028-01-05T06:00:00Z\""), "\(short.text)")
    }
  }

  private static func toDo(_ uid: String, _ lines: String = "") -> String {
    "BEGIN:VTODO\nUID:\(uid)\nDUE:20271230T090000Z\nSUMMARY:\(uid)\n\(lines)END:VTODO\n"
  }
  private static let toDos = toDo("work", "CATEGORIES:work\n") + toDo("private")
  private static let checkIn =
    "BEGIN:VTODO\nUID:a\nDTSTART;TZID=Europe/Berlin:20280103T120000\n"
    + "DUE;TZID=Europe/Berlin:20280104T063000\nSUMMARY:Check in\nBEGIN:VALARM\nACTION:DISPLAY\n"
    + "DESCRIPTION:A\nTRIGGER;VALUE=DATE-TIME:20280104T050000Z\nEND:VALARM\nEND:VTODO\n"
  private static let fair = CalendarText.event(
    start: "DTSTART;VALUE=DATE:20280105", title: "Fair", alarm: "PT0S")

  @Test(arguments: [
    (toDos, ["compile", "--nag-overdue=PT1H", "--only=CATEGORIES:work"], "work"),
    (toDos, ["compile", "--nag-overdue=PT1H", "--only=CATEGORIES:work && ACTION:DISPLAY"], "work"),
    (checkIn, ["fires", "--quiet-hours=22:00-07:00"], "06:00  Check in"),
    (fair, ["fires", "--move-all-day=09:00=ACTION:DISPLAY"], "09:00  Fair"),
    (fair, ["fires", "--move-all-day=09:00=ACTION:AUDIO"], "00:00  Fair"),
    (fair, ["fires", "--default-alarm=-PT5M=ACTION:DISPLAY"], "never matches"),
    (fair, ["fires", "--all-day-alarm=09:00=ACTION:EMAIL"], "never matches"),
    (fair, ["fires", "--ignore=STATUS:CANCELED"], "never matches"),
  ])
  func `a rule matches properties of the component and of the alarm`(
    components: String, command: [String], told: String
  ) throws {
    let result = try Program.run(["a.ics": CalendarText.calendar(components)]) {
      try $0.run(command + ["--format=text"] + Self.options + ["a.ics"])
    }
    #expect((result.text + result.errors).contains(told), "\(result.text)\(result.errors)")
    #expect(!result.text.contains("private"), "\(result.text)")
  }
}

/// The options for a Scheduled Summary and for Focus.
@Suite struct FocusOptionTests {
  /// An important event at 23:30 in Berlin and another at 23:31, with alarms half an hour before.
  private static let late = CalendarText.calendar(
    CalendarText.event(
      "a@example.org", start: "DTSTART;TZID=Europe/Berlin:20280104T233000\nPRIORITY:1",
      title: "Night train", alarm: "-PT30M"),
    CalendarText.event(
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

  @Test(arguments: [[], ["--never-open"]])
  func `each line shows when the fire is seen, and what it is too late for`(_ opened: [String])
    throws
  {
    let outcome = try outcome(["--focus=22:00-07:00", "--summary=08:00,18:00"] + opened)
    let lines = try outcome.objects()
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
        "1 reminder is seen too late, after its event: “Snack” at Tue 2028-01-04 23:01 "
          + "(seen Wed 2028-01-05 08:00, too late for 23:31); level time-sensitive would show it "
          + "in time"), "\(outcome.errors)")
  }

  @Test func `the text format shows both, too`() throws {
    let text = try outcome(["--focus=22:00-07:00=critical", "--quiet", "--format=text"]).text
    let lines = text.split(separator: "\n")
    #expect(
      lines.dropLast() == [
        "Tue 2028-01-04 23:00  Night train  (seen Wed 2028-01-05 07:00, too late for 23:30)",
        "Tue 2028-01-04 23:01  Snack  (seen Wed 2028-01-05 07:00, too late for 23:31)",
      ])
    #expect(try #require(lines.last).hasSuffix(", 2 delayed, 2 seen too late"), "\(text)")
  }

  @Test func `without the options these fields are absent, and without delays they are zero`()
    throws
  {
    let plain = try outcome([])
    #expect(!plain.text.contains("seenAt") && !plain.text.contains("delayed"))
    let lines = try outcome(["--focus=12:00-13:00"]).objects()
    let verdict = try #require(lines.last?["verdict"] as? [String: Any])
    #expect(verdict["delayed"] as? Int == 0 && verdict["tooLate"] as? Int == 0)
    #expect(verdict["levelInTime"] is NSNull)
    #expect(lines[0]["seenAt"] as? String == lines[0]["at"] as? String)
  }
}
