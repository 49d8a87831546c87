import Foundation
import Testing

/// Every example in a document is one that is run, and every public type has one.
@Suite struct ExampleTests {
  /// Code in a file, from its first line.
  private struct Code: Hashable {
    let path: String
    let line: Int
    let text: String
  }

  /// The examples that documents show.
  private static func shown() throws -> [Code] {
    try Package.paths(endingIn: ".swift", below: "Sources").flatMap { path in
      blocks(path, try Package.lines(path).map { $0.trimmingPrefix(#/ *\/\/\/ ?/#) })
    }
      + (Package.paths(endingIn: ".md", below: "Sources")
      + Package.paths(endingIn: ".md", below: ".github") + ["README.md"]).flatMap { path in
        blocks(path, try Package.lines(path)[...].map { $0[...] })
      }
  }

  /// The code of the fenced blocks of Swift among lines.
  private static func blocks(_ path: String, _ lines: [Substring]) -> [Code] {
    var blocks: [Code] = []
    var start: Int?
    for (index, line) in lines.enumerated() {
      if line == "```swift" {
        start = index + 1
      } else if line == "```", let first = start, isOfApple(lines[first..<index]) {
        // What takes a framework of Apple is compiled against its stand-in by Tests/app.sh.
        start = nil
      } else if line == "```", let first = start {
        // What has to be imported stands above all tests of a file.
        let code = lines[first..<index].drop { $0.isEmpty || $0.hasPrefix("import ") }
        blocks.append(Code(path: path, line: first, text: code.joined(separator: "\n")))
        start = nil
      }
    }
    return blocks
  }

  /// Whether code takes what only Apple's systems have, or declares functions for an app.
  private static func isOfApple(_ lines: ArraySlice<Substring>) -> Bool {
    lines.contains { line in
      ["BackgroundTasks", "EventKit", "UserNotifications"].contains { line == "import \($0)" }
    }
  }

  /// The examples that tests run.
  private static func run() throws -> [Code] {
    try Package.paths(endingIn: ".swift", below: "Tests/HouseTests/Documents/Examples")
      .flatMap { path in
        var tests: [Code] = []
        var start: Int?
        let lines = try Package.lines(path)
        for (index, line) in lines.enumerated() {
          if line.hasPrefix("  @Test func") {
            start = index + 1
          } else if line == "  }", let first = start {
            let code = lines[first..<index].map { $0.trimmingPrefix("    ") }
            tests.append(Code(path: path, line: first, text: code.joined(separator: "\n")))
            start = nil
          }
        }
        return tests
      }
  }

  @Test func `every example that a document shows is run, and no other`() throws {
    let shown = try ExampleTests.shown()
    let run = try ExampleTests.run()
    #expect(shown.count > 50)
    let texts = (shown: Set(shown.map(\.text)), run: Set(run.map(\.text)))
    for code in shown where !texts.run.contains(code.text) {
      Issue.record("\(code.path):\(code.line): no test runs this example")
    }
    for code in run where !texts.shown.contains(code.text) {
      Issue.record("\(code.path):\(code.line): no document shows this example")
    }
  }

  @Test(arguments: [
    "CalendarReminders", "CivilTime", "ICalendar", "ICalendarReader", "NotificationTriggers",
    "ReminderCompiler", "TimerCompiler",
  ])
  func `every public type of a module has an example`(_ module: String) throws {
    for path in try Package.paths(endingIn: ".swift", below: "Sources/\(module)") {
      let lines = try Package.lines(path)
      for (index, line) in lines.enumerated()
      where line.contains(#/^public (final )?(struct|enum|class|protocol) /#) {
        let comment = lines[..<index].reversed().drop { $0.hasPrefix("@") }
          .prefix { $0.hasPrefix("///") }
        #expect(comment.contains("/// ```swift"), "\(path):\(index + 1): \(line)")
      }
    }
  }
}
