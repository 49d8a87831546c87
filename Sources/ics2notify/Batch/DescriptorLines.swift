import CSystem
import CalendarFiles

/// Lines as they come from a file or a pipe, of which none is kept that is too long.
struct DescriptorLines {
  /// What comes next.
  enum Next {
    case line([UInt8])
    /// A line with more bytes than are read; it was passed over.
    case tooLong
    /// Nothing that is whole has come yet.
    case pending
    /// Nothing comes any more.
    case end
  }

  /// Where they come from.
  let descriptor: Int32
  /// How many bytes were taken out.
  private(set) var taken = 0
  /// Whether the last line that was taken out had an end.
  private(set) var hadEnd = true
  /// The system's number for why nothing more can be read; zero where there is no such thing.
  private(set) var fault: Int32 = 0
  private let terminator: UInt8
  private let limit: Int
  private var buffer: [UInt8] = []
  /// Where in the buffer the next line begins, and from where on its end is looked for.
  private var start = 0
  private var searched = 0
  private var isTooLong = false
  private var isAtEnd = false

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - descriptor: Where they come from.
  ///   - terminator: What ends each.
  ///   - limit: The most bytes of one.
  init(_ descriptor: Int32, endingWith terminator: UInt8, limit: Int) {
    self.descriptor = descriptor
    self.terminator = terminator
    self.limit = limit
  }

  /// The next line of what has been read.
  mutating func next() -> Next {
    if let end = buffer[searched...].firstIndex(of: terminator) {
      defer { move(to: end + 1) }
      if isTooLong || end - start > limit {
        isTooLong = false
        return .tooLong
      }
      return .line(Array(buffer[start..<end]))
    }
    searched = buffer.count
    if isTooLong || buffer.count - start > limit {
      isTooLong = true
      move(to: buffer.count)
    }
    guard isAtEnd else { return .pending }
    if isTooLong {
      isTooLong = false
      return .tooLong
    }
    // The last line needs no end.
    guard start < buffer.count else { return .end }
    hadEnd = false
    defer { move(to: buffer.count) }
    return .line(Array(buffer[start...]))
  }

  /// The next line of a file, which is read as far as it takes.
  mutating func nextOfFile() -> Next {
    while true {
      let next = next()
      guard case .pending = next else { return next }
      read()
    }
  }

  private mutating func move(to place: Int) {
    taken += place - start
    start = place
    searched = place
  }

  /// Reads what there is, or waits for something.
  mutating func read() {
    if start > buffer.count / 2 {
      buffer.removeFirst(start)
      searched -= start
      start = 0
    }
    let more = FileBytes.nextOrFault(of: descriptor)
    fault = more.code
    isAtEnd = more.bytes.isEmpty
    buffer += more.bytes
  }
}
