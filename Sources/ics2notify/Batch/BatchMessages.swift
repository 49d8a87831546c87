import CivilTime

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A calendar of a batch, which a worker reads as a line of JSON.
struct BatchItem: Codable {
  /// The source of the calendar.
  enum Content: String, Codable {
    /// The file with the name.
    case file
    /// The bytes, which were read already.
    case bytes
    /// The bytes, which are a line of JSON with the calendar in it.
    case line
  }

  let content: Content
  /// The path of the file, the name in the line, or else the place of the line.
  let name: FilePath
  /// The calendar or the line; empty for a file.
  var bytes = Data()
  /// The file of its result; nil if results are lines, or the name can't be a file's.
  var place: FilePath?

  /// Approximately the memory that it takes while it waits.
  var size: Int { 1_024 + name.bytes.count + bytes.count + (place?.bytes.count ?? 0) }
}

/// The result of a calendar, which a worker writes as a line of JSON.
struct BatchResult: Codable {
  var name: FilePath
  var status: ExitStatus
  /// The line of JSON with its end; empty if a file was written.
  var line = Data()
  var text = ""
  var hintCount = 0
  /// How long it took, in seconds.
  var seconds = 0.0
  /// The number of fires, the number of slots that are taken, and the end of the range in which it is
  /// exact; nil if unknown.
  var fires: Int?
  var slots: Int?
  var exactUntil: Instant?

  /// Approximately the memory that it takes while it waits.
  var size: Int { 1_024 + name.bytes.count + line.count + text.utf8.count }
}

extension ExitStatus: Codable {}

extension FilePath: Codable {
  init(from decoder: any Decoder) throws {
    self.init(argument: try decoder.singleValueContainer().decode(String.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(argument)
  }
}

extension Encodable {
  /// The value as a line of JSON with its end.
  func jsonLine() -> [UInt8] {
    // Texts, numbers and bytes can always be encoded.
    Array((try? JSONEncoder().encode(self)) ?? Data()) + "\n".utf8
  }
}
