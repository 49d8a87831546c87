/// A text that is read part by part, and of which a part can be read again.
package protocol TextSource: Sendable {
  /// How many bytes it has.
  var count: Int { get }

  /// Reads a part of it.
  ///
  /// - Parameters:
  ///   - range: The part.
  ///   - body: Receives its bytes, the first of them at 0; called on several threads at once.
  /// - Returns: What it returned; nil where the part can't be read, or is not any more what it was.
  func withBytes<Result>(in range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result?
}
