import NotificationTriggers

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A request that is pending on a device, as far as the device can tell.
///
/// An app that keeps the fingerprint of what it adds, such as in `userInfo`, has nothing replaced
/// that shows the same at the same times.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// let plan = Compiler.plan(for: [standUp], options)
/// let pending = plan.requests.map {
///   PendingRequest(identifier: $0.identifier, fingerprint: $0.fingerprint)
/// }
/// print(try PlanDifference(from: StoredPlan(pending: pending), to: plan).isEmpty)  // true
/// ```
public struct PendingRequest: Hashable, Sendable, Codable {
  /// The request's identifier.
  public let identifier: String
  /// What it shows and when, as ``Plan/Request/fingerprint`` tells it; nil where nobody knows.
  public let fingerprint: String?

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - identifier: The request's identifier.
  ///   - fingerprint: What it shows and when; nil where nobody knows.
  public init(identifier: String, fingerprint: String? = nil) {
    self.identifier = identifier
    self.fingerprint = fingerprint
  }
}

extension Plan.Request {
  /// A short digest of what the system gets of the request, content and trigger: another one where
  /// either differs, the same in every run and on every system.
  ///
  /// Rank, next fire and proof say nothing to the system and change nothing of it.
  public var fingerprint: String {
    // Neither can fail: a request has nothing that JSON doesn't say. An empty one is no other's.
    guard let json = try? JSONEncoder().encode(asAdded),
      let value = try? JSONDecoder().decode(JSONValue.self, from: json)
    else { return "" }
    return value.fingerprint
  }
}
