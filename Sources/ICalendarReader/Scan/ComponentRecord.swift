internal import ICalendar

/// Where a VEVENT or VTODO stands, and what a scan saw of it.
struct ComponentRecord: Sendable {
  /// What it is.
  var kind: CalendarComponent.Kind
  /// Its bytes, from BEGIN to the end of the line END.
  var range: Range<Int>
  /// The line of its BEGIN, from 1.
  var line: Int
  /// Which of the scan's calendars it stands in.
  var calendar: Int
  /// The UID's value; nil where there is none.
  var uid: UIDReference?
  /// Whether it has a VALARM.
  var hasAlarm = false
  /// Whether it has a RECURRENCE-ID.
  var isOverride = false
  /// Whether it has an RRULE or RDATE.
  var recurs = false
}

/// A VCALENDAR, or what stands outside of any.
struct CalendarRecord: Sendable {
  /// Where a VTIMEZONE stands.
  struct ZoneRecord: Sendable {
    /// Its bytes, from BEGIN to the end of the line END.
    var range: Range<Int>
    /// The line of its BEGIN, from 1.
    var line: Int
  }

  /// Whether METHOD is CANCEL (RFC 5546, 3.2.5): nothing in it fires.
  var isCancellation = false
  /// Whether METHOD is one that changes no event: an answer or a question about one (RFC 5546,
  /// 1.4).
  var changesNothing = false
  /// What the calendar is called: NAME (RFC 7986, 5.1) or X-WR-CALNAME, whichever comes first.
  var name = ""
  /// Its VTIMEZONE components.
  var zones: [ZoneRecord] = []
}
