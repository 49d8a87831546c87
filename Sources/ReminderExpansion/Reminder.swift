package import CivilTime
package import ICalendar
package import ReminderOptions

/// One alarm of one series, with its fires.
package struct Reminder: Sendable {
  /// The identity of a reminder: its series and its alarm.
  package struct ID: Hashable, Comparable, Sendable {
    package let uid: String
    /// Distinguishes the series from others with the same UID; empty if the UID is unique.
    package var distinction = ""
    /// The index of the alarm, from 0.
    ///
    /// Snoozes have the index after the last alarm.
    package let alarm: Int

    package init(uid: String, distinction: String = "", alarm: Int) {
      self.uid = uid
      self.distinction = distinction
      self.alarm = alarm
    }

    /// Compares UIDs as bytes, because String comparison treats canonically equivalent texts as
    /// equal.
    package static func == (left: ID, right: ID) -> Bool {
      left.alarm == right.alarm && left.uid.utf8.elementsEqual(right.uid.utf8)
        && left.distinction == right.distinction
    }

    /// Hashes the bytes of the UID.
    ///
    /// A file can have many canonically equivalent UIDs, or many series with one UID, and equal
    /// hashes would make comparisons quadratic.
    package func hash(into hasher: inout Hasher) {
      hasher.combine(UIDKey(uid))
      hasher.combine(distinction)
      hasher.combine(alarm)
    }

    /// Sorts by UID as bytes, then by series, then by alarm.
    package static func < (left: ID, right: ID) -> Bool {
      left.uid.utf8.elementsEqual(right.uid.utf8)
        ? (left.distinction, left.alarm) < (right.distinction, right.alarm)
        : left.uid.utf8.lexicographicallyPrecedes(right.uid.utf8)
    }
  }

  package let id: ID
  package let alarm: SeriesAlarm
  /// The fires from now to the horizon, and the instant at which a limit cut them.
  package var fires: AlarmFires
  let shown: ContentsByComponent
  /// The time zone of the series on the device.
  package let zone: Zone
  /// Whether the series follows the device's time zone.
  package let isFloating: Bool
  /// The series, for expanding it beyond the horizon.
  package let expansion: SeriesExpansion
  /// The groups that take precedence over equal fires of this reminder (``FireDeduplication``).
  package var precedences: [Precedence] = []
  /// The reminders with equal fires that ring with this one, at most ``maximumTwins``.
  var twins: [Twin] = []
  /// The claims of all reminders with equal fires, by group of this reminder.
  ///
  /// Many copies in one source must not hide that another source has a copy, too.
  var claimsOfTwins: [FireKey: Set<SlotClaim>] = [:]
  /// The sources of reminders that ring only with this one.
  var sourcesOfCopies: Set<String> = []
  /// The sources of its series and of all copies of it.
  package var sources: Set<String> { expansion.series.sources.union(sourcesOfCopies) }

  /// The limit of recorded reminders that ring with one, and of groups that take precedence and are
  /// expanded beyond the horizon.
  ///
  /// Copies of an event are usually in a few calendars.
  ///
  /// With more ``precedences``, the reminder gets one-shots.
  package static let maximumTwins = 16
  /// The number of its fires that were merged into equal fires.
  package private(set) var equalFireCount = 0
  /// Whether it never fires in the window, not even merged with an equal fire.
  package var isSilent: Bool { fires.isEmpty && fires.cut == nil && equalFireCount == 0 }
  /// The fires at local times that come again while the device travels, by group; they are echoes.
  package var repeatedOnTheWay: [FireKey: Set<Instant>] = [:]
  let context: Context

  /// A group whose fires take precedence over equal fires of one group of this reminder.
  package struct Precedence: Sendable {
    /// The group that yields.
    package let key: FireKey
    /// The reminder of the other group, which can be this reminder.
    package let reminder: Reminder
    package let otherKey: FireKey
  }

  /// Another reminder with fires that ring with those of one group of this reminder.
  package struct Twin: Sendable {
    let key: FireKey
    package let reminder: ID
    /// The index of the component with the alarm in the other series.
    package let component: Int
  }

  /// The values that all reminders of a compilation share.
  ///
  /// A reference saves memory, because tens of thousands of reminders exist at the same time.
  package final class Context: Sendable {
    let options: CompilerOptions

    init(_ options: CompilerOptions) { self.options = options }
  }
}

extension Reminder {
  package var location: SourceLocation? { expansion.location }
  package var deviceZone: Zone { context.options.deviceZone }
  package var repeatedHour: RepeatedHour { context.options.repeatedHour }
  /// The range from now to the horizon.
  package var window: Range<Instant> { context.options.window }
}

extension Reminder {
  /// The content of each component of the series, by index.
  package var contents: [ReminderContent] { shown.contents }
  /// For each component, the index of the first one with an identical alarm and content.
  package var firstAlike: [Int] { shown.firstAlike }
  /// The identifier prefix of requests for each component's alarm; empty if the component lacks the
  /// alarm.
  package var identifierPrefixes: [String] { shown.identifierPrefixes }

  /// Whether a repeating trigger may answer fires of the reminder: it recurs or has several fires.
  package var mayRepeat: Bool {
    !fires.isEmpty && (fires.count > 1 || !expansion.rules.isEmpty)
  }

  package func hasAlert(before end: Instant) -> Bool {
    fires.contains { $0.repetition == 0 && $0.at > window.lowerBound && $0.at < end }
  }

  /// Removes the fires at ascending indices, because equal fires of others are due instead.
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
  /// Returns the echoes of the reminder's fires in a range, by group, without expected fires of the
  /// same group.
  ///
  /// Only this function determines echoes. Every comparison of fires uses its result.
  ///
  /// - Parameters:
  ///   - range: A half-open range of instants.
  ///   - isAsked: Returns whether an instant is an expected fire of a group.
  /// - Returns: The echoes, without duplicates.
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

  /// The echoes from now to the horizon, by group, without duplicates.
  package var echoes: [FireKey: Set<Instant>] {
    let own = echoes(in: window) { key, instant in
      let first = fires.partitionPoint { $0.at < instant }
      return fires[first...].prefix { $0.at == instant }.contains { self.key(of: $0) == key }
    }
    return own.merging(repeatedOnTheWay) { $0.union($1) }
  }
}

extension Reminder {
  /// Returns the fires at an instant, with duplicates.
  package func instantsDue(at instant: Instant) -> [Instant] {
    fires.lazy.map(\.at).prefix { $0 <= instant }.filter { $0 == instant }
  }
}

extension [Reminder] {
  /// Returns the diagnostics about the fires of a series, for each of its reminders.
  ///
  /// A diagnostic about several reminders is at the first of them.
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
  package static func all(
    of seriesExpansion: SeriesExpansion, fires: [AlarmFires], _ context: Context
  ) -> [Reminder] {
    let series = seriesExpansion.series
    let contents = SeriesContentBuilder(seriesExpansion, options: context.options)
    return seriesExpansion.alarms.enumerated().map { number, alarm in
      Reminder(
        id: ID(uid: series.uid, distinction: series.distinction, alarm: number), alarm: alarm,
        fires: fires[number], shown: contents.contents(of: alarm),
        zone: seriesExpansion.zone, isFloating: seriesExpansion.isFloating,
        expansion: seriesExpansion, context: context)
    }
  }
}

extension Finding {
  package static func firesCut(alarms: [Int], limit: Int, from: Instant) -> Finding {
    let message =
      alarms.count == 1
      ? "alarm \(alarms[0]) has more than \(limit) fires, or its rule takes too many steps; "
        + "fires from \(from) on are skipped"
      : "alarms \(alarms.namedByRuns) have more than \(limit) fires each, or their rule takes "
        + "too many steps; some fires from \(from) on are skipped"
    return Finding("fires-cut", .warning, property: "RRULE", message: message)
  }

  package static func firesEqual(count: Int) -> Finding {
    Finding(
      "fires-equal", .note,
      message: count == 1
        ? "1 fire shows no more than another one at the same instant; they ring once"
        : "\(count) fires show no more than others at the same instant; they ring once")
  }

  package static func copiesKept(count: Int) -> Finding {
    Finding(
      "copies-kept", .warning,
      message: "\(count) events and to-dos with this title have more than "
        + "\(ExpansionOrder.maximumFires) fires; identical fires of two of them ring twice")
  }

  package static func triggerRefused(alarm: Int, trigger: String, unexpected: Instant) -> Finding {
    Finding(
      "trigger-refused", .warning,
      message: "alarm \(alarm): the trigger \(trigger) would fire unexpectedly at \(unexpected); "
        + "one-shots are used instead")
  }

  package static func triggersLimited(count: Int) -> Finding {
    Finding(
      "triggers-limited", .warning,
      message: "too many times of day to search all repeating triggers; "
        + (count == 1 ? "1 reminder gets" : "\(count) reminders get")
        + " one-shots, for first alerts only")
  }

  package static func dueNow(alarm: Int) -> Finding {
    Finding(
      "due-now", .note,
      message:
        "alarm \(alarm) is due now, and a trigger that is added now would fire later; this fire is not "
        + "planned")
  }
}

extension [Int] {
  /// The ascending numbers as runs: `0 to 31`, `0, 1`, `0, 2, 5 to 7`.
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
  /// The zone in triggers of a series in this zone: the zone itself, or GMT if it is not an IANA
  /// zone.
  package var triggerZone: Zone { isIANA ? self : .gmt }
}
