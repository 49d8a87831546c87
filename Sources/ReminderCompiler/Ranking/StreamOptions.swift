import CivilTime
import NotificationTriggers

/// The ways to spend slots on one stream, and what each is worth by itself.
struct StreamOptions: Sendable {
  /// The stream, as an index into the reminder's.
  let index: Int
  /// The stream with its covers.
  let lowered: LoweredStream
  private let slots: Int
  private let pending: PendingIdentifiers

  /// One of the ways.
  struct Option {
    let choice: StreamChoice
    let slots: Int
    let score: Score
  }

  /// Makes the options of a stream.
  ///
  /// - Parameters:
  ///   - index: The stream, as an index into the reminder's.
  ///   - lowered: The stream with its covers.
  ///   - options: The slots, and what is pending.
  init(_ index: Int, _ lowered: LoweredStream, _ options: CompilerOptions) {
    self.index = index
    self.lowered = lowered
    slots = options.slots
    // Most streams have nothing pending; asking once for all spares them their identifiers.
    pending =
      options.pending.hasOne(withPrefix: lowered.stream.identifierPrefix)
      ? options.pending : PendingIdentifiers()
  }

  /// Whether the fires are repeats.
  var isRepeat: Bool { lowered.stream.repetition > 0 }

  /// The first fire.
  var first: Instant { lowered.stream.instants.first ?? .endOfTime }

  /// The ways that a demand leaves.
  ///
  /// - Parameters:
  ///   - demand: The instant before which no fire may be missed.
  ///   - asked: The instant before which nothing may fire that isn't asked.
  ///   - renewal: The next renewal.
  ///   - isNext: Whether the first fire is the reminder's next first alert.
  /// - Returns: The ways, in the order of the covers.
  func options(
    _ demand: Instant?, asked: Instant?, renewal: Instant, isNext: Bool
  ) -> [Option] {
    let lane = Score.lane(lowered.stream.content.interruptionLevel)
    let stream = lowered.stream
    var options: [Option] = []
    options.reserveCapacity(lowered.covers.count)
    for (coverIndex, cover) in lowered.covers.enumerated() {
      if let unasked = cover.firstUnasked, unasked < max(demand ?? .past, asked ?? .past) {
        continue
      }
      if let demand, let miss = cover.firstMiss, miss < demand { continue }
      var score = Score()
      if isRepeat {
        score.missedRepeats[lane] = Int32(-cover.missedBeforeRenewal)
        score.answeredRepeats[lane] = Int32(cover.answered)
        score.economy[Score.Economy.laterRepeats] =
          Int32(-cover.slots * min(stream.repetition, StreamOptions.laterRepeat))
      } else {
        score.missedFirst[lane] = Int32(-cover.missedBeforeRenewal)
        score.answeredFirst[lane] = Int32(cover.answered)
        if isNext, let miss = cover.firstMiss, miss < renewal, miss == stream.instants.first {
          score.missedNext[lane] = -1
        }
      }
      // Where one-shots can't reach as far with all slots, there is nothing to be avoided.
      score.economy[Score.Economy.removals] =
        stream.instants.count > slots ? 0 : Int32(-cover.removals)
      score.economy[Score.Economy.slots] = Int32(-cover.slots)
      score.economy[Score.Economy.repeating] = Int32(cover.repeating.count)
      score.economy[Score.Economy.provenDays] = Int32(cover.provenDays)
      if !pending.isEmpty {
        score.economy[Score.Economy.kept] = Int32(
          identifiers(ofCover: coverIndex).count(where: pending.contains))
      }
      options.append(
        Option(
          choice: StreamChoice(stream: index, cover: coverIndex), slots: cover.slots, score: score))
    }
    return options
  }

  /// The number from which on repeats count as equally late, so that sums stay small.
  private static let laterRepeat = 65_535

  /// The identifiers of the requests of a cover.
  func identifiers(ofCover index: Int) -> [String] {
    let cover = lowered.covers[index]
    return cover.repeating.map { lowered.stream.identifier(form: $0.proven.form) }
      + cover.singles.map { lowered.stream.identifier(form: $0.basicFormat) }
  }
}

extension Cover {
  /// Whether everything is right before an instant.
  func isRight(upTo instant: Instant) -> Bool {
    (firstUnasked.map { $0 >= instant } ?? true) && (firstMiss.map { $0 >= instant } ?? true)
  }
}

extension Instant {
  /// Before everything.
  fileprivate static let past = Instant(secondsSince1970: .min)
}
