import CivilTime
import ICalendar
import NotificationTriggers
import ReminderCompiler

/// All ways to spend slots on lowered reminders, and what each is worth by the order of objectives.
///
/// Written for truth, not speed: every set of triggers of every stream with every number of
/// one-shots, tried in every combination, each simulated.
struct BruteForce {
  let reminders: [LoweredReminder]
  let options: CompilerOptions

  /// What a plan is worth, objective by objective; a smaller list is better.
  typealias Worth = [Int]

  /// A way to answer one stream.
  struct Way {
    let slots: Int
    let repeating: Int
    /// Triggers that have to be taken away though one-shots for all fires would fit.
    let removals: Int
    let answered: Set<Instant>
    let spurious: [Instant]
  }

  /// The best worth of all plans within the slots.
  func best() -> Worth? {
    let streams = reminders.flatMap { reminder in reminder.streams }
    let ways = streams.map(ways)
    var best: Worth?
    var chosen: [Way] = []
    func choose(_ index: Int, _ left: Int) {
      guard index < ways.count else {
        let worth = worth(chosen, streams.map(\.stream))
        if let worth, best.map({ worth.lexicographicallyPrecedes($0) }) ?? true { best = worth }
        return
      }
      for way in ways[index] where way.slots <= left {
        chosen.append(way)
        choose(index + 1, left - way.slots)
        chosen.removeLast()
      }
    }
    choose(0, options.limit - options.reserve)
    return best
  }

  /// The worth of what was ranked.
  func worth(of ranked: [RankedReminder]) -> Worth? {
    var ways: [Way] = []
    for reminder in ranked {
      for (index, lowered) in reminder.lowered.streams.enumerated() {
        ways.append(
          way(reminder.requests.filter { $0.stream == index }.map(\.proven), lowered.stream))
      }
    }
    return worth(ways, ranked.flatMap { $0.lowered.streams.map(\.stream) })
  }

  private func way(_ triggers: [ProvenTrigger], _ stream: FireStream) -> Way {
    let wanted = Set(stream.instants)
    var answered: Set<Instant> = []
    var spurious: [Instant] = []
    for proven in triggers {
      for fire in proven.trigger.fires(
        addedAt: options.now, until: options.window.upperBound, deviceZone: options.deviceZone)
      {
        let isOver = proven.removeBy.map { fire >= $0 } ?? false
        if isOver || !wanted.contains(fire) { spurious.append(fire) } else { answered.insert(fire) }
      }
    }
    return Way(
      slots: triggers.count, repeating: triggers.filter(\.trigger.repeats).count,
      removals: stream.instants.count > options.limit - options.reserve
        ? 0 : triggers.count { $0.removeBy != nil },
      answered: answered, spurious: spurious)
  }

  /// Every set of triggers of every family, each with any number of one-shots for the next of the
  /// other fires.
  private func ways(_ lowered: LoweredStream) -> [Way] {
    let families = lowered.families.map { family in family.triggers.map(\.proven) } + [[]]
    return families.flatMap { triggers in
      (0..<(1 << triggers.count)).flatMap { subset -> [Way] in
        let chosen = triggers.indices.filter { subset >> $0 & 1 == 1 }.map { triggers[$0] }
        let base = way(chosen, lowered.stream)
        let singles = lowered.stream.instants.filter { !base.answered.contains($0) }
        return (0...singles.count).map { count in
          Way(
            slots: base.slots + count, repeating: base.repeating, removals: base.removals,
            answered: base.answered.union(singles.prefix(count)), spurious: base.spurious)
        }
      }
    }
  }

  /// The objectives 1 to 7 in their order; nil where a repeat stands without its first alert.
  private func worth(_ ways: [Way], _ streams: [FireStream]) -> Worth? {
    let renewal = options.renewal
    let end = options.window.upperBound
    var spuriousSoon = 0
    var missedNext = [0, 0, 0, 0]
    var missedFirst = [0, 0, 0, 0]
    var missedRepeats = [0, 0, 0, 0]
    var bare = [0, 0, 0, 0]
    var first = [0, 0, 0, 0]
    var repeats = [0, 0, 0, 0]
    var exactUntil = end
    var repeatsUntil = end
    for id in Set(streams.map(\.reminder)) {
      let own = zip(streams, ways).filter { $0.0.reminder == id }
      let lane = 3 - (own.map { $0.0.content.interruptionLevel.rank }.max() ?? 0)
      if own.allSatisfy({ $0.1.slots == 0 }) { bare[lane] += 1 }
      let alerts = own.filter { $0.0.repetition == 0 }
      let next = alerts.compactMap(\.0.instants.first).min()
      if let next, next < renewal, !alerts.contains(where: { $0.1.answered.contains(next) }) {
        missedNext[lane] += 1
      }
    }
    for (way, stream) in zip(ways, streams) {
      let lane = 3 - stream.content.interruptionLevel.rank
      let missed = stream.instants.filter { !way.answered.contains($0) }
      spuriousSoon += way.spurious.filter { $0 < renewal }.count
      let wrong = (missed + way.spurious).min() ?? end
      // What nobody asked for is wrong, whichever stream fires it.
      exactUntil = min(exactUntil, way.spurious.min() ?? end)
      if stream.repetition == 0 {
        missedFirst[lane] += missed.filter { $0 < renewal }.count
        first[lane] -= way.answered.count
        exactUntil = min(exactUntil, wrong)
      } else {
        missedRepeats[lane] += missed.filter { $0 < renewal }.count
        repeats[lane] -= way.answered.count
        repeatsUntil = min(repeatsUntil, wrong)
        let alert = zip(streams, ways).first {
          $0.0.reminder == stream.reminder && $0.0.repetition == 0
        }
        guard let alert else { return nil }
        // The repeats of these instances come a fixed time behind their first alerts.
        let delay = stream.instants[0] - alert.0.instants[0]
        let fires = way.answered.union(way.spurious)
        guard fires.allSatisfy({ alert.1.answered.union(alert.1.spurious).contains($0 - delay) })
        else { return nil }
      }
    }
    let slots = ways.reduce(0) { $0 + $1.slots }
    let repeating = ways.reduce(0) { $0 + $1.repeating }
    let removals = ways.reduce(0) { $0 + $1.removals }
    return [spuriousSoon] + missedNext + missedFirst + missedRepeats
      + [-exactUntil.secondsSince1970, -repeatsUntil.secondsSince1970] + bare + first + repeats
      + [removals, slots, -repeating]
  }
}
