public import CivilTime
import NotificationTriggers
public import ReminderCompiler

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A plan in the form of a layer: its entries are ready for the call that schedules one.
///
/// The keys are those of a plan, with `target` and `entries` instead of `requests` and `groups`. The
/// entries are in the order in which they must be added, the most important one last.
///
/// ```swift
/// var options = NotificationOptions(now: Instant(iso8601: "2028-01-03T07:00:00Z")!, deviceZone: .gmt)
/// options.layer = .expoIOS
/// let document = LayerDocument(Compiler.plan(for: [], options))!
/// print(try document.json().isEmpty)  // false
/// ```
public struct LayerDocument: Sendable {
  private let plan: Plan
  private let respondedUntil: Instant?

  /// Makes the document of a plan; nil for a plan for UserNotifications, which is a document itself.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - respondedUntil: The instant up to which the plan considers the user's responses. An app
  ///     applies later ones itself.
  public init?(_ plan: Plan, respondedUntil: Instant? = nil) {
    guard plan.layer != .apple else { return nil }
    self.plan = plan
    self.respondedUntil = respondedUntil
  }

  /// Returns the document as indented JSON with sorted keys and a final line end.
  public func json() throws -> Data { try value().documentBytes() }

  /// Returns the document without its categories as JSON on one line, with sorted keys and no line
  /// end.
  package func jsonLine() throws -> [UInt8] {
    guard case .object(var members) = try value() else { return [] }
    members["categories"] = nil
    return try JSONValue.object(members).lineBytes()
  }

  private func value() throws -> JSONValue {
    guard case .object(var members) = try JSONValue(encoding: plan) else { return .null }
    members["requests"] = nil
    members["groups"] = nil
    members["target"] = .string(plan.layer.name)
    members["alerts"] = .object(
      Dictionary(
        plan.requests.filter { !$0.alerts.isEmpty }.map { ($0.identifier, alerts(of: $0)) },
        uniquingKeysWith: { first, _ in first }))
    members["respondedUntil"] = respondedUntil.map { .string($0.description) }
    members["entries"] = .array(plan.requests.reversed().map(entry))
    return .object(members)
  }

  /// Returns the next alerts of a repeating request with the names of their occurrences.
  private func alerts(of request: Plan.Request) -> JSONValue {
    .array(
      request.alerts.map {
        .object(["at": .string($0.at.description), "occurrence": .string($0.occurrence)])
      })
  }

  /// Returns the entry of a request with its digest.
  ///
  /// The digest is that of the entry without the first date of a repeat, which moves on by itself. So
  /// it changes if the app has to schedule the entry again, and only then.
  private func entry(of request: Plan.Request) -> JSONValue {
    var layered = LayerRequest(request, plan)
    layered.digest = entry(of: layered.withoutFirstDate).fingerprint
    return entry(of: layered)
  }

  private func entry(of request: LayerRequest) -> JSONValue {
    switch plan.layer {
    case .expoIOS: request.expoEntry(isOnAndroid: false)
    case .expoAndroid: request.expoEntry(isOnAndroid: true)
    case .notifeeIOS: request.notifeeEntry(isOnAndroid: false)
    case .notifeeAndroid: request.notifeeEntry(isOnAndroid: true)
    case .flutterIOS: request.flutterEntry(isOnAndroid: false)
    case .flutterAndroid: request.flutterEntry(isOnAndroid: true)
    case .capacitorIOS: request.capacitorEntry(isOnAndroid: false)
    case .capacitorAndroid: request.capacitorEntry(isOnAndroid: true)
    case .alarmKit: request.alarmKitEntry
    case .android: request.androidEntry
    default: preconditionFailure("a layer without entries")
    }
  }
}
