import NotificationTriggers

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What is pending on a device, as a file says it: a plan, or the identifiers alone.
///
/// ```swift
/// let pending = try StoredPlan(json: Data(#"["ics2notify.a.W2T090000", "drink water"]"#.utf8))
/// print(pending.identifiers.count)  // 2
/// ```
public struct StoredPlan: Sendable {
  struct Request: Sendable {
    let identifier: String
    /// The place in the order of importance, from 1.
    let rank: Int
    /// The request as it stands in the plan; nil where that is not known.
    let document: JSONValue?
    /// What it shows and when, as the device tells it; nil where it doesn't.
    var fingerprint: String?
  }

  /// Why a file says nothing about what is pending.
  public enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is no JSON.
    case notJSON
    /// It is neither a plan nor an array of identifiers.
    case notAPlan
    /// It is a plan of a format that came later.
    case version(Int)
    /// A request of the plan has no identifier, rank, content or trigger.
    case incomplete(request: Int)
    /// An identifier stands there twice.
    case repeated(identifier: String)
    /// Only identifiers are known where requests are needed.
    case identifiersOnly

    /// What is wrong, for a person.
    public var description: String {
      switch self {
      case .notJSON: "is no JSON"
      case .notAPlan: "is neither a plan nor a JSON array of identifiers"
      case .version(let number):
        "is a plan of version \(number); this program reads version \(Plan.formatVersion)"
      case .incomplete(let index):
        "requests[\(index)] lacks an identifier, a rank, a content or a trigger"
      case .repeated(let identifier): "has the identifier \"\(identifier)\" twice"
      case .identifiersOnly: "is an array of identifiers; a plan is needed here"
      }
    }
  }

  /// The requests, the most important one first.
  private(set) var requests: [Request] = []
  /// The slots that the system has; nil where only identifiers are known.
  private(set) var limit: Int?
  /// The slots that the plan may fill; nil where only identifiers are known.
  private(set) var slots: Int?

  /// The identifiers of all requests.
  public var identifiers: [String] { requests.map(\.identifier) }

  /// Nothing pending.
  init() {}

  /// What is pending where a plan has been applied.
  public init(_ plan: Plan) throws {
    try self.init(json: plan.json())
  }

  /// What a device tells of its pending requests, in any order.
  ///
  /// - Parameter pending: The requests; those of others among them.
  /// - Throws: Which identifier stands there twice.
  public init(pending: [PendingRequest]) throws(Fault) {
    try setRequests(StoredPlan.requests(pending))
  }

  private mutating func setRequests(_ requests: [Request]) throws(Fault) {
    var seen: Set<String> = []
    for identifier in requests.map(\.identifier) where !seen.insert(identifier).inserted {
      throw .repeated(identifier: identifier)
    }
    self.requests = requests
  }

  /// The plan with those of its requests that have one of some identifiers.
  func keeping(_ identifiers: Set<String>) -> StoredPlan {
    var kept = self
    kept.requests.removeAll { !identifiers.contains($0.identifier) }
    return kept
  }

  /// Requests of which little is known, in whatever order a device told them.
  ///
  /// Ours stand by what their identifiers say, before those of others, so that every order of the
  /// same identifiers is the same.
  private static func requests(_ pending: [PendingRequest]) -> [Request] {
    let own = pending.filter { RequestIdentifier.isOwn($0.identifier) }
      .map { (form: RequestForm(of: $0.identifier), $0) }.sorted { $0.form < $1.form }.map(\.1)
    let others = pending.filter { !RequestIdentifier.isOwn($0.identifier) }.sorted {
      $0.identifier.utf8.lexicographicallyPrecedes($1.identifier.utf8)
    }
    return (own + others).enumerated().map {
      Request(
        identifier: $1.identifier, rank: $0 + 1, document: nil, fingerprint: $1.fingerprint)
    }
  }

  /// Reads a plan, or an array of identifiers.
  public init(json: Data) throws(Fault) {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: json) else { throw .notJSON }
    switch value {
    case .array(let elements):
      var pending: [PendingRequest] = []
      for element in elements {
        guard let identifier = element.string else { throw .notAPlan }
        pending.append(PendingRequest(identifier: identifier))
      }
      try setRequests(StoredPlan.requests(pending))
    case .object:
      guard let version = value["version"]?.integer, let limit = value["limit"]?.integer,
        case .array(let elements)? = value["requests"]
      else { throw .notAPlan }
      guard version == Plan.formatVersion else { throw .version(version) }
      self.limit = limit
      // A plan that doesn't say it was made for all of them.
      slots = value["slots"]?.integer ?? limit
      var requests: [Request] = []
      for (index, element) in elements.enumerated() {
        guard let identifier = element["identifier"]?.string, let rank = element["rank"]?.integer,
          element["content"] != nil, element["trigger"] != nil
        else { throw .incomplete(request: index) }
        requests.append(Request(identifier: identifier, rank: rank, document: element))
      }
      try setRequests(requests.sorted { ($0.rank, $0.identifier) < ($1.rank, $1.identifier) })
    default: throw .notAPlan
    }
  }
}

extension StoredPlan.Request {
  /// Whether an app would add the same request: what it shows, and when.
  ///
  /// Rank, next fire and proof say nothing to the system. Of a request that is known by its
  /// identifier alone, nobody knows what it shows.
  func isSame(as other: StoredPlan.Request) -> Bool {
    guard let mine = document, let theirs = other.document else {
      return known.map { $0 == other.known } ?? false
    }
    return mine["content"] == theirs["content"] && mine["trigger"] == theirs["trigger"]
  }

  /// The fingerprint, told or made of what stands in the plan; nil where nothing is known.
  private var known: String? {
    guard let document else { return fingerprint }
    return JSONValue.object([
      "content": document["content"] ?? .null, "trigger": document["trigger"] ?? .null,
    ]).fingerprint
  }
}

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
