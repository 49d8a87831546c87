import CivilTime
import NotificationTriggers
public import ReminderOptions
import TextSafety

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The steps from the pending requests to a new plan.
///
/// Apply the steps in their order. From the first added request on, own requests don't use more
/// slots than the new plan may fill, so requests of others keep their slots. Each pending request
/// that is also in the new plan is pending at every moment. Obsolete requests are removed as late
/// as the slots allow, the least important first. So a crash loses nothing more important than the
/// request that was being changed.
///
/// With `standUp` and `options` of the example of ``ReminderCompiler/Compilation``:
///
/// ```swift
/// let plan = Compilation(of: [standUp], options).plan
/// let pending = try StoredPlan(json: Data(#"["ics2notify.a.W2T090000", "drink water"]"#.utf8))
/// let difference = try PlanDifference(from: pending, to: plan)
/// for case .add(let identifier) in difference.steps.suffix(2) {
///   print(plan.request(withIdentifier: identifier)!.nextFire)  // 2028-01-03T07:50:00Z
/// }
/// print(difference.steps.last!)  // remove("ics2notify.a.W2T090000")
/// print(difference.untouched)  // ["drink water"]
/// ```
public struct PlanDifference: Sendable {
  /// One step of the difference.
  public enum Step: Hashable, Sendable {
    /// Remove the pending request with an identifier.
    case remove(String)
    /// Add a request whose identifier is pending.
    ///
    /// The system replaces the pending request.
    case replace(String)
    /// Add a request with a new identifier.
    case add(String)
  }

  /// The steps, to be applied in this order.
  public let steps: [Step]
  /// The identifiers of requests that do not change: those of the plan by rank, then foreign ones.
  public let untouched: [String]
  /// The requests to replace and to add, by identifier, as in the new plan.
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

  /// The requests to add or replace that are counted from an instant before the plan was made, by
  /// identifier.
  ///
  /// The plan was made for a device on which they are pending. Added now, they fire at other times.
  /// A difference that is read from JSON doesn't know them.
  public private(set) var late: [String] = []

  /// Whether there are no steps.
  public var isEmpty: Bool { steps.isEmpty }

}

extension PlanDifference {
  /// Compares pending requests with a plan.
  public init(from old: StoredPlan, to new: Plan) throws {
    try self.init(from: old, to: StoredPlan(new))
  }

  /// Compares pending requests with a stored plan; throws if only its identifiers are known.
  public init(from old: StoredPlan, to new: StoredPlan) throws(StoredPlan.FormatError) {
    guard let limit = new.limit, let slots = new.slots else { throw .identifiersOnly }
    if let known = old.target, let target = new.target, known != target {
      throw .otherTarget(known, than: target)
    }
    let known = old.requests.filter { request in new.now.map(request.isPending) ?? true }
    let pending = Dictionary(
      known.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    let wanted = Set(new.requests.map(\.identifier))
    // The system keeps the requests that were added last, so the most important is added last.
    let changed = new.requests.reversed().filter { request in
      !(pending[request.identifier]?.isSame(as: request) ?? false)
    }
    // Requests that are counted from now can't wait for the others.
    let changes = changed.filter(\.isCounted) + changed.filter { !$0.isCounted }
    documents = Dictionary(
      uniqueKeysWithValues: changes.compactMap { request in
        request.document.map { (request.identifier, $0) }
      })
    late = changes.filter { $0.isLate(in: new) }.map(\.identifier)
    let changedNames = Set(changes.map(\.identifier))
    untouched =
      new.requests.map(\.identifier).filter { !changedNames.contains($0) }
      + old.requests.filter { !wanted.contains($0.identifier) && $0.own == nil }.map(\.identifier)
    // If only identifiers are known, the last one is the least important by its form.
    var obsolete = known.reversed().filter { !wanted.contains($0.identifier) && $0.own != nil }
    // Counts the requests to come for each alarm. They may contain the fires of obsolete requests.
    var coming: [Substring: Int] = [:]
    for request in changes where pending[request.identifier] == nil {
      coming[request.prefix, default: 0] += 1
    }
    var own = known.count { $0.own != nil }
    let others = known.count - own
    // The two numbers are from a file, so clamp before subtracting to avoid an overflow.
    let room = max(0, min(slots, max(0, limit) - others))
    // An app that didn't remove an ended request in time still has it, in a slot that is needed
    // now.
    var steps = old.requests.filter {
      $0.own != nil && pending[$0.identifier] == nil && !wanted.contains($0.identifier)
    }.map { Step.remove($0.identifier) }
    for request in changes {
      if pending[request.identifier] != nil {
        steps.append(.replace(request.identifier))
        continue
      }
      if own >= room {
        let gone = PlanDifference.take(own - room + 1, from: &obsolete) {
          coming[$0.prefix, default: 0] > 0
        }
        steps += gone.map { .remove($0.identifier) }
        own -= gone.count
      }
      steps.append(.add(request.identifier))
      coming[request.prefix, default: 1] -= 1
      own += 1
    }
    steps += obsolete.map { .remove($0.identifier) }
    self.steps = steps
  }

  /// Removes the first requests from a list: those that are not held, then the others.
  ///
  /// One pass is enough, because the remaining ones then fit into the slots.
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

extension StoredPlan.Request {
  /// Whether it is counted from an instant that is too long before the plan to add it now.
  fileprivate func isLate(in plan: StoredPlan) -> Bool {
    guard let countsFrom, let now = plan.now else { return false }
    return now - countsFrom > IntervalForm.longestDelay
  }
}

/// The JSON form is the format of `diff`, see ics2notify(5).
extension PlanDifference: Codable {
  /// The version of the format.
  ///
  /// It increases when an older reader could misread a difference.
  public static let formatVersion = 1

  /// Returns the difference as an indented JSON document with sorted keys and a final line end.
  public func json() throws -> Data {
    try documentBytes()
  }

  /// Decodes a difference from a document, which need not be trustworthy; throws if it is invalid.
  public init(json: Data) throws(JSONFormatError) {
    self = try JSONFormatError.decode(PlanDifference.self, from: json, userInfo: [:])
  }

  private enum CodingKeys: String, CodingKey {
    case version, remove, replace, add, untouched, steps
  }

  /// Decodes a difference.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: A `DecodingError` if the steps contradict the lists of requests and identifiers, or
  ///   if two steps have the same identifier.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try container.requireVersion(PlanDifference.formatVersion, forKey: .version)
    var documents: [String: JSONValue] = [:]
    func identifiers(_ key: CodingKeys) throws -> [String] {
      try container.decode([JSONValue].self, forKey: key).enumerated().map { index, document in
        let identifier = document["identifier"]?.string
        try container.require(
          identifier != nil && document["content"] != nil && document["trigger"] != nil, key: key,
          fault: "[\(index)] lacks an identifier, a content or a trigger")
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
      try container.require(said == done, key: key, fault: "disagrees with the steps")
    }
    try container.require(
      removed.allSatisfy(RequestIdentifier.isOwn), key: .remove,
      fault: "has a request of another source")
    let all = removed + replaced + added + untouched
    try container.require(
      Set(all).count == all.count, key: .steps, fault: "and untouched have an identifier twice")
  }

  /// Encodes the difference, with the requests to replace and to add as in the plan.
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

/// The JSON form is an element of `steps`: the kind of step with its identifier.
extension PlanDifference.Step: Codable {
  private enum CodingKeys: String, CodingKey {
    case remove, replace, add
  }

  /// Decodes a step; throws if it does not have exactly one key.
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

  /// Encodes the step.
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
  /// The steps as text for users, one on each line, then the number of requests of each kind.
  public var text: String {
    func line(_ word: String, _ identifier: String) -> String {
      let title = documents[identifier]?.requestTitle
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
