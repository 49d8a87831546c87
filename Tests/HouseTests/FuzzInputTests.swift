import Foundation
import Testing

/// What holds for the inputs that fuzzers start with.
@Suite struct FuzzInputTests {
  /// The inputs of each fuzzer: path and size.
  private static func inputs() throws -> [String: [(path: String, size: Int)]] {
    let directory = Package.root.appending(path: "Tests/Fuzz/Inputs")
    let paths = try #require(FileManager.default.subpaths(atPath: directory.path))
    let files = try paths.filter { $0.contains("/") }.map {
      ($0, try Data(contentsOf: directory.appending(path: $0)).count)
    }
    return Dictionary(grouping: files) { String($0.0.prefix { $0 != "/" }) }
  }

  @Test func `every fuzzer starts with inputs, and all inputs are started with`() throws {
    let script = try Package.text("Tests/fuzz.sh")
    let line = try #require(script.split(separator: "\n").first { $0.contains("|| set -- ") })
    let names = line.split(separator: " ").drop { $0 != "--" }.dropFirst().map(String.init)
    #expect(try Set(FuzzInputTests.inputs().keys) == Set(names))
  }

  @Test func `kept inputs are a few kilobytes with names that say what they are`() throws {
    for (fuzzer, files) in try FuzzInputTests.inputs() {
      #expect(files.reduce(0) { $0 + $1.size } <= 16_384, "\(fuzzer)")
      // libFuzzer cuts what is longer.
      #expect(files.allSatisfy { $0.size <= 2_048 }, "\(fuzzer)")
      // It names what it finds by a digest.
      #expect(files.allSatisfy { !$0.path.contains(/[0-9a-f]{40}/) }, "\(files.map(\.path))")
    }
  }
}
