import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import SeededRandom
import Testing

@testable import ReminderCompiler
@testable import ReminderExpansion
@testable import ReminderOptions
@testable import ReminderPlanning
@testable import ReminderPlans

/// The number of fires of a run is limited, with the same limit for each reminder.
@Suite struct ExpansionBudgetTests {
  /// An event every minute with forty alarms, and a daily event.
  private func crowd() throws -> [CalendarComponent] {
    var events = [
      try TestCalendars.event(
        "dense@example.org", start: "20260105T080000Z", rule: "FREQ=MINUTELY",
        alarms: (0..<40).map { "-PT\(2 * $0 + 1)S" })
    ]
    events.append(
      try TestCalendars.event("daily@example.org", start: "20260105T090000Z", rule: "FREQ=DAILY"))
    return events
  }

  @Test func `dense reminders don't affect a sparse one, and are reported`() throws {
    var options = try TestCalendars.options(now: "2026-01-05T08:00:00Z", zone: "GMT")
    options.compiler.sharers = 100
    var daily = 0
    var dense: [String: Int] = [:]
    let cuts = FireListing(try crowd(), options: options.compiler).forEachBatch { fires in
      for fire in fires {
        if fire.uid == "daily@example.org" {
          daily += 1
        } else {
          dense[fire.uid ?? "", default: 0] += 1
        }
      }
    }
    // From 5 January to 5 January: the horizon ends at 08:00 on the last day.
    #expect(daily == 365)
    #expect(dense["dense@example.org"] == 40 * 6_000)
    #expect(Set(cuts.compactMap(\.uid)) == Set(dense.keys))
    #expect(cuts.allSatisfy { $0.code == "fires-cut" })
  }

  @Test func `dense reminders share the budget that sparse ones leave`() {
    let needs = Array(repeating: 600_000, count: 20) + [365] + Array(repeating: 1, count: 30_000)
    // (2,000,000 - 365 - 30,000) / 20, rounded down.
    #expect(ExpansionBudget.fireLimit(for: needs, sharers: 1) == 98_481)
  }

  @Test(arguments: [(1, 8_000_000), (100, 146_463), (1_024, 146_463), (20_000, 7_500)])
  func `rules share the intervals, but up to a thousand get a cycle of the calendar`(
    count: Int, limit: Int
  ) throws {
    let event = try TestCalendars.event(start: "20260105T090000Z", rule: "FREQ=DAILY")
    let series = Array(repeating: EventSeries(master: event), count: count)
    #expect(ExpansionBudget.stepLimit(for: series) == limit)
  }

  @Test func `a plan is exact at most up to the first cut`() throws {
    let events = try crowd()
    var options = try TestCalendars.options(now: "2026-01-05T08:00:00Z", zone: "GMT")
    options.compiler.sharers = 100
    let plan = Compilation(of: events, options).plan
    let expansion = Expansion(events, options: options.compiler)
    let cut = options.now + (expansion.fireLimit + 1) * 60
    let exactUntil = try #require(plan.exactUntil)
    #expect(exactUntil <= cut)
    #expect(plan.diagnostics.count { $0.code == "fires-cut" } == 1)
    // The fires of the daily event are known up to the horizon's end.
    #expect(plan.diagnostics.allSatisfy { $0.uid != "daily@example.org" })
  }

  @Test func `many alarms of every minute become permanent triggers, although each is cut`()
    throws
  {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20260105T080000", rule: "FREQ=MINUTELY",
      alarms: (0..<70).map { "-PT\(2 * $0 + 1)S" })
    let plan = try TestCalendars.plan([event], now: "2026-01-05T08:00:00Z")
    let cuts = plan.diagnostics.filter { $0.code == "fires-cut" }
    #expect(cuts.map { $0.message.hasPrefix("alarms 0 to 69 have more than ") } == [true])
    #expect(plan.requests.count == 64)
    for request in plan.requests {
      #expect(request.removeBy == nil)
      #expect(request.provenUntil == .endOfProof)
    }
  }

  @Test func `one finding names all cut alarms of a series`() throws {
    var event = try TestCalendars.event(
      start: "20260105T080000Z", rule: "FREQ=SECONDLY", alarms: ["PT0S", "-PT2H", "-PT1H"])
    // It fires once.
    let options = try TestCalendars.options(now: "2026-01-05T08:00:00Z", zone: "GMT")
    event.alarms.insert(Alarm(.absolute(options.now + 60)), at: 1)
    let limit = Expansion([event], options: options.compiler).fireLimit
    let cut = options.now + limit
    let message =
      "alarms 0, 2, 3 have more than \(limit) fires each, or their rule takes too many steps; "
      + "some fires from \(cut) on are skipped"
    let plan = Compilation(of: [event], options).plan
    #expect(plan.diagnostics.filter { $0.code == "fires-cut" }.map(\.message) == [message])
    let listed = FireListing([event], options: options.compiler).forEachBatch { _ in }
    #expect(listed.map(\.message) == [message])
  }

  @Test(arguments: [(400, true), (480, false)])
  func `daily reminders in a zone without a name share the fires beyond the horizon`(
    count: Int, repeats: Bool
  ) throws {
    // Up to 2100, a daily reminder has 27,000 fires; 480 reminders have 12,960,000.
    let zone = Zone(identifier: "Office", isIANA: false, initialOffset: 3_600)
    let start = CalendarTime(
      try #require(CivilDateTime(iso8601: "2026-01-05T08:00")), reference: .zone(zone))
    let events = try (0..<count).map { number in
      var event = CalendarComponent(uid: "\(number)", start: start)
      event.title = "Daily \(number)"
      event.rules = [try RecurrenceRule("FREQ=DAILY")]
      event.alarms = [Alarm(.relative(.zero, to: .start))]
      return event
    }
    let past = try (0..<50).map { try TestCalendars.event("past \($0)", start: "20200105T080000Z") }
    let options = try TestCalendars.options(now: "2026-01-05T08:00:00Z", horizon: "P2D")
    let plan = Compilation(of: events + past, options).plan
    #expect(!plan.requests.isEmpty)
    #expect(plan.requests.contains { $0.trigger.repeats } == repeats)
    let limited = plan.diagnostics.filter { $0.code == "triggers-limited" }
    #expect(limited.isEmpty == repeats, "\(limited)")
  }

  @Test func `reminders in named zones take no share of the fires beyond the horizon`() throws {
    let zone = Zone(identifier: "Office", isIANA: false, initialOffset: 3_600)
    var daily = CalendarComponent(
      uid: "daily",
      start: CalendarTime(
        try #require(CivilDateTime(iso8601: "2026-01-05T08:00")), reference: .zone(zone)))
    daily.rules = [try RecurrenceRule("FREQ=DAILY")]
    daily.alarms = [Alarm(.relative(.zero, to: .start))]
    // With a share for each of them, the daily reminder would get 24,000 fires; it has 27,000.
    let others = try (0..<1_250).map {
      try TestCalendars.event("\($0)", start: "20200105T080000Z", rule: "FREQ=DAILY;COUNT=3000")
    }
    let options = try TestCalendars.options(now: "2026-01-05T08:00:00Z", horizon: "P2D")
    let limit = ReminderSchedule.followedLimit(
      of: Expansion([daily] + others, options: options.compiler))
    #expect(
      limit == ReminderSchedule.followedLimit(of: Expansion([daily], options: options.compiler)))
  }

  @Test func `copies with too many fires are not merged, also in a listing`() throws {
    let copies = try ["a", "b"].map {
      try TestCalendars.event(
        $0, start: "20260105T080000Z", rule: "FREQ=MINUTELY",
        alarms: (0..<4).map { "-PT\($0)H" }, title: "Copy")
    }
    let options = try TestCalendars.options(now: "2026-01-05T08:00:00Z", zone: "GMT")
    var listing = FireListing(copies, options: options.compiler)
    #expect(listing.diagnostics.map(\.code) == ["copies-kept"])
    // All reminders share 2,000,000 fires, so each of the eight alarms gets 250,000.
    #expect(listing.expansion.series.map(\.fireLimit) == [250_000, 250_000])
    listing.fireLimit = 10
    var count = 0
    let cuts = listing.forEachBatch { count += $0.count }
    #expect(count == 2 * 4 * 10)
    #expect(cuts.map(\.code) == ["fires-cut", "fires-cut"])
  }

  @Test func `of many separate alarms, the first are named`() {
    let finding = Finding.firesCut(
      alarms: (0..<20).map { 2 * $0 } + [40, 41], limit: 250, from: .endOfProof)
    #expect(
      finding.message.hasPrefix("alarms 0, 2, 4, 6, 8, 10, 12, 14 and 14 more have more than "))
  }

  @Test func `a rule that never matches is reported among any number of series`() throws {
    var events = try (0..<400).map {
      try TestCalendars.event("\($0)@example.org", start: "20260105T080000Z", rule: "FREQ=DAILY")
    }
    events.append(
      try TestCalendars.event(
        "never@example.org", start: "20260105T080000Z", rule: "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"))
    let options = try TestCalendars.options(now: "2026-01-05T08:00:00Z", zone: "GMT")
    let diagnostics = Expansion(events, options: options.compiler).diagnostics
    #expect(diagnostics.map(\.code) == ["rule-never-matches"])
    #expect(diagnostics.map(\.uid) == ["never@example.org"])
  }
}

/// A rule made in code is rejected where the parser would reject its text.
@Suite struct CheckedRuleTests {
  @Test(arguments: [UInt64(81), 82, 83])
  func `a rule is rejected exactly if its text can't be read`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { random.number(range) }
    var refused = 0
    for _ in 0..<600 {
      var rule = RecurrenceRule(
        RecurrenceRule.Frequency.allCases[number(0...6)], interval: number(0...40) == 0 ? 0 : 1)
      // One or two parts, sometimes with an invalid number.
      for _ in 0..<number(1...2) {
        switch number(0...9) {
        case 0: rule.months = [number(1...13)]
        case 1: rule.daysOfTheMonth = [number(-32...32)]
        case 2: rule.hours = [number(0...24)]
        case 3: rule.minutes = [number(-1...60)]
        case 4: rule.seconds = [number(0...61)]
        case 5: rule.weeks = [number(-54...54)]
        case 6: rule.daysOfTheYear = [number(-367...367)]
        case 7: rule.setPositions = [number(-367...367)]
        case 8:
          rule.weekdays = [.init(.monday, ordinal: number(0...2) == 0 ? nil : number(-54...54))]
        default: rule.count = number(-1...3)
        }
      }
      var event = try TestCalendars.event(start: "20260105T090000Z", rule: "FREQ=DAILY")
      event.rules = [rule]
      let isReadable = (try? RecurrenceRule(rule.description)) != nil
      let isTaken = CheckedComponents([event]).diagnostics.isEmpty
      if !isReadable { refused += 1 }
      guard isTaken != isReadable else { continue }
      Issue.record("seed \(seed): \(rule) is \(isTaken ? "taken" : "refused")")
      return
    }
    #expect((60...400).contains(refused))
  }
}
