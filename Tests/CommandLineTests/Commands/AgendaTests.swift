import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// `agenda` lists the events and reminders of each day.
@Suite struct AgendaTests {
  private let options = [
    "agenda", "--now=2028-01-03T07:00:00Z", "--time-zone=Europe/Berlin",
  ]

  private func calendar(_ name: String, _ components: String...) -> String {
    CalendarText.calendar(CalendarText.crlf("X-WR-CALNAME:\(name)\n") + components.joined())
  }

  private var week: String {
    calendar(
      "Work",
      CalendarText.event(
        "a@example.org",
        start: "DTSTART;TZID=Europe/Berlin:20280103T090000\n"
          + "DTEND;TZID=Europe/Berlin:20280103T091500\nLOCATION:Room 4",
        rule: "FREQ=DAILY;COUNT=2", title: "Stand-up", alarm: "-PT10M"),
      CalendarText.event(
        "b@example.org", start: "DTSTART;TZID=Europe/Berlin:20280103T085000", title: "Tea"),
      CalendarText.event(
        "c@example.org", start: "DTSTART;TZID=America/New_York:20280103T150000", title: "Call",
        alarm: "-PT15M"),
      CalendarText.event(
        "d@example.org", start: "DTSTART;VALUE=DATE:20280105", title: "Birthday", alarm: "-PT15H"),
      CalendarText.event(
        "e@example.org", start: "DTSTART;TZID=Europe/Berlin:20280108T013000", title: "Night train",
        alarm: "-PT2H"),
      CalendarText.event(
        "f@example.org",
        start: "DTSTART;TZID=Europe/Berlin:20280103T120000\nDURATION:PT1H", title: "Lunch",
        alarm: nil),
      CalendarText.event(
        "g@example.org", start: "DTSTART;VALUE=DATE:20280102\nDTEND;VALUE=DATE:20280106",
        title: "Fair", alarm: nil),
      CalendarText.event(
        "o@example.org", start: "DTSTART;TZID=Europe/Berlin:20280103T070000", title: "Over",
        alarm: nil),
      "BEGIN:VTODO\r\nUID:t@example.org\r\nDUE;VALUE=DATE:20280104\r\nSUMMARY:Tax\r\nEND:VTODO\r\n")
  }

  @Test func `each day has a heading, and each event a line with its start and reminders`() throws {
    let result = try Program.run(["week.ics": week]) { try $0.run(options + ["week.ics"]) }
    #expect(result.status == 0)
    #expect(
      result.text == """
        Europe/Berlin

        Monday, 3 January 2028 (today)
              –  Fair  yesterday - Wednesday 5 January
          08:50  Tea  rings 08:50
          09:00  Stand-up  until 09:15, rings 08:50  Room 4
          12:00  Lunch  until 13:00
          21:00  Call  15:00 New York, rings 20:45

        Tuesday, 4 January 2028 (tomorrow)
              –  Tax  due
          09:00  Stand-up  until 09:15, rings 08:50  Room 4

        Wednesday, 5 January 2028
              –  Birthday  rings Tuesday 09:00

        Saturday, 8 January 2028
          01:30  Night train  rings Friday 23:30

        """, "\(result.text)")
  }

  @Test func `another language changes days, times and words`() throws {
    try Program.run(["week.ics": week]) { program in
      let german = try program.run(options + ["--language=de", "week.ics"]).text
      #expect(german.contains("\nMontag, 3. Januar 2028 (heute)\n"), "\(german)")
      #expect(german.contains("  21:00  Call  15:00 New York, Erinnerung: 20:45\n"))
      let american = try program.run(options + ["--language=en-US", "week.ics"]).text
      #expect(american.contains("\nMonday, January 3, 2028 (today)\n"), "\(american)")
      // One-digit hours are aligned with two-digit hours.
      #expect(american.contains("\n   8:50\u{202F}AM  Tea  rings 8:50"), "\(american)")
    }
  }

  @Test func `remarks on reminders and the end are in the language of the agenda`() throws {
    let event = CalendarText.event(
      start: "DTSTART;TZID=Europe/Berlin:20280104T090000", title: "Early",
      alarm: "-PT3H\nREPEAT:1\nDURATION:PT5M")
    try Program.run(["early.ics": CalendarText.calendar(event)]) { program in
      let german = options + ["--language=de", "early.ics"]
      let moved = try program.run(german + ["--quiet-hours=22:00-06:02"]).text
      #expect(
        moved.contains("  09:00  Early  Erinnerung: 06:02 (statt 06:00), 06:05\n"), "\(moved)")
      let none = try program.run(german + ["--horizon=PT1H"]).text
      #expect(none.hasSuffix("\n\nnichts bis Montag, 3. Januar 2028, 09:00\n"), "\(none)")
    }
  }

  @Test func `a to-do is listed when it is due, whatever its start is`() throws {
    let toDos = CalendarText.crlf(
      "BEGIN:VTODO\nUID:a\nDTSTART:20271128T073000\nDUE;VALUE=DATE:20280104\nSUMMARY:Tax\n"
        + "END:VTODO\nBEGIN:VTODO\nUID:b\nDTSTART:20280110T080000\nDUE:20280104T170000\n"
        + "SUMMARY:Early\nEND:VTODO\n")
    let result = try Program.run(["todos.ics": CalendarText.calendar(toDos)]) {
      try $0.run(options + ["todos.ics"])
    }
    #expect(
      result.text.contains(
        "\nTuesday, 4 January 2028 (tomorrow)\n      –  Tax  due\n"
          + "  17:00  Early  due\n"), "\(result.text)")
  }

  @Test func `to-dos that are overdue come first`() throws {
    func toDo(_ title: String, _ due: String, _ more: String = "") -> String {
      CalendarText.crlf("BEGIN:VTODO\nUID:\(title)\n\(due)\nSUMMARY:\(title)\n\(more)END:VTODO\n")
    }
    let toDos = CalendarText.calendar(
      toDo("Later", "DUE:20280103T120000Z") + toDo("Today", "DUE;VALUE=DATE:20280103")
        + toDo("This morning", "DUE:20280103T060000Z")
        + toDo("Years ago", "DUE;VALUE=DATE:20200102")
        + toDo("Ready", "DUE;VALUE=DATE:20271230", "STATUS:COMPLETED\n"))
    let text = try Program.run(["a.ics": toDos]) { try $0.run(options + ["a.ics"]).text }
    #expect(
      text == """
        Europe/Berlin

        Monday, 3 January 2028 (today)
              –  Years ago  due Thursday, 2 January 2020
          07:00  This morning  due
              –  Today  due
          13:00  Later  due

        """, "\(text)")
  }

  @Test func `several calendars are named in each line`() throws {
    let home = calendar(
      "Home",
      CalendarText.event(
        "h@example.org", start: "DTSTART;TZID=Europe/Berlin:20280103T085000", title: "Cat"))
    let text = try Program.run(["week.ics": week, "home.ics": home]) {
      try $0.run(options + ["week.ics", "home.ics"]).text
    }
    #expect(text.contains("  08:50  Cat  rings 08:50  Home\n"), "\(text)")
    #expect(text.contains("  Room 4  Work\n"), "\(text)")
  }

  @Test func `lines are cut to the width in COLUMNS`() throws {
    let wide = CalendarText.calendar(
      CalendarText.event(
        start: "DTSTART:20280103T090000Z\nLOCATION:\(String(repeating: "会議室 ", count: 20))",
        title: String(repeating: "予約", count: 40), alarm: "-PT15M"),
      CalendarText.event(
        "x\u{1B}[31m@example.org", start: "DTSTART:20280103T090000Z", title: "\u{1B}[31mred"))
    try Program.run(["wide.ics": wide]) { program in
      for columns in [30, 40, 80] {
        let result = try program.run(
          options + ["wide.ics"], environment: ["COLUMNS": "\(columns)"])
        for line in result.text.split(separator: "\n") {
          // Each of these characters takes two columns.
          let width = line.reduce(0) { $0 + ("会議室予約".contains($1) ? 2 : 1) }
          #expect(width <= columns, "\(columns): \(line)")
        }
        #expect(result.text.contains("…") && !result.text.contains("\u{1B}"))
      }
      let whole = try program.run(options + ["wide.ics"]).text
      #expect(!whole.contains("…"))
    }
  }

  @Test(arguments: [
    (80, "  09:00  Stand-up of the team  until 09:15, rings 08:45, 08:50  Main building,…"),
    (62, "  09:00  Stand-up of the team  until 09:15, rings 08:45, 08:50"),
    (50, "  09:00  Stand-up of the team  rings 08:45, 08:50"),
    (44, "  09:00  Stand-up of the team"),
  ])
  func `the title is cut last`(columns: Int, line: String) throws {
    let team = calendar(
      "Work",
      CalendarText.event(
        start: "DTSTART;TZID=Europe/Berlin:20280103T090000\nDURATION:PT15M\n"
          + "LOCATION:Main building\\, room 4\\, second door on the left",
        title: "Stand-up of the team",
        alarm: "-PT15M\nREPEAT:1\nDURATION:PT5M"))
    try Program.run(["team.ics": team]) { program in
      let text = try program.run(
        options + ["team.ics"], environment: ["COLUMNS": "\(columns)"]
      ).text
      #expect(text.split(separator: "\n").contains(Substring(line)), "\(text)")
    }
  }

  @Test func `an event after the horizon is listed if it rings before`() throws {
    let later = CalendarText.calendar(
      CalendarText.event(
        start: "DTSTART;TZID=Europe/Berlin:20280120T090000", title: "Dentist", alarm: "-P14D")
        + CalendarText.event(
          "silent@example.org", start: "DTSTART;TZID=Europe/Berlin:20280121T090000",
          title: "Silent", alarm: nil))
    let text = try Program.run(["a.ics": later]) { try $0.run(options + ["a.ics"]).text }
    #expect(
      text.hasSuffix(
        "  nothing\n\nThursday, 20 January 2028\n"
          + "  09:00  Dentist  rings Thursday 6 January, 09:00\n"), "\(text)")
  }

  @Test func `of many reminders three are listed, and on a narrow terminal one`() throws {
    let pill = CalendarText.calendar(
      CalendarText.event(
        start: "DTSTART;TZID=Europe/Berlin:20280103T210000", title: "Pill",
        alarm: "PT0S\nREPEAT:6\nDURATION:PT10M"))
    try Program.run(["a.ics": pill]) { program in
      let text = try program.run(options + ["a.ics"]).text
      #expect(text.contains("  21:00  Pill  rings 21:00, 21:10, 21:20 and 4 more\n"), "\(text)")
      let narrow = try program.run(options + ["a.ics"], environment: ["COLUMNS": "40"]).text
      #expect(narrow.contains("  21:00  Pill  rings 21:00 and 6 more\n"), "\(narrow)")
    }
  }

  @Test func `a week without entries is reported as empty`() throws {
    let past = CalendarText.calendar(CalendarText.event(start: "DTSTART:20200103T090000Z"))
    let later = CalendarText.calendar(
      CalendarText.event(start: "DTSTART:20280120T090000Z", title: "Later"))
    try Program.run(["past.ics": past, "later.ics": later]) { program in
      let none = try program.run(options + ["past.ics", "later.ics"], status: 0).text
      #expect(
        none == """
          Europe/Berlin

          Monday, 3 January 2028 (today)
            nothing

          nothing until Monday, 10 January 2028, 08:00

          """, "\(none)")
      let some = try program.run(options + ["--horizon=P30D", "later.ics"]).text
      #expect(some.contains("(today)\n  nothing\n\nThursday, 20 January 2028\n  10:00  Later"))
    }
  }

  @Test func `a calendar without a name has the name and the colour of its folder`() throws {
    let files = [
      "vdir/a/1.ics": CalendarText.one("one@example.org"), "vdir/a/color": "#ff8000\n",
      "vdir/b/2.ics": CalendarText.one("two@example.org"),
      "vdir/b/displayname": "Family\u{1B}[31m\nand more", "vdir/b/color": "red; rm",
      "vdir/c/3.ics": calendar("Own", CalendarText.event("three@example.org")),
      "vdir/c/displayname": "Not this",
    ]
    try Program.run(files) { program in
      let arguments = ["--now=2026-01-05T08:00:00Z", "--time-zone=UTC", "vdir"]
      let text = try program.run(["agenda"] + arguments, status: 0).text
      let names = text.split(separator: "\n").filter { $0.contains("Title of") }
        .compactMap { $0.split(separator: "  ").last }.sorted()
      #expect(names == ["Family\u{241B}[31m", "Own", "a"], "\(text)")
      let plan = try program.run(["compile"] + arguments).object()
      let requests = try #require(plan["requests"] as? [[String: Any]])
      #expect(
        Set(requests.compactMap { $0["calendar"] as? String }) == [
          "a", "Own", "Family[31m",
        ])
      let line = "\"$PROGRAM\" agenda \(arguments.joined(separator: " "))"
      let painted = try program.shell("TERM=xterm script -qec '\(line)' /dev/null").text
      #expect(painted.contains("\u{1B}[38;2;255;128;0ma\u{1B}[0m"), "\(painted)")
    }
  }

  @Test func `a reminder isn't listed with an event whose UID is canonically equivalent`() throws {
    func event(_ uid: String, _ title: String, _ length: String, alarm: String?) -> String {
      CalendarText.event(
        uid, start: "DTSTART:20280103T060000Z\nDURATION:\(length)", title: title, alarm: alarm)
    }
    // K and KELVIN SIGN. The call is over when its reminder rings.
    let work = calendar(
      "Work", event("K", "Fair", "PT4H", alarm: nil),
      event("\u{212A}", "Call", "PT30M", alarm: "PT2H"))
    let result = try Program.run(["a.ics": work]) { try $0.run(options + ["a.ics"]) }
    #expect(result.text.contains(/\n +07:00  Fair  until 11:00\n/), "\(result.text)")
    #expect(result.text.contains(/\n +07:00  Call  until 07:30, rings 09:00\n/), "\(result.text)")
  }
}
