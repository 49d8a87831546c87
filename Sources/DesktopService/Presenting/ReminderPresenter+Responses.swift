package import CivilTime
package import DesktopReminders
package import ProgramSupport
import TextSafety

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Answers on the command line (`snooze`, `done`).
extension ReminderPresenter {
  /// Returns the reader of the times that a user types.
  ///
  /// A day without a time means the first time among the snooze buttons, or else 08:00.
  package func timeWords(at now: Instant) throws(Failure) -> TimeWords {
    let header = try readTable().header
    let zone: Zone
    if let machine = try? MachineZone(.ofMachine, now: now).zone {
      zone = machine
    } else {
      zone = try self.zone(of: header, .ofMachine)
    }
    for case .tomorrow(let time) in header.settings.snoozes.all {
      return TimeWords(now: now, zone: zone, morning: time)
    }
    return TimeWords(now: now, zone: zone)
  }

  /// Marks a notification as done, and returns its title.
  ///
  /// `number` is its number in the status; nil for the last one that was shown.
  package func finish(_ number: Int?, at now: Instant) throws(Failure) -> String {
    try answer(number) { state, shown in
      state.finish(shown.notification, number: shown.number, at: now)
    }
  }

  /// Snoozes a notification, and returns its title.
  ///
  /// `number` is its number in the status; nil for the last one that was shown.
  package func snooze(_ number: Int?, until: Instant, at now: Instant) throws(Failure) -> String {
    var isFull = false
    var snoozed: [SnoozedNotification] = []
    var changed: ReminderNotification?
    let title = try answer(number) { state, shown in
      isFull = !state.snooze(shown.notification, until: until)
      guard !isFull else { return }
      state.answer(number: shown.number, as: .snoozed)
      snoozed = state.snoozed
      changed = shown.notification
    }
    guard !isFull else {
      throw Failure(
        .unavailable, "\(DesktopState.maximumPending) reminders are snoozed already")
    }
    wake(snoozed, changed: changed)
    return title
  }

  private func answer(
    _ number: Int?, by change: (inout DesktopState, ShownNotification) -> Void
  ) throws(Failure) -> String {
    var answered: ShownNotification?
    try self.change { state in
      guard let shown = state.lastShown(number: number) else { return }
      answered = shown
      change(&state, shown)
    }
    guard let answered else {
      throw Failure(
        .noUsableInput,
        number.map { "no reminder has the number \($0); 'ics2notify status' lists the numbers" }
          ?? "no reminder was shown")
    }
    let notification = answered.notification
    let title = TerminalText.oneLine(
      try words(of: readTable().header).title(of: notification))
    let kept = notification.reminders.count
    return kept < notification.count ? "\(title) (only \(kept) are kept)" : title
  }

  /// Marks the occurrence of a reminder as done, also before it is due.
  package func finishOccurrence(of reminder: DueReminder, at now: Instant) throws(Failure) {
    let file = try StateFile(name)
    var state = try file.read() ?? DesktopState(from: now)
    state.finishOccurrence(of: reminder, at: now)
    try file.write(state)
  }

  /// Undoes a use of Done, and shows the reminders again that are due.
  ///
  /// Returns false if the last renewal didn't find their events.
  package func undo(_ record: FinishRecord, at now: Instant) throws(Failure) -> Bool {
    var undone: DesktopState?
    var isGone = false
    try change {
      isGone = $0.isGone(record)
      if $0.undo(record, at: now) { undone = $0 }
    }
    if let undone { try show(undone) }
    return !isGone
  }

  /// Shows what waits after an undo.
  private func show(_ undone: DesktopState) throws(Failure) {
    wake(undone.snoozed)
    guard !undone.pending.isEmpty else { return }
    let isStarted: Bool
    if try readTable().header.settings.command != nil {
      isStarted = undone.pending.map(units.execute).allSatisfy { $0 }
    } else {
      isStarted = try StateFile(name).isWatched() || units.watch()
    }
    if !isStarted {
      StandardError.say(
        .warning,
        "the user's systemd can't start a unit that shows the reminder; it appears with the next "
          + "reminder")
    }
  }

  /// The time at which the last notification was shown; nil without one.
  package func lastShown() throws(Failure) -> Instant? {
    try readState()?.lastShown(number: nil)?.at
  }
}
