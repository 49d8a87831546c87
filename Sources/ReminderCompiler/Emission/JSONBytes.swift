import CivilTime

/// Writes the values of lines of JSON as bytes.
///
/// A listing has a million of them, whose shape is known: putting it together costs a tenth of what
/// an encoder takes that doesn't know it.
struct JSONBytes {
  /// What has been written.
  var bytes: [UInt8] = []
  /// Writes what stands between values as it is.
  mutating func literal(_ text: String) { bytes += text.utf8 }

  /// Writes a number; null for none.
  mutating func append(_ number: Int?) {
    if let number, (0...9).contains(number) {
      bytes.append(0x30 + UInt8(number))
    } else {
      bytes += (number.map { "\($0)" } ?? "null").utf8
    }
  }

  /// Writes a text as a string; null for none.
  mutating func append(_ text: String?) {
    guard let text else {
      literal("null")
      return
    }
    JSONText.append(text, to: &bytes)
  }

  /// Writes an instant as a string; null for none.
  mutating func append(_ instant: Instant?) {
    guard let instant else {
      literal("null")
      return
    }
    bytes.append(UInt8(ascii: "\""))
    instant.append(to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }
}
