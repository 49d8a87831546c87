package import CivilTime
package import ICalendar

extension Finding {
  /// An entry of a directory that is not a regular file.
  ///
  /// `kind` describes it.
  package static func fileIgnored(kind: String) -> Finding {
    Finding(
      "file-ignored", .warning,
      message: "\(kind) in a directory is not read; it is skipped")
  }

  /// A gzip file that is damaged or truncated.
  package static func compressionDamaged(_ reason: String) -> Finding {
    Finding(
      "compression-damaged", .error,
      message: "the file can't be decompressed to its end: \(reason); the part before is used")
  }

  /// A file that is not UTF-8.
  ///
  /// `name` is the assumed encoding.
  package static func encodingGuessed(_ name: String) -> Finding {
    Finding(
      "encoding-guessed", .warning, section: "RFC 5545, 3.1.4",
      message: "the file is not UTF-8; read as \(name)")
  }

  /// Lines that end with a lone carriage return, as on classic Mac OS.
  package static let lineEndsForgiven = Finding(
    "line-ends-forgiven", .note, section: "RFC 5545, 3.1",
    message: "lines end with a lone carriage return instead of CRLF; read as lines")

  /// A component outside of any VCALENDAR.
  package static func calendarMissing(name: String) -> Finding {
    Finding(
      "calendar-missing", .note, section: "RFC 5545, 3.4",
      message: "\(name) is outside of any VCALENDAR; it is read anyway")
  }

  /// A calendar that exceeds the limit on calendars of a file.
  package static func calendarsCut(limit: Int) -> Finding {
    Finding(
      "calendars-cut", .error, property: "VCALENDAR",
      message: "the file has more than \(limit) calendars; this one and the later ones are skipped")
  }

  /// A calendar in the format vCalendar 1.0, the predecessor of iCalendar.
  package static let vCalendarUnsupported = Finding(
    "vcalendar-unsupported", .error, property: "VERSION", section: "RFC 5545, 3.7.4",
    message: "VERSION:1.0 is vCalendar, which is not supported; the calendar is skipped, export it "
      + "as iCalendar 2.0")

  /// A VCALENDAR without an END.
  package static let calendarUnended = Finding(
    "calendar-unended", .warning, section: "RFC 5545, 3.4",
    message: "END:VCALENDAR is missing; the complete components are used")

  /// A calendar whose METHOD marks a reply or another message that doesn't change events.
  package static func methodIgnored(_ method: String) -> Finding {
    Finding(
      "method-ignored", .note, property: "METHOD", section: "RFC 5546, 1.4",
      message: "METHOD:\(method) changes no event; the calendar is ignored")
  }

  /// A component without an END.
  package static func componentUnended(name: String) -> Finding {
    Finding(
      "component-unended", .error, section: "RFC 5545, 3.6",
      message: "END:\(name) is missing, so the component may be incomplete")
  }

  /// A component without an END that another line shows to be complete.
  ///
  /// `line` is the line that follows the component.
  package static func componentClosed(end: String, before line: Int) -> Finding {
    Finding(
      "component-closed", .warning, section: "RFC 5545, 3.6",
      message: "\(end) is missing; the component ends before line \(line)")
  }

  /// An END without a BEGIN.
  package static func componentMisplaced(name: String) -> Finding {
    Finding(
      "component-misplaced", .warning, section: "RFC 5545, 3.6",
      message: "\(name) is misplaced; it is ignored")
  }

  /// A VALARM outside of any event or to-do.
  package static let alarmMisplaced = Finding(
    "alarm-misplaced", .error, property: "VALARM", section: "RFC 5545, 3.6.6",
    message: "VALARM is outside of any event or to-do; its reminder is lost")

  /// A component that exceeds the size limit.
  package static func componentTooLarge(name: String, limit: Int) -> Finding {
    Finding(
      "component-too-large", .error,
      message: "\(name) is larger than \(limit) bytes")
  }

  /// A component that exceeds the limit on alarms.
  package static func alarmsCut(limit: Int) -> Finding {
    Finding(
      "alarms-cut", .error, property: "VALARM",
      message:
        "the component has more than \(limit) alarms; this alarm and the later ones are skipped"
    )
  }

  /// The first correction of a component that is not reported.
  package static func correctionsCut(limit: Int) -> Finding {
    Finding(
      "corrections-cut", .warning,
      message: "more than \(limit) lines of the component are corrected; this one and the later "
        + "ones are corrected without a message")
  }

  /// A property that cannot be read.
  package static func lineUnreadable(name: String, reason: String) -> Finding {
    Finding(
      "line-unreadable", .error, property: name, section: "RFC 5545, 3.1",
      message: "\(name) can't be read: \(reason)")
  }

  /// A line without a colon, which is not a property.
  package static let lineIgnored = Finding(
    "line-ignored", .warning, section: "RFC 5545, 3.1",
    message: "the line lacks a colon; the line is ignored")

  /// An unknown TZID and its substitute.
  package static func zoneUnknown(name: String, used: ZoneSubstitute) -> Finding {
    Finding(
      "zone-unknown", .warning, property: "TZID", section: "RFC 5545, 3.2.19", offendingText: name,
      message:
        "the time zone \"\(name)\" is unknown and lacks a complete VTIMEZONE; \(used) is used"
    )
  }

  /// A VTIMEZONE whose offsets differ from those of the zone that it names.
  ///
  /// `line` is its BEGIN.
  package static func zoneContradicted(
    name: String, identifier: String, line: Int
  ) -> Finding {
    Finding(
      "zone-contradicted", .warning, property: "TZID", section: "RFC 5545, 3.6.5",
      offendingText: name,
      message: "the VTIMEZONE of \"\(name)\" in line \(line) contradicts the time zone data; "
        + "\(identifier) of the data is used")
  }

  /// A VTIMEZONE with changes that are newer than the time zone data.
  ///
  /// `line` is its BEGIN.
  package static func zoneNewer(
    name: String, identifier: String, onset: Instant, line: Int
  ) -> Finding {
    Finding(
      "zone-newer", .note, property: "TZID", section: "RFC 5545, 3.6.5", offendingText: name,
      message: "the VTIMEZONE of \"\(name)\" in line \(line) differs from \(identifier) of the "
        + "time zone data from \(onset) on; the VTIMEZONE is used from then on")
  }

  /// Local times without a zone, or all-day components, in a calendar that has X-WR-TIMEZONE.
  package static func floatingCalendarZone(
    calendar: String, device: String, isAllDay: Bool = false
  ) -> Finding {
    Finding(
      "floating-calendar-zone", .note, property: "X-WR-TIMEZONE",
      section: isAllDay ? "RFC 5545, 3.3.4" : "RFC 5545, 3.3.5", offendingText: calendar,
      message: (isAllDay ? "all-day events and to-dos" : "local times without a zone")
        + " count on the clock of the device (\(device)), not of X-WR-TIMEZONE (\(calendar)); "
        + (isAllDay
          ? "if the device is there, give --time-zone \(calendar)"
          : "--floating-zone calendar uses the latter"))
  }

  /// A VTIMEZONE that cannot be used, and its substitute, which is not the zone of its name.
  ///
  /// `line` is its BEGIN.
  package static func zoneInvalid(
    name: String, cause: String, used: ZoneSubstitute, line: Int
  ) -> Finding {
    Finding(
      "zone-invalid", .warning, property: "TZID", section: "RFC 5545, 3.6.5",
      message: "the VTIMEZONE of \"\(name)\" in line \(line) can't be used, since \(cause); "
        + "\(used) is used")
  }

  /// A VTIMEZONE that cannot be used, or not for all times, and names a known zone.
  ///
  /// `line` is its BEGIN.
  package static func zoneReplaced(
    name: String, cause: String, identifier: String, line: Int
  ) -> Finding {
    Finding(
      "zone-replaced", .note, property: "TZID", section: "RFC 5545, 3.6.5",
      message: "the VTIMEZONE of \"\(name)\" in line \(line) is not used, since \(cause); "
        + "\(identifier) of the time zone data is used, so nothing is lost")
  }
}

/// The substitute for a time zone that can't be read.
package enum ZoneSubstitute: Hashable, Sendable, CustomStringConvertible {
  /// A zone of the time zone data that the name identifies.
  case zone(String)
  /// The fixed offset in the name, in seconds east of UTC.
  case offset(Int)
  /// The device's zone.
  case device

  package var description: String {
    switch self {
    case .zone(let identifier): "\(identifier) of the time zone data"
    case .offset(let seconds):
      "its offset UTC\(UTCOffset.text(seconds)) without daylight saving time"
    case .device: "the device's time zone"
    }
  }
}
