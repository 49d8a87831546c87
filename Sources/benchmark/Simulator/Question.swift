import CivilTime
import NotificationTriggers
import SeededRandom

/// A trigger, and the instant after which its next fire is asked for.
struct Question {
  let trigger: CalendarTrigger
  let base: Instant

  /// Where a question's instant and answer lie.
  enum Place: CaseIterable {
    /// Days from any clock change, both of them: nearly every question of a compilation.
    case awayFromChanges
    /// The instant within a day or so of a clock change, where the answer has to be searched.
    case nearChange
  }

  /// Ten years from 2026-01-01T00:00:00Z.
  private static let instants =
    Instant(secondsSince1970: 1_767_225_600)..<Instant(secondsSince1970: 2_082_758_400)

  /// How far away is away, in seconds: two days, more than the simulator's own margin.
  private static let distanceAway = 2 * 86_400
  /// How near is near, in seconds: within the simulator's own margin.
  private static let distanceNear = CalendarPattern.marginAroundTransitions
  /// How far ahead the days are that patterns name, in seconds: a year and a month.
  private static let lookAhead = 400 * 86_400

  /// Makes questions of one shape in one zone.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - shape: Which components their triggers name.
  ///   - zone: The zone whose wall clock is read.
  ///   - place: Where they lie.
  ///   - random: The source of everything about them.
  /// - Returns: None near the clock changes of a zone without any.
  static func questions(
    _ count: Int, _ shape: TriggerShape, in zone: Zone, _ place: Place, using random: inout SplitMix
  ) -> [Question] {
    let changes = Array(zone.transitions(in: instants))
    guard place == .awayFromChanges || !changes.isEmpty else { return [] }
    var questions: [Question] = []
    while questions.count < count {
      let change = place == .nearChange ? random.pick(changes)?.instant : nil
      let base =
        change.map { $0 + random.number(-distanceNear + 1...distanceNear - 1) }
        ?? instants.lowerBound + random.number(0...instants.upperBound - instants.lowerBound - 1)
      // Near a change, half of the patterns name a time of the hours about it.
      let named =
        if let change, random.oneIn(2) { change + random.number(-7_200...7_200) } else {
          base + random.number(0...lookAhead)
        }
      let civil = zone.civil(at: named)
      guard let pattern = shape.pattern(at: civil, using: &random),
        // A date that has passed never fires, though Foundation takes long to say so.
        !pattern.isOnce || zone.civil(at: base) < civil,
        let trigger = CalendarTrigger(pattern: pattern, zone: .pinned(zone))
      else { continue }
      let question = Question(trigger: trigger, base: base)
      if place == .nearChange || question.isAway(from: changes, in: zone) {
        questions.append(question)
      }
    }
    return questions
  }

  /// Our answer.
  func answer(onDeviceIn zone: Zone) -> Instant? {
    trigger.nextFire(after: base, deviceZone: zone)
  }

  private func isAway(from changes: [Zone.Transition], in zone: Zone) -> Bool {
    guard let answer = answer(onDeviceIn: zone) else { return false }
    return [base, answer].allSatisfy { instant in
      zone.transitions(
        in: instant - Question.distanceAway..<instant + Question.distanceAway
      ).isEmpty
    }
  }
}
