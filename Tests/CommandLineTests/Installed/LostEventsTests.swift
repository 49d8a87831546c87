import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// Calendars that suddenly lack their events, and renewals that don't end.
@Suite struct LostEventsTests {
  private static let state = ".local/state/ics2notify"

  private static let daily = event("a@example.org", "Stand-up")

  private static func event(_ uid: String, _ title: String, day: String = "20260105") -> String {
    CalendarText.event(uid, start: "DTSTART:\(day)T090000Z", rule: "FREQ=DAILY", title: title)
  }

  private static let zone =
    "BEGIN:VTIMEZONE\nTZID:Europe/Berlin\nBEGIN:STANDARD\nDTSTART:19700101T000000\n"
    + "TZOFFSETFROM:+0100\nTZOFFSETTO:+0100\nEND:STANDARD\nEND:VTIMEZONE\n"

  private static func titles(_ program: Program) throws -> Set<String> {
    let table = try program.read(".config/systemd/user/ics2notify.fires")
    return Set(
      table.split(separator: "\n").dropFirst().map {
        String($0.split(separator: "\t", omittingEmptySubsequences: false)[2])
      })
  }

  private static func run(
    _ body: (Program, _ run: (String...) throws -> ProgramOutcome) throws -> Void
  ) throws {
    let files = [
      "work.ics": CalendarText.calendar(daily),
      "home.ics": CalendarText.calendar(event("h@example.org", "Piano")),
    ]
    try Program.run(files) { program in
      let environment = try program.systemctl()
      try body(program) { try program.run($0, environment: environment) }
    }
  }

  @Test(arguments: [
    ("no component", "", "been empty"), ("only a zone", zone, "been empty"),
    ("a cancellation", "METHOD:CANCEL\n" + daily, "had none of its events"),
    (
      "another, past event",
      CalendarText.event("z@example.org", start: "DTSTART:20200105T090000Z", title: "Old"),
      "had none of its events"
    ),
  ])
  func `the copy of a calendar without its events is used, until that is accepted`(
    _ content: (name: String, text: String, what: String)
  ) throws {
    try Self.run { program, run in
      _ = try run("install", "work.ics", "home.ics")
      try program.write(CalendarText.calendar(content.text), to: "work.ics")
      let path = try "\(program.here())/work.ics"
      for _ in 0..<2 {
        let renewed = try run("renew")
        #expect(renewed.status == 66)
        let message = try #require(
          renewed.errors.firstMatch(
            of: /warning: (.*): it has (.*) since (.*); its last reminders stay until (.*), or/))
        #expect(message.2 == content.what)
        #expect(message.1 == path)
        #expect(renewed.errors.contains("'ics2notify renew --accept-empty'\n"))
        #expect(try Self.titles(program) == ["Stand-up", "Piano"])
        let status = try run("status")
        #expect(status.lines[0].hasSuffix("; 1 calendar lost all events"), "\(status.text)")
        #expect(status.text.contains("  \(path): it has \(content.what) since "))
      }
      let reason = try program.read("\(Self.state)/ics2notify.renewal-reason")
      #expect(
        reason.hasPrefix("A calendar has lost its events\n\(path): it has \(content.what) since "))
      let accepted = try run("renew", "--accept-empty")
      #expect(accepted.status == 0 && !accepted.errors.contains("warning"), "\(accepted.errors)")
      #expect(try Self.titles(program) == ["Piano"])
      #expect(try run("status").status == 0)
      // The loss is the new state.
      #expect(try run("renew").status == 0)
      #expect(try Self.titles(program) == ["Piano"])
    }
  }

  @Test func `a calendar whose events are all refused has lost them`() throws {
    try Self.run { program, run in
      let (one, other) = (Self.daily, Self.event("b@example.org", "Walk"))
      try program.write(CalendarText.calendar(one + other), to: "work.ics")
      _ = try run("install", "work.ics", "home.ics")
      func refuse(_ events: String) -> String { events.replacing("DTSTART:", with: "DTSTART:x") }
      try program.write(CalendarText.calendar(refuse(one + other)), to: "work.ics")
      #expect(try run("renew").status == 66)
      #expect(try Self.titles(program) == ["Stand-up", "Walk", "Piano"])
      try program.write(CalendarText.calendar(refuse(one) + other), to: "work.ics")
      // Refused data alone doesn't let the renewal fail.
      #expect(try run("renew").status == 1)
      #expect(try Self.titles(program) == ["Walk", "Piano"])
    }
  }

  @Test func `an event that the calendar itself ends, moves or replaces is no loss`() throws {
    try Self.run { program, run in
      _ = try run("install", "work.ics", "home.ics")
      let rows: [(text: String, titles: Set<String>)] = [
        // A cancelled event is still there.
        (Self.daily.replacing("SUMMARY", with: "STATUS:CANCELLED\nSUMMARY"), ["Piano"]),
        (Self.daily, ["Stand-up", "Piano"]),
        // Some programs write new UIDs each time.
        (Self.event("b@example.org", "Walk"), ["Walk", "Piano"]),
        // One of two events is gone.
        (
          Self.event("b@example.org", "Walk") + Self.event("c@example.org", "Run"),
          ["Walk", "Run", "Piano"]
        ),
        (
          Self.event("b@example.org", "Walk").replacing("RRULE:FREQ=DAILY\n", with: ""),
          ["Piano"]
        ),
      ]
      for row in rows {
        try program.write(CalendarText.calendar(row.text), to: "work.ics")
        #expect(try run("renew").status == 0)
        #expect(try Self.titles(program) == row.titles)
      }
    }
  }

  @Test func `a calendar that is whole again is used at once, and a loss of a day is accepted`()
    throws
  {
    try Self.run { program, run in
      _ = try run("install", "work.ics", "home.ics")
      try program.write(CalendarText.calendar(), to: "work.ics")
      #expect(try run("renew").status == 66)
      try program.write(CalendarText.calendar(Self.daily), to: "work.ics")
      #expect(try run("renew").status == 0)
      #expect(try run("status").status == 0)
      try program.write(CalendarText.calendar(), to: "work.ics")
      #expect(try run("renew").status == 66)
      // The record as it was a day ago; a failure of a renewal doesn't begin the day again.
      let since = /"emptiedSince":"[^"]*"/
      let record = "\(Self.state)/ics2notify.renewal"
      let text = try program.read(record)
      #expect(text.contains(since))
      let hours = try ["23", "25"].map {
        try program.shell("date -u -d '\($0) hours ago' +%Y-%m-%dT%H:%M:00Z").lines[0]
      }
      for (hour, isKept) in zip(hours, [true, false]) {
        try program.write(
          text.replacing(since, with: "\"emptiedSince\":\"\(hour)\""), to: record)
        // Neither does a renewal that can't read the calendar.
        try program.remove("work.ics")
        #expect(try run("renew").errors.contains("work.ics: no such file"))
        try program.write(CalendarText.calendar(), to: "work.ics")
        try program.shell("echo '--nonsense' >>.config/ics2notify/default.conf", status: 0)
        #expect(try run("renew").status == 64)
        try program.shell("sed -i '$d' .config/ics2notify/default.conf", status: 0)
        #expect(try run("renew").status == (isKept ? 66 : 0))
        #expect(try Self.titles(program) == (isKept ? ["Stand-up", "Piano"] : ["Piano"]))
      }
    }
  }

  private static let trial = "\(state)/ics2notify.trial"

  /// Writes a calendar whose reading takes long enough to be killed.
  private static func writeLong(_ program: Program) throws {
    let comments = String(
      repeating: "X-COMMENT:\(String(repeating: "c", count: 60))\n", count: 400_000)
    let many = event("m@example.org", "Many").replacing("SUMMARY", with: comments + "SUMMARY")
    try program.write(CalendarText.calendar(many), to: "work.ics")
  }

  /// Kills a renewal while it reads this calendar, when its record has another part, too.
  private static func kill(_ program: Program, when part: String) throws {
    try program.shell(
      """
      PATH=$PWD/bin:$PATH "$PROGRAM" renew --quiet 2>/dev/null & renewal=$!
      until grep -s '"reading":\\["[^]]*work.ics' \(trial) | grep -qF '\(part)'; do
        kill -0 $renewal || exit
        sleep 0.002
      done
      kill -9 $renewal
      """, status: 0)
  }

  @Test func `after a kill, the next renewal reads all changed calendars`() throws {
    try Self.run { program, run in
      _ = try run("install", "work.ics", "home.ics")
      try Self.writeLong(program)
      try program.write(
        CalendarText.calendar(Self.event("h@example.org", "Violin")), to: "home.ics")
      try Self.kill(program, when: "home.ics")
      #expect(try Self.titles(program) == ["Stand-up", "Piano"])
      let renewed = try run("renew")
      #expect(renewed.status == 0, "\(renewed.errors)")
      #expect(try Self.titles(program) == ["Many", "Violin"])
      #expect(try !program.names(in: Self.state).contains("ics2notify.trial"))
    }
  }

  @Test func `a calendar that ends renewals doesn't keep the others from being renewed`() throws {
    try Self.run { program, run in
      _ = try run("install", "work.ics", "home.ics")
      try Self.writeLong(program)
      try Self.kill(program, when: "\"held\":{}")
      #expect(try program.read(Self.trial).contains("/work.ics"))
      try program.write(
        CalendarText.calendar(Self.event("h@example.org", "Violin")), to: "home.ics")
      // The others are renewed before this one is tried again.
      try Self.kill(program, when: "\"ends\":1")
      #expect(try Self.titles(program) == ["Stand-up", "Violin"])
      let renewed = try run("renew")
      #expect(renewed.status == 66)
      #expect(renewed.errors.contains("/work.ics: reading it took too long or too much memory; "))
      #expect(try Self.titles(program) == ["Stand-up", "Violin"])
      #expect(try run("status").text.contains("work.ics: reading it took too long or too much "))
      let installed = try run("install")
      #expect(installed.status == 0, "\(installed.errors)")
      #expect(try Self.titles(program) == ["Many", "Violin"])
      #expect(try !program.names(in: Self.state).contains("ics2notify.trial"))
    }
  }
}
