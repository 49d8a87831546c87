internal import CivilTime
internal import ICalendar

/// Reads dates and times, and resolves their TZIDs.
struct TimeReader {
  /// Collects the diagnostics and resolves zones.
  let context: FileContext
  /// Whether the component is an all-day series, so that times in lists are read as dates.
  var readsDays = false

  func time(_ property: SourceProperty) throws(ComponentError) -> CalendarTime {
    let parameters = try parameters(property)
    guard let text = DateTimeText(property.bytes) else {
      throw invalid(property, value: property.bytes)
    }
    if text.isUTC { return CalendarTime(text.civil, reference: .utc) }
    if text.isDate { return CalendarTime(text.civil, isDate: true) }
    return time(text, reference: reference(parameters, of: property))
  }

  /// Returns the times of an EXDATE.
  ///
  /// A time that cannot be read is reported and skipped.
  func exceptionDates(_ property: SourceProperty) -> [CalendarTime] {
    list(of: property) { piece, reference throws(ComponentError) in
      guard let text = DateTimeText(piece) else { throw invalid(property, value: piece) }
      return listed(time(text, reference: reference), of: property)
    }
  }

  /// Returns the times of an RDATE, which may be periods.
  ///
  /// A time that cannot be read is reported and skipped.
  func recurrenceDates(_ property: SourceProperty) -> [CalendarComponent.RecurrenceDate] {
    list(of: property) { piece, reference throws(ComponentError) in
      let halves = piece.split(separator: UInt8(ascii: "/"), maxSplits: 1)
      guard let first = halves.first, let start = DateTimeText(first) else {
        throw invalid(property, value: piece)
      }
      var date = CalendarComponent.RecurrenceDate(
        listed(time(start, reference: reference), of: property))
      if let second = halves.dropFirst().first {
        if let end = DateTimeText(second) {
          date.extent = .until(time(end, reference: reference))
        } else {
          let duration = try duration(second, of: property)
          date.extent = .lasting(duration.isForward ? duration : .zero)
        }
      }
      return date
    }
  }

  private func list<Value>(
    of property: SourceProperty,
    _ read: (ArraySlice<UInt8>, CalendarTime.Reference) throws(ComponentError) -> Value
  ) -> [Value] {
    var values: [Value] = []
    do throws(ComponentError) {
      let parameters = try parameters(property)
      let reference = reference(parameters, of: property)
      for piece in pieces(property) {
        do throws(ComponentError) {
          values.append(try read(piece, reference))
        } catch {
          context.report(
            .valueIgnored(
              property: property.name.rawValue,
              value: SourceProperty.excerpt(String(decoding: piece, as: UTF8.self))),
            line: property.line)
        }
      }
    } catch {
      context.report(
        error.finding.stating("the line is skipped"), line: error.line)
    }
    return values
  }

  /// Converts a time of a list to a date in an all-day series.
  private func listed(_ time: CalendarTime, of property: SourceProperty) -> CalendarTime {
    guard readsDays, !time.isDate else { return time }
    let day = day(of: time)
    context.report(
      .dateForgiven(
        property: property.name.rawValue, value: SourceProperty.excerpt(time.description),
        meaning: day.description),
      line: property.line)
    return day
  }

  /// Returns the date that a DATE-TIME means in an all-day series.
  ///
  /// Outlook and Exchange write the instant in UTC at which the day begins in the zone of the
  /// calendar or of the device. For other times, the date is used.
  func day(of time: CalendarTime) -> CalendarTime {
    var day = time.civil.dayNumber
    if time.reference == .utc, time.civil.time != .midnight {
      let instant = time.instant(onDeviceIn: .gmt)
      day =
        [context.calendarZone, context.deviceZone].lazy
        .compactMap { $0?.day(beginningAt: instant) }.first ?? day
    }
    return CalendarTime(CivilDateTime(dayNumber: day, time: .midnight), isDate: true)
  }

  /// Reads a duration.
  ///
  /// A malformed value is accepted if it has only one meaning.
  func duration(
    _ value: ArraySlice<UInt8>, of property: SourceProperty
  ) throws(ComponentError) -> CalendarDuration {
    // A lazy quotation, because few durations need one.
    var excerpt: String { SourceProperty.excerpt(String(decoding: value, as: UTF8.self)) }
    guard let text = DurationText(value) else {
      throw ComponentError(
        finding: .durationInvalid(
          property: property.name.rawValue, value: excerpt,
          suggestion: DurationText.suggestion(for: value)),
        line: property.line)
    }
    if !text.isStandard {
      context.report(
        .durationForgiven(
          property: property.name.rawValue, value: excerpt, meaning: text.duration.description),
        line: property.line)
    }
    return text.duration
  }

  private func parameters(_ property: SourceProperty) throws(ComponentError) -> LineParameters {
    if let parameters = context.reader.parameters(property) { return parameters }
    throw ComponentError(
      finding: .lineUnreadable(
        name: property.name.rawValue, reason: "its parameters are not NAME=VALUE"),
      line: property.line)
  }

  /// The items of a comma-separated list, without surrounding blanks.
  ///
  /// Empty items are skipped.
  private func pieces(_ property: SourceProperty) -> some Sequence<ArraySlice<UInt8>> {
    property.bytes.split(separator: UInt8(ascii: ",")).lazy
      .map { piece in
        guard piece.first?.isBlank == true || piece.last?.isBlank == true else { return piece }
        return piece.split(separator: UInt8(ascii: " ")).first ?? []
      }
      .filter { !$0.isEmpty }
  }

  private func time(_ text: DateTimeText, reference: CalendarTime.Reference) -> CalendarTime {
    CalendarTime(text.civil, isDate: text.isDate, reference: text.isUTC ? .utc : reference)
  }

  private func reference(
    _ parameters: LineParameters, of property: SourceProperty
  ) -> CalendarTime.Reference {
    guard let name = parameters.zoneName else {
      return context.floatingReference
    }
    return context.reference(name, line: property.line)
  }

  private func invalid(_ property: SourceProperty, value: ArraySlice<UInt8>) -> ComponentError {
    ComponentError(
      finding: .dateTimeInvalid(
        property: property.name.rawValue,
        value: SourceProperty.excerpt(String(decoding: value, as: UTF8.self))),
      line: property.line)
  }
}
