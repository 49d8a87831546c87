import CivilTime
import ICalendar
import ReminderCompiler
import SeededRandom
import Testing

/// Ranking against every plan that there is, on instances small enough to try them all.
@Suite struct OptimumTests {
  private struct Instance: CustomStringConvertible {
    var components: [CalendarComponent] = []
    var options: CompilerOptions
    var description: String

    init(seed: UInt64) throws {
      var random = SplitMix(seed: seed)
      let days = random.number(4...9)
      options = try TestCalendars.options(
        now: "2026-01-01T00:00:00Z", horizon: "P\(days)D",
        renewWithin: random.pick(["P1D", "P2D", "P3D"]) ?? "P2D", limit: random.number(1...7))
      description = "P\(days)D, \(options.renewWithin), \(options.limit) slots"
      for index in 0..<random.number(1...3) {
        let rule =
          random.pick([
            "FREQ=DAILY", "FREQ=DAILY;INTERVAL=2", "FREQ=DAILY;COUNT=40", "FREQ=DAILY;COUNT=36",
            "FREQ=WEEKLY;BYDAY=FR,MO", "FREQ=DAILY;COUNT=34",
          ]) ?? "FREQ=DAILY"
        let nag = index == 0 && random.oneIn(2) ? "+1xPT10M" : ""
        var event = try TestCalendars.event(
          "event-\(index)",
          start: "202512\(random.number(1...2) == 1 ? "01" : "02")T0\(index)1500Z",
          rule: rule, alarms: ["PT0S\(nag)"])
        event.priority = random.pick([0, 0, 1, 9]) ?? 0
        components.append(event)
        description +=
          " | \(event.start?.description ?? "") \(rule) \(nag) priority \(event.priority)"
      }
    }
  }

  @Test(arguments: 0..<40)
  func `no plan within the slots is better than the one that is chosen`(_ seed: Int) throws {
    let instance = try Instance(seed: UInt64(seed))
    let lowering = Lowering(instance.options, ProofRange(instance.options))
    let lowered = Source(instance.components, instance.options).mapReminders(lowering.lower)
    let oracle = BruteForce(reminders: lowered, options: instance.options)
    let ranked = Ranking(instance.options).rank(lowered)
    let best = try #require(oracle.best())
    #expect(oracle.worth(of: ranked) == best, "seed \(seed): \(instance)")
  }
}
