import CivilTime
import NotificationTriggers

/// The simulator and Foundation on the same questions.
struct SpeedComparison {
  /// Nanoseconds for one answer of the simulator.
  let simulator: Double
  /// Nanoseconds for one answer of Foundation.
  let foundation: Double
  /// How many answers were compared.
  let answerCount: Int
  /// The questions that the two answer differently, and how.
  let mismatches: [String]

  /// How many times as fast the simulator is.
  var factor: Double { foundation / simulator }

  /// How often the simulator goes through all questions between two looks at the clock.
  private static let repetitions = 20
  /// How often each is measured.
  private static let simulatorRuns = 5
  private static let foundationRuns = 3

  /// Measures; nil without questions, or where Foundation does not know the zone.
  init?(_ questions: [Question], in zone: Zone) {
    guard !questions.isEmpty,
      let search = FoundationSearch(questions, zoneNamed: zone.identifier)
    else { return nil }
    let expected = Stopwatch.best(of: SpeedComparison.foundationRuns) { search.answers() }
    // A sum that is looked at, so that no answer can be left out.
    let sum = Stopwatch.best(of: SpeedComparison.simulatorRuns) {
      var sum = 0
      for _ in 0..<SpeedComparison.repetitions {
        for question in questions {
          sum &+= question.answer(onDeviceIn: zone)?.secondsSince1970 ?? 0
        }
      }
      return sum
    }
    let answers = questions.map { $0.answer(onDeviceIn: zone) }
    let expectedSum = answers.reduce(0) { $0 &+ ($1?.secondsSince1970 ?? 0) }
    precondition(sum.result == expectedSum &* SpeedComparison.repetitions)
    let count = Double(questions.count)
    simulator = sum.time / .nanoseconds(1) / count / Double(SpeedComparison.repetitions)
    foundation = expected.time / .nanoseconds(1) / count
    answerCount = questions.count
    mismatches = zip(questions, zip(answers, expected.result)).compactMap { question, answers in
      let (own, other) = (answers.0, answers.1.map { Instant($0) })
      guard own != other else { return nil }
      return "\(question.trigger.pattern) in \(zone.identifier) after \(question.base): "
        + "\(own?.description ?? "never"), Foundation \(other?.description ?? "never")"
    }
  }
}
