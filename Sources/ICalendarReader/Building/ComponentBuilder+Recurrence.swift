internal import CivilTime
internal import ICalendar

extension ComponentBuilder {
  /// The rules of a component.
  func rules(
    _ name: PropertyName, _ component: CalendarComponent, in context: inout FileContext
  ) throws(ComponentError) -> [RecurrenceRule] {
    var rules: [RecurrenceRule] = []
    for property in source.all(name) where !property.isEmpty {
      var rule: RecurrenceRule
      do throws(RecurrenceRuleError) {
        // Some writers escape the semicolons as in a text.
        rule = try RecurrenceRule(property.bytes.without(UInt8(ascii: "\\")))
      } catch {
        throw ComponentError(
          finding: .ruleInvalid(property: name.rawValue, error: error), line: property.line)
      }
      if let until = rule.until, let start = component.start, !until.fits(start) {
        context.report(
          .untilTypeForgiven(until: until.description, start: start.typeName), line: property.line,
          uid: uid)
      }
      if rule.hasMeaninglessWeekdayNumber {
        context.report(
          .weekdayNumberIgnored(rule: SourceProperty.excerpt(property.value)), line: property.line,
          uid: uid)
        rule.dropWeekdayNumbers()
      }
      rules.append(rule)
    }
    return rules
  }

  /// What says how long an occurrence lasts, or when a to-do is due.
  ///
  /// A fault in it refuses the component only where an alarm counts from the end.
  func readExtent(
    into component: inout CalendarComponent, _ times: TimeReader, in context: inout FileContext,
    _ reader: ComponentReader
  ) throws(ComponentError) {
    let endName: PropertyName = kind == .toDo ? .due : .end
    let needsEnd =
      component.start == nil
      || component.alarms.contains { alarm in
        if case .relative(_, to: .end) = alarm?.trigger { true } else { false }
      }
    if let property = source.first(endName), !property.isEmpty {
      do throws(ComponentError) {
        let end = try times.time(property, in: &context, reader)
        component.extent = .until(end)
        if let start = component.start, start.isDate == end.isDate,
          start.reference == end.reference, end.civil < start.civil
        {
          context.report(
            .endBeforeStart(property: endName.rawValue), line: property.line, uid: uid)
          component.extent = .until(start)
        }
      } catch {
        try forgive(error, property, needsEnd, in: &context)
      }
      return
    }
    guard let property = source.first(.duration), !property.isEmpty else { return }
    if let duration = CalendarDuration(rfc5545: property.bytes), duration.isForward {
      component.extent = .lasting(duration)
    } else {
      let error = ComponentError(
        finding: .durationInvalid(property: "DURATION", value: property.excerpt),
        line: property.line)
      try forgive(error, property, needsEnd, in: &context)
    }
  }

  private func forgive(
    _ error: ComponentError, _ property: SourceProperty, _ needsEnd: Bool,
    in context: inout FileContext
  ) throws(ComponentError) {
    guard !needsEnd else { throw error }
    context.report(
      .valueIgnored(property: property.name.rawValue, value: property.excerpt),
      line: error.line, uid: uid)
  }
}

extension RecurrenceRule.Until {
  /// Whether the value is of the type that RFC 5545, 3.3.10 wants for a start.
  fileprivate func fits(_ start: CalendarTime) -> Bool {
    switch (kind, start.isDate, start.reference) {
    case (.date, true, _), (.local, false, .floating), (.utc, false, .utc), (.utc, false, .zone):
      true
    default: false
    }
  }
}

extension CalendarTime {
  /// The value's type, as a diagnostic calls it.
  fileprivate var typeName: String {
    if isDate { return "a DATE" }
    return switch reference {
    case .floating: "a local DATE-TIME"
    case .utc: "a DATE-TIME in UTC"
    case .zone: "a DATE-TIME with TZID, which wants UTC"
    }
  }
}

extension RecurrenceRule {
  /// Whether a weekday has a number that its frequency gives no meaning.
  fileprivate var hasMeaninglessWeekdayNumber: Bool {
    weekdays.contains { $0.ordinal != nil }
      && (frequency < .monthly || (frequency == .yearly && !weeks.isEmpty))
  }

  /// Takes every such weekday instead of a numbered one.
  fileprivate mutating func dropWeekdayNumbers() {
    weekdays = Set(weekdays.map(\.weekday)).sorted { $0.rawValue < $1.rawValue }
      .map { WeekdayNumber($0) }
  }
}
