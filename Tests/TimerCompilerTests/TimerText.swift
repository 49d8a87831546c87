import ReminderCompiler
import TimerCompiler

/// What stands in the timers of a plan.
enum TimerText {
  /// All lines of all timers.
  static func lines(_ plan: TimerPlan) -> [String] {
    plan.files.filter { $0.name.hasSuffix(".timer") }.flatMap { lines($0.text) }
  }

  /// The lines of one timer.
  static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("OnCalendar=") }.map {
      String($0.dropFirst("OnCalendar=".count))
    }
  }
}
