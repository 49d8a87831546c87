import ArgumentParser
import ReminderCompiler

/// The options about what reminders say, as they are typed.
struct TextArguments: DeclaredArguments {
  var body: [String] = []
  var bodyList: [FilePath] = []
  var thread: ThreadGrouping?
  var language: String?

  static let declarations: ArgumentDeclarations<Self> = [
    .option(
      "body", \.body,
      help: ArgumentHelp(
        "What to show below titles, as in 'Day {n} of {count}'; =RULE behind it, as for --level, "
          + "chooses components. Repeatable.",
        valueName: "template")),
    .option(
      "body-list", \.bodyList,
      help: ArgumentHelp(
        "A file with a template in each line, which take turns from occurrence to occurrence. "
          + "Repeatable.",
        valueName: "file")),
    .option(
      "thread", \.thread,
      help: ArgumentHelp(
        "What notifications are grouped by: calendar or series (default: series).",
        valueName: "by")),
    .option(
      "language", \.language,
      help: ArgumentHelp(
        "The language of generated words: \(ReminderLanguage.tags.joined(separator: ", ")), also with "
          + "a region, as in en-US (default: \(ReminderLanguage.english.tag)).",
        valueName: "tag")),
  ]

  /// Puts the options into those of the compiler.
  ///
  /// - Parameter options: Changed in place.
  /// - Throws: What makes no sense, or why a file can't be read.
  func apply(to options: inout CompilerOptions) throws(Failure) {
    // Loops, since a closure of map can't say what it throws.
    for text in body { options.bodies.append(try OptionValue.body(text)) }
    for file in bodyList { options.bodies.append(try BodyListFile(file).rule()) }
    options.threads = thread ?? .series
    if let language { options.language = try OptionValue.language(language) }
  }

  /// The files that are read.
  var files: [FilePath] { bodyList.map { BodyListFile($0).path } }

  /// The options as words, for any directory.
  var words: [String] {
    body.map { "--body=\($0)" }
      + bodyList.map { "--body-list=\(BodyListFile($0).absoluteArgument)" }
      + (thread.map { ["--thread=\($0.rawValue)"] } ?? [])
      + (language.map { ["--language=\($0)"] } ?? [])
  }
}
