/// The hash function SHA-256 (FIPS 180-4).
///
/// All names that leave the program depend on it, so that an author of calendars cannot produce
/// equal names.
package enum SHA256 {
  /// The 32 bytes of a digest, as eight numbers.
  private struct Digest {
    var words: SIMD8<UInt32> = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
      0x5be0_cd19,
    ]

    static let count = 32

    /// A byte of the digest; 0 after its end.
    subscript(place: Int) -> UInt8 {
      place < Digest.count
        ? UInt8(truncatingIfNeeded: words[place / 4] >> UInt32(24 - 8 * (place % 4))) : 0
    }
  }

  /// Returns the digest of bytes.
  private static func digest(of bytes: some Collection<UInt8>) -> Digest {
    var message: [UInt8] = []
    message.reserveCapacity(bytes.count + 72)
    message += bytes
    let bitCount = UInt64(message.count) * 8
    message.append(0x80)
    while message.count % 64 != 56 { message.append(0) }
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      message.append(UInt8(truncatingIfNeeded: bitCount >> shift))
    }
    var digest = Digest()
    var words = Array(repeating: UInt32(0), count: 64)
    for start in stride(from: 0, to: message.count, by: 64) {
      mix(message, from: start, words: &words, into: &digest.words)
    }
    return digest
  }

  /// Returns the digest of bytes as 64 lower-case hexadecimal digits.
  package static func hexadecimalDigest(of bytes: some Collection<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let digest = digest(of: bytes)
    var text: [UInt8] = []
    text.reserveCapacity(2 * Digest.count)
    for place in 0..<Digest.count {
      text.append(digits[Int(digest[place] >> 4)])
      text.append(digits[Int(digest[place] & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the start of the digest of bytes in Base64 for URLs (RFC 4648, 5).
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - digits: The number of digits, up to 43; each has six bits.
  /// - Returns: The digits.
  package static func shortDigest(of bytes: some Collection<UInt8>, digits: Int) -> String {
    let digest = digest(of: bytes)
    let text = (0..<digits).map { place -> UInt8 in
      let bit = place * 6
      let pair = UInt16(digest[bit / 8]) << 8 | UInt16(digest[bit / 8 + 1])
      return base64[Int(pair >> UInt16(10 - bit % 8) & 63)]
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the digest of bytes in Base64 (RFC 4648, 4), for use in a Content-Security-Policy.
  package static func base64Digest(of bytes: some Collection<UInt8>) -> String {
    // The last digit has the last four bits and two zeros; one padding character follows.
    String(
      shortDigest(of: bytes, digits: 43).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 } + "=")
  }

  private static let base64 = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static func mix(
    _ message: [UInt8], from start: Int, words: inout [UInt32], into state: inout SIMD8<UInt32>
  ) {
    for index in 0..<16 {
      let place = start + 4 * index
      words[index] =
        UInt32(message[place]) << 24 | UInt32(message[place + 1]) << 16
        | UInt32(message[place + 2]) << 8 | UInt32(message[place + 3])
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = rotate(early, by: 7) ^ rotate(early, by: 18) ^ early >> 3
      let second = rotate(late, by: 17) ^ rotate(late, by: 19) ^ late >> 10
      words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let sumOfE = rotate(e, by: 6) ^ rotate(e, by: 11) ^ rotate(e, by: 25)
      let choice = e & f ^ ~e & g
      let first = h &+ sumOfE &+ choice &+ constants[index] &+ words[index]
      let sumOfA = rotate(a, by: 2) ^ rotate(a, by: 13) ^ rotate(a, by: 22)
      let majority = a & b ^ a & c ^ b & c
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ sumOfA &+ majority)
    }
    state &+= [a, b, c, d, e, f, g, h]
  }

  private static func rotate(_ word: UInt32, by count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
