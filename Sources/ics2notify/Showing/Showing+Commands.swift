import CSystem
import CalendarFiles
import CivilTime
import DesktopReminders
import ICalendar
import SystemdTimers

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The work of the transient units of an installation, except its watcher.
extension Showing {
  /// Becomes the user's command, which reads the fire as JSON.
  ///
  /// The notification stops being pending first, so that the command runs once.
  ///
  /// - Parameter identifier: The notification. If it is not pending, its command was run already.
  /// - Throws: Why the command can't be run.
  func execute(_ identifier: String) throws(Failure) {
    let header = try readTable().header
    guard let template = header.settings.command else { return }
    var taken: ReminderNotification?
    try change { taken = $0.take(identifier, at: Instant(Date())) }
    guard let taken else { return }
    let reminder = taken.reminders[0]
    let body = try words(of: header).body(
      of: taken, seenAt: Instant(Date()), isBelowWholeTitle: true)
    let path = StateFile.fire(name, identifier)
    _ = removeFile(path)
    let descriptor = createFile(path, 0o600)
    let line = try FireDocument(reminder, body: body, in: zone(of: header, .ofMachine)).json
    let code = descriptor < 0 ? -descriptor : writeAll(descriptor, line, line.count)
    if descriptor >= 0 { _ = closeFile(descriptor) }
    let input = openToRead(path, false)
    // No other process reads it.
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

  /// Remembers how the command has ended, as systemd says (systemd.exec(5)).
  ///
  /// - Parameter identifier: The notification.
  /// - Throws: Why it can't be remembered.
  func ended(_ identifier: String) throws(Failure) {
    let environment = ProcessInfo.processInfo.environment
    let hasSucceeded = environment["EXIT_CODE"] == "exited" && environment["EXIT_STATUS"] == "0"
    try change { $0.ended(identifier, as: hasSucceeded ? .ran : .failed) }
  }

  /// Takes up commands whose units are gone without a word: the machine went down.
  func markInterruptedCommands(_ state: inout DesktopState, _ now: Instant) {
    let running = state.running.filter { now - $0.at > Showing.timeToStart }
    guard !running.isEmpty, let units = units.commands else { return }
    for one in running where !units.contains(one.notification.identifier) {
      state.ended(one.notification.identifier, as: .interrupted)
    }
  }

  /// How long a unit may take to start, in seconds.
  private static var timeToStart: Int { 30 }

  /// Becomes the program that opens a notification's link.
  ///
  /// - Parameter identifier: The notification.
  /// - Throws: Why it can't be opened.
  func open(_ identifier: String) throws(Failure) {
    let notification = try readState()?.shown
      .last { $0.notification.identifier == identifier }?.notification
    guard let link = notification?.link.flatMap({ SafeLink($0.text) })?.text else {
      throw Failure(.noUsableInput, "there is no link of \(identifier) that may be opened")
    }
    let error = InstalledProgram(named: "xdg-open")?.become([link])
    throw Failure(.unavailable, "xdg-open can't be run: \(error?.reason ?? "it is not installed")")
  }
}
