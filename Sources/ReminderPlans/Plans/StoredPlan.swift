public import CivilTime
import NotificationTriggers
package import ReminderOptions

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The pending requests of a device, read from a file: a plan, or only identifiers.
///
/// `StoredPlan(layerJSON:)` in `LayerDocuments` also reads a layer's document or list.
///
/// ```swift
/// let pending = try StoredPlan(json: Data(#"["ics2notify.a.W2T090000", "drink water"]"#.utf8))
/// let now = Instant(iso8601: "2028-01-03T07:00:00Z")!
/// print(pending.identifiers(at: now).count)  // 2
/// ```
public struct StoredPlan: Sendable {
  package struct Request: Sendable {
    /// The identifier, in the form of the layer that keeps the request.
    let identifier: String
    /// The identifier that this package gave the request; nil for a request of others.
    package let own: String?
    /// The place in the order of importance, from 1.
    let rank: Int
    /// The request as in the plan or in a layer's document; nil if it is unknown.
    let document: JSONValue?
    /// The fingerprint of content and trigger that the device reports; nil if it does not.
    var fingerprint: String?
    /// The removal date, by which the app removes the request even without a newer plan; nil for
    /// never, or if it is unknown.
    var removeBy: Instant?

    /// Makes a request of its parts.
    package init(
      identifier: String, own: String?, rank: Int, document: JSONValue?,
      fingerprint: String? = nil, removeBy: Instant? = nil
    ) {
      self.identifier = identifier
      self.own = own
      self.rank = rank
      self.document = document
      self.fingerprint = fingerprint
      self.removeBy = removeBy
    }

    /// The beginning that all requests of its series have.
    var prefix: Substring { RequestIdentifier.prefix(of: own ?? identifier) }

    /// Returns whether the app still keeps the request at an instant.
    func isPending(at now: Instant) -> Bool { removeBy.map { $0 > now } ?? true }
  }

  /// The reason why a file does not describe pending requests.
  public enum FormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file is not valid JSON.
    case notJSON
    /// The JSON value is neither a plan nor a list of requests.
    case notAPlan
    /// The plan has an unsupported version of the format.
    case version(Int)
    /// An element of a list lacks an identifier.
    case unnamed(element: Int)
    /// An entry of a document was not made by this package.
    case foreign(entry: Int)
    /// The document is for an unknown target.
    case unknownTarget
    /// The pending requests are for another target than the plan.
    case otherTarget(String, than: String)
    /// A request of the plan lacks an identifier, a rank, a content or a trigger.
    case incomplete(request: Int)
    /// An identifier occurs twice.
    case repeated(identifier: String)
    /// Only identifiers are known, but requests are needed.
    case identifiersOnly

    /// The reason as text for users, to put after the name of the file.
    public var description: String {
      switch self {
      case .notJSON: "is not JSON"
      case .notAPlan: "is neither a plan nor a list of pending requests"
      case .version(let number):
        "is a plan of version \(number); this program reads version \(Plan.formatVersion)"
      case .unnamed(let index): "element \(index) lacks an identifier"
      case .foreign(let index): "entries[\(index)] was not made by ics2notify"
      case .unknownTarget: "is for a target that this program doesn't know"
      case .otherTarget(let old, let new): "is for \(new), but the pending requests are for \(old)"
      case .incomplete(let index):
        "requests[\(index)] lacks an identifier, a rank, a content or a trigger"
      case .repeated(let identifier): "has the identifier \"\(identifier)\" twice"
      case .identifiersOnly: "is a list of pending requests; a plan or a document is needed here"
      }
    }
  }

  /// The requests in order of importance.
  package private(set) var requests: [Request] = []
  /// The number of slots that the system has; nil if only identifiers are known.
  package var limit: Int?
  /// The number of slots that the plan may use; nil if only identifiers are known.
  package var slots: Int?
  /// The target of a plan or a document; nil for a list.
  package var target: String?
  /// The instant of compilation; nil if it is unknown.
  public package(set) var now: Instant?

  /// The identifiers of all requests, in order of importance.
  ///
  /// An own request has the identifier that this package gave it.
  public var identifiers: [String] { requests.map { $0.own ?? $0.identifier } }

  /// Returns the identifiers of the requests that are pending at an instant, in order of
  /// importance.
  ///
  /// From its removal date on, a request isn't pending.
  public func identifiers(at now: Instant) -> [String] {
    requests.filter { $0.isPending(at: now) }.map { $0.own ?? $0.identifier }
  }

  package init() {}

  /// Makes the pending requests of a device on which a plan was applied.
  public init(_ plan: Plan) throws {
    let elements = try JSONDecoder().decode(
      [JSONValue].self, from: JSONEncoder().encode(plan.requests))
    try setRequests(ofPlan: elements)
    limit = plan.limit
    slots = plan.slots
    now = plan.now
  }

  /// Makes a value from the pending requests that a device reports, in any order.
  ///
  /// - Parameter pending: The requests, own and foreign.
  /// - Throws: ``FormatError/repeated(identifier:)`` if an identifier occurs twice.
  public init(pending: [PendingRequest]) throws(FormatError) {
    try setRequests(StoredPlan.requests(pending))
  }

  /// Sets the requests, in order of importance; throws if an own identifier occurs twice.
  package mutating func setRequests(_ requests: [Request]) throws(FormatError) {
    var seen: Set<String> = []
    for request in requests where !seen.insert(request.identifier).inserted {
      // A layer can give several requests of others the same number.
      guard request.own == nil, request.document != nil else {
        throw .repeated(identifier: request.identifier)
      }
    }
    self.requests = requests
  }

  package func keeping(_ identifiers: Set<String>) -> StoredPlan {
    var kept = self
    kept.requests.removeAll { !identifiers.contains($0.identifier) }
    return kept
  }

  /// Orders requests that a device reports.
  ///
  /// Own requests come first, ordered by their identifiers, then foreign ones. So the order in
  /// which the device reports them does not matter.
  private static func requests(_ pending: [PendingRequest]) -> [Request] {
    let own = pending.filter { RequestIdentifier.isOwn($0.identifier) }
      .map { (form: IdentifierSuffix(of: $0.identifier), $0) }.sorted { $0.form < $1.form }.map(\.1)
    let others = pending.filter { !RequestIdentifier.isOwn($0.identifier) }.sorted {
      $0.identifier.utf8.lexicographicallyPrecedes($1.identifier.utf8)
    }
    return (own + others).enumerated().map {
      Request(
        identifier: $1.identifier,
        own: RequestIdentifier.isOwn($1.identifier) ? $1.identifier : nil, rank: $0 + 1,
        document: nil, fingerprint: $1.fingerprint)
    }
  }

  /// Decodes a plan, or an array of identifiers; throws if the document is neither.
  public init(json: Data) throws(FormatError) { try self.init(JSONValue(storedPlan: json)) }

  /// Makes the requests of a plan, or of an array of identifiers; throws if the value is neither.
  package init(_ value: JSONValue) throws(FormatError) {
    switch value {
    case .array(let elements) where elements.allSatisfy { $0.string != nil }:
      try setRequests(
        StoredPlan.requests(elements.compactMap(\.string).map { PendingRequest(identifier: $0) }))
    case .object:
      guard let version = value["version"]?.integer, let limit = value["limit"]?.integer,
        case .array(let elements)? = value["requests"]
      else { throw .notAPlan }
      guard version == Plan.formatVersion else { throw .version(version) }
      try setRequests(ofPlan: elements)
      now = value["now"]?.instant
      self.limit = limit
      // Without this key, the plan could use all slots.
      slots = value["slots"]?.integer ?? limit
    default: throw .notAPlan
    }
  }

  /// Sets the requests that a plan lists.
  private mutating func setRequests(ofPlan elements: [JSONValue]) throws(FormatError) {
    target = NotificationLayer.apple.name
    var requests: [Request] = []
    for (index, element) in elements.enumerated() {
      guard let identifier = element["identifier"]?.string, let rank = element["rank"]?.integer,
        element["content"] != nil, element["trigger"] != nil
      else { throw .incomplete(request: index) }
      requests.append(
        Request(
          identifier: identifier,
          own: RequestIdentifier.isOwn(identifier) ? identifier : nil, rank: rank,
          document: element, removeBy: element["removeBy"]?.instant))
    }
    try setRequests(requests.sorted { ($0.rank, $0.identifier) < ($1.rank, $1.identifier) })
  }
}

extension StoredPlan.Request {
  /// Returns whether an app would add the same request, with equal content and trigger.
  ///
  /// The system does not use rank, next fire and proof. The content of a request is unknown if only
  /// its identifier is known.
  func isSame(as other: StoredPlan.Request) -> Bool {
    // A request that is counted from an instant is the one with its identifier.
    guard !other.isCounted else { return identifier == other.identifier }
    guard fingerprint == nil, other.fingerprint == nil, let mine = document,
      let theirs = other.document
    else { return known.map { $0 == other.known } ?? false }
    return mine["content"] == theirs["content"] && mine["trigger"] == theirs["trigger"]
  }

  /// Whether its alerts are counted from the instant of adding.
  var isCounted: Bool { countsFrom != nil }

  /// The instant from which its alerts are counted; nil if they aren't.
  var countsFrom: Instant? { document?["countsFrom"]?.instant }

  /// The fingerprint, as reported or computed from the plan; nil if neither is possible.
  private var known: String? { fingerprint ?? document?.requestFingerprint }
}

extension JSONValue {
  /// Decodes the file of a stored plan; throws if it isn't JSON.
  package init(storedPlan json: Data) throws(StoredPlan.FormatError) {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: json) else { throw .notJSON }
    self = value
  }

  /// The instant that a text names; nil for another value.
  package var instant: Instant? { string.flatMap { Instant(iso8601: $0) } }

  /// The title of a request in a plan or on a layer.
  var requestTitle: String? {
    [self["content"], self["notification"], self].lazy.compactMap { $0?["title"]?.string }.first
  }

  /// The fingerprint of a request's content and trigger, which the system gets.
  ///
  /// The identifier of a request that is counted from an instant stands for both.
  fileprivate var requestFingerprint: String {
    if let identifier = self["identifier"], self["countsFrom"]?.instant != nil {
      return identifier.fingerprint
    }
    return JSONValue.object([
      "content": self["content"] ?? .null, "trigger": self["trigger"] ?? .null,
    ])
    .fingerprint
  }
}

/// A pending request, as a device reports it.
///
/// An app can store the fingerprint of each request that it adds, for example in `userInfo`. Then
/// requests with the same content and trigger are not replaced.
///
/// With `standUp` and `options` of the example of ``ReminderCompiler/Compilation``:
///
/// ```swift
/// let plan = Compilation(of: [standUp], options).plan
/// let pending = plan.requests.map {
///   PendingRequest(identifier: $0.identifier, fingerprint: $0.fingerprint)
/// }
/// print(try PlanDifference(from: StoredPlan(pending: pending), to: plan).isEmpty)  // true
/// ```
public struct PendingRequest: Hashable, Sendable, Codable {
  /// The identifier of the request.
  public let identifier: String
  /// The ``Plan/Request/fingerprint`` of its content and trigger; nil if it is unknown.
  public let fingerprint: String?

  /// Makes a pending request.
  public init(identifier: String, fingerprint: String? = nil) {
    self.identifier = identifier
    self.fingerprint = fingerprint
  }
}

extension Plan.Request {
  /// A short digest of the content and the trigger, which the system gets.
  ///
  /// It changes if either of them changes, and is the same in every run and on every system. That
  /// of a request with ``countsFrom`` also changes with its identifier, and with nothing else.
  ///
  /// Rank, next fire and proof do not affect it.
  public var fingerprint: String {
    // Encoding cannot fail, because JSON can express every request.
    guard let json = try? JSONEncoder().encode(self),
      let value = try? JSONDecoder().decode(JSONValue.self, from: json)
    else { return "" }
    return value.requestFingerprint
  }
}
