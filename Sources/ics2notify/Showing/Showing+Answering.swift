import CSystem
import CivilTime
import DesktopReminders

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is done about a notification that is over.
extension Showing {
  /// Does what was pressed.
  ///
  /// - Parameter identifier: The notification that is over.
  /// - Throws: Why it can't be remembered.
  func answer(_ identifier: String) throws(Failure) {
    // After --uninstall nothing is remembered any more.
    guard StateFile.exists(name) else { return }
    let file = try StateFile(name)
    guard var state = try file.read() else { return }
    let header = try readTable().header
    guard let shown = state.waiting(identifier) else {
      if StateFile.answered(name, identifier).button != nil {
        StandardError.say(.warning, "nobody remembers the notification \(identifier)")
      }
      _ = removeFile(StateFile.answer(name, identifier))
      return
    }
    let end = UnitEnd()
    let outcome =
      header.settings.command == nil
      ? try conclude(shown, end.isKilled, end.isContent, &state, header)
      : end.isContent ? .ran : .failed
    state.change(identifier) { $0.outcome = outcome }
    try file.write(state)
    _ = removeFile(StateFile.answer(name, identifier))
    wakeSnoozed(of: state, identifier)
    if outcome == .opened, !units.open(shown.notification) {
      StandardError.say(.warning, "the user's systemd can't open the link")
    }
  }

  /// Takes up notifications whose units are gone without a word: the machine went down, or what was to
  /// tell what was pressed was ended itself.
  func takeUpLost(
    _ state: inout DesktopState, _ header: DueTable.Header, _ now: Instant
  ) throws(Failure) {
    let waiting = state.shown.filter { $0.outcome == nil && now - $0.at > Showing.timeToStart }
    guard !waiting.isEmpty, let running = units.shown else { return }
    for one in waiting where !running.contains(one.notification.identifier) {
      let identifier = one.notification.identifier
      let outcome =
        header.settings.command == nil
        ? try conclude(one, true, false, &state, header) : .interrupted
      // Nobody waits for a page any more.
      state.change(identifier) { $0.outcome = outcome == .opened ? .interrupted : outcome }
      _ = removeFile(StateFile.answer(name, identifier))
    }
  }

  /// How long a unit may take to start, in seconds.
  private static var timeToStart: Int { 30 }

  /// What becomes of a notification that is over.
  ///
  /// - Returns: What became of it; nil where it was not shown, and is pending again.
  private func conclude(
    _ shown: ShownNotification, _ isKilled: Bool, _ isContent: Bool,
    _ state: inout DesktopState, _ header: DueTable.Header
  ) throws(Failure) -> ShownNotification.Outcome? {
    let notification = shown.notification
    let identifier = notification.identifier
    let answer = StateFile.answered(name, identifier)
    state.change(identifier) { $0.serverIdentifier = answer.serverIdentifier }
    if let button = answer.button { return try press(button, notification, &state, header) }
    let wasStarted = StateFile.hasAnswer(name, identifier)
    if isContent, wasStarted {
      return shown.hasButtons && answer.serverIdentifier != nil ? .closed : .shown
    }
    if answer.serverIdentifier != nil { return .interrupted }
    if isKilled, wasStarted { return .interrupted }
    // There is no server yet, or the program was ended before.
    state.putBack(notification)
    return nil
  }

  /// Has the manager wake the program when a notification comes back.
  private func wakeSnoozed(of state: DesktopState, _ identifier: String) {
    for snoozed in state.snoozed where snoozed.notification.identifier == identifier {
      if !units.wake(snoozed) {
        StandardError.say(.warning, "the user's systemd has no timer for what was put off")
      }
    }
  }

  /// Remembers what a button is for.
  private func press(
    _ button: NotificationButton, _ notification: ReminderNotification,
    _ state: inout DesktopState, _ header: DueTable.Header
  ) throws(Failure) -> ShownNotification.Outcome {
    let now = Instant(Date())
    switch button {
    case .open: return .opened
    case .done:
      state.finish(notification, at: now)
      return .done
    case .snooze(let place):
      let choices = header.settings.snoozes.all
      // A renewal may have other choices than the buttons that were shown.
      guard let choice = choices.indices.contains(place) ? choices[place] : choices.last else {
        return .closed
      }
      let until = choice.until(pressedAt: now, in: try zone(of: header, .ofMachine))
      guard state.snooze(notification, until: until) else {
        StandardError.say(.warning, "too much is put off already")
        return .closed
      }
      return .snoozed
    }
  }
}

/// How the main program of a unit has ended, as systemd tells at its end (systemd.exec(5)).
private struct UnitEnd {
  private let environment = ProcessInfo.processInfo.environment

  /// Whether it ended by itself and was content.
  var isContent: Bool { !isKilled && environment["EXIT_STATUS"] == "0" }

  /// Whether somebody ended it.
  var isKilled: Bool { environment["EXIT_CODE"].map { $0 != "exited" } ?? false }
}
