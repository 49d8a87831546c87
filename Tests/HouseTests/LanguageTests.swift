import Foundation
import Testing

/// Texts for users are free of habits that make a reader read a sentence twice.
///
/// The style page in `.github/CONTRIBUTING.md` says what to write instead.
@Suite struct LanguageTests {
  private struct Habit {
    let name: String
    let pattern: Regex<Substring>

    init(_ name: String, _ pattern: Regex<Substring>) {
      (self.name, self.pattern) = (name, pattern.ignoresCase())
    }
  }

  private let habits = [
    Habit("use a verb with 'not'", /\b(?:is|are|was|were) (?:no|none)\b(?! longer)/),
    Habit("name who reports it", /\b(?:is|are|was|be) told\b/),
    Habit("write 'requests' or 'expects'", /\bask(?:s|ed)? for\b/),
    Habit("write 'is', 'appears' or 'is defined'", /\bstands?\b(?!-)/),
    Habit("name the person or the component", /\b(?:nobody|somebody|whoever)\b/),
    Habit("write 'its own' or 'a separate'", /\bof (?:its|their|one's) own\b/),
    Habit("write 'except' or 'anyway'", /\b(?:but for|all the same)\b/),
    Habit("begin with the noun", /(?:^|[.;:] )(?:what|whoever|of these)\b[^?]*$/),
  ]

  /// Sentences that are right although a pattern matches.
  private static let allowed: Set = [
    "An alarm whose ACTION is NONE or unknown never rings."
  ]

  private func check(_ text: String, at place: String) {
    guard !LanguageTests.allowed.contains(text) else { return }
    let text = text.replacing(/there (?:is|are|was|were) no(?:ne)?/, with: "")
    for habit in habits where text.contains(habit.pattern) {
      Issue.record("\(place): \(habit.name): \(text)")
    }
  }

  /// Checks the lines of a text outside of blocks of code.
  private func checkLines(
    _ path: String, blocks: (begin: String, end: String), isText: (String) -> Bool = { _ in true }
  ) throws -> Int {
    var count = 0
    var end: String?
    for (index, line) in try Package.lines(path).enumerated() {
      if let last = end {
        if line.hasPrefix(last) { end = nil }
      } else if line.hasPrefix(blocks.begin) {
        end = blocks.end
      } else if isText(line) {
        check(line, at: "\(path):\(index + 1)")
        count += 1
      }
    }
    return count
  }

  @Test func `documents for users are in plain English`() throws {
    for path in ["README.md", ".github/CONTRIBUTING.md", ".github/CHANGELOG.md"] {
      #expect(try checkLines(path, blocks: ("```", "```")) > 50)
    }
    let pages = try Package.paths(endingIn: "", below: "man")
    #expect(pages.count > 5)
    for path in pages {
      let lines = try checkLines(path, blocks: (".Bd -literal", ".Ed")) { !$0.hasPrefix(".") }
      #expect(lines > 50, "\(path)")
    }
  }

  // Help, diagnostics, the page and generated texts are string literals.
  @Test func `texts of the program are in plain English`() throws {
    var count = 0
    for path in try Package.paths(endingIn: ".swift", below: "Sources") {
      for (index, line) in try Package.lines(path).enumerated() {
        let code = line.drop { $0 == " " }
        guard !code.hasPrefix("//") else { continue }
        for literal in code.matches(of: /"(?:[^"\\]|\\.)*"/) {
          let text = literal.0.dropFirst().dropLast()
          guard text.split(separator: " ").count > 2 else { continue }
          check(String(text), at: "\(path):\(index + 1)")
          count += 1
        }
      }
    }
    #expect(count > 900)
  }

  @Test func `descriptions of JSON keys are in plain English`() throws {
    for path in try Package.paths(endingIn: ".json", below: "Sources/ics2notify/Schemas") {
      for (index, line) in try Package.lines(path).enumerated() where line.contains("description") {
        check(String(line.drop { $0 == " " }), at: "\(path):\(index + 1)")
      }
    }
  }

  @Test(arguments: [
    ("the file is no calendar", true), ("the file is no longer a calendar", false),
    ("What was missed is shown.", true), ("What is a calendar?", false),
    ("Stand-up", false), ("it stands in the file", true), ("whoever reads it", true),
  ])
  func `a habit is found in a sentence`(sentence: String, isFound: Bool) {
    #expect(habits.contains { sentence.contains($0.pattern) } == isFound)
  }
}
