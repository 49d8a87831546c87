package import CivilTime
package import ICalendar
import ReminderOptions

extension CompilerOptions {
  /// The notes about calendars of days: where they end.
  var silenceNotes: [Diagnostic] {
    silences.flatMap { silence -> [Diagnostic] in
      guard case .calendar(let calendar, let isInverted) = silence.days else { return [] }
      let name = AlarmTexts.line(calendar.name)
      let note: Finding? =
        calendar.ranges.isEmpty
        ? .daysEmpty(of: name)
        : calendar.lastDay.map { .daysEnd(of: name, after: $0, isInverted: isInverted) }
      return calendar.diagnostics + (note.map { [Diagnostic($0)] } ?? [])
    }
  }
}

extension Finding {
  package static func daysEmpty(of name: String) -> Finding {
    Finding(
      "days-empty", .warning, message: "\(name) lacks all-day events, so it doesn't name any day")
  }

  package static func daysEnd(of name: String, after day: CivilDate, isInverted: Bool) -> Finding {
    Finding(
      "days-end", .note,
      message: "\(name) has no entries after \(day); "
        + (isInverted ? "from then on, nothing rings" : "from then on, nothing is skipped"))
  }
}
