import ArgumentParser
import CalendarSources
import WorkSharing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The options of a command, by their long names without hyphens.
///
/// They are ArgumentParser's own data. Those of a command take some milliseconds, once.
struct KnownOptions: Sendable {
  private struct Option: Sendable {
    var hasValue = false
    var isRepeatable = false
    /// Whether users type it; an option without a help text is for the program itself.
    var isForUsers = true
    /// The valid values; nil if the parser takes any.
    var values: [String]?
  }

  private let options: [String: Option]
  /// The long names of options that also have a letter.
  private let letters: [Character: String]

  private static let found = Guarded<[ObjectIdentifier: KnownOptions]>([:])

  /// Finds the options of a command, including the hidden ones.
  init(of command: any ParsableCommand.Type) {
    let key = ObjectIdentifier(command)
    if let known = KnownOptions.found.withLock({ $0[key] }) {
      self = known
      return
    }
    // The options that every command has, although the data of some omit them.
    var options = ["version": Option(), "help": Option(), "help-hidden": Option()]
    var letters: [Character: String] = ["h": "help"]
    let dump = try? JSONDecoder().decode(Dump.self, from: Data(command._dumpHelp().utf8))
    for argument in dump?.command.arguments ?? [] where argument.kind != "positional" {
      let names = argument.names ?? []
      guard let name = names.first(where: { $0.kind == "long" })?.name else { continue }
      options[name] = Option(
        hasValue: argument.kind == "option", isRepeatable: argument.isRepeating,
        isForUsers: argument.abstract != nil, values: argument.allValues)
      for letter in names where letter.kind == "short" {
        letters[Character(letter.name)] = name
      }
    }
    self.options = options
    self.letters = letters
    KnownOptions.found.withLock { [self] in $0[key] = self }
  }

  /// The part of `--experimental-dump-help` that describes arguments (ToolInfoV0).
  private struct Dump: Decodable {
    struct Command: Decodable {
      let arguments: [Argument]?
    }

    struct Argument: Decodable {
      let kind: String
      let isRepeating: Bool
      let names: [Name]?
      let abstract: String?
      let allValues: [String]?
    }

    struct Name: Decodable {
      let kind: String
      let name: String
    }

    let command: Command
  }

  /// The names of the options that users type.
  var names: [String] { options.filter(\.value.isForUsers).keys.sorted() }

  func has(_ name: String) -> Bool { options[name] != nil }

  /// Whether an option has a value; nil for an unknown option.
  func hasValue(_ name: String) -> Bool? { options[name]?.hasValue }

  /// Whether an option can be given several times, and all its values count.
  func isRepeatable(_ name: String) -> Bool { options[name]?.isRepeatable ?? false }

  /// The valid values of an option; nil if the parser takes any.
  func values(of name: String) -> [String]? { options[name]?.values }

  func name(of letter: Character) -> String? { letters[letter] }
}

/// The typed arguments of a command, separated into options and paths.
struct TypedArguments {
  private(set) var options: [GivenOption] = []
  private(set) var paths: [String] = []
  /// The first unknown option, with its hyphens.
  private(set) var unknown: String?

  /// Parses the arguments after the name of the command.
  init(_ words: [String], known: KnownOptions) {
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
        options.append(GivenOption(name: name, value: value))
      }
    }
  }
}
