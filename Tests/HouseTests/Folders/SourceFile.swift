/// A file of a module, read for the names that it declares and mentions.
struct SourceFile {
  /// Something with a name that a file declares.
  struct Declaration {
    enum Kind {
      /// A type, a protocol or another name of a type.
      case type
      /// A function outside all types.
      case function
      /// A member of a type, declared where the type is.
      case member
      /// A member of a type that stands somewhere else.
      case extensionMember
    }
    let kind: Kind
    /// The names of the types around it, outermost first, and its own.
    let names: [String]
    let line: Int
    /// Whether other files can't see it.
    let isPrivate: Bool
  }

  /// A name that is used, with the names that lead to it by dots.
  struct Mention {
    /// The names that lead to it, as in `Plan.Request`, with its own as the last.
    ///
    /// The first is empty where something else than a name stands there.
    let chain: [String]
    /// The types around it, outermost first.
    let scope: [String]
    let line: Int
    /// Whether a parenthesis follows.
    let isCalled: Bool
  }

  /// The module, and the folders in it down to the file.
  let path: [String]
  let declarations: [Declaration]
  let mentions: [Mention]
  /// The names that are given to values in it, members and locals alike.
  let valueNames: Set<String>

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The module's name, the folders and the file's name, with `/` between them.
  ///   - text: What is in it.
  init(path: String, text: String) {
    self.path = path.split(separator: "/").map(String.init)
    var parser = SourceParser(SourceLexer(text).tokens)
    parser.read()
    declarations = parser.declarations
    mentions = parser.mentions
    valueNames = parser.valueNames
  }

  /// The module's name.
  var module: String { path[0] }

  /// The folder in its module; `.` for a file at the module's root.
  var folder: String {
    let folders = path.dropFirst().dropLast()
    return folders.isEmpty ? "." : folders.joined(separator: "/")
  }
}
