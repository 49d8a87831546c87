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
    /// When it fires.
    package let trigger: NotificationTrigger
    /// When it was added.
    package let addedAt: Instant
    /// Its next fire.
    package fileprivate(set) var nextFire: Instant
  }

  /// What the system showed: a request that fired.
  package struct Delivery: Hashable, Sendable {
    /// The instant.
    package let at: Instant
    /// The request's identifier.
    package let identifier: String
  }

  /// The most requests that the system keeps.
  package let limit: Int
  /// The instant up to which requests have fired.
  package private(set) var now: Instant
  /// The pending requests, in the order in which they were added.
  package private(set) var requests: [Request] = []
  private let deviceZone: Zone

  /// Makes a system without pending requests.
  ///
  /// - Parameters:
  ///   - limit: The most requests that it keeps.
  ///   - now: The instant at which the app begins to add requests.
  ///   - deviceZone: The zone of the device.
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
  package mutating func add(_ identifier: String, _ trigger: NotificationTrigger) {
    remove([identifier])
    guard let next = trigger.nextFire(after: now, addedAt: now, deviceZone: deviceZone) else {
      return
    }
    requests.append(
      Request(identifier: identifier, trigger: trigger, addedAt: now, nextFire: next))
    if requests.count > limit { requests.removeFirst(requests.count - limit) }
  }

  /// Removes pending requests; identifiers of others are passed over.
  package mutating func remove(_ identifiers: Set<String>) {
    requests.removeAll { identifiers.contains($0.identifier) }
  }

  /// Lets time pass, up to an instant and with it.
  ///
  /// - Parameter end: The instant; an earlier one than now changes nothing.
  /// - Returns: What has fired, by instant, then identifier.
  package mutating func advance(to end: Instant) -> [Delivery] {
    guard end > now else { return [] }
    var deliveries: [Delivery] = []
    for index in requests.indices {
      let request = requests[index]
      var next: Instant? = request.nextFire
      while let fire = next, fire <= end {
        deliveries.append(Delivery(at: fire, identifier: request.identifier))
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
    return deliveries.sorted { ($0.at, $0.identifier) < ($1.at, $1.identifier) }
  }
}
