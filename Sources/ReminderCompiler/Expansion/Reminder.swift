package import CivilTime
package import ICalendar
package import NotificationTriggers

/// One alarm of one series, with what the calendar asks of it.
package struct Reminder: Sendable {
  /// What stands in for a reminder wherever it is spoken of.
  package struct ID: Hashable, Comparable, Sendable {
    /// UID.
    package let uid: String
    /// The alarm, from 0.
    package let alarm: Int

    /// Compares UIDs by their bytes: strings that Unicode takes for the same are two UIDs.
    package static func == (left: ID, right: ID) -> Bool {
      left.alarm == right.alarm && left.uid.utf8.elementsEqual(right.uid.utf8)
    }

    /// Hashes what is compared, nearly: UIDs that only Unicode takes for the same share a hash.
    package func hash(into hasher: inout Hasher) {
      hasher.combine(uid)
      hasher.combine(alarm)
    }

    /// Orders reminders by the bytes of their UIDs, then alarm.
    package static func < (left: ID, right: ID) -> Bool {
      left.uid.utf8.elementsEqual(right.uid.utf8)
        ? left.alarm < right.alarm
        : left.uid.utf8.lexicographicallyPrecedes(right.uid.utf8)
    }
  }

  /// What tells the reminder from others.
  package let id: ID
  /// The fires from now to the horizon, and where a bound cut them.
  package let fires: Fires
  /// What each component of the series shows, by its index.
  package let contents: [NotificationContent]
  /// For each component the first one that shows the same.
  package let firstWithSameContent: [Int]
  /// The RECURRENCE-ID of each component as written, nil for the master.
  package let recurrenceIDs: [String?]
  /// The zone that the series lives in on the device.
  package let zone: Zone
  /// Whether the series follows the device's zone.
  package let isFloating: Bool
  /// Where the series stands in the input.
  package let location: SourceLocation?
  /// The series, for looking beyond the horizon.
  package let expansion: SeriesExpansion
  /// What its rules ask for in a repeated hour.
  package let repeatedHour: RepeatedHour
  /// From now to the horizon.
  package let window: Range<Instant>
}

extension Reminder {
  /// All reminders of a series, with their fires in the options' window.
  ///
  /// - Parameters:
  ///   - expansion: The series, default alarms added.
  ///   - options: The window and the device.
  /// - Returns: The reminders by alarm, those that never fire included.
  package static func all(
    of expansion: SeriesExpansion, _ options: CompilerOptions
  ) -> [Reminder] {
    let series = expansion.series
    let recurrenceIDs = series.components.map {
      $0.recurrenceID.map { "\($0.time)\($0.isThisAndFuture ? "+" : "")" }
    }
    return (0..<expansion.reminderCount).map { alarm in
      let contents = series.components.map {
        NotificationContent($0, alarm: alarm, level: options.levels.level(of: $0))
      }
      return Reminder(
        id: ID(uid: series.uid, alarm: alarm),
        fires: expansion.fires(ofReminder: alarm, in: options.window), contents: contents,
        firstWithSameContent: contents.map { contents.firstIndex(of: $0) ?? 0 },
        recurrenceIDs: recurrenceIDs, zone: expansion.zone, isFloating: expansion.isFloating,
        location: series.components.first?.location, expansion: expansion,
        repeatedHour: options.repeatedHour, window: options.window)
    }
  }
}

extension Reminder {
  /// The instants in a range that are echoes of the reminder's fires, by stream, unless something in
  /// the same stream asks for them too.
  ///
  /// They are decided here alone: whatever holds fires against what is asked for has them from here.
  ///
  /// - Parameters:
  ///   - range: Instants, half-open.
  ///   - isAsked: Whether a stream asks for an instant of the range.
  /// - Returns: The echoes, each once.
  package func echoes(
    in range: Range<Instant>, unless isAsked: (FireStream.Key, Instant) -> Bool
  ) -> [FireStream.Key: Set<Instant>] {
    guard repeatedHour == .either else { return [:] }
    var echoes: [FireStream.Key: Set<Instant>] = [:]
    for echo in expansion.echoes(ofReminder: id.alarm, in: range) {
      let key = key(of: echo)
      if !isAsked(key, echo.at) { echoes[key, default: []].insert(echo.at) }
    }
    return echoes
  }

  /// The echoes from now to the horizon, by stream, each once.
  package var echoes: [FireStream.Key: Set<Instant>] {
    echoes(in: window) { key, instant in
      let first = fires.fires.partitionPoint { $0.at < instant }
      return fires.fires[first...].prefix { $0.at == instant }.contains { self.key(of: $0) == key }
    }
  }
}

extension Reminder {
  /// The fires at an instant, as often as they are due.
  package func instantsDue(at instant: Instant) -> [Instant] {
    fires.fires.lazy.map(\.at).prefix { $0 <= instant }.filter { $0 == instant }
  }

  /// What the user should know about the reminder's fires.
  ///
  /// - Parameters:
  ///   - now: The instant of compilation.
  ///   - refusals: Triggers that were taken for right until they were simulated.
  /// - Returns: What was found.
  package func diagnostics(now: Instant, refusals: [Refusal] = []) -> [Diagnostic] {
    var findings: [Finding] = []
    if let cut = fires.cut {
      findings.append(
        .firesCut(alarm: id.alarm, limit: expansion.fireLimit, from: cut))
    }
    if fires.fires.contains(where: { $0.at == now }) { findings.append(.dueNow(alarm: id.alarm)) }
    findings += refusals.map {
      .triggerRefused(
        alarm: id.alarm, trigger: $0.trigger.pattern.description, unasked: $0.unasked)
    }
    return findings.map { Diagnostic($0, at: location, uid: id.uid) }
  }
}

extension NotificationContent {
  /// What an alarm of a component shows.
  ///
  /// - Parameters:
  ///   - component: The component.
  ///   - alarm: The alarm, from 0; nil for none of them.
  ///   - level: How much it may interrupt.
  init(_ component: CalendarComponent, alarm: Int?, level: InterruptionLevel) {
    let alarm = alarm.flatMap { component.alarms.indices.contains($0) ? component.alarms[$0] : nil }
    let text = alarm?.text ?? ""
    let title = component.title.isEmpty ? text : component.title
    let lines = [text == title ? "" : text, component.place].filter { !$0.isEmpty }
    self.init(
      title: title, body: lines.joined(separator: "\n"),
      interruptionLevel: level,
      threadIdentifier: RequestIdentifier.prefix(ofUID: component.uid))
  }
}
