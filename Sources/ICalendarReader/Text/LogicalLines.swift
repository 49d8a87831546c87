/// A logical line: where a content line stands in a file, in one or more physical lines (RFC 5545,
/// 3.1).
struct LogicalLine {
  /// The bytes from the first one to the last line's end, which is left out.
  private(set) var range: Range<Int>
  /// The number of its first physical line, from 1.
  let number: Int
  /// Whether it is folded over several physical lines.
  let isFolded: Bool

  /// Takes a mark of the byte order away: where files were joined, one stands before the second.
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

/// Finds the logical lines of a part of a text, in order.
///
/// Keeps places only, and is given the text for each step: a scan of millions of lines then counts
/// no references to it.
struct LogicalLines {
  private let end: Int
  private(set) var position: Int
  private(set) var number: Int

  /// Starts at a position that begins a physical line of a given number.
  init(in range: Range<Int>, from number: Int = 1) {
    self.number = number
    position = range.lowerBound
    end = range.upperBound
  }

  /// The next logical line, folded physical lines taken as one.
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
  /// The end of the property's name in a line; nil if its first physical line has none.
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

  /// A logical line's bytes without its folds and without what no text has: NUL and CR at the end.
  func unfolded(_ range: Range<Int>, limit: Int = .max) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(Swift.min(range.count, limit))
    result.appendUnfolded(range, of: self, limit: limit)
    return result
  }
}

extension [UInt8] {
  /// Appends a logical line without its folds and without what no text has: NUL and CR at the end.
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

  /// Appends a copy of other bytes.
  mutating func append(contentsOf bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

extension ArraySlice<UInt8> {
  /// Whether a NUL stands in a range, which would end a string of C early.
  fileprivate func hasNUL(in range: Range<Int>) -> Bool {
    span.firstIndex(of: 0, in: range) < range.upperBound
  }
}
