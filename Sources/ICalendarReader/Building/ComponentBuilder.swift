internal import CivilTime
internal import ICalendar

/// Creates a component of the model from its properties.
///
/// An error in a property that determines its times makes the component invalid. Other errors are
/// reported, and the remaining properties are used.
struct ComponentBuilder {
  /// Collects the diagnostics and resolves zones.
  let context: FileContext
  let source: SourceComponent
  let kind: CalendarComponent.Kind
  /// The maximum number of alarms that were read.
  let alarmLimit: Int

  var options: ReadingOptions { context.options }
  var reader: ComponentReader { context.reader }

  /// Builds the component.
  ///
  /// - Throws: The reason why the component is skipped. The message states that consequence.
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
    var times = TimeReader(context: context)
    readFirstOpen(into: &component, times)
    if let property = source.first(.recurrenceID) {
      component.recurrenceID = .init(
        try times.time(property),
        isThisAndFuture: reader.parameters(property)?.range == "THISANDFUTURE")
    }
    if let property = source.first(.start) {
      component.start = try times.time(property)
    } else if kind == .event {
      // An override without DTSTART keeps the original start.
      component.start = component.recurrenceID?.time
    }
    let endError = readExtent(into: &component, times)
    component.alarms = alarms(of: component, times)
    if let endError { try dropEndAlarms(of: &component, endError) }
    try requireStart(component)
    times.readsDays = component.start?.isDate ?? false
    component.rules = rules(.rule, of: component, times: times)
    if !component.rules.isEmpty, let property = source.first(.start) ?? source.first(.due) {
      component.startText = SourceProperty.excerpt(property.parts.line)
    }
    component.exceptionRules = rules(.exceptionRule, of: component, times: times)
    for property in source.all(.recurrenceDate) {
      component.recurrenceDates += times.recurrenceDates(property)
    }
    for property in source.all(.exceptionDate) {
      component.exceptionDates += times.exceptionDates(property)
    }
    noteAbsoluteTriggers(of: component)
    noteUnsupportedAction(of: component)
    return component
  }

  /// Whether a component has alarms or gets default alarms.
  func canRing(_ component: CalendarComponent) -> Bool {
    !component.isSilent
      && (options.includesComponentsWithoutAlarms || component.alarms.contains { $0 != nil })
  }

  /// The local time or date without a TZID to which the alarms of a component are relative; nil if
  /// the component can't ring, or has another time.
  func floatingTime(of component: CalendarComponent) -> CalendarTime? {
    guard canRing(component), let anchor = component.anchor, anchor.reference == .floating else {
      return nil
    }
    guard !anchor.isDate else { return anchor }
    // A time with an unknown TZID is floating too.
    let property = source.first(.start) ?? source.first(.due)
    return property.flatMap(reader.parameters)?.zoneName == nil ? anchor : nil
  }

  private var isSilent: Bool {
    switch source.first(.status)?.value.uppercased() {
    case "CANCELLED", "CANCELED", "COMPLETED": true
    // A to-do without a STATUS can still have COMPLETED or PERCENT-COMPLETE.
    case nil, "":
      kind == .toDo
        && (source.first(.completed)?.isEmpty == false
          || source.first(.percentComplete)?.value == "100")
    default: false
    }
  }

  private func reportForgiven() {
    for (finding, line) in source.forgiven { context.report(finding, line: line) }
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

  private func readFirstOpen(into component: inout CalendarComponent, _ times: TimeReader) {
    guard kind == .toDo, let property = source.first(.kdeFirstOpen), !property.isEmpty else {
      return
    }
    component.firstOpen = try? times.time(property)
    guard component.firstOpen == nil else { return }
    context.report(
      .valueIgnored(property: property.name.rawValue, value: property.excerpt),
      line: property.line)
  }

  /// The alarms in the order of the file; nil for an alarm that never fires.
  private func alarms(of component: CalendarComponent, _ times: TimeReader) -> [Alarm?] {
    var (offCount, firstOff) = (0, 0)
    defer { if offCount > 0 { context.report(.alarmsOff(count: offCount), line: firstOff) } }
    return source.subcomponents.map { subcomponent in
      let builder = AlarmBuilder(
        source: subcomponent, times: times, anchor: component.anchor)
      if subcomponent.isOff {
        if offCount == 0 { firstOff = subcomponent.line }
        offCount += 1
      }
      do throws(ComponentError) {
        return try builder.build()
      } catch {
        let error = error.stating("the alarm is skipped")
        context.report(error.finding, line: error.line)
        return nil
      }
    }
  }

  /// Reports an absolute trigger in a component that recurs, as in Apple's to-dos: it fires only
  /// once.
  private func noteAbsoluteTriggers(of component: CalendarComponent) {
    guard !component.rules.isEmpty || !component.recurrenceDates.isEmpty else { return }
    for (alarm, source) in zip(component.alarms, source.subcomponents) {
      guard case .absolute? = alarm?.trigger else { continue }
      context.report(
        .triggerOnce(component: kind.noun), line: source.first(.trigger)?.line ?? source.line)
    }
  }

  /// Reports an unknown ACTION, such as the PROCEDURE of RFC 2445, if no other alarm rings.
  private func noteUnsupportedAction(of component: CalendarComponent) {
    guard !component.isSilent, component.alarms.allSatisfy({ $0 == nil }) else { return }
    let actions = source.subcomponents.lazy.filter { !$0.isOff }.compactMap { $0.first(.action) }
    guard let action = actions.first(where: \.isUnsupportedAction) else { return }
    context.report(
      .actionUnsupported(action: action.excerpt, component: kind.noun), line: action.line)
  }

  /// Throws if an event lacks a start, or a to-do both a start and a due time, and an alarm needs
  /// it.
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

  /// A time that must be in UTC according to RFC 5545.
  ///
  /// Without a Z, it is still read as UTC.
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
  var hasRelativeAlarm: Bool {
    alarms.contains { alarm in
      if case .relative = alarm?.trigger { true } else { false }
    }
  }
}

/// The reason why a whole component or alarm is rejected.
struct ComponentError: Error {
  var finding: Finding
  var line: Int

  func stating(_ consequence: String) -> ComponentError {
    ComponentError(finding: finding.stating(consequence), line: line)
  }
}
