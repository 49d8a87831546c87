import TextSafety

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What an app has to do in order to get from what is pending to a new plan.
///
/// Done in the order of its steps, requests of ours never take more slots than the new plan may
/// fill once the first is added, so that those of others, which the old plan need not know, keep
/// theirs; and at every moment each request of the new plan that was pending still is. What is no
/// more wanted goes as late as the slots let it, what matters least before the rest, so that a
/// crash in between loses nothing that matters more than what was being changed.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// let plan = Compiler.plan(for: [standUp], options)
/// let pending = try StoredPlan(json: Data(#"["ics2notify.a.W2T090000", "drink water"]"#.utf8))
/// let difference = try PlanDifference(from: pending, to: plan)
/// for case .add(let identifier) in difference.steps.suffix(2) {
///   print(plan.request(withIdentifier: identifier)!.nextFire)  // 2028-01-03T07:50:00Z
/// }
/// print(difference.steps.last!)  // remove("ics2notify.a.W2T090000")
/// print(difference.untouched)  // ["drink water"]
/// ```
public struct PlanDifference: Sendable {
  /// One thing to do.
  public enum Step: Hashable, Sendable {
    /// Remove the pending request with an identifier.
    case remove(String)
    /// Add a request whose identifier is pending: it takes the other's place at once.
    case replace(String)
    /// Add a request.
    case add(String)
  }

  /// The steps in their order.
  public let steps: [Step]
  /// The identifiers of what stays as it is: of the plan by rank, then of others.
  public let untouched: [String]
  /// The requests to replace and to add, by identifier, as they stand in the new plan.
  let documents: [String: JSONValue]

  /// The identifiers to remove, in the order of the steps.
  public var removed: [String] {
    steps.compactMap { if case .remove(let identifier) = $0 { identifier } else { nil } }
  }

  /// The identifiers of the requests to replace, the least important first.
  public var replaced: [String] {
    steps.compactMap { if case .replace(let identifier) = $0 { identifier } else { nil } }
  }

  /// The identifiers of the requests to add, the least important first.
  public var added: [String] {
    steps.compactMap { if case .add(let identifier) = $0 { identifier } else { nil } }
  }

  /// Whether there is nothing to do.
  public var isEmpty: Bool { steps.isEmpty }

  init(steps: [Step], untouched: [String], documents: [String: JSONValue]) {
    self.steps = steps
    self.untouched = untouched
    self.documents = documents
  }

  /// Compares what is pending with a plan.
  public init(from old: StoredPlan, to new: Plan) throws {
    try self.init(from: old, to: StoredPlan(new))
  }

  /// Compares what is pending with a plan that is stored.
  public init(from old: StoredPlan, to new: StoredPlan) throws(StoredPlan.Fault) {
    guard let limit = new.limit, let slots = new.slots else { throw .identifiersOnly }
    let pending = Dictionary(uniqueKeysWithValues: old.requests.map { ($0.identifier, $0) })
    let wanted = Set(new.identifiers)
    // The system keeps what was added last: the most important comes last.
    let changes = new.requests.reversed().filter { request in
      !(pending[request.identifier]?.isSame(as: request) ?? false)
    }
    documents = Dictionary(
      uniqueKeysWithValues: changes.compactMap { request in
        request.document.map { (request.identifier, $0) }
      })
    let changed = Set(changes.map(\.identifier))
    untouched =
      new.identifiers.filter { !changed.contains($0) }
      + old.identifiers.filter { !wanted.contains($0) && !RequestIdentifier.isOwn($0) }
    // Of identifiers alone the last is the one that, by what it says, matters least.
    var obsolete = old.requests.reversed().filter {
      !wanted.contains($0.identifier) && RequestIdentifier.isOwn($0.identifier)
    }
    // How many requests are still to come for the same alarm: they may bring what goes.
    var coming: [Substring: Int] = [:]
    for request in changes where pending[request.identifier] == nil {
      coming[RequestIdentifier.prefix(of: request.identifier), default: 0] += 1
    }
    var own = old.requests.count { RequestIdentifier.isOwn($0.identifier) }
    let others = old.requests.count - own
    // Both are what a file says, so that a difference of theirs could be too small for a number.
    let room = max(0, min(slots, max(0, limit) - others))
    var steps: [Step] = []
    for request in changes {
      if pending[request.identifier] != nil {
        steps.append(.replace(request.identifier))
        continue
      }
      if own >= room {
        let gone = PlanDifference.take(own - room + 1, from: &obsolete) {
          coming[RequestIdentifier.prefix(of: $0.identifier), default: 0] > 0
        }
        steps += gone.map { .remove($0.identifier) }
        own -= gone.count
      }
      steps.append(.add(request.identifier))
      coming[RequestIdentifier.prefix(of: request.identifier), default: 1] -= 1
      own += 1
    }
    steps += obsolete.map { .remove($0.identifier) }
    self.steps = steps
  }

  /// Takes the first requests out of a list: those that nothing holds, then the others.
  ///
  /// In one pass, for what is pending can be anything: what is left then fits into the slots.
  private static func take(
    _ count: Int, from requests: inout [StoredPlan.Request], isHeld: (StoredPlan.Request) -> Bool
  ) -> [StoredPlan.Request] {
    let held = requests.map(isHeld)
    let order = requests.indices.filter { !held[$0] } + requests.indices.filter { held[$0] }
    let taken = order.prefix(count)
    let isTaken = Set(taken)
    let gone = taken.map { requests[$0] }
    requests = requests.indices.filter { !isTaken.contains($0) }.map { requests[$0] }
    return gone
  }
}

/// In the format of `diff`, see ics2notify(5).
extension PlanDifference: Codable {
  /// The version of the format: it grows where a reader of the last one could go wrong.
  public static let formatVersion = 1

  /// The difference as a document: keys sorted, and a line end behind the last one.
  public func json() throws -> Data {
    try documentBytes()
  }

  /// Reads a difference from a document, which may be anybody's.
  public init(json: Data) throws(JSONFault) {
    self = try JSONFault.decode(PlanDifference.self, from: json, [:])
  }

  private enum CodingKeys: String, CodingKey {
    case version, remove, replace, add, untouched, steps
  }

  /// Reads a difference.
  ///
  /// - Parameter decoder: What has it.
  /// - Throws: A `DecodingError` where the steps are not those of the requests and identifiers
  ///   beside them, or two are about the same identifier.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try container.requireVersion(PlanDifference.formatVersion, forKey: .version)
    var documents: [String: JSONValue] = [:]
    func identifiers(_ key: CodingKeys) throws -> [String] {
      try container.decode([JSONValue].self, forKey: key).enumerated().map { index, document in
        let identifier = document["identifier"]?.string
        try container.require(
          identifier != nil && document["content"] != nil && document["trigger"] != nil, key,
          "[\(index)] lacks an identifier, a content or a trigger")
        documents[identifier ?? ""] = document
        return identifier ?? ""
      }
    }
    let (replaced, added) = (try identifiers(.replace), try identifiers(.add))
    let removed = try container.decode([String].self, forKey: .remove)
    self.init(
      steps: try container.decode([Step].self, forKey: .steps),
      untouched: try container.decode([String].self, forKey: .untouched), documents: documents)
    for (key, said, done) in [
      (CodingKeys.remove, removed, self.removed), (.replace, replaced, self.replaced),
      (.add, added, self.added),
    ] {
      try container.require(said == done, key, "is not what the steps say")
    }
    try container.require(
      removed.allSatisfy(RequestIdentifier.isOwn), .remove, "has a request of others")
    let all = removed + replaced + added + untouched
    try container.require(
      Set(all).count == all.count, .steps, "and untouched have an identifier twice")
  }

  /// Writes the difference, with the requests to replace and to add as they stand in the plan.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(PlanDifference.formatVersion, forKey: .version)
    try container.encode(removed, forKey: .remove)
    try container.encode(replaced.map { documents[$0] }, forKey: .replace)
    try container.encode(added.map { documents[$0] }, forKey: .add)
    try container.encode(untouched, forKey: .untouched)
    try container.encode(steps, forKey: .steps)
  }
}

/// In the form of one of `steps`: what to do, and to which identifier.
extension PlanDifference.Step: Codable {
  private enum CodingKeys: String, CodingKey {
    case remove, replace, add
  }

  /// Reads a step.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let key = container.allKeys.first, container.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "needs one of remove, replace and add"))
    }
    let identifier = try container.decode(String.self, forKey: key)
    switch key {
    case .remove: self = .remove(identifier)
    case .replace: self = .replace(identifier)
    case .add: self = .add(identifier)
    }
  }

  /// Writes the step.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .remove(let identifier): try container.encode(identifier, forKey: .remove)
    case .replace(let identifier): try container.encode(identifier, forKey: .replace)
    case .add(let identifier): try container.encode(identifier, forKey: .add)
    }
  }
}

extension PlanDifference {
  /// The steps for a person, one a line, then how many requests stay.
  public var text: String {
    func line(_ word: String, _ identifier: String) -> String {
      let title = documents[identifier]?["content"]?["title"]?.string
      let text = title.map { "  \(TerminalText.oneLine($0))" } ?? ""
      return "\(word)  \(TerminalText.oneLine(identifier))\(text)\n"
    }
    let lines = steps.map { step in
      switch step {
      case .remove(let identifier): line("remove ", identifier)
      case .replace(let identifier): line("replace", identifier)
      case .add(let identifier): line("add    ", identifier)
      }
    }
    return lines.joined()
      + "\(removed.count) to remove, \(replaced.count) to "
      + "replace, \(added.count) to add, \(untouched.count) untouched\n"
  }
}
