import Digests

/// What a push is told by: a UUID made of the identifier of its fire (RFC 9562, 5.8), so that it is
/// the same whenever the same fire is compiled.
struct PushIdentifier: CustomStringConvertible {
  /// The UUID in lower case.
  let description: String

  /// Makes the UUID of a fire.
  init(_ identifier: String) {
    var digits = Array(SHA256.hexadecimalDigest(of: identifier.utf8).utf8.prefix(32))
    digits[12] = UInt8(ascii: "8")
    // The variant: two bits, 10.
    let variant = Int(digits[16] & 3)
    digits[16] = Array("89ab".utf8)[variant]
    let ends = [0, 8, 12, 16, 20, 32]
    description = zip(ends, ends.dropFirst()).map {
      String(decoding: digits[$0..<$1], as: UTF8.self)
    }.joined(separator: "-")
  }
}
