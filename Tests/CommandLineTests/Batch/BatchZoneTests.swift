import CalendarFixtures
import TestPrograms
import Testing

/// The note of a batch without `--time-zone`, which counts the calendars that depend on the zone.
@Suite struct BatchZoneTests {
  private static let now = "--now=2026-01-05T08:00:00Z"

  private static let zoned = "DTSTART;TZID=Europe/Berlin:20260105T120000"

  /// Returns a calendar with one event.
  private static func calendar(_ start: String, rule: String? = nil, alarm: String = "PT0S")
    -> String
  {
    CalendarText.calendar(CalendarText.event(start: start, rule: rule, alarm: alarm))
  }

  private static let allDay = calendar("DTSTART;VALUE=DATE:20260110", alarm: "PT9H")

  /// Returns the messages with the code of the note.
  private func notes(_ result: ProgramOutcome) -> [String] {
    result.errors.split(separator: "\n").map(String.init).filter {
      $0.hasSuffix(" [zone-assumed]")
    }
  }

  @Test(arguments: [
    (allDay, "the alerts of 1 calendar ("),
    (calendar("DTSTART:20260105T120000"), "the alerts of 1 calendar ("),
    // A local time on the device in an event with a zone.
    (
      calendar(zoned, rule: "FREQ=DAILY;COUNT=9\nEXDATE:20260107T120000"),
      "the alerts of 1 calendar ("
    ),
    (calendar("DTSTART;TZID=Nowhere:20260105T120000"), "the alerts of 1 calendar ("),
    (calendar(zoned), "texts of 1 calendar ["), (CalendarText.daily, "texts of 1 calendar ["),
    // The text of an all-day event is local, but not its alarm.
    (
      calendar("DTSTART;VALUE=DATE:20260110", alarm: "20260110T080000Z"),
      "texts of 1 calendar ["
    ),
    // An alarm that belongs to none of the occurrences doesn't name a local time.
    (calendar(zoned, rule: "FREQ=DAILY", alarm: "20260110T080000Z"), nil),
    (calendar("DTSTART:20250105T120000"), nil),
    (CalendarText.calendar(CalendarText.event(alarm: nil)), nil),
  ])
  func `the note tells alerts from texts, and leaves out other calendars`(
    calendar: String, count: String?
  ) throws {
    try Program.run(["a.ics": calendar]) { program in
      for command in ["compile", "fires"] {
        let found = notes(try program("batch", command, Self.now, "a.ics"))
        #expect(found.count == (count == nil ? 0 : 1), "\(found)")
        #expect(found.allSatisfy { $0.contains("the zone of this machine (GMT)") })
        #expect(found.allSatisfy { $0.contains("it matters for \(count ?? "")") }, "\(found)")
      }
      // The verdict shows no local times.
      let verdict = notes(try program("batch", "simulate", Self.now, "a.ics"))
      #expect(verdict.count == (count?.contains("alerts") == true ? 1 : 0), "\(verdict)")
    }
  }

  @Test func `one note counts all calendars, and --time-zone and --quiet omit it`() throws {
    let files = [
      "1.ics": Self.allDay, "2.ics": Self.allDay, "3.ics": CalendarText.daily,
      "4.ics": CalendarText.calendar(CalendarText.event(alarm: nil)),
    ]
    try Program.run(files) { program in
      let arguments = ["batch", "fires", Self.now, "."]
      let found = notes(try program.run(arguments, environment: ["TZ": "Asia/Tokyo"]))
      #expect(found.count == 1)
      #expect(
        found.first?.contains(
          "the zone of this machine (Asia/Tokyo) is used for the device; it matters for 3 calendars: "
            + "the alerts of 2 (local times without a zone, or all-day), and only texts of 1 [")
          == true,
        "\(found)")
      #expect(notes(try program.run(arguments + ["--time-zone=Europe/Berlin"])).isEmpty)
      #expect(try program.run(arguments + ["--quiet"]).errors.isEmpty)
      // Every alert can be in quiet hours of some zone.
      let quiet = notes(try program.run(arguments + ["--quiet-hours=22-7"]))
      #expect(quiet.first?.contains("the alerts of 3 calendars") == true, "\(quiet)")
      // A page shows the local time of each alert.
      let files = notes(try program.run(arguments + ["--format=text", "--output=out"]))
      #expect(files.first?.contains("the alerts of 2") == true, "\(files)")
    }
  }

  @Test func `a line with its own zone is not counted, and a bad zone fails only its line`() throws
  {
    let lines = try [
      ["name": "a", "calendar": Self.allDay, "timeZone": "Europe/Berlin"],
      ["name": "b", "calendar": Self.allDay, "timeZone": "Europe/Nowhere"],
      ["name": "c", "calendar": Self.allDay],
    ].map(BatchInputTests.line)
    let result = try Program.run {
      try $0.run(
        ["batch", "fires", Self.now, "--from=jsonl"], input: lines.joined(separator: "\n"),
        status: 0)
    }
    #expect(try result.batchLines().map(\.status) == [0, 64, 0])
    #expect(try result.batchLines()[1].error?.contains("\"Europe/Nowhere\"") == true)
    // 9:00 in Berlin and in GMT.
    #expect(result.lines[0].contains(#""at":"2026-01-10T08:00:00Z""#))
    #expect(result.lines[2].contains(#""at":"2026-01-10T09:00:00Z""#))
    let note = notes(result).first ?? ""
    #expect(note.contains("the alerts of 1 calendar (") && note.contains("; a line of JSON can "))
    #expect(result.errors.contains("ics2notify: 3 calendars: 2 ok, 1 failed; "))
  }
}
