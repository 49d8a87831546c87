import CivilTime
import NotificationTriggers
import ReminderExpansion
import ReminderOptions

/// Proves that triggers are sound: that they never fire unexpectedly.
///
/// The proof simulates every fire up to the horizon, or to the instant at which expansion stopped
/// early. An unexpected fire is the counterexample. For later fires, ``CandidatePattern`` compares
/// the pattern with the schedule.
struct TriggerProver: Sendable {
  /// The expected fires and the echoes, each ascending.
  private let expected: [Instant]
  private let allowedEchoes: [Instant]
  private let window: Range<Instant>
  /// The end of the known fires.
  private let knownUntil: Instant
  private let deviceZone: Zone

  init(_ group: FireGroup, window: Range<Instant>, deviceZone: Zone) {
    expected = group.instants
    allowedEchoes = group.echoes
    self.window = window
    knownUntil = min(window.upperBound, group.cut ?? window.upperBound)
    self.deviceZone = deviceZone
  }

  enum Conclusion {
    /// The trigger is sound and answers these fires.
    case proven(AnsweringTrigger)
    /// The trigger does not answer any fire before the horizon.
    case silent
    /// The trigger fires unexpectedly.
    case refuted(Counterexample)
  }

  /// Simulates a repeating trigger up to the horizon.
  func prove(_ candidate: CandidatePattern, trigger: CalendarTrigger, end: Instant) -> Conclusion {
    let limit = min(knownUntil, candidate.firstUnexpected ?? end)
    var answered = SortedSubset(of: expected)
    // The first fire may be an echo.
    var nextFire: Instant?
    for fire in trigger.fires(
      addedAt: window.lowerBound, until: limit, deviceZone: deviceZone)
    {
      if !answered.insert(fire), !allowedEchoes.contains(fire) {
        return .refuted(Counterexample(trigger: trigger, unexpected: fire))
      }
      nextFire = nextFire ?? fire
    }
    // A trigger that fires only echoes is useless.
    guard let nextFire, !answered.isEmpty else { return .silent }
    return .proven(
      AnsweringTrigger(
        proven: ProvenTrigger(
          provingThat: .calendar(trigger), provenUntil: candidate.firstUnexpected ?? end,
          isRemoved: candidate.firstUnexpected != nil, nextFire: nextFire,
          form: trigger.pattern.identifierForm),
        answered: answered.members))
  }
}

/// A subset of ascending instants, built in ascending order.
///
/// Most subsets are a contiguous range of the instants, which takes no additional memory.
struct SortedSubset {
  private let all: [Instant]
  /// The index from which the next member is searched.
  private var next = 0
  /// The members, if they are contiguous.
  private var run = 0..<0
  /// The members, if they are not contiguous; otherwise empty.
  private var scattered: [Instant] = []

  init(of all: [Instant]) { self.all = all }

  /// Adds an instant if it is one of the instants, and returns whether it is.
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

  var isEmpty: Bool { run.isEmpty }

  var members: ArraySlice<Instant> { scattered.isEmpty ? all[run] : scattered[...] }
}
