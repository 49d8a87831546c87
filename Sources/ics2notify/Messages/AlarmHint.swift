import ICalendar
import ReminderCompiler

/// How many events and to-dos ask for no reminder, and which option gives them one.
struct AlarmHint {
  /// The events and to-dos that there are.
  private let all: Int
  /// Those of them without any alarm that an option could give one.
  private let silent: Int
  /// Whether all-day ones have an option already.
  private let hasAllDayAlarm: Bool

  /// Counts what was read.
  ///
  /// - Parameters:
  ///   - documents: What was read.
  ///   - options: The alarms that are asked for without being in the calendar.
  init(_ documents: [CalendarDocument], _ options: NotificationOptions) {
    hasAllDayAlarm = options.allDayAlarm != nil
    let census = documents.map(\.census)
    // What nags about to-dos that are due reminds of these.
    let countsToDos = options.overdueNag == nil
    all = census.reduce(0) { $0 + $1.events + (countsToDos ? $1.toDos : 0) }
    if !options.defaultAlarms.isEmpty || !options.ruledDefaultAlarms.isEmpty {
      silent = 0
    } else if hasAllDayAlarm {
      silent = AlarmHint.timedSeriesWithoutAlarms(documents, countsToDos: countsToDos)
    } else {
      silent = census.reduce(0) {
        $0 + $1.eventsWithoutAlarms + (countsToDos ? $1.toDosWithoutAlarms : 0)
      }
    }
  }

  /// How many series have a time of day and no alarm, where all are read.
  private static func timedSeriesWithoutAlarms(
    _ documents: [CalendarDocument], countsToDos: Bool
  ) -> Int {
    documents.reduce(0) { sum, document in
      let series = Dictionary(
        grouping: document.components.filter { countsToDos || $0.kind == .event }, by: \.uid)
      return sum
        + series.values.count { components in
          components.allSatisfy(\.alarms.isEmpty)
            && components.contains { $0.anchor.map { !$0.isDate } ?? false }
        }
    }
  }

  /// The text; nil where there is nothing to say.
  var text: String? {
    guard silent > 0 else { return nil }
    if hasAllDayAlarm {
      let (noun, verbs) =
        silent == 1
        ? ("event or to-do", "has no alarm and asks")
        : ("events and to-dos", "have no alarm and ask")
      return "\(silent) \(noun) with a time of day \(verbs) for no reminder; "
        + "--default-alarm -PT15M reminds 15 minutes before \(silent == 1 ? "it" : "each")"
    }
    return "\(subject); --default-alarm -PT15M reminds 15 minutes before each, "
      + "--all-day-alarm 09:00 on the day of all-day ones"
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
