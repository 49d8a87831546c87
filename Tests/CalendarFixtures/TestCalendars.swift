package import CivilTime
package import ICalendar

/// Makes components from one-line texts in the notation of RFC 5545.
package enum TestCalendars {
  package static let zones = ZoneDatabase()

  package static func zone(_ name: String) throws -> Zone {
    try require(zones.zone(named: name), "no zone \(name)")
  }

  package static func instant(_ text: String) throws -> Instant {
    try require(Instant(iso8601: text), "no instant: \(text)")
  }

  package static func duration(_ text: String) throws -> CalendarDuration {
    try require(CalendarDuration(text), "no duration: \(text)")
  }

  /// `20260105`, `20260105T090000`, `20260105T090000Z` or `Europe/Berlin:20260105T090000`.
  package static func time(_ text: String) throws -> CalendarTime {
    let parts = text.split(separator: ":")
    let value = try require(DateTimeText(ArraySlice((parts.last ?? "").utf8)), "no time: \(text)")
    if value.isDate { return CalendarTime(value.civil, isDate: true) }
    if value.isUTC { return CalendarTime(value.civil, reference: .utc) }
    guard parts.count > 1 else { return CalendarTime(value.civil) }
    return CalendarTime(value.civil, reference: .zone(try zone(String(parts[0]))))
  }

  /// An event.
  ///
  /// Its default title depends on the UID, since equal alarms are merged.
  package static func event(
    _ uid: String = "event", start: String, rule: String? = nil, alarms: [String] = ["PT0S"],
    exceptions: [String] = [], title: String? = nil
  ) throws -> CalendarComponent {
    var event = CalendarComponent(uid: uid, start: try time(start))
    event.rules = try rule.map { [try RecurrenceRule($0)] } ?? []
    event.alarms = try alarms.map(alarm)
    event.exceptionDates = try exceptions.map(time)
    event.title = title ?? (uid == "event" ? "Title" : "Title of \(uid)")
    return event
  }

  /// An alarm from its trigger.
  ///
  /// The prefix `END ` makes it relative to the end; the suffix `+3xPT10M` means REPEAT:3 and
  /// DURATION:PT10M.
  package static func alarm(_ text: String) throws -> Alarm {
    let parts = text.split(separator: "+", maxSplits: 1)
    let words = parts[0].split(separator: " ")
    var alarm = Alarm(
      .relative(try duration(String(words[words.count - 1])), to: words.count > 1 ? .end : .start))
    guard parts.count > 1 else { return alarm }
    let nag = parts[1].split(separator: "x")
    alarm.repeatCount = try require(Int(nag[0]), "no number: \(text)")
    alarm.repeatInterval = try duration(String(nag[1]))
    return alarm
  }

  package static func override(
    of uid: String = "event", at original: String, start: String? = nil,
    alarms: [String] = ["PT0S"], title: String? = nil, isSilent: Bool = false
  ) throws -> CalendarComponent {
    var event = try event(uid, start: start ?? original, alarms: alarms, title: title)
    event.recurrenceID = CalendarComponent.RecurrenceID(try time(original))
    event.isSilent = isSilent
    return event
  }
}

/// An invalid text in a test.
private struct FixtureError: Error, CustomStringConvertible {
  let description: String
}

/// Returns a value or throws an error.
private func require<Value>(_ value: Value?, _ comment: String) throws -> Value {
  guard let value else { throw FixtureError(description: comment) }
  return value
}
