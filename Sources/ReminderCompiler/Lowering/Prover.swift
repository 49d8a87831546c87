package import CivilTime
import ICalendar
package import NotificationTriggers

/// A trigger that a group has to do without, and why.
package struct Refusal: Sendable, Hashable {
  /// The trigger.
  package let trigger: CalendarTrigger
  /// A fire of it that nobody asked for.
  package let unasked: Instant

  /// What the user should know about it.
  func diagnostic(of reminder: Reminder) -> Diagnostic {
    Diagnostic(
      .triggerRefused(
        alarm: reminder.id.alarm, trigger: trigger.pattern.description, unasked: unasked),
      at: reminder.location, uid: reminder.id.uid)
  }
}

/// Simulates triggers against the fires of a group, and lets through what is right.
struct Prover: Sendable {
  private let wanted: Set<Instant>
  private let allowedEchoes: Set<Instant>
  private let window: Range<Instant>
  /// Up to where what is asked for is known.
  private let knownUntil: Instant
  private let deviceZone: Zone

  /// Makes a prover for a group.
  ///
  /// - Parameters:
  ///   - group: The fires that are asked for in the window.
  ///   - window: From now to the horizon.
  ///   - deviceZone: The zone of the device.
  init(_ group: FireGroup, window: Range<Instant>, deviceZone: Zone) {
    wanted = Set(group.instants)
    allowedEchoes = Set(group.echoes)
    self.window = window
    knownUntil = min(window.upperBound, group.cut ?? window.upperBound)
    self.deviceZone = deviceZone
  }

  /// What simulation makes of a candidate.
  enum Verdict {
    /// It is right, and answers these fires.
    case right(AnsweringTrigger)
    /// It fires nothing before the horizon.
    case silent
    /// It fires what nobody asked for.
    case refused(Refusal)
  }

  /// Proves a repeating trigger.
  ///
  /// - Parameters:
  ///   - candidate: What the search found.
  ///   - trigger: The trigger made of it.
  ///   - end: The end of the search's knowledge.
  /// - Returns: What became of it.
  func prove(_ candidate: Candidate, _ trigger: CalendarTrigger, end: Instant) -> Verdict {
    let limit = min(knownUntil, candidate.firstUnasked ?? end)
    var answered: [Instant] = []
    // Its first fire may be an echo.
    var nextFire: Instant?
    for fire in trigger.fires(
      addedAt: window.lowerBound, until: limit, deviceZone: deviceZone)
    {
      if wanted.contains(fire) {
        answered.append(fire)
      } else if !allowedEchoes.contains(fire) {
        return .refused(Refusal(trigger: trigger, unasked: fire))
      }
      nextFire = nextFire ?? fire
    }
    // One that fires nothing but echoes has nothing to do.
    guard let nextFire, !answered.isEmpty else { return .silent }
    return .right(
      AnsweringTrigger(
        proven: ProvenTrigger(
          provingThat: trigger, provenUntil: candidate.firstUnasked ?? end,
          removeBy: candidate.firstUnasked, nextFire: nextFire,
          form: trigger.pattern.identifierForm),
        answered: answered[...]))
  }
}
