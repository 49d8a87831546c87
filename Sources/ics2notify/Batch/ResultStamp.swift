import CSystem
import CalendarFiles

/// A file in a directory of results that says how they were made, and since when.
///
/// Results that are older were made otherwise: by other options, or by another version.
final class ResultStamp {
  /// Since when results are made like this.
  let since: ContentTime
  private let descriptor: Int32

  /// The largest file, in bytes: command lines are no longer.
  private static let maximumSize = 4 << 20

  /// Puts a stamp into a directory, or takes up the one that is there.
  ///
  /// - Parameters:
  ///   - directory: The directory.
  ///   - kind: What the results are, in a file's name.
  ///   - way: How results are made, in lines.
  ///   - now: When this run began.
  /// - Throws: Why it can't be written, or who writes there, too.
  init(
    in directory: FilePath, of kind: String, madeBy way: String, _ now: ContentTime
  ) throws(Failure) {
    let path = directory.appending(Array(".ics2notify-\(kind)".utf8))
    descriptor = openToKeep(path.terminated)
    func failure(_ why: String) -> Failure {
      Failure(.cannotCreate, "\(path): can't be written: \(why)")
    }
    guard descriptor >= 0 else { throw failure(SystemError(code: -descriptor).reason) }
    guard factsOfDescriptor(descriptor).kind == .file else { throw failure("it is no file") }
    // Those who make the same share it.
    let isAlone = lockFile(descriptor) == 0
    if !isAlone { _ = shareLock(descriptor) }
    let bytes =
      (try? FileBytes.read(
        path: path.bytes, name: path.description, waits: false, limit: ResultStamp.maximumSize))
      ?? []
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    if lines.count == 2, let nanoseconds = Int(lines[0]), lines[1] == way {
      since = ContentTime(nanoseconds: nanoseconds)
    } else {
      guard isAlone else { throw failure("a run with other options writes results there") }
      since = now
      let content = Array("\(now.nanoseconds)\n\(way)".utf8)
      var code = cutFile(descriptor, 0)
      if code == 0 { code = writeAll(descriptor, content, content.count) }
      guard code == 0 else { throw failure(SystemError(code: code).reason) }
    }
    if isAlone { _ = shareLock(descriptor) }
  }

  /// Waits until all that was written there is on the disk.
  func flush() { flushFileSystem(descriptor) }

  deinit { _ = closeFile(descriptor) }
}
