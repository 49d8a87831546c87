import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import ReminderCompiler
import SeededRandom
import Testing

/// Selection against every plan that there is, on instances small enough to try them all.
@Suite struct OptimumTests {
  /// Some reminders, overdue to-dos and pending requests, with too few slots.
  private struct Instance: CustomStringConvertible {
    var components: [CalendarComponent] = []
    var options: NotificationOptions
    var pending: Set<String> = []
    private let pendingSeed: UInt64
    var description: String

    /// - Parameters:
    ///   - seed: What the random choices come from.
    ///   - days: How long the horizon may be.
    ///   - slots: How many slots there may be.
    /// - Throws: Where a text is wrong.
    init(seed: UInt64, days: ClosedRange<Int>, slots: ClosedRange<Int>) throws {
      var random = SplitMix(seed: seed)
      let days = random.number(days)
      options = try TestCalendars.options(
        now: "2026-01-01T00:00:00Z", horizon: "P\(days)D",
        renewWithin: random.pick(["P1D", "P2D", "P3D"]) ?? "P2D", limit: random.number(slots))
      description = "P\(days)D, \(options.renewWithin), \(options.limit) slots"
      for index in 0..<random.number(1...3) {
        let rule =
          random.pick([
            "FREQ=DAILY", "FREQ=DAILY;INTERVAL=2", "FREQ=DAILY;COUNT=40", "FREQ=DAILY;COUNT=36",
            "FREQ=WEEKLY;BYDAY=FR", "FREQ=DAILY;COUNT=34",
          ]) ?? "FREQ=DAILY"
        let nag = index == 0 && random.oneIn(2) ? "+\(random.number(1...2))xPT10M" : ""
        // Often at the same time as another: then only identifiers decide.
        let time = "T0\(random.number(0...1))1500Z"
        let start = "202512\(random.oneIn(2) ? "01" : "02")\(time)"
        var event = try TestCalendars.event(
          "event-\(index)", start: start, rule: rule, alarms: ["PT0S\(nag)"])
        event.priority = random.pick([0, 0, 1, 9]) ?? 0
        components.append(event)
        description += " | \(start) \(rule) \(nag) priority \(event.priority)"
        if random.oneIn(4) {
          // One occurrence matters more or less than the others: the reminder is split.
          let day = "2026010\(random.number(1...4))\(time)"
          var override = try TestCalendars.override(
            of: "event-\(index)", at: day, alarms: ["PT0S"], title: "Another")
          override.priority = random.pick([1, 9]) ?? 1
          components.append(override)
          description += " override \(day) priority \(override.priority)"
        }
      }
      for index in 0..<random.number(0...1) {
        var toDo = CalendarComponent(.toDo, uid: "to-do-\(index)")
        toDo.extent = .until(try TestCalendars.time("20251231T120000Z"))
        toDo.priority = random.pick([0, 1, 9]) ?? 0
        components.append(toDo)
        description += " | overdue priority \(toDo.priority)"
      }
      options.overdueNag = TimeIntervalTrigger(interval: 300, repeats: true)
      pendingSeed = random.next()
    }

    /// What is pending: some of the requests that lowering can offer, and somebody else's.
    mutating func addPending(_ lowered: [LoweredReminder]) {
      var random = SplitMix(seed: pendingSeed)
      let offered = lowered.flatMap(\.groups).flatMap { lowered in
        lowered.graph.triggers.map { lowered.group.identifier(of: $0.proven) }
          + lowered.group.instants.map(lowered.group.identifier(ofOneShotAt:))
      }
      pending = Set(offered.filter { _ in random.oneIn(3) })
      if random.oneIn(3) { pending.insert("foreign") }
      options.pending = PendingIdentifiers(pending)
    }
  }

  /// As for all instances: they are compiled for the same instant.
  private static let range = try? ProofRange(
    TestCalendars.compilerOptions(now: "2026-01-01T00:00:00Z"))

  private func check(_ instance: Instance, _ seed: UInt64) throws {
    var instance = instance
    let lowering = Lowering(instance.options, try #require(OptimumTests.range))
    let expansion = Expansion(instance.components, instance.options.compiler)
    let overdue = instance.options.overdueNag.map(expansion.overdue) ?? []
    let lowered = expansion.mapReminders(lowering.lower)
    instance.addPending(lowered)
    let oracle = BruteForce(
      reminders: lowered, overdue: overdue, options: instance.options,
      pending: instance.pending)
    let selected = RequestSelector(instance.options).select(lowered, overdue: overdue)
    let best = try #require(oracle.best(), "seed \(seed): \(instance)")
    #expect(oracle.worth(of: selected) == best, "seed \(seed): \(instance)")
  }

  @Test(arguments: 0..<8)
  func `no plan within the slots is better than the one that is chosen`(_ seed: Int) throws {
    let seed = UInt64(seed)
    try check(try Instance(seed: seed, days: 4...8, slots: 1...5), seed)
  }

  @Test(arguments: 0..<24)
  func `no plan is better than the one that is chosen, of thousands that are small`(
    _ block: Int
  ) throws {
    for number in 0..<50 {
      let seed = UInt64(1_000 + block * 50 + number)
      try check(try Instance(seed: seed, days: 2...4, slots: 1...4), seed)
    }
  }
}
