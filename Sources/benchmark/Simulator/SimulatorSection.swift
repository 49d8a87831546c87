import CivilTime
import NotificationTriggers
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
    var random = SplitMix(seed: Benchmark.seed)
    let zones = try zoneNames.map { name throws(BenchmarkError) in
      guard let zone = ZoneDatabase().zone(named: name) else { throw .noZone(name) }
      return zone
    }
    var table = TextTable(
      .words("trigger"), .words("zone"), .numbers("ns"), .numbers("Foundation"),
      .numbers("factor"), .numbers("near: ns"), .numbers("Foundation"),
      .numbers("factor"))
    var contests: [Question.Place: [Contest]] = [:]
    for shape in TriggerShape.allCases {
      for zone in zones {
        let away = contest(shape, zone, .awayFromChanges, questionsAway, &random)
        let near = contest(shape, zone, .nearChange, questionsNear, &random)
        table.add(
          zone == zones.first ? shape.rawValue : "", zone.identifier,
          cell(away?.simulator), cell(away?.foundation), cell(away?.factor),
          cell(near?.simulator), cell(near?.foundation), cell(near?.factor))
        contests[.awayFromChanges, default: []] += [away].compactMap(\.self)
        contests[.nearChange, default: []] += [near].compactMap(\.self)
      }
    }
    print(
      """
      Simulator: nanoseconds for the next fire, beside Foundation's Calendar.nextDate; at the right,
      asked near a clock change
      """)
    print(table.text)
    print(summary("away from clock changes", contests[.awayFromChanges] ?? []), terminator: "")
    print("; promised is \(Quantity.count(Int(promisedFactor)))")
    print(summary("near clock changes", contests[.nearChange] ?? []))
    return report(contests.values.flatMap(\.self))
  }

  private static func contest(
    _ shape: TriggerShape, _ zone: Zone, _ place: Question.Place, _ count: Int,
    _ random: inout SplitMix
  ) -> Contest? {
    Contest(
      Question.questions(count, shape, in: zone, place, using: &random), in: zone)
  }

  private static func cell(_ number: Double?) -> String {
    number.map { Quantity.threeDigits($0) } ?? Quantity.none
  }

  private static func summary(_ place: String, _ contests: [Contest]) -> String {
    let factors = contests.map(\.factor)
    return "\(place): at least \(cell(factors.min())) times as fast, median \(cell(factors.median))"
  }

  /// Says whether the answers are the same.
  private static func report(_ contests: [Contest]) -> Bool {
    let count = contests.reduce(0) { $0 + $1.answerCount }
    let mismatches = contests.flatMap(\.mismatches)
    guard !mismatches.isEmpty else {
      print("answers: \(Quantity.count(count)) compared, all the same")
      return true
    }
    print("answers: \(Quantity.count(mismatches.count)) of \(Quantity.count(count)) differ")
    for mismatch in mismatches.prefix(shownMismatches) { print("  \(mismatch)") }
    return false
  }
}
