import ArgumentParser

/// The options of a command, by their long names without hyphens.
struct KnownOptions {
  private let haveValues: [String: Bool]
  /// The long names of options that also have a letter.
  private let letters: [Character: String]

  /// Finds the options in the command's help, including the hidden ones.
  init(of command: any ParsableCommand.Type) {
    // The options that every command has, although some help texts omit them.
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

  /// Whether an option has a value; nil for an unknown option.
  func hasValue(_ name: String) -> Bool? { haveValues[name] }

  func name(of letter: Character) -> String? { letters[letter] }
}

/// The typed arguments of a command, separated into options and paths.
struct TypedArguments {
  /// The long name of an option without the hyphens, and its value; nil without a value.
  struct Option: Hashable {
    let name: String
    let value: String?

    /// The option and its value as one argument.
    var word: String { "--\(name)" + (value.map { "=\($0)" } ?? "") }
  }

  private(set) var options: [Option] = []
  private(set) var paths: [String] = []
  /// The first unknown option, with its hyphens.
  private(set) var unknown: String?

  /// Parses the arguments after the name of the command.
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
