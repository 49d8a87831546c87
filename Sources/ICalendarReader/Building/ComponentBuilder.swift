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
  /// The device's zone.
  let deviceZone: Zone

  /// Builds the component.
  ///
  /// - Parameters:
  ///   - context: Takes the diagnostics and knows the zones.
  ///   - reader: Reads the zones' definitions.
  /// - Throws: Why the component is skipped, with that consequence in the message.
  /// - Returns: The component.
  func build(
    in context: inout FileContext, _ reader: ComponentReader
  ) throws(ComponentError) -> CalendarComponent {
    do throws(ComponentError) {
      return try component(in: &context, reader)
    } catch {
      throw error.stating("the \(kind.noun) is skipped")
    }
  }

  private func component(
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
    readMozilla(into: &component, in: &context)
    var times = TimeReader(
      calendar: calendar, uid: uid,
      dayZones: [context.calendarZone(calendar, reader), deviceZone].compactMap { $0 })
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
    let endError = readExtent(into: &component, times, in: &context, reader)
    component.alarms = alarms(of: component, times, in: &context, reader)
    if let endError { try dropEndAlarms(of: &component, endError, in: &context) }
    try requireStart(component)
    times.readsDays = component.start?.isDate ?? false
    component.rules = try rules(.rule, component, times, in: &context)
    component.exceptionRules = try rules(.exceptionRule, component, times, in: &context)
    for property in source.all(.recurrenceDate) {
      component.recurrenceDates += times.recurrenceDates(property, in: &context, reader)
    }
    for property in source.all(.exceptionDate) {
      component.exceptionDates += times.exceptionDates(property, in: &context, reader)
    }
    noteAbsoluteTriggers(of: component, in: &context)
    return component
  }

  /// Whether a component has alarms, or gets default alarms.
  func canRing(_ component: CalendarComponent) -> Bool {
    !component.isSilent
      && (expectsDefaultAlarms || component.alarms.contains { $0 != nil })
  }

  /// Whether a component has alarms that count from a local time without a TZID.
  ///
  /// - Parameters:
  ///   - component: The component that was built.
  ///   - reader: Reads the parameters of its start.
  /// - Returns: Whether it has.
  func firesOnFloatingTime(_ component: CalendarComponent, _ reader: ComponentReader) -> Bool {
    guard canRing(component), let anchor = component.anchor, !anchor.isDate,
      anchor.reference == .floating
    else { return false }
    // A TZID that means nothing leaves its time floating, too.
    let property = source.first(.start) ?? source.first(.due)
    return property.flatMap(reader.parameters)?.zoneName == nil
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
    report(source.properties, in: &context)
    for subcomponent in source.subcomponents { report(subcomponent.properties, in: &context) }
  }

  private func report(_ properties: SourceProperties, in context: inout FileContext) {
    for property in properties where property.parts.hasParameters {
      guard let text = QuotedPrintable(property.parts), text.decoded == nil else { continue }
      context.report(
        .charsetUnknown(
          property: property.name.rawValue, name: SourceProperty.excerpt(text.charset ?? "")),
        line: property.line, uid: uid)
    }
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
    of component: CalendarComponent, _ times: TimeReader, in context: inout FileContext,
    _ reader: ComponentReader
  ) -> [Alarm?] {
    source.subcomponents.map { subcomponent in
      let builder = AlarmBuilder(
        source: subcomponent, times: times, anchor: component.anchor, deviceZone: deviceZone)
      do throws(ComponentError) {
        return try builder.build(in: &context, reader)
      } catch {
        let error = error.stating("the alarm is skipped")
        context.report(error.finding, line: error.line, uid: uid)
        return nil
      }
    }
  }

  /// Tells that an alarm at an instant doesn't recur with its component: Apple's to-dos have such.
  private func noteAbsoluteTriggers(
    of component: CalendarComponent, in context: inout FileContext
  ) {
    guard !component.rules.isEmpty || !component.recurrenceDates.isEmpty else { return }
    for (alarm, source) in zip(component.alarms, source.subcomponents) {
      guard case .absolute? = alarm?.trigger else { continue }
      context.report(
        .triggerOnce(component: kind.noun), line: source.first(.trigger)?.line ?? source.line,
        uid: uid)
    }
  }

  /// An event needs a start, and a to-do a start or due time, if something counts from it.
  private func requireStart(_ component: CalendarComponent) throws(ComponentError) {
    guard component.start == nil, !component.isSilent else { return }
    if kind == .toDo, case .until = component.extent { return }
    guard
      component.hasRelativeAlarm
        || (kind == .event && (expectsDefaultAlarms || component.alarms.isEmpty))
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
        .numberInvalid(property: property.name.rawValue, value: property.excerpt)
          .stating("the value is skipped"),
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

extension CalendarComponent {
  /// Whether an alarm counts from the start or the end.
  var hasRelativeAlarm: Bool {
    alarms.contains { alarm in
      if case .relative = alarm?.trigger { true } else { false }
    }
  }
}
