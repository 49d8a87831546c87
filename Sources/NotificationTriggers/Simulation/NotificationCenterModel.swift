package import CivilTime

/// A model of the requests that a system has pending for one app (`UNUserNotificationCenter`).
///
/// - The system keeps the most recently added requests up to its limit and silently drops others.
/// - A request with the identifier of a pending one replaces it and counts as the last one added.
/// - The system drops a request without a next fire at once, and one that does not repeat after it
///   has fired.
/// - The next fire of a repeating calendar trigger is searched from its last fire. The interval of
///   a time-interval trigger counts from the instant when the request was added.
package struct NotificationCenterModel: Sendable {
  /// A pending request.
  package struct Request: Sendable {
    /// The request identifier.
    package let identifier: String
    /// The number of the request in the order of all calls of `add`, from 0.
    package let number: Int
    /// The trigger.
    package let trigger: NotificationTrigger
    /// The instant when the request was added.
    package let addedAt: Instant
    /// Its next fire.
    package fileprivate(set) var nextFire: Instant
  }

  /// A notification that the system delivered.
  ///
  /// There may be hundreds of thousands, so the type is small.
  package struct Delivery: Hashable, Sendable {
    /// The instant of delivery.
    package let at: Instant
    /// The number of the request.
    package let request: Int
  }

  /// The largest number of pending requests.
  package let limit: Int
  /// The instant up to which requests have fired.
  package private(set) var now: Instant
  /// The pending requests, in the order in which they were added.
  package private(set) var requests: [Request] = []
  private var addedCount = 0
  package private(set) var deviceZone: Zone

  /// Makes a system without pending requests at an instant.
  package init(limit: Int, now: Instant, deviceZone: Zone) {
    self.limit = limit
    self.now = now
    self.deviceZone = deviceZone
  }

  /// Adds a request now.
  ///
  /// - Parameters:
  ///   - identifier: The request identifier. A pending request with the same identifier is removed.
  ///   - trigger: The trigger.
  ///   - start: The instant from which an interval counts; nil for now.
  /// - Returns: The number of the request, even if the system drops it at once.
  @discardableResult
  package mutating func add(
    _ identifier: String, trigger: NotificationTrigger, countedFrom start: Instant? = nil
  ) -> Int {
    let start = start ?? now
    requests.removeAll { $0.identifier == identifier }
    let number = addedCount
    addedCount += 1
    guard let next = trigger.nextFire(after: now, addedAt: start, deviceZone: deviceZone) else {
      return number
    }
    requests.append(
      Request(
        identifier: identifier, number: number, trigger: trigger, addedAt: start, nextFire: next))
    if requests.count > limit { requests.removeFirst(requests.count - limit) }
    return number
  }

  /// Removes pending requests.
  ///
  /// Unknown identifiers are ignored.
  package mutating func remove(_ identifiers: Set<String>) {
    requests.removeAll { identifiers.contains($0.identifier) }
  }

  /// Changes the device's time zone now.
  ///
  /// The system searches the next fires of triggers without a zone anew.
  package mutating func move(to zone: Zone) {
    deviceZone = zone
    for index in requests.indices where requests[index].trigger.calendar?.zone == .floating {
      // A request that never fires again is removed below.
      requests[index].nextFire =
        requests[index].trigger.nextFire(
          after: now, addedAt: requests[index].addedAt, deviceZone: zone) ?? now
    }
    requests.removeAll { $0.nextFire <= now }
  }

  /// Advances the time to an instant, inclusive, but stops before too many fires.
  ///
  /// Fires are generated period by period, so that later fires are not computed in vain.
  ///
  /// - Parameters:
  ///   - end: The instant. One before ``now`` changes nothing.
  ///   - limit: The largest number of fires, 0 or more.
  /// - Returns: The deliveries, ordered by instant and number, and the cut. The cut is the first
  ///   instant whose fires exceed the limit: the fires of an instant are all included or all
  ///   excluded, and ``now`` becomes the second before it. The cut is nil if ``now`` became the
  ///   end.
  package mutating func advance(
    to end: Instant, limit: Int
  ) -> (deliveries: [Delivery], cut: Instant?) {
    let start = now
    var deliveries: [Delivery] = []
    var length = NotificationCenterModel.firstStretch
    while now < end {
      let before = self
      deliveries += advance(to: min(end, now + length))
      if deliveries.count > limit {
        let cut = deliveries[limit].at
        deliveries.removeSubrange(deliveries.partitionPoint { $0.at < cut }...)
        self = before
        _ = advance(to: cut + -1)
        return (deliveries, cut)
      }
      // As long as all periods before, but not much longer than the remaining fires take at this
      // rate.
      let elapsed = now - start
      let pace = max(1, deliveries.count)
      length = max(1, min(elapsed, (limit - deliveries.count + 1) * elapsed / pace + 1))
    }
    return (deliveries, nil)
  }

  /// The length of the first period, in seconds.
  private static let firstStretch = 86_400

  /// Advances the time to an instant, inclusive; one before ``now`` changes nothing.
  ///
  /// - Returns: The deliveries, ordered by instant and number.
  package mutating func advance(to end: Instant) -> [Delivery] {
    guard end > now else { return [] }
    var deliveries: [Delivery] = []
    for index in requests.indices {
      let request = requests[index]
      var next: Instant? = request.nextFire
      while let fire = next, fire <= end {
        deliveries.append(Delivery(at: fire, request: request.number))
        next =
          request.trigger.repeats
          ? request.trigger.nextFire(
            after: fire, isFire: true, addedAt: request.addedAt, deviceZone: deviceZone) : nil
      }
      // A request that never fires again is removed below.
      requests[index].nextFire = next ?? now
    }
    requests.removeAll { $0.nextFire <= end }
    now = end
    return deliveries.sorted { ($0.at, $0.request) < ($1.at, $1.request) }
  }
}
