import CalendarFiles
import ReminderCompiler
import SystemdTimers
import TextSafety

/// The arguments with which a renewal compiles the same again, from any directory.
///
/// The instant is left out, for it is another one then; and so is what nobody asked for, for a
/// default may be another one then, too.
struct RenewalArguments {
  /// The arguments; nil where the input can't be read again.
  let arguments: [String]?

  /// The program that is running.
  static var program: String {
    SystemText.target(ofLink: Array("/proc/self/exe".utf8)).map(RawByte.text)
      ?? UserDirectories.absolute(CommandLine.arguments[0])
  }

  /// Makes arguments of those of this run.
  ///
  /// - Parameters:
  ///   - paths: The calendars.
  ///   - options: What the renewal is given besides.
  ///   - output: The directory of the units; nil for that of the user's own.
  ///   - installation: What is renewed.
  init(
    _ paths: [FilePath], _ options: [String], output: String?, _ installation: InstallationName
  ) {
    guard !paths.contains(where: \.isHyphen) else {
      arguments = nil
      return
    }
    var words = ["compile", "--install", "--renewal"]
    if let output { words.append("--output=\(UserDirectories.absolute(output))") }
    if let name = installation.name { words.append("--name=\(name)") }
    arguments = words + options + ["--"] + paths.map(\.absolute.argument)
  }

  /// The options that a renewal is given.
  ///
  /// - Parameters:
  ///   - shared: The options of every subcommand.
  ///   - showing: How reminders are shown.
  /// - Returns: The options as words, but for what is known of the installation.
  static func options(_ shared: SharedArguments, _ showing: ShowArguments) -> [String] {
    var words = showing.words + shared.ruleWords + shared.words
    if let jobs = shared.jobs { words.append("--jobs=\(jobs)") }
    return words + shared.tellingWords
  }
}
