import CalendarFiles
import CalendarSources
import ProgramSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A calendar in a line of JSON (`--from jsonl`), for engines that don't store files.
struct CalendarLine: Decodable {
  /// The name in the result; nil for the file and number of the line.
  let name: String?
  let calendar: String
  /// The device's time zone; nil for that of the options.
  let timeZone: String?
  /// The current instant (ISO 8601); nil for that of the options.
  let now: String?

  /// The longest line, in bytes: sixteen times the largest known export of a person.
  static let maximumSize = 64 << 20

  /// Decodes a line; errors name it `place`.
  init(_ bytes: Data, at place: CalendarPath) throws(Failure) {
    do {
      self = try JSONDecoder().decode(CalendarLine.self, from: bytes)
    } catch let error as DecodingError {
      throw Failure(.noUsableInput, "\(place): \(CalendarLine.reason(of: error))")
    } catch {
      throw Failure(.noUsableInput, "\(place): is not a line of JSON")
    }
    guard (name?.utf8.count ?? 0) <= SystemText.longestPath else {
      throw Failure(
        .noUsableInput, "\(place): the name has more than \(SystemText.longestPath) bytes")
    }
  }

  /// The name in a line that may otherwise be invalid; nil without a usable name.
  static func name(in bytes: Data) -> CalendarPath? {
    struct Named: Decodable {
      let name: String?
    }
    let named = try? JSONDecoder().decode(Named.self, from: bytes)
    return named?.name.flatMap {
      $0.utf8.count > SystemText.longestPath ? nil : CalendarPath(text: $0)
    }
  }

  private static func reason(of error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, _): "the line of JSON lacks \"\(key.stringValue)\""
    case .typeMismatch(_, let context) where !context.codingPath.isEmpty,
      .valueNotFound(_, let context) where !context.codingPath.isEmpty:
      "in the line of JSON \"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" is not a string"
    case .typeMismatch, .valueNotFound: "the line of JSON is not an object"
    default: "is not a line of JSON"
    }
  }

  /// Overrides the settings with the values of the line.
  func apply(to settings: inout Settings) throws(Failure) {
    if let now { settings.now = try OptionValue.instant(now, of: "now") }
    if let timeZone {
      settings.deviceZone = try OptionValue.zone(timeZone, zones: settings.zones, of: "timeZone")
    }
    try settings.requireKnownHorizon()
  }
}
