import CivilTime
import ReminderCompiler
import SystemdTimers

/// The schedule of a timer in words: `every Mon..Fri at 08:50`, `Mon 2028-01-03 08:50`.
///
/// It is a part of reminders that may be shown late. Simple schedules are described. For all other
/// lines it lists the next instants, because a renewal adds the later ones.
struct DuePhrase: CustomStringConvertible {
  let description: String

  /// Describes the lines of a timer with its expected fires by the wall clock of the machine.
  init(
    _ lines: TimerLines, wanted: [Instant], in window: Range<Instant>,
    on machine: TimerLines.Machine
  ) {
    // The largest number of schedules and of instants, to keep the text readable.
    let named = 4
    let repeating = lines.expressions.filter { $0.years == .every }
    var said: [CalendarExpression] = []
    var parts: [String] = []
    for expression in repeating where said.count < named {
      guard let phrase = DuePhrase.schedule(expression, in: machine.localZone) else { continue }
      said.append(expression)
      parts.append(phrase)
    }
    let scheduled = Set(
      said.count == lines.expressions.count
        ? lines.elapses
        : machine.elapses(of: said, after: window.lowerBound, before: window.upperBound))
    let others = Set(wanted).subtracting(scheduled).sorted()
    parts += others.prefix(named).map { LocalTime($0, in: machine.localZone).description }
    if let last = others.last, others.count > named {
      parts.append(
        said.count < repeating.count
          ? "and so on"
          : "\(others.count - named) more up to \(LocalTime(last, in: machine.localZone))")
    }
    description = parts.joined(separator: ", ")
  }

  /// Describes a line as a schedule; nil if it is not a simple one.
  private static func schedule(_ expression: CalendarExpression, in zone: Zone) -> String? {
    guard let time = time(of: expression), let days = days(of: expression) else { return nil }
    switch expression.zone {
    case .named(let name) where name != zone.identifier: return "\(days) at \(time) (\(name))"
    case .utc where !["UTC", "GMT", "Etc/UTC"].contains(zone.identifier):
      return "\(days) at \(time) (UTC)"
    default: return "\(days) at \(time)"
    }
  }

  private static func time(of expression: CalendarExpression) -> TimeOfDay? {
    guard let hour = expression.hours.single, let minute = expression.minutes.single,
      let second = expression.seconds.single
    else { return nil }
    return TimeOfDay(hour: hour, minute: minute, second: second)
  }

  private static func days(of expression: CalendarExpression) -> String? {
    let isEveryWeekday = expression.weekdays == .every
    switch (expression.months == .every, expression.days == .every) {
    case (true, true):
      return isEveryWeekday ? "every day" : "every \(expression.weekdays.text)"
    case (true, false):
      guard isEveryWeekday, !expression.countsDaysFromEnd, let day = expression.days.single else {
        return nil
      }
      return "every month on day \(day)"
    case (false, false):
      guard isEveryWeekday, !expression.countsDaysFromEnd, let day = expression.days.single,
        let month = expression.months.single
      else { return nil }
      return "every year on \(day) \(EnglishNames.months[month - 1])"
    case (false, true): return nil
    }
  }
}

extension ExpressionComponent {
  /// The only value; nil for a component with more values.
  fileprivate var single: Int? {
    guard elements.count == 1, let element = elements.first, element.stop == nil,
      element.step == 0
    else { return nil }
    return element.start
  }
}
