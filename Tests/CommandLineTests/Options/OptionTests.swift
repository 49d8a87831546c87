import CalendarFixtures
import Foundation
import TestPrograms
import Testing

@Suite struct OptionTests {
  private let now = "--now=2026-01-01T12:00:00Z"

  private func fires(_ result: ProgramOutcome) throws -> [String] {
    try result.objects().map { try #require($0["at"] as? String) }
  }

  @Test func `fires lists the half-open range from now to the horizon`() throws {
    try Program.run(["daily.ics": CalendarText.daily]) { program in
      let arguments = ["--now", "2026-01-05T09:00:00Z", "--horizon", "P2D", "daily.ics"]
      let extended = try fires(program.run(["fires"] + arguments))
      #expect(extended == ["2026-01-05T09:00:00Z", "2026-01-06T09:00:00Z"])
      let basic = ["--now=20260105T100000+0100", "--horizon=PT24H", "daily.ics"]
      #expect(try fires(program.run(["fires"] + basic)) == ["2026-01-05T09:00:00Z"])
    }
  }

  @Test func `limit and reserve bound the number of requests`() throws {
    let calendar = CalendarText.calendar(
      CalendarText.event(rule: "FREQ=DAILY;INTERVAL=2"))
    try Program.run(["other.ics": calendar]) { program in
      for (arguments, count) in [
        (["--limit=10"], 10), (["--limit", "10", "--reserve", "4"], 6), (["--reserve=60"], 4),
        (["--limit=100", "--allow-over-limit"], 100), ([], 64),
      ] {
        let plan = try program.run([now] + arguments + ["other.ics"]).object()
        #expect((plan["requests"] as? [Any])?.count == count, "\(arguments)")
      }
    }
  }

  @Test func `--target systemd accepts a limit above 64`() throws {
    try Program.run(["daily.ics": CalendarText.daily]) {
      _ = try $0(now, "--target=systemd", "--limit=100", "--plain", "daily.ics", status: 0)
    }
  }

  @Test func `floating times are in the zone of --floating-zone`() throws {
    let calendar = CalendarText.calendar(CalendarText.event(start: "DTSTART:20260105T090000"))
      .replacing("VERSION:2.0", with: "VERSION:2.0\r\nX-WR-TIMEZONE:Asia/Tokyo")
    try Program.run(["floating.ics": calendar]) { program in
      for (options, at) in [
        ([], "2026-01-05T14:00:00Z"), (["--floating-zone=calendar"], "2026-01-05T00:00:00Z"),
        (["--floating-zone", "europe/berlin"], "2026-01-05T08:00:00Z"),
      ] {
        let result = try program.run(
          ["fires", now, "--time-zone=America/New_York"] + options + ["floating.ics"])
        #expect(try fires(result) == [at])
        #expect(result.errors.contains("floating-calendar-zone") == options.isEmpty)
      }
    }
  }

  @Test func `floating times are in the zone of --time-zone, or else in the machine's`() throws {
    let calendar = CalendarText.calendar(CalendarText.event(start: "DTSTART:20260105T090000"))
    try Program.run(["floating.ics": calendar]) { program in
      for (zone, hour) in [("Europe/Berlin", "08"), ("America/New_York", "14"), ("GMT", "09")] {
        let expected = ["2026-01-05T\(hour):00:00Z"]
        #expect(try fires(program("fires", now, "--time-zone", zone, "floating.ics")) == expected)
        let machine = try fires(program("fires", now, "floating.ics", environment: ["TZ": zone]))
        #expect(machine == expected)
      }
    }
  }

  @Test func `simulate marks the echoes of a repeated hour, except with --repeated-hour once`()
    throws
  {
    // On 25 October, 02:15 is at 00:15 UTC and at 01:15 UTC.
    let calendar = CalendarText.calendar(
      CalendarText.event(
        start: "DTSTART;TZID=Europe/Berlin:20251201T001500", rule: "FREQ=HOURLY"))
    try Program.run(["hourly.ics": calendar]) { program in
      let arguments = ["--now=2026-10-24T20:00:00Z", "--horizon=PT12H", "hourly.ics"]
      let lines = try program.run(["simulate"] + arguments).lines
      let echoes = lines.dropLast().filter { $0.contains("\"echo\":true") }
      #expect(echoes.count == 1 && echoes[0].contains("\"at\":\"2026-10-25T01:15:00Z\""))
      #expect(lines.count == 13 && lines.last?.contains("\"echoes\":1,") == true)
      #expect(try program.run(["simulate", "--repeated-hour=either"] + arguments).lines == lines)
      let text = try program.run(["simulate", "--format=text", "--open-every=PT3H"] + arguments)
      #expect(text.lines.filter { $0.hasSuffix("Title  (echo)") }.count == 1)
      #expect(text.text.hasSuffix("exact all the time, 1 echo\n"), "\(text.text)")
      let once = try program.run(["simulate", "--repeated-hour", "once"] + arguments).lines
      #expect(once.count == 12 && once.last?.contains("\"echoes\":0,") == true)
      #expect(!once.contains { $0.contains("\"echo\":") })
    }
  }

  @Test(arguments: [
    (["--default-alarm=-PT15M"], ["08:45"]), (["--default-alarm", "-PT15M"], ["08:45"]),
    (["--default-alarm", "+PT5M"], ["09:05"]),
    (["--default-alarm", "-PT1H", "--default-alarm=PT0S"], ["08:00", "09:00"]),
    ([String](), []),
  ])
  func `default alarms may be repeated, and lie before or after the start`(
    arguments: [String], times: [String]
  ) throws {
    let calendar = CalendarText.calendar(CalendarText.event(alarm: nil))
    let result = try Program.run(["silent.ics": calendar]) {
      try $0.run(["fires", now] + arguments + ["silent.ics"])
    }
    #expect(try fires(result) == times.map { "2026-01-05T\($0):00Z" })
    // Without alarms, a hint names the option.
    #expect(result.errors.contains("--default-alarm") == arguments.isEmpty)
    #expect(result.errors.contains("hint") == arguments.isEmpty)
  }

  @Test func `a hint counts the events without an alarm`() throws {
    let override = CalendarText.event("a", start: "DTSTART:20260107T100000Z", alarm: nil)
      .replacing("SUMMARY", with: "RECURRENCE-ID:20260107T090000Z\nSUMMARY")
    let toDo = CalendarText.event("t", alarm: nil).replacing("VEVENT", with: "VTODO")
    let calendar = CalendarText.calendar(
      // An override without alarms is silent on purpose, and isn't counted as an event.
      CalendarText.event("a", rule: "FREQ=DAILY"), override, CalendarText.event("b", alarm: nil),
      CalendarText.event("c", start: "DTSTART;VALUE=DATE:20260105", alarm: nil), toDo)
    try Program.run(["mixed.ics": calendar]) { program in
      func hint(_ arguments: String...) throws -> String {
        let result = try program.run(
          [now, "--format=text"] + arguments + ["mixed.ics"], status: 0)
        return result.errors
      }
      let both =
        "--default-alarm -PT15M --all-day-alarm 09:00 reminds of each 15 minutes before its start, "
        + "or when it is due, and at 09:00 on the day of all-day ones\n"
      let all = try hint()
      #expect(
        all
          == "ics2notify: hint: 3 of the 4 events and to-dos lack an alarm; "
          + both)
      // --nag-overdue reminds of the to-do.
      #expect(try hint("--nag-overdue=PT1H").contains("hint: 2 of the 3 events and to-dos lack"))
      #expect(
        try hint("--all-day-alarm=09:00")
          == "ics2notify: hint: events and to-dos with a time of day that lack an alarm: 2; "
          + "--default-alarm -PT15M reminds of each 15 minutes before its start, or when it is due\n"
      )
      #expect(
        try hint("--default-alarm=-PT15M")
          == "ics2notify: hint: all-day events and to-dos that lack an alarm: 1; "
          + "--all-day-alarm 09:00 reminds at 09:00 on the day of each\n")
      #expect(try hint("--default-alarm=-PT15M", "--all-day-alarm=09:00").isEmpty)
      #expect(try hint("--default-alarm=-P1D").isEmpty)
      #expect(try hint("--quiet").isEmpty)
    }
  }

  @Test func `quiet shows errors only`() throws {
    let calendar = CalendarText.calendar(
      CalendarText.event(rule: "FREQ=DAILY;BYHOUR=99"),
      // A warning, because DTSTART isn't a Tuesday.
      CalendarText.event("b@example.org", rule: "FREQ=WEEKLY;BYDAY=TU"))
    try Program.run([
      "odd.ics": calendar, "silent.ics": CalendarText.calendar(CalendarText.event(alarm: nil)),
    ]) {
      program in
      let loud = try program("fires", now, "--horizon=P10D", "odd.ics")
      #expect(loud.errors.contains(": error: "))
      #expect(loud.errors.contains(": warning: "), "\(loud.errors)")
      let quiet = try program("fires", now, "--horizon=P10D", "--quiet", "odd.ics")
      #expect(quiet.errors.contains(": error: "))
      #expect(!quiet.errors.contains(": warning: "))
      #expect(quiet.output == loud.output)
      #expect(quiet.status == 1)
      #expect(try program("fires", now, "--quiet", "silent.ics").errors.isEmpty)
    }
  }

  @Test func `an address in --me that no invitation has causes a warning`() throws {
    let attendee = "ATTENDEE;PARTSTAT=DECLINED:mailto:ann@example.org\nSUMMARY"
    try Program.run(["a.ics": CalendarText.daily.replacing("SUMMARY", with: attendee)]) { program in
      for (address, isNamed) in [("ann@example.org", true), ("an@example.org", false)] {
        let result = try program("fires", now, "--me=\(address)", "a.ics", status: 0)
        let warning =
          "ics2notify: warning: --me has no effect: the only invitation doesn't name an@example.org "
          + "[address-unknown]"
        #expect(result.errors.contains(warning) != isNamed, "\(result.errors)")
      }
    }
  }
}
