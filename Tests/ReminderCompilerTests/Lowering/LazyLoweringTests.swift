import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import SeededRandom
import Synchronization
import Testing
import WorkSharing

@testable import ReminderCompiler

/// Triggers are looked for only where they may win a slot.
@Suite struct LazyLoweringTests {
  /// Events of many kinds, the daily ones at different times.
  private func events(_ count: Int, seed: UInt64) throws -> [CalendarComponent] {
    var random = SplitMix(seed: seed)
    return try (0..<count).map { number in
      let rule =
        random.pick([
          "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=MONTHLY",
          "FREQ=YEARLY", "FREQ=WEEKLY;INTERVAL=2", "FREQ=DAILY;COUNT=60",
        ]) ?? "FREQ=DAILY"
      let minute = random.number(10...59)
      let nag = random.pick(["", "", "+1xPT10M"]) ?? ""
      return try TestCalendars.event(
        "\(number)@example.org", start: "202512\(random.number(10...28))T08\(minute)00Z",
        rule: rule, alarms: ["PT0S\(nag)"])
    }
  }

  /// Counts whose triggers are looked for.
  private final class Counter: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
  }

  @Test func `of a thousand reminders few have their triggers looked for`() throws {
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", limit: 8)
    let expansion = Expansion(try events(1_000, seed: 7), options.compiler)
    let counter = Counter()
    let lowering = Lowering(options, ProofRange(options.compiler)) {
      counter.add()
      return $0.patterns()
    }
    let lowered = expansion.mapReminders(lowering.lowerLazily)
    #expect(counter.count == 0)
    let selected = RequestSelector(options).select(lowered)
    #expect((1...400).contains(counter.count), "\(counter.count)")
    let eager = RequestSelector(options).select(expansion.mapReminders(lowering.lower))
    #expect(counter.count > 1_000)
    #expect(selected.identifiers == eager.identifiers)
    #expect(!selected.identifiers.isEmpty)
  }

  @Test(arguments: 0..<12)
  func `what is selected does not depend on when triggers are looked for, nor by how many`(
    _ seed: Int
  ) throws {
    let limits = [0, 1, 3, 8, 20, 64]
    let options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", horizon: seed < 6 ? "P30D" : "P1Y",
      limit: limits[seed % limits.count])
    let events = try events(60 + seed, seed: UInt64(seed))
    let expansion = Expansion(events, options.compiler)
    let lowering = Lowering(options, ProofRange(options.compiler))
    let lazily = RequestSelector(options).select(expansion.mapReminders(lowering.lowerLazily))
    let eager = RequestSelector(options).select(expansion.mapReminders(lowering.lower))
    #expect(lazily.identifiers == eager.identifiers)
    for workers in [1, 2, 7] {
      let lowered = expansion.mapReminders(lowering.lowerLazily)
      let together = RequestSelector(options).select(lowered, Workers(workers))
      #expect(together.identifiers == eager.identifiers)
    }
  }

  @Test func `several threads look for hardly more triggers than one`() throws {
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", limit: 8)
    let expansion = Expansion(try events(1_000, seed: 7), options.compiler)
    let counters = [Counter(), Counter()]
    for (counter, workers) in zip(counters, [1, 3]) {
      let lowering = Lowering(options, ProofRange(options.compiler)) {
        counter.add()
        return $0.patterns()
      }
      let lowered = expansion.mapReminders(lowering.lowerLazily)
      _ = RequestSelector(options).select(lowered, Workers(workers))
    }
    // What was looked at together with the last that could win: groups of alerts and of repeats.
    #expect(counters[1].count - counters[0].count <= 2 * 64)
  }

  @Test func `of thousands of series that begin later not all have their triggers looked for`()
    throws
  {
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", limit: 8)
    let events = try (0..<3_000).map {
      // Until then a daily trigger would fire unasked, which no fire of theirs tells.
      try TestCalendars.event(
        "\($0)@example.org", start: "20260105T\(10 + $0 / 60 % 10)\(10 + $0 % 50)00Z",
        rule: "FREQ=DAILY;INTERVAL=\(1 + $0 / 600)")
    }
    let expansion = Expansion(events, options.compiler)
    let counter = Counter()
    let lowering = Lowering(options, ProofRange(options.compiler)) {
      counter.add()
      return $0.patterns()
    }
    let lowered = expansion.mapReminders(lowering.lowerLazily)
    let selected = RequestSelector(options).select(lowered)
    #expect(counter.count <= LeaderSearch.maximumSearches)
    #expect(selected.identifiers.count == 8)
  }

  /// Events of every minute, each at a second of its own, and some of once a day.
  private func crowd(dense: Int, sparse: Int) throws -> [CalendarComponent] {
    func second(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return try (0..<dense).map {
      try TestCalendars.event(
        "dense-\($0)@example.org", start: "20251210T0000\(second($0 % 60))Z", rule: "FREQ=MINUTELY")
    }
      + (0..<sparse).map {
        try TestCalendars.event(
          "sparse-\($0)@example.org", start: "20251210T08\(second($0 % 60))00Z", rule: "FREQ=DAILY")
      }
  }

  @Test func `dense reminders share what a run spends, and take nothing from sparse ones`() throws {
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", horizon: "P30D")
    let events = try crowd(dense: 150, sparse: 30)
    let expansion = Expansion(events, options.compiler)
    let counter = Counter()
    let lowering = Lowering(options, ProofRange(options.compiler)) {
      counter.add()
      return $0.patterns()
    }
    let lowered = expansion.mapReminders(lowering.lowerLazily)
    for reminder in lowered { _ = reminder.groups[0].graph }
    // Of every minute there are 1,440 times of day; 150,000 are for all of them.
    #expect(counter.count == 150_000 / 1_440 + 30)
    let refused = lowered.filter { $0.groups[0].graph.triggers.isEmpty }
    #expect(refused.count == 150 - 150_000 / 1_440)
    #expect(refused.allSatisfy { $0.id.uid.hasPrefix("dense") })
  }

  @Test func `what a run spends depends neither on threads nor on being explained`() throws {
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", horizon: "P2D")
    let events = try crowd(dense: 150, sparse: 5)
    let plan = Compiler.plan(for: events, options)
    #expect(plan.requests.contains { $0.trigger.repeats })
    for workers in [1, 2, 7] {
      let together = Compiler.plan(for: events, options, Workers(workers))
      #expect(together.requests.map(\.identifier) == plan.requests.map(\.identifier))
    }
    let explained = Compiler.explanation(of: events, options)
    #expect(explained.plan.requests.map(\.identifier) == plan.requests.map(\.identifier))
  }
}
