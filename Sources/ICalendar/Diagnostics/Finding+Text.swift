import CivilTime

extension Finding {
  /// What a kind of finding is: its code, how bad it is, what it is about, and where the standard
  /// speaks of it.
  private typealias Kind = (
    code: DiagnosticCode, severity: Diagnostic.Severity, property: String?, section: String?
  )

  private var kind: Kind {
    switch self {
    case .fileIgnored: (.fileIgnored, .warning, nil, nil)
    case .encodingGuessed: (.encodingGuessed, .warning, nil, "RFC 5545, 3.1.4")
    case .lineEndsForgiven: (.lineEndsForgiven, .warning, nil, "RFC 5545, 3.1")
    case .calendarMissing: (.calendarMissing, .warning, nil, "RFC 5545, 3.4")
    case .calendarUnended: (.calendarUnended, .warning, nil, "RFC 5545, 3.4")
    case .componentUnended: (.componentUnended, .error, nil, "RFC 5545, 3.6")
    case .componentMisplaced: (.componentMisplaced, .warning, nil, "RFC 5545, 3.6")
    case .componentTooLarge: (.componentTooLarge, .error, nil, nil)
    case .lineUnreadable(let name, _): (.lineUnreadable, .error, name, "RFC 5545, 3.1")
    case .lineIgnored: (.lineIgnored, .warning, nil, "RFC 5545, 3.1")
    case .valueIgnored(let name, _): (.valueIgnored, .warning, name, nil)
    case .uidMissing: (.uidMissing, .warning, "UID", "RFC 5545, 3.8.4.7")
    case .startMissing: (.startMissing, .error, "DTSTART", "RFC 5545, 3.8.2.4")
    case .propertyRepeated(let name): (.propertyRepeated, .warning, name, "RFC 5545, 3.6.1")
    case .dateTimeInvalid(let name, _): (.dateTimeInvalid, .error, name, "RFC 5545, 3.3.5")
    case .durationInvalid(let name, _): (.durationInvalid, .error, name, "RFC 5545, 3.3.6")
    case .numberInvalid(let name, _): (.numberInvalid, .warning, name, "RFC 5545, 3.3.8")
    case .endBeforeStart(let name): (.endBeforeStart, .warning, name, "RFC 5545, 3.8.2.2")
    case .duplicateReplaced: (.duplicateReplaced, .warning, "SEQUENCE", "RFC 5545, 3.8.7.4")
    case .uidConflict: (.uidConflict, .warning, "UID", "RFC 5545, 3.8.4.7")
    case .uidShared: (.uidShared, .warning, "UID", "RFC 5545, 3.8.4.7")
    case .methodIgnored: (.methodIgnored, .note, "METHOD", "RFC 5546, 1.4")
    case .overrideOrphaned: (.overrideOrphaned, .note, "RECURRENCE-ID", "RFC 5545, 3.8.4.4")
    case .ruleInvalid(let name, let error): (.ruleInvalid, .error, name, error.section)
    case .ruleMismatch: (.ruleMismatch, .warning, "DTSTART", "RFC 5545, 3.8.5.3")
    case .untilTypeForgiven: (.untilTypeForgiven, .warning, "RRULE", "RFC 5545, 3.3.10")
    case .weekdayNumberIgnored: (.weekdayNumberIgnored, .warning, "RRULE", "RFC 5545, 3.3.10")
    case .ruleNeverMatches: (.ruleNeverMatches, .warning, "RRULE", "RFC 5545, 3.3.10")
    case .zoneUnknown: (.zoneUnknown, .warning, "TZID", "RFC 5545, 3.2.19")
    case .zoneContradicted: (.zoneContradicted, .warning, "TZID", "RFC 5545, 3.6.5")
    case .zoneInvalid: (.zoneInvalid, .warning, "TZID", "RFC 5545, 3.6.5")
    case .triggerMissing: (.triggerMissing, .error, "TRIGGER", "RFC 5545, 3.6.6")
    case .triggerInvalid: (.triggerInvalid, .error, "TRIGGER", "RFC 5545, 3.8.6.3")
    case .repeatIncomplete: (.repeatIncomplete, .warning, "REPEAT", "RFC 5545, 3.6.6")
    case .proximityUnsupported: (.proximityUnsupported, .error, "PROXIMITY", "RFC 9074, 8.1")
    case .optionInvalid: (.optionInvalid, .error, nil, nil)
    case .firesCut: (.firesCut, .warning, "RRULE", nil)
    case .triggerRefused: (.triggerRefused, .warning, nil, nil)
    case .dueNow: (.dueNow, .note, nil, nil)
    case .identifierTaken: (.identifierTaken, .error, nil, nil)
    case .renewalMissing: (.renewalMissing, .warning, nil, nil)
    case .linesCut: (.linesCut, .warning, nil, nil)
    case .unitsMany: (.unitsMany, .warning, nil, nil)
    case .zoneDataDiffers: (.zoneDataDiffers, .warning, nil, nil)
    case .zoneNotInstalled: (.zoneNotInstalled, .warning, nil, nil)
    }
  }

  /// The finding's stable name.
  package var code: DiagnosticCode { kind.code }
  /// How bad the finding is.
  package var severity: Diagnostic.Severity { kind.severity }
  /// The property or parameter that the finding is about.
  package var property: String? { kind.property }
  /// Where the standard speaks of it.
  package var section: String? { kind.section }

  /// The text at fault, as it stands in the file.
  package var offendingText: String? {
    switch self {
    case .dateTimeInvalid(_, let value), .durationInvalid(_, let value),
      .numberInvalid(_, let value), .valueIgnored(_, let value), .triggerInvalid(let value):
      value
    case .ruleInvalid(_, let error): error.offendingText
    case .untilTypeForgiven(let until, _): until
    case .zoneUnknown(let name), .zoneContradicted(let name, _): name
    default: property
    }
  }

  /// The finding in English: lower case, no full stop.
  package var message: String {
    switch self {
    case .fileIgnored(let kind): "it is \(kind), which is not read in a directory"
    case .encodingGuessed(let name): "the file is not UTF-8 and was read as \(name)"
    case .lineEndsForgiven: "lines end with a lone carriage return instead of CRLF"
    case .calendarMissing(let name):
      "\(name) stands outside of any VCALENDAR; it is read all the same"
    case .calendarUnended: "END:VCALENDAR is missing"
    case .componentUnended(let name):
      "END:\(name) is missing, so the component may be incomplete and is left out"
    case .componentMisplaced(let name): "\(name) stands where it has no meaning and is left out"
    case .componentTooLarge(let name, let limit):
      "\(name) is larger than \(limit) bytes and is left out"
    case .lineUnreadable(let name, let reason): "\(name) can't be read: \(reason)"
    case .lineIgnored: "the line has no colon, so it is no property, and is ignored"
    case .valueIgnored(let name, let value): "\(name) \"\(value)\" can't be read and is ignored"
    case .uidMissing: "UID is missing; one is made from the content"
    case .startMissing(let component):
      component == "VTODO"
        ? "the to-do has neither DTSTART nor DUE, so its alarms have no time"
        : "DTSTART is missing, so the event has no time"
    case .propertyRepeated(let name): "\(name) stands more than once; the first one counts"
    case .dateTimeInvalid(let name, let value):
      "\(name) \"\(value)\" is no DATE or DATE-TIME of the calendar"
    case .durationInvalid(let name, let value): "\(name) \"\(value)\" is no DURATION"
    case .numberInvalid(let name, let value): "\(name) \"\(value)\" is not a number it can have"
    case .endBeforeStart(let name): "\(name) lies before DTSTART; the event is taken to end at once"
    case .duplicateReplaced:
      "the same UID stands in several places; the highest SEQUENCE, then the latest DTSTAMP, counts"
    case .uidConflict(let count):
      "\(count) events of the file have this UID and different starts; each is kept as an event of "
        + "its own"
    case .uidShared(let place):
      "the UID stands in \(place) too, where it asks for something else; what both ask for is asked "
        + "for, and equal fires once"
    case .methodIgnored(let method):
      "METHOD:\(method) is about an event and changes none, so the calendar asks for nothing"
    case .overrideOrphaned: "the event that this occurrence belongs to is missing"
    case .ruleInvalid(_, let error): "\(error)"
    case .ruleMismatch(let start):
      "DTSTART \(start) does not match its RRULE; it is taken as the first occurrence all the same"
    case .untilTypeForgiven(let until, let start):
      "UNTIL=\(until) is not of DTSTART's type (\(start))"
    case .weekdayNumberIgnored(let rule):
      "the number before a weekday has no meaning in \(rule) and is ignored"
    case .ruleNeverMatches(let rule): "\(rule) matches no date"
    case .zoneUnknown(let name):
      "the time zone \"\(name)\" is unknown and has no VTIMEZONE; the device's zone is used"
    case .zoneContradicted(let name, let identifier):
      "the VTIMEZONE of \"\(name)\" contradicts \(identifier), which is used"
    case .zoneInvalid(let name): "the VTIMEZONE of \"\(name)\" can't be used"
    case .triggerMissing: "the alarm has no TRIGGER"
    case .triggerInvalid(let value): "TRIGGER \"\(value)\" is neither a DURATION nor a DATE-TIME"
    case .repeatIncomplete: "REPEAT needs DURATION and the reverse; the alarm fires once"
    case .proximityUnsupported: "an alarm by place can't be turned into one by time"
    case .optionInvalid(let option, let value, let expected):
      "the option \(option) is \(value), which is not \(expected)"
    case .firesCut(let alarm, let limit, let from):
      "alarm \(alarm) asks for more than \(limit) fires, or its rule takes too many steps; "
        + "nothing from \(from) on is looked at"
    case .triggerRefused(let alarm, let trigger, let unasked):
      "alarm \(alarm): the trigger \(trigger) was found to fire at \(unasked), which isn't asked; "
        + "one-shots serve in its place"
    case .dueNow(let alarm):
      "alarm \(alarm) is due at this very instant, which no trigger added now can answer"
    case .identifierTaken(let identifier):
      "two requests have the identifier \(identifier), of which a device keeps one; the other is "
        + "left out"
    case .renewalMissing(let instant):
      "standard input can't be read again, so nothing renews the units: compile anew by \(instant)"
    case .linesCut(let limit, let from):
      "a timer would need more than \(limit) lines; nothing from \(from) on is in it"
    case .unitsMany(let count, let limit):
      "\(count) units are more than the \(limit) that a manager reloads without delay"
    case .zoneDataDiffers(let own, let system):
      "time zone data are \(own) here and \(system ?? "of an unknown version") in the system, so "
        + "timers name no zone"
    case .zoneNotInstalled(let name):
      "the system has no time zone \"\(name)\", so the timers of its series name none"
    }
  }
}
