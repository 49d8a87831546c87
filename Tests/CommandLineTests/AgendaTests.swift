import Foundation
import TestPrograms
import Testing

/// `agenda`: day by day, as a person reads a week.
@Suite struct AgendaTests {
  private let options = [
    "agenda", "--now=2028-01-03T07:00:00Z", "--time-zone=Europe/Berlin",
  ]

  private func calendar(_ name: String, _ components: String...) -> String {
    Calendars.calendar(Calendars.crlf("X-WR-CALNAME:\(name)\n") + components.joined())
  }

  private var week: String {
    calendar(
      "Work",
      Calendars.event(
        "a@example.org",
        start: "DTSTART;TZID=Europe/Berlin:20280103T090000\n"
          + "DTEND;TZID=Europe/Berlin:20280103T091500\nLOCATION:Room 4",
        rule: "FREQ=DAILY;COUNT=2", title: "Stand-up", alarm: "-PT10M"),
      Calendars.event(
        "b@example.org", start: "DTSTART;TZID=Europe/Berlin:20280103T085000", title: "Tea"),
      Calendars.event(
        "c@example.org", start: "DTSTART;TZID=America/New_York:20280103T150000", title: "Call",
        alarm: "-PT15M"),
      Calendars.event(
        "d@example.org", start: "DTSTART;VALUE=DATE:20280105", title: "Birthday", alarm: "-PT15H"),
      Calendars.event(
        "e@example.org", start: "DTSTART;TZID=Europe/Berlin:20280108T013000", title: "Night train",
        alarm: "-PT2H"))
  }

  @Test func `each day has a heading, times, titles and leads`() throws {
    let result = try Program.run(["week.ics": week]) { try $0.run(options + ["week.ics"]) }
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(
      result.text == """
        Europe/Berlin

        Monday, 3 January 2028 (today)
          08:50  Stand-up  09:00-09:15, in 10 minutes  Room 4
                 Tea  08:50
          20:45  Call  21:00 (15:00 New York), in 15 minutes

        Tuesday, 4 January 2028 (tomorrow)
          08:50  Stand-up  09:00-09:15, in 10 minutes  Room 4
          09:00  Birthday  Tomorrow

        Friday, 7 January 2028
          23:30  Night train  Tomorrow 01:30, in 2 hours

        """, "\(result.text)")
  }

  @Test func `another language has its own days, times and words`() throws {
    try Program.run(["week.ics": week]) { program in
      let german = try program.run(options + ["--language=de", "week.ics"]).text
      #expect(german.contains("\nMontag, 3. Januar 2028 (heute)\n"), "\(german)")
      #expect(german.contains("  20:45  Call  21:00 (15:00 New York), in 15 Minuten\n"))
      let american = try program.run(options + ["--language=en-US", "week.ics"]).text
      #expect(american.contains("\nMonday, January 3, 2028 (today)\n"), "\(american)")
      // Times of one digit stand below those of two.
      #expect(american.contains("\n   8:50\u{202F}AM  Stand-up  9:00"), "\(american)")
    }
  }

  @Test func `calendars are named where there are several`() throws {
    let home = calendar(
      "Home",
      Calendars.event(
        "h@example.org", start: "DTSTART;TZID=Europe/Berlin:20280103T085000", title: "Cat"))
    let text = try Program.run(["week.ics": week, "home.ics": home]) {
      try $0.run(options + ["week.ics", "home.ics"]).text
    }
    #expect(text.contains("         Cat  08:50  Home\n"), "\(text)")
    #expect(text.contains("  Room 4  Work\n"), "\(text)")
  }

  @Test func `lines fit the columns that there are`() throws {
    let wide = Calendars.calendar(
      Calendars.event(
        start: "DTSTART:20280103T090000Z\nLOCATION:\(String(repeating: "会議室 ", count: 20))",
        title: String(repeating: "予約", count: 40), alarm: "-PT15M"),
      Calendars.event(
        "x\u{1B}[31m@example.org", start: "DTSTART:20280103T090000Z", title: "\u{1B}[31mred"))
    try Program.run(["wide.ics": wide]) { program in
      for columns in [30, 40, 80] {
        let result = try program.run(
          options + ["wide.ics"], environment: ["COLUMNS": "\(columns)"])
        for line in result.text.split(separator: "\n") {
          // Of all these letters each takes two columns.
          let width = line.reduce(0) { $0 + ("会議室予約".contains($1) ? 2 : 1) }
          #expect(width <= columns, "\(columns): \(line)")
        }
        #expect(result.text.contains("…") && !result.text.contains("\u{1B}"))
      }
      let whole = try program.run(options + ["wide.ics"]).text
      #expect(!whole.contains("…"))
    }
  }

  @Test func `nothing that is due is nothing`() throws {
    let past = Calendars.calendar(Calendars.event(start: "DTSTART:20200103T090000Z"))
    let none = try Program.run(["past.ics": past]) { try $0.run(options + ["past.ics"]) }
    #expect(none.status == 0 && none.text.isEmpty)
  }
}
