import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// The missed reminders in the summary of a plan.
@Suite struct SummaryTests {
  private let calendars = [
    // Twelve single events a day, from 07:00 to 18:00 in UTC.
    "often.ics": CalendarText.calendar(
      (0..<168).map { index in
        let (day, hour) = (index / 12 + 1, index % 12 + 7)
        return CalendarText.event(
          "often-\(index)",
          start: "DTSTART:202601\(day < 10 ? "0" : "")\(day)T\(hour < 10 ? "0" : "")\(hour)0000Z",
          title: "Often")
      }.joined())
  ]

  @Test func `the summary names missed reminders before the horizon`() throws {
    try Program.run(calendars) { program in
      let now = "--now=2026-01-01T00:00:00Z"
      // There are 84 fires a week, and slots for those before 11:00 on the sixth day.
      let text = try program.run([now, "--time-zone=UTC", "--format=text", "often.ics"])
      #expect(
        text.text.contains(
          ", 20 first alerts of 20 reminders missed before the next renewal (Thu 2026-01-08 00:00): "
            + "“Often”, exact until Tue 2026-01-06 11:00, "), "\(text.text.suffix(400))")
      let json = try program.run([now, "--time-zone=UTC", "often.ics"])
      #expect(
        json.errors.hasPrefix(
          "ics2notify: warning: 168 fires expected, 64 of 64 slots used, 20 first alerts of 20 reminders "
            + "missed before the next renewal (Thu 2026-01-08 00:00): “Often”, exact until "),
        "\(json.errors)")
      let quiet = try program.run([now, "--time-zone=UTC", "--quiet", "often.ics"])
      #expect(quiet.errors.isEmpty && quiet.output == json.output)
      let units = try program.run([
        now, "--time-zone=UTC", "--target=systemd", "--plain", "often.ics",
      ])
      // The first of January 2026 is a Thursday.
      #expect(
        units.errors.contains(
          "\n168 fires expected, 168 timers, nothing missed before the next renewal "
            + "(Thu 2026-01-08 00:00), exact to the horizon "), "\(units.errors)")
      // Thirty slots last until noon of the third day.
      let few = try program.run(
        [now, "--time-zone=UTC", "--limit=30", "--target=systemd", "--plain", "often.ics"])
      #expect(few.errors.contains("compile again by 2026-01-03T13:00:00Z"), "\(few.errors)")
      #expect(few.errors.contains("54 first alerts of 54 reminders missed"), "\(few.errors)")
    }
  }

  @Test func `the titles of missed reminders are few, short and free of control characters`() throws
  {
    let titles = ["B\u{1B}[31m", String(repeating: "x", count: 100), "", "Fourth", "Fifth"]
    let events = titles.enumerated().map { index, title in
      CalendarText.event(
        "e\(index)", start: "DTSTART:2026010\(index + 2)T090000Z", title: title, alarm: "PT0S"
      ).replacing("DESCRIPTION:Alarm\n", with: "")
    }
    let first = CalendarText.event("first", start: "DTSTART:20260101T230000Z", title: "First")
    let result = try Program.run(["a.ics": CalendarText.calendar(first, events.joined())]) {
      try $0.run(["--now=2026-01-01T12:00:00Z", "--time-zone=Europe/Berlin", "--limit=1", "a.ics"])
    }
    #expect(
      result.errors.contains(
        ", 5 first alerts of 5 reminders missed before the next renewal "
          + "(Thu 2026-01-08 13:00): “B[31m”, “\(String(repeating: "x", count: 39))…”, "
          + "“(no title)” and others, "), "\(result.errors)")
  }
}
