#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Encodable {
  /// The value as a document: keys sorted, indented, with a line end behind the last one, so that
  /// the same value gives the same bytes, and a person can read and compare them.
  func documentBytes() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var bytes = JSONText.visible(try encoder.encode(self))
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// The value within a line: the same without blanks and a line end.
  package func lineBytes() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(JSONText.visible(try encoder.encode(self)))
  }
}
