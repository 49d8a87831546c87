import Foundation
import Testing

@testable import ReminderCompiler

/// Texts are written by two ways: within documents by Foundation's encoder, in lines by bytes.
@Suite struct JSONTextTests {
  private static func encoded(_ text: String) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](JSONText.visible(try encoder.encode([text])).dropFirst().dropLast())
  }

  private static func written(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    JSONText.append(text, to: &bytes)
    return bytes
  }

  @Test func `each scalar is written as the encoder writes it, alone and in a text`() throws {
    // A text for each 256, since the encoder takes its time to begin.
    for block in 0..<0x1100 {
      let scalars = (0..<256).compactMap { Unicode.Scalar(UInt32(block * 256 + $0)) }
      let text = String(String.UnicodeScalarView(scalars))
      #expect(try Self.written(text) == Self.encoded(text), "\(block)")
    }
    for scalar in (0..<0x2100).compactMap({ Unicode.Scalar(UInt32($0)) }) {
      let text = "a\(Character(scalar))b"
      let bytes = Self.written(text)
      #expect(try bytes == Self.encoded(text), "\(scalar.value)")
      #expect(try JSONDecoder().decode(String.self, from: Data(bytes)) == text)
    }
  }

  @Test(arguments: [
    "", "Zahnarzt", "Café \"Zoë\"", "a\\b/c", "日本 – 会議’s", "e\u{301}\u{202E}x", "👩‍👩‍👧\u{7F}",
  ])
  func `titles are written as the encoder writes them`(_ title: String) throws {
    #expect(try Self.written(title) == Self.encoded(title))
  }
}
