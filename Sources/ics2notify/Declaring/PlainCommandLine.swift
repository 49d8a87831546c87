import ArgumentParser

/// A command line of the plainest form: long names, single short ones, each value in its place.
///
/// Most are. It is read by the declarations alone, without the parser, whose types take the system
/// a tenth of the run of one event to look up; whatever else stands there is the parser's, and so is
/// what is wrong. A test holds both equal.
struct PlainCommandLine {
  private let words: [String]

  /// Takes the words behind the names of program and subcommand.
  init(_ words: [String]) { self.words = words }

  /// Reads it.
  ///
  /// - Returns: What was typed; nil where the parser has to see to it.
  func parsed<Command: DeclaredArguments>(as type: Command.Type) -> Command? {
    var command = Command()
    let declarations = Command.declarations
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word != "--", let declaration = declarations.named(in: word) ?? declarations.value,
        let taken = take(declaration, word, &rest), taken(&command)
      else { return nil }
    }
    return (try? command.validate()).map { command }
  }

  /// What takes a word, and the one behind it where that is its value; nil where it isn't plain.
  private func take<Command>(
    _ declaration: ArgumentDeclaration<Command>, _ word: String, _ rest: inout ArraySlice<String>
  ) -> ((inout Command) -> Bool)? {
    let isOption = word.looksLikeOption
    switch declaration.form {
    case .value:
      return isOption ? nil : { declaration.take(word, &$0) }
    case .flag:
      return word.contains("=") ? nil : { declaration.take(nil, &$0) }
    case .option(let takesAnyWord):
      if let start = word.firstIndex(of: "=") {
        let value = String(word[word.index(after: start)...])
        return value.isEmpty ? nil : { declaration.take(value, &$0) }
      }
      guard let value = rest.popFirst(), value != "--", takesAnyWord || !value.looksLikeOption
      else {
        return nil
      }
      return { declaration.take(value, &$0) }
    }
  }
}

extension String {
  /// Whether the parser takes a word for a name; a hyphen alone is a file.
  fileprivate var looksLikeOption: Bool { hasPrefix("-") && self != "-" }
}

extension ArgumentDeclarations {
  /// What a word names: `--name`, `--name=value` or `-n`.
  fileprivate func named(in word: String) -> ArgumentDeclaration<Root>? {
    guard word.hasPrefix("-") else { return nil }
    if word.hasPrefix("--") { return named(word.dropFirst(2).prefix { $0 != "=" }) }
    let letters = word.dropFirst()
    return letters.count == 1 ? letters.first.flatMap { named($0) } : nil
  }
}
