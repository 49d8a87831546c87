public import CivilTime
public import ICalendar
public import NotificationTriggers

/// The user's settings on a device that delay notifications: the scheduled summary, and Focuses at
/// certain hours.
///
/// The interruption level decides which controls a notification passes
/// (`InterruptionLevel`, from Apple's Human Interface Guidelines). Below time-sensitive,
/// it waits for the next summary, if there is a schedule, and then for the end of every active
/// Focus. A notification that a Focus silences is in Notification Center at once, but the user sees
/// it only after the Focus.
///
/// With `options` of the example of ``Compilation``:
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
  /// The summary schedule; nil if the app's notifications are not in the summary.
  public let summary: SummarySchedule?
  /// The Focuses.
  ///
  /// A notification waits if any active one silences it.
  public let focuses: [Focus]

  /// Makes controls; nil if the Focuses cover the whole day, so that most notifications would never
  /// be seen.
  public init?(summary: SummarySchedule? = nil, focuses: [Focus] = []) {
    // If any time is free, then so is the end of some Focus.
    let hasFreeTime =
      focuses.isEmpty
      || focuses.contains { ending in !focuses.contains { $0.hours.contains(ending.to) } }
    guard hasFreeTime else { return nil }
    self.summary = summary
    self.focuses = focuses
  }

  /// Returns when a notification that is due at an instant is seen.
  public func presentation(
    of level: InterruptionLevel, at instant: Instant, in zone: Zone
  ) -> Presentation {
    var presentation = Presentation(level: level, seenAt: instant)
    if !level.overridesSummary, let next = summary?.next(after: instant, in: zone) {
      presentation.wait(until: next, for: .summary)
    }
    // Another Focus may be active when one ends.
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

/// A Focus that is active at the same hours each day and silences the app: `22:00-07:00`,
/// `13:00-14:00=critical`.
///
/// ```swift
/// let sleep = Focus("22:00-07:00")!
/// print(sleep.from, sleep.to, sleep.breakthrough)  // 22:00 07:00 timeSensitive
/// print(Focus("22:00-07:00=critical")!.breakthrough)  // critical
/// ```
public struct Focus: Hashable, Sendable {
  let hours: QuietHours
  /// The lowest level that breaks through.
  ///
  /// By default, it is time-sensitive; the user can exclude that level. Critical notifications
  /// always break through.
  public let breakthrough: InterruptionLevel

  /// The first local time in the Focus, by the device's clock.
  public var from: TimeOfDay { hours.from }
  /// The first local time after the Focus.
  ///
  /// It is on the next day if it is earlier than ``from``.
  public var to: TimeOfDay { hours.to }

  private static let levels = InterruptionLevel.allCases.filter(\.breaksThroughFocus)

  /// Parses a Focus.
  ///
  /// - Parameter text: `FROM-TO`, optionally followed by `=time-sensitive` or `=critical`, the
  ///   lowest level that breaks through. The two local times differ and have the form `22:00` or
  ///   `22:00:30`. The result is nil for other texts.
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

  /// Returns the end of the Focus for a notification that is due in it; nil if the Focus does not
  /// delay it.
  func end(for level: InterruptionLevel, at instant: Instant, in zone: Zone) -> Instant? {
    level < breakthrough ? hours.endOfStretch(around: instant, in: zone) : nil
  }
}

extension Focus: LosslessStringConvertible {
  /// The text form, which parses back to an equal Focus: `22:00-07:00=time-sensitive`.
  public var description: String { "\(from)-\(to)=\(breakthrough.hyphenatedName)" }
}

/// The times of the scheduled summary, the same each day: `08:00,18:00`.
///
/// ```swift
/// let schedule = SummarySchedule("18:00,08:00")!
/// print(schedule, schedule.times.count)  // 08:00,18:00 2
/// ```
public struct SummarySchedule: Hashable, Sendable {
  /// The local times by the device's clock, ascending and unique; at least one.
  public let times: [TimeOfDay]

  /// Parses a schedule.
  ///
  /// - Parameter text: Local times such as `08:00` or `08:00:30`, separated by commas, in any
  ///   order. The result is nil for other texts.
  public init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let times = parts.compactMap { TimeOfDay($0) }
    guard times.count == parts.count else { return nil }
    self.times = Set(times).sorted()
  }

  /// Returns the first summary after an instant.
  ///
  /// A notification that is due at the time of a summary might not be in it.
  ///
  /// A time in a gap is as long after the gap as it would be before. Of a time in a fold, only the
  /// first pass counts, because a summary appears once a day.
  func next(after instant: Instant, in zone: Zone) -> Instant? {
    let day = zone.civil(at: instant).dayNumber
    // The summaries of a day that the zone skips are after the gap.
    return (day - 1...day + 2).lazy.flatMap { day in
      times.map { zone.instant(of: CivilDateTime(dayNumber: day, time: $0)) }
    }.filter { $0 > instant }.min()
  }
}

extension SummarySchedule: LosslessStringConvertible {
  /// The text form, which parses back to an equal schedule: `08:00,18:00`.
  public var description: String { times.map { "\($0)" }.joined(separator: ",") }
}

/// The time at which a fire is seen on a device that delays notifications.
///
/// With `options` of the example of ``Compilation``:
///
/// ```swift
/// let controls = SystemControls(summary: SummarySchedule("18:00"))!
/// let seen = controls.presentation(of: .passive, at: options.now, in: options.deviceZone)
/// print(seen.level, seen.seenAt, seen.delayedBy!)  // passive 2028-01-03T17:00:00Z summary
/// ```
public struct Presentation: Hashable, Sendable {
  /// The control that a notification waits for.
  public enum Delay: String, Codable, Sendable {
    /// The next scheduled summary.
    case summary
    /// The end of a Focus.
    case focus
  }

  /// The interruption level of the notification.
  public let level: InterruptionLevel
  /// The instant at which it is seen: the due time, or the end of the delay.
  public private(set) var seenAt: Instant
  /// The last control that it waits for; nil for none.
  public private(set) var delayedBy: Delay?
  /// The instant of the reminded event if the notification was due in time but is seen after it;
  /// otherwise nil.
  ///
  /// For all-day events, it is the end of the first day.
  public internal(set) var tooLateFor: Instant?

  /// Whether it is seen later than it is due.
  public var isDelayed: Bool { delayedBy != nil }

  mutating func wait(until instant: Instant, for delay: Delay) {
    seenAt = instant
    delayedBy = delay
  }
}

/// The numbers of fires that a device delays and of those that are seen too late.
///
/// With `standUp` and `options` of the example of ``Compilation``:
///
/// ```swift
/// let controls = SystemControls(summary: SummarySchedule("08:00,18:00"))!
/// let simulation = try Compilation(
///   of: [standUp], options).appSimulation(openings: [], under: controls)
/// let delays = simulation.delays!
/// print(delays.delayed, delays.tooLate, delays.levelInTime!)  // 262 262 timeSensitive
/// ```
public struct Delays: Hashable, Sendable {
  /// The number of fires that are seen later than they are due.
  public internal(set) var delayed = 0
  /// The number of fires that were due in time but are seen after the reminded event.
  public internal(set) var tooLate = 0
  /// The lowest level with which no fire would be too late; nil if no fire is.
  public internal(set) var levelInTime: InterruptionLevel?
  /// The diagnostics about fires that are seen too late.
  public internal(set) var diagnostics: [Diagnostic] = []
}
