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
  ) async throws {
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
      let together = await RequestSelector(options).select(lowered, Workers(workers))
      #expect(together.identifiers == eager.identifiers)
    }
  }

  @Test func `several threads look for hardly more triggers than one`() async throws {
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", limit: 8)
    let expansion = Expansion(try events(1_000, seed: 7), options.compiler)
    let counters = [Counter(), Counter()]
    for (counter, workers) in zip(counters, [1, 3]) {
      let lowering = Lowering(options, ProofRange(options.compiler)) {
        counter.add()
        return $0.patterns()
      }
      let lowered = expansion.mapReminders(lowering.lowerLazily)
      _ = await RequestSelector(options).select(lowered, Workers(workers))
    }
    // What was looked at together with the last that could win: groups of alerts and of repeats.
    #expect(counters[1].count - counters[0].count <= 2 * 64)
  }
}
