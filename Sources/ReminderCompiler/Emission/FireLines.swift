public import CivilTime
import TextSafety

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Fires as lines: JSON for programs, text for people.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// let plan = Compiler.plan(for: [standUp], options)
/// let fires = plan.simulated(onDeviceIn: options.deviceZone)
/// let lines = FireLines(.text, zone: options.deviceZone)
/// print(lines.line(fires[0]))  // Mon 2028-01-03 08:50  Stand-up
/// ```
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
  private var encoded: [String: (text: String, json: String)] = [:]
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
    var bytes: [UInt8] = []
    append(fire, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a fire as a line with its end, in UTF-8.
  package func append(_ fire: ListedFire, to bytes: inout [UInt8]) {
    switch format {
    case .jsonLines: appendJSON(fire, to: &bytes)
    case .text:
      let repetition = fire.repetition > 0 ? "  (repeat \(fire.repetition))" : ""
      bytes += "\(LocalTime(fire.at, in: zone))  \(TerminalText.oneLine(fire.title))".utf8
      bytes += repetition.utf8
      bytes += (fire.isEcho ? "  (echo)\n" : "\n").utf8
    }
  }

  private func appendJSON(_ fire: ListedFire, to bytes: inout [UInt8]) {
    bytes += "{\"alarm\":".utf8
    append(fire.alarm, to: &bytes)
    bytes += ",\"at\":\"".utf8
    fire.at.append(to: &bytes)
    bytes += (fire.isEcho ? "\",\"echo\":true" : "\"").utf8
    if let identifier = fire.identifier {
      bytes += ",\"identifier\":".utf8
      append(identifier, to: &bytes)
    }
    bytes += ",\"repeat\":".utf8
    append(fire.repetition, to: &bytes)
    bytes += ",\"title\":".utf8
    append(fire.title, to: &bytes)
    bytes += ",\"uid\":".utf8
    append(fire.uid, to: &bytes)
    bytes += "}\n".utf8
  }

  private func append(_ number: Int?, to bytes: inout [UInt8]) {
    if let number, (0...9).contains(number) {
      bytes.append(0x30 + UInt8(number))
    } else {
      bytes += (number.map { "\($0)" } ?? "null").utf8
    }
  }

  private func append(_ text: String?, to bytes: inout [UInt8]) {
    guard let text else {
      bytes += "null".utf8
      return
    }
    guard JSONText.isPlain(text) else {
      bytes += json(text).utf8
      return
    }
    bytes.append(UInt8(ascii: "\""))
    bytes += text.utf8
    bytes.append(UInt8(ascii: "\""))
  }

  /// The verdict on a plan as the last line.
  ///
  /// - Parameter plan: The plan.
  /// - Throws: What the encoder throws, which no plan makes it do.
  /// - Returns: The line with its end.
  public func line(_ plan: Plan) throws -> String {
    switch format {
    case .jsonLines: try line(VerdictDocument(plan))
    case .text: PlanSummary(plan, zone: zone).text
    }
  }

  /// The verdict on an app that is opened now and then as the last line.
  ///
  /// - Parameter playback: What it did.
  /// - Throws: What the encoder throws, which no verdict makes it do.
  /// - Returns: The line with its end.
  public func line(_ playback: Playback) throws -> String {
    switch format {
    case .jsonLines: try line(VerdictDocument(playback))
    case .text: PlanSummary(playback, zone: zone).text
    }
  }

  private func line(_ verdict: VerdictDocument) throws -> String {
    String(decoding: JSONText.visible(try encoder.encode(["verdict": verdict])), as: UTF8.self)
      + "\n"
  }

  private func json(_ text: String) -> String {
    // Texts of other bytes that Unicode takes for the same are found under one key.
    if let known = encoded[text], known.text.utf8.elementsEqual(text.utf8) { return known.json }
    // A string of valid Unicode always encodes; the empty one stands for what can't happen.
    let json =
      (try? encoder.encode(text)).map {
        String(decoding: JSONText.visible($0), as: UTF8.self)
      } ?? "\"\""
    encoded[text] = (text, json)
    return json
  }
}
