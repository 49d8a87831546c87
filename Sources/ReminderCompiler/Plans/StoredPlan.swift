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
  let requests: [Request]
  /// The slots that the system has; nil where only identifiers are known.
  let limit: Int?
  /// The slots that the plan may fill; nil where only identifiers are known.
  let slots: Int?

  /// The identifiers of all requests.
  public var identifiers: [String] { requests.map(\.identifier) }

  static let empty = StoredPlan(requests: [], limit: nil, slots: nil)

  private init(requests: [Request], limit: Int?, slots: Int?) {
    self.requests = requests
    self.limit = limit
    self.slots = slots
  }

  /// What is pending where a plan has been applied.
  public init(_ plan: Plan) throws {
    try self.init(json: plan.json())
  }

  /// What a device tells of its pending requests, in any order.
  ///
  /// - Parameter pending: The requests; those of others among them.
  /// - Throws: Which identifier stands there twice.
  public init(pending: [PendingRequest]) throws(Fault) {
    limit = nil
    slots = nil
    var fingerprints: [String: String?] = [:]
    for request in pending {
      guard fingerprints.updateValue(request.fingerprint, forKey: request.identifier) == nil else {
        throw .repeated(identifier: request.identifier)
      }
    }
    requests = StoredPlan.requests(known: pending.map(\.identifier)).map { request in
      var request = request
      request.fingerprint = fingerprints[request.identifier] ?? nil
      return request
    }
  }

  /// The plan with those of its requests that have one of some identifiers.
  func keeping(_ identifiers: Set<String>) -> StoredPlan {
    StoredPlan(
      requests: requests.filter { identifiers.contains($0.identifier) }, limit: limit, slots: slots)
  }

  /// Requests of which only the identifiers are known, in whatever order a device told them.
  ///
  /// Ours stand by what their identifiers say, before those of others, so that every order of the
  /// same identifiers is the same.
  private static func requests(known identifiers: [String]) -> [Request] {
    let own = identifiers.filter(RequestIdentifier.isOwn).map(RequestForm.init(of:)).sorted()
      .map(\.identifier)
    let others = identifiers.filter { !RequestIdentifier.isOwn($0) }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    return (own + others).enumerated().map {
      Request(identifier: $1, rank: $0 + 1, document: nil)
    }
  }

  /// Reads a plan, or an array of identifiers.
  public init(json: Data) throws(Fault) {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: json) else { throw .notJSON }
    switch value {
    case .array(let elements):
      limit = nil
      slots = nil
      var identifiers: [String] = []
      for element in elements {
        guard let identifier = element.string else { throw .notAPlan }
        identifiers.append(identifier)
      }
      requests = StoredPlan.requests(known: identifiers)
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
      self.requests = requests.sorted { ($0.rank, $0.identifier) < ($1.rank, $1.identifier) }
    default: throw .notAPlan
    }
    var seen: Set<String> = []
    for identifier in requests.map(\.identifier) where !seen.insert(identifier).inserted {
      throw .repeated(identifier: identifier)
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
