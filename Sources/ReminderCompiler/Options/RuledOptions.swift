public import CivilTime
import ICalendar
public import NotificationTriggers

/// A rule that gives components and alarms a level: `critical=CATEGORIES:medication`.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// var levelled = options
/// levelled.levels = [LevelRule("time-sensitive=SUMMARY:stand*")!]
/// let plan = Compiler.plan(for: [standUp], levelled)
/// print(plan.requests[0].content.interruptionLevel)  // timeSensitive
/// ```
public struct LevelRule: Hashable, Sendable {
  /// The level that components get.
  public let level: InterruptionLevel
  let rule: ReminderRule

  /// Reads a rule.
  ///
  /// - Parameter text: `LEVEL=RULE`. The level is `passive`, `active`, `timeSensitive` (or
  ///   `time-sensitive`) or `critical`; for the rule see ``ReminderRule``. nil for anything else.
  public init?(_ text: String) {
    guard case (let value, let rule?)? = ReminderRule.cutFirst(text),
      let level = InterruptionLevel(named: value)
    else { return nil }
    self.level = level
    self.rule = rule
  }

  /// Makes a rule for components with certain UIDs.
  ///
  /// - Parameters:
  ///   - level: The level that they get.
  ///   - uids: The UIDs, as they are: no character stands for others.
  package init(_ level: InterruptionLevel, uids: some Sequence<String>) {
    self.level = level
    rule = ReminderRule(uids: uids)
  }
}

extension CompilerOptions {
  /// The level of an alarm of a component, or of the component itself: that of the first rule about
  /// it, else what its PRIORITY asks for.
  func level(of component: CalendarComponent, _ alarm: Alarm?) -> InterruptionLevel {
    levelRule(for: component, alarm)?.level ?? InterruptionLevel(priority: component.priority)
  }

  /// The first rule that gives an alarm of a component its level.
  func levelRule(for component: CalendarComponent, _ alarm: Alarm?) -> LevelRule? {
    let user = user
    return levels.first { $0.rule.matches(component, alarm, user) }
  }
}

extension LevelRule: CodableAsText {
  /// What its text should be.
  public static let expectation = "a rule such as critical=CATEGORIES:medication"

  /// The text that reads back to an equal rule: `critical=CATEGORIES:medication`.
  public var description: String { "\(level.hyphenatedName)=\(rule)" }
}

/// Hours in which some components should not ring: `22:00-07:00`, `13:00-14:00=CATEGORIES:work`.
///
/// With `standUp` and `options` of the example of ``Compiler``, whose alarm is due at 08:50:
///
/// ```swift
/// var quiet = options
/// quiet.quietHours = [QuietHoursRule("22:00-08:55")!]
/// let plan = Compiler.plan(for: [standUp], quiet)
/// print(plan.requests[0].nextFire)  // 2028-01-03T07:55:00Z
/// print(plan.requests[0].movedFrom!)  // 2028-01-03T07:50:00Z
/// ```
public struct QuietHoursRule: Hashable, Sendable {
  let hours: QuietHours
  /// What has them; nil for everything.
  let rule: ReminderRule?

  /// When the hours begin, by the device's wall clock; that time lies inside.
  public var from: TimeOfDay { hours.from }
  /// When they end, on the next day where that is earlier; that time lies outside.
  public var to: TimeOfDay { hours.to }

  /// Reads a rule.
  ///
  /// - Parameter text: `FROM-TO`, two different local times such as `22:00` or `22:00:30`; or
  ///   `FROM-TO=RULE` for some components or alarms, see ``ReminderRule``. nil for anything else.
  public init?(_ text: String) {
    guard let (value, rule) = ReminderRule.cutFirst(text), let hours = QuietHours(value) else {
      return nil
    }
    self.hours = hours
    self.rule = rule
  }
}

extension QuietHoursRule: CodableAsText {
  /// What its text should be.
  public static let expectation = "quiet hours such as 22:00-07:00"

  /// The text that reads back to an equal rule: `22:00-07:00=CATEGORIES:work`.
  public var description: String { "\(from)-\(to)" + (rule.map { "=\($0)" } ?? "") }
}

extension CompilerOptions {
  /// The first rule that gives an alarm of a component quiet hours; nil for none, and for what
  /// interrupts more than an ordinary reminder.
  func quietHoursRule(for component: CalendarComponent, _ alarm: Alarm?) -> QuietHoursRule? {
    guard !level(of: component, alarm).behavior.breaksThroughFocus else { return nil }
    let user = user
    return quietHours.first { $0.rule?.matches(component, alarm, user) ?? true }
  }
}

/// A time for the own alarms of all-day components that would be due at midnight:
/// `09:00=KIND:birthday`.
///
/// With `options` of the example of ``Compiler``:
///
/// ```swift
/// var moved = options
/// moved.allDayMoves = [AllDayMove("08:30")!]
/// print(moved.allDayMoves[0].time)  // 08:30
/// ```
public struct AllDayMove: Hashable, Sendable {
  /// When they are due, on the day on which midnight they were.
  public let time: TimeOfDay
  /// Whose alarms; nil for all.
  public let rule: ReminderRule?

  /// Makes a move.
  public init(to time: TimeOfDay, for rule: ReminderRule? = nil) {
    self.time = time
    self.rule = rule
  }

  /// Reads a move.
  ///
  /// - Parameter text: `TIME` or `TIME=RULE`, see ``ReminderRule``. nil for anything else.
  public init?(_ text: String) {
    guard let (value, rule) = ReminderRule.cutFirst(text), let time = TimeOfDay(value) else {
      return nil
    }
    self.init(to: time, for: rule)
  }
}

extension AllDayMove: CodableAsText {
  /// What its text should be.
  public static let expectation = "a time such as 09:00 or 09:00=KIND:birthday"

  /// The text that reads back to an equal move: `09:00=KIND:birthday`.
  public var description: String { "\(time)" + (rule.map { "=\($0)" } ?? "") }
}

/// An alarm for certain series without any: `-PT15M=CATEGORIES:work`, `09:00=KIND:birthday`.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// var silent = standUp
/// silent.alarms = []
/// var asked = options
/// asked.ruledDefaultAlarms = [DefaultAlarm("-PT5M=SUMMARY:stand*")!]
/// print(Compiler.plan(for: [silent], asked).requests[0].nextFire)  // 2028-01-03T07:55:00Z
/// ```
public struct DefaultAlarm: Hashable, Sendable {
  /// When it is due.
  public enum Trigger: Hashable, Sendable {
    /// A duration from the start; negative is before.
    ///
    /// Durations of less than a day apply to all-day components only where the rule names these, as
    /// `KIND:all-day` and `KIND:birthday` do.
    case relative(CalendarDuration)
    /// A time of the first day of all-day components; of others never.
    case timeOfDay(TimeOfDay)
  }

  /// When it is due.
  public let trigger: Trigger
  /// Which series have it, by their masters.
  public let rule: ReminderRule

  /// Makes a default alarm.
  public init(_ trigger: Trigger, for rule: ReminderRule) {
    self.trigger = trigger
    self.rule = rule
  }

  /// Reads a default alarm.
  ///
  /// - Parameter text: `TRIGGER=RULE` or `TIME=RULE`: a duration as in RFC 5545, or a time of day
  ///   such as `09:00`; for the rule see ``ReminderRule``. nil for anything else.
  public init?(_ text: String) {
    guard case (let value, let rule?)? = ReminderRule.cutFirst(text) else { return nil }
    if let time = TimeOfDay(value) {
      self.init(.timeOfDay(time), for: rule)
    } else if let duration = CalendarDuration(rfc5545: value) {
      self.init(.relative(duration), for: rule)
    } else {
      return nil
    }
  }

  /// The alarm of a component; nil where it has no such time.
  func alarm(onWholeDays isAllDay: Bool) -> Alarm? {
    switch trigger {
    case .relative(let duration):
      !isAllDay || duration.isWholeDay || rule.isAboutWholeDays
        ? Alarm(.relative(duration, to: .start)) : nil
    case .timeOfDay(let time): isAllDay ? Alarm(.timeOfDay(time)) : nil
    }
  }
}

extension DefaultAlarm: CodableAsText {
  /// What its text should be.
  public static let expectation = "an alarm such as -PT15M=CATEGORIES:work or 09:00=KIND:birthday"

  /// The text that reads back to an equal alarm: `-PT15M=CATEGORIES:work`.
  public var description: String {
    switch trigger {
    case .relative(let duration): "\(duration)=\(rule)"
    case .timeOfDay(let time): "\(time)=\(rule)"
    }
  }
}

extension CalendarDuration {
  /// Whether it spans at least a day, before or after.
  ///
  /// Shorter default alarms apply to times of day only.
  package var isWholeDay: Bool { months != 0 || nominalSeconds.magnitude >= 86_400 }
}
