/// What stands for a text in a table that does not keep it.
///
/// 128 bits of hash with the seed of this run, which no sender knows, and the length: two texts are
/// never taken for one.
struct TextDigest: Hashable {
  private let first: Int
  private let second: Int
  private let count: Int

  /// Makes the digest of a text.
  init(_ text: ArraySlice<UInt8>) {
    first = TextDigest.hash(text, 0)
    second = TextDigest.hash(text, 1)
    count = text.count
  }

  private static func hash(_ text: ArraySlice<UInt8>, _ number: UInt8) -> Int {
    var hasher = Hasher()
    hasher.combine(number)
    unsafe text.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
