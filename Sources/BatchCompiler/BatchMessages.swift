import CalendarSources
import CivilTime
import ProgramSupport
import ReminderCompiler

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A calendar of a batch, sent to a worker as a line of JSON.
struct BatchItem: Codable {
  /// The source of the calendar.
  enum Content: String, Codable {
    case file
    /// The bytes of the calendar.
    case bytes
    /// The bytes of a `CalendarLine`.
    case line
  }

  let content: Content
  /// The path of the file, or the file and number of the line.
  let name: CalendarPath
  /// Empty for a file.
  var bytes = Data()
  /// The path of the result; nil if results are lines, or if the name can't be a path.
  var place: FilePath?

  /// The name of the calendar, which a line of JSON can contain.
  var calendarName: CalendarPath {
    content == .line ? CalendarLine.name(in: bytes) ?? name : name
  }

  /// The approximate memory while it is queued, in bytes.
  var size: Int { 1_024 + name.path.bytes.count + bytes.count + (place?.bytes.count ?? 0) }
}

/// The result of a calendar, returned by a worker as a line of JSON and its ``line``.
struct BatchResult: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, status, text, hintCount, isSkipped, zone, seconds, fires, slots, exactUntil
  }

  var name: CalendarPath
  var status: ExitStatus
  /// The line of JSON with its line end; empty if results are files.
  var line: [UInt8] = []
  var text = ""
  var hintCount = 0
  /// Whether `--skip-unchanged` kept the earlier result.
  var isSkipped = false
  /// The part of the result that depends on the zone of this machine; nil if no part does.
  var zone: ZoneDependence?
  /// The elapsed time in seconds.
  var seconds = 0.0
  /// The counts of the result and the end of its exact range; nil if unknown.
  var fires: Int?
  var slots: Int?
  var exactUntil: Instant?

  /// The approximate memory while it is queued, in bytes.
  var size: Int { 1_024 + name.path.bytes.count + line.count + text.utf8.count }
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

extension CalendarPath: Codable {
  init(from decoder: any Decoder) throws {
    self.init(try FilePath(from: decoder))
  }

  func encode(to encoder: any Encoder) throws { try path.encode(to: encoder) }
}

extension Encodable {
  /// The value as a line of JSON with its line end.
  func jsonLine() -> [UInt8] {
    // Encoding strings, finite numbers and bytes doesn't fail.
    Array((try? JSONEncoder().encode(self)) ?? Data()) + "\n".utf8
  }
}
