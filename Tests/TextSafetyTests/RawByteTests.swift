import SeededRandom
import Testing
import TextSafety

@Suite struct RawByteTests {
  @Test func `any bytes come back from their text, and no two have the same`() {
    var random = SplitMix(seed: 4)
    var seen: [String: [UInt8]] = [:]
    // Pieces of valid and broken UTF-8, and of the characters that stand for bytes.
    let pieces: [[UInt8]] = [
      [0x61], [0xC3, 0xA9], [0xE9], [0xE2, 0x82, 0xAC], [0xE2, 0x82], [0xF4, 0x8F, 0xBA, 0x80],
      [0xF4, 0x8F, 0xBB, 0xBF], [0xF4, 0x8F, 0xBB], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0x80],
      [0xFF], [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x9F, 0x98, 0x80],
    ]
    for _ in 0..<5_000 {
      let bytes = (0..<random.number(0...6)).flatMap { _ in random.pick(pieces) ?? [] }
      let text = RawByte.text(bytes)
      #expect(RawByte.bytes(text) == bytes, "\(bytes)")
      // As bytes: Unicode takes some texts for the same.
      let key = Array(text.utf8).map(String.init).joined(separator: " ")
      #expect(seen[key].map { $0 == bytes } ?? true, "\(bytes)")
      seen[key] = bytes
    }
  }

  @Test(arguments: [
    "plain.ics", "café.ics", "😀", "back\\slash",
  ])
  func `a plain name is its own text`(_ name: String) {
    #expect(RawByte.text(name.utf8) == name)
    #expect(RawByte.visible(RawByte.text(name.utf8)) == name)
  }

  @Test func `a byte that is no UTF-8 is shown by its number`() {
    #expect(RawByte.visible(RawByte.text([0x63, 0xE9, 0x2E])) == "c\\xE9.")
  }
}
