import Digests

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Any JSON value (RFC 8259).
package enum JSONValue: Hashable, Sendable, Codable {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  package subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  package var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  package var integer: Int? {
    if case .integer(let value) = self { value } else { nil }
  }
}

extension JSONValue {
  /// Makes an object of the members that have a value.
  package static func object(present members: [String: JSONValue?]) -> JSONValue {
    .object(members.compactMapValues(\.self))
  }

  package var isObject: Bool { if case .object = self { true } else { false } }

  package var elements: [JSONValue]? {
    if case .array(let values) = self { values } else { nil }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension JSONValue {
  /// A short digest of the value.
  ///
  /// Equal values have equal digests. The writer and the order of the keys don't matter.
  ///
  /// It does not use the encoder's output, because encoders of other versions order keys and write
  /// escapes differently.
  // Apps store fingerprints with pending requests. Changing the form replaces each request once.
  package var fingerprint: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return SHA256.shortDigest(of: bytes, digits: JSONValue.fingerprintDigits)
  }

  /// The number of digits of a fingerprint: 96 bits, enough for the few requests with one
  /// identifier.
  private static let fingerprintDigits = 16

  /// Appends the value with length prefixes, so that different values have different bytes.
  private func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "n".utf8
    case .boolean(let value): bytes += (value ? "t" : "f").utf8
    case .integer(let value): bytes += "i\(value);".utf8
    case .number(let value): bytes += "d\(value.bitPattern);".utf8
    case .string(let value): bytes += "s\(value.utf8.count):\(value)".utf8
    case .array(let values):
      bytes += "a\(values.count):".utf8
      for value in values { value.append(to: &bytes) }
    case .object(let members):
      bytes += "o\(members.count):".utf8
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      for (key, value) in sorted {
        JSONValue.string(key).append(to: &bytes)
        value.append(to: &bytes)
      }
    }
  }
}
