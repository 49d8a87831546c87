import ArgumentParser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The options of a subcommand by their long names, as the argument parser tells them.
struct OptionTable {
  /// An option or a flag.
  struct Option {
    /// Whether a value stands behind it.
    let takesValue: Bool
    /// The values that it can have; nil where that is no list.
    let values: [String]?
  }

  private let options: [String: Option]

  /// Asks for the options of a subcommand.
  ///
  /// - Parameter command: The subcommand.
  /// - Throws: Where the parser tells something else.
  init(_ command: any ParsableCommand.Type) throws(Failure) {
    guard let dump = try? JSONDecoder().decode(Dump.self, from: Data(command._dumpHelp().utf8))
    else { throw Failure(.internalError, "the options of \(command) can't be listed") }
    var options: [String: Option] = [:]
    for argument in dump.command.arguments ?? [] where argument.shouldDisplay {
      for name in argument.names ?? [] where name.kind == "long" {
        options[name.name] = Option(
          takesValue: argument.kind == "option", values: argument.allValues)
      }
    }
    self.options = options
  }

  /// An option; nil where the subcommand has none of that name.
  subscript(name: String) -> Option? { options[name] }

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
      let names: [Name]?
      let allValues: [String]?
    }
    let command: Command
  }
}
