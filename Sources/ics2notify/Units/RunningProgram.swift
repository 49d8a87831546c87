import CSystem
import CalendarFiles
import TextSafety

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A program that was started, and what it says.
final class RunningProgram {
  /// The number of its process.
  let process: Int32
  private let output: Int32
  private var status: Int32?

  /// The absolute path of this program.
  static var own: String {
    SystemText.target(ofLink: Array("/proc/self/exe".utf8)).map(RawByte.text)
      ?? UserDirectories.absolute(CommandLine.arguments[0])
  }

  /// Starts a program; standard output and standard error are one text.
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

/// Another program of the machine, found by its name as a shell finds it.
struct InstalledProgram {
  /// Its absolute path.
  let path: String

  /// Looks for a program; nil where there is none.
  init?(named name: String) {
    let directories = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
      .split(separator: ":").filter { $0.hasPrefix("/") }
    let paths = name.hasPrefix("/") ? [name] : directories.map { "\($0)/\(name)" }
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else { return nil }
    self.path = path
  }

  /// How long an answer is waited for, in milliseconds.
  private static let patience = 10_000
  private static let pause: Int32 = 50

  /// Runs it, and gives its status and what it says of either kind.
  ///
  /// - Returns: The answer; nil where it can't be started, or doesn't end in time.
  func answer(_ arguments: [String]) -> (status: Int32, text: String)? {
    guard let program = try? RunningProgram(path, arguments) else { return nil }
    var text: [UInt8] = []
    let clock = ContinuousClock()
    let end = clock.now + .milliseconds(InstalledProgram.patience)
    var isOpen = true
    while isOpen || program.endStatus == nil {
      if isOpen, let more = program.words(within: InstalledProgram.pause) {
        isOpen = !more.isEmpty && text.count < FilePath.maximumSize
        text += more
      } else if program.endStatus != nil {
        break
      } else if !isOpen {
        waitFor(1)
      }
      guard clock.now < end else {
        kill(program.process, SIGKILL)
        return nil
      }
    }
    return (program.endStatus ?? 0, String(decoding: text, as: UTF8.self))
  }

  /// Becomes the program, which reads `input` unless that is below zero; returns only if it fails.
  func become(_ arguments: [String], input: Int32 = -1) -> SystemError {
    let bytes = ([path] + arguments).flatMap { word -> [UInt8] in Array(word.utf8) + [0] }
    return SystemError(code: becomeProgram(path, bytes, bytes.count, input))
  }
}
