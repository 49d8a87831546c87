import CivilTime
import NotificationTriggers

/// All ways to spend slots on one reminder that can be part of a best plan.
///
/// For each number of slots the one that is worth most is kept: scores add up over reminders, so
/// no other way with as many slots can do better in any plan.
struct ReminderChoices: Sendable {
  private let reminder: LoweredReminder
  private let renewal: Instant
  private let slots: Int

  /// Makes the choices of a reminder.
  init(_ reminder: LoweredReminder, renewal: Instant, slots: Int) {
    self.reminder = reminder
    self.renewal = renewal
    self.slots = slots
  }

  /// The fewest slots with which first alerts or repeats are right up to an instant.
  ///
  /// - Parameters:
  ///   - instant: The instant.
  ///   - repeats: Whether repeats are meant rather than first alerts.
  /// - Returns: The number of slots; more than any plan has where it can't be done.
  func fewestSlots(upTo instant: Instant, repeats: Bool) -> Int {
    reminder.streams.reduce(0) { sum, lowered in
      guard (lowered.stream.repetition > 0) == repeats else { return sum }
      return sum
        + (lowered.covers.compactMap { $0.slots(upTo: instant) }.min() ?? slots + 1)
    }
  }

  /// The instants at which a choice can begin to be wrong: of first alerts, or of repeats.
  func turningPoints(repeats: Bool) -> [Instant] {
    reminder.streams.filter { ($0.stream.repetition > 0) == repeats }.flatMap { lowered in
      lowered.covers.flatMap { cover in
        cover.singles.prefix(slots + 1) + (cover.firstUnasked.map { [$0] } ?? [])
      }
    }
  }

  /// For each number of slots the best choice, nil where there is none.
  ///
  /// - Parameter reach: How far a choice has to be right; nil for no demand.
  /// - Returns: Choices by number of slots, from 0.
  func best(_ reach: Reach?) -> [ReminderChoice?] {
    let next = reminder.streams.indices.filter { reminder.streams[$0].stream.repetition == 0 }
      .min { reminder.streams[$0].stream.first < reminder.streams[$1].stream.first }
    var choices: [ReminderChoice?] = [ReminderChoice()]
    for (index, lowered) in reminder.streams.enumerated() {
      let isRepeat = lowered.stream.repetition > 0
      let demand = isRepeat ? reach?.repeats : reach?.first
      var combined: [ReminderChoice?] = []
      for (spent, choice) in choices.enumerated() {
        guard let choice else { continue }
        let options =
          isRepeat
          ? repeatOptions(
            index, lowered, demand, asked: reach?.first, firstMiss: choice.firstMiss)
          : firstOptions(index, lowered, demand, hasNext: index == next)
        for option in options where spent + option.slots <= slots {
          var sum = choice
          sum.score = choice.score + option.score
          if option.slots > 0 { sum.streams.append(option.choice) }
          if !isRepeat { sum.firstMiss = Verdict.earlier(choice.firstMiss, option.miss) }
          combined.offer(sum, slots: spent + option.slots)
        }
      }
      choices = combined
    }
    let level = reminder.streams.map(\.stream.content.interruptionLevel).max() ?? .active
    for (slots, choice) in choices.enumerated() where choice != nil {
      if choice?.streams.isEmpty == true {
        choices[slots]?.score.bareReminders[Score.lane(level)] -= 1
      }
    }
    return choices
  }

  private struct Option {
    let choice: StreamChoice
    let slots: Int
    let score: Score
    /// The first fire that is missed.
    let miss: Instant?
  }

  private func firstOptions(
    _ index: Int, _ lowered: LoweredStream, _ demand: Instant?, hasNext: Bool
  ) -> [Option] {
    let lane = Score.lane(lowered.stream.content.interruptionLevel)
    return options(index, lowered, demand, asked: demand, available: .max).map { option in
      var score = option.score
      score.missedFirst[lane] = Int32(-option.missedBeforeRenewal)
      score.answeredFirst[lane] = Int32(option.answered)
      if hasNext, let miss = option.miss, miss < renewal, miss == lowered.stream.instants.first {
        score.missedNext[lane] = -1
      }
      return Option(choice: option.choice, slots: option.slots, score: score, miss: option.miss)
    }
  }

  private func repeatOptions(
    _ index: Int, _ lowered: LoweredStream, _ demand: Instant?, asked: Instant?,
    firstMiss: Instant?
  ) -> [Option] {
    let lane = Score.lane(lowered.stream.content.interruptionLevel)
    // A repeat is only of use where its first alert fires.
    let available = firstMiss.map { miss in
      lowered.stream.instants.partitionPoint { $0 < miss }
    }
    return options(index, lowered, demand, asked: asked, available: available ?? .max).map {
      option in
      var score = option.score
      score.missedRepeats[lane] = Int32(-option.missedBeforeRenewal)
      score.answeredRepeats[lane] = Int32(option.answered)
      return Option(choice: option.choice, slots: option.slots, score: score, miss: option.miss)
    }
  }

  private typealias Count = (
    choice: StreamChoice, slots: Int, score: Score, answered: Int, missedBeforeRenewal: Int,
    miss: Instant?
  )

  /// The options of a stream: each cover with each number of its one-shots.
  ///
  /// - Parameters:
  ///   - index: The stream.
  ///   - lowered: The stream with its covers.
  ///   - demand: The instant before which no fire may be missed.
  ///   - asked: The instant before which nothing may fire that isn't asked.
  ///   - available: How many of the stream's fires are of use.
  /// - Returns: The options.
  private func options(
    _ index: Int, _ lowered: LoweredStream, _ demand: Instant?, asked: Instant?, available: Int
  ) -> [Count] {
    var options: [Count] = []
    let total = lowered.stream.instants.count
    for (coverIndex, cover) in lowered.covers.enumerated() {
      // A repeating trigger can't stop where the first alerts do.
      if available < total, !cover.repeating.isEmpty { continue }
      if let firstUnasked = cover.firstUnasked, firstUnasked < max(demand ?? .past, asked ?? .past)
      {
        continue
      }
      let repeatingCount = cover.repeating.count
      guard repeatingCount <= slots else { continue }
      // Where one-shots can't reach as far with all slots, there is nothing to be avoided.
      let removalCount =
        total > slots ? 0 : Int32(cover.repeating.count { $0.removeBy != nil })
      let beforeRenewal = cover.singles.partitionPoint { $0 < renewal }
      let provenDays = cover.repeating.reduce(0) {
        $0 + $1.provenUntil.secondsSince1970 / 86_400
      }
      for count in 0...min(cover.singles.count, slots - repeatingCount, available) {
        let miss = count < cover.singles.count ? cover.singles[count] : nil
        if let demand, let miss, miss < demand { continue }
        var score = Score()
        score.economy = SIMD4(
          -removalCount, Int32(-(repeatingCount + count)), Int32(repeatingCount),
          Int32(provenDays))
        options.append(
          (
            StreamChoice(stream: index, cover: coverIndex, singleCount: count),
            repeatingCount + count, score, total - cover.singles.count + count,
            max(0, beforeRenewal - count), miss
          ))
      }
    }
    return options
  }
}

extension Cover {
  /// The slots with which the cover is right up to an instant; nil where it can't be.
  fileprivate func slots(upTo instant: Instant) -> Int? {
    if let firstUnasked, firstUnasked < instant { return nil }
    return repeating.count + singles.partitionPoint { $0 < instant }
  }
}

extension Instant {
  /// Before everything.
  fileprivate static let past = Instant(secondsSince1970: .min)
}

extension FireStream {
  /// The first fire, for comparing; a stream without one comes last.
  fileprivate var first: Int { instants.first?.secondsSince1970 ?? .max }
}

extension [ReminderChoice?] {
  /// Keeps a choice where it is the best with its number of slots so far.
  mutating func offer(_ choice: ReminderChoice, slots: Int) {
    while count <= slots { append(nil) }
    if let other = self[slots], other.score >= choice.score { return }
    self[slots] = choice
  }
}
