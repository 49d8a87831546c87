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

/// What the transient unit of one notification does.
extension Showing {
  /// Becomes the program that shows a notification.
  ///
  /// The notification is taken out of what is pending first, so that it is shown once, whoever is
  /// ended when.
  ///
  /// - Parameter identifier: Which one; one that is not pending was shown already.
  /// - Throws: Why it can't be shown; it stays pending, or becomes so again.
  func present(_ identifier: String) throws(Failure) {
    let header = try readTable().header
    let words = try words(of: header)
    if let command = header.settings.command {
      guard let taken = try taking(identifier, isShown: false, { _, _ in }) else { return }
      return try become(command, taken.notification, words, header)
    }
    // Asked before the lock is taken: a server may take its time.
    let server = NotificationServer()
    var earlier: [(identifier: String, server: Int)] = []
    let taken = try taking(identifier) { state, shown in
      earlier = state.replaced(by: shown.notification, on: server.name, now: shown.at) {
        StateFile.answered(name, $0).serverIdentifier
      }
      for one in earlier { state.change(one.identifier) { $0.outcome = .replaced } }
      shown.server = server.name
      shown.hasButtons = server.capabilities.hasActions
    }
    guard let taken else { return }
    let notification = taken.notification
    let arguments = NotifyArguments(
      title: words.title(of: notification), body: words.body(of: notification, seenAt: taken.at),
      level: notification.level, buttons: words.buttons(of: notification, header.settings),
      opensLink: notification.link != nil, isStaying: header.settings.isStaying,
      replacing: earlier.last?.server, server.capabilities)
    for one in earlier { units.stop(one.identifier) }
    try become(DesktopNotification.program, arguments.words, writingTo: identifier)
  }

  /// Takes a notification out of what is pending, under the lock, which is given back before it is
  /// shown: that takes hours.
  ///
  /// - Parameters:
  ///   - identifier: Which one.
  ///   - isShown: Whether it is known what was shown; of a program of the user's nobody knows.
  ///   - change: What else is to be remembered.
  /// - Throws: Why it can't be remembered.
  /// - Returns: The notification; nil where it isn't pending.
  private func taking(
    _ identifier: String, isShown: Bool = true,
    _ change: (inout DesktopState, inout ShownNotification) -> Void
  ) throws(Failure) -> ShownNotification? {
    guard StateFile.exists(name) else { return nil }
    let file = try StateFile(name)
    guard var state = try file.read() else { return nil }
    // One that was taken and not shown belongs to this unit, whose last start was ended before.
    if isShown, let lost = state.waiting(identifier), !StateFile.hasAnswer(name, identifier) {
      state.putBack(lost.notification)
    }
    guard let place = state.pending.firstIndex(where: { $0.identifier == identifier }) else {
      return nil
    }
    var shown = ShownNotification(state.pending.remove(at: place), at: Instant(Date()))
    change(&state, &shown)
    state.add(shown)
    try file.write(state)
    return shown
  }

  /// Becomes notify-send, which prints its answer into a file.
  private func become(
    _ program: String, _ arguments: [String], writingTo identifier: String
  ) throws(Failure) {
    let path = StateFile.answer(name, identifier)
    // notify-send prints the number at its end only, unless it is told to at once.
    let buffering = InstalledProgram(named: "stdbuf")
    let sender = InstalledProgram(named: program)
    _ = removeFile(path)
    // From here on nobody knows whether it was shown, until a number is in the file.
    let descriptor = createFile(path, 0o600)
    guard descriptor >= 0 else {
      throw Failure(
        .cannotCreate, "\(path): can't be written: \(SystemError(code: -descriptor).reason)")
    }
    _ = buffering?.become(["-oL", program] + arguments, output: descriptor)
    let error = sender?.become(arguments, output: descriptor)
    _ = removeFile(path)
    throw Failure(
      .unavailable, "\(program): can't be run: \(error?.reason ?? "there is none")")
  }

  /// Becomes a program of the user's, which reads the fire as JSON.
  private func become(
    _ template: CommandTemplate, _ notification: ReminderNotification,
    _ words: NotificationWords, _ header: DueTable.Header
  ) throws(Failure) {
    let reminder = notification.reminders[0]
    let now = Instant(Date())
    let body = words.body(of: notification, seenAt: now)
    let path = StateFile.answer(name, notification.identifier)
    _ = removeFile(path)
    let descriptor = createFile(path, 0o600)
    let zones = ZoneDatabase.ofMachine
    let line = try FireDocument(
      reminder, body: body, in: zone(of: header, zones)
    ).json
    let code = descriptor < 0 ? -descriptor : writeAll(descriptor, line, line.count)
    if descriptor >= 0 { _ = closeFile(descriptor) }
    let input = openToRead(path, false)
    // What is read is nobody else's.
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
      "--command \(template.program): can't be run: \(error?.reason ?? "there is none")")
  }

  /// Becomes the program that opens a notification's link.
  ///
  /// - Parameter identifier: Which one.
  /// - Throws: Why it can't be opened.
  func open(_ identifier: String) throws(Failure) {
    let state = StateFile.exists(name) ? try StateFile(name).read() : nil
    let notification = state?.shown.last { $0.notification.identifier == identifier }?.notification
    guard let link = notification?.link.flatMap({ SafeLink($0.text) })?.text else {
      throw Failure(.noUsableInput, "there is no link of \(identifier) that may be opened")
    }
    let error = InstalledProgram(named: "xdg-open")?.become([link])
    throw Failure(.unavailable, "xdg-open can't be run: \(error?.reason ?? "there is none")")
  }
}
