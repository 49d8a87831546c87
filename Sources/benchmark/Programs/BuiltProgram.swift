import Dispatch
import Foundation
import Synchronization

/// A program that was built beside this one, run as a process of its own.
struct BuiltProgram {
  /// The program's file name.
  let name: String
  private let url: URL

  /// How often a process is asked for its memory.
  private static let samplingInterval = DispatchTimeInterval.milliseconds(1)

  /// Looks for a program.
  ///
  /// - Parameter name: The name of its target.
  /// - Throws: Where it was not built.
  init(_ name: String) throws(BenchmarkError) {
    let own = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    let url = own.deletingLastPathComponent().appending(path: name)
    guard FileManager.default.isExecutableFile(atPath: url.path) else { throw .noProgram(name) }
    self.name = name
    self.url = url
  }

  /// Runs the program once for its output and its memory.
  ///
  /// - Parameters:
  ///   - arguments: What it is called with.
  ///   - directory: Where its output may lie for a while.
  /// - Throws: Where it can't be run or doesn't end well.
  /// - Returns: Standard output, and the most resident memory, in bytes.
  func outcome(
    _ arguments: [String], in directory: URL
  ) throws -> (output: Data, peakMemory: Int) {
    // A file rather than a pipe, which could fill up and block.
    let file = directory.appending(path: "output")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var peakMemory = 0
    _ = try run(arguments, output: try FileHandle(forWritingTo: file)) { status in
      peakMemory = max(peakMemory, BuiltProgram.peakMemory(in: status) ?? 0)
    }
    return (try Data(contentsOf: file), peakMemory)
  }

  /// Runs the program once by the clock, its output thrown away.
  ///
  /// - Parameter arguments: What it is called with.
  /// - Throws: Where it can't be run or doesn't end well.
  /// - Returns: From the start of the process to its end.
  func time(_ arguments: [String]) throws -> Duration {
    try run(arguments, output: .nullDevice, sample: nil)
  }

  private func run(
    _ arguments: [String], output: FileHandle, sample: ((_ status: String) -> Void)?
  ) throws -> Duration {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    // Foundation's own wait looks up only now and then.
    let hasEnded = DispatchSemaphore(value: 0)
    let end = Mutex<ContinuousClock.Instant?>(nil)
    process.terminationHandler = { _ in
      end.withLock { $0 = .now }
      hasEnded.signal()
    }
    let start = ContinuousClock.now
    try process.run()
    if let sample {
      let path = "/proc/\(process.processIdentifier)/status"
      repeat {
        if let status = FileManager.default.contents(atPath: path) {
          sample(String(decoding: status, as: UTF8.self))
        }
      } while hasEnded.wait(timeout: .now() + BuiltProgram.samplingInterval) == .timedOut
    } else {
      hasEnded.wait()
    }
    let time = (end.withLock(\.self) ?? .now) - start
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw BenchmarkError.failed(name, status: process.terminationStatus)
    }
    return time
  }

  /// The most memory that was ever resident (VmHWM in proc(5)), in bytes.
  ///
  /// Nil where a process has ended.
  private static func peakMemory(in status: String) -> Int? {
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kibibytes = Int(line.filter { ("0"..."9").contains($0) })
    else { return nil }
    return kibibytes * 1_024
  }
}
