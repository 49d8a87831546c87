import Foundation
import TestPrograms
import Testing

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

  @Test func `many alarms take time in proportion`() throws {
    let alarms = (0..<1_000).map {
      "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:A\nTRIGGER:-PT\($0)M\nEND:VALARM\n"
    }
    let event = Calendars.event(
      start: "DTSTART;TZID=Europe/Berlin:20280104T080000", rule: "FREQ=DAILY", alarm: nil
    ).replacing("END:VEVENT", with: alarms.joined() + "END:VEVENT")
    try Program.run(["a.ics": Calendars.calendar(event)]) { program in
      let result = try program.run(
        ["fires", "--quiet-hours=22:00-07:00", "--quiet"] + Self.options + ["a.ics"])
      // Each minute from 15:21 to 22:00 and from 07:00 to 08:00 on two days, and to 07:59 on the
      // third; the alarms of the night ring together at 07:00.
      #expect(result.status == 0 && result.lines.count == 2 * 460 + 459, "\(result.lines.count)")
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
