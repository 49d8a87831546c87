package import CivilTime

/// Holds what a target fires against what calendars ask for: the one place that does, for requests,
/// timers and played apps.
package enum Validation {
  /// Fires of one request.
  package struct Fired: Sendable {
    /// Those that count, ascending.
    let instants: [Instant]
    /// Those from the instant on at which the request has to be taken away: nobody counts on them,
    /// and they answer nothing, even where they happen to be due.
    let overstaying: [Instant]

    /// Parts the fires of a request, ascending, where it has to be taken away; nil for never.
    package init(_ instants: [Instant], removeBy: Instant? = nil) {
      let end =
        removeBy.map { removeBy in instants.partitionPoint { $0 < removeBy } } ?? instants.count
      self.init(Array(instants[..<end]), overstaying: Array(instants[end...]))
    }

    init(_ instants: [Instant], overstaying: [Instant]) {
      self.instants = instants
      self.overstaying = overstaying
    }

    fileprivate func before(_ end: Instant) -> Fired {
      Fired(
        Array(instants.prefix { $0 < end }), overstaying: Array(overstaying.prefix { $0 < end }))
    }
  }

  /// A fire of a request that is an echo.
  package struct Echo: Sendable, Hashable {
    /// The request, as an index into those that were held.
    package let request: Int
    /// The instant.
    package let at: Instant
  }

  /// What became of fires that are answered together.
  package struct Outcome: Sendable {
    /// Fires that are asked for and answered, ascending.
    package var answered: [Instant] = []
    /// For each group of fires that is asked for those that are missed, ascending.
    package var missed: [[Instant]] = []
    /// Fires that nobody asked for, and those that two requests answer at once, ascending.
    package var spurious: [Instant] = []
    /// Fires that are neither, each with the request that fires it first; later ones are spurious.
    package var echoes: [Echo] = []
    /// What that means.
    package var verdict = Verdict()
  }

  /// Holds fires against what is asked for.
  package static func outcome(of fired: [Fired], asked: [AskedFires]) -> Outcome {
    // Beyond the cut nobody knows what is asked for: there nothing is promised.
    let fired = knownUntil(asked).map { cut in fired.map { $0.before(cut) } } ?? fired
    let wanted = asked.count == 1 ? asked[0].instants : Set(asked.flatMap(\.instants)).sorted()
    let echoes = Set(asked.flatMap(\.echoes))
    var outcome = matched(
      fired.map(\.instants), wanted,
      echoes: asked.count == 1 ? echoes : echoes.subtracting(wanted))
    let missed = outcome.missed.first ?? []
    outcome.spurious = (outcome.spurious + fired.flatMap(\.overstaying)).sorted()
    if asked.count > 1 {
      let isMissed = Set(missed)
      outcome.missed = asked.map { $0.instants.filter(isMissed.contains) }
    }
    outcome.verdict = Verdict(outcome, asked)
    return outcome
  }

  /// Up to where it is known what is asked for; nil where that is the horizon.
  static func knownUntil(_ asked: [AskedFires]) -> Instant? {
    let cuts = asked.compactMap(\.cut)
    return cuts.count == asked.count ? cuts.max() : nil
  }

  /// Matches fires with what is wanted; what is missed is one list.
  private static func matched(
    _ fired: [[Instant]], _ wanted: [Instant], echoes: Set<Instant>
  ) -> Outcome {
    var outcome = Outcome()
    var fires: [Instant] = []
    // Each may be fired once.
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
    // Most reminders of a large calendar get no slot: what they miss is their list as it is.
    guard !fires.isEmpty else {
      outcome.missed = [wanted]
      return outcome
    }
    fires.sort()
    var missed: [Instant] = []
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
        missed.append(instant)
      }
    }
    outcome.spurious += fires[index...]
    outcome.missed = [missed]
    return outcome
  }
}

/// Fires that are asked for as one: what a group of fires is to validation.
package struct AskedFires: Sendable {
  /// The fires after now and before the horizon, ascending and without repeats.
  package let instants: [Instant]
  /// The instants in the same range that may be fired once and need not, none of them asked for.
  package let echoes: [Instant]
  /// Whether they are repeats of alerts.
  package let isRepeat: Bool
  /// Where the look at them was cut short; from there on nothing is known.
  package let cut: Instant?

  /// Names fires.
  package init(
    _ instants: [Instant], echoes: [Instant] = [], isRepeat: Bool = false, cut: Instant? = nil
  ) {
    self.instants = instants
    self.echoes = echoes
    self.isRepeat = isRepeat
    self.cut = cut
  }
}

extension FireGroup {
  /// The fires that the group asks for.
  package var asked: AskedFires {
    AskedFires(instants, echoes: echoes, isRepeat: repetition > 0, cut: cut)
  }
}
