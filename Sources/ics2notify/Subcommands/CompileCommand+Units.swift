import CSystem
import CalendarFiles
import CivilTime
import DesktopReminders
import ICalendar
import NotificationTriggers
import ReminderCompiler
import SessionBus
import SystemdTimers
import TextSafety
import TimerCompiler

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What `compile` does with systemd units.
extension CompileCommand {
  /// Units, and how they were made.
  private struct CompiledUnits {
    let plan: TimerPlan
    let files: [TimerPlan.File]
    let status: ExitStatus
    /// What the units promise, for a person.
    let summary: String
    /// Where they are from.
    let origin: InstalledUnits.Origin
    /// Whether the timers only wake the program.
    let areShown: Bool
  }

  /// Makes units of calendars.
  ///
  /// `asked` are the options of a renewal, with the paths of the calendars; `place` is the absolute path
  /// of the directory, nil for the user's own or none.
  private func units(
    of session: Session, _ asked: SharedArguments, _ installation: InstallationName,
    in place: String?
  ) throws -> CompiledUnits {
    var options = session.settings.timers
    options.isPersistent = showing.isPersistent
    let isPlain = try plainReason(installation, in: place)
    if isPlain == nil { options.showing = try self.showing(installation, in: place) }
    options.installation = installation
    let arguments = RenewalArguments(
      asked.paths, try renewalOptions(asked), output: place, installation
    ).arguments
    options.hasRenewalTimer = arguments != nil
    let plan = Compiler.timerPlan(
      for: session.calendars.components, options, session.settings.workers)
    let watched = WatchedPaths(
      arguments == nil ? [] : session.calendars.watched,
      besides: UserDirectories.changed(installing: place))
    let missing = arguments == nil ? [Diagnostic(.renewalMissing(by: plan.renewBy))] : []
    let status = try session.report(
      plan.diagnostics + missing + watched.diagnostics + (isPlain ?? []))
    let files = plan.files(
      renewedBy: RenewalArguments.program, arguments, watching: watched.paths,
      flag: UserDirectories.failureFlag(of: installation), zones: session.settings.zones)
    let cost =
      shared.quiet || batch.each
      ? nil
      : Compiler.quietHoursCost(
        of: plan, for: session.calendars.components, options, session.settings.workers)
    return CompiledUnits(
      plan: plan, files: files, status: status,
      summary: PlanSummary(plan, zone: options.deviceZone).text
        + (cost.map { "\($0)\n" } ?? ""),
      origin: files.isEmpty
        ? .nothing
        : arguments == nil ? .standardInput : .calendars(asked.paths.map(\.absolute.argument)),
      areShown: options.showing != nil)
  }

  /// Prints units, or writes them into a directory.
  func convertToUnits(_ session: Session, into place: ResultPlace) throws -> Conversion {
    let installation = try OptionValue.installation(name)
    let output: FilePath? = if case .file(let path, _) = place { path } else { nil }
    let directory = try unitDirectory(output)
    let before = try directory.map { path throws(Failure) in
      try InstalledUnits(in: path, of: installation).origin
    }
    var asked = shared
    asked.paths = session.settings.paths
    let units = try units(of: session, asked, installation, in: directory)
    let messages = session.messages
    if let directory, let before {
      let change = try put(units.files, installation, in: directory, protecting: session.protected)
      if !shared.quiet {
        messages.tell(units.summary)
        report(change, OriginReport(before: before, after: units.origin), in: output, messages)
      }
    } else {
      try place.write(
        whole: units.files.map { "# \($0.name)\n\($0.text)" }.joined(separator: "\n").utf8,
        protecting: session.protected)
      if !shared.quiet { messages.tell(units.summary) }
    }
    return Conversion(
      status: units.status, fires: units.plan.fireCount, slots: units.plan.timerCount,
      exactUntil: units.plan.exactUntil)
  }

  /// Writes and installs the timers of the calendars.
  func installTimers() throws {
    let installation = try OptionValue.installation(name)
    let place = try unitDirectory(output)
    let installed = try InstalledUnits(in: place ?? UserDirectories.units, of: installation)
    // Looked up now: the units are others afterwards.
    let before = installed.origin
    let session = Session(try Settings(shared, isForDevice: false))
    if renewal { try session.calendars.requireAllPaths() }
    let units = try units(of: session, shared, installation, in: place)
    let shown = showing(of: installation, in: place)
    if units.areShown { try shown.prepare(at: units.plan.now) } else { shown.forget() }
    let outcome = try tried { () throws(Failure) in
      try Installation(installation, in: place, protecting: session.protected).install(units.files)
    }
    if !shared.quiet {
      session.messages.tell(units.summary)
      report(
        outcome.change, OriginReport(before: before, after: units.origin), in: output,
        session.messages)
    }
    if let failure = outcome.failure { throw failure }
    try confirm(try InstalledUnits(in: place ?? UserDirectories.units, of: installation), session)
    // The next failure is told again.
    if let flag = UserDirectories.failureFlag(of: installation) {
      _ = removeFile(flag.file.path)
    }
    units.status.exit()
  }

  /// Asks the machine whether it has the timers elapse when they should.
  private func confirm(_ units: InstalledUnits, _ session: Session) throws(Failure) {
    guard let manager = UserManager.running else { return }
    let check = ElapseCheck(
      units, manager, zone: session.settings.compiler.deviceZone, zones: session.settings.zones)
    guard !check.differences.isEmpty else { return }
    for line in check.lines { StandardError.say(.error, "\(line)") }
    throw Failure(
      .unavailable,
      "the units are installed, and the user's systemd has timers elapse at other times; "
        + "systemctl --user cat shows what changes them")
  }

  /// The diagnostics about plain units; nil if the units are not plain.
  private func plainReason(
    _ installation: InstallationName, in place: String?
  ) throws(Failure) -> [Diagnostic]? {
    if showing.plain { return [] }
    let paths = [
      RenewalArguments.program, UserDirectories.absolute(place ?? UserDirectories.units),
    ]
    // Measured with systemd 252: at a reload it can't read the escape that it has written for it.
    return paths.first { $0.contains("$") }.map {
      [Diagnostic(.notificationsPlain(path: TerminalText.oneLine($0)))]
    }
  }

  /// What shows the reminders of units in a directory.
  private func showing(
    _ installation: InstallationName, in place: String?
  ) throws(Failure) -> TimerShowing {
    let directory = UserDirectories.absolute(place ?? UserDirectories.units)
    let table = "\(directory)/\(installation.tableName)"
    return TimerShowing(
      program: RenewalArguments.program, arguments: Showing.arguments(installation, table: table),
      table: table, state: StateFile.path(of: installation),
      until: StateFile.until(installation), settings: try showing.settings())
  }

  /// What shows the reminders of an installation, as it is in a directory.
  private func showing(of installation: InstallationName, in place: String?) -> Showing {
    Showing(
      installation,
      table: FilePath(text: "\(place ?? UserDirectories.units)/\(installation.tableName)"))
  }

  /// Puts units into a directory.
  private func put(
    _ files: [TimerPlan.File], _ installation: InstallationName, in directory: String,
    protecting protected: ProtectedFiles
  ) throws(Failure) -> UnitDirectory.Change {
    let directory = try UnitDirectory(directory, of: installation, protecting: protected)
    try directory.add(files)
    try directory.removeOthers(than: files)
    return directory.change
  }

  /// Changes units.
  ///
  /// - Returns: What was changed; and where systemd doesn't take it up, why.
  private func tried(
    _ change: () throws(Failure) -> UnitDirectory.Change
  ) throws(Failure) -> (change: UnitDirectory.Change?, failure: Failure?) {
    do {
      return (try change(), nil)
    } catch {
      guard error.status == .unavailable else { throw error }
      return (nil, error)
    }
  }

  /// Stops and removes what is installed.
  func takeAway() throws {
    let installation = try OptionValue.installation(name)
    let path = try unitDirectory(output)
    guard try Installation.exists(installation, in: path) else {
      if !shared.quiet {
        StandardError.say(
          .note, "there is nothing of \(installation.base) in \(path ?? UserDirectories.units)")
      }
      return
    }
    let before = try InstalledUnits(
      in: path ?? UserDirectories.units, of: installation
    ).origin
    let outcome = try tried { () throws(Failure) in
      try Installation(installation, in: path, isMade: false).uninstall()
    }
    if let flag = UserDirectories.failureFlag(of: installation) {
      _ = removeFile(flag.file.path)
    }
    showing(of: installation, in: path).forget()
    if !shared.quiet {
      report(
        outcome.change, OriginReport(before: before, after: .nothing), in: output, Messages())
    }
    if let failure = outcome.failure { throw failure }
  }

  /// Prints what is installed.
  func showStatus() throws {
    let installation = try OptionValue.installation(name)
    let settings = try Settings(shared, isForDevice: false)
    let path = try unitDirectory(output) ?? UserDirectories.units
    let units = try InstalledUnits(in: path, of: installation)
    let manager = units.names.isEmpty ? nil : UserManager.running
    let zone = settings.compiler.deviceZone
    let state = InstallationStatus.Manager(asking: manager, about: units)
    let check = manager.flatMap { manager in
      if case .runs = state {
        ElapseCheck(units, manager, zone: zone, zones: settings.zones)
      } else {
        nil
      }
    }
    let showing = showing(of: installation, in: path)
    let hasTable = !showing.table.facts().isAbsent
    let status = InstallationStatus(
      units: units, manager: state, check: check, now: settings.compiler.now, zone: zone,
      zones: settings.zones,
      due: hasTable
        ? try showing.next(InstallationStatus.listedCount, after: settings.compiler.now) : nil,
      shown: hasTable ? try showing.report() : nil)
    try StandardOutput(protecting: ProtectedFiles()).write(whole: status.text)
    (status.isAmiss ? ExitStatus.unavailable : .success).exit()
  }

  /// The absolute path of a directory for units; nil where none is named.
  func unitDirectory(_ output: FilePath?) throws(Failure) -> String? {
    guard let output, !output.isHyphen else { return nil }
    // Units name it in their commands, and systemd lists it in texts.
    guard let path = String(validating: output.absolute.bytes, as: UTF8.self), !path.isEmpty else {
      throw Failure(
        .cannotCreate, "\(output): isn't written: a directory of units has a name in UTF-8")
    }
    return path
  }

  private func report(
    _ change: UnitDirectory.Change?, _ origin: OriginReport, in place: FilePath?,
    _ messages: Messages
  ) {
    if let change {
      let shown = TerminalText.oneLine(place?.description ?? UserDirectories.units)
      messages.tell("\(shown): \(change.written) units written, \(change.removed) removed\n")
    }
    messages.tell(origin.text)
  }
}

/// What `compile --test` does.
extension CompileCommand {
  /// Shows one reminder as an installation would, and says what the desktop can't do.
  func showTest() throws {
    let place = try unitDirectory(output) ?? UserDirectories.units
    let installation = try OptionValue.installation(name)
    let showing = Showing(
      installation, table: FilePath(text: "\(place)/\(installation.tableName)"))
    let output = try StandardOutput(protecting: ProtectedFiles())
    let bus = try? SessionBus()
    if let bus { NotificationServer.start(on: bus) }
    guard let bus, let server = try? NotificationServer(on: bus, within: 10) else {
      output.write(whole: "notification server: none answers on the session's bus\n")
      ExitStatus.unavailable.exit()
    }
    let lines =
      ["notification server: \(server.information)"]
      + server.traits.lines(server.capabilities)
    output.write(whole: lines.map { $0 + "\n" }.joined())
    try showing.show(ReminderNotification(.single, [DueReminder.sample(at: Instant(Date()))]))
  }
}

extension DueReminder {
  /// An event of an hour that begins in a quarter of one.
  fileprivate static func sample(at now: Instant) -> DueReminder {
    // A full minute, as most events begin.
    let start = Instant(secondsSince1970: (now.secondsSince1970 / 60 + 16) * 60)
    return DueReminder(
      at: now,
      origin: Origin(
        source: "", uid: "test", distinction: "", alarm: 0, occurrence: start, isToDo: false),
      repetition: 0, title: "Test of ics2notify", body: "", level: .active,
      link: "https://www.rfc-editor.org/rfc/rfc5545", isMeeting: false,
      time: Time(kind: .timed, start: start, end: start + 3_600, zone: nil))
  }
}

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
