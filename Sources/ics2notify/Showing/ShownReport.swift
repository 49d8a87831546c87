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

  /// Whether a reminder is due that no server has shown.
  var isWaiting: Bool { !state.pending.isEmpty }

  /// The lines without their ends.
  var lines: [String] {
    var lines: [String] = []
    let waiting = state.pending.sorted { $0.dueAt < $1.dueAt }
    if !waiting.isEmpty {
      lines.append("waiting to be shown, since:")
      lines += table(waiting.map { ($0.dueAt, $0, "") })
    }
    let snoozed = state.snoozed.sorted { $0.until < $1.until }
    if !snoozed.isEmpty {
      lines.append("snoozed until:")
      lines += table(snoozed.map { ($0.until, $0.notification, "") })
    }
    let shown = state.shown.suffix(DesktopState.listedCount)
    if !shown.isEmpty {
      lines.append("shown last:")
      lines += table(shown.reversed().map { ($0.at, $0.notification, outcome(of: $0)) })
    }
    return lines
  }

  private func table(
    _ rows: [(at: Instant, notification: ReminderNotification, outcome: String)]
  ) -> [String] {
    var table = TextTable(.words(), .words(), .words())
    for row in rows {
      table.add("\(LocalTime(row.at, in: zone))", title(of: row.notification), row.outcome)
    }
    return table.lines
  }

  private func title(of notification: ReminderNotification) -> String {
    TerminalText.oneLine(words.title(of: notification))
  }

  private func outcome(of shown: ShownNotification) -> String {
    switch shown.outcome {
    case nil where shown.server == nil: "the command runs"
    case nil: "not answered yet"
    case .snoozed: "answered: snoozed"
    case .done: "answered: done"
    case .opened: "answered: opened"
    case .dismissed: "dismissed"
    case .expired: "expired unseen"
    case .shown: "shown"
    case .closed: "closed or expired"
    case .replaced: "replaced by a later one"
    case .ran: "the command ran"
    case .failed: "the command failed"
    case .interrupted: "the command was ended"
    case .skipped: "missed, and not shown late"
    }
  }
}
