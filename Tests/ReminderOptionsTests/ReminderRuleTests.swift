import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import ReminderCompiler
import SeededRandom
import Testing

@Suite struct ReminderRuleTests {
  /// A component with every property that a rule can match.
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

  struct Row: Sendable {
    let rule: String
    let isMet: Bool

    init(_ rule: String, _ isMet: Bool = true) { (self.rule, self.isMet) = (rule, isMet) }
  }

  @Test(arguments: [
    Row("UID:review-?@example.org"), Row("UID:review", false), Row("uid:REVIEW-1@EXAMPLE.ORG"),
    Row("SUMMARY:de\u{200B}sign\u{2060} review, part\u{AD} 2\u{FEFF}"),
    Row("SUMMARY: design review, part 2 "), Row("SUMMARY:\tdesign*"), Row("SUMMARY:design *"),
    // Commas and inner spaces are part of the text.
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
    // Without an alarm, ACTION is absent.
    Row("ACTION:DISPLAY", false), Row("!ACTION:DISPLAY"),
    Row("UIDS:review%2D1%40example%2Eorg"), Row("UIDS:review", false),
    Row("CATEGORIES:work && !SUMMARY:*stand-up*"), Row("CATEGORIES:work && KIND:todo", false),
    Row("KIND:event && KIND:timed && PRIORITY:?"),
  ])
  func `each property is matched by its name`(_ row: Row) throws {
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
    ("Evening pills", "evening pills"), ("Eve\u{200B}ning pi\u{AD}lls", "EVENING PILLS"),
    ("\u{FEFF} Evening pills \u{200D}", "eve?ing*"), ("می\u{200C}خواهم", "میخواهم"),
    ("👨\u{200D}👩\u{200D}👧", "👨👩👧"), ("👨👩👧", "👨\u{200D}👩\u{200D}👧"), ("❤\u{FE0F}", "❤"),
    // Invisible characters at the start don't displace the rest.
    (String(repeating: "\u{200B}", count: 5_000) + "pills", "pills"),
  ])
  func `invisible characters in a text and in a pattern don't count`(
    title: String, pattern: String
  ) throws {
    let event = try TestCalendars.event(start: "20260105T080000Z", title: title)
    #expect(try #require(ReminderRule("SUMMARY:\(pattern)")).matches(event, reminding: []))
    #expect(ReminderRule("SUMMARY:\u{200B}") == nil)
  }

  @Test(arguments: [
    ("a", true), (" a", true), ("a\u{A0}", true), ("\n a \t", true), ("a b", false), ("", false),
  ])
  func `blanks at both ends of a text don't matter`(title: String, isMet: Bool) throws {
    var component = try Self.component()
    component.title = title
    #expect(try #require(ReminderRule("SUMMARY: a ")).matches(component) == isMet)
    #expect(ReminderRule("SUMMARY: ") == nil)
    #expect(ReminderRule("SUMMARY: a ")?.description == "SUMMARY:a")
  }

  @Test func `a pattern that is too long is reported as too long`() {
    let long = String(repeating: "a", count: 4_097)
    let reason = "a pattern has more than 4096 characters"
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
  func `an absent property has its default of RFC 5545, or no value`(_ row: Row) throws {
    var component = CalendarComponent(uid: "bare", start: try TestCalendars.time("20260105"))
    component.title = ""
    let rule = try #require(ReminderRule(row.rule))
    #expect(rule.matches(component, reminding: ["ann@example.org"]) == row.isMet)
  }

  @Test func `PARTSTAT is that of the user's addresses`() throws {
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

  @Test func `ACTION is a property of alarms`() throws {
    let component = try Self.component()
    var mail = Alarm(.relative(.zero, to: .start))
    mail.action = .email
    let rule = try #require(ReminderRule("ACTION:EMAIL && KIND:event"))
    #expect(rule.testsAlarms && rule.matches(component, alarm: mail))
    #expect(!rule.matches(component, alarm: Alarm(.relative(.zero, to: .start))))
    #expect(try !#require(ReminderRule("KIND:event")).testsAlarms)
  }

  @Test(arguments: [
    ("UID", "BIRTHDAY_79d389868f96182e@google.com", true), ("CATEGORIES", "Birthday", true),
    ("CATEGORIES", "Geburtstag", true), ("SUMMARY", "Washington's Birthday", false),
    ("year", "1980", true), ("year", "0", true),
  ])
  func `a birthday is an event that an exporter marks as one`(
    property: String, value: String, isBirthday: Bool
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
  func `any other text is rejected`(_ text: String) {
    #expect(ReminderRule(text) == nil)
  }

  @Test(arguments: [
    "UID:a", "!UID:a && CATEGORIES:b, c && UIDS:a%20b", "X-WR-CALNAME:x", "SUMMARY:a&&b", "FILE:=",
  ])
  func `the text of a rule is read back to the same rule`(_ text: String) throws {
    let rule = try #require(ReminderRule(text))
    #expect(rule.description == text)
    #expect(ReminderRule(rule.description) == rule)
    #expect(ReminderRule(text.uppercased().replacing("%20B", with: "%20b")) != nil)
  }

  private func told(_ change: (inout CompilerOptions) throws -> Void) throws -> [Diagnostic] {
    var options = try TestCalendars.compilerOptions(now: "2026-01-01T00:00:00Z", zone: "GMT")
    try change(&options)
    return FireListing([], options: options).diagnostics
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
    ("!PARTSTAT:ACCEPTED", true), ("UID:a && !UID:a", true), ("UID:a && !UID:b", false),
  ])
  func `a rule that never matches is reported`(text: String, isTold: Bool) throws {
    let found = try told {
      // Without the user's address, PARTSTAT is unknown.
      $0.userAddresses = text == "!PARTSTAT:ACCEPTED" ? [] : ["ann@example.org"]
      $0.ignored = [try #require(ReminderRule(text))]
    }
    #expect(found.map(\.code) == (isTold ? ["rule-impossible"] : []))
  }

  @Test(arguments: [
    ("x=FOO:y", "FOO"), ("x=!DESCRIPTION:y", "DESCRIPTION"), ("a=b:c", nil), ("x=UID:y", nil),
    ("x=FOO:", nil), ("FOO:y", nil), ("at 5=A:b", nil),
  ])
  func `a template that contains an apparent rule is reported`(
    text: String, property: String?
  ) throws {
    let found = try told { $0.bodies = [try BodyRule(text)] }
    #expect(found.map(\.code) == (property == nil ? [] : ["rule-unknown"]))
    let end = "don't have the property \(property ?? "nothing")"
    #expect(found.allSatisfy { $0.message.hasSuffix(end) })
  }
}

/// Compares random rules over random calendars with a separate filter.
@Suite struct RuleModelTests {
  /// The parts of a term, and the values that it matches, by this model of RFC 5545.
  private struct Term {
    let isNegated: Bool
    let property: String
    let pattern: String

    var text: String { (isNegated ? "!" : "") + "\(property):\(pattern)" }

    func holds(_ component: CalendarComponent, _ alarm: Alarm?) -> Bool {
      values(component, alarm).contains(where: isLike) != isNegated
    }

    /// Whether a pattern matches a value, by a regular expression of Foundation.
    private func isLike(_ value: String) -> Bool {
      let pattern = pattern.map { character in
        switch character {
        case "*": ".*"
        case "?": "."
        default: NSRegularExpression.escapedPattern(for: "\(character)")
        }
      }.joined()
      return value.range(
        of: "\\A(?s:\(pattern))\\z", options: [.regularExpression, .caseInsensitive]) != nil
    }

    private func values(_ component: CalendarComponent, _ alarm: Alarm?) -> [String] {
      switch property {
      case "UID": [component.uid]
      case "SUMMARY": [component.title]
      case "LOCATION": [component.place]
      case "CATEGORIES": component.categories
      case "NAME": [component.calendarName]
      case "CLASS": [component.classification]
      case "PRIORITY": ["\(component.priority)"]
      case "PARTSTAT": component.attendees.filter { $0.address == "me@x" }.map(\.participation)
      case "ACTION": alarm.map { [$0.action.rawValue] } ?? []
      default:
        [component.kind == .event ? "event" : "todo"]
          + [component.start?.isDate == true ? "all-day" : "timed"]
          + [component.rules.isEmpty && component.recurrenceID == nil ? "single" : "recurring"]
      }
    }
  }

  private var random: SplitMix

  init() { random = SplitMix(seed: 0) }

  private mutating func components() throws -> [CalendarComponent] {
    try (0..<random.number(1...6)).flatMap { number in
      let uid = random.pick(["a\(number)", "b\(number)"]) ?? ""
      let start = random.oneIn(3) ? "202601\(10 + number)" : "202601\(10 + number)T1\(number)0000Z"
      let isRecurring = random.oneIn(2)
      let alarms = Array(["-PT5M", "PT0S", "-PT1H"].prefix(random.number(1...3)))
      var master = try TestCalendars.event(
        uid, start: start, rule: isRecurring ? "FREQ=DAILY;COUNT=4" : nil, alarms: alarms,
        title: random.pick(["", "One", "Two, three", "One two"]) ?? "")
      describe(&master)
      guard isRecurring, random.oneIn(2), start.hasSuffix("Z") else { return [master] }
      var override = try TestCalendars.override(
        of: uid, at: "202601\(11 + number)T1\(number)0000Z", alarms: alarms,
        title: random.pick(["One", "Changed"]) ?? "")
      describe(&override)
      return [master, override]
    }
  }

  private mutating func describe(_ component: inout CalendarComponent) {
    component.place = random.pick(["", "Room 5", "Café"]) ?? ""
    component.categories = random.pick([[], ["Work"], ["work", "Home"]]) ?? []
    component.calendarName = random.pick(["", "Mine"]) ?? ""
    component.classification = random.pick(["", "PRIVATE"]) ?? ""
    component.priority = random.number(0...2)
    if random.oneIn(2) {
      component.attendees = [
        CalendarUser("me@x", participation: random.pick(["DECLINED", "ACCEPTED", ""]) ?? ""),
        CalendarUser("you@x", participation: "DECLINED"),
      ]
    }
    for place in component.alarms.indices where random.oneIn(3) {
      component.alarms[place]?.action = random.pick([.email, .audio]) ?? .display
    }
  }

  private mutating func rule() -> [Term] {
    let patterns = [
      "UID": ["a*", "?1", "b2", "*"], "SUMMARY": ["one", "*t*", "?*", "two, three", "*"],
      "LOCATION": ["room ?", "CAFÉ", "*"], "CATEGORIES": ["work", "*o*", "*"],
      "NAME": ["mine", "?*"], "CLASS": ["public", "p*"], "PRIORITY": ["0", "?", "2"],
      "PARTSTAT": ["declined", "needs-action", "*"], "ACTION": ["email", "display", "*i*"],
      "KIND": ["event", "all-day", "timed", "recurring", "single", "*in*"],
    ]
    return (0..<random.number(1...3)).map { _ in
      let property = random.pick(patterns.keys.sorted()) ?? "UID"
      return Term(
        isNegated: random.oneIn(3), property: property,
        pattern: random.pick(patterns[property] ?? []) ?? "*")
    }
  }

  /// Whether a rule matches an alarm of a component, or the same alarm of its series' master.
  ///
  /// The answer to an invitation for one occurrence applies to that occurrence only.
  private func concerns(
    _ rule: [Term], _ component: CalendarComponent, _ master: CalendarComponent?, _ alarm: Alarm?
  ) -> Bool {
    let isAnswered =
      rule.contains { $0.property == "PARTSTAT" }
      && component.attendees.contains { $0.address == "me@x" }
    let other = component.recurrenceID == nil || isAnswered ? nil : master
    return [component, other].compactMap(\.self).contains { own in
      rule.allSatisfy { $0.holds(own, alarm) }
    }
  }

  @Test(arguments: 0..<300)
  func `the remaining fires are those of a filter of all fires`(_ seed: Int) throws {
    var model = self
    model.random = SplitMix(seed: UInt64(seed))
    let components = try model.components()
    let only = (0..<model.random.number(0...2)).map { _ in model.rule() }
    let ignored = (0..<model.random.number(0...2)).map { _ in model.rule() }
    var options = try TestCalendars.compilerOptions(now: "2026-01-01T00:00:00Z", zone: "GMT")
    let all = TestCalendars.fires(components, options)
    func read(_ rules: [[Term]]) throws -> [ReminderRule] {
      try rules.map { terms in
        try #require(ReminderRule(terms.map(\.text).joined(separator: " && ")))
      }
    }
    (options.only, options.ignored) = (try read(only), try read(ignored))
    options.userAddresses = ["mailto:ME@x"]
    let expected = try all.filter { fire in
      let series = components.filter { $0.uid == fire.uid }
      let master = try #require(series.first { $0.recurrenceID == nil })
      // The start of the occurrence shows which of them fires.
      let override = series.first { component in
        component.recurrenceID != nil
          && component.start?.instant(onDeviceIn: options.deviceZone) == fire.occurrence?.start
      }
      let own = override ?? master
      let place = try #require(fire.alarm)
      let alarm = own.alarms[place]
      func isMet(_ rules: [[Term]]) -> Bool {
        rules.contains { concerns($0, own, master, alarm) }
      }
      return (only.isEmpty || isMet(only)) && !isMet(ignored)
    }
    func told(_ fires: [ListedFire]) -> [String] {
      fires.map { "\($0.at) \($0.uid ?? "") \($0.alarm ?? -1)" }
    }
    let rules = "only \(only.map { $0.map(\.text) }), ignored \(ignored.map { $0.map(\.text) })"
    #expect(told(TestCalendars.fires(components, options)) == told(expected), "\(rules)")
  }
}
