import ReminderCompiler
import SystemdTimers

/// Timers that say nothing, and wake what does: one for each series that repeats, and as few as can
/// be for all single instants together.
struct WakingTimers {
  /// The units, in the order in which they get room.
  let units: [UnitFile]
  /// How many of the timers that were lowered they serve: the first.
  let served: Int

  /// Makes as many as there is room for.
  ///
  /// - Parameters:
  ///   - timers: What was lowered, in the order in which it gets room.
  ///   - room: How many units there can be.
  ///   - installation: Whose timers they are.
  init(_ timers: [LoweredTimer], room: Int, in installation: InstallationName) {
    var units: [[CalendarExpression]: String] = [:]
    var order: [[CalendarExpression]] = []
    var singles: [[CalendarExpression]] = []
    var open: [CalendarExpression] = []
    var known: Set<CalendarExpression> = []
    var served = 0
    for timer in timers {
      let lines = timer.lines.expressions
      if timer.lines.isSingle {
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
        units[lines] = timer.content.title
        order.append(lines)
      }
      served += 1
    }
    if !open.isEmpty { singles.append(open) }
    self.served = served
    self.units =
      singles.map { UnitFile.waker(title: "Single reminders", at: $0, in: installation) }
      + order.map { UnitFile.waker(title: units[$0] ?? "", at: $0, in: installation) }
  }
}
