import CivilTime
import NotificationTriggers
import ReminderExpansion
import ReminderOptions

/// The score of a consumer or of one of its alerts without slots, and upper bounds of its gain,
/// computed before any cover is searched.
///
/// The bound for one slot is tight, because one slot is either a one-shot for a group's next fire
/// or one trigger. The bound for several slots assumes that every fire is answered.
struct GainBound {
  // Ten thousands of bounds exist at the same time, and a score takes four times as much memory.
  private var bareCounts: LevelScore
  private var countsOfOneSlot: LevelScore
  private var countsOfSeveralSlots: LevelScore?
  private let level: InterruptionLevel

  var bare: Score { Score(bareCounts, level: level) }
  /// The upper bound of the gain with one slot.
  var ofOneSlot: Score { Score(countsOfOneSlot, level: level) }
  /// The upper bound of the gain with two or more slots; nil if the consumer has at most one fire.
  var ofSeveralSlots: Score? { countsOfSeveralSlots.map { Score($0, level: level) } }

  /// Returns whether the bound for one slot is less than that of another; nil if both are equal.
  ///
  /// Ten thousands of bounds are sorted, so most are compared without making scores.
  func precedes(_ other: GainBound) -> Bool? {
    level == other.level
      ? countsOfOneSlot.precedes(other.countsOfOneSlot) : ofOneSlot.precedes(other.ofOneSlot)
  }

  init(overdue identifier: String, level: InterruptionLevel, options: CoverOptions) {
    self.level = level
    bareCounts = LevelScore()
    bareCounts[.missedOverdue] = -1
    countsOfOneSlot = LevelScore()
    countsOfOneSlot[.missedOverdue] = 1
    countsOfOneSlot[.slots] = -1
    countsOfOneSlot[.pending] = options.pending.contains(identifier) ? 1 : 0
  }

  init(_ groups: [LoweredGroup], level: InterruptionLevel, options: CoverOptions) {
    self.init(groups, next: groups.map(\.group).nextPlace, level: level, options: options)
    bareCounts[.bareReminders] = -1
    countsOfOneSlot[.bareReminders] = 1
    countsOfSeveralSlots?[.bareReminders] = 1
  }

  /// Makes the bounds of some groups of a consumer; `next` is the index of its next first alert, nil
  /// if that is in another group.
  init(
    _ groups: [LoweredGroup], next: Int?, level: InterruptionLevel, options: CoverOptions
  ) {
    self.level = level
    var (all, one) = (LevelScore(), LevelScore())
    var fireCount = 0
    for (place, lowered) in groups.enumerated() {
      let group = lowered.group
      let isRepeat = group.repetition > 0
      let (missed, answered): (Score.Tier, Score.Tier) =
        isRepeat ? (.missedRepeats, .answeredRepeats) : (.missedFirst, .answeredFirst)
      let soon = group.instants.before(options.renewal)
      fireCount += group.instants.count
      all[missed] += soon
      all[answered] += group.instants.count
      if place == next, soon > 0 { all[.missedNext] = 1 }
      // A repeat alone counts only if its first alert was due at or before now.
      guard !isRepeat || group.alerts.contains(nil) else { continue }
      var slot = LevelScore()
      slot[.laterRepeats] = -min(group.repetition, GroupAllocationSearch.latestRepeat)
      slot[.slots] = -1
      slot[.pending] = options.pending.hasOne(withPrefix: group.identifierPrefix) ? 1 : 0
      var single = slot
      single[.missedNext] = place == next && soon > 0 ? 1 : 0
      single[missed] = min(soon, 1)
      single[answered] = 1
      if one.precedes(single) ?? false { one = single }
      for trigger in lowered.graph.triggers {
        var gain = slot
        let answersNext = trigger.answered.first == group.instants.first
        gain[.missedNext] = answersNext ? single[.missedNext] : 0
        gain[missed] = trigger.answered.before(options.renewal)
        gain[answered] = trigger.answered.count
        gain[.removals] = trigger.proven.removeBy == nil ? 0 : -1
        gain[.repeating] = 1
        gain[.provenDays] = trigger.proven.provenDays
        if one.precedes(gain) ?? false { one = gain }
      }
    }
    bareCounts = GainBound.bare(all)
    countsOfOneSlot = one
    guard fireCount > 1 else { return }
    all[.slots] = -2
    // Each slot is at most one trigger, one pending request and the most proven days.
    all[.repeating] = options.slots
    all[.provenDays] = options.slots * options.mostProvenDays
    all[.pending] = options.slots
    countsOfSeveralSlots = all
  }

  /// Returns the score without slots: all fires before the renewal are missed.
  private static func bare(_ all: LevelScore) -> LevelScore {
    var bare = LevelScore()
    for tier in [Score.Tier.missedNext, .missedFirst, .missedRepeats] {
      bare[tier] = -all[tier]
    }
    return bare
  }
}

extension [FireGroup] {
  /// The index of the group with the earliest first alert; nil if all groups are repeats.
  var nextPlace: Int? {
    indices.lazy.filter { self[$0].repetition == 0 }
      .min { (self[$0].instants.first ?? .endOfTime) < (self[$1].instants.first ?? .endOfTime) }
  }
}
