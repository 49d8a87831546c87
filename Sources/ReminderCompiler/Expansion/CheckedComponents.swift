import CivilTime
import ICalendar

/// Components without what no calendar can say.
///
/// The reader refuses it where it stands in a file; an app that makes components by itself can
/// leave out a start or set any number, and is told here rather than left without reminders.
struct CheckedComponents {
  /// The components of which something can come.
  private(set) var components: [CalendarComponent] = []
  /// What was refused.
  private(set) var diagnostics: [Diagnostic] = []

  /// Checks components.
  init(_ components: [CalendarComponent]) {
    self.components.reserveCapacity(components.count)
    for index in components.indices {
      // What the reader made is as it should be.
      guard components[index].needsCheck else {
        self.components.append(components[index])
        continue
      }
      var component = components[index]
      if let finding = component.fault {
        report(finding.stating("the \(component.kind.noun) is skipped"), component)
        continue
      }
      for index in component.alarms.indices {
        guard let alarm = component.alarms[index] else { continue }
        component.alarms[index] = check(alarm, component)
      }
      self.components.append(component)
    }
  }

  private mutating func report(_ finding: Finding, _ component: CalendarComponent) {
    diagnostics.append(Diagnostic(finding, at: component.location, uid: component.uid))
  }

  /// An alarm that can be due; nil for none.
  private mutating func check(_ alarm: Alarm, _ component: CalendarComponent) -> Alarm? {
    var alarm = alarm
    if let value = alarm.trigger.fault {
      report(.triggerInvalid(value: value).stating("the alarm is skipped"), component)
      return nil
    }
    guard alarm.repeatCount != 0 else {
      // An interval without repeats asks for nothing, whatever it is.
      alarm.repeatInterval = .zero
      return alarm
    }
    if alarm.repeatCount < 0 {
      report(
        .numberInvalid(property: "REPEAT", value: "\(alarm.repeatCount)")
          .stating("the alarm fires once"), component)
      (alarm.repeatCount, alarm.repeatInterval) = (0, .zero)
    } else if !alarm.repeatInterval.isPossible || !alarm.repeatInterval.isForward
      || alarm.repeatInterval == .zero
    {
      report(.repeatIncomplete, component)
      (alarm.repeatCount, alarm.repeatInterval) = (0, .zero)
    }
    return alarm
  }
}

extension CalendarComponent {
  /// Whether anything in the component is refused or corrected.
  fileprivate var needsCheck: Bool {
    fault != nil
      || alarms.contains {
        guard let alarm = $0 else { return false }
        let hasInterval =
          alarm.repeatCount > 0 && alarm.repeatInterval.isPossible && alarm.repeatInterval.isForward
          && alarm.repeatInterval != .zero
        return alarm.trigger.fault != nil
          || !(hasInterval || (alarm.repeatCount == 0 && alarm.repeatInterval == .zero))
      }
  }

  /// What keeps the component from ever being due; nil where nothing does.
  fileprivate var fault: Finding? {
    if anchor == nil, needsStart { return .startMissing(component: kind.rawValue) }
    if let start, !start.isPossible { return start.fault(of: "DTSTART") }
    if let time = recurrenceID?.time, !time.isPossible { return time.fault(of: "RECURRENCE-ID") }
    for date in recurrenceDates where !date.start.isPossible {
      return date.start.fault(of: "RDATE")
    }
    for date in exceptionDates where !date.isPossible { return date.fault(of: "EXDATE") }
    if let fault = fault(of: extent) { return fault }
    for date in recurrenceDates {
      if let fault = date.extent.flatMap(fault) { return fault }
    }
    for rule in rules {
      if let error = rule.fault { return .ruleInvalid(property: "RRULE", error: error) }
    }
    for rule in exceptionRules {
      if let error = rule.fault { return .ruleInvalid(property: "EXRULE", error: error) }
    }
    return nil
  }

  private func fault(of extent: Extent) -> Finding? {
    switch extent {
    case .until(let end) where !end.isPossible:
      end.fault(of: kind == .event ? "DTEND" : "DUE")
    case .lasting(let duration) where !duration.isPossible:
      .durationInvalid(property: "DURATION", value: duration.excerpt)
    default: nil
    }
  }

  /// Whether alarms count from the start, or there would be no reason for the component.
  private var needsStart: Bool {
    let isRelative = alarms.contains { alarm in
      switch alarm?.trigger {
      case .relative, .timeOfDay: true
      default: false
      }
    }
    return isRelative || (kind == .event && alarms.isEmpty)
  }
}

extension RecurrenceRule {
  /// What RFC 5545 has against the rule; nil for nothing.
  fileprivate var fault: RecurrenceRuleError? {
    do throws(RecurrenceRuleError) {
      _ = try RecurrenceRule(description)
      return nil
    } catch {
      return error
    }
  }
}

extension Alarm.Trigger {
  /// The value that no trigger can have; nil where this one can be due.
  fileprivate var fault: String? {
    switch self {
    case .relative(let offset, _): offset.isPossible ? nil : offset.excerpt
    case .timeOfDay: nil
    case .absolute(let instant):
      CivilDateTime.possible.contains(
        CivilDateTime(secondsSince1970: instant.secondsSince1970))
        ? nil : "\(instant.secondsSince1970) seconds since 1970"
    }
  }
}

extension CalendarTime {
  fileprivate var isPossible: Bool { CivilDateTime.possible.contains(civil) }

  fileprivate func fault(of property: String) -> Finding {
    .dateTimeInvalid(property: property, value: civil.excerpt)
  }
}

extension CivilDateTime {
  /// What RFC 5545 can write: 0001-01-01 to the end of 9999.
  fileprivate static let possible =
    CivilDateTime(
      secondsSince1970: -62_135_596_800)..<CivilDateTime(
      secondsSince1970: 253_402_300_800)

  fileprivate var excerpt: String { "\(secondsSince1970) seconds since 1970" }
}

extension CalendarDuration {
  /// Whether the duration leads from one date of the calendar to another, so that no sum overflows.
  fileprivate var isPossible: Bool {
    let (first, end) = (CivilDateTime.possible.lowerBound, CivilDateTime.possible.upperBound)
    let most = UInt(end.secondsSince1970 - first.secondsSince1970)
    return [(months, 31), (days, 1)].allSatisfy { part, days in
      part.magnitude <= most / (days * 86_400)
    } && seconds.magnitude <= most
  }

  fileprivate var excerpt: String { "\(months) months, \(days) days, \(seconds) seconds" }
}
