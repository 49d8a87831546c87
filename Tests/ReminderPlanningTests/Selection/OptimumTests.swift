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

/// Compares the selection with every possible plan, for instances small enough to try them all.
@Suite struct OptimumTests {
  /// Some reminders, overdue to-dos and pending requests, with too few slots.
  private struct Instance: CustomStringConvertible {
    var components: [CalendarComponent] = []
    var options: NotificationOptions
    var pending: Set<String> = []
    private let pendingSeed: UInt64
    var description: String

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
        // Often at the same time as another series, so that identifiers decide.
        let time = "T0\(random.number(0...1))1500Z"
        let start = "202512\(random.oneIn(2) ? "01" : "02")\(time)"
        var event = try TestCalendars.event(
          "event-\(index)", start: start, rule: rule, alarms: ["PT0S\(nag)"])
        event.priority = random.pick([0, 0, 1, 9]) ?? 0
        components.append(event)
        description += " | \(start) \(rule) \(nag) priority \(event.priority)"
        if random.oneIn(4) {
          // One occurrence has a different level, so the reminder is split.
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

    /// Adds pending requests: some of those that lowering can offer, and a foreign one.
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

  /// All instances are compiled for the same instant.
  private static let range = try? ProofRange(
    TestCalendars.compilerOptions(now: "2026-01-01T00:00:00Z"))

  private func check(_ instance: Instance, _ seed: UInt64) throws {
    var instance = instance
    let lowering = Lowering(instance.options, range: try #require(OptimumTests.range))
    let expansion = Expansion(instance.components, options: instance.options.compiler)
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

  @Test(arguments: 0..<4)
  func `no plan within the slots is better than the chosen one`(_ seed: Int) throws {
    let seed = UInt64(seed)
    try check(try Instance(seed: seed, days: 4...8, slots: 1...5), seed)
  }

  @Test(arguments: 0..<24)
  func `no plan is better than the chosen one in thousands of small cases`(
    _ block: Int
  ) throws {
    for number in 0..<50 {
      let seed = UInt64(1_000 + block * 50 + number)
      try check(try Instance(seed: seed, days: 2...4, slots: 1...4), seed)
    }
  }
}

/// The value of a plan, objective by objective; smaller is better.
struct Worth: Comparable, CustomStringConvertible {
  var numbers: [Int]
  /// The identifiers of all requests, ascending.
  var identifiers: [String]

  static func < (left: Worth, right: Worth) -> Bool {
    left.numbers != right.numbers
      ? left.numbers.lexicographicallyPrecedes(right.numbers)
      : left.identifiers.lexicographicallyPrecedes(right.identifiers)
  }

  var description: String { "\(numbers) \(identifiers)" }
}

/// All ways to spend slots on lowered reminders, with their values by the order of objectives.
///
/// Simple and slow: every set of triggers of every group with every number of one-shots, in every
/// combination, each simulated.
struct BruteForce {
  let reminders: [LoweredReminder]
  let overdue: [OverdueToDo]
  let options: NotificationOptions
  /// The identifiers of the pending requests, including foreign ones.
  let pending: Set<String>

  /// A way to cover one group.
  struct Way {
    let slots: Int
    let repeating: Int
    let provenDays: Int
    /// Triggers that must be removed later.
    let removals: Int
    let answered: Set<Instant>
    let unexpected: [Instant]
    let identifiers: [String]
    /// The number of missed fires before the renewal.
    let missedSoon: Int
    /// The first missed fire.
    let firstMiss: Instant?

    init(
      _ triggers: [ProvenTrigger], singles: ArraySlice<Instant> = [], answered: Set<Instant>,
      unexpected: [Instant], of group: FireGroup, renewal: Instant
    ) {
      let repeating = triggers.filter(\.trigger.repeats)
      self.slots = triggers.count + singles.count
      self.repeating = repeating.count
      provenDays = repeating.reduce(0) { $0 + $1.provenUntil.secondsSince1970 / 86_400 }
      removals = triggers.count { $0.removeBy != nil }
      self.answered = answered.union(singles)
      self.unexpected = unexpected.sorted()
      identifiers =
        triggers.map(group.identifier(of:))
        + singles.map(group.identifier(ofOneShotAt:))
      let missed = group.instants.filter { !answered.contains($0) && !singles.contains($0) }
      missedSoon = missed.count { $0 < renewal }
      firstMiss = missed.first
    }
  }

  private var slots: Int {
    options.limit - options.reserve - pending.count { !$0.hasPrefix("ics2notify.") }
  }

  /// The best value of all plans within the slots.
  func best() -> Worth? {
    let groups = reminders.flatMap { reminder in reminder.groups }
    let ways = groups.map(ways)
    let own = groups.map(\.group)
    let parts = parts(of: own)
    var best: Worth?
    var chosen: [Way] = []
    func finish(_ left: Int) {
      for nags in 0..<(1 << overdue.count) where nags.nonzeroBitCount <= left {
        let nagged = overdue.indices.filter { nags >> $0 & 1 == 1 }.map { overdue[$0] }
        if let worth = worth(chosen, own, parts, nagged),
          best.map({ worth < $0 }) ?? true
        {
          best = worth
        }
      }
    }
    func choose(_ index: Int, _ left: Int) {
      guard index < ways.count else { return finish(left) }
      for way in ways[index] where way.slots <= left {
        chosen.append(way)
        choose(index + 1, left - way.slots)
        chosen.removeLast()
      }
    }
    choose(0, slots)
    return best
  }

  /// The value of a selection.
  func worth(of selected: RequestSelection) -> Worth? {
    var ways: [Way] = []
    for reminder in selected.reminders {
      for (index, lowered) in reminder.lowered.groups.enumerated() {
        ways.append(
          way(reminder.covers[index]?.triggers(for: lowered, options) ?? [], lowered.group))
      }
    }
    let groups = selected.reminders.flatMap { $0.lowered.groups.map(\.group) }
    return worth(ways, groups, parts(of: groups), selected.overdue)
  }

  /// The groups of one reminder with one level, by index.
  ///
  /// A reminder is split where its fires differ in level.
  private struct Part {
    let groups: [Int]
    let lane: Int
    /// The next first alert.
    let next: Instant?
  }

  private func parts(of groups: [FireGroup]) -> [Part] {
    let byLevel = Dictionary(grouping: groups.indices) { index in
      let group = groups[index]
      return "\(group.reminder) \(group.content.interruptionLevel)"
    }
    return byLevel.values.map { own in
      Part(
        groups: own, lane: 3 - groups[own[0]].content.interruptionLevel.rank,
        next: own.filter { groups[$0].repetition == 0 }.compactMap { groups[$0].instants.first }
          .min())
    }
  }

  private func way(_ triggers: [ProvenTrigger], _ group: FireGroup) -> Way {
    let wanted = Set(group.instants)
    var answered: Set<Instant> = []
    var unexpected: [Instant] = []
    for proven in triggers {
      for fire in proven.fires(
        after: options.now, before: options.window.upperBound, deviceZone: options.deviceZone)
      {
        let isOver = proven.removeBy.map { fire >= $0 } ?? false
        if isOver || !wanted.contains(fire) {
          unexpected.append(fire)
        } else {
          answered.insert(fire)
        }
      }
    }
    return Way(
      triggers, answered: answered, unexpected: unexpected, of: group, renewal: options.renewal)
  }

  /// All ways to cover one group.
  ///
  /// Every set of triggers, each removed at its own end or where it fires together with another,
  /// and each set with any number of one-shots for the next other fires.
  private func ways(_ lowered: LoweredGroup) -> [Way] {
    var sets: [[(index: Int, proven: ProvenTrigger)]] = [[]]
    for (index, trigger) in lowered.graph.triggers.map(\.proven).enumerated() {
      let conflicts = lowered.graph.edges(of: index)
      let ends = Set(conflicts.map(\.at).filter { $0 >= options.earliestRemoval })
      let forms =
        [trigger]
        + ends.sorted().filter { $0 < trigger.removeBy ?? .endOfProof }.map(trigger.removed)
      sets += sets.flatMap { set -> [[(index: Int, proven: ProvenTrigger)]] in
        guard set.count < slots else { return [] }
        return forms.filter { form in
          !set.contains { other in
            let end = min(form.removeBy ?? .endOfProof, other.proven.removeBy ?? .endOfProof)
            return conflicts.contains { $0.other == other.index && $0.at < end }
          }
        }.map { set + [(index, $0)] }
      }
    }
    let all = sets.flatMap { set -> [(Way, Instant?)] in
      let chosen = set.map(\.proven)
      // A trigger that must be removed covers at least two fires; otherwise a one-shot does as
      // much.
      let fires = chosen.map { proven in
        proven.fires(
          after: options.now,
          before: min(proven.removeBy ?? .endOfProof, options.window.upperBound),
          deviceZone: options.deviceZone)
      }
      guard zip(chosen, fires).allSatisfy({ $1.count > ($0.removeBy == nil ? 0 : 1) }),
        Set(fires.joined()).count == fires.reduce(0, { $0 + $1.count })
      else { return [] }
      let second = set.map { lowered.graph.triggers[$0.index] }
        .filter { $0.proven.removeBy != nil }.compactMap { $0.answered.dropFirst().first }.max()
      let base = way(chosen, lowered.group)
      let singles = lowered.group.instants.filter { !base.answered.contains($0) }
      return (0...min(singles.count, slots - base.slots)).map { count in
        Way(
          chosen, singles: singles.prefix(count), answered: base.answered,
          unexpected: base.unexpected, of: lowered.group, renewal: options.renewal)
      }.map { ($0, second) }
    }
    return withoutIdleTriggers(all)
  }

  /// Excludes ways with a trigger that must be removed and isn't better than a one-shot.
  ///
  /// The argument has the latest second fire of each way's triggers that must be removed. A way
  /// remains if these triggers cover two fires before the instant up to which some way is exact.
  /// All remain if no way is exact up to the renewal.
  private func withoutIdleTriggers(_ ways: [(way: Way, second: Instant?)]) -> [Way] {
    let end = options.window.upperBound
    let reach =
      ways.map { min($0.way.firstMiss ?? end, $0.way.unexpected.first ?? end) }.max() ?? end
    return ways.filter { reach < options.renewal || $0.second.map { $0 < reach } ?? true }
      .map(\.way)
  }

  /// The objectives 1 to 7 in order; nil if a repeat is covered without its first alert.
  private func worth(
    _ ways: [Way], _ groups: [FireGroup], _ parts: [Part], _ nagged: [OverdueToDo]
  ) -> Worth? {
    let renewal = options.renewal
    let end = options.window.upperBound
    var unexpectedSoon = 0
    var missedNext = [0, 0, 0, 0]
    var missedFirst = [0, 0, 0, 0]
    var missedOverdue = [0, 0, 0, 0]
    var missedRepeats = [0, 0, 0, 0]
    var bare = [0, 0, 0, 0]
    var first = [0, 0, 0, 0]
    var repeats = [0, 0, 0, 0]
    var exactUntil = end
    var repeatsUntil = end
    for part in parts {
      if part.groups.allSatisfy({ ways[$0].slots == 0 }) { bare[part.lane] += 1 }
      if let next = part.next, next < renewal,
        !part.groups.contains(where: {
          groups[$0].repetition == 0 && ways[$0].answered.contains(next)
        })
      {
        missedNext[part.lane] += 1
      }
    }
    for to in overdue where !nagged.contains(where: { $0.uid == to.uid }) {
      missedOverdue[3 - to.content.interruptionLevel.rank] += 1
    }
    for (way, group) in zip(ways, groups) {
      let lane = 3 - group.content.interruptionLevel.rank
      unexpectedSoon += way.unexpected.prefix { $0 < renewal }.count
      // An unexpected fire ends exactness, whichever group fires it.
      exactUntil = min(exactUntil, way.unexpected.first ?? end)
      let wrong = min(way.firstMiss ?? end, way.unexpected.first ?? end)
      if group.repetition == 0 {
        missedFirst[lane] += way.missedSoon
        first[lane] -= way.answered.count
        exactUntil = min(exactUntil, wrong)
      } else {
        missedRepeats[lane] += way.missedSoon
        repeats[lane] -= way.answered.count
        repeatsUntil = min(repeatsUntil, wrong)
        guard way.slots > 0 else { continue }
        let alert = zip(groups, ways).first {
          $0.0.reminder == group.reminder && $0.0.repetition == 0
            && $0.0.content == group.content
        }
        guard let alert else { return nil }
        // The repeats of these instances follow each other after ten minutes.
        let delay = group.repetition * 600
        let fires = way.answered.union(way.unexpected)
        guard fires.allSatisfy({ alert.1.answered.union(alert.1.unexpected).contains($0 - delay) })
        else { return nil }
      }
    }
    func sum(_ value: (Way) -> Int) -> Int { ways.reduce(0) { $0 + value($1) } }
    let laterRepeats = zip(ways, groups).reduce(0) { $0 + $1.0.slots * $1.1.repetition }
    let identifiers = ways.flatMap(\.identifiers) + nagged.map(\.identifier)
    let numbers =
      [unexpectedSoon] + missedNext + missedFirst + missedOverdue + missedRepeats
      + [-exactUntil.secondsSince1970, -repeatsUntil.secondsSince1970] + bare + first + repeats
      + [
        laterRepeats, sum(\.removals), identifiers.count, -sum(\.repeating), -sum(\.provenDays),
        -pending.intersection(identifiers).count,
      ]
    return Worth(numbers: numbers, identifiers: identifiers.sorted())
  }
}
