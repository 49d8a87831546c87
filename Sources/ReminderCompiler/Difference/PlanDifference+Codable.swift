#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// In the format of `diff`, see ics2notify(5).
extension PlanDifference: Codable {
  /// The version of the format: it grows where a reader of the last one could go wrong.
  public static let formatVersion = 1

  /// The difference as a document: keys sorted, and a line end behind the last one.
  ///
  /// - Returns: UTF-8.
  /// - Throws: What the encoder throws, which no difference makes it do.
  public func json() throws -> Data {
    try documentBytes()
  }

  /// Reads a difference from a document, which may be anybody's.
  ///
  /// - Parameter json: The document in UTF-8.
  /// - Throws: What is wrong with the document, and where.
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
  ///
  /// - Parameter encoder: What takes it.
  /// - Throws: What the encoder throws.
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
  ///
  /// - Parameter decoder: What has it.
  /// - Throws: A `DecodingError` where it is none, or several.
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
  ///
  /// - Parameter encoder: What takes it.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .remove(let identifier): try container.encode(identifier, forKey: .remove)
    case .replace(let identifier): try container.encode(identifier, forKey: .replace)
    case .add(let identifier): try container.encode(identifier, forKey: .add)
    }
  }
}
