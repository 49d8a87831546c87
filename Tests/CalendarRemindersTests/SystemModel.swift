import CalendarReminders
import CivilTime
import NotificationTriggers
import ReminderCompiler

/// A model of the notification system that can be made to fail.
///
/// Like a device, it keeps the requests that were added last, up to its limit.
actor SystemModel: NotificationStore {
  /// A failed call.
  struct Failure: Error {
    let call: Int
  }
  /// The app has ended: no later call has an effect.
  struct Ended: Error {}

  private var requests: NotificationCenterModel
  private var fingerprints: [String: String] = [:]
  private let zone: Zone
  /// The number of attempted changes.
  private(set) var changes = 0
  /// The most requests that were pending after any change.
  private(set) var most = 0
  /// The changes that fail, by number from 0.
  private var failing: Set<Int> = []
  /// The number of the change from which on the app has ended.
  private var end = Int.max
  /// Identifiers whose requests are dropped silently.
  private var dropped: Set<String> = []
  /// The error of the system's next fire date in seconds, by identifier.
  private var shifts: [String: Int] = [:]
  /// Called after each change.
  private var afterChange: (@Sendable (isolated SystemModel, Int) -> Void)?

  nonisolated let deviceZoneIdentifier: String?

  init(limit: Int, now: Instant, zone: Zone, deviceZoneIdentifier: String? = nil) {
    requests = NotificationCenterModel(limit: limit, now: now, deviceZone: zone)
    self.zone = zone
    self.deviceZoneIdentifier = deviceZoneIdentifier
  }

  /// Configures failures.
  func fail(
    _ calls: Set<Int> = [], endAfter end: Int = .max, dropping dropped: Set<String> = [],
    shifting shifts: [String: Int] = [:],
    afterChange: (@Sendable (isolated SystemModel, Int) -> Void)? = nil
  ) {
    (failing, self.dropped, self.shifts, self.afterChange) = (calls, dropped, shifts, afterChange)
    self.end = end
    changes = 0
  }

  /// Adds pending requests of other code.
  func addOthers(_ identifiers: [String]) {
    for identifier in identifiers {
      guard let far = TimeIntervalTrigger(interval: 40_000_000, repeats: false) else { continue }
      requests.add(identifier, trigger: .timeInterval(far))
    }
    most = max(most, requests.requests.count)
  }

  /// Adds a request regardless of the configured failures.
  func put(_ request: Plan.Request, fingerprint: String? = nil) {
    requests.add(request.identifier, trigger: request.trigger)
    fingerprints[request.identifier] = fingerprint ?? request.fingerprint
  }

  /// Advances the clock.
  func advance(to instant: Instant) { _ = requests.advance(to: instant) }

  /// The fingerprints of the pending requests, by identifier.
  var fingerprintsPending: [String: String] {
    let known = Set(requests.requests.map(\.identifier))
    return fingerprints.filter { known.contains($0.key) }
  }

  var identifiers: Set<String> { Set(requests.requests.map(\.identifier)) }

  func pending() async throws -> [ScheduledRequest] {
    if changes >= end { throw Ended() }
    return requests.requests.map { request in
      ScheduledRequest(
        PendingRequest(
          identifier: request.identifier, fingerprint: fingerprints[request.identifier]),
        nextFire: request.nextFire + (shifts[request.identifier] ?? 0))
    }
  }

  func add(_ request: Plan.Request) async throws {
    try change {
      guard !dropped.contains(request.identifier) else { return }
      put(request)
    }
  }

  func remove(_ identifiers: [String]) async throws {
    try change { requests.remove(Set(identifiers)) }
  }

  private func change(_ body: () -> Void) throws {
    let call = changes
    if call >= end { throw Ended() }
    changes += 1
    if failing.contains(call) { throw Failure(call: call) }
    body()
    most = max(most, requests.requests.count)
    afterChange?(self, call)
  }
}
