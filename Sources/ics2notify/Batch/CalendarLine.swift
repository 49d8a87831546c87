import CalendarFiles
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
  let calendar: String
  /// The zone of its device; nil for that of the options.
  let timeZone: String?
  /// The instant to compile for; nil for that of the options.
  let now: String?

  /// The longest line, in bytes: sixteen times the largest export of a person that is known.
  static let maximumSize = 64 << 20

  /// Reads a line, which messages call `place`.
  init(_ bytes: Data, at place: FilePath) throws(Failure) {
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

  /// What a line calls its calendar, whatever else is wrong with it; nil where it says nothing that
  /// could be one.
  static func name(in bytes: Data) -> FilePath? {
    struct Named: Decodable {
      let name: String?
    }
    let named = try? JSONDecoder().decode(Named.self, from: bytes)
    return named?.name.flatMap { $0.utf8.count > SystemText.longestPath ? nil : FilePath(text: $0) }
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

  /// Puts what the line says into the options.
  func apply(to settings: inout Settings) throws(Failure) {
    if let now { settings.now = try OptionValue.instant(now, "now") }
    if let timeZone {
      settings.deviceZone = try OptionValue.zone(timeZone, settings.zones, "timeZone")
    }
    try settings.requireKnownHorizon()
  }
}
