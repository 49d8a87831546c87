public import CivilTime
public import ReminderCompiler

/// What keeps pending requests for an app: the system (`UNUserNotificationCenter`), or what stands
/// in for it in a test.
///
/// ``PlanApplier`` asks for nothing else, so that all that it does can be played without a device.
///
/// ```swift
/// actor Memory: NotificationStore {
///   var requests: [String: Plan.Request] = [:]
///   func pending() -> [PendingNotification] {
///     requests.values.map {
///       PendingNotification(
///         PendingRequest(identifier: $0.identifier, fingerprint: $0.fingerprint))
///     }
///   }
///   func add(_ request: Plan.Request) { requests[request.identifier] = request }
///   func remove(_ identifiers: [String]) {
///     for identifier in identifiers { requests[identifier] = nil }
///   }
/// }
/// print(await Memory().pending().isEmpty)  // true
/// ```
public protocol NotificationStore: Sendable {
  /// The requests that are pending, those of others among them, in any order.
  func pending() async throws -> [PendingNotification]

  /// Adds a request; one with the identifier of a pending one takes its place.
  func add(_ request: Plan.Request) async throws

  /// Removes pending requests; identifiers of others are passed over.
  func remove(_ identifiers: [String]) async throws

  /// The identifier of the device's time zone now; nil where the store doesn't know it.
  var deviceZoneIdentifier: String? { get }
}

extension NotificationStore {
  /// Nil: the plan's zone is taken for the device's.
  public var deviceZoneIdentifier: String? { nil }
}

/// A request that a store says is pending.
///
/// ```swift
/// let water = PendingNotification(PendingRequest(identifier: "drink water"))
/// print(water.request.identifier, water.nextFire == nil)  // drink water true
/// ```
public struct PendingNotification: Hashable, Sendable {
  /// Its identifier, and what it shows.
  public let request: PendingRequest
  /// When the system says that it fires next; nil where it doesn't say.
  public let nextFire: Instant?

  /// Makes a pending request, with the next fire that the system says.
  public init(_ request: PendingRequest, nextFire: Instant? = nil) {
    self.request = request
    self.nextFire = nextFire
  }
}
