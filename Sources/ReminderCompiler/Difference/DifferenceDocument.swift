import TextSafety

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A difference between plans as JSON for an app, or as lines for a person.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// let plan = Compiler.plan(for: [standUp], options)
/// let new = try StoredPlan(
///   json: PlanDocument(plan).json())
/// let pending = try StoredPlan(json: Data(#"["ics2notify.a.W2T090000", "drink water"]"#.utf8))
/// let steps = DifferenceDocument(try PlanDifference(from: pending, to: new)).text
/// print(steps.split(separator: "\n").last!)  // 1 to remove, 0 to replace, 5 to add, 1 untouched
/// ```
public struct DifferenceDocument: Encodable, Sendable {
  /// The version of the format: it grows where a reader of the last one could go wrong.
  public static let version = 1

  private let difference: PlanDifference

  /// Makes the document of a difference.
  ///
  /// - Parameter difference: The difference.
  public init(_ difference: PlanDifference) {
    self.difference = difference
  }

  /// The document's bytes, with a line end behind the last one.
  ///
  /// - Returns: UTF-8.
  /// - Throws: What the encoder throws, which no difference makes it do.
  public func json() throws -> Data {
    try documentBytes()
  }

  /// The steps for a person, one a line, then how many requests stay.
  public var text: String {
    let requests = Dictionary(
      uniqueKeysWithValues: (difference.replaced + difference.added).map { ($0.identifier, $0) })
    func line(_ word: String, _ identifier: String) -> String {
      let title = requests[identifier]?.document?["content"]?["title"]?.string
      let text = title.map { "  \(TerminalText.oneLine($0))" } ?? ""
      return "\(word)  \(TerminalText.oneLine(identifier))\(text)\n"
    }
    let lines = difference.steps.map { step in
      switch step {
      case .remove(let identifier): line("remove ", identifier)
      case .replace(let identifier): line("replace", identifier)
      case .add(let identifier): line("add    ", identifier)
      }
    }
    return lines.joined()
      + "\(difference.removed.count) to remove, \(difference.replaced.count) to "
      + "replace, \(difference.added.count) to add, \(difference.untouched.count) untouched\n"
  }

  private enum Key: String, CodingKey {
    case version, remove, replace, add, untouched, steps
  }

  /// Encodes the difference's fields.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(DifferenceDocument.version, forKey: .version)
    try container.encode(difference.removed, forKey: .remove)
    try container.encode(difference.replaced.map(\.document), forKey: .replace)
    try container.encode(difference.added.map(\.document), forKey: .add)
    try container.encode(difference.untouched, forKey: .untouched)
    try container.encode(difference.steps.map(StepDocument.init), forKey: .steps)
  }
}

/// One of `steps[]`: what to do, and to which identifier.
private struct StepDocument: Encodable {
  let step: PlanDifference.Step

  init(_ step: PlanDifference.Step) {
    self.step = step
  }

  private enum Key: String, CodingKey {
    case remove, replace, add
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch step {
    case .remove(let identifier): try container.encode(identifier, forKey: .remove)
    case .replace(let identifier): try container.encode(identifier, forKey: .replace)
    case .add(let identifier): try container.encode(identifier, forKey: .add)
    }
  }
}
