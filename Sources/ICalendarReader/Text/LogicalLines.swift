/// The logical lines of a part of a text, in order.
struct LogicalLines: IteratorProtocol {
  private let bytes: [UInt8]
  private let end: Int
  private(set) var position: Int
  private(set) var number: Int

  /// Starts at a position that begins a physical line of a given number.
  init(_ bytes: [UInt8], in range: Range<Int>, from number: Int = 1) {
    self.bytes = bytes
    self.number = number
    position = range.lowerBound
    end = min(range.upperBound, bytes.count)
  }

  /// The next logical line, folded physical lines taken as one.
  mutating func next() -> LogicalLine? {
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

extension [UInt8] {
  /// A logical line's bytes without its folds and without what no text has: NUL and CR at the end.
  func unfolded(_ line: LogicalLine, limit: Int = .max) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(Swift.min(line.range.count, limit))
    var start = line.range.lowerBound
    let end = line.range.upperBound
    while start < end, result.count < limit {
      let lineEnd = firstIndex(of: 0x0A, in: start..<end)
      var contentEnd = lineEnd
      while contentEnd > start, self[contentEnd - 1] == 0x0D { contentEnd -= 1 }
      result.append(contentsOf: self[start..<contentEnd])
      start = lineEnd + 2
    }
    // A NUL would end a C string early.
    if result.firstIndex(of: 0, in: 0..<result.count) < result.count {
      result.removeAll { $0 == 0 }
    }
    return result
  }
}
