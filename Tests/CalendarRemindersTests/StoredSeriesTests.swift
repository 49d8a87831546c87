import CalendarFixtures
import CompilerFixtures
import SeededRandom
import Testing

@testable import CalendarReminders

/// The occurrences that a calendar store lists are converted back to rules with exceptions.
@Suite struct StoredSeriesTests: ListedEvents {
  private func weekly(_ weekdays: [Weekday], interval: Int = 1) -> RecurrenceRule {
    var rule = RecurrenceRule(.weekly, interval: interval)
    rule.weekdays = weekdays.map { .init($0) }
    return rule
  }

  @Test func `a deleted occurrence becomes an exception, across a clock change`() throws {
    // Mondays; the clock goes forward on 26 March; the 20th was deleted.
    let starts = try nine([(3, 13), (3, 27), (4, 3)])
    let window = try window("2028-03-10T00:00:00Z", "2028-04-07T00:00:00Z")
    let document = try document(listed(starts, StoredRule(weekly([.monday]))), window)
    #expect(document.components.count == 1)
    #expect(document.components[0].rules.map(\.description) == ["FREQ=WEEKLY;BYDAY=MO"])
    #expect(
      document.components[0].exceptionDates.map(\.description)
        == ["Europe/Berlin:20280320T090000"])
    #expect(try self.starts(document, window) == starts)
    // The rule continues after the window.
    let later = try self.window("2028-04-07T00:00:00Z", "2028-04-12T00:00:00Z")
    #expect(try self.starts(document, later) == nine([(4, 10)]))
    #expect(document.diagnostics.isEmpty)
  }

  @Test func `a rule with a count ends with the last listed occurrence`() throws {
    let starts = try nine([(3, 13), (3, 20)])
    let window = try window("2028-03-10T00:00:00Z", "2028-04-07T00:00:00Z")
    // The series began long before; these are the last of its 52 occurrences.
    let rule = StoredRule(weekly([.monday]), end: .after(52))
    let document = try document(listed(starts, rule), window)
    #expect(
      document.components[0].rules.map(\.description)
        == ["FREQ=WEEKLY;UNTIL=20280320T080000Z;BYDAY=MO"])
    #expect(document.components[0].exceptionDates.isEmpty)
    #expect(try self.starts(document, window) == starts)
  }

  @Test func `a rule for every other week keeps its phase, and an end its instant`() throws {
    let starts = try nine([(3, 13), (3, 27), (4, 10)])
    let window = try window("2028-03-01T00:00:00Z", "2028-04-20T00:00:00Z")
    let end = try TestCalendars.instant("2028-12-31T22:59:59Z")
    let rule = StoredRule(weekly([.monday], interval: 2), end: .on(end))
    let document = try document(listed(starts, rule), window)
    #expect(
      document.components[0].rules.map(\.description)
        == ["FREQ=WEEKLY;INTERVAL=2;UNTIL=20281231T225959Z;BYDAY=MO"])
    #expect(document.components[0].exceptionDates.isEmpty)
    #expect(try self.starts(document, window) == starts)
  }

  @Test func `a moved occurrence is an override with a separate text`() throws {
    let starts = try nine([(3, 13), (3, 20), (3, 27)])
    let window = try window("2028-03-10T00:00:00Z", "2028-04-02T00:00:00Z")
    var events = try listed(starts, StoredRule(weekly([.monday])))
    events[1].isDetached = true
    events[1].start = starts[1] + 7_200
    events[1].end = starts[1] + 9_000
    events[1].item.title = "Later"
    // The order of the events doesn't matter.
    let document = try document(events.reversed(), window)
    #expect(document.components.count == 2)
    #expect(document.components.last?.title == "Later")
    #expect(
      document.components.last?.recurrenceID?.time.description == "Europe/Berlin:20280320T090000")
    #expect(document.components[0].exceptionDates.isEmpty)
    #expect(try self.starts(document, window) == [starts[0], starts[1] + 7_200, starts[2]])
  }

  @Test func `an occurrence moved out of the window is left out, and one moved in is included`()
    throws
  {
    let window = try window("2028-03-10T00:00:00Z", "2028-04-01T00:00:00Z")
    // The occurrence of the 20th was moved to May, that of 10 April to 30 March.
    var events = try listed(
      try nine([(3, 13), (3, 27), (3, 30)]), StoredRule(weekly([.monday])))
    events[2].isDetached = true
    events[2].original = try nine([(4, 10)])[0]
    let document = try document(events, window)
    #expect(try self.starts(document, window) == nine([(3, 13), (3, 27), (3, 30)]))
    let later = try self.window("2028-04-01T00:00:00Z", "2028-04-20T00:00:00Z")
    #expect(try self.starts(document, later) == nine([(4, 3), (4, 17)]))
  }

  @Test func `an extra occurrence before all others doesn't shift the rule`() throws {
    let starts = try nine([(3, 9), (3, 13), (3, 20), (3, 27)])
    let window = try window("2028-03-08T00:00:00Z", "2028-04-01T00:00:00Z")
    // The rule names no weekday, so that of its first occurrence applies.
    let rule = StoredRule(RecurrenceRule(.weekly))
    let document = try document(listed(starts, rule), window)
    #expect(document.components[0].start?.description == "Europe/Berlin:20280313T090000")
    #expect(document.components[0].recurrenceDates.count == 1)
    #expect(try self.starts(document, window) == starts)
  }

  @Test func `occurrences that don't follow the rule become dates, with a note`() throws {
    let starts = try nine([(3, 13), (3, 15), (3, 21)])
    let window = try window("2028-03-10T00:00:00Z", "2028-06-01T00:00:00Z")
    let document = try document(listed(starts, StoredRule(RecurrenceRule(.yearly))), window)
    // The rule gives one of the three starts.
    #expect(document.components[0].rules.isEmpty)
    #expect(document.diagnostics.map(\.code) == ["rule-replaced"])
    #expect(try self.starts(document, window) == starts)
  }

  @Test func `a rule in another calendar becomes dates, with an error`() throws {
    let starts = try nine([(3, 13), (4, 11)])
    let window = try window("2028-03-10T00:00:00Z", "2028-06-01T00:00:00Z")
    let rule = StoredRule(RecurrenceRule(.monthly), calendar: "hebrew")
    let document = try document(listed(starts, rule), window)
    #expect(document.diagnostics.map(\.code) == ["rule-invalid", "rule-replaced"])
    #expect(document.diagnostics[0].message.contains("RSCALE=HEBREW"))
    #expect(try self.starts(document, window) == starts)
  }

  @Test func `an occurrence with a different text is an override, detached or not`() throws {
    // Birthdays: the store includes the age in each year's title.
    var events = try listed(
      try nine([(3, 13), (3, 20)]), StoredRule(RecurrenceRule(.weekly)))
    events[0].item.title = "Ada is 37"
    events[1].item.title = "Ada is 38"
    let window = try window("2028-03-10T00:00:00Z", "2028-03-24T00:00:00Z")
    let document = try document(events, window)
    #expect(document.components.map(\.title) == ["Ada is 37", "Ada is 38"])
    #expect(
      document.components.last?.recurrenceID?.time.description == "Europe/Berlin:20280320T090000")
    #expect(try self.starts(document, window) == nine([(3, 13), (3, 20)]))
  }

  @Test(arguments: 0..<40)
  func `any deletions, moves and extras give exactly the listed occurrences`(_ seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let berlin = try TestCalendars.zone("Europe/Berlin")
    let interval = Int.random(in: 1...3, using: &random)
    let isWeekly = Bool.random(using: &random)
    let step = (isWeekly ? 7 : 1) * interval
    // Single days at 09:00 across the clock change of 26 March.
    let first = try CivilDate.on(year: 2028, month: 3, day: 1)
    let window = try window("2028-02-28T00:00:00Z", "2028-06-28T00:00:00Z")
    func at(_ day: Int, _ hour: Int = 9) -> Instant {
      berlin.instant(of: CivilDateTime(first.adding(days: day), hour: hour))
    }
    var events: [StoredEvent] = []
    let rule = StoredRule(RecurrenceRule(isWeekly ? .weekly : .daily, interval: interval))
    for day in stride(from: 0, to: 110, by: step) where day == 0 || day % (step * 5) != 0 {
      if Int.random(in: 0..<6, using: &random) == 0, day > 0 { continue }
      var event = try listed([at(day)], rule)[0]
      if Int.random(in: 0..<6, using: &random) == 0, day > 0 {
        event.isDetached = true
        event.start = at(day, 14)
        event.end = event.start + 1_800
      }
      events.append(event)
    }
    if Bool.random(using: &random) { events += try listed([at(50, 18)], rule) }
    let document = try document(events.shuffled(using: &random), window)
    #expect(
      try starts(document, window) == events.map(\.start).sorted(),
      "seed \(seed), every \(interval) \(isWeekly ? "weeks" : "days")")
    #expect(!document.components[0].rules.isEmpty, "seed \(seed)")
  }
}
