import Foundation

/// A program with its arguments for one input, and what was measured of it.
struct ComparedProgram {
  /// How many fires it found, as it says; nil where it does not.
  let fireCount: String?
  /// The most memory that was ever resident, in bytes.
  let peakMemory: Int
  /// The shortest time from the start of its process to the end.
  private(set) var time: Duration = .seconds(Int64.max)

  private let program: BuiltProgram
  private let arguments: [String]

  /// Runs the program once for its output and its memory, which also warms the page cache.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - arguments: What it is called with.
  ///   - directory: Where its output may lie for a while.
  ///   - count: Finds the number of fires in its output; nil where that doesn't tell.
  /// - Throws: Where it can't be run or doesn't end well.
  init(
    _ program: BuiltProgram, _ arguments: [String], in directory: URL, count: (Data) -> String?
  ) throws {
    self.program = program
    self.arguments = arguments
    let outcome = try program.outcome(arguments, in: directory)
    fireCount = count(outcome.output)
    peakMemory = outcome.peakMemory
  }

  /// Runs the program once more by the clock.
  ///
  /// - Throws: Where it can't be run or doesn't end well.
  mutating func run() throws {
    time = min(time, try program.time(arguments))
  }
}
