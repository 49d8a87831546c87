import CSystem
import CalendarFiles
package import ProgramSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Standard output with lines of results, written without a buffer.
final class LineOutput {
  /// The file offset at which this run begins; nil if it isn't a file.
  let start: Int?
  /// The file offset after the last line; nil if it isn't a file.
  private(set) var end: Int?

  init(protecting protected: ProtectedFiles) throws(Failure) {
    try protected.checkStandardOutput()
    let facts = factsOfDescriptor(STDOUT_FILENO)
    let place = Int(placeInFile(STDOUT_FILENO))
    start = facts.error == 0 && facts.kind == .file && place >= 0 ? place : nil
    end = start
  }

  /// The size of the file in bytes; 0 if it isn't a file.
  var size: Int { start == nil ? 0 : Int(factsOfDescriptor(STDOUT_FILENO).size) }

  /// Whether the bytes from `start` to `end` are the line of this calendar's result.
  func hasLine(of name: String, from start: Int, to end: Int) -> Bool {
    struct Line: Decodable { let file: String }
    // Reopened by its path, because the descriptor can be write-only.
    let bytes = FileBytes.part(of: Array("/dev/fd/1".utf8), at: start, count: end - start)
    guard bytes.last == UInt8(ascii: "\n"),
      let line = try? JSONDecoder().decode(Line.self, from: Data(bytes))
    else { return false }
    return LogEntry.name(of: FilePath(argument: line.file)) == name
  }

  func cut(to place: Int) throws(Failure) {
    guard size > place else { return }
    guard cutFile(STDOUT_FILENO, Int64(place)) == 0 else {
      throw Failure(.cannotCreate, "standard output can't be truncated to the length in the log")
    }
    end = place
  }

  /// Writes a line; returns false if the reader has closed the pipe.
  func write(_ line: [UInt8]) throws(Failure) -> Bool {
    let code = writeAll(STDOUT_FILENO, line, line.count)
    guard code != EPIPE else { return false }
    guard code == 0 else {
      throw Failure(
        .cannotCreate, "standard output can't be written: \(SystemError(code: code).reason)")
    }
    if let end { self.end = end + line.count }
    return true
  }
}

/// The destination of a batch's results.
package enum BatchOutput {
  /// A line of JSON for each calendar on standard output.
  case lines
  /// A directory with a file for each calendar; an empty suffix means a directory for each.
  case files(FilePath, suffix: String)

  /// The directory of results; nil if they are lines.
  package var directory: FilePath? {
    if case .files(let directory, _) = self { directory } else { nil }
  }

  /// Rejects an option whose results can't be a line of JSON.
  package func requireFiles(for option: String, unless isJSON: Bool) throws(Failure) {
    guard directory == nil, !isJSON else { return }
    throw Failure(.usage, "\(option) goes into files: --output names their directory")
  }

  /// The path of a calendar's result; nil if results are lines, or if the name can't be a path.
  ///
  /// The path keeps the folders of `input` below `root`. It can't leave the directory of results:
  /// a leading `/` and each `.` and `..` are dropped.
  func place(of input: FilePath, below root: FilePath?) -> FilePath? {
    func steps(_ path: FilePath) -> [ArraySlice<UInt8>] {
      path.bytes.split(separator: UInt8(ascii: "/")).filter {
        !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
      }
    }
    guard case .files(let directory, let suffix) = self else { return nil }
    var names = steps(input)
    if let root { names.removeFirst(min(steps(root).count, names.count)) }
    guard var name = names.popLast(), !input.bytes.contains(0) else { return nil }
    if let end = input.calendarSuffix { name.removeLast(end.utf8.count) }
    return names.reduce(directory) { $0.appending(Array($1)) }
      .appending(Array(name) + suffix.utf8)
  }
}
