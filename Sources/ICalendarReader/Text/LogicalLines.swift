/// The position of a content line in a file: one or more physical lines (RFC 5545, 3.1).
struct LogicalLine {
  /// The bytes of the line, without the last line end.
  private(set) var range: Range<Int>
  /// The number of the first physical line, from 1.
  let number: Int
  let isFolded: Bool

  /// Skips a byte order mark, which begins the second part of concatenated files.
  mutating func dropByteOrderMark(in bytes: Span<UInt8>) {
    // Most lines begin with a letter.
    guard let first = range.first, bytes[first] == 0xEF else { return }
    let mark = DecodedText.mark
    guard range.count >= mark.count,
      mark.indices.allSatisfy({ bytes[range.lowerBound + $0] == mark[$0] })
    else { return }
    range.removeFirst(mark.count)
  }
}

/// Finds the logical lines in a part of a text, in order.
///
/// It stores only positions, and each call passes the text. This avoids reference counting in a
/// scan of millions of lines.
struct LogicalLines {
  private let end: Int
  private(set) var position: Int
  private(set) var number: Int

  /// Starts at a position that begins the physical line with the given number.
  init(in range: Range<Int>, from number: Int = 1) {
    self.number = number
    position = range.lowerBound
    end = range.upperBound
  }

  /// Returns the next logical line, including its folds; nil at the end.
  mutating func next(in bytes: Span<UInt8>) -> LogicalLine? {
    guard position < end else { return nil }
    let start = position
    let first = number
    var lineEnd = bytes.firstIndex(of: 0x0A, in: start..<end)
    position = lineEnd + 1
    number += 1
    while position < end, bytes[position] == 0x20 || bytes[position] == 0x09 {
      lineEnd = bytes.firstIndex(of: 0x0A, in: position..<end)
      position = lineEnd + 1
      number += 1
    }
    position = min(position, end)
    return LogicalLine(range: start..<lineEnd, number: first, isFolded: number - first > 1)
  }
}

extension Span<UInt8> {
  /// The end of the property's name in a line; nil if the first physical line doesn't contain `:`
  /// or `;`.
  func nameEnd(in line: Range<Int>) -> Int? {
    for index in line {
      switch self[index] {
      case UInt8(ascii: ":"), UInt8(ascii: ";"): return index
      case 0x0A: return nil
      default: break
      }
    }
    return nil
  }

  /// A logical line's bytes without folds, without CR at line ends and without NUL bytes.
  func unfolded(_ range: Range<Int>, limit: Int = .max) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(Swift.min(range.count, limit))
    result.appendUnfolded(range, of: self, limit: limit)
    return result
  }
}

extension [UInt8] {
  /// Appends a logical line without folds, without CR at line ends and without NUL bytes.
  mutating func appendUnfolded(_ range: Range<Int>, of bytes: Span<UInt8>, limit: Int = .max) {
    let firstNew = count
    var start = range.lowerBound
    let end = range.upperBound
    while start < end, count - firstNew < limit {
      let lineEnd = bytes.firstIndex(of: 0x0A, in: start..<end)
      var contentEnd = lineEnd
      while contentEnd > start, bytes[contentEnd - 1] == 0x0D { contentEnd -= 1 }
      append(contentsOf: bytes.extracting(start..<contentEnd))
      start = lineEnd + 2
    }
    if self[...].hasNUL(in: firstNew..<count) {
      self = self[..<firstNew] + self[firstNew...].filter { $0 != 0 }
    }
  }

  mutating func append(contentsOf bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

extension ArraySlice<UInt8> {
  /// Whether a range contains a NUL, which would end a C string early.
  fileprivate func hasNUL(in range: Range<Int>) -> Bool {
    span.firstIndex(of: 0, in: range) < range.upperBound
  }
}
