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
  /// The text of the calendar.
  let calendar: String
  /// The zone of its device; nil for that of the options.
  let timeZone: String?
  /// The instant to compile for; nil for that of the options.
  let now: String?

  /// The longest line, in bytes: sixteen times the largest export of a person that is known.
  static let maximumSize = 64 << 20

  /// Reads a line, which messages call `place`.
  init(_ bytes: [UInt8], at place: FilePath) throws(Failure) {
    if let (reason, position) = JSONStrictness.fault(in: bytes) {
      throw Failure(
        .noUsableInput,
        "\(place): is not a line of JSON: \(TerminalText.oneLine(reason)) (byte \(position))")
    }
    do {
      self = try JSONDecoder().decode(CalendarLine.self, from: Data(bytes))
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
  static func name(in bytes: [UInt8]) -> FilePath? {
    struct Named: Decodable {
      let name: String?
    }
    let named = try? JSONDecoder().decode(Named.self, from: Data(bytes))
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

/// What Foundation's decoder accepts although it isn't JSON (RFC 8259): repeated keys, of which it
/// drops one, commas without a following value, leading zeros, and raw control characters.
private enum JSONStrictness {
  /// The first such fault, and its byte from 1; what the decoder rejects needn't be found.
  static func fault(in bytes: [UInt8]) -> (reason: String, position: Int)? {
    // The keys of the objects that are open; nil for an array.
    var keys: [Set<String>?] = []
    var isKey = false
    var isAfterComma = false
    var index = 0
    while index < bytes.count {
      let start = index
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"),
        UInt8(ascii: ":"):
        continue
      case UInt8(ascii: ","):
        isAfterComma = true
        isKey = keys.last.map { $0 != nil } ?? false
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        isKey = byte == UInt8(ascii: "{")
        keys.append(isKey ? [] : nil)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if isAfterComma { return ("a value is missing after a comma", index) }
        _ = keys.popLast()
        isKey = false
      case UInt8(ascii: "\""):
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          if bytes[index] < 0x20 { return (controlReason(bytes[index]), index + 1) }
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, bytes.count)
        let text = Data(bytes[start..<index])
        if isKey, let key = try? JSONDecoder().decode(String.self, from: text),
          keys[keys.count - 1]?.insert(key).inserted == false
        {
          return ("the key \"\(key)\" occurs twice", start + 1)
        }
        isKey = false
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digits = byte == UInt8(ascii: "-") ? index : start
        index = bytes[digits...].firstIndex { !"0123456789+-.eE".utf8.contains($0) } ?? bytes.count
        if bytes[digits..<index].first == UInt8(ascii: "0"),
          bytes[digits..<index].dropFirst().first.map({ $0 & 0xF0 == 0x30 }) == true
        {
          return ("a number has a leading zero", digits + 1)
        }
      default: break
      }
      isAfterComma = false
    }
    return nil
  }

  private static func controlReason(_ byte: UInt8) -> String {
    let number = String(byte, radix: 16)
    let escape = "\\u00" + (byte < 16 ? "0" : "") + number
    return "a string has a raw control character; JSON needs \(escape)"
  }
}
