import ArgumentParser
import CSystem
import CalendarSources
import DesktopService
import ProgramSupport
import ReminderCompiler
import SystemdTimers

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `ics2notify install`: adds calendars and options to an installation, and applies them.
struct InstallCommand: CalendarCommand {
  static let configuration = CommandConfiguration(
    .install, arguments: "[<options>] [<path> ...]",
    abstract: "Show the reminders of calendars on this desktop.",
    examples: [
      "ics2notify install ~/calendar.ics",
      "ics2notify install --default-alarm -15m --all-day-alarm 09:00 ~/.calendars",
      "ics2notify install 'https://example.org/basic.ics'",
      "ics2notify install            after you edited ~/.config/ics2notify/default.conf",
    ])

  @OptionGroup var calendars: CalendarOptions
  @OptionGroup(title: "Slots") var slots: SlotOptions
  @OptionGroup(title: "Desktop") var desktop: DesktopOptions
  @OptionGroup(title: "Desktop") var fetching: FetchOptions
  @OptionGroup(title: "Desktop") var name: NameOptions

  @Flag(help: "List the changes, and stop.")
  var dryRun = false

  @OptionGroup(title: "Output") var messages: MessageOptions

  func checkValues() throws(Failure) {
    _ = try Settings(calendars, messages: messages, slots: slots, desktop: desktop)
    _ = try name.installation()
    try calendars.texts.checkForDesktop()
    _ = try desktop.showSettings()
    try desktop.check()
    try fetching.check()
    guard calendars.times.now == nil else {
      throw Failure(.usage, "--now is for commands that print; reminders are installed from now on")
    }
  }

  static let refusedOptions: Set = ["now", "badge"]

  /// The options that the installation's file doesn't keep.
  private static let ofRun: Set = [
    "options", "now", "name", "dry-run", "quiet", "verbose", "diagnostics",
  ]

  func run(_ words: [String]) throws {
    try checkValues()
    let name = try name.installation()
    let (draft, _) = try edited(name, words: words)
    try desktop.checkSounds()
    if !messages.quiet { explain(draft.newAddresses) }
    // Fetch before the lock is taken, because that can take a minute.
    do {
      try draft.fetch(messages)
      let lock = dryRun ? nil : try InstallationLock(name)
      defer { lock?.release() }
      if !dryRun { PrivateFiles.tighten(name, isQuiet: messages.quiet) }
      let (file, language) = try edited(name, words: words)
      let update = try InstallationUpdate(
        name, file: file, messages: messages, copies: CalendarCopies(of: name), isRenewal: false)
      if !messages.quiet || dryRun {
        try StandardOutput(protecting: ProtectedFiles()).write(
          whole: file.changes + (language.map(remark) ?? "") + update.summary)
      }
      if dryRun {
        FetchedCalendar.clean(draft.addresses)
        update.status.exit()
      }
      try file.write()
      try TrialRecord(name).remove()
      try update.putIntoEffect(name)
      update.status.exit()
    } catch {
      FetchedCalendar.clean(draft.addresses)
      throw error
    }
  }

  /// The file of the installation with the typed calendars and options.
  ///
  /// A file without `--language` gets the user's language.
  private func edited(
    _ name: InstallationName, words: [String]
  ) throws -> (file: ConfFile, added: UserLanguage?) {
    var file = try ConfFile(name)
    let paths = calendars.input.paths
    guard file.exists || !paths.isEmpty else {
      throw Failure(.usage, try name.missing().message)
    }
    for path in paths { try InstallCommand.check(path) }
    try file.add(paths)
    let given = TypedArguments(words, known: KnownOptions(of: Self.self)).options
    try file.replace(given.filter { !InstallCommand.ofRun.contains($0.name) })
    // A renewal runs in the environment of systemd, which can have another language.
    guard file.values(of: "language").isEmpty, let user = UserLanguage() else { return (file, nil) }
    file.append(option: "language", user.language.tag)
    return (file, user)
  }

  private func remark(on user: UserLanguage) -> String {
    "language: \(user.language.tag), from \(user.variable); --language changes it\n"
  }

  /// Says how messages show the addresses.
  private func explain(_ addresses: [CalendarAddress]) {
    guard let first = addresses.first else { return }
    let (subject, end) =
      addresses.count == 1
      ? ("this address", first.mark) : ("addresses", "such an end as \(first.mark)")
    StandardError.say(
      .note,
      "messages show \(subject) as \(first.shown), without the parts that can be secret; "
        + "\(end) replaces them")
  }

  private static func check(_ path: CalendarPath) throws(Failure) {
    guard !path.isHyphen else {
      throw Failure(.usage, "standard input can't be read again; name a file")
    }
    guard !path.isAddress else { return }
    guard !path.facts().isAbsent else { throw Failure(.noInput, "\(path): no such file") }
    var walk = InputWalk(path)
    while let item = walk.next() {
      switch item {
      case .passedOver: continue
      case .emptyDirectory:
        throw Failure(.noUsableInput, "\(path): this directory doesn't contain a .ics file")
      default: return
      }
    }
  }
}
