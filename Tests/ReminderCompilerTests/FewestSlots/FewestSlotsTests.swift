import CivilTime
import NotificationTriggers
import SeededRandom
import Testing

@testable import ReminderCompiler

/// The search for triggers against all sets of triggers that there are, each judged by its days.
///
/// Triggers of every minute are left out: one of them answers everything at its second in one slot.
@Suite struct FewestSlotsTests {
  /// A safe set of components, as a class of days and the times that it fires at.
  private struct Trigger {
    let dayClass: Int
    let times: [Int]
  }

  /// Every trigger that answers two fires before the horizon and never fires what isn't asked.
  ///
  /// One that answers a single fire costs what its one-shot does, and one that answers none costs a
  /// slot: neither makes a cover smaller.
  private func triggers(_ instance: SlotInstance) -> [Trigger] {
    let fires = instance.fires
    var counts: [Int: [Int: Int]] = [:]
    for (time, day) in fires {
      for dayClass in SlotInstance.days.classesOfDay[day] {
        counts[time, default: [:]][dayClass, default: 0] += 1
      }
    }
    var all = counts.flatMap { time, counts in
      counts.filter { $0.value > 1 }.map { Trigger(dayClass: $0.key, times: [time]) }
    }
    for (_, times) in Dictionary(grouping: instance.wanted.keys, by: { $0 % 3_600 })
    where times.count == 24 {
      for (index, dayClass) in SlotInstance.days.classes.enumerated() {
        switch dayClass {
        case .everyDay, .weekday: all.append(Trigger(dayClass: index, times: times.sorted()))
        default: continue
        }
      }
    }
    return all.filter { instance.isRight($0.dayClass, at: $0.times) }
  }

  /// The fewest slots of all covers: triggers, and one-shots for the other fires.
  private func fewestSlots(_ instance: SlotInstance) -> Int {
    let fires = instance.fires
    let triggers = triggers(instance)
    let answered = triggers.map { trigger in
      var bits = Array(repeating: UInt64(0), count: fires.count / 64 + 1)
      for (index, fire) in fires.enumerated()
      where trigger.times.contains(fire.time)
        && SlotInstance.days.bits[trigger.dayClass].contains(fire.day)
      {
        bits.insert(index)
      }
      return bits
    }
    let choice = ExhaustiveChoice(answered: answered) { first, second in
      let times = triggers[second].times
      return triggers[first].times.contains { time in
        times.contains(time)
          && instance.meet(triggers[first].dayClass, triggers[second].dayClass, at: time)
      }
    }
    return fires.count - choice.mostSaved
  }

  /// The slots of the cover that the search finds; nil where it is wrong.
  private func foundSlots(_ instance: SlotInstance) -> Int? {
    let first = SlotInstance.days.range.lowerBound
    let fires = instance.fires.map {
      Instant(secondsSince1970: ($0.day + first) * 86_400 + $0.time)
    }.sorted()
    let search = GroupSearch(
      instance.wantedFires, fires: fires, SlotInstance.table, horizonEnd: instance.horizonEnd)
    guard let cover = search.smallestCover, cover.slots == search.fewestSlots else { return nil }
    var left = instance.wanted
    for trigger in cover.repeating {
      let pattern = trigger.proven.trigger.pattern
      guard let dayClass = SlotInstance.days.indices[pattern.days] else { return nil }
      for time in pattern.time.timesOfDay.map(\.secondOfDay) {
        let window = instance.window(at: time, before: SlotInstance.end)
        let own = SlotInstance.days.bits[dayClass]
        guard let days = left[time], own.isSubset(of: days, in: window) else { return nil }
        left[time]?.subtract(own, in: window)
      }
    }
    return cover.repeating.count
      + left.reduce(0) { sum, part in
        sum + part.value.count(in: instance.window(at: part.key, before: instance.horizonEnd))
      }
  }

  @Test(arguments: 0..<8)
  func `no set of safe triggers takes fewer slots than the one that is found`(_ part: Int) {
    var saving = 0
    for seed in (part * 100)..<(part * 100 + 100) {
      let instance = SlotInstance(seed: UInt64(seed))
      let fewest = fewestSlots(instance)
      #expect(foundSlots(instance) == fewest, "\(instance)")
      if fewest < instance.fires.count { saving += 1 }
    }
    // There is something to save in many instances, but not in all.
    #expect((32..<80).contains(saving), "\(saving)")
  }

  @Test func `a trigger is right by its days where its simulated fires are asked for`() throws {
    for seed in 0..<20 {
      let instance = SlotInstance(seed: UInt64(seed))
      for time in instance.wanted.keys.prefix(2) {
        let days = instance.wanted[time] ?? []
        for (index, dayClass) in SlotInstance.days.classes.enumerated() {
          let pattern = try #require(CalendarPattern(dayClass, .time(TimeOfDay(secondOfDay: time))))
          let trigger = try #require(CalendarTrigger(pattern: pattern, zone: .pinned(.gmt)))
          let isRight = trigger.fires(
            addedAt: instance.now, until: SlotInstance.end, deviceZone: .gmt
          ).allSatisfy { fire in
            fire.secondsSince1970 % 86_400 == time
              && days.contains(fire.secondsSince1970 / 86_400 - SlotInstance.days.range.lowerBound)
          }
          #expect(instance.isRight(index, at: [time]) == isRight, "\(pattern) \(instance)")
        }
      }
    }
  }

  @Test func `trying triggers in and out finds what trying every set of them finds`() {
    for seed in 0..<200 {
      var random = SplitMix(seed: UInt64(seed))
      let answered = (0..<random.number(0...12)).map { _ in
        [random.next() & random.next() & random.next() & 0xff_ffff]
      }.filter { $0[0].nonzeroBitCount > 1 }
      let saved = answered.map { $0[0].nonzeroBitCount - 1 }
      var best = 0
      for subset in 0..<(1 << answered.count) {
        let chosen = answered.indices.filter { subset >> $0 & 1 == 1 }
        let total = chosen.reduce(0) { $0 + answered[$1][0].nonzeroBitCount }
        let union = chosen.reduce(UInt64(0)) { $0 | answered[$1][0] }
        // No fire twice.
        guard union.nonzeroBitCount == total else { continue }
        best = max(best, chosen.reduce(0) { $0 + saved[$1] })
      }
      let choice = ExhaustiveChoice(answered: answered) { answered[$0][0] & answered[$1][0] != 0 }
      #expect(choice.mostSaved == best, "seed \(seed)")
    }
  }
}
