extension Finding {
  /// The first component of a file that lacks a UID.
  package static let uidMissing = Finding(
    "uid-missing", .note, property: "UID", section: "RFC 5545, 3.8.4.7",
    message: "the file has components without a UID, such as this one; identifiers are made from "
      + "the content")

  /// The first component of a file with a UID that is too long.
  package static let uidLong = Finding(
    "uid-long", .note, property: "UID", section: "RFC 7986, 5.3",
    message: "the file has components with a UID of more than 1,024 bytes, such as this one; a "
      + "digest takes its place")

  package static func startMissing(component: String) -> Finding {
    Finding(
      "start-missing", .error, property: "DTSTART", section: "RFC 5545, 3.8.2.4",
      message: component == "VTODO"
        ? "DTSTART and DUE are missing, so the alarms lack a time" : "DTSTART is missing")
  }

  package static func propertyRepeated(name: String) -> Finding {
    Finding(
      "property-repeated", .warning, property: name, section: "RFC 5545, 3.6.1",
      message: "\(name) appears more than once; the first one is used")
  }

  package static func dateTimeInvalid(property: String, value: String) -> Finding {
    Finding(
      "date-time-invalid", .error, property: property, section: "RFC 5545, 3.3.5",
      offendingText: value,
      message: "\(property) \"\(value)\" is not a DATE or DATE-TIME")
  }

  package static func durationInvalid(
    property: String, value: String, suggestion: String? = nil
  ) -> Finding {
    Finding(
      "duration-invalid", .error, property: property, section: "RFC 5545, 3.3.6",
      offendingText: value,
      message: "\(property) \"\(value)\" is not a DURATION"
        + (suggestion.map { " (did you mean \($0)?)" } ?? ""))
  }

  /// A malformed DURATION that has only one meaning.
  package static func durationForgiven(
    property: String, value: String, meaning: String
  ) -> Finding {
    Finding(
      "duration-forgiven", .warning, property: property, section: "RFC 5545, 3.3.6",
      offendingText: value,
      message: "\(property) \"\(value)\" is not a DURATION; read as \(meaning)")
  }

  package static func numberInvalid(property: String, value: String) -> Finding {
    Finding(
      "number-invalid", .warning, property: property, section: "RFC 5545, 3.3.8",
      offendingText: value,
      message: "\(property) \"\(value)\" is not a number that \(property) can have")
  }

  /// A value that cannot be read.
  ///
  /// The rest of the component is used.
  package static func valueIgnored(property: String, value: String) -> Finding {
    Finding(
      "value-ignored", .warning, property: property, offendingText: value,
      message: "\(property) \"\(value)\" can't be read; the value is skipped")
  }

  /// A value that violates RFC 5545 but has only one meaning.
  ///
  /// `fault` is a verb with its object: `is a period`.
  package static func valueForgiven(
    property: String, value: String, fault: String, meaning: String
  ) -> Finding {
    Finding(
      "value-forgiven", .warning, property: property, section: "RFC 5545, 3.1",
      offendingText: value,
      message: "\(property) \"\(value)\" \(fault); read as \(meaning)")
  }

  /// An end before DTSTART, or an all-day event that ends when it starts.
  ///
  /// Exchange and iOS write a DUE before DTSTART.
  package static func endForgiven(
    property: String, isBeforeStart: Bool, isDay: Bool
  ) -> Finding {
    let isDuration = property == "DURATION"
    let isDue = property == "DUE"
    let consequence =
      isDue
      ? "the to-do is still due at DUE"
      : isDay ? "the all-day event lasts one day" : "the end is taken to be the start"
    guard isBeforeStart else {
      return Finding(
        "end-is-start", .warning, property: property, section: "RFC 5545, 3.8.2.2",
        message: (isDuration ? "DURATION is zero" : "\(property) equals DTSTART")
          + "; \(consequence)")
    }
    return Finding(
      "end-before-start", .warning, property: property,
      section: isDue ? "RFC 5545, 3.8.2.3" : "RFC 5545, 3.8.2.2",
      message: (isDuration ? "DURATION is negative" : "\(property) is before DTSTART")
        + "; \(consequence)")
  }

  /// A DATE-TIME in an all-day series.
  package static func dateForgiven(property: String, value: String, meaning: String) -> Finding {
    Finding(
      "date-forgiven", .warning, property: property, section: "RFC 5545, 3.8.5.1",
      offendingText: value,
      message: "\(property) \(value) is not a DATE, as DTSTART is; read as \(meaning)")
  }

  package static func charsetUnknown(property: String, name: String) -> Finding {
    Finding(
      "charset-unknown", .warning, property: property, offendingText: name,
      message: "the CHARSET \"\(name)\" is unknown; \(property) is not decoded")
  }
}

extension Finding {
  package static let triggerMissing = Finding(
    "trigger-missing", .error, property: "TRIGGER", section: "RFC 5545, 3.6.6",
    message: "the alarm lacks a TRIGGER")

  package static func triggerInvalid(value: String, suggestion: String? = nil) -> Finding {
    Finding(
      "trigger-invalid", .error, property: "TRIGGER", section: "RFC 5545, 3.8.6.3",
      offendingText: value,
      message: "TRIGGER \"\(value)\" is neither a DURATION nor a DATE-TIME"
        + (suggestion.map { " (did you mean \($0)?)" } ?? ""))
  }

  /// A DATE-TIME in TRIGGER that is not in UTC.
  package static func triggerTimeForgiven(value: String, zone: String, instant: String) -> Finding {
    Finding(
      "trigger-time-forgiven", .warning, property: "TRIGGER", section: "RFC 5545, 3.8.6.3",
      offendingText: value,
      message: "TRIGGER \"\(value)\" is not a DATE-TIME in UTC; read in \(zone), as \(instant)")
  }

  /// An absolute TRIGGER in a component that recurs.
  package static func triggerOnce(component: String) -> Finding {
    Finding(
      "trigger-once", .note, property: "TRIGGER", section: "RFC 5545, 3.8.6.3",
      message: "TRIGGER is an instant; the alarm fires once, although the \(component) recurs")
  }

  package static let repeatIncomplete = Finding(
    "repeat-incomplete", .warning, property: "REPEAT", section: "RFC 5545, 3.6.6",
    message: "REPEAT and DURATION need each other; the alarm fires once")

  /// The ACTION of an alarm that isn't supported, in a component without alarms that ring.
  package static func actionUnsupported(action: String, component: String) -> Finding {
    Finding(
      "action-unsupported", .note, property: "ACTION", section: "RFC 5545, 3.8.6.1",
      offendingText: action,
      message: "ACTION:\(action) is not supported, and the \(component) has no other alarm "
        + "that rings; it does not ring")
  }

  /// Alarms that the user switched off in KDE.
  package static func alarmsOff(count: Int) -> Finding {
    Finding(
      "alarms-off", .note, property: "X-KDE-KCALCORE-ENABLED",
      message: count == 1
        ? "1 alarm is switched off by X-KDE-KCALCORE-ENABLED:FALSE; it doesn't ring"
        : "\(count) alarms are switched off by X-KDE-KCALCORE-ENABLED:FALSE; they don't ring")
  }

  package static let proximityUnsupported = Finding(
    "proximity-unsupported", .error, property: "PROXIMITY", section: "RFC 9074, 8.1",
    message: "alarms by place are not supported")
}

extension Finding {
  package static func ruleInvalid(property: String, error: RecurrenceRuleError) -> Finding {
    Finding(
      "rule-invalid", .error, property: property, section: error.section,
      offendingText: error.offendingText, message: error.description)
  }

  /// A DTSTART that doesn't match any of its rules.
  package static func ruleMismatch(start: String, ruleCount: Int) -> Finding {
    Finding(
      "rule-mismatch", .warning, property: "DTSTART", section: "RFC 5545, 3.8.5.3",
      message: start
        + (ruleCount == 1
          ? " does not match its RRULE" : " does not match any of its \(ruleCount) RRULEs")
        + "; it is still the first occurrence")
  }

  /// Several rules in one component; `rule` is the second.
  package static func rulesUnited(count: Int, component: String, rule: String) -> Finding {
    Finding(
      "rules-united", .note, property: "RRULE", section: "RFC 5545, 3.8.5.3",
      offendingText: rule,
      message: "the \(component) has \(count) RRULEs, which RFC 5545 leaves undefined; the dates "
        + "of all are used, also those of \(rule)")
  }

  /// A rule with UNTIL and COUNT.
  package static func ruleEndsTwice(property: String) -> Finding {
    Finding(
      "rule-ends-twice", .note, property: property, section: "RFC 5545, 3.3.10",
      offendingText: "COUNT",
      message: "\(property) has UNTIL and COUNT, which exclude each other; the one that ends "
        + "earlier is used")
  }

  /// An UNTIL whose type differs from that of DTSTART.
  package static func untilTypeForgiven(
    until: String, start: String, meaning: String
  ) -> Finding {
    Finding(
      "until-type-forgiven", .warning, property: "RRULE", section: "RFC 5545, 3.3.10",
      offendingText: until,
      message: "UNTIL=\(until) is not of DTSTART's type (\(start)); read as \(meaning)")
  }

  /// An INTERVAL of 0.
  package static func intervalForgiven(property: String, value: String) -> Finding {
    Finding(
      "interval-forgiven", .warning, property: property, section: "RFC 5545, 3.3.10",
      offendingText: "INTERVAL", message: "INTERVAL=\(value) is invalid; read as 1")
  }

  /// An ordinal before a weekday, with a frequency that doesn't use it.
  package static func weekdayNumberIgnored(rule: String) -> Finding {
    Finding(
      "weekday-number-ignored", .warning, property: "RRULE", section: "RFC 5545, 3.3.10",
      message: "the number before a weekday is invalid in \(rule); the number is ignored")
  }

  package static func ruleNeverMatches(rule: String) -> Finding {
    Finding(
      "rule-never-matches", .warning, property: "RRULE", section: "RFC 5545, 3.3.10",
      message: "\(rule) matches no date; only DTSTART is used")
  }
}

extension Finding {
  /// A revision that another one replaces.
  package static func duplicateReplaced(_ component: CalendarComponent) -> Finding {
    let name = component.recurrenceID.map { "RECURRENCE-ID \($0.time)" } ?? "the UID"
    return Finding(
      "duplicate-replaced", .warning, property: "SEQUENCE", section: "RFC 5545, 3.8.7.4",
      message: "\(name) occurs several times; the older copy, \"\(component.shortTitle)\" "
        + "with SEQUENCE \(component.sequence), is skipped")
  }

  /// An override of an occurrence that a newer revision of its event excludes.
  package static func overrideRemoved(_ override: CalendarComponent) -> Finding {
    Finding(
      "override-removed", .note, property: "RECURRENCE-ID", section: "RFC 5545, 3.8.5.1",
      message: "a newer revision of the event has an EXDATE for this occurrence; the changed "
        + "occurrence \"\(override.shortTitle)\" is skipped")
  }

  package static func uidConflict(count: Int) -> Finding {
    Finding(
      "uid-conflict", .warning, property: "UID", section: "RFC 5545, 3.8.4.7",
      message: "\(count) events of the file have this UID and different starts; each is kept as a "
        + "separate event")
  }

  /// A UID that another source has too, with different content.
  package static func uidShared(with place: String) -> Finding {
    Finding(
      "uid-shared", .warning, property: "UID", section: "RFC 5545, 3.8.4.7",
      message:
        "\(place) has the same UID with different content; both are kept and equal fires are "
        + "merged")
  }

  package static let overrideOrphaned = Finding(
    "override-orphaned", .note, property: "RECURRENCE-ID", section: "RFC 5545, 3.8.4.4",
    message:
      "the event of this changed occurrence is missing; the occurrence is kept as a separate "
      + "event")
}

extension CalendarComponent {
  fileprivate var shortTitle: String {
    let start = title.prefix(Finding.longestExcerpt)
    return start.endIndex == title.endIndex ? title : start + "…"
  }
}
