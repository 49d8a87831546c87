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
/// let document = LayerDocument(Compilation(of: [], options).plan)!
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
  public func json() throws -> Data { try Body(self, categories: plan.categories).documentBytes() }

  /// Returns the document without its categories as JSON on one line, with sorted keys and no line
  /// end.
  package func jsonLine() throws -> [UInt8] {
    try Body(self, categories: nil).lineBytes()
  }

  /// The document as it is encoded; `categories` are left out if nil.
  private struct Body: Encodable {
    private let document: LayerDocument
    private let categories: [NotificationCategory]?

    private enum CodingKeys: CodingKey {
      case alerts, categories, entries, respondedUntil, target
    }

    init(_ document: LayerDocument, categories: [NotificationCategory]?) {
      self.document = document
      self.categories = categories
    }

    func encode(to encoder: any Encoder) throws {
      let plan = document.plan
      try PlanHeader(plan).encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(plan.layer.name, forKey: .target)
      let alerts = Dictionary(
        plan.requests.filter { !$0.alerts.isEmpty }.map {
          ($0.identifier, document.alerts(of: $0))
        }, uniquingKeysWith: { first, _ in first })
      try container.encode(alerts, forKey: .alerts)
      try container.encodeIfPresent(document.respondedUntil, forKey: .respondedUntil)
      try container.encode(plan.requests.reversed().map(document.entry), forKey: .entries)
      try container.encodeIfPresent(categories, forKey: .categories)
    }
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
  /// The digest is that of the entry without the first date of a repeat, which moves on by itself,
  /// unless it is a start. So it changes if the app has to schedule the entry again.
  private func entry(of request: Plan.Request) -> JSONValue {
    var layered = LayerRequest(request, of: plan)
    let form = entry(of: layered.withoutFirstDate)
    let zone = JSONValue.string(plan.deviceZone.identifier)
    layered.digest = (readsDeviceClock(for: layered) ? .array([form, zone]) : form).fingerprint
    return entry(of: layered)
  }

  /// Whether the layer takes the local time of the device only while it adds the request.
  ///
  /// In another zone, the request then has to be added again.
  private func readsDeviceClock(for request: LayerRequest) -> Bool {
    switch request.trigger {
    case .once: plan.layer.oneShots == .floating
    case .repeating: plan.layer.repetition.keepsInstants
    case .interval: false
    }
  }

  private func entry(of request: LayerRequest) -> JSONValue {
    let isOnAndroid = plan.layer.isOnAndroid
    return switch plan.layer.library {
    case .expo: request.expoEntry(isOnAndroid: isOnAndroid)
    case .notifee: request.notifeeEntry(isOnAndroid: isOnAndroid)
    case .flutter: request.flutterEntry(isOnAndroid: isOnAndroid)
    case .capacitor: request.capacitorEntry(isOnAndroid: isOnAndroid)
    case .maui: request.mauiEntry(isOnAndroid: isOnAndroid)
    case .alarmKit: request.alarmKitEntry
    case .alarmManager: request.androidEntry
    // Its documents are plans.
    case .userNotifications: .null
    }
  }
}
