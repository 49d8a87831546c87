public import CivilTime
public import ICalendar
public import NotificationTriggers

/// What somebody has set on a device that keeps notifications for later: the scheduled summary, and
/// Focuses that are on at certain hours.
///
/// What a notification may pass is its level's
/// (`InterruptionLevel.Behavior`, from Apple's Human Interface Guidelines): below time-sensitive it
/// waits for the next summary, where there are any, and then for the end of every Focus that is on.
/// What a Focus silences is in Notification Center at once; nobody is told before its end.
///
/// With `options` of the example of ``Compiler``:
///
/// ```swift
/// let controls = SystemControls(
///   summary: SummarySchedule("08:00,18:00"), focuses: [Focus("17:30-19:00")!])!
/// let standUp = options.now + 50 * 60
/// let seen = controls.presentation(of: .active, at: standUp, in: options.deviceZone)
/// print(seen.seenAt, seen.delayedBy!)  // 2028-01-03T18:00:00Z focus
/// let urgent = controls.presentation(of: .timeSensitive, at: standUp, in: options.deviceZone)
/// print(urgent.isDelayed)  // false
/// ```
public struct SystemControls: Hashable, Sendable {
  /// When the summary comes; nil where the app's notifications are not in it.
  public let summary: SummarySchedule?
  /// The Focuses; where several are on, what one of them silences waits.
  public let focuses: [Focus]

  /// Puts controls together; nil where Focuses leave no time of the day, so that most of what is
  /// fired would never be seen.
  public init?(summary: SummarySchedule? = nil, focuses: [Focus] = []) {
    // Where any time is free, one is that at which a Focus ends.
    let hasFreeTime =
      focuses.isEmpty
      || focuses.contains { ending in !focuses.contains { $0.hours.contains(ending.to) } }
    guard hasFreeTime else { return nil }
    self.summary = summary
    self.focuses = focuses
  }

  /// When what is due is seen.
  public func presentation(
    of level: InterruptionLevel, at instant: Instant, in zone: Zone
  ) -> Presentation {
    var presentation = Presentation(level: level, seenAt: instant)
    if !level.behavior.overridesSummary, let next = summary?.next(after: instant, in: zone) {
      presentation.wait(until: next, for: .summary)
    }
    // Where one ends another may be on.
    while let end = endOfFocus(for: level, at: presentation.seenAt, in: zone) {
      presentation.wait(until: end, for: .focus)
    }
    return presentation
  }

  private func endOfFocus(
    for level: InterruptionLevel, at instant: Instant, in zone: Zone
  ) -> Instant? {
    focuses.lazy.compactMap { $0.end(for: level, at: instant, in: zone) }.max()
  }
}

/// A Focus that is on at the same hours each day and silences the app: `22:00-07:00`,
/// `13:00-14:00=critical`.
///
/// ```swift
/// let sleep = Focus("22:00-07:00")!
/// print(sleep.from, sleep.to, sleep.breakthrough)  // 22:00 07:00 timeSensitive
/// print(Focus("22:00-07:00=critical")!.breakthrough)  // critical
/// ```
public struct Focus: Hashable, Sendable {
  let hours: QuietHours
  /// The least level whose notifications break through it: time-sensitive ones do, unless the
  /// person has switched that off, and critical ones always.
  public let breakthrough: InterruptionLevel

  /// When it begins, by the device's wall clock; that time lies inside.
  public var from: TimeOfDay { hours.from }
  /// When it ends, on the next day where that is earlier; that time lies outside.
  public var to: TimeOfDay { hours.to }

  /// The levels that break through where nothing forbids it.
  private static let levels = InterruptionLevel.allCases.filter(\.behavior.breaksThroughFocus)

  /// Reads a Focus.
  ///
  /// - Parameter text: `FROM-TO`, two different local times such as `22:00` or `22:00:30`; behind
  ///   them may stand `=time-sensitive` or `=critical`, the least level that breaks through. nil for
  ///   anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count < 3, let hours = QuietHours(parts[0]), let least = Focus.levels.first else {
      return nil
    }
    self.hours = hours
    guard parts.count == 2 else {
      breakthrough = least
      return
    }
    guard let level = InterruptionLevel(named: parts[1]), Focus.levels.contains(level) else {
      return nil
    }
    breakthrough = level
  }

  /// When it lets go of what is due during it; nil for what it doesn't hold back.
  func end(for level: InterruptionLevel, at instant: Instant, in zone: Zone) -> Instant? {
    level < breakthrough ? hours.endOfStretch(around: instant, in: zone) : nil
  }
}

extension Focus: LosslessStringConvertible {
  /// The text that reads back to an equal Focus: `22:00-07:00=time-sensitive`.
  public var description: String { "\(from)-\(to)=\(breakthrough.hyphenatedName)" }
}

/// When the scheduled summary comes, each day at the same times: `08:00,18:00`.
///
/// ```swift
/// let schedule = SummarySchedule("18:00,08:00")!
/// print(schedule, schedule.times.count)  // 08:00,18:00 2
/// ```
public struct SummarySchedule: Hashable, Sendable {
  /// The times by the device's wall clock, ascending, each once, at least one.
  public let times: [TimeOfDay]

  /// Reads a schedule.
  ///
  /// - Parameter text: Local times such as `08:00` or `08:00:30` with commas between them, in any
  ///   order. nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let times = parts.compactMap { TimeOfDay($0) }
    guard times.count == parts.count else { return nil }
    self.times = Set(times).sorted()
  }

  /// The first summary after an instant: what is due at the very time of one isn't in it, as far as
  /// anybody may count on.
  ///
  /// A time that a clock change skips is as long after the gap as it would be before; of one that
  /// comes twice the first counts: a summary comes once a day.
  func next(after instant: Instant, in zone: Zone) -> Instant? {
    let day = zone.civil(at: instant).dayNumber
    // A day that the zone skips has its summaries behind the gap.
    return (day - 1...day + 2).lazy.flatMap { day in
      times.map { zone.instant(of: CivilDateTime(dayNumber: day, time: $0)) }
    }.filter { $0 > instant }.min()
  }
}

extension SummarySchedule: LosslessStringConvertible {
  /// The text that reads back to an equal schedule: `08:00,18:00`.
  public var description: String { times.map { "\($0)" }.joined(separator: ",") }
}

/// When a fire is seen on a device that keeps notifications for later.
///
/// With `options` of the example of ``Compiler``:
///
/// ```swift
/// let controls = SystemControls(summary: SummarySchedule("18:00"))!
/// let seen = controls.presentation(of: .passive, at: options.now, in: options.deviceZone)
/// print(seen.level, seen.seenAt, seen.delayedBy!)  // passive 2028-01-03T17:00:00Z summary
/// ```
public struct Presentation: Hashable, Sendable {
  /// What a notification waits for.
  public enum Delay: String, Codable, Sendable {
    /// The next scheduled summary.
    case summary
    /// The end of a Focus.
    case focus
  }

  /// How much the notification may interrupt.
  public let level: InterruptionLevel
  /// When it is seen: when it is due, or what it waits for is over.
  public private(set) var seenAt: Instant
  /// What it waits for at last; nil for nothing.
  public private(set) var delayedBy: Delay?
  /// When that has happened which it reminds of, of whole days the end of the first one, where it is
  /// seen only after that and would have been in time; nil otherwise.
  public internal(set) var tooLateFor: Instant?

  /// Whether it is seen later than it is due.
  public var isDelayed: Bool { delayedBy != nil }

  mutating func wait(until instant: Instant, for delay: Delay) {
    seenAt = instant
    delayedBy = delay
  }
}

/// How many fires a device keeps for later, and how many of them are seen too late.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// let controls = SystemControls(summary: SummarySchedule("08:00,18:00"))!
/// let playback = try Compiler.playback(of: [standUp], options, openings: [], under: controls)
/// let delays = playback.delays!
/// print(delays.delayed, delays.tooLate, delays.levelInTime!)  // 262 262 timeSensitive
/// ```
public struct Delays: Hashable, Sendable {
  /// Fires that are seen later than they are due.
  public internal(set) var delayed = 0
  /// Those that are seen only when it is over what they remind of, and would have been in time.
  public internal(set) var tooLate = 0
  /// The least level with which none would be too late; nil where none is.
  public internal(set) var levelInTime: InterruptionLevel?
  /// What the user should know.
  public internal(set) var diagnostics: [Diagnostic] = []
}
