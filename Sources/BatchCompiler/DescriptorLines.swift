import CSystem
import CalendarFiles

/// The lines of a file or a pipe, which can arrive slowly.
struct DescriptorLines {
  /// The next line, or the reason why none follows.
  enum Next {
    case line([UInt8])
    /// A line that is longer than the limit; it was skipped.
    case tooLong
    /// No complete line has arrived yet.
    case pending
    case end
  }

  let descriptor: Int32
  /// The number of bytes that were returned or skipped, with line ends.
  private(set) var taken = 0
  /// Whether the last line that was returned had a terminator.
  private(set) var hadEnd = true
  /// The errno of a failed read; else 0.
  private(set) var fault: Int32 = 0
  private let terminator: UInt8
  private let limit: Int
  private var buffer: [UInt8] = []
  /// The start of the next line in the buffer, and where to search for its end.
  private var start = 0
  private var searched = 0
  private var isTooLong = false
  private var isAtEnd = false

  /// The longest line with a path, in bytes; a log escapes a byte as up to four.
  static let longestLine = 1 << 15

  /// Reads lines of at most `limit` bytes.
  init(_ descriptor: Int32, endingWith terminator: UInt8 = UInt8(ascii: "\n"), limit: Int) {
    self.descriptor = descriptor
    self.terminator = terminator
    self.limit = limit
  }

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
    // The last line may lack a terminator.
    guard start < buffer.count else { return .end }
    hadEnd = false
    defer { move(to: buffer.count) }
    return .line(Array(buffer[start...]))
  }

  /// Blocks until the next line or the end; never returns `pending`.
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

  /// Reads the available bytes; blocks until there are some.
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
