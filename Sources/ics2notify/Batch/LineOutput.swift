import CSystem
import CalendarFiles
import ReminderCompiler

/// Standard output, where lines go.
final class LineOutput {
  /// Where it was at the beginning; nil where it is no file.
  let start: Int?
  /// Behind which byte the last line ends; nil where it is no file.
  private(set) var end: Int?
  private var buffer: [UInt8] = []

  /// How many bytes are gathered before they are written.
  private static let bufferSize = 1 << 16

  /// Prepares standard output.
  init(protecting protected: ProtectedFiles) throws(Failure) {
    try protected.checkStandardOutput()
    let facts = factsOfDescriptor(STDOUT_FILENO)
    let place = Int(placeInFile(STDOUT_FILENO))
    start = facts.error == 0 && facts.kind == .file && place >= 0 ? place : nil
    end = start
  }

  /// How many bytes the file has.
  var size: Int { start == nil ? 0 : Int(factsOfDescriptor(STDOUT_FILENO).size) }

  /// Whether a line about the calendar `name` begins at `start` and ends at `end`.
  func holds(_ name: FilePath, from start: Int, to end: Int) -> Bool {
    let beginning = ResultLine.start(file: name.description)
    guard bytes(start, count: beginning.count) == beginning else { return false }
    return end > start && bytes(end - 1, count: 1) == [UInt8(ascii: "\n")]
  }

  /// Reads a part of the file.
  private func bytes(_ place: Int, count: Int) -> [UInt8] {
    // It may be open for writing alone.
    FileBytes.part(of: Array("/dev/fd/1".utf8), at: place, count: count)
  }

  /// Takes away what stands behind a place.
  func cut(to place: Int) throws(Failure) {
    guard size > place else { return }
    guard cutFile(STDOUT_FILENO, Int64(place)) == 0 else {
      throw Failure(.cannotCreate, "standard output can't be truncated to the length in the log")
    }
    end = place
  }

  /// Takes a line.
  func append(_ line: [UInt8]) {
    buffer += line
    if let end { self.end = end + line.count }
  }

  /// Whether it is time to write.
  var isFull: Bool { buffer.count >= LineOutput.bufferSize }

  /// Writes what is gathered.
  ///
  /// - Returns: Whether somebody still reads.
  func flush() throws(Failure) -> Bool {
    defer { buffer.removeAll(keepingCapacity: true) }
    let code = writeAll(STDOUT_FILENO, buffer, buffer.count)
    guard code != EPIPE else { return false }
    guard code == 0 else {
      throw Failure(
        .cannotCreate, "standard output can't be written: \(SystemError(code: code).reason)")
    }
    return true
  }
}

/// Where the results of many calendars go.
enum BatchOutput {
  /// To standard output, a line of JSON for each.
  case lines
  /// Into a directory, a file for each, whose name ends so; or a directory, without such an end.
  case files(FilePath, suffix: String)

  private static func steps(_ path: FilePath) -> [ArraySlice<UInt8>] {
    path.bytes.split(separator: separator).filter {
      !$0.elementsEqual(dot) && !$0.elementsEqual(dot + dot)
    }
  }

  /// The directory; nil where there is none.
  var directory: FilePath? { if case .files(let directory, _) = self { directory } else { nil } }

  private static let separator = UInt8(ascii: "/")
  private static let dot = [UInt8(ascii: ".")]

  /// Where the result of a calendar goes: its folders are kept below the directory.
  ///
  /// What leads out of the directory, a `/` at the beginning and `..`, is left out.
  ///
  /// - Parameters:
  ///   - input: The name of the calendar.
  ///   - root: The directory of all calendars, whose name is left out; nil for several paths.
  /// - Returns: Nil where results are lines, or the name is none that a file can have.
  func place(of input: FilePath, below root: FilePath?) -> FilePath? {
    guard case .files(let directory, let suffix) = self else { return nil }
    var steps = BatchOutput.steps(input)
    if let root { steps.removeFirst(min(BatchOutput.steps(root).count, steps.count)) }
    guard var name = steps.popLast(), !input.bytes.contains(0) else { return nil }
    // A hidden file has a name before its suffix, too.
    if let end = input.calendarSuffix { name.removeLast(end.utf8.count) }
    var path = directory
    for step in steps { path = path.appending(Array(step)) }
    return path.appending(Array(name) + suffix.utf8)
  }
}
