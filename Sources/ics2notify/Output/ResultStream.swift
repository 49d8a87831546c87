/// Takes a result in pieces.
protocol ResultStream: AnyObject {
  /// Takes what a function appends in UTF-8.
  func append(_ body: (inout [UInt8]) -> Void)

  /// Passes on what is gathered, for who reads along.
  func flush()

  /// Ends the result.
  ///
  /// - Throws: Why it isn't where it should be.
  func close() throws(Failure)
}

extension ResultStream {
  /// Takes a text.
  func write(_ text: String) { append { $0 += text.utf8 } }
}

extension StandardOutput: ResultStream {
  func close() { flush() }
}
