import ArgumentParser
import CalendarFiles
import TextSafety

/// What the program was called with.
enum ProgramArguments {
  /// What the program is called.
  static let programName = "ics2notify"

  /// The arguments behind the program's name.
  ///
  /// `CommandLine.arguments` replaces bytes that aren't UTF-8, which file names may contain.
  ///
  /// An option without its optional value has the usual one, since the parser knows no such options.
  static var all: [String] {
    let words = SystemText.arguments.map(RawByte.text)
    let end = words.firstIndex(of: "--") ?? words.endIndex
    return words[..<end].map { $0 == "--no-overrun" ? "\($0)=\(everything)" : $0 } + words[end...]
  }

  /// The rule that `--no-overrun` means without one: every component has a UID.
  static let everything = "UID:*"

  /// The subcommand that the first argument names; nil where it names none.
  static var subcommand: SubcommandName? { all.first.flatMap(SubcommandName.init) }

  /// The arguments behind the subcommand's name, or all where the first names none.
  static var own: [String] { subcommand == nil ? all : Array(all.dropFirst()) }
}

/// The names that the first argument can have besides a path's.
enum SubcommandName: String, CaseIterable {
  case compile, fires, simulate, explain, diff, schema, show, completions

  /// The subcommand whose name is nearest to a word; nil where none is near.
  ///
  /// Near are two slips of the hand, in short names one: another letter, one too many or too few,
  /// or two that have changed places.
  static func closest(to word: String) -> SubcommandName? {
    let typed = Array(word.lowercased())
    let near = allCases.compactMap { name -> (name: SubcommandName, slips: Int)? in
      let letters = Array(name.rawValue)
      let allowed = letters.count > longestShortName ? 2 : 1
      // Nothing longer can be near, and the table below grows with both.
      guard typed.count <= letters.count + allowed else { return nil }
      let slips = distance(typed, letters)
      return slips <= allowed ? (name, slips) : nil
    }
    return near.min { $0.slips < $1.slips }?.name
  }

  /// The most letters of a name of which two slips make another word.
  private static let longestShortName = 5

  /// The fewest slips between two words (optimal string alignment).
  private static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var before: [Int] = []
    var last = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var next = [row + 1]
      for (column, other) in second.enumerated() {
        var slips = min(
          last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
          slips = min(slips, before[column - 1] + 1)
        }
        next.append(slips)
      }
      (before, last) = (last, next)
    }
    return last[second.count]
  }
}

extension CommandConfiguration {
  /// The configuration of a subcommand, whose help begins with examples.
  init(_ name: SubcommandName, abstract: String, examples: [String]) {
    self.init(
      commandName: name.rawValue, abstract: abstract,
      discussion: examples.map { "\n  \($0)" }.joined())
  }
}

/// The program's version.
enum Version {
  /// The number, by Semantic Versioning.
  static let number = "0.1.0"
}
