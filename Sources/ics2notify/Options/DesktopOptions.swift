import ArgumentParser
import CalendarSources
package import DesktopReminders
import DesktopService
import ProgramSupport
import ReminderCompiler
import SystemdTimers

/// The options for showing reminders on a desktop.
struct DesktopOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Have timers call notify-send themselves: text without buttons.", visibility: .hidden))
  var plain = false

  @Option(
    help: ArgumentHelp("How to show missed reminders (default: summary).", valueName: "how"))
  var late: ShowSettings.Lateness?

  @Flag(
    help: ArgumentHelp(
      "Show simultaneous reminders one by one, never as a list.",
      visibility: .hidden))
  var oneByOne = false

  @Flag(help: "Keep notifications on the screen until they are closed.")
  var stay = false

  @Option(
    help: ArgumentHelp(
      "The choices for snoozing, such as 10m,1h,08:00 (default: \(SnoozeChoices.standard)).",
      valueName: "list"))
  var snooze: String?

  @Option(
    help: ArgumentHelp(
      "A sound for reminders, such as bell.oga=CATEGORIES:work.", valueName: "file"),
    completion: .file())
  var sound: [FilePath] = []

  @Option(
    help: ArgumentHelp(
      "Repeat the sound until it is closed; also --ring=RULE.", valueName: "rule"))
  var ring: [String] = []

  @Option(
    help: ArgumentHelp("Run a program for each reminder instead.", valueName: "argv"))
  var command: String?

  var given: [String] {
    [
      plain ? "--plain" : nil, late.map { "--late \($0.rawValue)" },
      oneByOne ? "--one-by-one" : nil, stay ? "--stay" : nil,
      snooze.map { _ in "--snooze" }, sound.isEmpty ? nil : "--sound",
      ring.isEmpty ? nil : "--ring", command.map { _ in "--command" },
    ].compactMap { $0 }
  }

  func check() throws(Failure) {
    if command != nil, !sound.isEmpty || !ring.isEmpty {
      throw Failure(
        .usage, "\(sound.isEmpty ? "--ring" : "--sound") has no effect with --command")
    }
    // Before any warning about sounds.
    for text in ring { _ = try OptionValue.rule(text, of: "--ring") }
    guard plain, let other = given.first(where: { !["--plain", "--late show"].contains($0) })
    else { return }
    throw Failure(.usage, "\(other) has no effect with --plain")
  }

  /// Adds the rules for sounds to the options of a compilation.
  func apply(to options: inout CompilerOptions) throws(Failure) {
    for argument in sound {
      let file = RuledFile(argument)
      options.sounds.append(
        SoundRule(try SoundFile.text(of: file.path), for: file.rule.flatMap { ReminderRule($0) }))
    }
    for text in ring { options.rings.append(try OptionValue.rule(text, of: "--ring")) }
  }

  /// Throws an error for a missing sound file, and warns if no program can repeat a sound.
  ///
  /// A renewal doesn't call this: without the file, reminders have the default sound.
  func checkSounds() throws(Failure) {
    for argument in sound {
      let path = RuledFile(argument).path
      if let problem = SoundFile.problem(of: path) {
        throw Failure(.noInput, "--sound \(path): \(problem)")
      }
    }
    guard !ring.isEmpty, let problem = SoundPlayer.ringProblem else { return }
    let played = sound.map(RuledFile.init).filter { file in
      (try? SoundFile.text(of: file.path)).map { SoundPlayer.problem(with: $0) == nil } ?? false
    }
    // A sound without a rule is that of all reminders.
    guard played.allSatisfy({ $0.rule != nil }) else { return }
    StandardError.say(
      .warning,
      (played.isEmpty ? "--ring has no effect" : "reminders without --sound don't ring")
        + ": \(problem)")
  }

  func settings() throws(Failure) -> DesktopSettings {
    try check()
    return DesktopSettings(
      isPlain: plain, isPersistent: plain && late == .show,
      listsSilenced: late != .skip && command == nil, show: try showSettings())
  }

  func showSettings() throws(Failure) -> ShowSettings {
    var settings = ShowSettings()
    settings.lateness = late ?? .summary
    settings.isOneByOne = oneByOne
    settings.isStaying = stay
    if let snooze { settings.snoozes = try OptionValue.snoozes(snooze) }
    if let command { settings.command = try OptionValue.command(command) }
    return settings
  }
}

/// The options for calendars on servers.
struct FetchOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How often to fetch calendars from addresses (default: PT1H).", valueName: "duration"))
  var fetchEvery: String?

  @Option(
    help: ArgumentHelp(
      "A program that prints USER:PASSWORD for a host, its last argument.", valueName: "argv",
      visibility: .hidden))
  var credentialsCommand: String?

  func interval() throws(Failure) -> FetchInterval {
    try OptionValue.fetchInterval(fetchEvery ?? "PT1H")
  }

  /// The program; nil to use `~/.netrc`.
  func credentials() throws(Failure) -> CommandTemplate? {
    try credentialsCommand.map(OptionValue.credentialsCommand)
  }

  func check() throws(Failure) {
    _ = try interval()
    _ = try credentials()
  }
}

struct NameOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The name of the installation, if there are several.", valueName: "name"))
  var name: String?

  func installation() throws(Failure) -> InstallationName { try OptionValue.installation(name) }
}

/// The values of `--late`.
extension ShowSettings.Lateness: ExpressibleByArgument {
  package init?(argument: String) { self.init(rawValue: argument) }
}
