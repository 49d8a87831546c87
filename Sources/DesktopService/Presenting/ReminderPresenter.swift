import CSystem
import CalendarFiles
package import CivilTime
package import DesktopReminders
import ICalendar
import ICalendarReader
import NotificationTriggers
package import ProgramSupport
import ReminderCompiler
import SessionBus
package import SystemdTimers
import TimerCompiler

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Shows the due reminders of an installation: connects the table, the state and the desktop.
package struct ReminderPresenter {
  /// The installation.
  package let name: InstallationName
  /// The table of due reminders.
  package let table: FilePath

  /// A run waits for reminders that are due within this time, in seconds.
  ///
  /// A timer that elapses while its service is ending would be lost.
  private static let soon = 2
  /// The most rounds of one run, and the most fires that `next` searches.
  private static let maximumLooks = 1_000

  /// Makes a presenter; the default table is that of `install`.
  package init(_ name: InstallationName, table: FilePath? = nil) {
    self.name = name
    self.table = table ?? FilePath(text: "\(UserDirectories.units)/\(name.tableName)")
  }

  static func arguments(_ name: InstallationName, table: String) -> [String] {
    ["show", "--table=\(table)"] + (name.name.map { ["--name=\($0)"] } ?? [])
  }

  var units: TransientUnits {
    TransientUnits(
      prefix: name.prefix, program: RunningProgram.own,
      arguments: ReminderPresenter.arguments(name, table: table.absolute.argument))
  }

  private var now: Instant { Instant(Date()) }

  /// Shows the reminders that are due, and those that are due within seconds.
  package func showDue() throws(Failure) {
    for _ in 0..<ReminderPresenter.maximumLooks {
      guard let next = try showOnce(), next - now <= ReminderPresenter.soon else { return }
      let left = Double(next.secondsSince1970) - Date().timeIntervalSince1970
      waitFor(Int32(max(1, (left * 1_000).rounded(.up))))
    }
  }

  /// Runs the watcher, unless another process does.
  package func watch() throws(Failure) {
    try Watcher(self)?.run()
  }

  /// Plays the sounds of the notifications on the screen, unless another process does.
  package func play() throws(Failure) {
    try SoundTurns(self)?.run()
  }

  /// Prepares for a new table that begins at `now`: takes earlier reminders from the old table.
  ///
  /// `isGone` returns whether the event of a reminder was deleted or moved. `pauses` are the reminders
  /// that pauses silence, with the times at which they are listed.
  func prepare(
    at now: Instant, knowing isGone: (DueReminder) -> Bool, _ pauses: [SilencedReminders]
  ) throws(Failure) {
    let file = try StateFile(name)
    var state = try file.read() ?? DesktopState(from: now)
    // Reminders of an unreadable table are lost.
    if let table = try? readTable() { try? state.take(from: table, now: now) }
    state.setGone(where: isGone)
    state.setSilenced(pauses.map { ($0.shownAt, $0.reminders) })
    try file.write(state)
  }

  /// Closes the notifications, and removes the state and all copies.
  func forget() {
    stop()
    StateFile.remove(name)
  }

  /// Closes the notifications, and removes the state with its snoozed reminders.
  func stop() {
    units.stopAll()
    let state = try? readState()
    StateFile.removeState(name)
    guard let state, state.hasWork, let bus = try? SessionBus(),
      let owner = try? NotificationServer.owner(on: bus)
    else { return }
    let server = ServerConnection(bus: bus.identifier, name: owner)
    for (number, _) in state.onScreen(of: server) {
      NotificationServer.close(number, of: server, on: bus)
    }
  }

  /// Returns the next reminders that aren't done yet.
  package func next(_ count: Int, after now: Instant) throws(Failure) -> [DueReminder] {
    let table = try readTable()
    let state = try readState()
    do throws(DueTable.FormatError) {
      let next = try table.reminders(after: now, first: ReminderPresenter.maximumLooks)
        .filter { state?.isDone($0) != true }
      return Array(next.prefix(count))
    } catch {
      throw Failure(.noUsableInput, "\(self.table): \(error)")
    }
  }

  /// Shows a notification now.
  package func show(_ notification: ReminderNotification) throws(Failure) {
    let (state, isWatched) = try add(notification)
    try present(
      state, isCommand: try readTable().header.settings.command != nil, isWatched: isWatched)
  }

  /// Adds a pending notification, and returns whether a watcher is running.
  private func add(
    _ notification: ReminderNotification
  ) throws(Failure) -> (state: DesktopState, isWatched: Bool) {
    let file = try StateFile(name)
    var state = try file.read() ?? DesktopState(from: now)
    state.pending.append(notification)
    try file.write(state)
    return (state, try file.isWatched())
  }

  /// Shows all due reminders, and returns when the next one is due.
  private func showOnce() throws(Failure) -> Instant? {
    let taken = try takeDue()
    wake(taken.state.snoozed)
    try present(taken.state, isCommand: taken.isCommand, isWatched: taken.isWatched)
    return taken.next
  }

  /// Starts units for the pending notifications.
  private func present(
    _ state: DesktopState, isCommand: Bool, isWatched: Bool
  ) throws(Failure) {
    if isCommand {
      for notification in state.pending where !units.execute(notification) {
        StandardError.say(.warning, "the user's systemd can't start the command")
      }
    } else if state.hasWork {
      try startWatching(isWatched)
      // A running watcher can be waiting for a server, which the bus may be able to start now.
      if isWatched, !state.pending.isEmpty, let bus = try? SessionBus() {
        NotificationServer.requestStart(on: bus)
      }
    }
  }

  private func startWatching(_ isWatched: Bool) throws(Failure) {
    // If no unit can be started, this process watches. `showDue` then shows the reminders that
    // became due meanwhile.
    if !isWatched, !units.watch() { try watch() }
  }

  /// Starts the timers of snoozed notifications that lack one; that of `changed` gets a new time.
  func wake(_ snoozed: [SnoozedNotification], changed: ReminderNotification? = nil) {
    guard !snoozed.isEmpty else { return }
    var known = units.snoozeTimers
    if let changed, known.remove(changed.identifier) != nil { units.stopTimer(of: changed) }
    for one in snoozed where !known.contains(one.notification.identifier) {
      if !units.wake(one) {
        StandardError.say(
          .warning,
          "the user's systemd can't start a timer for the snoozed reminder; it reappears with the "
            + "next reminder")
      }
    }
  }

  /// Moves due reminders from the table to the state.
  private func takeDue() throws(Failure) -> (
    state: DesktopState, next: Instant?, isCommand: Bool, isWatched: Bool
  ) {
    let file = try StateFile(name)
    let table = try readTable()
    let now = now
    // Without a state, show the reminder whose timer started this run.
    var state = try file.read() ?? DesktopState(from: now - DueReminder.lateness)
    let before = state
    markInterruptedCommands(in: &state, at: now)
    let next: Instant?
    let isNothingDue: Bool
    do throws(DueTable.FormatError) {
      // Check the table, because done and snoozed reminders don't become pending.
      isNothingDue = try table.reminders(after: now - DueReminder.lateness, through: now).isEmpty
      try state.take(from: table, now: now)
      next = try table.reminders(after: now, first: 1).first?.at
    } catch {
      throw Failure(.noUsableInput, "\(self.table): \(error)")
    }
    if isNothingDue, state.pending == before.pending, let stale = stale(table, at: now) {
      state.pending.append(stale)
    }
    if state != before { try file.write(state) }
    return (state, next, table.header.settings.command != nil, try file.isWatched())
  }

  /// A notification that the table has ended, with the title of the timer's series.
  ///
  /// It is nil before the end of the table, or if none of our timers started this run.
  private func stale(_ table: DueTable, at now: Instant) -> ReminderNotification? {
    guard table.header.end <= now, let text = ProcessInfo.processInfo.environment["TRIGGER_UNIT"],
      let unit = UnitName(own: text, of: name), unit.kind == .timer
    else { return nil }
    let file = self.table.directory.appending(Array(unit.string.utf8))
    guard let bytes = try? file.contents(),
      let title = ParsedUnit(String(decoding: bytes, as: UTF8.self)).quotedTitle
    else { return nil }
    return ReminderNotification(
      .single,
      of: [
        DueReminder(
          at: now,
          origin: .init(
            source: "", uid: unit.string, distinction: "", alarm: nil, occurrence: now,
            isToDo: false),
          repetition: 0, title: title,
          body: "The calendars were not read for too long: run ics2notify install",
          level: .active, link: nil, isMeeting: false, time: nil)
      ])
  }

  /// Reads the state; nil if it doesn't exist.
  package func readState() throws(Failure) -> DesktopState? {
    StateFile.exists(name) ? try StateFile(name).read() : nil
  }

  /// Changes the state under the lock, unless an uninstallation has removed it.
  func change(_ body: (inout DesktopState) -> Void) throws(Failure) {
    guard StateFile.exists(name) else { return }
    let file = try StateFile(name)
    guard let before = try file.read() else { return }
    var state = before
    body(&state)
    // Each write wakes the watcher.
    if state != before { try file.write(state) }
  }

  /// Reads the table; empty if it doesn't exist, as for `test` without an installation.
  func readTable() throws(Failure) -> DueTable {
    guard !table.facts().isAbsent else {
      return DueTable(
        empty: DueTable.Header(
          language: .english, timeZone: "UTC", end: now, settings: ShowSettings()))
    }
    let bytes: [UInt8]
    do throws(ReadingError) {
      bytes = try FileBytes.read(path: table.bytes, name: table.description, waits: false)
    } catch {
      throw Failure(.noInput, "\(error)")
    }
    do throws(DueTable.FormatError) {
      return try DueTable(bytes)
    } catch {
      throw Failure(.noUsableInput, "\(table): \(error)")
    }
  }

  /// The zone for which the table was made; if it is unknown, the machine's zone.
  func zone(of header: DueTable.Header, _ zones: ZoneDatabase) throws(Failure) -> Zone {
    if let zone = zones.zone(named: header.timeZone) { return zone }
    return try MachineZone(zones, now: now).zone
  }

  func words(of header: DueTable.Header) throws(Failure) -> NotificationText {
    let zones = ZoneDatabase.ofMachine
    return NotificationText(header.language, in: try zone(of: header, zones), zones: zones)
  }
}

/// The work of transient units, except the watcher.
extension ReminderPresenter {
  /// Replaces this process with the user's command, whose standard input is the fire as JSON.
  ///
  /// Takes the notification from the pending ones first, so that the command runs at most once.
  package func execute(_ identifier: String) throws(Failure) {
    let header = try readTable().header
    guard let template = header.settings.command else { return }
    var taken: ReminderNotification?
    try change {
      $0.dropGone(at: now)
      taken = $0.take(identifier, at: now)
    }
    guard let taken else { return }
    let reminder = taken.reminders[0]
    let body = try words(of: header).body(
      of: taken, seenAt: Instant(Date()), isBelowWholeTitle: true)
    let path = StateFile.fire(of: name, identifier: identifier)
    _ = removeFile(path)
    let descriptor = createFile(path, 0o600)
    let line = try FireDocument(reminder, body: body, in: zone(of: header, .ofMachine)).json
    let code = descriptor < 0 ? -descriptor : writeAll(descriptor, line, line.count)
    if descriptor >= 0 { _ = closeFile(descriptor) }
    let input = openToRead(path, false)
    // The descriptor stays readable.
    _ = removeFile(path)
    guard code == 0, input >= 0 else {
      throw Failure(.cannotCreate, "\(path): can't be written: \(SystemError(code: code).reason)")
    }
    let arguments = template.arguments(
      title: reminder.title, body: body, at: reminder.at, uid: reminder.origin.uid,
      url: reminder.link)
    let error = InstalledProgram(named: template.program)?.become(arguments, input: input)
    throw Failure(
      .unavailable,
      "--command \(template.program): can't be run: \(error?.reason ?? "it is not installed")")
  }

  /// Records how the command ended, which systemd passes to `ExecStopPost` (systemd.exec(5)).
  package func ended(_ identifier: String) throws(Failure) {
    let environment = ProcessInfo.processInfo.environment
    let hasSucceeded = environment["EXIT_CODE"] == "exited" && environment["EXIT_STATUS"] == "0"
    try change { $0.ended(identifier, as: hasSucceeded ? .ran : .failed) }
  }

  /// Marks commands as interrupted if their units disappeared, for example in a power failure.
  func markInterruptedCommands(in state: inout DesktopState, at now: Instant) {
    let running = state.running.filter { now - $0.at > ReminderPresenter.timeToStart }
    guard !running.isEmpty, let units = units.commands else { return }
    for one in running where !units.contains(one.notification.identifier) {
      state.ended(one.notification.identifier, as: .interrupted)
    }
  }

  /// The time that a unit has to start, in seconds.
  private static var timeToStart: Int { 30 }

  /// Replaces this process with xdg-open for a notification's link.
  package func open(_ identifier: String) throws(Failure) {
    let notification = try readState()?.shown
      .last { $0.notification.identifier == identifier }?.notification
    guard let link = notification?.link.flatMap({ SafeLink($0.text) })?.text else {
      throw Failure(.noUsableInput, "\(identifier) lacks a link that can be opened safely")
    }
    let error = InstalledProgram(named: "xdg-open")?.become([link])
    throw Failure(.unavailable, "xdg-open can't be run: \(error?.reason ?? "it is not installed")")
  }
}
