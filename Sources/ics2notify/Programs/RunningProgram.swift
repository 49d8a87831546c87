import CSystem
import CalendarFiles

/// A program that was started, and what it says.
final class RunningProgram {
  /// The number of its process.
  let process: Int32
  private let output: Int32
  private var status: Int32?

  /// Starts a program; what it writes of either kind is one text.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - arguments: Those behind its name.
  /// - Throws: Why it can't be started.
  init(_ path: String, _ arguments: [String]) throws(SystemError) {
    let bytes = ([path] + arguments).flatMap { word -> [UInt8] in Array(word.utf8) + [0] }
    let started = startProgram(path, bytes, bytes.count)
    guard started.error == 0 else { throw SystemError(code: started.error) }
    process = started.process
    output = started.output
  }

  deinit { _ = closeFile(output) }

  /// How it ended; nil while it runs.
  var endStatus: Int32? {
    if status == nil {
      let ended = statusOfEnded(process)
      status = ended < 0 ? nil : ended
    }
    return status
  }

  /// What it says next, none at its end; nil where it says nothing for a while.
  func words(within milliseconds: Int32) -> [UInt8]? {
    waitToRead(output, milliseconds) ? FileBytes.next(of: output) : nil
  }
}
