import ArgumentParser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The options of a subcommand, as the argument parser tells them.
struct OptionTable {
  /// An option or a flag.
  struct Option {
    /// Its long name.
    let name: String
    /// Its short name; nil where it has none.
    let shortName: String?
    /// Whether a value stands behind it.
    let takesValue: Bool
    /// The values that it can have; nil where that is no list.
    let values: [String]?
    /// What its value is called.
    let valueName: String
    /// Whether it can be given again.
    let isRepeating: Bool
    /// What it does, in a sentence.
    let meaning: String
  }

  /// What values are called that name files.
  static let fileValues: Set<String> = ["file", "path", "directory"]

  /// All options, in the order of the help.
  let all: [Option]
  /// What an argument without a name can be; nil where that is no list.
  let positionalValues: [String]?
  private let places: [String: Int]

  /// Asks for the options of a subcommand.
  ///
  /// - Parameter command: The subcommand.
  /// - Throws: Where the parser tells something else.
  init(_ command: any ParsableCommand.Type) throws(Failure) {
    guard let dump = try? JSONDecoder().decode(Dump.self, from: Data(command._dumpHelp().utf8))
    else { throw Failure(.internalError, "the options of \(command) can't be listed") }
    let arguments = (dump.command.arguments ?? []).filter(\.shouldDisplay)
    let options = arguments.compactMap(\.option)
    all = options
    positionalValues = arguments.first { $0.kind == "positional" }?.allValues
    places = Dictionary(
      options.indices.map { (options[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// An option by its long name; nil where the subcommand has none of that name.
  subscript(name: String) -> Option? { places[name].map { all[$0] } }

  /// An option by its short name; nil where the subcommand has none of that name.
  subscript(short name: String) -> Option? { all.first { $0.shortName == name } }

  /// What the parser says of a command, as far as it matters here.
  private struct Dump: Decodable {
    struct Command: Decodable {
      let arguments: [Argument]?
    }
    struct Argument: Decodable {
      struct Name: Decodable {
        let kind, name: String
      }
      let kind: String
      let shouldDisplay: Bool
      let isRepeating: Bool
      let names: [Name]?
      let allValues: [String]?
      let valueName: String?
      let abstract: String?

      /// The option; nil for one without a long name.
      var option: Option? {
        guard let name = names?.first(where: { $0.kind == "long" })?.name else { return nil }
        return Option(
          name: name, shortName: names?.first { $0.kind == "short" }?.name,
          takesValue: kind == "option", values: allValues, valueName: valueName ?? name,
          isRepeating: isRepeating, meaning: abstract ?? "")
      }
    }
    let command: Command
  }
}
