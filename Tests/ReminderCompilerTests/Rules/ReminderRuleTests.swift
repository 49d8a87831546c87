import CalendarFixtures
import CivilTime
import ICalendar
import ReminderCompiler
import Testing

/// What a rule is about, property by property.
@Suite struct ReminderRuleTests {
  /// A component with everything that a rule can ask for.
  private static func component() throws -> CalendarComponent {
    var event = try TestCalendars.event(
      "review-1@example.org", start: "Europe/Berlin:20260105T090000", rule: "FREQ=WEEKLY",
      title: "Design review, part 2")
    event.categories = ["Work", "Design"]
    event.calendarName = "Team A"
    event.place = "Room 5"
    event.location = SourceLocation(file: "exports/work.ics", line: 7)
    event.classification = "private"
    event.status = "Tentative"
    event.priority = 5
    event.organizer = CalendarUser("mailto:boss@example.org", name: "The Boss")
    event.attendees = [
      CalendarUser("MAILTO:Ann@Example.org", name: "Ann", participation: "declined"),
      CalendarUser("bob@example.org"),
    ]
    return event
  }

  struct Row: CustomTestStringConvertible {
    let rule: String
    let isMet: Bool
    var testDescription: String { rule }

    init(_ rule: String, _ isMet: Bool = true) { (self.rule, self.isMet) = (rule, isMet) }
  }

  @Test(arguments: [
    Row("UID:review-?@example.org"), Row("UID:review", false), Row("uid:REVIEW-1@EXAMPLE.ORG"),
    Row("SUMMARY: design review, part 2 "), Row("SUMMARY:\tdesign*"), Row("SUMMARY:design *"),
    // Commas and blanks inside are text.
    Row("SUMMARY:design review, part 2"), Row("SUMMARY:*review*"), Row("SUMMARY:review", false),
    Row("LOCATION:room ?"), Row("!LOCATION:room ?", false), Row("LOCATION:", false),
    Row("CATEGORIES:design"), Row("CATEGORIES:work,design", false), Row("!CATEGORIES:private"),
    Row("X-WR-CALNAME:team a"), Row("NAME:team *"), Row("Name:team b", false),
    Row("FILE:exports/work.ics"), Row("FILE:work.ics"), Row("FILE:exports", false),
    Row("CLASS:private"), Row("CLASS:PUBLIC", false), Row("STATUS:TENTATIVE"),
    Row("STATUS:?*"), Row("TRANSP:OPAQUE"), Row("TRANSP:TRANSPARENT", false),
    Row("PRIORITY:5"), Row("PRIORITY:0", false),
    Row("ORGANIZER:boss@example.org"), Row("ORGANIZER:the boss"), Row("ORGANIZER:mailto:boss@*"),
    Row("ORGANIZER:mailto:ann@*", false),
    Row("ATTENDEE:ann@example.org"), Row("ATTENDEE:bob@*"), Row("ATTENDEE:carl@*", false),
    Row("PARTSTAT:DECLINED"), Row("PARTSTAT:NEEDS-ACTION", false), Row("!PARTSTAT:ACCEPTED"),
    Row("KIND:event"), Row("KIND:todo", false), Row("KIND:timed"), Row("KIND:recurring"),
    Row("KIND:all-day", false), Row("KIND:single", false), Row("KIND:birthday", false),
    Row("!KIND:birthday"),
    // Without an alarm ACTION has no value.
    Row("ACTION:DISPLAY", false), Row("!ACTION:DISPLAY"),
    Row("UIDS:review%2D1%40example%2Eorg"), Row("UIDS:review", false),
    Row("CATEGORIES:work && !SUMMARY:*stand-up*"), Row("CATEGORIES:work && KIND:todo", false),
    Row("KIND:event && KIND:timed && PRIORITY:?"),
  ])
  func `each property is asked for by its name`(_ row: Row) throws {
    let rule = ReminderRule(row.rule)
    guard row.rule != "LOCATION:" else {
      #expect(rule == nil)
      return
    }
    let component = try Self.component()
    #expect(
      try #require(rule).matches(component, reminding: ["ann@example.org"]) == row.isMet)
  }

  @Test(arguments: [
    ("a", true), (" a", true), ("a\u{A0}", true), ("\n a \t", true), ("a b", false), ("", false),
  ])
  func `blanks at both ends of a text don't matter`(_ title: String, _ isMet: Bool) throws {
    var component = try Self.component()
    component.title = title
    #expect(try #require(ReminderRule("SUMMARY: a ")).matches(component) == isMet)
    #expect(ReminderRule("SUMMARY: ") == nil)
    #expect(ReminderRule("SUMMARY: a ")?.description == "SUMMARY:a")
  }

  @Test func `a pattern that is too long is told as that`() {
    let long = String(repeating: "a", count: 1_001)
    let reason = "a pattern has more than 1000 characters"
    for text in ["SUMMARY:\(long)", "critical=SUMMARY:\(long)", "UID:b && !NAME:\(long)"] {
      #expect(ReminderRule.fault(of: text) == reason)
    }
    #expect(ReminderRule("SUMMARY:\(long)") == nil)
    #expect(ReminderRule("SUMMARY:\(long.dropLast())") != nil)
    #expect(ReminderRule.fault(of: "SUMMARY:\(long.dropLast())") == nil)
    #expect(ReminderRule.fault(of: "Title: \(long)") == nil)
  }

  @Test(arguments: [
    Row("SUMMARY:*"), Row("SUMMARY:?*", false), Row("LOCATION:*"), Row("CATEGORIES:*", false),
    Row("!CATEGORIES:*"), Row("CLASS:PUBLIC"), Row("TRANSP:opaque"), Row("STATUS:?*", false),
    Row("STATUS:*"), Row("PRIORITY:0"), Row("ORGANIZER:*", false), Row("ATTENDEE:*", false),
    Row("PARTSTAT:*", false), Row("FILE:*", false), Row("KIND:single"), Row("KIND:all-day"),
    Row("NAME:*"),
  ])
  func `what is absent has the value that RFC 5545 gives it, or none`(_ row: Row) throws {
    var component = CalendarComponent(uid: "bare", start: try TestCalendars.time("20260105"))
    component.title = ""
    let rule = try #require(ReminderRule(row.rule))
    #expect(rule.matches(component, reminding: ["ann@example.org"]) == row.isMet)
  }

  @Test func `PARTSTAT is that of the addresses of who is reminded`() throws {
    let component = try Self.component()
    let declined = try #require(ReminderRule("PARTSTAT:DECLINED"))
    let waiting = try #require(ReminderRule("PARTSTAT:NEEDS-ACTION"))
    for (addresses, isDeclined, isWaiting) in [
      (["mailto:ANN@example.org"], true, false), (["bob@example.org"], false, true),
      (["ann@example.org", "bob@example.org"], true, true), (["carl@example.org"], false, false),
      ([], false, false),
    ] {
      #expect(declined.matches(component, reminding: addresses) == isDeclined, "\(addresses)")
      #expect(waiting.matches(component, reminding: addresses) == isWaiting, "\(addresses)")
    }
  }

  @Test func `ACTION is that of an alarm`() throws {
    let component = try Self.component()
    var mail = Alarm(.relative(.zero, to: .start))
    mail.action = .email
    let rule = try #require(ReminderRule("ACTION:EMAIL && KIND:event"))
    #expect(rule.isAboutAlarms && rule.matches(component, mail))
    #expect(!rule.matches(component, Alarm(.relative(.zero, to: .start))))
    #expect(try !#require(ReminderRule("KIND:event")).isAboutAlarms)
  }

  @Test(arguments: [
    ("UID", "BIRTHDAY_79d389868f96182e@google.com", true), ("CATEGORIES", "Birthday", true),
    ("CATEGORIES", "Geburtstag", true), ("SUMMARY", "Washington's Birthday", false),
    ("year", "1980", true), ("year", "0", true),
  ])
  func `a birthday is what an exporter marks as one`(
    _ property: String, _ value: String, _ isBirthday: Bool
  ) throws {
    func component(_ start: String) throws -> CalendarComponent {
      var component = try TestCalendars.event(start: start)
      switch property {
      case "UID": component.uid = value
      case "CATEGORIES": component.categories = [value]
      case "SUMMARY": component.title = value
      default: component.originYear = Int(value)
      }
      return component
    }
    let rule = try #require(ReminderRule("KIND:birthday"))
    #expect(rule.matches(try component("20260105")) == isBirthday)
    #expect(!rule.matches(try component("20260105T090000")))
  }

  @Test(arguments: [
    "", "UID", "UID:", ":a", "DESCRIPTION:a", "UID:a && ", "UID:a && b", " && UID:a",
    "! UID:a", "!!UID:a", "!", "UID:a && FOO:b", "UIDS:", "UIDS:a b", "KIND : event",
  ])
  func `anything else is refused`(_ text: String) {
    #expect(ReminderRule(text) == nil)
  }

  @Test(arguments: [
    "UID:a", "!UID:a && CATEGORIES:b, c && UIDS:a%20b", "X-WR-CALNAME:x", "SUMMARY:a&&b", "FILE:=",
  ])
  func `a rule is written as it reads back`(_ text: String) throws {
    let rule = try #require(ReminderRule(text))
    #expect(rule.description == text)
    #expect(ReminderRule(rule.description) == rule)
    #expect(ReminderRule(text.uppercased().replacing("%20B", with: "%20b")) != nil)
  }

  @Test(arguments: [
    ("KIND:birthdays", true), ("KIND:b*", false), ("PRIORITY:10", true), ("PRIORITY:1?", true),
    ("TRANSP:FREE", true), ("ACTION:PROCEDURE", true), ("PARTSTAT:X-MAYBE", false),
    ("STATUS:CANCELED", true), ("STATUS:CANCELLED", false), ("STATUS:?*", false),
    ("CLASS:X-OWN", false),
    ("!KIND:birthdays", false), ("KIND:event && KIND:todo", true),
    ("KIND:all-day && KIND:timed", true), ("KIND:recurring && KIND:single", true),
    ("KIND:event && KIND:recurring", false), ("KIND:birthday && KIND:todo", true),
    ("SUMMARY:a && SUMMARY:b", true), ("SUMMARY:a && SUMMARY:A", false),
    ("SUMMARY:a* && SUMMARY:b", false), ("CATEGORIES:a && CATEGORIES:b", false),
    ("UID:a && !UID:a", true), ("UID:a && !UID:b", false),
  ])
  func `a rule that never matches is told`(_ text: String, _ isTold: Bool) throws {
    var options = CompilerOptions(
      now: try TestCalendars.instant("2026-01-01T00:00:00Z"), deviceZone: .gmt)
    options.userAddresses = ["ann@example.org"]
    options.ignored = [try #require(ReminderRule(text))]
    let codes = FireListing([], options).diagnostics.map(\.code)
    #expect(codes == (isTold ? ["rule-impossible"] : []))
  }

  @Test func `PARTSTAT of nobody is told`() throws {
    var options = CompilerOptions(
      now: try TestCalendars.instant("2026-01-01T00:00:00Z"), deviceZone: .gmt)
    options.ignored = [try #require(ReminderRule("!PARTSTAT:ACCEPTED"))]
    #expect(FireListing([], options).diagnostics.map(\.code) == ["rule-impossible"])
  }

  @Test(arguments: [
    ("x=FOO:y", "FOO"), ("x=!DESCRIPTION:y", "DESCRIPTION"), ("a=b:c", nil), ("x=UID:y", nil),
    ("x=FOO:", nil), ("FOO:y", nil), ("at 5=A:b", nil),
  ])
  func `a template with what looks like a rule is told`(
    _ text: String, _ property: String?
  ) throws {
    var options = CompilerOptions(
      now: try TestCalendars.instant("2026-01-01T00:00:00Z"), deviceZone: .gmt)
    options.bodies = [try BodyRule(text)]
    let found = FireListing([], options).diagnostics
    #expect(found.map(\.code) == (property == nil ? [] : ["rule-unknown"]))
    #expect(found.allSatisfy { $0.message.contains(": \(property ?? "nothing") is no property") })
  }
}
