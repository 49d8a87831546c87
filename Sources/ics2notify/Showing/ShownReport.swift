import CivilTime
import DesktopReminders
import ReminderCompiler
import SystemdTimers
import TextSafety

/// What an installation has shown, and what was put off, as `--status` tells it.
struct ShownReport {
  /// What is remembered.
  let state: DesktopState
  /// What notifications say.
  let words: NotificationWords
  /// The zone of the machine.
  let zone: Zone

  /// The lines without their ends.
  var lines: [String] {
    var lines: [String] = []
    let snoozed = state.snoozed.sorted { $0.until < $1.until }
    if !snoozed.isEmpty {
      lines.append("put off:")
      var table = TextTable(.words(), .words())
      for one in snoozed {
        table.add("\(LocalTime(one.until, in: zone))", title(of: one.notification))
      }
      lines += table.lines
    }
    let shown = state.shown.suffix(DesktopState.listedCount)
    if !shown.isEmpty {
      lines.append("shown last:")
      var table = TextTable(.words(), .words(), .words())
      for one in shown.reversed() {
        table.add(
          "\(LocalTime(one.at, in: zone))", title(of: one.notification), outcome(of: one))
      }
      lines += table.lines
    }
    return lines
  }

  private func title(of notification: ReminderNotification) -> String {
    TerminalText.oneLine(words.title(of: notification))
  }

  private func outcome(of shown: ShownNotification) -> String {
    switch shown.outcome {
    case nil: "on the screen"
    case .shown: "shown, without buttons"
    case .closed: "closed"
    case .snoozed: "put off"
    case .done: "done"
    case .opened: "opened"
    case .replaced: "replaced by a later one"
    case .ran: "the command ran"
    case .failed: "the command failed"
    case .interrupted: "ended before it was answered"
    case .skipped: "missed, and not shown late"
    }
  }
}
