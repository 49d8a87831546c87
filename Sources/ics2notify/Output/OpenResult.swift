import CSystem

/// A result that is written in pieces, and stands in its place when it is closed.
///
/// It has to be closed, since signals wait for that, or for the next piece.
final class OpenResult {
  private let descriptor: Int32
  /// Puts what was written into place, or takes it away where a number of an error is given.
  private let finish: (Int32) throws(Failure) -> Void
  private var code: Int32 = 0

  /// Begins.
  ///
  /// - Parameters:
  ///   - descriptor: Where pieces are written.
  ///   - finish: Puts what was written into place, or takes it away where a number of an error is
  ///     given.
  init(_ descriptor: Int32, finish: @escaping (Int32) throws(Failure) -> Void) {
    self.descriptor = descriptor
    self.finish = finish
  }

  /// Writes a piece; after an error nothing more.
  func append(_ bytes: [UInt8]) {
    // Whoever ends the program need not wait for the rest.
    if isEndingSignalHeld() { code = EINTR }
    guard code == 0 else {
      if code == EINTR { try? finish(code) }
      return
    }
    code = writeAll(descriptor, bytes, bytes.count)
  }

  /// Puts what was written into place.
  ///
  /// - Throws: Why it isn't there.
  func close() throws(Failure) { try finish(code) }
}
