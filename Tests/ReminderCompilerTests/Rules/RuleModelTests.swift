import CalendarFixtures
import CompilerFixtures
import Foundation
import ICalendar
import ReminderCompiler
import SeededRandom
import Testing

/// Random rules over random calendars, against a filter of the tests' own.
@Suite struct RuleModelTests {
  /// A term in parts, and what it looks at as this model understands RFC 5545.
  private struct Term {
    let isNegated: Bool
    let property: String
    let pattern: String

    var text: String { (isNegated ? "!" : "") + "\(property):\(pattern)" }

    func holds(_ component: CalendarComponent, _ alarm: Alarm?) -> Bool {
      values(component, alarm).contains(where: isLike) != isNegated
    }

    /// A regular expression of Foundation's, which knows nothing of our patterns.
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

  /// Whether a rule is about an alarm of a component, or about that of its series' master; what is
  /// answered to one occurrence is asked of that alone.
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
  func `what is left is what a filter leaves of all fires`(_ seed: Int) throws {
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
      // Which of them fires shows in the start of the occurrence.
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
