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
  private(set) var bare: Score
  /// The upper bound of the gain with one slot.
  private(set) var ofOneSlot: Score
  /// The upper bound of the gain with two or more slots; nil if the consumer has at most one fire.
  private(set) var ofSeveralSlots: Score?

  init(overdue identifier: String, level: InterruptionLevel, options: CoverOptions) {
    var bare = Score()
    bare[.missedOverdue, level] = -1
    self.bare = bare
    ofOneSlot = Score() - bare
    ofOneSlot[.slots] = -1
    ofOneSlot[.pending] = options.pending.contains(identifier) ? 1 : 0
  }

  init(_ groups: [LoweredGroup], level: InterruptionLevel, options: CoverOptions) {
    self.init(groups, next: groups.map(\.group).nextPlace, level: level, options: options)
    bare[.bareReminders, level] = -1
    ofOneSlot[.bareReminders, level] = 1
    ofSeveralSlots?[.bareReminders, level] = 1
  }

  /// Makes the bounds of some groups of a consumer; `next` is the index of its next first alert, nil
  /// if that is in another group.
  init(
    _ groups: [LoweredGroup], next: Int?, level: InterruptionLevel, options: CoverOptions
  ) {
    var (all, one) = (Score(), Score())
    var fireCount = 0
    for (place, lowered) in groups.enumerated() {
      let group = lowered.group
      let isRepeat = group.repetition > 0
      let (missed, answered): (Score.Tier, Score.Tier) =
        isRepeat ? (.missedRepeats, .answeredRepeats) : (.missedFirst, .answeredFirst)
      let soon = group.instants.before(options.renewal)
      fireCount += group.instants.count
      all[missed, level] += soon
      all[answered, level] += group.instants.count
      if place == next, soon > 0 { all[.missedNext, level] = 1 }
      // A repeat alone counts only if its first alert was due at or before now.
      guard !isRepeat || group.alerts.contains(nil) else { continue }
      var slot = Score()
      slot[.laterRepeats] = -min(group.repetition, GroupAllocationSearch.latestRepeat)
      slot[.slots] = -1
      slot[.pending] = options.pending.hasOne(withPrefix: group.identifierPrefix) ? 1 : 0
      var single = slot
      single[.missedNext, level] = place == next && soon > 0 ? 1 : 0
      single[missed, level] = min(soon, 1)
      single[answered, level] = 1
      one = max(one, single)
      for trigger in lowered.graph.triggers {
        var gain = slot
        let answersNext = trigger.answered.first == group.instants.first
        gain[.missedNext, level] = answersNext ? single[.missedNext, level] : 0
        gain[missed, level] = trigger.answered.before(options.renewal)
        gain[answered, level] = trigger.answered.count
        gain[.removals] = trigger.proven.removeBy == nil ? 0 : -1
        gain[.repeating] = 1
        gain[.provenDays] = trigger.proven.provenDays
        one = max(one, gain)
      }
    }
    bare = GainBound.bare(all, level: level)
    ofOneSlot = one
    guard fireCount > 1 else { return }
    all[.slots] = -2
    // Each slot is at most one trigger, one pending request and the most proven days.
    all[.repeating] = options.slots
    all[.provenDays] = options.slots * options.mostProvenDays
    all[.pending] = options.slots
    ofSeveralSlots = all
  }

  /// Returns the score without slots: all fires before the renewal are missed.
  private static func bare(_ all: Score, level: InterruptionLevel) -> Score {
    var bare = Score()
    for tier in [Score.Tier.missedNext, .missedFirst, .missedRepeats] {
      bare[tier, level] = -all[tier, level]
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
