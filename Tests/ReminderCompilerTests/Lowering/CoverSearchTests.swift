import CivilTime
import NotificationTriggers
import SeededRandom
import Testing

@testable import ReminderCompiler

/// The covers offered for a stream against all that there are, on streams of a few fires.
@Suite struct CoverListTests {
  /// What ranking looks at, each better where it is greater.
  private struct Worth: Hashable {
    let slots, missedSoon, answered, removals, firstMiss, firstUnasked: Int

    /// Whether it is as good in every respect.
    func isAtLeast(_ other: Worth) -> Bool {
      slots >= other.slots && missedSoon >= other.missedSoon && answered >= other.answered
        && removals >= other.removals && firstMiss >= other.firstMiss
        && firstUnasked >= other.firstUnasked
    }

    /// Whether a plan that may have either never needs the other, by the order of its objectives:
    /// the next fire, then those before the renewal, then the first miss and what is answered.
    func replaces(_ other: Worth, nextFire: Instant) -> Bool {
      guard slots >= other.slots else { return false }
      let hasNext = firstMiss > nextFire.secondsSince1970
      if hasNext != (other.firstMiss > nextFire.secondsSince1970) { return hasNext }
      if missedSoon != other.missedSoon { return missedSoon > other.missedSoon }
      return firstMiss >= other.firstMiss && answered >= other.answered
    }
  }

  /// A stream of fires an hour apart, and disjoint triggers that answer some of them.
  private struct Instance {
    let stream: FireStream
    let triggers: [AnsweringTrigger]
    let renewal: Instant
    let slots: Int
    static let start = Instant(secondsSince1970: 1_767_225_600)

    init(seed: UInt64, removals: Bool) throws {
      var random = SplitMix(seed: seed)
      let instants = (1...random.number(1...16)).map { Instance.start + $0 * 3_600 }
      var answered = Array(repeating: [Instant](), count: random.number(0...6))
      for instant in instants where !answered.isEmpty && !random.oneIn(3) {
        answered[random.number(0...answered.count - 1)].append(instant)
      }
      let pattern = try #require(CalendarPattern(.everyDay, .time(secondOfDay: 0)))
      let trigger = try #require(CalendarTrigger(pattern: pattern, zone: .pinned(.gmt)))
      triggers = answered.filter { !$0.isEmpty }.map { fires in
        let end =
          removals && random.oneIn(2) ? Instance.start + random.number(20...25) * 3_600 : nil
        return AnsweringTrigger(
          proven: ProvenTrigger(
            provingThat: trigger, provenUntil: end ?? .endOfProof, removeBy: end,
            nextFire: fires[0], form: ""),
          answered: fires)
      }
      stream = FireStream(
        reminder: Reminder.ID(uid: "event", alarm: 0), repetition: 0,
        content: NotificationContent(title: "Title", threadIdentifier: "thread"),
        recurrenceID: nil, instants: instants, zone: .gmt, isFloating: false, cut: nil)
      renewal = Instance.start + random.number(1...17) * 3_600
      slots = random.number(0...11)
    }

    /// What triggers and one-shots for the soonest of the other fires are worth.
    func worth(_ repeating: [AnsweringTrigger], _ singles: [Instant]) -> Worth {
      let answered = Set(repeating.flatMap(\.answered) + singles)
      let missed = stream.instants.filter { !answered.contains($0) }
      let ends = repeating.compactMap(\.proven.removeBy)
      return Worth(
        slots: -repeating.count - singles.count, missedSoon: -missed.count { $0 < renewal },
        answered: answered.count, removals: -ends.count,
        firstMiss: missed.first?.secondsSince1970 ?? .max,
        firstUnasked: ends.min()?.secondsSince1970 ?? .max)
    }

    /// Every subset of the triggers with every number of one-shots within the slots.
    var all: [Worth] {
      (0..<(1 << triggers.count)).flatMap { subset -> [Worth] in
        let chosen = triggers.indices.filter { subset >> $0 & 1 == 1 }.map { triggers[$0] }
        let taken = Set(chosen.flatMap(\.answered))
        let left = stream.instants.filter { !taken.contains($0) }
        guard chosen.count <= slots else { return [] }
        return (0...min(left.count, slots - chosen.count)).map {
          worth(chosen, Array(left.prefix($0)))
        }
      }
    }

    var covers: [Cover] {
      CoverList(
        stream, [TriggerFamily(triggers: triggers)], renewal: renewal, slots: slots
      ).covers
    }
  }

  @Test(arguments: [false, true])
  func `every cover is what it says, and none of them beats another`(_ removals: Bool) throws {
    for seed in 0..<500 {
      let instance = try Instance(seed: UInt64(seed), removals: removals)
      let covers = instance.covers
      let worths = covers.map { instance.worth(Array($0.repeating), Array($0.singles)) }
      for (cover, worth) in zip(covers, worths) {
        #expect(cover.slots == -worth.slots, "seed \(seed)")
        #expect(cover.slots <= instance.slots, "seed \(seed)")
        #expect(cover.answered == worth.answered, "seed \(seed)")
        #expect(cover.missedBeforeRenewal == -worth.missedSoon, "seed \(seed)")
        #expect(cover.firstMiss?.secondsSince1970 ?? .max == worth.firstMiss, "seed \(seed)")
      }
      for (index, worth) in worths.enumerated() {
        let rivals = worths.indices.filter { $0 != index && worths[$0].slots > worth.slots }
        #expect(!rivals.contains { worths[$0].isAtLeast(worth) }, "seed \(seed)")
      }
    }
  }

  @Test func `of triggers that stay, no set is better than all that are offered`() throws {
    for seed in 0..<3_000 {
      let instance = try Instance(seed: UInt64(seed), removals: false)
      let offered = instance.covers.map { instance.worth(Array($0.repeating), Array($0.singles)) }
      let next = instance.stream.instants[0]
      for worth in instance.all {
        #expect(
          offered.contains { $0.replaces(worth, nextFire: next) }, "seed \(seed): \(worth)")
      }
    }
  }
}
