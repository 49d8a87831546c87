internal import CivilTime
internal import ICalendar

extension ComponentBuilder {
  /// Returns the rules of a component.
  ///
  /// A rule that cannot be read is skipped: only DTSTART and RDATE are certain then.
  func rules(
    _ name: PropertyName, of component: CalendarComponent, times: TimeReader
  ) -> [RecurrenceRule] {
    var rules: [RecurrenceRule] = []
    var second: SourceProperty?
    for property in source.all(name) where !property.isEmpty {
      var rule: RecurrenceRule
      var corrections: [Finding] = []
      do throws(RecurrenceRuleError) {
        // Some writers escape the semicolons as in a TEXT.
        rule = try RecurrenceRule(
          property.bytes.without(UInt8(ascii: "\\")), of: name.rawValue, findings: &corrections)
      } catch {
        let finding = Finding.ruleInvalid(property: name.rawValue, error: error)
        let consequence =
          name == .rule
          ? "the rule is skipped, and DTSTART is used" : "its exceptions are not applied"
        context.report(finding.stating(consequence), line: property.line)
        continue
      }
      for finding in corrections { context.report(finding, line: property.line) }
      if rule.until != nil, rule.count != nil {
        context.report(.ruleEndsTwice(property: name.rawValue), line: property.line)
      }
      if let start = component.start {
        checkUntil(of: &rule, start: start, times: times, property: property)
      }
      if rule.hasMeaninglessWeekdayNumber {
        context.report(
          .weekdayNumberIgnored(rule: SourceProperty.excerpt(property.value)), line: property.line)
        rule.dropWeekdayNumbers()
      }
      rules.append(rule)
      if rules.count == 2 { second = property }
    }
    if name == .rule, let second {
      context.report(
        .rulesUnited(count: rules.count, component: kind.noun, rule: second.excerpt),
        line: second.line)
    }
    return rules
  }

  /// Converts an UNTIL whose type differs from that of DTSTART.
  private func checkUntil(
    of rule: inout RecurrenceRule, start: CalendarTime, times: TimeReader,
    property: SourceProperty
  ) {
    guard let until = rule.until, !until.fits(start) else { return }
    let meaning: String
    if start.isDate {
      let time = CalendarTime(until.civil, reference: until.kind == .utc ? .utc : .floating)
      let day = times.day(of: time)
      rule.until = RecurrenceRule.Until(day.civil, kind: .date)
      meaning = day.description
    } else {
      switch (until.kind, start.reference) {
      case (.date, _): meaning = "the end of that day"
      case (_, .floating): meaning = "a time on the device's clock"
      default: meaning = "a time on the clock of DTSTART"
      }
    }
    context.report(
      .untilTypeForgiven(
        until: property.value(ofPart: "UNTIL") ?? until.description, start: start.typeName,
        meaning: meaning),
      line: property.line)
  }

  /// Reads the duration of an occurrence, or the due date of a to-do; returns the error if it
  /// cannot.
  func readExtent(into component: inout CalendarComponent, _ times: TimeReader) -> ComponentError? {
    guard let property = extentProperty else { return nil }
    let length: Int
    do throws(ComponentError) {
      if property.name == .duration {
        let duration = try times.duration(property.bytes, of: property)
        component.extent = .lasting(duration)
        length = duration.nominalSeconds
      } else {
        let end = try times.time(property)
        component.extent = .until(end)
        guard let start = component.start, start.isDate == end.isDate,
          start.reference == end.reference
        else { return nil }
        length = end.civil.secondsSince1970 - start.civil.secondsSince1970
      }
    } catch {
      return error
    }
    let isDay = kind == .event && component.start?.isDate == true
    guard length < 0 || (length == 0 && isDay) else { return nil }
    context.report(
      .endForgiven(property: property.name.rawValue, isBeforeStart: length < 0, isDay: isDay),
      line: property.line)
    guard property.name != .due else { return nil }
    // Without an extent, an all-day event lasts one day.
    component.extent = isDay ? .unspecified : .lasting(.zero)
    return nil
  }

  /// The property with the duration or end of an occurrence, or with the due date of a to-do.
  private var extentProperty: SourceProperty? {
    [kind == .toDo ? .due : .end, .duration].lazy
      .compactMap { source.first($0) }.first { !$0.isEmpty }
  }

  /// Removes the alarms that are relative to an end that cannot be read.
  ///
  /// - Throws: The error, if no alarm works without that end.
  func dropEndAlarms(
    of component: inout CalendarComponent, _ error: ComponentError
  ) throws(ComponentError) {
    // Without DTSTART, alarms relative to the start use DUE as well.
    guard component.start != nil || !component.hasRelativeAlarm else { throw error }
    var isNeeded = false
    for index in component.alarms.indices {
      guard case .relative(_, .end)? = component.alarms[index]?.trigger else { continue }
      component.alarms[index] = nil
      isNeeded = true
    }
    let ignored = extentProperty.map {
      Finding.valueIgnored(property: $0.name.rawValue, value: $0.excerpt)
    }
    context.report(
      isNeeded
        ? error.finding.stating("the alarms that count from the end are skipped")
        : ignored ?? error.finding,
      line: error.line)
  }
}

extension RecurrenceRule.Until {
  /// Whether the value has the type that RFC 5545, 3.3.10 requires for a start.
  fileprivate func fits(_ start: CalendarTime) -> Bool {
    switch (kind, start.isDate, start.reference) {
    case (.date, true, _), (.local, false, .floating), (.utc, false, .utc), (.utc, false, .zone):
      true
    default: false
    }
  }
}

extension CalendarTime {
  fileprivate var typeName: String {
    if isDate { return "a DATE" }
    return switch reference {
    case .floating: "a local DATE-TIME"
    case .utc: "a DATE-TIME in UTC"
    case .zone: "a DATE-TIME in UTC, because DTSTART has a TZID"
    }
  }
}

extension RecurrenceRule {
  /// Whether a weekday has an ordinal that is not allowed with the rule's frequency.
  fileprivate var hasMeaninglessWeekdayNumber: Bool {
    weekdays.contains { $0.ordinal != nil }
      && (frequency < .monthly || (frequency == .yearly && !weeks.isEmpty))
  }

  /// Replaces weekdays with ordinals by every such weekday.
  fileprivate mutating func dropWeekdayNumbers() {
    weekdays = Set(weekdays.map(\.weekday)).sorted { $0.rawValue < $1.rawValue }
      .map { WeekdayNumber($0) }
  }
}

extension SourceProperty {
  /// The value of a rule's part, as quoted in a diagnostic; nil if the part is missing.
  fileprivate func value(ofPart name: String) -> String? {
    bytes.split(separator: UInt8(ascii: ";")).lazy
      .map { $0.without(UInt8(ascii: "\\")).trimmed(where: \.isBlank) }
      .compactMap { part -> String? in
        guard let equals = part.firstIndex(of: UInt8(ascii: "=")),
          part[..<equals].endTrimmed(where: \.isBlank).map(\.upperCased) == Array(name.utf8)
        else { return nil }
        return SourceProperty.excerpt(part[(equals + 1)...].drop(while: \.isBlank))
      }
      .first
  }
}
