import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import ReminderCompiler
import Testing

@testable import ReminderExpansion

@Suite struct BodyTemplateTests {
  @Test(arguments: [
    ("{", BodyTemplate.FormatError.unclosed), ("Day {n", .unclosed), ("}", .unopened),
    ("a } b", .unopened), ("{nn}", .unknown("nn")), ("{ n }", .unknown(" n ")),
    ("{}", .unknown("")),
    ("{{n}", .unopened), ("{n{count}}", .unclosed), ("{N}", .unknown("N")),
  ])
  func `an invalid template is rejected with a reason`(
    text: String, fault: BodyTemplate.FormatError
  ) {
    #expect(throws: fault) { try BodyTemplate(text) }
  }

  @Test func `a literal brace is written twice`() throws {
    let escaped = try BodyTemplate("{{n}} {n}")
    #expect(escaped.filling { _ in "7" }.text == "{n} 7")
    let braces = try BodyTemplate("}}{{")
    #expect(braces.text == "}{")
  }

  // A rule can follow or precede the template; an equals sign in a template is text; the first
  // matching rule applies.
  @Test(
    arguments: [
      (["Take it=SUMMARY:Pill*"], "Pill in the morning", "Take it"),
      (["SUMMARY:Pill*=Take it"], "Pill in the morning", "Take it"),
      (["Take it=summary:pill*"], "Pill in the morning", "Take it"),
      (["Take it=SUMMARY:Pill*"], "Walk", ""), (["SUMMARY:Pill*=Take it"], "Walk", ""),
      (["a=b=c"], "Walk", "a=b=c"), (["1+1=2=SUMMARY:Walk"], "Walk", "1+1=2"),
      (["first=SUMMARY:W*", "second"], "Walk", "first"),
      (["first=SUMMARY:W*", "second"], "Run", "second"),
    ])
  func `a rule has a template and a pattern, in either order`(
    rules: [String], title: String, body: String
  ) throws {
    let event = try TestCalendars.event(start: "20260105T120000", title: title)
    let plan = Compilation(of: [event], try options(rules.map { try BodyRule($0) })).plan
    #expect(plan.requests.map(\.content.body) == [body])
  }

  private func options(_ bodies: [BodyRule], limit: Int = 64) throws -> NotificationOptions {
    var options = try TestCalendars.options(now: "2026-01-05T06:00:00Z", limit: limit)
    options.compiler.bodies = bodies
    return options
  }

  private func course(_ rule: String, exceptions: [String] = []) throws -> CalendarComponent {
    try TestCalendars.event(
      start: "20260104T090000", rule: rule, alarms: ["PT0S"], exceptions: exceptions,
      title: "Pill")
  }

  @Test func `days are numbered from the first, without excluded ones`() throws {
    // The first occurrence was yesterday; EXDATE excludes the fourth.
    let event = try course("FREQ=DAILY;COUNT=6", exceptions: ["20260107T090000"])
    let plan = Compilation(of: [event], try options([try BodyRule("Day {n} of {count}")])).plan
    #expect(
      plan.requests.map(\.content.body) == [
        "Day 2 of 5", "Day 3 of 5", "Day 4 of 5", "Day 5 of 5",
      ])
    #expect(plan.requests.allSatisfy { !$0.trigger.repeats })
    #expect(Set(plan.requests.map(\.content.threadIdentifier)).count == 1)
    #expect(plan.diagnostics.isEmpty)
  }

  @Test func `the count of an endless series is unknown`() throws {
    let plan = Compilation(
      of: [try course("FREQ=DAILY")], try options([try BodyRule("{n}/{count}")], limit: 2)
    ).plan
    #expect(plan.requests.map(\.content.body) == ["2/", "3/"])
    #expect(plan.diagnostics.map(\.code) == ["placeholder-empty"])
  }

  @Test func `a text that is the same at each fire allows a repeating request`() throws {
    let event = try course("FREQ=DAILY")
    for (text, body) in [
      ("{title} {day} at {start}", "Pill today at 09:00"), ("{day}: {title}", "Today: Pill"),
      ("{lead}", "now"), ("{calendar}", ""),
    ] {
      let plan = Compilation(of: [event], try options([try BodyRule(text)])).plan
      #expect(plan.requests.map(\.content.body) == [body], "\(text)")
      #expect(plan.requests.allSatisfy { $0.trigger.repeats }, "\(text)")
      #expect(plan.exactUntil == nil)
    }
  }

  @Test func `lines of a list alternate, in order and repeatedly`() throws {
    let lines = try ["one", "two {n}", "three"].map { try BodyTemplate($0) }
    let plan = Compilation(
      of: [try course("FREQ=DAILY")], try options([BodyRule(rotating: lines)], limit: 5)
    ).plan
    #expect(
      plan.requests.map(\.content.body) == ["two 2", "three", "one", "two 5", "three"])
  }

  @Test func `repeats have the text of their alert`() throws {
    let lines = try ["one", "two", "three"].map { try BodyTemplate($0) }
    let event = try TestCalendars.event(
      start: "20260105T090000", rule: "FREQ=DAILY;COUNT=3", alarms: ["PT0S+2xPT10M"],
      title: "Pill")
    let plan = Compilation(of: [event], try options([BodyRule(rotating: lines)])).plan
    let bodies = Dictionary(grouping: plan.requests) { $0.nextFire.civilInUTC.date.day }
      .mapValues { Set($0.map(\.content.body)) }
    #expect(bodies == [5: ["one"], 6: ["two"], 7: ["three"]])
    #expect(plan.requests.count == 9)
  }

  @Test(
    arguments: [
      ("19850106", nil, "41"), ("16040106", nil, ""), ("20250106", 1_985, "41"),
      ("20250106", 0, ""),
    ] as [(String, Int?, String)])
  func `an age is counted from the first year, or from the given one`(
    start: String, origin: Int?, age: String
  ) throws {
    var event = try TestCalendars.event(
      start: start, rule: "FREQ=YEARLY", alarms: ["PT9H"], title: "Ada")
    event.originYear = origin
    let plan = Compilation(of: [event], try options([try BodyRule("{age}")])).plan
    #expect(plan.requests.first?.content.body == age)
  }

  @Test func `an override keeps the number of its occurrence`() throws {
    let event = try course("FREQ=DAILY;COUNT=4")
    let moved = try TestCalendars.override(
      at: "20260106T090000", start: "20260108T200000", title: "Pill")
    let plan = Compilation(of: [event, moved], try options([try BodyRule("{n}")])).plan
    #expect(
      plan.requests.sorted { $0.nextFire < $1.nextFire }.map(\.content.body) == ["2", "4", "3"])
  }

  @Test(arguments: ["{age}", "{n}", "{start}", "No {n}"])
  func `a text with a counter or an age never repeats`(_ text: String) throws {
    // The horizon has one birthday; the series has one for each year.
    let birthday = try TestCalendars.event(
      start: "19900510", rule: "FREQ=YEARLY", alarms: ["PT9H"], title: "Ada")
    let plan = Compilation(of: [birthday], try options([try BodyRule(text)])).plan
    #expect(plan.requests.count == 1)
    #expect(plan.requests.allSatisfy { !$0.trigger.repeats })
    let plain = Compilation(of: [birthday], try options([try BodyRule("{title}")])).plan
    #expect(plain.requests.allSatisfy { $0.trigger.repeats })
  }

  @Test func `days after a permanent cancellation aren't counted`() throws {
    let event = try course("FREQ=DAILY;COUNT=10")
    var end = try TestCalendars.override(at: "20260109T090000", alarms: [], isSilent: true)
    end.recurrenceID?.isThisAndFuture = true
    let plan = Compilation(of: [event, end], try options([try BodyRule("{n} of {count}")])).plan
    #expect(plan.requests.map(\.content.body) == ["2 of 5", "3 of 5", "4 of 5", "5 of 5"])
  }

  @Test func `a body is safe and bounded with any template`() throws {
    var event = try course("FREQ=DAILY")
    event.place = String(repeating: "x", count: 500)
    let text = "\u{1B}[31m\u{202E}{location}{location}{location}{location}{location}"
    let plan = Compilation(of: [event], try options([try BodyRule(text)])).plan
    let body = try #require(plan.requests.first?.content.body)
    #expect(body.utf8.count <= 2_048 && body.hasPrefix("[31mxxx"))
  }
}

@Suite struct AlarmDescriptionTests {
  @Test(arguments: [
    "", " \n\t", "...", "This is an event reminder", "this is an event reminder.", "Reminder",
    "REMINDER", "reminder!", " Reminder\n", "«Reminder»", "Event reminder", "Event\n  reminder",
    "Alarm notification", "Alarm", "Alert", "Notification", "Display reminder", "🔔 Reminder",
    "⏰ Alarm!", "Default Description", "Default Mozilla Description", "Default Mozilla Summary",
    "Mozilla Standardbeschreibung", "Mozilla default description", "Description par défaut Mozilla",
    "Description par de\u{301}faut Mozilla", "默认 Mozilla 描述", "Beschreibung", "Erinnerung",
    "Rappel", "Recordatorio", "通知", "Default Tasks.org description", "Ereignisbenachrichtigung",
    "Rappel d’événement",
  ])
  func `placeholder texts of programs are ignored`(_ text: String) {
    #expect(AlarmDescription.saysNothing(text, besides: "Dinner"))
    #expect(AlarmDescription.saysNothing(text, besides: ""))
  }

  @Test(arguments: [
    "Dinner with Ada", "DINNER  with\nAda!", "Reminder: Dinner with Ada", "Alarm: Dinner with Ada",
    "reminder - dinner with ada", "Event reminder: Dinner with Ada", "Dinner with Ada reminder",
    "Dinner with Ada – Alarm", "Reminder for Dinner with Ada", "Reminder: “Dinner with Ada”",
    "Mozilla Alarm: Dinner with Ada", "Erinnerung: Dinner with Ada", "🔔 Reminder: Dinner with Ada",
    "(Dinner with Ada)", "Dinner with Ada (Reminder)",
  ])
  func `a text that repeats the title is ignored`(_ text: String) {
    #expect(AlarmDescription.saysNothing(text, besides: "Dinner with Ada"))
    #expect(AlarmDescription.saysNothing(text, besides: " „Dinner with Ada“ "))
    #expect(!AlarmDescription.saysNothing(text, besides: "Dinner"))
    #expect(!AlarmDescription.saysNothing(text, besides: ""))
  }

  @Test(arguments: [
    ("Bring the wine", "Dinner"), ("Reminder: bring the wine", "Dinner"), ("Dinner at 8", "Dinner"),
    ("Alarmclock", "clock"), ("clockalarm", "clock"), ("Pickup Reminder", "Dinner"),
    ("🎂", "Dinner"),
    ("Reminders", "Dinner"), ("Reminder 2", "Dinner"), ("No alarm", "Dinner"), ("C", "C++"),
    ("Dinner Dinner", "Dinner"), ("Reminder reminder Dinner x", "Dinner"), ("Mozilla", "Dinner"),
    ("Dinner", ""), ("Reminder: Dinner", "..."), ("😀", "😃"), ("Re\u{300}minder", "Dinner"),
  ])
  func `a text by the user is kept`(text: String, title: String) {
    #expect(!AlarmDescription.saysNothing(text, besides: title))
  }

  @Test func `texts of programs are in the form for comparison`() {
    for text in AlarmBoilerplate.texts.union(AlarmBoilerplate.announcements) {
      #expect(AlarmDescription.plain(text[...]) == text)
    }
  }
}
