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

/// The syntax of JSON (RFC 8259), checked byte by byte.
///
/// Foundation's decoder accepts more than JSON: repeated keys, of which it silently drops one, commas
/// without a following value, numbers with leading zeros, and raw control characters.
struct JSONLineSyntax {
  /// A fault of a line that isn't valid JSON.
  struct Fault: Error {
    /// The byte at which it was noticed, from 1.
    let position: Int
    /// The reason; nil if the decoder rejects it as well.
    let reason: String?
  }

  /// The deepest nesting that is read, which is the decoder's.
  private static let deepest = 512

  private let bytes: [UInt8]
  private var place = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Checks a line.
  ///
  /// - Parameter bytes: The line.
  /// - Returns: The first fault; nil for one value and nothing else.
  static func fault(in bytes: [UInt8]) -> Fault? {
    var syntax = JSONLineSyntax(bytes)
    do throws(Fault) {
      try syntax.readValue(depth: 0)
      syntax.skipBlanks()
      return syntax.next == nil ? nil : syntax.fault()
    } catch {
      return error
    }
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private func fault(_ reason: String? = nil, at place: Int? = nil) -> Fault {
    Fault(position: (place ?? self.place) + 1, reason: reason)
  }

  private mutating func skipBlanks() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func readValue(depth: Int) throws(Fault) {
    guard depth < JSONLineSyntax.deepest else { throw fault() }
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"): try readObject(depth: depth)
    case UInt8(ascii: "["): try readArray(depth: depth)
    case UInt8(ascii: "\""): _ = try readString()
    case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): try readNumber()
    default:
      let words = ["true", "false", "null"].map { Array($0.utf8) }
      guard let word = words.first(where: bytes[place...].starts) else { throw fault() }
      place += word.count
    }
  }

  private mutating func readObject(depth: Int) throws(Fault) {
    place += 1
    skipBlanks()
    if take("}") { return }
    var keys: Set<[UInt8]> = []
    while true {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else {
        throw fault(next == UInt8(ascii: "}") ? "a value is missing after a comma" : nil)
      }
      let start = place
      let key = try readString()
      guard keys.insert(key).inserted else {
        throw fault("the key \"\(String(decoding: key, as: UTF8.self))\" is there twice", at: start)
      }
      skipBlanks()
      guard take(":") else { throw fault() }
      try readValue(depth: depth + 1)
      skipBlanks()
      if take("}") { return }
      guard take(",") else { throw fault() }
    }
  }

  private mutating func readArray(depth: Int) throws(Fault) {
    place += 1
    skipBlanks()
    if take("]") { return }
    while true {
      try readValue(depth: depth + 1)
      skipBlanks()
      if take("]") { return }
      guard take(",") else { throw fault() }
      skipBlanks()
      if next == UInt8(ascii: "]") { throw fault("a value is missing after a comma") }
    }
  }

  private mutating func readNumber() throws(Fault) {
    _ = take("-")
    let start = place
    try readDigits()
    if bytes[start] == UInt8(ascii: "0"), place > start + 1 {
      throw fault("a number has a leading zero", at: start)
    }
    if take(".") { try readDigits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try readDigits()
    }
  }

  private mutating func readDigits() throws(Fault) {
    let start = place
    while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { place += 1 }
    guard place > start else { throw fault() }
  }

  /// Reads a string.
  ///
  /// - Returns: Its text in UTF-8.
  private mutating func readString() throws(Fault) -> [UInt8] {
    place += 1
    var text: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        place += 1
        return text
      case UInt8(ascii: "\\"): text += try readEscape()
      case 0..<0x20:
        let number = String(byte, radix: 16)
        let escape = "\\u00" + (byte < 16 ? "0" : "") + number
        throw fault("a text has a raw control character, which JSON writes as \(escape)")
      default:
        text.append(byte)
        place += 1
      }
    }
    throw fault()
  }

  private mutating func readEscape() throws(Fault) -> [UInt8] {
    place += 1
    guard let letter = next else { throw fault() }
    place += 1
    switch letter {
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [letter]
    case UInt8(ascii: "u"):
      var units = [try readHexadecimal()]
      // Two escapes are one scalar beyond the basic plane.
      if UTF16.isLeadSurrogate(units[0]), take("\\") {
        guard take("u") else { throw fault() }
        units.append(try readHexadecimal())
      }
      return Array(String(decoding: units, as: UTF16.self).utf8)
    default: throw fault(at: place - 1)
    }
  }

  private mutating func readHexadecimal() throws(Fault) -> UInt16 {
    let digits = bytes[place...].prefix(4)
    guard digits.count == 4, !digits.contains(UInt8(ascii: "+")),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw fault() }
    place += 4
    return unit
  }
}
