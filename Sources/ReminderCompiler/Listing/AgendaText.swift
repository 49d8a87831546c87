import CivilTime
import ReminderPlans
import TextSafety

/// An agenda as lines of text.
package struct AgendaText {
  /// A part of a line that may be painted.
  package enum Part {
    /// The heading of a day.
    case heading
    case calendar
  }

  private let agenda: Agenda
  private let phrases: WhenPhrase
  private let width: Int?
  private let painted: (String, Part) -> String
  private let hasCalendars: Bool
  private let timeWidth: Int

  private static let gap = "  "
  /// The mark of an occurrence that doesn't start at a time of its day.
  private static let untimed = "–"
  /// The width to which a place or a range of days is shortened before it is left out.
  private static let leastWidth = 12

  /// Makes the text of an agenda.
  ///
  /// - Parameters:
  ///   - agenda: The agenda.
  ///   - width: The width of lines in columns, at least ``PlanTable/leastWidth``; nil for no limit.
  ///   - painted: Adds colors to a part.
  package init(
    _ agenda: Agenda, width: Int? = nil,
    painted: @escaping (String, Part) -> String = { text, _ in text }
  ) {
    self.agenda = agenda
    self.width = width.map { max($0, PlanTable.leastWidth) }
    self.painted = painted
    phrases = WhenPhrase(agenda.language)
    hasCalendars = Set(agenda.entries.map(\.calendarName)).count > 1
    // No language writes a longer one.
    let evening = TimeOfDay(hour: 22, minute: 55, second: 0) ?? .midnight
    timeWidth = phrases.formatter.time(evening).terminalWidth
  }

  /// The lines.
  package var text: String {
    let (zone, wording) = (agenda.zone, phrases.wording)
    let today = zone.civil(at: agenda.now).dayNumber
    var lines = [zone.identifier]
    func head(_ day: Int) {
      lines += ["", painted(fitting(phrases.heading(day, today: today)), .heading)]
    }
    if agenda.entries.first.map({ zone.civil(at: $0.at).dayNumber > today }) ?? true {
      head(today)
      lines.append(AgendaText.gap + wording.nothing)
    }
    var last: Int?
    for entry in agenda.entries {
      let day = zone.civil(at: entry.at).dayNumber
      if last != day { head(day) }
      last = day
      lines.append(line(of: entry, onDay: day))
    }
    let end = phrases.dateAndTime(agenda.cut ?? agenda.end, in: zone)
    if agenda.entries.isEmpty { lines += ["", fitting(wording.nothingUntil.around(end))] }
    if agenda.cut != nil { lines += ["", fitting(wording.moreFrom.around(end))] }
    return lines.map { $0 + "\n" }.joined()
  }

  private func fitting(_ text: String) -> String {
    width.map { text.shortened(toColumns: $0) } ?? text
  }

  /// The texts of a line, in their order.
  private enum Field: CaseIterable {
    case title, days, due, ownClock, end, rings, place, calendar

    /// The fields that are left out if a line is too long, the first one first.
    static let dispensable: [Field] = [.calendar, .place, .ownClock, .end, .rings, .days, .due]

    /// Whether the field is about the time; such fields are one part of the line.
    var isTime: Bool { [.days, .due, .ownClock, .end, .rings].contains(self) }
  }

  private func line(of entry: Agenda.Entry, onDay day: Int) -> String {
    let times = phrases.agenda(
      entry.moment, rings: entry.rings, onDay: day, now: agenda.now, in: agenda.zone)
    var fields: [Field: String] = [
      .title: entry.title, .days: times.days, .due: times.due, .ownClock: times.ownClock,
      .end: times.end, .rings: times.rings, .place: entry.place,
      .calendar: hasCalendars ? entry.calendarName : "",
    ]
    // The identifier of a zone may be from a calendar file.
    for field in Field.allCases { fields[field] = TerminalText.oneLine(fields[field] ?? "") }
    let start = times.start.isEmpty ? AgendaText.untimed : times.start
    let space = String(repeating: " ", count: max(0, timeWidth - start.terminalWidth))
    let before = AgendaText.gap + space + start + AgendaText.gap
    if let width { fit(&fields, phrases: times, into: width - before.terminalWidth) }
    return before + joined(fields) { painted($0, .calendar) }
  }

  /// Leaves out and shortens texts until they fit; the title is shortened last.
  private func fit(_ fields: inout [Field: String], phrases times: AgendaPhrases, into room: Int) {
    func excess() -> Int { joined(fields).terminalWidth - room }
    /// Returns whether the line fits if a text is shortened.
    func shorten(_ field: Field) -> Bool {
      let text = fields[field] ?? ""
      let columns = text.terminalWidth - excess()
      guard columns >= AgendaText.leastWidth else { return false }
      fields[field] = text.shortened(toColumns: columns)
      return true
    }
    for field in Field.dispensable {
      guard excess() > 0, !shorten(.place) else { return }
      if field == .rings, !times.firstRing.isEmpty {
        fields[.rings] = times.firstRing
        guard excess() > 0 else { return }
      }
      if field == .days, shorten(.days) { return }
      fields[field] = ""
    }
    guard excess() > 0 else { return }
    fields[.title] = (fields[.title] ?? "").shortened(toColumns: room)
  }

  private func joined(
    _ fields: [Field: String], calendar painted: (String) -> String = { $0 }
  ) -> String {
    func text(_ field: Field) -> String { fields[field] ?? "" }
    let times = Field.allCases.filter(\.isTime).map(text).filter { !$0.isEmpty }
      .joined(separator: phrases.wording.parts)
    let calendar = text(.calendar)
    return [text(.title), times, text(.place), calendar.isEmpty ? "" : painted(calendar)]
      .filter { !$0.isEmpty }.joined(separator: AgendaText.gap)
  }
}
