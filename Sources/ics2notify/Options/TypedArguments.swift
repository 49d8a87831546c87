import ArgumentParser

/// The options that a command takes, by their long names without hyphens.
struct KnownOptions {
  private let haveValues: [String: Bool]
  /// The long names of options that have a letter, too.
  private let letters: [Character: String]

  /// Reads the options of a command from its help, which lists hidden ones, too.
  init(of command: any ParsableCommand.Type) {
    // Those of every command; the help of some lists one of them.
    var haveValues = ["version": false, "help": false, "help-hidden": false]
    var letters: [Character: String] = ["h": "help"]
    for line in command.helpMessage(includeHidden: true, columns: 1_000).split(separator: "\n") {
      guard let match = line.firstMatch(of: /^  (?:-(\w), )?(?:-\w <[^>]*>, )?--([a-z-]+)( <)?/)
      else { continue }
      let name = String(match.2)
      haveValues[name] = match.3 != nil
      if let letter = match.1?.first { letters[letter] = name }
    }
    self.haveValues = haveValues
    self.letters = letters
  }

  var names: [String] { haveValues.keys.sorted() }

  func has(_ name: String) -> Bool { haveValues[name] != nil }

  /// Whether an option has a value; nil for an unknown one.
  func hasValue(_ name: String) -> Bool? { haveValues[name] }

  func name(of letter: Character) -> String? { letters[letter] }
}

/// Typed arguments, with options apart from paths.
struct TypedArguments {
  /// An option by its long name without the hyphens; the value is nil if there is none.
  struct Option: Hashable {
    let name: String
    let value: String?

    /// The option as one word.
    var word: String { "--\(name)" + (value.map { "=\($0)" } ?? "") }
  }

  private(set) var options: [Option] = []
  private(set) var paths: [String] = []
  /// The first option, with its hyphens, that the command doesn't take.
  private(set) var unknown: String?

  /// Sorts the words behind a command's name.
  init(_ words: [String], _ known: KnownOptions) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        paths += rest
        return
      }
      guard word.hasPrefix("-"), word != "-" else {
        paths.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let names =
        word.hasPrefix("--")
        ? [String(parts[0].dropFirst(2))]
        : parts[0].dropFirst().map { known.name(of: $0) ?? "" }
      for name in names {
        guard let hasValue = known.hasValue(name) else {
          unknown = unknown ?? String(parts[0])
          continue
        }
        let value = parts.count == 2 ? String(parts[1]) : hasValue ? rest.popFirst() : nil
        options.append(Option(name: name, value: value))
      }
    }
  }
}
