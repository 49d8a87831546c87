package import CivilTime

/// A request as validation sees it: nothing but its fires.
///
/// Every back-end is a target of this kind, so that validation knows none of them.
package protocol SimulatedRequest {
  /// When the request has to be taken away: its fires from then on count as not asked for.
  var removeBy: Instant? { get }
  /// All fires strictly after an instant and before another, ascending, of a request that is added
  /// at the former.
  func simulatedFires(addedAt start: Instant, until end: Instant) -> [Instant]
}

/// Holds what requests fire against what a group asks for.
package enum Validation {
  /// What became of a group.
  package struct Outcome: Sendable {
    /// Fires that are asked for and answered.
    package var answered: [Instant] = []
    /// Fires that are asked for and missed.
    package var missed: [Instant] = []
    /// Fires that nobody asked for, and those that two requests answer at once.
    package var spurious: [Instant] = []
    /// Fires that are neither, each with the request that fires it first; later ones are spurious.
    package var echoes: [Echo] = []
  }

  /// A fire of a request that is an echo.
  package struct Echo: Sendable, Hashable {
    /// The request, as an index into those that were simulated.
    package let request: Int
    /// The instant.
    package let at: Instant
  }

  /// Simulates the requests of a group.
  ///
  /// - Parameters:
  ///   - requests: The requests.
  ///   - wanted: The fires that are asked for in the window, ascending and without repeats.
  ///   - echoes: The instants that may be fired once and need not, none of them wanted.
  ///   - window: From the instant of adding to the horizon.
  /// - Returns: What is answered, missed and spurious, and what are echoes.
  package static func outcome(
    of requests: [some SimulatedRequest], wanted: [Instant], echoes: [Instant] = [],
    window: Range<Instant>
  ) -> Outcome {
    var fires: [[Instant]] = []
    var overstaying: [Instant] = []
    for request in requests {
      let all = request.simulatedFires(addedAt: window.lowerBound, until: window.upperBound)
      let asked = request.removeBy.map { removeBy in all.partitionPoint { $0 < removeBy } }
      fires.append(asked.map { Array(all[..<$0]) } ?? all)
      if let asked { overstaying += all[asked...] }
    }
    var outcome = outcome(of: fires, wanted: wanted, echoes: echoes)
    outcome.spurious = (outcome.spurious + overstaying).sorted()
    return outcome
  }

  /// Holds what was fired against what is asked for.
  ///
  /// The one place that does, whatever fired it.
  ///
  /// - Parameters:
  ///   - fired: The fires of each request, ascending.
  ///   - wanted: The fires that are asked for, ascending and without repeats.
  ///   - echoes: The instants that may be fired once and need not, none of them wanted.
  /// - Returns: What is answered, missed and spurious, and what are echoes.
  static func outcome(of fired: [[Instant]], wanted: [Instant], echoes: [Instant]) -> Outcome {
    var outcome = Outcome()
    var fires: [Instant] = []
    var unheard = Set(echoes)
    for (request, own) in fired.enumerated() {
      guard !unheard.isEmpty else {
        fires += own
        continue
      }
      for fire in own {
        if unheard.remove(fire) != nil {
          outcome.echoes.append(Echo(request: request, at: fire))
        } else {
          fires.append(fire)
        }
      }
    }
    fires.sort()
    var index = 0
    for instant in wanted {
      while index < fires.count, fires[index] < instant {
        outcome.spurious.append(fires[index])
        index += 1
      }
      if index < fires.count, fires[index] == instant {
        outcome.answered.append(instant)
        index += 1
      } else {
        outcome.missed.append(instant)
      }
    }
    outcome.spurious += fires[index...]
    return outcome
  }
}

extension Verdict {
  /// The verdict on one group.
  ///
  /// - Parameters:
  ///   - outcome: What became of the group.
  ///   - isRepeat: Whether the group is one of repeats.
  ///   - cut: Where the look at the fires was cut short.
  package init(_ outcome: Validation.Outcome, isRepeat: Bool, cut: Instant?) {
    spurious = outcome.spurious.count
    echoes = outcome.echoes.count
    // What nobody asked for is wrong, whichever group fires it.
    exactUntil = outcome.spurious.first
    let missed = [outcome.missed.first, cut].compactMap { $0 }.min()
    if isRepeat {
      missedRepeats = outcome.missed.count
      repeatsUntil = Verdict.earlier(missed, outcome.spurious.first)
    } else {
      missedFirst = outcome.missed.count
      exactUntil = Verdict.earlier(missed, exactUntil)
    }
  }
}
