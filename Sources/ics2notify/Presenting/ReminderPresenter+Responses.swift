import CivilTime
import DesktopReminders
import TextSafety

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Answers on the command line (`snooze`, `done`).
extension ReminderPresenter {
  enum Response {
    case done
    case snooze(SnoozeChoice)
  }

  /// Answers the notification that `status` lists as `number`, or the last one that was shown.
  ///
  /// Returns its title, and the time at which a snoozed one reappears.
  func answer(
    _ number: Int?, _ answer: Response
  ) throws(Failure) -> (title: String, until: Instant?) {
    let header = try readTable().header
    let zone = try zone(of: header, .ofMachine)
    let now = Instant(Date())
    var answered: ShownNotification?
    var until: Instant?
    var snoozed: [SnoozedNotification] = []
    var isFull = false
    try change { state in
      guard let shown = state.lastShown(number: number) else { return }
      answered = shown
      switch answer {
      case .done:
        state.finish(shown.notification, at: now)
        state.answer(number: shown.number, as: .done)
      case .snooze(let choice):
        let instant = choice.until(pressedAt: now, in: zone)
        isFull = !state.snooze(shown.notification, until: instant)
        guard !isFull else { return }
        until = instant
        state.answer(number: shown.number, as: .snoozed)
        snoozed = state.snoozed
      }
    }
    guard let answered else {
      throw Failure(
        .noUsableInput,
        number.map { "no reminder has the number \($0); the status lists the numbers" }
          ?? "no reminder was shown")
    }
    guard !isFull else {
      throw Failure(
        .unavailable, "\(DesktopState.maximumPending) reminders are snoozed already")
    }
    wake(snoozed)
    return (TerminalText.oneLine(try words(of: header).title(of: answered.notification)), until)
  }

  /// Marks the occurrence of a reminder as done before it is due.
  func finishOccurrence(of reminder: DueReminder) throws(Failure) {
    let now = Instant(Date())
    let file = try StateFile(name)
    var state = try file.read() ?? DesktopState(from: now)
    state.finishOccurrence(of: reminder, at: now)
    try file.write(state)
  }

  /// The time at which the last notification was shown; nil without one.
  func lastShown() throws(Failure) -> Instant? { try readState()?.lastShown(number: nil)?.at }
}
