package import ReminderCompiler

extension SnoozeChoice {
  /// What its button says: `Snooze 5 minutes`, `Snooze until tomorrow 08:00`.
  package func label(in phrase: DesktopPhrase) -> String {
    switch self {
    case .length(let seconds): phrase.snooze(seconds: seconds)
    case .tomorrow(let time): phrase.snooze(untilTomorrowAt: time)
    }
  }
}
