import CSystem
import CalendarFiles
import CivilTime
import DesktopReminders
import ICalendar
import ReminderCompiler
import SystemdTimers
import TextSafety
import TimerCompiler

/// Makes the units of an installation, and puts them into a directory.
struct TimerInstaller {
  let name: InstallationName
  /// The directory as it is named; nil for the user's own.
  let directory: FilePath?
  /// The absolute path of the directory; nil for the user's own.
  let path: String?
  let calendars: CalendarOptions
  let slots: SlotOptions
  let desktop: DesktopOptions

  /// Units, and how they were made.
  struct CompiledUnits {
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

  /// Prepares an installation.
  init(
    name: InstallationName, directory: FilePath?, calendars: CalendarOptions, slots: SlotOptions,
    desktop: DesktopOptions
  ) throws(Failure) {
    self.name = name
    self.directory = directory
    self.calendars = calendars
    self.slots = slots
    self.desktop = desktop
    path = try directory.map { path throws(Failure) in try UserDirectories.unitDirectory(path) }
  }

  /// What is installed there.
  var installed: InstalledUnits {
    get throws(Failure) { try InstalledUnits(in: path ?? UserDirectories.units, of: name) }
  }

  /// Makes units of calendars, which `paths` name for renewals.
  func units(
    of session: Session, _ paths: [FilePath], withCost: Bool
  ) throws -> CompiledUnits {
    var options = session.settings.timers
    options.isPersistent = desktop.isPersistent
    let isPlain = plainReason
    if isPlain == nil { options.showing = try showing }
    options.installation = name
    var words = desktop.words + slots.words + calendars.words
    if let jobs = calendars.input.jobs { words.append("--jobs=\(jobs)") }
    let arguments = RenewalArguments(paths, words, output: path, name).arguments
    options.hasRenewalTimer = arguments != nil
    let plan = Compiler.timerPlan(
      for: session.calendars.components, options, session.settings.workers)
    let watched = WatchedPaths(
      arguments == nil ? [] : session.calendars.watched,
      besides: UserDirectories.changed(installing: path))
    let missing = arguments == nil ? [Diagnostic(.renewalMissing(by: plan.renewBy))] : []
    let status = try session.report(
      plan.diagnostics + missing + watched.diagnostics + (isPlain ?? []))
    let files = plan.files(
      renewedBy: RenewalArguments.program, arguments, watching: watched.paths,
      flag: UserDirectories.failureFlag(of: name), zones: session.settings.zones)
    let cost =
      session.settings.isQuiet || !withCost
      ? nil
      : Compiler.quietHoursCost(
        of: plan, for: session.calendars.components, options, session.settings.workers)
    return CompiledUnits(
      plan: plan, files: files, status: status,
      summary: PlanSummary(plan, zone: options.deviceZone).text
        + (cost.map { "\($0)\n" } ?? ""),
      origin: files.isEmpty
        ? .nothing
        : arguments == nil ? .standardInput : .calendars(paths.map(\.absolute.argument)),
      areShown: options.showing != nil)
  }

  /// Writes the units of calendars, and starts the timers.
  func install(_ session: Session, isQuiet: Bool) throws -> ExitStatus {
    // Looked up now: the units are others afterwards.
    let before = try installed.origin
    let units = try units(of: session, session.settings.paths, withCost: true)
    let shown = Showing(name, in: path)
    if units.areShown { try shown.prepare(at: units.plan.now) } else { shown.forget() }
    let outcome = try TimerInstaller.tried { () throws(Failure) in
      try Installation(name, in: path, protecting: session.protected).install(units.files)
    }
    if !isQuiet {
      session.messages.tell(units.summary)
      report(
        outcome.change, OriginReport(before: before, after: units.origin), session.messages)
    }
    if let failure = outcome.failure { throw failure }
    try confirm(session)
    // The next failure is told again.
    if let flag = UserDirectories.failureFlag(of: name) { _ = removeFile(flag.file.path) }
    return units.status
  }

  /// Asks the machine whether it has the timers elapse when they should.
  private func confirm(_ session: Session) throws(Failure) {
    guard let manager = UserManager.running else { return }
    let check = ElapseCheck(
      try installed, manager, zone: session.settings.compiler.deviceZone,
      zones: session.settings.zones)
    guard !check.differences.isEmpty else { return }
    for line in check.lines { StandardError.say(.error, "\(line)") }
    throw Failure(
      .unavailable,
      "the units are installed, and the user's systemd has timers elapse at other times; "
        + "systemctl --user cat shows what changes them")
  }

  /// Stops the timers, and removes the units.
  func uninstall(isQuiet: Bool) throws {
    guard try Installation.exists(name, in: path) else {
      if !isQuiet {
        StandardError.say(
          .note, "there is nothing of \(name.base) in \(path ?? UserDirectories.units)")
      }
      return
    }
    let before = try installed.origin
    let outcome = try TimerInstaller.tried { () throws(Failure) in
      try Installation(name, in: path, isMade: false).uninstall()
    }
    if let flag = UserDirectories.failureFlag(of: name) { _ = removeFile(flag.file.path) }
    Showing(name, in: path).forget()
    if !isQuiet {
      report(outcome.change, OriginReport(before: before, after: .nothing), Messages())
    }
    if let failure = outcome.failure { throw failure }
  }

  /// The diagnostics about plain units; nil if the units are not plain.
  private var plainReason: [Diagnostic]? {
    if desktop.plain { return [] }
    let paths = [
      RenewalArguments.program, UserDirectories.absolute(path ?? UserDirectories.units),
    ]
    // Measured with systemd 252: at a reload it can't read the escape that it has written for it.
    return paths.first { $0.contains("$") }.map {
      [Diagnostic(.notificationsPlain(path: TerminalText.oneLine($0)))]
    }
  }

  /// What shows the reminders of the units.
  private var showing: TimerShowing {
    get throws(Failure) {
      let directory = UserDirectories.absolute(path ?? UserDirectories.units)
      let table = "\(directory)/\(name.tableName)"
      return TimerShowing(
        program: RenewalArguments.program, arguments: Showing.arguments(name, table: table),
        table: table, state: StateFile.path(of: name), until: StateFile.until(name),
        settings: try desktop.settings())
    }
  }

  /// Puts units into the directory, without starting anything.
  func put(
    _ files: [TimerPlan.File], protecting protected: ProtectedFiles
  ) throws(Failure) -> UnitDirectory.Change {
    let directory = try UnitDirectory(
      path ?? UserDirectories.units, of: name, protecting: protected)
    try directory.add(files)
    try directory.removeOthers(than: files)
    return directory.change
  }

  /// Changes units.
  ///
  /// - Returns: What was changed; and where systemd doesn't take it up, why.
  private static func tried(
    _ change: () throws(Failure) -> UnitDirectory.Change
  ) throws(Failure) -> (change: UnitDirectory.Change?, failure: Failure?) {
    do {
      return (try change(), nil)
    } catch {
      guard error.status == .unavailable else { throw error }
      return (nil, error)
    }
  }

  /// Says what has changed.
  func report(
    _ change: UnitDirectory.Change?, _ origin: OriginReport, _ messages: Messages
  ) {
    if let change {
      let shown = TerminalText.oneLine(directory?.description ?? UserDirectories.units)
      messages.tell("\(shown): \(change.written) units written, \(change.removed) removed\n")
    }
    messages.tell(origin.text)
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
    var words = ["renew"]
    if let output { words.append("--output=\(UserDirectories.absolute(output))") }
    if let name = installation.name { words.append("--name=\(name)") }
    arguments = words + options + ["--"] + paths.map(\.absolute.argument)
  }
}
