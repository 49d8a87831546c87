package import CivilTime
package import ICalendar

/// One alarm of one series, with what the calendar asks of it.
package struct Reminder: Sendable {
  /// What stands in for a reminder wherever it is spoken of.
  package struct ID: Hashable, Comparable, Sendable {
    /// UID.
    package let uid: String
    /// What tells its series from others with the same UID; empty where there are none.
    package var distinction = ""
    /// The alarm, from 0; what was put off comes after the last one.
    package let alarm: Int

    /// Compares UIDs by their bytes: strings that Unicode takes for the same are two UIDs.
    package static func == (left: ID, right: ID) -> Bool {
      left.alarm == right.alarm && left.uid.utf8.elementsEqual(right.uid.utf8)
        && left.distinction == right.distinction
    }

    /// Hashes what is compared: a file can have any number of UIDs that only Unicode takes for the
    /// same, and with one hash for all each would be compared with each.
    package func hash(into hasher: inout Hasher) {
      hasher.combine(UniqueIdentifier(uid))
      hasher.combine(alarm)
    }

    /// Orders reminders by the bytes of their UIDs, then series, then alarm.
    package static func < (left: ID, right: ID) -> Bool {
      left.uid.utf8.elementsEqual(right.uid.utf8)
        ? (left.distinction, left.alarm) < (right.distinction, right.alarm)
        : left.uid.utf8.lexicographicallyPrecedes(right.uid.utf8)
    }
  }

  /// What tells the reminder from others.
  package let id: ID
  /// What asks for it in its series.
  package let alarm: SeriesAlarm
  /// The fires from now to the horizon, and where a bound cut them.
  package var fires: Fires
  /// What each component of the series shows, and how its requests are named.
  private(set) var shown: AlarmContents
  /// The zone that the series lives in on the device.
  package let zone: Zone
  /// Whether the series follows the device's zone.
  package let isFloating: Bool
  /// The series, for looking beyond the horizon.
  package let expansion: SeriesExpansion
  /// The fires that are due in the place of equal ones of this reminder (``EqualFires``).
  var precedences: [Precedence] = []
  /// The reminders that show the same at some of its fires, and ring with it; ``maximumTwins`` at
  /// most.
  var twins: [Twin] = []

  /// The most reminders that are remembered to ring with one, and the most groups that are due in
  /// its place and are followed beyond the horizon: a copy is in a few calendars.
  ///
  /// With more ``precedences``, one-shots serve the reminder.
  package static let maximumTwins = 16
  /// How many of its fires are removed since an equal one is due.
  package private(set) var equalFireCount = 0
  /// What it has in common with all others.
  let context: Context

  /// Another group whose fires are due in the place of equal fires of one group of this reminder.
  struct Precedence: Sendable {
    /// The group that yields.
    let key: FireKey
    /// The reminder of the other group, without its fires; it can be this one.
    let reminder: Reminder
    /// The other group.
    let otherKey: FireKey

    /// Makes a precedence.
    init(key: FireKey, reminder: Reminder, otherKey: FireKey) {
      var followed = reminder.followed
      followed.precedences = []
      (self.key, self.reminder, self.otherKey) = (key, followed, otherKey)
    }
  }

  /// Another reminder whose fires ring with those of one group of this reminder, at some instants.
  package struct Twin: Sendable {
    /// The group of this reminder.
    let key: FireKey
    /// The other reminder.
    package let reminder: ID
    /// The component whose alarm it is.
    package let component: Int
  }

  /// What all reminders of a compilation have in common, in one place: tens of thousands of them live
  /// at once.
  package final class Context: Sendable {
    /// The options, the nearest that there are.
    let options: CompilerOptions

    /// Makes the context of a compilation.
    init(_ options: CompilerOptions) { self.options = options }
  }
}

extension Reminder {
  /// Where the series stands in the input.
  package var location: SourceLocation? { expansion.location }
  /// The zone of the device.
  var deviceZone: Zone { context.options.deviceZone }
  /// What its rules ask for in a repeated hour.
  package var repeatedHour: RepeatedHour { context.options.repeatedHour }
  /// From now to the horizon.
  package var window: Range<Instant> { context.options.window }
}

extension Reminder {
  /// What each component of the series shows, by its index.
  package var contents: [ReminderContent] { shown.contents }
  /// For each component the first one whose alarm says and shows the same.
  package var firstAlike: [Int] { shown.firstAlike }
  /// What the identifiers of requests for each component's alarm begin with; empty where it has
  /// none.
  package var identifierPrefixes: [String] { shown.identifierPrefixes }

  /// Whether a repeating trigger may answer anything of it: not where it neither recurs nor comes
  /// twice.
  package var mayRepeat: Bool {
    !fires.isEmpty && (fires.count > 1 || !expansion.rules.isEmpty)
  }

  /// Whether it has a first alert after now and before an instant.
  func hasAlert(before end: Instant) -> Bool {
    fires.contains { $0.repetition == 0 && $0.at > window.lowerBound && $0.at < end }
  }

  /// The reduced reminder for looking beyond the horizon, without its fires, their contents and their
  /// names.
  var followed: Reminder {
    var copy = self
    copy.fires = Fires()
    copy.shown = shown.followed
    copy.twins = []
    return copy
  }

  /// Removes the fires at some places, ascending, since equal fires of others are due.
  mutating func removeEqualFires(at removed: [Int]) {
    var place = -1
    var rest = removed[...]
    fires.keep { _ in
      place += 1
      guard rest.first == place else { return true }
      rest.removeFirst()
      return false
    }
    equalFireCount += removed.count
  }
}

extension Reminder {
  /// The instants in a range that are echoes of the reminder's fires, by group, unless something in
  /// the same group asks for them too.
  ///
  /// They are decided here alone: whatever holds fires against what is asked for has them from
  /// here.
  ///
  /// - Parameters:
  ///   - range: Instants, half-open.
  ///   - isAsked: Whether a group asks for an instant of the range.
  /// - Returns: The echoes, each once.
  package func echoes(
    in range: Range<Instant>, unless isAsked: (FireKey, Instant) -> Bool
  ) -> [FireKey: Set<Instant>] {
    guard repeatedHour == .either else { return [:] }
    var echoes: [FireKey: Set<Instant>] = [:]
    for echo in expansion.echoes(of: alarm, in: range) {
      let key = key(of: echo)
      if !isAsked(key, echo.at) { echoes[key, default: []].insert(echo.at) }
    }
    return echoes
  }

  /// The echoes from now to the horizon, by group, each once.
  package var echoes: [FireKey: Set<Instant>] {
    echoes(in: window) { key, instant in
      let first = fires.partitionPoint { $0.at < instant }
      return fires[first...].prefix { $0.at == instant }.contains { self.key(of: $0) == key }
    }
  }
}

extension Reminder {
  /// The fires at an instant, as often as they are due.
  package func instantsDue(at instant: Instant) -> [Instant] {
    fires.lazy.map(\.at).prefix { $0 <= instant }.filter { $0 == instant }
  }
}

extension [Reminder] {
  /// What the user should know about the fires of a series, for each of its reminders: what is true
  /// of several is told of the first.
  ///
  /// - Parameter now: The instant of compilation.
  /// - Returns: What was found.
  package func diagnostics(now: Instant) -> [[Diagnostic]] {
    let cut = indices.filter { self[$0].fires.cut != nil }
    return indices.map { index in
      let reminder = self[index]
      var findings: [Finding] = []
      if index == cut.first, let from = cut.compactMap({ self[$0].fires.cut }).min() {
        findings.append(
          .firesCut(
            alarms: cut.map { self[$0].id.alarm }, limit: reminder.expansion.fireLimit, from: from))
      }
      let merged = reduce(0) { $0 + $1.equalFireCount }
      if index == 0, merged > 0 { findings.append(.firesEqual(count: merged)) }
      if !reminder.instantsDue(at: now).isEmpty {
        findings.append(.dueNow(alarm: reminder.id.alarm))
      }
      return findings.map { Diagnostic($0, at: reminder.location, uid: reminder.id.uid) }
    }
  }
}

extension Reminder {
  /// All reminders of a series.
  ///
  /// - Parameters:
  ///   - seriesExpansion: The series, default alarms added.
  ///   - fires: The fires of each of its alarms in the options' window.
  ///   - context: What all reminders have in common.
  /// - Returns: The reminders by alarm, those that never fire included.
  package static func all(
    of seriesExpansion: SeriesExpansion, fires: [Fires], _ context: Context
  ) -> [Reminder] {
    let series = seriesExpansion.series
    let contents = SeriesContents(seriesExpansion, context.options)
    return seriesExpansion.alarms.enumerated().map { number, alarm in
      Reminder(
        id: ID(uid: series.uid, distinction: series.distinction, alarm: number), alarm: alarm,
        fires: fires[number], shown: contents.contents(of: alarm),
        zone: seriesExpansion.zone, isFloating: seriesExpansion.isFloating,
        expansion: seriesExpansion, context: context)
    }
  }

  /// All reminders of a series, or none of one that asks for nothing in the window: of that nothing
  /// has to be named.
  ///
  /// - Parameters:
  ///   - seriesExpansion: The series, default alarms added.
  ///   - fires: The fires of each of its alarms in the options' window.
  ///   - context: What all reminders have in common.
  /// - Returns: The reminders by alarm.
  package static func askedFor(
    by seriesExpansion: SeriesExpansion, fires: [Fires], _ context: Context
  ) -> [Reminder] {
    guard fires.contains(where: { !$0.isEmpty || $0.cut != nil }) else { return [] }
    return all(of: seriesExpansion, fires: fires, context)
  }
}

extension Finding {
  /// Alarms of a series with more fires than are looked at, or a rule that takes too many steps.
  ///
  /// - Parameters:
  ///   - alarms: Their numbers, ascending, one at least.
  ///   - limit: The most fires of each that are looked at.
  ///   - from: The first instant that is cut.
  /// - Returns: The finding.
  package static func firesCut(alarms: [Int], limit: Int, from: Instant) -> Finding {
    let message =
      alarms.count == 1
      ? "alarm \(alarms[0]) has more than \(limit) fires, or its rule takes too many steps; "
        + "fires from \(from) on are skipped"
      : "alarms \(alarms.namedByRuns) have more than \(limit) fires each, or their rule takes "
        + "too many steps; some fires from \(from) on are skipped"
    return Finding("fires-cut", .warning, property: "RRULE", message: message)
  }

  /// Fires in whose place equal ones are due.
  package static func firesEqual(count: Int) -> Finding {
    Finding(
      "fires-equal", .note,
      message: count == 1
        ? "1 fire shows the same as another one at the same instant; they ring once"
        : "\(count) fires show the same as others at the same instant; they ring once")
  }

  /// Series with one title and too many fires to compare them.
  package static func copiesKept(count: Int) -> Finding {
    Finding(
      "copies-kept", .warning,
      message: "\(count) events and to-dos with this title have more than "
        + "\(SeriesTurns.maximumFires) fires; fires of two of them that show the same ring twice")
  }

  /// A trigger that was thought to be exact until it was simulated.
  package static func triggerRefused(alarm: Int, trigger: String, unasked: Instant) -> Finding {
    Finding(
      "trigger-refused", .warning,
      message: "alarm \(alarm): the trigger \(trigger) would fire unexpectedly at \(unasked); "
        + "one-shots are used instead")
  }

  /// Reminders of which no repeating trigger is looked for.
  package static func triggersLimited(count: Int) -> Finding {
    Finding(
      "triggers-limited", .warning,
      message: "there are too many times of day to look for all repeating triggers; "
        + (count == 1 ? "1 reminder gets" : "\(count) reminders get")
        + " one-shots for first alerts alone")
  }

  /// An alarm at the instant of compilation.
  package static func dueNow(alarm: Int) -> Finding {
    Finding(
      "due-now", .note,
      message:
        "alarm \(alarm) is due now, and a trigger that is added now fires later; this fire is not "
        + "planned")
  }
}

extension [Int] {
  /// Ascending numbers by those that follow each other: `0 to 31`, `0, 1`, `0, 2, 5 to 7`.
  fileprivate var namedByRuns: String {
    var runs: [ClosedRange<Int>] = []
    for number in self {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    let named = runs.prefix(EnglishNames.mostListed)
    let text = named.map {
      switch $0.count {
      case 1: "\($0.lowerBound)"
      case 2: "\($0.lowerBound), \($0.upperBound)"
      default: "\($0.lowerBound) to \($0.upperBound)"
      }
    }.joined(separator: ", ")
    let unnamed = count - named.reduce(0) { $0 + $1.count }
    return unnamed > 0 ? "\(text) and \(unnamed) more" : text
  }
}

extension Zone {
  /// The zone that triggers of a series in this one are read in: itself, or GMT where other systems
  /// don't know it.
  package var triggerZone: Zone { isIANA ? self : .gmt }
}
