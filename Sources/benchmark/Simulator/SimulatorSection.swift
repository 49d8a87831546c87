import CivilTime
import NotificationTriggers
import ReminderCompiler
import SeededRandom

/// The simulator of triggers beside Foundation's search, whose answers it has to give.
enum SimulatorSection {
  private static let zoneNames = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "GMT",
  ]
  private static let questionsAway = 1_000
  private static let questionsNear = 250

  /// How many times as fast as Foundation the simulator is to be, away from clock changes.
  private static let promisedFactor = 100.0

  /// The most differing answers that are shown.
  private static let shownMismatches = 5

  /// Measures, and prints what came out.
  ///
  /// - Throws: Where Foundation lacks a zone.
  /// - Returns: Whether all answers were Foundation's.
  static func run() throws -> Bool {
    var random = SplitMix(seed: Conditions.seed)
    let zones = try zoneNames.map { name throws(BenchmarkError) in
      guard let zone = ZoneDatabase().zone(named: name) else { throw .noZone(name) }
      return zone
    }
    var table = TextTable(
      .words("trigger"), .words("zone"), .numbers("ns"), .numbers("Foundation"),
      .numbers("factor"), .numbers("near: ns"), .numbers("Foundation"),
      .numbers("factor"))
    var comparisons: [Question.Place: [SpeedComparison]] = [:]
    for shape in TriggerShape.allCases {
      for zone in zones {
        let away = comparison(shape, zone, .awayFromChanges, questionsAway, &random)
        let near = comparison(shape, zone, .nearChange, questionsNear, &random)
        table.add(
          zone == zones.first ? shape.rawValue : "", zone.identifier,
          cell(away?.simulator), cell(away?.foundation), cell(away?.factor),
          cell(near?.simulator), cell(near?.foundation), cell(near?.factor))
        comparisons[.awayFromChanges, default: []] += [away].compactMap(\.self)
        comparisons[.nearChange, default: []] += [near].compactMap(\.self)
      }
    }
    print(
      """
      Simulator: nanoseconds for the next fire, beside Foundation's Calendar.nextDate; at the right,
      asked near a clock change
      """)
    print(table.text)
    print(summary("away from clock changes", comparisons[.awayFromChanges] ?? []), terminator: "")
    print("; promised is \(Quantity.count(Int(promisedFactor)))")
    print(summary("near clock changes", comparisons[.nearChange] ?? []))
    return report(comparisons.values.flatMap(\.self))
  }

  private static func comparison(
    _ shape: TriggerShape, _ zone: Zone, _ place: Question.Place, _ count: Int,
    _ random: inout SplitMix
  ) -> SpeedComparison? {
    SpeedComparison(
      Question.questions(count, shape, in: zone, place, using: &random), in: zone)
  }

  private static func cell(_ number: Double?) -> String {
    number.map { Quantity.threeDigits($0) } ?? Quantity.none
  }

  private static func summary(_ place: String, _ comparisons: [SpeedComparison]) -> String {
    let factors = comparisons.map(\.factor)
    return "\(place): at least \(cell(factors.min())) times as fast, median \(cell(factors.median))"
  }

  /// Says whether the answers are the same.
  private static func report(_ comparisons: [SpeedComparison]) -> Bool {
    let count = comparisons.reduce(0) { $0 + $1.answerCount }
    let mismatches = comparisons.flatMap(\.mismatches)
    guard !mismatches.isEmpty else {
      print("answers: \(Quantity.count(count)) compared, all the same")
      return true
    }
    print("answers: \(Quantity.count(mismatches.count)) of \(Quantity.count(count)) differ")
    for mismatch in mismatches.prefix(shownMismatches) { print("  \(mismatch)") }
    return false
  }
}
