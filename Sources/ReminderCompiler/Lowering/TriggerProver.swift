import CivilTime
import NotificationTriggers

/// Proves that triggers are sound: that they fire nothing that their group doesn't ask for.
///
/// The proof is by simulation, fire by fire, up to where it is known what is asked for; a fire that
/// nobody asked for is the counterexample. What the search found is not taken on trust.
struct TriggerProver: Sendable {
  /// The fires that are asked for, and the echoes, each ascending.
  private let wanted: [Instant]
  private let allowedEchoes: [Instant]
  private let window: Range<Instant>
  /// Up to where what is asked for is known.
  private let knownUntil: Instant
  private let deviceZone: Zone

  /// Makes a prover for a group.
  init(_ group: FireGroup, window: Range<Instant>, deviceZone: Zone) {
    wanted = group.instants
    allowedEchoes = group.echoes
    self.window = window
    knownUntil = min(window.upperBound, group.cut ?? window.upperBound)
    self.deviceZone = deviceZone
  }

  /// What simulation makes of a candidate.
  enum Conclusion {
    /// It is right, and answers these fires.
    case proven(AnsweringTrigger)
    /// It fires nothing before the horizon.
    case silent
    /// It fires what nobody asked for.
    case refuted(Counterexample)
  }

  /// Proves a repeating trigger.
  func prove(_ candidate: CandidatePattern, _ trigger: CalendarTrigger, end: Instant) -> Conclusion
  {
    let limit = min(knownUntil, candidate.firstUnasked ?? end)
    var answered = SortedSubset(of: wanted)
    // Its first fire may be an echo.
    var nextFire: Instant?
    for fire in trigger.fires(
      addedAt: window.lowerBound, until: limit, deviceZone: deviceZone)
    {
      if !answered.insert(fire), !allowedEchoes.contains(fire) {
        return .refuted(Counterexample(trigger: trigger, unasked: fire))
      }
      nextFire = nextFire ?? fire
    }
    // One that fires nothing but echoes has nothing to do.
    guard let nextFire, !answered.isEmpty else { return .silent }
    return .proven(
      AnsweringTrigger(
        proven: ProvenTrigger(
          provingThat: trigger, provenUntil: candidate.firstUnasked ?? end,
          removeBy: candidate.firstUnasked, nextFire: nextFire,
          form: trigger.pattern.identifierForm),
        answered: answered.members))
  }
}

/// Some of ascending instants, found by walking along them.
///
/// Most often these are all, or all up to one: a run of them takes no memory of its own.
struct SortedSubset {
  private let all: [Instant]
  /// Where the next member is looked for.
  private var next = 0
  /// The members, as long as they are a run.
  private var run = 0..<0
  /// The members, once they are none.
  private var scattered: [Instant] = []

  /// Makes an empty subset.
  init(of all: [Instant]) { self.all = all }

  /// Adds an instant, where it is one of all.
  mutating func insert(_ instant: Instant) -> Bool {
    while next < all.count, all[next] < instant { next += 1 }
    guard next < all.count, all[next] == instant else { return false }
    if !scattered.isEmpty {
      scattered.append(instant)
    } else if run.isEmpty || run.upperBound == next {
      run = (run.isEmpty ? next : run.lowerBound)..<next + 1
    } else {
      scattered = all[run] + [instant]
    }
    next += 1
    return true
  }

  /// Whether there is no member.
  var isEmpty: Bool { run.isEmpty }

  /// The members, ascending.
  var members: ArraySlice<Instant> { scattered.isEmpty ? all[run] : scattered[...] }
}
