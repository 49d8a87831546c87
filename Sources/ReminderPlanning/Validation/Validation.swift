package import CivilTime
package import ReminderExpansion

/// Compares the fires of a target with the expected ones.
///
/// All comparisons are made here: for requests, timers and simulated apps.
package enum Validation {
  /// The fires of one request.
  package struct RequestFires: Sendable {
    /// The fires before the request must be removed, ascending.
    let instants: [Instant]
    /// The fires from the instant on at which the request must be removed.
    ///
    /// They are unexpected and answer nothing, even if they coincide with expected fires.
    let overstaying: [Instant]

    /// Splits the fires of a request, which must be ascending, at its removal; nil for never.
    package init(_ instants: [Instant], removeBy: Instant? = nil) {
      let end =
        removeBy.map { removeBy in instants.partitionPoint { $0 < removeBy } } ?? instants.count
      self.init(Array(instants[..<end]), overstaying: Array(instants[end...]))
    }

    package init(_ instants: [Instant], overstaying: [Instant]) {
      self.instants = instants
      self.overstaying = overstaying
    }

    fileprivate func before(_ end: Instant) -> RequestFires {
      RequestFires(
        Array(instants.prefix { $0 < end }), overstaying: Array(overstaying.prefix { $0 < end }))
    }
  }

  /// An echo that a request fires.
  package struct Echo: Sendable, Hashable {
    package let request: Int
    package let at: Instant
  }

  /// The result of comparing fires that are answered together.
  package struct Outcome: Sendable {
    /// The expected fires that are answered, ascending.
    package var answered: [Instant] = []
    /// For each group of expected fires, the missed ones, ascending.
    package var missed: [[Instant]] = []
    /// The unexpected fires, including those that two requests answer at once, ascending.
    package var unexpected: [Instant] = []
    /// The echoes that fire, each with the first request that fires it.
    ///
    /// Later fires of the same echo are unexpected.
    package var echoes: [Echo] = []
    package var verdict = Verdict()
  }

  /// Compares fires of requests with the expected fires of groups.
  package static func outcome(of fired: [RequestFires], expected: [ExpectedFires]) -> Outcome {
    // Beyond the cut the expected fires are unknown, so nothing is promised there.
    let fired = knownUntil(expected).map { cut in fired.map { $0.before(cut) } } ?? fired
    let due =
      expected.count == 1 ? expected[0].instants : Set(expected.flatMap(\.instants)).sorted()
    let echoes = Set(expected.flatMap(\.echoes))
    var outcome = matched(
      fired.map(\.instants), due: due,
      echoes: expected.count == 1 ? echoes : echoes.subtracting(due))
    let missed = outcome.missed.first ?? []
    outcome.unexpected = (outcome.unexpected + fired.flatMap(\.overstaying)).sorted()
    if expected.count > 1 {
      let isMissed = Set(missed)
      outcome.missed = expected.map { $0.instants.filter(isMissed.contains) }
    }
    outcome.verdict = Verdict(outcome, expected: expected)
    return outcome
  }

  /// Returns the end of the known fires: the latest cut if all groups have one; nil for the
  /// horizon.
  static func knownUntil(_ expected: [ExpectedFires]) -> Instant? {
    let cuts = expected.compactMap(\.cut)
    return cuts.count == expected.count ? cuts.max() : nil
  }

  /// Compares fires with the expected ones.
  ///
  /// All missed fires are in one list.
  private static func matched(
    _ fired: [[Instant]], due: [Instant], echoes: Set<Instant>
  ) -> Outcome {
    var outcome = Outcome()
    var fires: [Instant] = []
    // Each echo may fire once.
    var echoesLeft = echoes
    for (request, own) in fired.enumerated() {
      guard !echoesLeft.isEmpty else {
        fires += own
        continue
      }
      for fire in own {
        if echoesLeft.remove(fire) != nil {
          outcome.echoes.append(Echo(request: request, at: fire))
        } else {
          fires.append(fire)
        }
      }
    }
    // Most reminders of a large calendar get no slot, so their list is used without a copy.
    guard !fires.isEmpty else {
      outcome.missed = [due]
      return outcome
    }
    fires.sort()
    var missed: [Instant] = []
    var index = 0
    for instant in due {
      while index < fires.count, fires[index] < instant {
        outcome.unexpected.append(fires[index])
        index += 1
      }
      if index < fires.count, fires[index] == instant {
        outcome.answered.append(instant)
        index += 1
      } else {
        missed.append(instant)
      }
    }
    outcome.unexpected += fires[index...]
    outcome.missed = [missed]
    return outcome
  }
}

/// The expected fires of a group, as validation compares them.
package struct ExpectedFires: Sendable {
  /// The fires after now and before the horizon, ascending and without duplicates.
  package let instants: [Instant]
  /// The echoes in the same range, each of which may fire once.
  ///
  /// They are disjoint from `instants`.
  package var echoes: [Instant] = []
  package var isRepeat = false
  /// The instant at which the search for fires stopped early; later ones are unknown.
  ///
  /// It is nil if the search did not stop early.
  package var cut: Instant?

  package init(
    instants: [Instant], echoes: [Instant] = [], isRepeat: Bool = false, cut: Instant? = nil
  ) {
    self.instants = instants
    self.echoes = echoes
    self.isRepeat = isRepeat
    self.cut = cut
  }
}

extension FireGroup {
  package var expected: ExpectedFires {
    ExpectedFires(instants: instants, echoes: echoes, isRepeat: repetition > 0, cut: cut)
  }
}
