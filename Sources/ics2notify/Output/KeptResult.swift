/// A result that is kept to stand in a line with other values.
final class KeptResult: ResultStream {
  /// What there is of it.
  private(set) var bytes: [UInt8] = []
  private let limit: Int
  private var isTooLong = false

  /// Begins.
  ///
  /// - Parameter limit: The most bytes that are kept.
  init(limit: Int) {
    self.limit = limit
  }

  func append(_ body: (inout [UInt8]) -> Void) {
    guard !isTooLong else { return }
    body(&bytes)
    guard bytes.count > limit else { return }
    isTooLong = true
    bytes = []
  }

  func flush() {}

  func close() throws(Failure) {
    guard isTooLong else { return }
    throw Failure(
      .cannotCreate,
      "the result has more than \(limit >> 20) MiB, the most that a line may have; --output writes "
        + "files of any size")
  }
}
