import Foundation
import TestPrograms
import Testing

/// `explain` says what was tried, why not, and what was chosen.
@Suite struct ExplainTests {
  private let now = "--now=2026-01-01T12:00:00Z"
  private let zone = "--time-zone=Europe/Berlin"

  private func explain(
    _ files: [String: String], _ arguments: String...
  ) throws -> ProgramOutcome {
    try Program.run(files) { program in
      try program.run(["explain", now, zone] + arguments + files.keys.sorted())
    }
  }

  @Test func `a weekly series shows its rule, what was refuted and what was chosen`() throws {
    // Monday 5 January 2026, 10:00 in Berlin.
    let event = Calendars.event(rule: "FREQ=WEEKLY;BYDAY=MO", alarm: "-PT15M")
    let result = try explain(["a.ics": Calendars.calendar(event)])
    #expect(result.status == 0, "\(result.errors)")
    for line in [
      "Title [event@example.org] alarm 0",
      "  series: every week on Monday, from 2026-01-05 09:00 UTC",
      "  alarm: 15 minutes before the start",
      "      daily at 08:45: fires Fri 2026-01-02 09:45, not asked",
      "      every Monday at 08:45: chosen",
      "    chosen: 1 repeating and 0 one-shots, 1 slot",
      "      rank 1: every Monday at 08:45, provenUntil 2100-01-01T00:00:00Z",
    ] {
      #expect(result.text.contains(line + "\n"), "\(line) in \(result.text)")
    }
    #expect(result.text.contains("\ntime zone data: 2"))
  }

  @Test func `what is past is told of for a year, and by its UID for ever`() throws {
    let files = [
      "a.ics": Calendars.calendar(
        Calendars.event("recent", start: "DTSTART:20250106T080000Z"),
        Calendars.event("old", start: "DTSTART:20240106T080000Z"))
    ]
    let result = try explain(files)
    #expect(result.text.contains("[recent] alarm 0"), "\(result.text)")
    #expect(!result.text.contains("[old]"))
    let old = try explain(files, "--uid=old")
    #expect(old.status == 0 && old.text.contains("[old] alarm 0"), "\(old.text)")
  }

  @Test func `what is told of the past changes nothing of what is to come`() throws {
    // That is Berlin's clock from the end of 2025 on only, with which a zone is compared.
    let home =
      "BEGIN:VTIMEZONE\nTZID:Home\nBEGIN:STANDARD\nDTSTART:20251026T030000\nTZOFFSETFROM:+0200\n"
      + "TZOFFSETTO:+0100\nRRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\nEND:STANDARD\nBEGIN:DAYLIGHT\n"
      + "DTSTART:20260329T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\n"
      + "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\nEND:DAYLIGHT\nEND:VTIMEZONE\n"
    let files = [
      "a.ics": Calendars.calendar(
        home + Calendars.event(start: "DTSTART;TZID=Home:20260105T100000", rule: "FREQ=MONTHLY"))
    ]
    let now = "--now=2026-11-01T00:00:00Z"
    let all = try explain(files, now)
    let one = try explain(files, now, "--uid=event@example.org")
    let plan = try Program.run(files) { program in
      try program.run(["compile", now, zone, "a.ics"])
    }
    let json = try JSONSerialization.jsonObject(with: Data(plan.text.utf8)) as? [String: Any]
    let count = (json?["requests"] as? [Any])?.count ?? 0
    #expect(count > 0 && all.text.contains(", \(count) of 64 slots used"), "\(all.text)")
    #expect(one.text.contains(", \(count) of 64 slots used"), "\(one.text)")
    #expect(all.errors == plan.errors && one.errors == plan.errors)
  }

  @Test func `echoes are named, and told of in the last line`() throws {
    // Berlin's clock is put back at 01:00 UTC on 25 October: 02:15 comes twice.
    let quarter = Calendars.event(
      start: "DTSTART;TZID=Europe/Berlin:20251201T001500", rule: "FREQ=HOURLY")
    let every = Calendars.event(
      "every", start: "DTSTART;TZID=Europe/Berlin:20251201T000000", rule: "FREQ=MINUTELY")
    let files = ["a.ics": Calendars.calendar(quarter, every)]
    let result = try explain(files, "--now=2026-10-20T00:00:30Z", "--horizon=P10D")
    for line in [
      "      rank 2: hourly at :15, provenUntil 2100-01-01T00:00:00Z",
      "        fires once more Sun 2026-10-25 02:15, an echo",
      "        fires 60 times more from Sun 2026-10-25 02:00 to Sun 2026-10-25 02:59, echoes",
    ] {
      #expect(result.text.contains(line + "\n"), "\(line) in \(result.text)")
    }
    #expect(result.text.hasSuffix(", nothing left out, 61 echoes\n"), "\(result.text)")
    let strict = try explain(
      files, "--now=2026-10-20T00:00:30Z", "--horizon=P10D", "--repeated-hour=once")
    #expect(!strict.text.contains("echo"), "\(strict.text)")
    #expect(strict.text.contains("hourly at :15: fires Sun 2026-10-25 02:15, not asked\n"))
  }

  @Test func `what is left out of two sources with one UID is told of each`() throws {
    func calendar(_ title: String, at hour: Int) -> String {
      Calendars.calendar(
        Calendars.event(
          start: "DTSTART:20260129T0\(hour)0000Z", rule: "FREQ=MONTHLY;BYMONTHDAY=29,30",
          title: title))
    }
    // Each asks for 29 and 30 January; the one slot is for the soonest, 08:00 on 29 January.
    let files = ["a.ics": calendar("One", at: 8), "b.ics": calendar("Two", at: 9)]
    let result = try explain(files, "--time-zone=UTC", "--limit=1", "--horizon=P30D")
    let paragraphs = result.text.components(separatedBy: "\n\n")
    let one = try #require(paragraphs.first { $0.hasPrefix("One ") })
    let two = try #require(paragraphs.first { $0.hasPrefix("Two ") })
    #expect(one.hasSuffix("\n  left out (limit): 1 from Fri 2026-01-30 08:00"), "\(result.text)")
    #expect(two.hasSuffix("\n  left out (limit): 2 from Thu 2026-01-29 09:00"), "\(result.text)")
    #expect(result.text.contains(", 3 fires of 2 reminders left out\n"), "\(result.text)")
  }

  @Test func `what gets no slot, and what serves no alarm, is told too`() throws {
    let event = Calendars.event(rule: "FREQ=WEEKLY;BYDAY=MO")
    let toDo =
      "BEGIN:VTODO\r\nUID:taxes@example.org\r\nDUE:20251231T120000Z\r\nSUMMARY:Taxes\r\nEND:VTODO\r\n"
    let files = ["a.ics": Calendars.calendar(event, toDo)]
    let result = try explain(files, "--nag=1xPT5M", "--nag-overdue=PT2H", "--limit=2")
    for line in [
      "      every Monday at 09:00: chosen",
      "      every Monday at 09:05: exact, no slot left", "    chosen: nothing, 0 slots",
      "Taxes [taxes@example.org]",
      "  rank 2: every 2 hours until it is done, the next Thu 2026-01-01 15:00",
    ] {
      #expect(result.text.contains(line + "\n"), "\(line) in \(result.text)")
    }
  }

  @Test func `a hole and a late start say from when on a renewal can do better`() throws {
    let hole = Calendars.event(
      "hole",
      start:
        "DTSTART;TZID=Europe/Berlin:20251201T090000\nEXDATE;TZID=Europe/Berlin:20260119T090000",
      rule: "FREQ=WEEKLY")
    let late = Calendars.event(
      "late", start: "DTSTART;TZID=Europe/Berlin:20260610T080000", rule: "FREQ=MONTHLY")
    let result = try explain(["a.ics": Calendars.calendar(hole, late)])
    #expect(
      result.text.contains("every Monday at 09:00: fires Mon 2026-01-19 09:00, not asked"),
      "\(result.text)")
    #expect(
      result.text.contains("a renewal after Mon 2026-01-19 09:00 can use: every Monday at 09:00"),
      "\(result.text)")
    // The last tenth before the start is one of May.
    #expect(
      result.text.contains(
        "a renewal after Sun 2026-05-10 08:00 can use: monthly on day 10 at 08:00"),
      "\(result.text)")
  }

  @Test func `an end is answered by a trigger that is taken away in time`() throws {
    let event = Calendars.event(rule: "FREQ=DAILY;UNTIL=20260601T090000Z")
    let result = try explain(["a.ics": Calendars.calendar(event)])
    #expect(
      result.text.contains(
        "every day, from 2026-01-05 09:00 UTC, until 2026-06-01 09:00 UTC\n"), "\(result.text)")
    #expect(result.text.contains("removeBy 2026-06-0"), "\(result.text)")
  }

  @Test func `one-shots that repeating triggers rank among are counted`() throws {
    // Last Fridays: of 2026's, those of January, May, July and October are fifth ones.
    let event = Calendars.event(rule: "FREQ=MONTHLY;BYDAY=-1FR")
    let result = try explain(["a.ics": Calendars.calendar(event)], "--horizon=P200D")
    #expect(
      result.text.contains("once, from ") && result.text.contains(" of ranks "), "\(result.text)")
    let single = Calendars.event(start: "DTSTART:20260105T090000Z", rule: nil, alarm: "PT0S")
    let once = try explain(["a.ics": Calendars.calendar(single)])
    #expect(once.text.contains("      rank 1: once, at Mon 2026-01-05 10:00\n"), "\(once.text)")
  }

  @Test func `one series can be asked for, and one that isn't there is refused`() throws {
    let files = [
      "a.ics": Calendars.calendar(
        Calendars.event("one", title: "First"), Calendars.event("two", title: "Second"))
    ]
    let one = try explain(files, "--uid=two")
    #expect(one.text.contains("Second [two]"))
    #expect(!one.text.contains("First"))
    // The plan is that of all series.
    #expect(one.text.contains("2 fires asked, 2 of 64 slots used"))
    let none = try explain(files, "--uid=three")
    #expect(none.status == 64)
    #expect(none.text.isEmpty)
    #expect(none.errors.contains("--uid \"three\""))
  }

  @Test func `what a slot is worth is told beside what was chosen`() throws {
    // A daily reminder without the first weekend of April: five weekdays, then each day one more.
    let event = Calendars.event(
      start: "DTSTART;TZID=Europe/Berlin:20260105T090000",
      rule: "FREQ=DAILY\nEXDATE;TZID=Europe/Berlin:20260404T090000,20260405T090000")
    let files = ["a.ics": Calendars.calendar(event)]
    let now = "--now=2026-03-30T06:00:00Z"
    let explained = try explain(files, now, "--limit=8", "--renew-within=P14D")
    #expect(
      explained.text.contains(
        "by number of slots: 7: exact until Sat 2026-04-18 09:00; "
          + "8: exact until Sun 2026-04-19 09:00; 9: exact until Sat 2026-04-25 09:00\n"),
      "\(explained.text)")
    try Program.run(files) { program in
      let table = try program.run([
        now, zone, "--format=text", "--limit=8", "--renew-within=P14D", "a.ics",
      ])
      #expect(
        table.text.hasSuffix("\none slot more: exact until Sat 2026-04-25 09:00\n"),
        "\(table.text)")
      let quiet = try program.run([now, zone, "--format=text", "--horizon=P5D", "a.ics"])
      #expect(!quiet.text.contains("one slot more"), "\(quiet.text)")
    }
  }
}
