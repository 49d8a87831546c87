internal import ICalendar

/// Where a VEVENT or VTODO stands, and what a scan saw of it.
///
/// Places are numbers of 32 bits, since an export can have a million components: the text of the
/// largest file that is read has fewer bytes.
struct ComponentRecord: Sendable {
  private var start: UInt32
  private var end: UInt32
  private var firstLine: UInt32
  private var calendarNumber: UInt32
  /// The first component of the file with this one's UID, by its place; its own without a UID.
  var namesake: UInt32 = 0
  /// The UID's value; nil where there is none.
  var uid: UIDText?
  /// How many VALARM it has.
  private var alarmNumber: UInt32 = 0
  /// What it is.
  let kind: CalendarComponent.Kind
  /// Whether it has a RECURRENCE-ID.
  var isOverride = false
  /// Whether it has an RRULE or RDATE.
  var recurs = false
  /// Whether its bytes have not been kept, so that its range is that in the whole text.
  var isPassedOver = false

  /// Makes the record of a component that has begun.
  ///
  /// - Parameters:
  ///   - kind: What it is.
  ///   - start: Where its line BEGIN begins.
  ///   - line: The number of that line, from 1.
  ///   - calendar: Which of the scan's calendars it stands in.
  init(_ kind: CalendarComponent.Kind, start: Int, line: Int, calendar: Int) {
    self.kind = kind
    self.start = UInt32(start)
    end = self.start
    firstLine = UInt32(line)
    calendarNumber = UInt32(calendar)
  }

  /// Its bytes, from BEGIN to the end of the line END.
  var range: Range<Int> { Int(start)..<Int(end) }
  /// The line of its BEGIN, from 1.
  var line: Int { Int(firstLine) }
  /// Which of the scan's calendars it stands in.
  var calendar: Int { Int(calendarNumber) }

  /// How many VALARM it has.
  var alarmCount: Int { Int(alarmNumber) }
  /// Whether it has a VALARM.
  var hasAlarm: Bool { alarmNumber > 0 }

  /// Takes up a VALARM.
  mutating func addAlarm() { alarmNumber += 1 }

  /// Takes up where its line END ends.
  mutating func finish(at end: Int) {
    self.end = UInt32(end)
  }
}

/// A VCALENDAR, or what stands outside of any.
struct CalendarRecord: Sendable {
  /// Where a VTIMEZONE stands.
  struct ZoneRecord: Sendable {
    /// Its bytes, from BEGIN to the end of the line END.
    var range: Range<Int>
    /// The line of its BEGIN, from 1.
    var line: Int
    /// Whether its bytes have not been kept, so that its range is that in the whole text.
    var isPassedOver = false
  }

  /// Whether METHOD is CANCEL (RFC 5546, 3.2.5): nothing in it fires.
  var isCancellation = false
  /// Whether METHOD is one that changes no event: an answer or a question about one (RFC 5546,
  /// 1.4).
  var changesNothing = false
  /// The line of VERSION:1.0, which is that of vCalendar; nil for another version.
  var oldVersionLine: Int?
  /// What the calendar is called: NAME (RFC 7986, 5.1) or X-WR-CALNAME, whichever comes first.
  var name = ""
  /// The value of X-WR-TIMEZONE; empty if it is missing.
  var zoneName = ""
  /// Its VTIMEZONE components.
  var zones: [ZoneRecord] = []
}
