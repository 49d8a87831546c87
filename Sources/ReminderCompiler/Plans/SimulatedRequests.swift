import CivilTime
import NotificationTriggers

/// Requests that nobody touches, fired stretch by stretch: the soonest of many fires are found
/// without the others.
struct SimulatedRequests {
  /// A fire of a request, which is given as an index.
  typealias Fire = (at: Instant, request: Int)

  private let start: Instant
  private let end: Instant
  private let deviceZone: Zone
  private let triggers: [NotificationTrigger]
  /// The next fire of each; nil where there is none any more.
  private var next: [Instant?]

  /// The length of the first stretch, in seconds.
  private static let firstStretch = 86_400

  /// Adds requests.
  ///
  /// - Parameters:
  ///   - triggers: Their triggers.
  ///   - start: The instant at which they are added.
  ///   - end: Up to where they fire.
  ///   - deviceZone: The zone of the device.
  init(
    _ triggers: [NotificationTrigger], addedAt start: Instant, until end: Instant,
    deviceZone: Zone
  ) {
    self.start = start
    self.end = end
    self.deviceZone = deviceZone
    self.triggers = triggers
    next = triggers.map { $0.nextFire(after: start, addedAt: start, deviceZone: deviceZone) }
  }

  /// Fires up to the end, or up to a number of fires.
  ///
  /// - Parameter limit: The most fires.
  /// - Returns: The fires by instant, then request, and from when on there are more.
  mutating func fires(limit: Int) -> (fires: [Fire], cut: Instant?) {
    var fires: [Fire] = []
    var length = SimulatedRequests.firstStretch
    var stretchEnd = start
    while stretchEnd < end {
      stretchEnd = min(end, stretchEnd + length)
      let first = fires.count
      for (index, trigger) in triggers.enumerated() {
        while let fire = next[index], fire < stretchEnd {
          fires.append((fire, index))
          next[index] =
            trigger.repeats
            ? trigger.nextFire(after: fire, addedAt: start, deviceZone: deviceZone) : nil
        }
      }
      fires[first...].sort { ($0.at, $0.request) < ($1.at, $1.request) }
      if fires.count > limit {
        // Of one instant all or none.
        let cut = fires[limit].at
        fires.removeSubrange(fires.partitionPoint { $0.at < cut }...)
        return (fires, cut)
      }
      // As long as all before, but not much longer than what is left takes at this pace.
      let elapsed = stretchEnd - start
      let pace = max(1, fires.count)
      length = max(1, min(elapsed, (limit - fires.count + 1) * elapsed / pace + 1))
    }
    return (fires, nil)
  }
}
