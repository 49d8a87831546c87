import ArgumentParser
import ReminderCompiler

/// The options about which reminders count, as they are typed.
struct FilterArguments: DeclaredArguments {
  var only: [String] = []
  var ignore: [String] = []
  var ignoreAlarms: [String] = []
  var me: [String] = []

  static let declarations: ArgumentDeclarations<Self> = [
    .option(
      "only", \.only,
      help: ArgumentHelp(
        "Remind of nothing but what matches, as in CATEGORIES:work. Repeatable: any may match.",
        valueName: "rule")),
    .option(
      "ignore", \.ignore,
      help: ArgumentHelp(
        "Don't remind of what matches, as in PARTSTAT:DECLINED or ACTION:EMAIL. Repeatable.",
        valueName: "rule")),
    .option(
      "ignore-alarms", \.ignoreAlarms,
      help: ArgumentHelp(
        "Count alarms that match as if they weren't there: defaults take their place. Repeatable.",
        valueName: "rule")),
    .option(
      "me", \.me,
      help: ArgumentHelp(
        "An address of yours, for rules that ask for PARTSTAT. Repeatable.", valueName: "address")),
  ]

  /// Puts the options into those of the compiler.
  ///
  /// - Parameter options: Changed in place.
  /// - Throws: What makes no sense.
  func apply(to options: inout CompilerOptions) throws(Failure) {
    // Loops, since a closure of map can't say what it throws.
    for text in only { options.only.append(try OptionValue.rule(text, "--only")) }
    for text in ignore { options.ignored.append(try OptionValue.rule(text, "--ignore")) }
    for text in ignoreAlarms {
      options.ignoredAlarms.append(try OptionValue.rule(text, "--ignore-alarms"))
    }
    options.userAddresses = me
  }

  /// The options as words, for any directory.
  var words: [String] {
    only.map { "--only=\($0)" } + ignore.map { "--ignore=\($0)" }
      + ignoreAlarms.map { "--ignore-alarms=\($0)" } + me.map { "--me=\($0)" }
  }
}
