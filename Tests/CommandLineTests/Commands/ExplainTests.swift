import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// `explain` lists the tested triggers, the reasons for rejecting them, and the chosen ones.
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

  /// A calendar, and texts that the output has or lacks.
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let components: [String]
    let options: [String]
    let told: [String]
    var absent: [String] = []

    init(
      _ name: String, _ components: [String], _ options: [String] = [], tells told: [String],
      besides absent: [String] = []
    ) {
      (testDescription, self.components, self.options) = (name, components, options)
      (self.told, self.absent) = (told, absent)
    }
  }

  private static let past = [
    CalendarText.event("recent", start: "DTSTART:20250106T080000Z"),
    CalendarText.event("old", start: "DTSTART:20240106T080000Z"),
  ]

  /// Berlin's clock goes back at 01:00 UTC on 25 October, so 02:15 is repeated.
  private static let echoing = [
    CalendarText.event(start: "DTSTART;TZID=Europe/Berlin:20251201T001500", rule: "FREQ=HOURLY"),
    CalendarText.event(
      "every", start: "DTSTART;TZID=Europe/Berlin:20251201T000000", rule: "FREQ=MINUTELY"),
  ]
  private static let october = ["--now=2026-10-20T00:00:30Z", "--horizon=P10D"]

  private static let rows = [
    // The event is on Monday 5 January 2026 at 10:00 in Berlin.
    Row(
      "a series with its rule, its rejected and its chosen triggers",
      [CalendarText.event(rule: "FREQ=WEEKLY;BYDAY=MO", alarm: "-PT15M")],
      tells: [
        "Title [event@example.org] alarm 0\n",
        "  series: every week on Monday, from 2026-01-05 09:00 UTC\n",
        "  alarm: 15 minutes before the start\n",
        "      daily at 08:45: would fire unexpectedly Fri 2026-01-02 09:45\n",
        "      every Monday at 08:45: chosen\n",
        "    chosen: 1 repeating and 0 one-shots, 1 slot\n",
        "      rank 1: every Monday at 08:45, provenUntil 2100-01-01T00:00:00Z\n",
        "\ntime zone data: 2",
      ]),
    Row("series of the past year", past, tells: ["[recent] alarm 0"], besides: ["[old]"]),
    Row("an older series by its UID", past, ["--uid=old"], tells: ["[old] alarm 0"]),
    Row(
      "echoes, and their number in the last line", echoing, october,
      tells: [
        "      rank 2: hourly at :15, provenUntil 2100-01-01T00:00:00Z\n",
        "        fires once more Sun 2026-10-25 02:15, an echo\n",
        "        fires 60 times more from Sun 2026-10-25 02:00 to Sun 2026-10-25 02:59, echoes\n",
        ", nothing left out, 61 echoes\n",
      ]),
    Row(
      "no echoes where an hour counts once", echoing, october + ["--repeated-hour=once"],
      tells: ["hourly at :15: would fire unexpectedly Sun 2026-10-25 02:15\n"], besides: ["echo"]),
    Row(
      "a repeat without a slot, and a request without an alarm",
      [
        CalendarText.event(rule: "FREQ=WEEKLY;BYDAY=MO"),
        "BEGIN:VTODO\r\nUID:taxes@example.org\r\nDUE:20251231T120000Z\r\nSUMMARY:Taxes\r\n"
          + "END:VTODO\r\n",
      ], ["--nag=1xPT5M", "--nag-overdue=PT2H", "--limit=2"],
      tells: [
        "      every Monday at 09:00: chosen\n",
        "      every Monday at 09:05: exact, no slot left\n", "    chosen: nothing, 0 slots\n",
        "Taxes [taxes@example.org]\n",
        "  rank 2: every 2 hours until it is done, the next Thu 2026-01-01 15:00\n",
      ]),
    Row(
      "the instant after which a renewal can use a better trigger",
      [
        CalendarText.event(
          "hole",
          start: "DTSTART;TZID=Europe/Berlin:20251201T090000\n"
            + "EXDATE;TZID=Europe/Berlin:20260119T090000", rule: "FREQ=WEEKLY"),
        CalendarText.event(
          "late", start: "DTSTART;TZID=Europe/Berlin:20260610T080000", rule: "FREQ=MONTHLY"),
      ],
      tells: [
        "every Monday at 09:00: would fire unexpectedly Mon 2026-01-19 09:00",
        "a renewal after Mon 2026-01-19 09:00 can use: every Monday at 09:00",
        // The last 10th before the start is in May.
        "a renewal after Sun 2026-05-10 08:00 can use: monthly on day 10 at 08:00",
      ]),
    Row(
      "a series with an end, before which its trigger must be removed",
      [CalendarText.event(rule: "FREQ=DAILY;UNTIL=20260601T090000Z")],
      tells: [
        "every day, from 2026-01-05 09:00 UTC, until 2026-06-01 09:00 UTC\n", "removeBy 2026-06-0",
      ]),
    // In 2026, the last Friday is the fifth in January, May, July and October.
    Row(
      "the number of one-shots and the ranks of repeating triggers",
      [CalendarText.event(rule: "FREQ=MONTHLY;BYDAY=-1FR")], ["--horizon=P200D"],
      tells: ["once, from ", " of ranks "]),
    Row(
      "one request", [CalendarText.event()],
      tells: ["      rank 1: once, at Mon 2026-01-05 10:00\n"]),
    // The plan is compiled for all series.
    Row(
      "one series of several",
      [CalendarText.event("one", title: "First"), CalendarText.event("two", title: "Second")],
      ["--uid=two"], tells: ["Second [two]", "2 fires expected, 2 of 64 slots used"],
      besides: ["First"]),
  ]

  @Test(arguments: rows)
  func `explain describes a series`(_ row: Row) throws {
    let result = try Program.run(["a.ics": CalendarText.calendar(row.components.joined())]) {
      try $0.run(["explain", now, zone] + row.options + ["a.ics"], status: 0)
    }
    for text in row.told { #expect(result.text.contains(text), "\(text) in \(result.text)") }
    for text in row.absent { #expect(!result.text.contains(text), "\(text) in \(result.text)") }
  }

  @Test func `listing past series doesn't change the plan`() throws {
    // The definition matches Berlin's clock only from the end of 2025.
    let home =
      "BEGIN:VTIMEZONE\nTZID:Home\nBEGIN:STANDARD\nDTSTART:20251026T030000\nTZOFFSETFROM:+0200\n"
      + "TZOFFSETTO:+0100\nRRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\nEND:STANDARD\nBEGIN:DAYLIGHT\n"
      + "DTSTART:20260329T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\n"
      + "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\nEND:DAYLIGHT\nEND:VTIMEZONE\n"
    let files = [
      "a.ics": CalendarText.calendar(
        home + CalendarText.event(start: "DTSTART;TZID=Home:20260105T100000", rule: "FREQ=MONTHLY"))
    ]
    let now = "--now=2026-11-01T00:00:00Z"
    let all = try explain(files, now)
    let one = try explain(files, now, "--uid=event@example.org")
    let plan = try Program.run(files) { program in
      try program.run(["compile", now, zone, "a.ics"])
    }
    let count = try #require(plan.object()["requests"] as? [Any]).count
    #expect(count > 0 && all.text.contains(", \(count) of 64 slots used"), "\(all.text)")
    #expect(one.text.contains(", \(count) of 64 slots used"), "\(one.text)")
    // The last line is the summary.
    let diagnostics = plan.errors.split(separator: "\n").dropLast().map { $0 + "\n" }.joined()
    #expect(all.errors == diagnostics && one.errors == diagnostics)
  }

  @Test func `fires without a slot are listed for each of two files with the same UID`() throws {
    func calendar(_ title: String, at hour: Int) -> String {
      CalendarText.calendar(
        CalendarText.event(
          start: "DTSTART:20260129T0\(hour)0000Z", rule: "FREQ=MONTHLY;BYMONTHDAY=29,30",
          title: title))
    }
    // Both files have fires on 29 and 30 January. The only slot is for the first, 08:00 on 29
    // January.
    let files = ["a.ics": calendar("One", at: 8), "b.ics": calendar("Two", at: 9)]
    let result = try explain(files, "--time-zone=UTC", "--limit=1", "--horizon=P30D")
    let paragraphs = result.text.components(separatedBy: "\n\n")
    let one = try #require(paragraphs.first { $0.hasPrefix("One ") })
    let two = try #require(paragraphs.first { $0.hasPrefix("Two ") })
    #expect(one.hasSuffix("\n  left out (limit): 1 from Fri 2026-01-30 08:00"), "\(result.text)")
    #expect(two.hasSuffix("\n  left out (limit): 2 from Thu 2026-01-29 09:00"), "\(result.text)")
    #expect(result.text.contains(", 3 fires of 2 reminders left out\n"), "\(result.text)")
  }

  @Test func `an unknown UID is rejected`() throws {
    let files = ["a.ics": CalendarText.calendar(CalendarText.event("one", title: "First"))]
    try explain(files, "--uid=three").expectRefusal(64, saying: "--uid \"three\"")
  }

  @Test func `the gain of one more slot is shown`() throws {
    // A daily reminder without the first weekend of April: five weekly triggers, then one slot for
    // each day of a later weekend.
    let event = CalendarText.event(
      start: "DTSTART;TZID=Europe/Berlin:20260105T090000",
      rule: "FREQ=DAILY\nEXDATE;TZID=Europe/Berlin:20260404T090000,20260405T090000")
    let files = ["a.ics": CalendarText.calendar(event)]
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
