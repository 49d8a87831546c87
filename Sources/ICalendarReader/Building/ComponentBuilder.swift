internal import CivilTime
internal import ICalendar

/// Makes a component of the model from its properties.
///
/// A fault in what says when it happens refuses the component; any other is reported and the rest
/// counts.
struct ComponentBuilder {
  /// The properties.
  let source: SourceComponent
  /// What it is.
  let kind: CalendarComponent.Kind
  /// The calendar in which it stands.
  let calendar: Int
  /// The UID for diagnostics and for the component.
  let uid: String
  /// What that calendar is called; empty where it isn't said.
  let calendarName: String
  /// Whether the calendar takes its components back: METHOD:CANCEL.
  let isCancelled: Bool
  /// Whether default alarms are asked for.
  let expectsDefaultAlarms: Bool
  /// How many of its alarms are read.
  let alarmLimit: Int
  /// Whether DESCRIPTION is kept, because what is shown has it.
  let keepsDetails: Bool
  /// Whether rules ask for what a component says of itself.
  let keepsAttributes: Bool

  /// Builds the component.
  ///
  /// - Parameters:
  ///   - context: Takes the diagnostics and knows the zones.
  ///   - reader: Reads the zones' definitions.
  /// - Throws: Why the component is refused.
  /// - Returns: The component.
  func build(
    in context: inout FileContext, _ reader: ComponentReader
  ) throws(ComponentError) -> CalendarComponent {
    guard !source.isTooLarge else {
      throw ComponentError(
        finding: .componentTooLarge(name: kind.rawValue, limit: ComponentReader.maximumSize),
        line: source.line)
    }
    guard !source.hasUnendedSubcomponent else {
      throw ComponentError(
        finding: .componentUnended(name: "a component inside"), line: source.line)
    }
    reportForgiven(in: &context)
    var component = CalendarComponent(kind, uid: uid)
    component.location = context.location(source.line)
    component.isSilent = isCancelled || isSilent
    readTexts(into: &component, in: &context, reader)
    readRevision(into: &component, in: &context)
    let times = TimeReader(calendar: calendar, uid: uid)
    component.alarms = alarms(times, in: &context, reader)
    readMozilla(into: &component, in: &context)

    if let property = source.first(.recurrenceID) {
      component.recurrenceID = .init(
        try times.time(property, in: &context, reader),
        isThisAndFuture: reader.parameters(property)?.range == "THISANDFUTURE")
    }
    if let property = source.first(.start) {
      component.start = try times.time(property, in: &context, reader)
    } else if kind == .event {
      // An override without a start of its own stays where it was.
      component.start = component.recurrenceID?.time
    }
    try readExtent(into: &component, times, in: &context, reader)
    try requireStart(component)
    component.rules = try rules(.rule, component, in: &context)
    component.exceptionRules = try rules(.exceptionRule, component, in: &context)
    for property in source.all(.recurrenceDate) {
      component.recurrenceDates += try times.recurrenceDates(property, in: &context, reader)
    }
    for property in source.all(.exceptionDate) {
      component.exceptionDates += try times.list(property, in: &context, reader)
    }
    return component
  }

  private var isSilent: Bool {
    switch source.first(.status)?.value.uppercased() {
    case "CANCELLED", "CANCELED", "COMPLETED": true
    // A to-do whose STATUS says nothing may still say when, or how much of it, was done.
    case nil, "":
      kind == .toDo
        && (source.first(.completed)?.isEmpty == false
          || source.first(.percentComplete)?.value == "100")
    default: false
    }
  }

  private func reportForgiven(in context: inout FileContext) {
    if let line = source.strayLine { context.report(.lineIgnored, line: line, uid: uid) }
    if let line = source.firstCutLine {
      context.report(.alarmsCut(limit: alarmLimit), line: line, uid: uid)
    }
    reportRepeated(source.properties, in: &context)
    for subcomponent in source.subcomponents {
      reportRepeated(subcomponent.properties, in: &context)
    }
  }

  private func reportRepeated(_ properties: SourceProperties, in context: inout FileContext) {
    for (name, line) in properties.repeated {
      context.report(.propertyRepeated(name: name.rawValue), line: line, uid: uid)
    }
  }

  private func readTexts(
    into component: inout CalendarComponent, in context: inout FileContext,
    _ reader: ComponentReader
  ) {
    component.texts = texts(reader)
    if let property = source.first(.priority) {
      component.priority = number(property, in: 0...9, &context) ?? 0
    }
  }

  private func readRevision(
    into component: inout CalendarComponent, in context: inout FileContext
  ) {
    if let property = source.first(.sequence) {
      component.sequence = number(property, in: 0...Int(Int32.max), &context) ?? 0
    }
    for name in [PropertyName.stamp, .lastModified] {
      guard let property = source.first(name),
        let instant = instant(property, &context)
      else { continue }
      component.modified = max(component.modified ?? instant, instant)
    }
  }

  private func readMozilla(into component: inout CalendarComponent, in context: inout FileContext) {
    if let property = source.first(.mozillaLastAcknowledged) {
      component.acknowledged = instant(property, &context)
    }
    component.snoozedUntil = source.all(.mozillaSnoozeTime).compactMap { instant($0, &context) }
  }

  /// The alarms in the order of the file, nil for one that never fires.
  private func alarms(
    _ times: TimeReader, in context: inout FileContext, _ reader: ComponentReader
  ) -> [Alarm?] {
    source.subcomponents.map { subcomponent in
      do throws(ComponentError) {
        return try AlarmBuilder(source: subcomponent, times: times).build(in: &context, reader)
      } catch {
        context.report(error.finding, line: error.line, uid: uid)
        return nil
      }
    }
  }

  /// An event needs a start, and a to-do a start or due time, if something counts from it.
  private func requireStart(_ component: CalendarComponent) throws(ComponentError) {
    guard component.start == nil, !component.isSilent else { return }
    if kind == .toDo, case .until = component.extent { return }
    let needsStart = component.alarms.contains { alarm in
      if case .relative = alarm?.trigger { true } else { false }
    }
    guard needsStart || (kind == .event && (expectsDefaultAlarms || component.alarms.isEmpty))
    else { return }
    throw ComponentError(finding: .startMissing(component: kind.rawValue), line: source.line)
  }
}

extension ComponentBuilder {
  func number(
    _ property: SourceProperty, in range: ClosedRange<Int>, _ context: inout FileContext
  ) -> Int? {
    if let number = Int(property.value), range.contains(number) { return number }
    if !property.isEmpty {
      context.report(
        .numberInvalid(property: property.name.rawValue, value: property.excerpt),
        line: property.line, uid: uid)
    }
    return nil
  }

  /// A time that RFC 5545 wants in UTC; without Z it is taken as UTC all the same.
  func instant(_ property: SourceProperty, _ context: inout FileContext) -> Instant? {
    if let value = DateTimeText(property.bytes) {
      return Instant(secondsSince1970: value.civil.secondsSince1970)
    }
    if !property.isEmpty {
      context.report(
        .valueIgnored(property: property.name.rawValue, value: property.excerpt),
        line: property.line, uid: uid)
    }
    return nil
  }
}
