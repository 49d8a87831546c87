import ArgumentParser
import CSystem
import CivilTime
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
    .install, "[<options>] [<path> ...]",
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
    _ = try Settings(calendars, messages, slots, desktop)
    _ = try name.installation()
    try calendars.texts.checkForDesktop()
    _ = try desktop.settings()
    try desktop.check()
    try fetching.check()
    guard calendars.times.clock.now == nil else {
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
    let (draft, _) = try edited(name, words)
    try desktop.checkSounds()
    if !messages.quiet { explain(draft.newAddresses) }
    // Fetch before the lock is taken, because that can take a minute.
    do {
      try draft.fetch(unlessWithin: 0, messages)
      let lock = dryRun ? nil : try InstallationLock(name)
      defer { lock?.release() }
      let (file, language) = try edited(name, words)
      let update = try InstallationUpdate(name, file, messages, isRenewal: false)
      if !messages.quiet || dryRun {
        try StandardOutput(protecting: ProtectedFiles()).write(
          whole: file.changes + (language.map(remark) ?? "") + update.summary)
      }
      if dryRun {
        FetchedCalendar.clean(draft.addresses)
        update.status.exit()
      }
      try file.write()
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
    _ name: InstallationName, _ words: [String]
  ) throws -> (file: ConfFile, added: UserLanguage?) {
    var file = try ConfFile(name)
    let paths = calendars.input.paths
    guard file.exists || !paths.isEmpty else {
      throw Failure(.usage, try name.missing().message)
    }
    for path in paths { try InstallCommand.check(path) }
    try file.add(paths)
    let given = TypedArguments(words, KnownOptions(of: Self.self)).options
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

  private static func check(_ path: FilePath) throws(Failure) {
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

extension InstallationUpdate {
  func putIntoEffect(_ name: InstallationName) throws(Failure) {
    do throws(Failure) {
      try apply()
    } catch {
      try RenewalRecord(name, problems, failure: error.message).write(name)
      throw error
    }
    try RenewalRecord(name, problems).write(name)
  }
}

/// `ics2notify renew`: recompiles the calendars of an installation.
struct RenewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    .renew, "[<options>]",
    abstract: "Renew: read the installed calendars again, and update the timers.",
    examples: ["ics2notify renew", "ics2notify renew --name work"])

  @OptionGroup var name: NameOptions
  @OptionGroup var messages: MessageOptions

  /// The seconds in which a calendar isn't fetched again, for local calendars that change often.
  private static let fresh = 60

  func run() throws {
    let name = try name.installation()
    var lock: InstallationLock?
    defer { lock?.release() }
    let update: InstallationUpdate
    var addresses: [CalendarAddress] = []
    do {
      // Fetch before the lock is taken, because that can take a minute.
      do {
        let file = try ConfFile(name)
        addresses = file.addresses
        try file.fetch(unlessWithin: RenewCommand.fresh, messages)
      } catch let failure as Failure where failure.status == .cannotCreate {
        // Other calendars are still renewed.
        StandardError.say(.warning, "calendars are not fetched: \(failure.message ?? "")")
      }
      lock = try InstallationLock(name)
      let file = try ConfFile(name)
      guard file.exists else { throw try name.missing() }
      update = try InstallationUpdate(name, file, messages, isRenewal: true)
    } catch let failure as Failure {
      // Another run may have uninstalled the calendars meanwhile.
      FetchedCalendar.clean(addresses)
      // Without units, no timer retries, so don't record the failure.
      guard try Installation.exists(name) else { throw failure }
      let reason = failure.message ?? "no calendar can be read"
      try RenewalRecord(name, failure.unread, failure: reason).write(name)
      throw failure
    }
    FetchedCalendar.clean()
    if !messages.quiet { Messages().tell(update.summary) }
    try update.putIntoEffect(name)
    // systemd reports a service that fails, but not one that ends with 1.
    (update.problems.contains { $0.report != nil } ? .noInput : update.status).exit()
  }
}
