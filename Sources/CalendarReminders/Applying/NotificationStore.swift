public import CivilTime
public import ReminderCompiler

/// A store of an app's pending requests: the system (`UNUserNotificationCenter`), or a substitute
/// in tests.
///
/// ``PlanApplier`` uses only this protocol, so you can test it without a device.
///
/// ```swift
/// actor Memory: NotificationStore {
///   var requests: [String: Plan.Request] = [:]
///   func pending() -> [ScheduledRequest] {
///     requests.values.map {
///       ScheduledRequest(
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
  /// Returns all pending requests, in any order, including those that no plan added.
  func pending() async throws -> [ScheduledRequest]

  /// Adds a request, which replaces a pending request with the same identifier.
  func add(_ request: Plan.Request) async throws

  /// Removes pending requests.
  ///
  /// Identifiers that are not pending are ignored.
  func remove(_ identifiers: [String]) async throws

  /// The current time zone identifier of the device, or nil if the store doesn't know it.
  var deviceZoneIdentifier: String? { get }
}

extension NotificationStore {
  /// Nil: the device is assumed to be in the plan's time zone.
  public var deviceZoneIdentifier: String? { nil }
}

/// A pending request as a store reports it.
///
/// ```swift
/// let water = ScheduledRequest(PendingRequest(identifier: "drink water"))
/// print(water.request.identifier, water.nextFire == nil)  // drink water true
/// ```
public struct ScheduledRequest: Hashable, Sendable {
  /// The identifier and the fingerprint of the request.
  public let request: PendingRequest
  /// The next fire date that the system reports; nil if it doesn't report one.
  public let nextFire: Instant?

  /// Makes a pending request with the next fire date that the system reports.
  public init(_ request: PendingRequest, nextFire: Instant? = nil) {
    self.request = request
    self.nextFire = nextFire
  }
}
