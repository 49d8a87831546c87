import CivilTime

/// When the alarms of occurrences are due that an RDATE gives an end of their own (a PERIOD).
struct PeriodTimings: Sendable {
  private var timings: [Instant: AlarmTiming] = [:]
  /// Of each kind of length the shortest and the longest.
  ///
  /// Between their alarms lie those of all others. There can be as many periods as the file has room
  /// for, and each look for each alarm asks.
  private(set) var extremes: [AlarmTiming] = []
  /// The zones in which they end, each once.
  private(set) var endZones: Set<Zone> = []

  /// Gives an occurrence an end of its own.
  ///
  /// - Parameters:
  ///   - timing: When its alarms are due.
  ///   - start: Its original start; of equal ones the last counts.
  mutating func set(_ timing: AlarmTiming, ofOccurrenceAt start: Instant) {
    timings[start] = timing
    endZones.insert(timing.endZone)
    let (same, others) = (
      extremes.filter { $0.isNominal == timing.isNominal } + [timing],
      extremes.filter { $0.isNominal != timing.isNominal }
    )
    extremes =
      others
      + [
        same.min { $0.nominalLength < $1.nominalLength },
        same.max { $0.nominalLength < $1.nominalLength },
      ].compactMap { $0 }
  }

  /// Whether no occurrence has an end of its own.
  var isEmpty: Bool { timings.isEmpty }

  /// The original starts of those that have one.
  var starts: [Instant] { Array(timings.keys) }

  /// The timing of an occurrence with an end of its own; nil for any other.
  subscript(start: Instant) -> AlarmTiming? { timings[start] }
}
