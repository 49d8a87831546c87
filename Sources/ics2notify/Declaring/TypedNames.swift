import ArgumentParser

/// The names that the words of a command line may have.
///
/// Some may be none, such as a value that looks like one; what is typed has none but these.
struct TypedNames: Sendable {
  /// Those of the command line that is parsed; nil where all declared arguments are asked for, as
  /// in a help or a message.
  @TaskLocal static var current: TypedNames?

  // They are few, and no sets: those need types that are looked up when the program starts.
  private var long: [Substring] = []
  private var short: [Character] = []

  /// Looks at words.
  ///
  /// - Parameter words: The command line behind the program's name.
  init(in words: [String]) {
    for word in words where word.hasPrefix("-") {
      // The parser takes `-format` for a long name with one hyphen, and for short names.
      let name = word.drop { $0 == "-" }.prefix { $0 != "=" }
      if !long.contains(name) { long.append(name) }
      guard !word.hasPrefix("--") else { continue }
      for letter in name where !short.contains(letter) { short.append(letter) }
    }
  }

  /// Whether an argument may be typed.
  func mayName<Root>(_ argument: ArgumentDeclaration<Root>) -> Bool {
    guard argument.isNamed else { return true }
    return long.contains(argument.name[...]) || argument.short.map(short.contains) ?? false
  }
}

extension ParsableArguments {
  /// Parses a command line by what it may have typed; with the same result as by all there is.
  ///
  /// - Parameter words: The command line behind the names of program and subcommand.
  /// - Throws: What is wrong; what can be said of it, all declared arguments tell.
  /// - Returns: The arguments.
  static func parse(typed words: [String]) throws -> Self {
    try TypedNames.$current.withValue(TypedNames(in: words)) { try parse(words) }
  }
}
