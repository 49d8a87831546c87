import Digests

extension JSONValue {
  /// A short digest of the value: the same for the same value, whatever wrote it, and whatever the
  /// order of its keys.
  ///
  /// It is of a form of its own, since encoders of other versions order keys and write escapes
  /// otherwise.
  // Apps keep fingerprints beside pending requests: another form has each of them replaced once.
  var fingerprint: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return SHA256.shortDigest(of: bytes, digits: JSONValue.fingerprintDigits)
  }

  /// The digits of a fingerprint: 96 bits, for few requests with one identifier.
  private static let fingerprintDigits = 16

  /// Appends the value with the lengths of its parts in front, so that no two make the same bytes.
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
