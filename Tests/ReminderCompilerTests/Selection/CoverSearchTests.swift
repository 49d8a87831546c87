import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import SeededRandom
import Testing

@testable import ReminderCompiler

/// The covers that are found for a group against all that there are, on groups of a few fires.
@Suite struct CoverSearchTests {
  /// What selection looks at, in its order, each better where it is greater.
  private struct Worth: Comparable {
    let slots, hasNext, missedSoon, answered: Int
    let exactUntil: Int

    /// The next fire, those before the renewal, those before the horizon.
    var objectives: [Int] { [hasNext, missedSoon, answered] }

    static func < (left: Worth, right: Worth) -> Bool {
      left.objectives.lexicographicallyPrecedes(right.objectives)
    }
  }

  /// A group of fires an hour apart, and triggers that answer some of them.
  private struct Instance {
    let lowered: LoweredGroup
    let options: NotificationOptions
    static let start = Instant(secondsSince1970: 1_767_225_600)

    init(seed: UInt64, removals: Bool) throws {
      var random = SplitMix(seed: seed)
      let instants = (1...random.number(1...16)).map { Instance.start + $0 * 3_600 }
      var options = NotificationOptions(now: Instance.start, deviceZone: .gmt)
      options.horizon = CalendarDuration(seconds: 20 * 3_600)
      options.renewWithin = CalendarDuration(seconds: random.number(1...6) * 3_600)
      options.limit = random.number(0...11)
      let pattern = try #require(CalendarPattern(.everyDay, .time(.midnight)))
      let trigger = try #require(CalendarTrigger(pattern: pattern, zone: .pinned(.gmt)))
      var triggers: [AnsweringTrigger] = []
      for index in 0..<random.number(0...6) {
        var end: Instant?
        if removals, random.oneIn(2) {
          end = options.earliestRemoval + random.number(0...20) * 3_600
        }
        let share = random.number(1...4)
        let answered = instants.filter { instant in
          random.oneIn(share) && end.map { instant < $0 } ?? true
        }
        guard answered.count > (end == nil ? 0 : 1) else { continue }
        triggers.append(
          AnsweringTrigger(
            proven: ProvenTrigger(
              provingThat: trigger, provenUntil: end ?? .endOfProof, removeBy: end,
              nextFire: answered[0], form: "\(index)"),
            answered: answered[...]))
      }
      let group = FireGroup(
        reminder: Reminder.ID(uid: "event", alarm: 0), key: FireKey(repetition: 0, component: 0),
        content: TestCalendars.content("Title"),
        identifierPrefix: "event", instants: instants, zone: .gmt, isFloating: false, cut: nil)
      lowered = LoweredGroup(
        group: group,
        graph: ConflictGraph(triggers) { first, second in
          let common = Set(triggers[first].answered).intersection(triggers[second].answered).min()
          // Some meet only behind the horizon.
          return common ?? (random.oneIn(3) ? Instance.start + 30 * 3_600 : nil)
        })
      self.options = options
    }

    private func worth(_ triggers: [(answered: Set<Instant>, end: Instant)], _ singles: Int)
      -> Worth
    {
      let instants = lowered.group.instants
      let answered = triggers.reduce(into: Set<Instant>()) { $0.formUnion($1.answered) }
      let missed = instants.filter { !answered.contains($0) }.dropFirst(singles)
      let horizon = options.window.upperBound
      let end = min(missed.first ?? horizon, triggers.map(\.end).min() ?? horizon, horizon)
      return Worth(
        slots: triggers.count + singles,
        hasNext: missed.first == instants[0] && instants[0] < options.renewal ? 0 : 1,
        missedSoon: -missed.count { $0 < options.renewal }, answered: -missed.count,
        exactUntil: end.secondsSince1970)
    }

    func worth(_ cover: Cover) -> Worth {
      worth(
        cover.repeating.map { (Set($0.answered), $0.proven.removeBy ?? .endOfTime) },
        cover.singles.count)
    }

    /// Every set of triggers, each taken away at any instant from the first that is allowed, with
    /// every number of one-shots within the slots.
    var all: [Worth] {
      let graph = lowered.graph
      var sets: [[(index: Int, answered: Set<Instant>, end: Instant)]] = [[]]
      for (index, trigger) in graph.triggers.enumerated() {
        let own = trigger.proven.removeBy ?? .endOfTime
        let ends =
          [own]
          + graph.conflicts[index].map(\.at).filter {
            $0 < own && $0 >= options.earliestRemoval
          }
        sets += sets.flatMap { set in
          Set(ends).sorted().compactMap {
            end -> [(index: Int, answered: Set<Instant>, end: Instant)]? in
            let answered = Set(trigger.answered.filter { $0 < end })
            guard answered.count > (end == .endOfTime ? 0 : 1) else { return nil }
            let meets = set.contains { other in
              graph.conflicts[index].contains {
                $0.other == other.index && $0.at < min(end, other.end)
              }
            }
            return meets ? nil : set + [(index, answered, end)]
          }
        }
      }
      return sets.filter { $0.count <= options.slots }.flatMap { set -> [Worth] in
        let taken = set.reduce(into: Set<Instant>()) { $0.formUnion($1.answered) }
        let left = lowered.group.instants.count { !taken.contains($0) }
        return (0...min(left, options.slots - set.count)).map { singles in
          worth(set.map { ($0.answered, $0.end) }, singles)
        }
      }
    }

    func covers(upTo reach: Instant?) -> [Cover] {
      CoverSearch(lowered, options, pending: PendingIdentifiers()).covers(upTo: reach, isNext: true)
    }
  }

  @Test(arguments: [false, true])
  func `every cover is what it says and right as far as it has to be`(_ removals: Bool) throws {
    for seed in 0..<300 {
      let instance = try Instance(seed: UInt64(seed), removals: removals)
      for hours in stride(from: 0, through: 20, by: 3) {
        let reach = Instance.start + hours * 3_600
        for cover in instance.covers(upTo: reach) {
          let worth = instance.worth(cover)
          #expect(cover.slots == worth.slots && cover.slots <= instance.options.slots)
          #expect(cover.answered == instance.lowered.group.instants.count + worth.answered)
          #expect(cover.missedBeforeRenewal == -worth.missedSoon, "seed \(seed)")
          #expect(worth.exactUntil >= reach.secondsSince1970, "seed \(seed)")
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `for each number of slots and each reach nothing is better than what is found`(
    _ removals: Bool
  ) throws {
    for seed in 0..<1_500 {
      let instance = try Instance(seed: UInt64(seed), removals: removals)
      let all = instance.all
      for hours in [0, 1, 2, 5, 9, 14, 20] {
        let reach = Instance.start + hours * 3_600
        let right = all.filter { $0.exactUntil >= reach.secondsSince1970 }
        let found = instance.covers(upTo: reach).map(instance.worth)
        for slots in 0...instance.options.slots {
          let best = right.filter { $0.slots <= slots }.max()?.objectives
          let own = found.filter { $0.slots <= slots }.max()?.objectives
          #expect(own == best, "seed \(seed), \(hours) h, \(slots) slots")
        }
      }
    }
  }
}
