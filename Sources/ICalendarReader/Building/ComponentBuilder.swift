internal import CivilTime
internal import ICalendar

/// Makes a component of the model from its properties.
///
/// A fault in what says when it happens refuses the component; any other is reported and the rest
/// counts.
struct ComponentBuilder {
  /// Takes the diagnostics and knows the zones.
  let context: FileContext
  /// The properties.
  let source: SourceComponent
  /// What it is.
  let kind: CalendarComponent.Kind
  /// How many of its alarms are read.
  let alarmLimit: Int

  var options: ReadingOptions { context.options }
  var reader: ComponentReader { context.reader }

  /// Builds the component.
  ///
  /// - Throws: Why the component is skipped, with that consequence in the message.
  func build() throws(ComponentError) -> CalendarComponent {
    do throws(ComponentError) {
      return try component()
    } catch {
      throw error.stating("the \(kind.noun) is skipped")
    }
  }

  private func component() throws(ComponentError) -> CalendarComponent {
    guard !source.isTooLarge else {
      throw ComponentError(
        finding: .componentTooLarge(name: kind.rawValue, limit: ReadingLimits.maximumComponentSize),
        line: source.line)
    }
    guard !source.hasUnendedSubcomponent else {
      throw ComponentError(
        finding: .componentUnended(name: "a component inside"), line: source.line)
    }
    reportForgiven()
    var component = CalendarComponent(kind, uid: context.uid)
    component.location = context.location(source.line)
    component.isSilent = context.calendar.isCancellation || isSilent
    readTexts(into: &component)
    readRevision(into: &component)
    readMozilla(into: &component)
    var times = TimeReader(
      context: context,
      dayZones: [context.calendarZone, context.deviceZone].compactMap { $0 })
    if let property = source.first(.recurrenceID) {
      component.recurrenceID = .init(
        try times.time(property),
        isThisAndFuture: reader.parameters(property)?.range == "THISANDFUTURE")
    }
    if let property = source.first(.start) {
      component.start = try times.time(property)
    } else if kind == .event {
      // An override without a start of its own stays where it was.
      component.start = component.recurrenceID?.time
    }
    let endError = readExtent(into: &component, times)
    component.alarms = alarms(of: component, times)
    if let endError { try dropEndAlarms(of: &component, endError) }
    try requireStart(component)
    times.readsDays = component.start?.isDate ?? false
    component.rules = try rules(.rule, component, times)
    component.exceptionRules = try rules(.exceptionRule, component, times)
    for property in source.all(.recurrenceDate) {
      component.recurrenceDates += times.recurrenceDates(property)
    }
    for property in source.all(.exceptionDate) {
      component.exceptionDates += times.exceptionDates(property)
    }
    noteAbsoluteTriggers(of: component)
    return component
  }

  /// Whether a component has alarms, or gets default alarms.
  func canRing(_ component: CalendarComponent) -> Bool {
    !component.isSilent
      && (options.includesComponentsWithoutAlarms || component.alarms.contains { $0 != nil })
  }

  /// Whether a component has alarms that count from a local time without a TZID.
  func firesOnFloatingTime(_ component: CalendarComponent) -> Bool {
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

  private func reportForgiven() {
    if let line = source.strayLine { context.report(.lineIgnored, line: line) }
    if let line = source.firstCutLine {
      context.report(.alarmsCut(limit: alarmLimit), line: line)
    }
    report(source.properties)
    for subcomponent in source.subcomponents { report(subcomponent.properties) }
  }

  private func report(_ properties: SourceProperties) {
    for property in properties where property.parts.hasParameters {
      guard let text = QuotedPrintable(property.parts), text.decoded == nil else { continue }
      context.report(
        .charsetUnknown(
          property: property.name.rawValue, name: SourceProperty.excerpt(text.charset ?? "")),
        line: property.line)
    }
    for (name, line) in properties.repeated {
      context.report(.propertyRepeated(name: name.rawValue), line: line)
    }
  }

  private func readTexts(into component: inout CalendarComponent) {
    component.texts = texts()
    if let property = source.first(.priority) {
      component.priority = number(property, in: 0...9) ?? 0
    }
  }

  private func readRevision(into component: inout CalendarComponent) {
    if let property = source.first(.sequence) {
      component.sequence = number(property, in: 0...Int(Int32.max)) ?? 0
    }
    for name in [PropertyName.stamp, .lastModified] {
      guard let property = source.first(name),
        let instant = instant(property)
      else { continue }
      component.modified = max(component.modified ?? instant, instant)
    }
  }

  private func readMozilla(into component: inout CalendarComponent) {
    if let property = source.first(.mozillaLastAcknowledged) {
      component.acknowledged = instant(property)
    }
    component.snoozedUntil = source.all(.mozillaSnoozeTime).compactMap { instant($0) }
  }

  /// The alarms in the order of the file, nil for one that never fires.
  private func alarms(of component: CalendarComponent, _ times: TimeReader) -> [Alarm?] {
    source.subcomponents.map { subcomponent in
      let builder = AlarmBuilder(
        source: subcomponent, times: times, anchor: component.anchor)
      do throws(ComponentError) {
        return try builder.build()
      } catch {
        let error = error.stating("the alarm is skipped")
        context.report(error.finding, line: error.line)
        return nil
      }
    }
  }

  /// Tells that an alarm at an instant doesn't recur with its component: Apple's to-dos have such.
  private func noteAbsoluteTriggers(of component: CalendarComponent) {
    guard !component.rules.isEmpty || !component.recurrenceDates.isEmpty else { return }
    for (alarm, source) in zip(component.alarms, source.subcomponents) {
      guard case .absolute? = alarm?.trigger else { continue }
      context.report(
        .triggerOnce(component: kind.noun), line: source.first(.trigger)?.line ?? source.line)
    }
  }

  /// An event needs a start, and a to-do a start or due time, if something counts from it.
  private func requireStart(_ component: CalendarComponent) throws(ComponentError) {
    guard component.start == nil, !component.isSilent else { return }
    if kind == .toDo, case .until = component.extent { return }
    guard
      component.hasRelativeAlarm
        || (kind == .event && (options.includesComponentsWithoutAlarms || component.alarms.isEmpty))
    else { return }
    throw ComponentError(finding: .startMissing(component: kind.rawValue), line: source.line)
  }
}

extension ComponentBuilder {
  func number(_ property: SourceProperty, in range: ClosedRange<Int>) -> Int? {
    if let number = Int(property.value), range.contains(number) { return number }
    if !property.isEmpty {
      context.report(
        .numberInvalid(property: property.name.rawValue, value: property.excerpt)
          .stating("the value is skipped"),
        line: property.line)
    }
    return nil
  }

  /// A time that RFC 5545 wants in UTC; without Z it is taken as UTC all the same.
  func instant(_ property: SourceProperty) -> Instant? {
    if let value = DateTimeText(property.bytes) {
      return Instant(secondsSince1970: value.civil.secondsSince1970)
    }
    if !property.isEmpty {
      context.report(
        .valueIgnored(property: property.name.rawValue, value: property.excerpt),
        line: property.line)
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

/// Why a component or an alarm is refused as a whole.
struct ComponentError: Error {
  /// What is wrong.
  var finding: Finding
  /// The line of what is wrong.
  var line: Int

  /// Returns the error with its consequence at the end of its message.
  func stating(_ consequence: String) -> ComponentError {
    ComponentError(finding: finding.stating(consequence), line: line)
  }
}
