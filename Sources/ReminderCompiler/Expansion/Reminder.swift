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
  /// The most groups that are due in its place and are followed beyond the horizon; with more,
  /// one-shots serve the reminder.
  static let maximumPrecedences = 16

  /// The reminders that show the same at some of its fires, and ring with it; ``maximumTwins`` at
  /// most.
  var twins: [Twin] = []

  /// The most reminders that are remembered to ring with one: a copy is in a few calendars.
  package static let maximumTwins = 64
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
    /// The most patterns that lowering looks at for each group.
    let patternLimit: Int

    /// Makes the context of a compilation.
    init(_ options: CompilerOptions, patternLimit: Int) {
      self.options = options
      self.patternLimit = patternLimit
    }
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
