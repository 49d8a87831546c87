import SeededRandom
import Testing

@testable import ICalendarReader

/// What is looked for in bytes, several at a time, beside a plain loop and the standard library.
@Suite struct ByteTests {
  /// Bytes that are mostly letters, with parts of characters of several bytes and their faults.
  private static func bytes(_ random: inout SplitMix) -> [UInt8] {
    let pieces: [[UInt8]] = [
      Array("é".utf8), Array("€".utf8), Array("🎉".utf8), [0x0A], [0], [0x80], [0xC0, 0x80],
      [0xED, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xE0, 0x9F, 0xBF], [0xE0, 0xA0, 0x80],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x90, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80], [0xF5], [0xE2, 0x82], [0xFF],
    ]
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      bytes += Array(repeating: UInt8(ascii: "a"), count: Int.random(in: 0...11, using: &random))
      // Half of the texts have no fault.
      let known = Bool.random(using: &random) ? pieces.count : 5
      bytes += pieces[Int.random(in: 0..<known, using: &random)]
    }
    return bytes
  }

  @Test func `bytes are UTF-8 where the standard library says so`() {
    let seed: UInt64 = 3_629
    var random = SplitMix(seed: seed)
    var valid = 0
    for round in 0..<20_000 {
      let bytes = ByteTests.bytes(&random)[...]
      let isValid = String(validating: bytes, as: UTF8.self) != nil
      valid += isValid ? 1 : 0
      #expect(bytes.span.isUTF8 == isValid, "seed \(seed), round \(round): \(bytes)")
    }
    #expect((5_000..<15_000).contains(valid), "\(valid)")
  }

  @Test func `every pair of bytes is judged right, at every place of a word`() {
    for place in 0..<9 {
      for first in UInt8(0x70)...255 {
        for second in UInt8.min...255 {
          let bytes = (Array(repeating: UInt8(ascii: "a"), count: place) + [first, second])[...]
          let isValid = String(validating: bytes, as: UTF8.self) != nil
          if bytes.span.isUTF8 != isValid { Issue.record("\(place): \(first) \(second)") }
        }
      }
    }
  }

  @Test func `a byte is found where it stands first, in every range`() {
    let seed: UInt64 = 42
    var random = SplitMix(seed: seed)
    for round in 0..<2_000 {
      let bytes = ByteTests.bytes(&random)[...]
      let start = Int.random(in: 0...bytes.count, using: &random)
      let end = Int.random(in: start...bytes.count, using: &random)
      for byte in [UInt8(0), 0x0A, 0x61, 0x80, 0xE2, 0xFF] {
        let expected = bytes[start..<end].firstIndex(of: byte) ?? end
        #expect(
          bytes.span.firstIndex(of: byte, in: start..<end) == expected, "seed \(seed), \(round)")
      }
    }
  }

  @Test func `slices are the same where their bytes are`() {
    let seed: UInt64 = 7
    var random = SplitMix(seed: seed)
    var same = 0
    for round in 0..<5_000 {
      let bytes = ByteTests.bytes(&random)
      var other = bytes
      if let index = other.indices.randomElement(using: &random), Bool.random(using: &random) {
        other[index] ^= 1
      }
      let shifted = ([1, 2, 3] + other)[3...]
      same += bytes == other ? 1 : 0
      #expect(bytes[...].isSame(as: shifted) == (bytes == other), "seed \(seed), \(round)")
      #expect(!bytes[...].isSame(as: (bytes + [0])[...]))
    }
    #expect((1_000..<4_000).contains(same), "\(same)")
  }
}
