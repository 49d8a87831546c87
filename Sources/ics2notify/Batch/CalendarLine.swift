import CivilTime
import TextSafety

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A calendar in a line of JSON, as an engine passes it on whose data are no files.
struct CalendarLine: Decodable {
  /// What it is called; nil for what the line is called.
  let name: String?
  /// The text of the calendar.
  let calendar: String
  /// The zone of its device; nil for that of the options.
  let timeZone: String?
  /// The instant to compile for; nil for that of the options.
  let now: String?

  /// The longest line, in bytes: sixteen times the largest export of a person that is known.
  static let maximumSize = 64 << 20

  /// The longest name, in bytes: that of a path.
  private static let longestName = 4_096

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - bytes: The line.
  ///   - place: What the line is called in a message.
  /// - Throws: What is wrong with it.
  init(_ bytes: [UInt8], at place: FilePath) throws(Failure) {
    if let fault = JSONLineSyntax.fault(in: bytes), let reason = fault.reason {
      throw Failure(
        .noUsableInput,
        "\(place): is not a line of JSON: \(TerminalText.oneLine(reason)) (byte \(fault.position))")
    }
    do {
      self = try JSONDecoder().decode(CalendarLine.self, from: Data(bytes))
    } catch let error as DecodingError {
      throw Failure(.noUsableInput, "\(place): \(CalendarLine.reason(of: error))")
    } catch {
      throw Failure(.noUsableInput, "\(place): is not a line of JSON")
    }
    guard (name?.utf8.count ?? 0) <= CalendarLine.longestName else {
      throw Failure(
        .noUsableInput, "\(place): the name has more than \(CalendarLine.longestName) bytes")
    }
  }

  /// What a line calls its calendar, whatever else is wrong with it; nil where it says nothing that
  /// could be one.
  ///
  /// - Parameter bytes: The line.
  /// - Returns: The name.
  static func name(in bytes: [UInt8]) -> FilePath? {
    struct Named: Decodable {
      let name: String?
    }
    let named = try? JSONDecoder().decode(Named.self, from: Data(bytes))
    return named?.name.flatMap { $0.utf8.count > longestName ? nil : FilePath(text: $0) }
  }

  private static func reason(of error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, _): "the line of JSON has no \"\(key.stringValue)\""
    case .typeMismatch(_, let context) where !context.codingPath.isEmpty,
      .valueNotFound(_, let context) where !context.codingPath.isEmpty:
      "in the line of JSON \"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" is no text"
    case .typeMismatch, .valueNotFound: "the line of JSON is no object"
    default: "is not a line of JSON"
    }
  }

  /// Puts what the line says into the options.
  ///
  /// - Parameter settings: Changed in place.
  /// - Throws: What makes no sense.
  func apply(to settings: inout Settings) throws(Failure) {
    if let now { settings.now = try OptionValue.instant(now, "now") }
    if let timeZone {
      settings.deviceZone = try OptionValue.zone(timeZone, settings.zones, "timeZone")
    }
    try settings.requireKnownHorizon()
  }
}
