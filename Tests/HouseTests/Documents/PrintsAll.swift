import Synchronization
import Testing

/// Holds that an example prints all that it shows, also in branches and loops.
struct PrintsAll: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let printed = PrintedLines()
    try await PrintedLines.$current.withValue(printed) { try await function() }
    let name = try #require(test.sourceLocation.fileID.split(separator: "/").last)
    let lines = try Package.lines("Tests/HouseTests/Documents/Examples/\(name)")
    let start = test.sourceLocation.line
    let end = try #require(lines[start...].firstIndex(of: "  }"))
    for index in start..<end where lines[index].contains("print(") {
      #expect(printed.contains(index + 1), "\(name):\(index + 1) prints nothing")
    }
  }
}

extension Trait where Self == PrintsAll {
  /// Holds that an example prints all that it shows.
  static var printsAll: PrintsAll { PrintsAll() }
}

/// The lines of an example that have printed something.
final class PrintedLines: Sendable {
  /// Those of the example that is run.
  @TaskLocal static var current: PrintedLines?

  private let lines = Mutex<Set<Int>>([])

  func insert(_ line: Int) { lines.withLock { _ = $0.insert(line) } }

  func contains(_ line: Int) -> Bool { lines.withLock { $0.contains(line) } }
}
