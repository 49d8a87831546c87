import CivilTime
import NotificationTriggers

/// Simulates triggers against the fires of a stream, and lets through what is right.
struct Prover: Sendable {
  private let stream: FireStream
  private let wanted: Set<Instant>
  private let window: Range<Instant>
  private let deviceZone: Zone

  /// Makes a prover for a stream.
  ///
  /// - Parameters:
  ///   - stream: The fires that are asked for in the window.
  ///   - window: From now to the horizon.
  ///   - deviceZone: The zone of the device.
  init(_ stream: FireStream, window: Range<Instant>, deviceZone: Zone) {
    self.stream = stream
    wanted = Set(stream.instants)
    self.window = window
    self.deviceZone = deviceZone
  }

  /// Proves a repeating trigger.
  ///
  /// - Parameters:
  ///   - candidate: What the search found.
  ///   - trigger: The trigger made of it.
  ///   - end: The end of the search's knowledge.
  /// - Returns: The proven trigger and the fires that it answers; nil where simulation contradicts.
  func prove(
    _ candidate: Candidate, _ trigger: CalendarTrigger, end: Instant
  ) -> (trigger: ProvenTrigger, answered: [Instant])? {
    let limit = min(window.upperBound, candidate.firstUnasked ?? end)
    var answered: [Instant] = []
    for fire in trigger.fires(
      addedAt: window.lowerBound, until: limit, deviceZone: deviceZone)
    {
      guard wanted.contains(fire) else { return nil }
      answered.append(fire)
    }
    guard
      let nextFire = answered.first
        ?? trigger.nextFire(after: window.lowerBound, deviceZone: deviceZone)
    else { return nil }
    return (
      ProvenTrigger(
        provingThat: trigger, provenUntil: candidate.firstUnasked ?? end,
        removeBy: candidate.firstUnasked, nextFire: nextFire, form: trigger.pattern.description),
      answered
    )
  }
}
