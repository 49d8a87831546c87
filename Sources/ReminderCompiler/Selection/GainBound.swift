import CivilTime
import NotificationTriggers

/// What a contender is worth with nothing, and the most that it can gain with a number of slots:
/// known before any cover is looked for.
///
/// There are three, each closer than the one before. Of the fires alone one trigger may answer all
/// of a group. By the days on which none is asked for, one may answer those of a weekday. With the
/// triggers that there are, it is what they answer.
///
/// A slot is a fire, or a trigger with the fires that it answers: so many slots, so many times the
/// most of a trigger. Scores are compared tier by tier, so each tier is bounded as if those before
/// it were at their bounds, with the slots that this takes of first alerts and of repeats. Where the
/// triggers are known, what each of them gains is, too, and so many of the best gain no less than
/// any others: for a series that has not begun that is what it gains.
struct GainBound: Equatable {
  /// The fires of first alerts, or of repeats.
  private struct Fires: Equatable {
    /// How many lie before the renewal, and before the horizon.
    var soon = 0
    var all = 0
    /// The most of them that one slot answers.
    var soonOfSlot = 1
    var allOfSlot = 1

    mutating func add(_ group: FireGroup, soon: Int) {
      self.soon += soon
      all += group.instants.count
    }

    /// Notes what one slot may answer.
    mutating func note(soon: Int, all: Int) {
      soonOfSlot = max(soonOfSlot, soon)
      allOfSlot = max(allOfSlot, all)
    }
  }

  /// The fires of a group of repeats.
  private struct RepeatCount: Equatable {
    /// The number of the repeat.
    let number: Int
    let fires: Int
  }

  /// What is known of the triggers that can answer a group.
  enum Knowledge {
    /// Nothing but its fires.
    case fires
    /// On which days none may fire.
    case days
    /// Which there are: they are looked for.
    case triggers
  }

  private let level: InterruptionLevel
  private var first = Fires()
  private var repeats = Fires()
  private var hasNext = false
  /// The groups of repeats, those with the smallest number first.
  private var repeatCounts: [RepeatCount] = []
  private var triggerCount = 0
  /// The most days that one trigger is proven.
  private var mostDays = 0
  private let hasPending: Bool
  /// What each fire and each trigger gains; nil where nothing is known of them.
  private var gains: SlotGains?

  /// Looks at the groups of a contender.
  ///
  /// - Parameters:
  ///   - groups: The groups.
  ///   - level: The level of their fires.
  ///   - options: The next renewal, how far anything is proven, and what is pending.
  ///   - knowledge: What it is made of.
  init(
    _ groups: [LoweredGroup], level: InterruptionLevel, _ options: CoverOptions,
    by knowledge: Knowledge
  ) {
    self.level = level
    hasPending = !options.pending.isEmpty
    let renewal = options.renewal
    var offers: [[TriggerOffer]] = []
    for lowered in groups {
      let group = lowered.group
      let soon = group.instants.before(renewal)
      if group.repetition > 0 {
        repeats.add(group, soon: soon)
        let number = min(group.repetition, GroupAllotmentSearch.latestRepeat)
        repeatCounts.append(RepeatCount(number: number, fires: group.instants.count))
      } else {
        first.add(group, soon: soon)
        if soon > 0 { hasNext = true }
      }
      let own = GainBound.offers(of: lowered, options, by: knowledge)
      note(own ?? [.any(for: group, options)], of: group)
      if let own { offers.append(own) }
    }
    repeatCounts.sort { $0.number < $1.number }
    // Tens of thousands of outlines are kept.
    guard knowledge != .fires, offers.count == groups.count else { return }
    gains = gains(of: groups.map(\.group), offers, renewal)
  }

  /// What triggers can do for a group; nil where any may be right.
  private static func offers(
    of lowered: LoweredGroup, _ options: CoverOptions, by knowledge: Knowledge
  ) -> [TriggerOffer]? {
    guard lowered.mayRepeat else { return [] }
    return switch knowledge {
    case .fires: nil
    case .days: OfferedDays(of: lowered.group, options)?.offers
    case .triggers:
      lowered.graph.triggers.map {
        TriggerOffer($0, of: lowered.group, renewal: options.renewal)
      }
    }
  }

  private mutating func note(_ offers: [TriggerOffer], of group: FireGroup) {
    for offer in offers {
      triggerCount = min(triggerCount + offer.count, .anyNumber)
      mostDays = max(mostDays, offer.provenDays)
      note(soon: offer.soon, all: offer.all, ofSlotFor: group)
    }
  }

  private mutating func note(soon: Int, all: Int, ofSlotFor group: FireGroup) {
    if group.repetition > 0 {
      repeats.note(soon: soon, all: all)
    } else {
      first.note(soon: soon, all: all)
    }
  }

  /// What each fire, and each trigger, gains by itself.
  private func gains(
    of groups: [FireGroup], _ offers: [[TriggerOffer]], _ renewal: Instant
  ) -> SlotGains {
    var gains = SlotGains()
    var slot = Score()
    slot[.slots] = -1
    slot[.pending] = hasPending ? 1 : 0
    func gain(
      _ group: FireGroup, soon: Int, all: Int, repeating: Bool = false, provenDays: Int = 0
    ) -> Score {
      var gain = slot
      let isRepeat = group.repetition > 0
      gain[isRepeat ? .missedRepeats : .missedFirst, level] = soon
      gain[isRepeat ? .answeredRepeats : .answeredFirst, level] = all
      gain[.laterRepeats] = -min(group.repetition, GroupAllotmentSearch.latestRepeat)
      gain[.repeating] = repeating ? 1 : 0
      gain[.provenDays] = provenDays
      return gain
    }
    let nextPlace = hasNext ? groups.nextPlace : nil
    for (place, group) in groups.enumerated() {
      var soon = group.instants.before(renewal)
      gains.add(gain(group, soon: 0, all: 1), count: group.instants.count - soon)
      let isNext = place == nextPlace
      if isNext {
        gains.add(next: gain(group, soon: 1, all: 1))
        soon -= 1
      }
      gains.add(gain(group, soon: 1, all: 1), count: soon)
      for offer in offers[place] {
        let gain = gain(
          group, soon: offer.soon, all: offer.all, repeating: true, provenDays: offer.provenDays)
        if isNext, offer.first != .unanswered { gains.add(next: gain) }
        if !isNext || offer.first != .answered { gains.add(gain, count: offer.count) }
      }
    }
    gains.sort()
    return gains
  }

  /// The most slots that can be spent, each for a fire at least.
  var mostSlots: Int { first.all + repeats.all }

  /// What the contender is worth with nothing.
  var bare: Score {
    var score = Score()
    score[.missedNext, level] = hasNext ? -1 : 0
    score[.missedFirst, level] = -first.soon
    score[.missedRepeats, level] = -repeats.soon
    score[.bareReminders, level] = -1
    return score
  }

  /// The most that it gains with a number of slots, at least 1.
  func gain(slots: Int) -> Score {
    let gain = gainByMost(slots: slots)
    return gains.map { min(gain, self.gain(slots: slots, bySumOf: $0)) } ?? gain
  }

  /// The most that it gains by what so many slots gain one by one.
  private func gain(slots: Int, bySumOf gains: SlotGains) -> Score {
    var gain = gains.sum(of: slots)
    gain[.missedNext, level] = hasNext ? 1 : 0
    gain[.bareReminders, level] = 1
    gain[.slots] = -slots
    let tiers: [(tier: Score.Tier, fires: Int, ofSlot: Int)] = [
      (.missedFirst, first.soon, first.soonOfSlot),
      (.missedRepeats, repeats.soon, repeats.soonOfSlot),
      (.answeredFirst, first.all, first.allOfSlot),
      (.answeredRepeats, repeats.all, repeats.allOfSlot),
    ]
    guard let full = tiers.firstIndex(where: { gain[$0.tier, level] > $0.fires }) else {
      return gain
    }
    // Where triggers answer one fire, others may be as good, and better in the tiers that follow.
    for (tier, fires, ofSlot) in tiers[full...] { gain[tier, level] = min(fires, slots * ofSlot) }
    gain[.laterRepeats] = 0
    noteRepeating(slots: slots, in: &gain)
    return gain
  }

  /// Notes the most triggers that there can be, and what they are worth last of all.
  private func noteRepeating(slots: Int, in gain: inout Score) {
    gain[.repeating] = min(slots, triggerCount)
    gain[.provenDays] = min(slots * mostDays, Int(Int32.max))
    gain[.pending] = hasPending ? slots : 0
  }

  /// The most that it gains where each slot answered as much as the best one.
  private func gainByMost(slots: Int) -> Score {
    func fewest(_ fires: Int, each: Int) -> Int { (fires + each - 1) / each }
    var gain = Score()
    gain[.missedNext, level] = hasNext ? 1 : 0
    let soonFirst = min(first.soon, slots * first.soonOfSlot)
    gain[.missedFirst, level] = soonFirst
    var ofFirst = fewest(soonFirst, each: first.soonOfSlot)
    let soonRepeats = min(repeats.soon, (slots - ofFirst) * repeats.soonOfSlot)
    gain[.missedRepeats, level] = soonRepeats
    gain[.bareReminders, level] = 1
    let ofRepeats = fewest(soonRepeats, each: repeats.soonOfSlot)
    let allFirst = min(first.all, (slots - ofRepeats) * first.allOfSlot)
    gain[.answeredFirst, level] = allFirst
    ofFirst = max(ofFirst, fewest(allFirst, each: first.allOfSlot))
    let allRepeats = min(repeats.all, (slots - ofFirst) * repeats.allOfSlot)
    gain[.answeredRepeats, level] = allRepeats
    gain[.laterRepeats] = -numbersServed(answering: allRepeats)
    gain[.slots] = -slots
    noteRepeating(slots: slots, in: &gain)
    return gain
  }

  /// What it gains at most with any number of slots from 1 on.
  ///
  /// With more slots more is answered in each tier, and only what they cost grows, too.
  ///
  /// - Parameter slots: The most slots, at least 1.
  /// - Returns: As much or more than with each number of them.
  func gain(upTo slots: Int) -> Score {
    var most = gain(slots: slots)
    most[.laterRepeats] = 0
    most[.slots] = -1
    return most
  }

  /// The least that the numbers of the repeats add up to, one for each slot, that answer some fires.
  private func numbersServed(answering fires: Int) -> Int {
    var left = fires
    var sum = 0
    for group in repeatCounts where left > 0 {
      sum += min(left, group.fires) * group.number
      left -= group.fires
    }
    return (sum + repeats.allOfSlot - 1) / repeats.allOfSlot
  }
}

extension [FireGroup] {
  /// The group with the next first alert; nil where all are repeats.
  var nextPlace: Int? {
    indices.lazy.filter { self[$0].repetition == 0 }
      .min { (self[$0].instants.first ?? .endOfTime) < (self[$1].instants.first ?? .endOfTime) }
  }
}
