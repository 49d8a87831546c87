import CalendarFixtures
import CivilTime
import CompilerFixtures
import DesktopReminders
import ICalendar
import ReminderCompiler
import Testing
import TimerCompiler
import WorkSharing

@Suite struct WakingTimerTests {
  private func plan(
    _ components: [CalendarComponent], limit: Int? = nil, horizon: String = "P1Y"
  ) throws -> TimerPlan {
    var options = try TestCalendars.timerOptions(
      now: "2028-01-03T08:00:00Z", horizon: horizon, limit: limit)
    options.showProgram = ShowProgram(
      program: "/bin/x", arguments: ["show"], table: "/t", state: "/s", until: "/u",
      settings: ShowSettings())
    return TimerPlan(of: components, options)
  }

  private func table(_ plan: TimerPlan) throws -> DueTable {
    let file = try #require(plan.files.first { $0.name == "ics2notify.fires" })
    return try DueTable(Array(file.text.utf8))
  }

  private func all(_ table: DueTable) throws -> [DueReminder] {
    try table.reminders(
      after: TestCalendars.instant("2028-01-03T08:00:00Z"),
      through: TestCalendars.instant("2030-01-01T00:00:00Z"))
  }

  /// Single events, two hours apart.
  private func singles(_ count: Int) throws -> [CalendarComponent] {
    let first = try TestCalendars.instant("2028-01-04T00:30:00Z")
    return try (0..<count).map { number in
      try TestCalendars.event(
        "single \(number)", start: (first + number * 7_200).basicFormat, title: "\(number)")
    }
  }

  /// An event with a place, a text and a title of 88 columns.
  private func quarterly() throws -> CalendarComponent {
    var event = try TestCalendars.event(
      start: "Europe/Berlin:20280104T100000", rule: "FREQ=DAILY", alarms: ["-PT10M"],
      title: String(repeating: "Quarterly ", count: 8) + "planning")
    event.place = "Room 3"
    event.alarms[0]?.text = "Bring slides"
    return event
  }

  @Test func `the table has the whole title, and a separate place`() throws {
    let event = try quarterly()
    let reminder = try #require(try all(table(plan([event]))).first)
    #expect(
      [reminder.title, reminder.place, reminder.body] == [event.title, "Room 3", "Bring slides"])
  }

  @Test func `a shown reminder is valid while its occurrence exists`() throws {
    let daily = try TestCalendars.event(
      "daily", start: "Europe/Berlin:20280101T100000", rule: "FREQ=DAILY", alarms: ["-PT10M"])
    let single = try TestCalendars.event(
      "single", start: "Europe/Berlin:20280104T093000", alarms: ["-PT10M"])
    let shown = Array(try all(table(plan([daily, single]))).prefix(3))
    try #require(shown.map(\.origin.uid) == ["daily", "single", "daily"])
    func gone(_ components: [CalendarComponent]) throws -> [Bool] {
      let options = try TestCalendars.timerOptions(now: "2028-01-10T08:00:00Z").compiler
      let expected = EventExistenceCheck(components, options: options, for: shown, workers: .one)
      return shown.map(expected.isGone)
    }
    #expect(try gone([daily, single]) == [false, false, false])
    // Another alarm moves no event.
    var others = [daily, single]
    for index in others.indices { others[index].alarms = [try TestCalendars.alarm("-PT5M")] }
    #expect(try gone(others) == [false, false, false])
    let moved = try TestCalendars.event(
      "single", start: "Europe/Berlin:20280104T094500", alarms: ["-PT10M"])
    var override = try TestCalendars.event(
      "daily", start: "Europe/Berlin:20280104T110000", alarms: ["-PT10M"])
    override.recurrenceID = CalendarComponent.RecurrenceID(
      try TestCalendars.time("Europe/Berlin:20280104T100000"))
    #expect(try gone([daily, override, moved]) == [false, true, true])
    var copy = single
    copy.source = "other.ics"
    #expect(try gone([copy]) == [true, true, true])
  }

  @Test func `a pause doesn't end the event of a reminder that it silences`() throws {
    var event = try TestCalendars.event("daily", start: "20280104T100000Z", rule: "FREQ=DAILY")
    // Without an occurrence, only the fire shows that the event exists.
    event.alarms = [Alarm(.absolute(try TestCalendars.instant("2028-01-05T09:00:00Z")))]
    let shown = try all(table(plan([event])))
    try #require(shown.map(\.origin.occurrence) == [nil])
    var options = try TestCalendars.timerOptions(now: "2028-01-10T08:00:00Z").compiler
    options.silences = [try #require(SilenceRule("2028-01-05"))]
    #expect(
      !EventExistenceCheck([event], options: options, for: shown, workers: .one).isGone(shown[0]))
    #expect(EventExistenceCheck([], options: options, for: shown, workers: .one).isGone(shown[0]))
  }

  @Test func `a plain unit has the time, the place, the whole title if it is cut, and the text`()
    throws
  {
    let event = try quarterly()
    let options = try TestCalendars.timerOptions(now: "2028-01-03T08:00:00Z")
    let plan = TimerPlan(of: [event], options)
    let text = try #require(plan.files.first { $0.name.hasSuffix(".service") }).text
    let body = #"10:00, in 10 minutes\nRoom 3\n\#(event.title)\nBring slides"#
    #expect(text.contains(#" -- "\#(event.title.dropLast(9))…" "\#(body)""#), "\(text)")
  }

  @Test func `a template is the whole text, without an added place`() throws {
    var event = try TestCalendars.event(start: "20280104T090000Z")
    event.place = "Room 3"
    var options = try TestCalendars.timerOptions(now: "2028-01-03T08:00:00Z")
    options.compiler.bodies = [try BodyRule("Bring slides to {location}")]
    let plan = TimerPlan(of: [event], options)
    let text = try #require(plan.files.first { $0.name.hasSuffix(".service") }).text
    #expect(text.contains("Bring slides to Room 3\""))
  }

  @Test
  func `a thousand single instants share a timer, and a repeating pattern has a separate one`()
    throws
  {
    let daily = try TestCalendars.event(
      "daily", start: "Europe/Berlin:20271201T090000", rule: "FREQ=DAILY",
      alarms: ["-PT10M", "PT0S"], title: "Daily")
    let plan = try plan(try singles(2_500) + [daily])
    #expect(plan.timerCount == 4)
    #expect(plan.exactUntil == nil)
    #expect(plan.files.count { $0.name.hasSuffix(".timer") } == 4)
    let lines = TimerText.lines(plan)
    // 08:50 and 09:00 need two lines, since hours and minutes of one line are combined.
    #expect(lines.count { $0.hasPrefix("*-*-* ") } == 2)
    #expect(lines.count { $0.contains("2028-") } == 2_500)
    #expect(
      plan.files.filter { $0.name.hasSuffix(".timer") }
        .allSatisfy { $0.text.contains("\nUnit=ics2notify-show.service\n") })
    // Now is 09:00 in Berlin: 365 further days have both alarms, and the last morning has the
    // first.
    #expect(try all(table(plan)).count == 2_500 + 731)
  }

  @Test func `with few timers, the table has only the soonest reminders`() throws {
    let daily = try (8..<12).map { hour in
      try TestCalendars.event(
        "\(hour)", start: "20271201T\(hour < 10 ? "0" : "")\(hour)3000Z", rule: "FREQ=DAILY",
        title: "\(hour)")
    }
    let plan = try plan(daily, limit: 2)
    #expect(plan.timerCount == 2)
    #expect(try Set(all(table(plan)).map(\.title)) == ["8", "9"])
    // The first miss is at 10:30 on the first day.
    #expect(plan.exactUntil == (try TestCalendars.instant("2028-01-03T10:30:00Z")))
  }

  @Test func `a copy of an event in another calendar is shown once, and Done applies to both`()
    throws
  {
    var copy = try TestCalendars.event(
      "copy", start: "20280104T090000Z", rule: "FREQ=DAILY;COUNT=3", title: "Same")
    copy.source = "b.ics"
    let event = try TestCalendars.event(
      "event", start: "20280104T090000Z", rule: "FREQ=DAILY;COUNT=3", title: "Same")
    let other = try TestCalendars.event(
      "other", start: "20280104T090000Z", rule: "FREQ=DAILY;COUNT=3", title: "Other")
    let reminders = try all(table(plan([event, copy, other])))
    #expect(reminders.count == 6)
    let same = reminders.filter { $0.title == "Same" }
    #expect(same.allSatisfy { Set([$0.origin.uid] + $0.twins.map(\.uid)) == ["event", "copy"] })
    var state = DesktopState(from: reminders[0].at)
    state.finish(ReminderNotification(.single, of: [same[0]]), at: same[0].at)
    #expect(state.isDone(same[0]) && !state.isDone(same[1]))
  }

  @Test func `if the table is full, the renewal is before its end`() throws {
    let often = try TestCalendars.event(
      "often", start: "20280101T000000Z", rule: "FREQ=MINUTELY", title: "Often")
    let plan = try plan([often], horizon: "P30D")
    let table = try table(plan)
    #expect(try all(table).count == DueTable.maximumFires)
    // Twenty thousand minutes after now.
    let end = try TestCalendars.instant("2028-01-03T08:00:00Z") + (DueTable.maximumFires + 1) * 60
    #expect(table.header.end == end)
    #expect(plan.renewal < end)
  }

  @Test func `a reminder due every minute doesn't displace one due every day`() throws {
    let often = try (0..<3).map {
      try TestCalendars.event(
        "often \($0)", start: "20280101T0000\($0)0Z", rule: "FREQ=MINUTELY", title: "Often")
    }
    let daily = try TestCalendars.event(
      "daily", start: "20280101T120000Z", rule: "FREQ=DAILY", title: "Daily")
    let reminders = try all(table(plan(often + [daily], horizon: "P30D")))
    #expect(reminders.count { $0.title == "Daily" } == 30)
    // The other reminders share the rest.
    #expect(reminders.count { $0.title == "Often" } == (DueTable.maximumFires - 30) / 3 * 3)
  }

  @Test func `a calendar with more series than lines doesn't displace another one`() throws {
    let next = try TestCalendars.instant("2028-01-03T08:00:01Z")
    let many = try (0...DueTable.maximumFires).map { number in
      var event = try TestCalendars.event(
        "many \(number)", start: next.basicFormat, title: "\(number)")
      event.source = "many.ics"
      return event
    }
    let late = try TestCalendars.event("late", start: "20280105T100000Z", title: "Late")
    let plan = try plan(many + [late])
    let table = try table(plan)
    let reminders = try all(table)
    #expect(reminders.count == DueTable.maximumFires)
    #expect(reminders.last?.title == "Late")
    #expect(table.header.end == next && plan.exactUntil == next)
    // No renewal can add these two in time.
    #expect(plan.dropped.map(\.countBeforeRenewal) == [1, 1])
  }

  @Test func `the dense alarms of a copy leave the lines of an event that it rings for`() throws {
    let due = "20280104T103000Z"
    let own = try TestCalendars.event("own", start: due, title: "Pills")
    // 300 alarms with 101 fires each, up to 10 minutes before.
    let dense = (0..<300).map { "-PT\(700 + 101 * $0)S+100xPT1S" }
    var copy = try TestCalendars.event("copy", start: due, alarms: ["PT0S"] + dense, title: "Pills")
    copy.source = "copy.ics"
    let reminders = try all(table(plan([own, copy])))
    #expect(reminders.count == DueTable.maximumFires)
    let instant = try TestCalendars.instant("2028-01-04T10:30:00Z")
    #expect(reminders.contains { $0.title == "Pills" && $0.at == instant })
  }

  @Test func `without due reminders, the table is still written for snoozed ones`() throws {
    let gone = try TestCalendars.event("gone", start: "20270101T000000Z")
    let plan = try plan([gone])
    let names = Set(plan.files(renewedBy: "/bin/x", []).map(\.name))
    #expect(names.isSuperset(of: ["ics2notify.fires", "ics2notify-show.service"]))
    #expect(plan.files.isEmpty)
  }
}
