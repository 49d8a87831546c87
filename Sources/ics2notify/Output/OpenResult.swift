import CSystem

/// A result that is written in pieces, and stands in its place when it is closed.
///
/// What was not closed, since a signal ended the program, is taken away by the next run beside it.
final class OpenResult: ResultStream {
  private let descriptor: Int32
  /// Puts what was written into place, or takes it away where a number of an error is given.
  private let finish: (Int32) throws(Failure) -> Void
  private var code: Int32 = 0
  private var buffer: [UInt8] = []

  /// How many bytes are gathered before they are written.
  private static let bufferSize = 1 << 16

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

  func append(_ body: (inout [UInt8]) -> Void) {
    body(&buffer)
    if buffer.count >= OpenResult.bufferSize { flush() }
  }

  /// Writes what is gathered; after an error nothing more.
  func flush() {
    if code == 0 { code = writeAll(descriptor, buffer, buffer.count) }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Puts what was written into place.
  ///
  /// - Throws: Why it isn't there.
  func close() throws(Failure) {
    flush()
    try finish(code)
  }
}
