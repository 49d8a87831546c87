public import CivilTime
import Foundation

/// Fires as lines: JSON for programs, text for people.
public final class FireLines {
  /// How lines are written.
  public enum Format: Sendable {
    /// One JSON object a line.
    case jsonLines
    /// Local time and title.
    case text
  }

  private let format: Format
  private let zone: Zone
  /// Texts as JSON strings: a series has thousands of fires and one title.
  private var encoded: [String: String] = [:]
  private let encoder = JSONEncoder()

  /// Makes a writer of lines.
  ///
  /// - Parameters:
  ///   - format: How lines are written.
  ///   - zone: The zone of local times.
  public init(_ format: Format, zone: Zone) {
    self.format = format
    self.zone = zone
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  /// A fire as a line with its end.
  public func line(_ fire: ListedFire) -> String {
    switch format {
    case .jsonLines:
      let identifier = fire.identifier.map { ",\"identifier\":\(json($0))" } ?? ""
      return "{\"alarm\":\(fire.alarm),\"at\":\"\(fire.at)\"\(identifier)"
        + ",\"repeat\":\(fire.repetition),\"title\":\(json(fire.title)),\"uid\":\(json(fire.uid))}\n"
    case .text:
      let repetition = fire.repetition > 0 ? "  (repeat \(fire.repetition))" : ""
      return "\(LocalTime(fire.at, in: zone))  \(TerminalText.oneLine(fire.title))\(repetition)\n"
    }
  }

  /// The verdict on a plan as the last line.
  ///
  /// - Parameter plan: The plan.
  /// - Returns: The line with its end.
  /// - Throws: What the encoder throws, which no plan makes it do.
  public func line(_ plan: Plan) throws -> String {
    switch format {
    case .jsonLines:
      String(
        decoding: try encoder.encode(["verdict": VerdictDocument(plan)]), as: UTF8.self) + "\n"
    case .text: PlanSummary(plan, zone: zone).text
    }
  }

  private func json(_ text: String) -> String {
    if let known = encoded[text] { return known }
    // A string of valid Unicode always encodes; the empty one stands for what can't happen.
    let json = (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    encoded[text] = json
    return json
  }
}

/// The verdict of `simulate`.
private struct VerdictDocument: Encodable {
  let plan: Plan

  init(_ plan: Plan) {
    self.plan = plan
  }

  private enum Key: String, CodingKey {
    case missed, missedRepeats, spurious, exactUntil, repeatsUntil, renewBy
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(plan.verdict.missedFirst, forKey: .missed)
    try container.encode(plan.verdict.missedRepeats, forKey: .missedRepeats)
    try container.encode(plan.verdict.spurious, forKey: .spurious)
    try container.encode(plan.exactUntil?.description, forKey: .exactUntil)
    try container.encode(plan.repeatsUntil?.description, forKey: .repeatsUntil)
    try container.encode(plan.renewBy?.description, forKey: .renewBy)
  }
}
