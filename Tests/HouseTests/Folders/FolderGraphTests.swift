import Foundation
import Testing

/// The folders of each module are a graph without circles, from the names that they use.
@Suite struct FolderGraphTests {
  /// All files below `Sources`.
  private static func files() throws -> [SourceFile] {
    let sources = Package.root.appending(path: "Sources")
    let paths = try #require(FileManager.default.subpaths(atPath: sources.path))
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map {
      SourceFile(
        path: $0, text: try String(contentsOf: sources.appending(path: $0), encoding: .utf8))
    }
  }

  @Test func `no folder uses one that uses it, whatever lies between them`() throws {
    let files = try FolderGraphTests.files()
    let names = NameTable(files)
    let modules = Set(files.map(\.module)).sorted()
    #expect(modules.count > 8)
    var arrows = 0
    for module in modules {
      let graph = FolderGraph(of: module, files, names)
      arrows += graph.arrows.values.reduce(0) { $0 + $1.count }
      for circle in graph.circles {
        Issue.record("\(module): \(graph.description(of: circle))")
      }
    }
    // The rule would hold of a package in which nothing is found, too.
    #expect(arrows > 50)
  }

  /// The graph of a module that is made up: the text of each file by its path.
  private static func graph(_ texts: KeyValuePairs<String, String>) -> FolderGraph {
    let files = texts.map { SourceFile(path: "Made/\($0.key)", text: $0.value) }
    return FolderGraph(of: "Made", files, NameTable(files))
  }

  private static let two = "struct Two { enum Part { case half } }"

  @Test(arguments: [
    "struct One { let two: Two }", "extension Two { var one: Int { 1 } }",
    "struct One { var text: String { \"\\(Two.self)\" } }",
    "let text = \"\"\"\n  \\(\"\\(Two())\")\n  \"\"\"", "let text = #\"\\#(Two())\"#",
    "let part = Two.Part.half", "func made() -> [Made.Two] { [] }", "typealias One = Two?",
    "struct Outer { struct One { var two: Two } }", "struct Two2 {}\nlet two = Two()",
    "let pattern = /\"/\nlet two = Two()", "/* /* */ */ let two = Two()",
    "let made = two(1)", "let made = 1.doubled()", "extension Two { let half = Part.half }",
  ])
  func `what is used in code is an arrow`(_ text: String) {
    let graph = FolderGraphTests.graph([
      "A/One.swift": text,
      "B/Two.swift": FolderGraphTests.two,
      "B/Functions.swift": "func two(_ x: Int) {}\nextension Int { func doubled() -> Int { 0 } }",
    ])
    #expect(graph.arrows["A"]?["B"] != nil)
    #expect(graph.circles.isEmpty)
  }

  @Test(arguments: [
    "// Two", "/* Two /* Two */ Two */", "let text = \"Two\"", "let text = \"\\\"Two\"",
    "let text = #\"\\(Two)\"#", "let text = \"\"\"\n  Two \"Two\"\n  \"\"\"", "import Two",
    "struct One { struct Two {} ; let two: Two }", "private struct Two {}\nlet two = Two()",
    "let part = Other.Two", "let two = made.two(1)", "let pattern = /Two/", "enum One { case Two }",
    "let hidden = Hidden()", "func f(two: Int) {}", "let none: Void = list.append(1)",
  ])
  func `what only looks like a use is none`(_ text: String) {
    let graph = FolderGraphTests.graph([
      "A/One.swift": text,
      "B/Two.swift": FolderGraphTests.two,
      "B/Functions.swift": """
      func two(_ x: Int) {}
      private struct Hidden {}
      extension Two { func append(_ x: Int) {} }
      """,
    ])
    #expect(graph.arrows.isEmpty, "\(graph.arrows)")
  }

  @Test func `a circle is told with both ends of each arrow, the weakest first`() throws {
    let graph = FolderGraphTests.graph([
      "A/One.swift": "struct One {\n  let two: Two\n  let other: Two\n}",
      "B/Two.swift": "struct Two {\n  var three: Three\n  var next: Three\n}",
      "Three.swift": "\nstruct Three {\n  typealias First = One\n}",
    ])
    let circle = try #require(graph.circles.first)
    #expect(graph.circles == [[".", "A", "B"]])
    #expect(
      graph.description(of: circle) == """
        circle . → A → B → .
        . → A: 1
          Made/Three.swift:3 uses One (Made/A/One.swift:1)
        A → B: 2
          Made/A/One.swift:2 uses Two (Made/B/Two.swift:1)
          Made/A/One.swift:3 uses Two (Made/B/Two.swift:1)
        B → .: 2
          Made/B/Two.swift:2 uses Three (Made/Three.swift:2)
          Made/B/Two.swift:3 uses Three (Made/Three.swift:2)
        """)
  }
}
