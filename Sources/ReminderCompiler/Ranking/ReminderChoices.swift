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
        + (lowered.covers.lazy.filter { $0.isRight(upTo: instant) }.map(\.slots).min() ?? slots + 1)
    }
  }

  /// The instants at which a choice can begin to be wrong: of first alerts, or of repeats.
  func turningPoints(repeats: Bool) -> [Instant] {
    reminder.streams.filter { ($0.stream.repetition > 0) == repeats }.flatMap { lowered in
      lowered.covers.flatMap { cover in
        [cover.firstMiss, cover.firstUnasked].compactMap { $0 }
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
          ? repeatOptions(index, lowered, demand, asked: reach?.first, beside: choice)
          : firstOptions(index, lowered, demand, hasNext: index == next)
        for option in options where spent + option.slots <= slots {
          var sum = choice
          sum.score = choice.score + option.score
          if option.slots > 0 { sum.streams.append(option.choice) }
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
    return options(index, lowered, demand, asked: demand).map { option in
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
    beside choice: ReminderChoice
  ) -> [Option] {
    let lane = Score.lane(lowered.stream.content.interruptionLevel)
    let alerts = reminder.streams.indices.first {
      let stream = reminder.streams[$0].stream
      return stream.repetition == 0 && stream.recurrenceID == lowered.stream.recurrenceID
        && stream.content == lowered.stream.content
    }
    let alertCover = choice.streams.first { $0.stream == alerts }.map {
      reminder.streams[$0.stream].covers[$0.cover]
    }
    // A repeat is only of use where its first alert fires.
    let useful = options(index, lowered, demand, asked: asked).filter { option in
      lowered.covers[option.choice.cover].hasAlerts(of: lowered.stream, from: alertCover)
    }
    return useful.map { option in
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

  /// The options of a stream: its covers.
  ///
  /// - Parameters:
  ///   - index: The stream.
  ///   - lowered: The stream with its covers.
  ///   - demand: The instant before which no fire may be missed.
  ///   - asked: The instant before which nothing may fire that isn't asked.
  /// - Returns: The options.
  private func options(
    _ index: Int, _ lowered: LoweredStream, _ demand: Instant?, asked: Instant?
  ) -> [Count] {
    var options: [Count] = []
    let total = lowered.stream.instants.count
    for (coverIndex, cover) in lowered.covers.enumerated() {
      if let firstUnasked = cover.firstUnasked, firstUnasked < max(demand ?? .past, asked ?? .past)
      {
        continue
      }
      if let demand, let miss = cover.firstMiss, miss < demand { continue }
      var score = Score()
      score.economy = SIMD4(
        // Where one-shots can't reach as far with all slots, there is nothing to be avoided.
        total > slots ? 0 : Int32(-cover.removals), Int32(-cover.slots),
        Int32(cover.repeating.count), Int32(cover.provenDays))
      options.append(
        (
          StreamChoice(stream: index, cover: coverIndex), cover.slots, score, cover.answered,
          cover.missedBeforeRenewal, cover.firstMiss
        ))
    }
    return options
  }
}

extension Cover {
  /// Whether everything is right before an instant.
  fileprivate func isRight(upTo instant: Instant) -> Bool {
    (firstUnasked.map { $0 >= instant } ?? true) && (firstMiss.map { $0 >= instant } ?? true)
  }

  /// Whether the first alerts of all repeats that the cover answers are answered too.
  ///
  /// - Parameters:
  ///   - stream: The stream of the repeats.
  ///   - alertCover: What answers the first alerts; nil for nothing.
  /// - Returns: Whether none of the repeats would come without its first alert.
  fileprivate func hasAlerts(of stream: FireStream, from alertCover: Cover?) -> Bool {
    if slots == 0 || (alertCover != nil && alertCover?.firstMiss == nil) { return true }
    // A repeating trigger that has to be taken away goes on until then.
    if let firstUnasked, (alertCover?.firstUnasked).map({ $0 > firstUnasked }) ?? true {
      return false
    }
    let own = Set(repeating.flatMap(\.answered)).union(singles)
    let alerts = zip(stream.instants, stream.alerts).compactMap { instant, alert in
      own.contains(instant) ? alert : nil
    }
    guard let last = alerts.max() else { return true }
    guard let alertCover else { return false }
    if let miss = alertCover.firstMiss, last < miss { return true }
    if alertCover.repeating.isEmpty { return false }
    let answered = Set(alertCover.repeating.flatMap(\.answered)).union(alertCover.singles)
    return alerts.allSatisfy(answered.contains)
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
