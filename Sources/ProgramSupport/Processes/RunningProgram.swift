import CSystem
import CalendarFiles
import TextSafety

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A child process, and its output.
package final class RunningProgram {
  /// The process ID.
  package let process: Int32
  private let output: Int32
  private var status: Int32?
  private var text: [UInt8] = []
  /// Whether more output can come.
  private var isOpen = true

  /// The path of the running program, for commands that start it again.
  package static var own: String {
    SystemText.target(ofLink: Array("/proc/self/exe".utf8)).map(RawByte.text)
      ?? FilePath(text: Invocation.current.program).absolute.argument
  }

  /// Starts a program, with standard output and standard error combined unless errors are dropped.
  ///
  /// The input can have a few KiB. If `endsWithThis`, the system kills the program when this one
  /// ends, however that happens.
  package init(
    _ path: String, arguments: [String], input: [UInt8] = [], droppingErrors: Bool = false,
    endsWithThis: Bool = false
  ) throws(SystemError) {
    let bytes = ([path] + arguments).flatMap { word -> [UInt8] in Array(word.utf8) + [0] }
    let started = startProgram(
      path, bytes, bytes.count, input, input.count, droppingErrors, endsWithThis)
    guard started.error == 0 else { throw SystemError(code: started.error) }
    process = started.process
    output = started.output
  }

  deinit { _ = closeFile(output) }

  /// The exit status; nil while the process runs.
  private var endStatus: Int32? {
    if status == nil {
      let ended = statusOfEnded(process)
      status = ended < 0 ? nil : ended
    }
    return status
  }

  /// The longest wait for output, in milliseconds.
  private static let pause: Int32 = 20

  /// The exit status and the output; nil until the process has ended.
  package var answer: (status: Int32, text: String)? {
    isOpen ? nil : endStatus.map { ($0, String(decoding: text, as: UTF8.self)) }
  }

  /// Reads output, waits for it up to a number of milliseconds, and returns whether there was any.
  package func read(waiting milliseconds: Int32) -> Bool {
    let hasEnded = endStatus != nil
    if isOpen, waitToRead(output, milliseconds) {
      let more = FileBytes.nextOrFault(of: output).bytes
      isOpen = !more.isEmpty
      // The process would wait if the rest was not read.
      if text.count < FilePath.maximumSize { text += more }
      return true
    }
    if hasEnded {
      // Another process that the program has started may keep the pipe open.
      isOpen = false
    } else if !isOpen {
      waitFor(1)
    }
    return false
  }

  /// Reads the output until the process ends; nil if `lasts` returns false.
  ///
  /// `lasts` gets whether there was new output, and returns whether to continue.
  package func answer(while lasts: (Bool) -> Bool) -> (status: Int32, text: String)? {
    while true {
      let hasSpoken = read(waiting: RunningProgram.pause)
      if let answer { return answer }
      guard lasts(hasSpoken) else { return nil }
    }
  }

  /// Reads the output until the process ends; after a number of seconds, kills it and returns nil.
  package func answer(within seconds: Int) -> (status: Int32, text: String)? {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    let answer = self.answer { _ in clock.now < end }
    if answer == nil { self.end(within: 0) }
    return answer
  }

  /// Kills the process and those that it has started; if the time is above zero, sends SIGTERM and
  /// waits first.
  package func end(within milliseconds: Int32) {
    if milliseconds > 0 {
      kill(process, SIGTERM)
      waitFor(milliseconds)
    }
    if endStatus == nil { killGroup(process) }
  }
}

/// A program of the system, found in `PATH` like a shell command.
package struct InstalledProgram {
  /// The absolute path.
  package let path: String

  /// Finds a program; nil if it is not in `PATH`.
  package init?(named name: String) {
    let directories = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
      .split(separator: ":").filter { $0.hasPrefix("/") }
    let paths = name.hasPrefix("/") ? [name] : directories.map { "\($0)/\(name)" }
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else { return nil }
    self.path = path
  }

  /// The longest wait for an answer, in seconds.
  private static let patience = 10

  /// Runs the program; nil if it can't be started or doesn't end in time.
  package func answer(_ arguments: [String]) -> (status: Int32, text: String)? {
    guard let program = try? RunningProgram(path, arguments: arguments) else { return nil }
    return program.answer(within: InstalledProgram.patience)
  }

  /// Replaces this process, with `input` as standard input unless negative; returns on errors.
  package func become(_ arguments: [String], input: Int32 = -1) -> SystemError {
    let bytes = ([path] + arguments).flatMap { word -> [UInt8] in Array(word.utf8) + [0] }
    return SystemError(code: becomeProgram(path, bytes, bytes.count, input))
  }
}
