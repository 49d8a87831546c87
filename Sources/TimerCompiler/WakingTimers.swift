import ReminderCompiler
import SystemdTimers

/// Timers without texts that start this program.
///
/// Each repeating series has one. All single instants together have as few as possible.
struct WakingTimers {
  let units: [UnitFile]
  /// The timers of the queue that they serve.
  let served: [SearchedTimer]

  /// Makes at most `room` units for the first timers of a queue.
  init(_ queue: TimerQueue, room: Int, in installation: InstallationName) {
    var units: [[CalendarExpression]: String] = [:]
    var order: [[CalendarExpression]] = []
    var singles: [[CalendarExpression]] = []
    var open: [CalendarExpression] = []
    var known: Set<CalendarExpression> = []
    var served: [SearchedTimer] = []
    for searched in queue {
      let lines = searched.lines.expressions
      if searched.lines.isSingle {
        let new = lines.filter { !known.contains($0) }
        let isFull = open.count + new.count > TimerLines.maximumLines
        if !new.isEmpty, open.isEmpty || isFull {
          guard order.count + singles.count + (open.isEmpty ? 0 : 1) < room else { break }
          if isFull { singles.append(open) }
          open = []
        }
        open += new
        known.formUnion(new)
      } else if units[lines] == nil {
        guard order.count + singles.count + (open.isEmpty ? 0 : 1) < room else { break }
        units[lines] = searched.timer.content.title
        order.append(lines)
      }
      served.append(searched)
    }
    if !open.isEmpty { singles.append(open) }
    self.served = served
    self.units =
      singles.map { UnitFile.waker(title: "Single reminders", at: $0, in: installation) }
      + order.map { UnitFile.waker(title: units[$0] ?? "", at: $0, in: installation) }
  }
}
