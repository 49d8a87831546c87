package import CivilTime

/// The requests that a system has pending for one app (`UNUserNotificationCenter`), modelled.
///
/// - It keeps the requests that were added last, up to its limit, and drops others without a word.
/// - A request with the identifier of a pending one replaces it and counts as added last.
/// - A request without a next fire is dropped at once; one that doesn't repeat is gone once it has
///   fired.
/// - A repeating calendar trigger searches on from its last fire; a time interval counts from when
///   the request was added.
package struct PendingRequests: Sendable {
  /// A pending request.
  package struct Request: Sendable {
    /// What tells it from others.
    package let identifier: String
    /// Its number among all that were ever added, from 0.
    package let number: Int
    /// When it fires.
    package let trigger: NotificationTrigger
    /// When it was added.
    package let addedAt: Instant
    /// Its next fire.
    package fileprivate(set) var nextFire: Instant
  }

  /// What the system showed: a request that fired; small, since there may be hundreds of thousands.
  package struct Delivery: Hashable, Sendable {
    /// The instant.
    package let at: Instant
    /// The request's number.
    package let request: Int
  }

  /// The most requests that the system keeps.
  package let limit: Int
  /// The instant up to which requests have fired.
  package private(set) var now: Instant
  /// The pending requests, in the order in which they were added.
  package private(set) var requests: [Request] = []
  /// How many were ever added.
  private var addedCount = 0
  private let deviceZone: Zone

  /// Makes a system without pending requests, to which an app begins to add some now.
  package init(limit: Int, now: Instant, deviceZone: Zone) {
    self.limit = limit
    self.now = now
    self.deviceZone = deviceZone
  }

  /// Adds a request now.
  ///
  /// - Parameters:
  ///   - identifier: What tells it from others; that of a pending request replaces it.
  ///   - trigger: When it fires.
  /// - Returns: The request's number, also of one that is dropped at once.
  @discardableResult
  package mutating func add(_ identifier: String, _ trigger: NotificationTrigger) -> Int {
    requests.removeAll { $0.identifier == identifier }
    let number = addedCount
    addedCount += 1
    guard let next = trigger.nextFire(after: now, addedAt: now, deviceZone: deviceZone) else {
      return number
    }
    requests.append(
      Request(
        identifier: identifier, number: number, trigger: trigger, addedAt: now, nextFire: next))
    if requests.count > limit { requests.removeFirst(requests.count - limit) }
    return number
  }

  /// Removes pending requests; identifiers of others are passed over.
  package mutating func remove(_ identifiers: Set<String>) {
    requests.removeAll { identifiers.contains($0.identifier) }
  }

  /// Lets time pass, up to an instant and with it, as long as no more fires than a number.
  ///
  /// Fires are looked for stretch by stretch: the soonest of many are found without the others.
  ///
  /// - Parameters:
  ///   - end: The instant; an earlier one than now changes nothing.
  ///   - limit: The most fires, 0 or more.
  /// - Returns: What has fired, by instant, then number; and the cut, an instant at which more would
  ///   fire than the limit has room for: of one instant all fire or none, and now is the second
  ///   before it. It is nil where now is the end.
  package mutating func advance(
    to end: Instant, limit: Int
  ) -> (deliveries: [Delivery], cut: Instant?) {
    let start = now
    var deliveries: [Delivery] = []
    var length = PendingRequests.firstStretch
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
      // As long as all before, but not much longer than what is left takes at this pace.
      let elapsed = now - start
      let pace = max(1, deliveries.count)
      length = max(1, min(elapsed, (limit - deliveries.count + 1) * elapsed / pace + 1))
    }
    return (deliveries, nil)
  }

  /// The length of the first stretch, in seconds.
  private static let firstStretch = 86_400

  /// Lets time pass, up to an instant and with it; an earlier one than now changes nothing.
  ///
  /// - Returns: What has fired, by instant, then number.
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
            after: fire, addedAt: request.addedAt, deviceZone: deviceZone) : nil
      }
      // One that never fires again is taken away below.
      requests[index].nextFire = next ?? now
    }
    requests.removeAll { $0.nextFire <= end }
    now = end
    return deliveries.sorted { ($0.at, $0.request) < ($1.at, $1.request) }
  }
}
