import ICalendar
import ReminderCompiler

/// A hint about events and to-dos without a reminder, and the option that adds one.
struct AlarmHint {
  /// The number of events and to-dos.
  private let all: Int
  /// The number of those without an alarm to which an option could add one.
  private let silent: Int
  /// The kind of components without such an option.
  private let times: Times

  /// The kind of events and to-dos that a hint is about.
  private enum Times {
    case all, timed, allDay
  }

  /// Counts what was read.
  ///
  /// - Parameters:
  ///   - documents: What was read.
  ///   - options: The alarms that options add to the calendar.
  init(_ documents: [CalendarDocument], _ options: NotificationOptions) {
    let hasWholeDays = options.defaultAlarms.contains(where: \.isWholeDay)
    times =
      options.allDayAlarm != nil ? .timed : options.defaultAlarms.isEmpty ? .all : .allDay
    let census = documents.map(\.census)
    // Nagging already reminds of to-dos that are due.
    let countsToDos = options.overdueNag == nil
    all = census.reduce(0) { $0 + $1.events + (countsToDos ? $1.toDos : 0) }
    if hasWholeDays || !options.ruledDefaultAlarms.isEmpty
      || options.allDayAlarm != nil && !options.defaultAlarms.isEmpty
    {
      silent = 0
    } else if times == .all {
      silent = census.reduce(0) {
        $0 + $1.eventsWithoutAlarms + (countsToDos ? $1.toDosWithoutAlarms : 0)
      }
    } else {
      silent = AlarmHint.seriesWithoutAlarms(
        documents, onWholeDays: times == .allDay, countsToDos: countsToDos)
    }
  }

  /// Counts the all-day series without an alarm, or those with a time of day, where all are read.
  private static func seriesWithoutAlarms(
    _ documents: [CalendarDocument], onWholeDays isAllDay: Bool, countsToDos: Bool
  ) -> Int {
    documents.reduce(0) { sum, document in
      let series = Dictionary(
        grouping: document.components.filter { countsToDos || $0.kind == .event }, by: \.uid)
      return sum
        + series.values.count { components in
          components.allSatisfy(\.alarms.isEmpty)
            && components.contains { $0.anchor?.isDate == isAllDay }
        }
    }
  }

  /// The text; nil where there is nothing to say.
  var text: String? {
    guard silent > 0 else { return nil }
    let (noun, verbs, each, day) =
      silent == 1
      ? ("event or to-do", "has no alarm and asks", "it", "its day")
      : ("events and to-dos", "have no alarm and ask", "each", "the day of each")
    return switch times {
    case .all:
      "\(subject); --default-alarm -PT15M --all-day-alarm 09:00 reminds 15 minutes before each, "
        + "and at 09:00 on the day of all-day ones"
    case .timed:
      "\(silent) \(noun) with a time of day \(verbs) for no reminder; "
        + "--default-alarm -PT15M reminds 15 minutes before \(each)"
    case .allDay:
      "\(silent) all-day \(noun) \(verbs) for no reminder; "
        + "--all-day-alarm 09:00 reminds at 09:00 on \(day)"
    }
  }

  private var subject: String {
    switch (silent, all) {
    case (1, 1): "the one event has no alarm"
    case (all, _): "none of the \(all) events and to-dos has an alarm"
    case (1, _): "1 of the \(all) events and to-dos has no alarm and asks for no reminder"
    default: "\(silent) of the \(all) events and to-dos have no alarm and ask for no reminder"
    }
  }
}
