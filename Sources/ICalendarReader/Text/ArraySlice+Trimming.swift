extension ArraySlice<UInt8> {
  /// Without the bytes at both ends that match.
  func trimmed(where isTrimmed: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    drop(while: isTrimmed).endTrimmed(where: isTrimmed)
  }

  /// Without the bytes of a value, wherever they stand.
  func without(_ byte: UInt8) -> ArraySlice<UInt8> {
    contains(byte) ? ArraySlice(filter { $0 != byte }) : self
  }

  /// Without the bytes at the end that match.
  func endTrimmed(where isTrimmed: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    var result = self
    while let last = result.last, isTrimmed(last) { result.removeLast() }
    return result
  }
}
