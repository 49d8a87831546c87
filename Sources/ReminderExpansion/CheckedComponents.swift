import CivilTime
import ICalendar
import WorkSharing

/// Components without values that no calendar can contain.
///
/// The reader rejects such values in files. An app that makes components itself can leave out a
/// start or set any number. It gets a diagnostic here rather than a missing reminder.
struct CheckedComponents {
  private(set) var components: [CalendarComponent] = []
  private(set) var diagnostics: [Diagnostic] = []

  init(_ components: [CalendarComponent], workers: Workers = .one) {
    // Components from the reader are valid, so don't copy them.
    let areFaulty = workers.mapPieces(of: components.count) { places in
      var validRules: Set<RecurrenceRule> = []
      return [places.contains { components[$0].needsCheck(&validRules) }]
    }
    guard areFaulty.contains(true) else {
      self.components = components
      return
    }
    var validRules: Set<RecurrenceRule> = []
    for var component in components {
      if let finding = component.fault(&validRules) {
        report(finding.stating("the \(component.kind.noun) is skipped"), in: component)
        continue
      }
      component.alarms = component.alarms.map { $0.flatMap { check($0, of: component) } }
      self.components.append(component)
    }
  }

  private mutating func report(_ finding: Finding, in component: CalendarComponent) {
    diagnostics.append(Diagnostic(finding, at: component.location, uid: component.uid))
  }

  /// Returns a valid alarm, corrected if necessary; nil if the alarm cannot be due.
  private mutating func check(_ alarm: Alarm, of component: CalendarComponent) -> Alarm? {
    var alarm = alarm
    if let value = alarm.trigger.fault {
      report(.triggerInvalid(value: value).stating("the alarm is skipped"), in: component)
      return nil
    }
    guard alarm.repeatCount != 0 else {
      // Without repeats the interval has no effect.
      alarm.repeatInterval = .zero
      return alarm
    }
    if alarm.repeatCount < 0 {
      report(
        .numberInvalid(property: "REPEAT", value: "\(alarm.repeatCount)")
          .stating("the alarm fires once"), in: component)
      (alarm.repeatCount, alarm.repeatInterval) = (0, .zero)
    } else if !alarm.repeatInterval.isPossible || !alarm.repeatInterval.isForward
      || alarm.repeatInterval == .zero
    {
      report(.repeatIncomplete, in: component)
      (alarm.repeatCount, alarm.repeatInterval) = (0, .zero)
    }
    return alarm
  }
}

extension CalendarComponent {
  /// Whether any value of the component is rejected or corrected.
  fileprivate func needsCheck(_ validRules: inout Set<RecurrenceRule>) -> Bool {
    fault(&validRules) != nil
      || alarms.contains {
        guard let alarm = $0 else { return false }
        let hasInterval =
          alarm.repeatCount > 0 && alarm.repeatInterval.isPossible && alarm.repeatInterval.isForward
          && alarm.repeatInterval != .zero
        return alarm.trigger.fault != nil
          || !(hasInterval || (alarm.repeatCount == 0 && alarm.repeatInterval == .zero))
      }
  }

  /// Finds out why the component can never be due.
  ///
  /// - Parameter validRules: Rules without a fault, because many components have the same one.
  /// - Returns: The reason; nil if it can be due.
  fileprivate func fault(_ validRules: inout Set<RecurrenceRule>) -> Finding? {
    if anchor == nil, needsStart { return .startMissing(component: kind.rawValue) }
    if let start, !start.isPossible { return start.fault(of: "DTSTART") }
    if let time = recurrenceID?.time, !time.isPossible { return time.fault(of: "RECURRENCE-ID") }
    if let time = firstOpen, !time.isPossible {
      return time.fault(of: "X-KDE-LIBKCAL-DTRECURRENCE")
    }
    for date in recurrenceDates where !date.start.isPossible {
      return date.start.fault(of: "RDATE")
    }
    for date in exceptionDates where !date.isPossible { return date.fault(of: "EXDATE") }
    if let fault = fault(of: extent) { return fault }
    for date in recurrenceDates {
      if let fault = date.extent.flatMap(fault) { return fault }
    }
    for (property, rules) in [("RRULE", rules), ("EXRULE", exceptionRules)] {
      for rule in rules where validRules.insert(rule).inserted {
        guard let error = rule.fault else { continue }
        validRules.remove(rule)
        return .ruleInvalid(property: property, error: error)
      }
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

  /// Whether alarms are relative to the start, or the component would be useless without a start.
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
  /// The range of RFC 5545: 0001-01-01 to the end of 9999.
  fileprivate static let possible =
    CivilDateTime(
      secondsSince1970: -62_135_596_800)..<CivilDateTime(
      secondsSince1970: 253_402_300_800)

  fileprivate var excerpt: String { "\(secondsSince1970) seconds since 1970" }
}

extension CalendarDuration {
  /// Whether the duration fits between two dates of the calendar, so that sums cannot overflow.
  fileprivate var isPossible: Bool {
    let (first, end) = (CivilDateTime.possible.lowerBound, CivilDateTime.possible.upperBound)
    let most = UInt(end.secondsSince1970 - first.secondsSince1970)
    return months.magnitude <= most / (31 * 86_400) && days.magnitude <= most / 86_400
      && seconds.magnitude <= most
  }

  fileprivate var excerpt: String { "\(months) months, \(days) days, \(seconds) seconds" }
}
