internal import CivilTime
internal import ICalendar

/// Reads dates and times with the zone that their TZID means.
struct TimeReader {
  /// The calendar in which they stand.
  let calendar: Int
  /// The component's UID, for diagnostics.
  let uid: String

  /// The one time of a property.
  func time(
    _ property: SourceProperty, in context: inout FileContext, _ reader: borrowing ComponentReader
  ) throws(ComponentError) -> CalendarTime {
    try require(property)
    guard let text = DateTimeText(property.value) else {
      throw invalid(property, property.value)
    }
    return time(text, property, in: &context, reader)
  }

  /// The times of a list; empty pieces are forgiven, as an empty list is.
  func list(
    _ property: SourceProperty, in context: inout FileContext, _ reader: borrowing ComponentReader
  ) throws(ComponentError) -> [CalendarTime] {
    try require(property)
    var times: [CalendarTime] = []
    let reference = reference(property, in: &context, reader)
    for piece in pieces(property.value) {
      guard let text = DateTimeText(piece) else { throw invalid(property, piece) }
      times.append(time(text, reference))
    }
    return times
  }

  /// The times of RDATE, which may be periods.
  func recurrenceDates(
    _ property: SourceProperty, in context: inout FileContext, _ reader: borrowing ComponentReader
  ) throws(ComponentError) -> [CalendarComponent.RecurrenceDate] {
    try require(property)
    var dates: [CalendarComponent.RecurrenceDate] = []
    let reference = reference(property, in: &context, reader)
    for piece in pieces(property.value) {
      let halves = piece.split(separator: "/", maxSplits: 1)
      guard let first = halves.first, let start = DateTimeText(first) else {
        throw invalid(property, piece)
      }
      var date = CalendarComponent.RecurrenceDate(time(start, reference))
      if let second = halves.dropFirst().first {
        if let end = DateTimeText(second) {
          date.extent = .until(time(end, reference))
        } else if let duration = CalendarDuration(rfc5545: second), duration.isForward {
          date.extent = .lasting(duration)
        } else {
          throw invalid(property, piece)
        }
      }
      dates.append(date)
    }
    return dates
  }

  private func require(_ property: SourceProperty) throws(ComponentError) {
    guard property.isDamaged else { return }
    throw ComponentError(
      finding: .lineUnreadable(
        name: property.name.rawValue, reason: "its parameters are not NAME=VALUE"),
      line: property.line)
  }

  private func pieces(_ value: String) -> some Sequence<Substring> {
    value.split(separator: ",").lazy
      .map { piece in
        guard piece.utf8.first?.isBlank == true || piece.utf8.last?.isBlank == true else {
          return piece
        }
        return piece.split(separator: " ").first ?? ""
      }
      .filter { !$0.isEmpty }
  }

  private func time(
    _ text: DateTimeText, _ property: SourceProperty, in context: inout FileContext,
    _ reader: borrowing ComponentReader
  ) -> CalendarTime {
    if text.isUTC { return CalendarTime(text.civil, reference: .utc) }
    if text.isDate { return CalendarTime(text.civil, isDate: true) }
    return time(text, reference(property, in: &context, reader))
  }

  private func time(_ text: DateTimeText, _ reference: CalendarTime.Reference) -> CalendarTime {
    CalendarTime(text.civil, isDate: text.isDate, reference: text.isUTC ? .utc : reference)
  }

  private func reference(
    _ property: SourceProperty, in context: inout FileContext, _ reader: borrowing ComponentReader
  ) -> CalendarTime.Reference {
    guard let name = property.parameters.zoneName else { return .floating }
    return context.reference(
      name, calendar: calendar, line: property.line, uid: uid, reader: reader)
  }

  private func invalid(_ property: SourceProperty, _ value: some StringProtocol) -> ComponentError {
    ComponentError(
      finding: .dateTimeInvalid(
        property: property.name.rawValue, value: SourceProperty.excerpt(value)),
      line: property.line)
  }
}
