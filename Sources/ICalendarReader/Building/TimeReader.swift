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
    _ property: SourceProperty, in context: inout FileContext, _ reader: ComponentReader
  ) throws(ComponentError) -> CalendarTime {
    let parameters = try parameters(property, reader)
    guard let text = DateTimeText(property.bytes) else {
      throw invalid(property, property.bytes)
    }
    if text.isUTC { return CalendarTime(text.civil, reference: .utc) }
    if text.isDate { return CalendarTime(text.civil, isDate: true) }
    return time(text, reference(parameters, property, in: &context, reader))
  }

  /// The times of a list; empty pieces are forgiven, as an empty list is.
  func list(
    _ property: SourceProperty, in context: inout FileContext, _ reader: ComponentReader
  ) throws(ComponentError) -> [CalendarTime] {
    let parameters = try parameters(property, reader)
    var times: [CalendarTime] = []
    let reference = reference(parameters, property, in: &context, reader)
    for piece in pieces(property) {
      guard let text = DateTimeText(piece) else { throw invalid(property, piece) }
      times.append(time(text, reference))
    }
    return times
  }

  /// The times of RDATE, which may be periods.
  func recurrenceDates(
    _ property: SourceProperty, in context: inout FileContext, _ reader: ComponentReader
  ) throws(ComponentError) -> [CalendarComponent.RecurrenceDate] {
    let parameters = try parameters(property, reader)
    var dates: [CalendarComponent.RecurrenceDate] = []
    let reference = reference(parameters, property, in: &context, reader)
    for piece in pieces(property) {
      let halves = piece.split(separator: UInt8(ascii: "/"), maxSplits: 1)
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

  private func parameters(
    _ property: SourceProperty, _ reader: ComponentReader
  ) throws(ComponentError) -> ContentLine.Parameters {
    if let parameters = reader.parameters(property) { return parameters }
    throw ComponentError(
      finding: .lineUnreadable(
        name: property.name.rawValue, reason: "its parameters are not NAME=VALUE"),
      line: property.line)
  }

  /// What stands between the commas of a list, without blanks around it; nothing empty.
  private func pieces(_ property: SourceProperty) -> some Sequence<ArraySlice<UInt8>> {
    property.bytes.split(separator: UInt8(ascii: ",")).lazy
      .map { piece in
        guard piece.first?.isBlank == true || piece.last?.isBlank == true else { return piece }
        return piece.split(separator: UInt8(ascii: " ")).first ?? []
      }
      .filter { !$0.isEmpty }
  }

  private func time(_ text: DateTimeText, _ reference: CalendarTime.Reference) -> CalendarTime {
    CalendarTime(text.civil, isDate: text.isDate, reference: text.isUTC ? .utc : reference)
  }

  private func reference(
    _ parameters: ContentLine.Parameters, _ property: SourceProperty,
    in context: inout FileContext, _ reader: ComponentReader
  ) -> CalendarTime.Reference {
    guard let name = parameters.zoneName else { return .floating }
    return context.reference(
      name, calendar: calendar, line: property.line, uid: uid, reader: reader)
  }

  private func invalid(_ property: SourceProperty, _ value: ArraySlice<UInt8>) -> ComponentError {
    ComponentError(
      finding: .dateTimeInvalid(
        property: property.name.rawValue,
        value: SourceProperty.excerpt(String(decoding: value, as: UTF8.self))),
      line: property.line)
  }
}
