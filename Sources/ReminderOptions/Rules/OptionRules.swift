public import CivilTime
package import ICalendar
public import NotificationTriggers

/// A rule that gives components and alarms a level: `critical=CATEGORIES:medication`.
///
/// With `standUp` and `options` of the example of ``ReminderCompiler/Compilation``:
///
/// ```swift
/// var levelled = options
/// levelled.levels = [LevelRule("time-sensitive=SUMMARY:stand*")!]
/// let plan = Compilation(of: [standUp], levelled).plan
/// print(plan.requests[0].content.interruptionLevel)  // timeSensitive
/// ```
public struct LevelRule: Hashable, Sendable {
  /// The level that components get.
  public let level: InterruptionLevel
  package let rule: ReminderRule

  /// Parses a rule.
  ///
  /// - Parameter text: `LEVEL=RULE`. The level is `passive`, `active`, `timeSensitive` (or
  ///   `time-sensitive`) or `critical`. For the rule see ``ReminderRule``. The result is nil for
  ///   other texts.
  public init?(_ text: String) {
    guard case (let value, let rule?)? = ReminderRule.cutFirst(text),
      let level = InterruptionLevel(named: value)
    else { return nil }
    self.level = level
    self.rule = rule
  }

  /// Makes a rule for components with given UIDs.
  package init(_ level: InterruptionLevel, uids: some Sequence<String>) {
    self.level = level
    rule = ReminderRule(uids: uids)
  }
}

extension CompilerOptions {
  /// Returns the level of an alarm of a component, or of the component itself.
  ///
  /// The first rule that matches decides. Without a match, PRIORITY decides.
  package func level(of component: CalendarComponent, _ alarm: Alarm?) -> InterruptionLevel {
    levelRule(for: component, alarm)?.level ?? InterruptionLevel(priority: component.priority)
  }

  package func levelRule(for component: CalendarComponent, _ alarm: Alarm?) -> LevelRule? {
    let user = user
    return levels.first { $0.rule.matches(component, alarm: alarm, user: user) }
  }
}

extension LevelRule: CodableAsText {
  /// The expected text, for error messages.
  public static let expectation = "a rule such as critical=CATEGORIES:medication"

  /// The text form, which parses back to an equal rule: `critical=CATEGORIES:medication`.
  public var description: String { "\(level.hyphenatedName)=\(rule)" }
}

/// A sound file on a desktop, for all or some components: `bell.oga`, `bell.oga=CATEGORIES:work`.
package struct SoundRule: Hashable, Sendable {
  /// The absolute path of the file.
  package let file: String
  package let rule: ReminderRule?

  /// Makes a rule; nil applies to all components.
  package init(_ file: String, for rule: ReminderRule?) {
    self.file = file
    self.rule = rule
  }
}

extension CompilerOptions {
  /// Returns the sound file for an alarm of a component, given by its index, from the first rule
  /// that matches; nil if no rule matches.
  package func soundFile(of component: CalendarComponent, alarm: Int?) -> String? {
    soundRule(for: component, component.alarm(at: alarm))?.file
  }

  /// Returns the first rule for sounds that matches an alarm of a component; nil for none.
  package func soundRule(for component: CalendarComponent, _ alarm: Alarm?) -> SoundRule? {
    guard !sounds.isEmpty else { return nil }
    let user = user
    return sounds.first { $0.rule?.matches(component, alarm: alarm, user: user) ?? true }
  }

  /// Returns whether an alarm of a component, given by its index, repeats its sound on a desktop.
  package func rings(_ component: CalendarComponent, alarm: Int?) -> Bool {
    guard !rings.isEmpty else { return false }
    let user = user
    let own = component.alarm(at: alarm)
    return rings.contains { $0.matches(component, alarm: own, user: user) }
  }
}

/// Quiet hours for all or some components: `22:00-07:00`, `13:00-14:00=CATEGORIES:work`.
///
/// With `standUp` and `options` of the example of ``ReminderCompiler/Compilation``, whose alarm is
/// due at 08:50:
///
/// ```swift
/// var quiet = options
/// quiet.quietHours = [QuietHoursRule("22:00-08:55")!]
/// quiet.quietHoursLead = CalendarDuration("PT5M")!
/// let plan = Compilation(of: [standUp], quiet).plan
/// print(plan.requests[0].nextFire)  // 2028-01-03T07:55:00Z
/// print(plan.requests[0].movedFrom!)  // 2028-01-03T07:50:00Z
/// ```
public struct QuietHoursRule: Hashable, Sendable {
  package let hours: QuietHours
  package let rule: ReminderRule?

  /// The first local time in the quiet hours, by the device's clock.
  public var from: TimeOfDay { hours.from }
  /// The first local time after the quiet hours.
  ///
  /// It is on the next day if it is earlier than ``from``.
  public var to: TimeOfDay { hours.to }

  /// Parses quiet hours.
  ///
  /// - Parameter text: `FROM-TO` or `FROM-TO=RULE`, see ``ReminderRule``. The two local times
  ///   differ and have the form `22:00` or `22:00:30`. The result is nil for other texts.
  public init?(_ text: String) {
    guard let (value, rule) = ReminderRule.cutFirst(text), let hours = QuietHours(value) else {
      return nil
    }
    self.hours = hours
    self.rule = rule
  }
}

extension QuietHoursRule: CodableAsText {
  /// The expected text, for error messages.
  public static let expectation = "quiet hours such as 22:00-07:00"

  /// The text form, which parses back to an equal rule: `22:00-07:00=CATEGORIES:work`.
  public var description: String { "\(from)-\(to)" + (rule.map { "=\($0)" } ?? "") }
}

extension CompilerOptions {
  /// Returns the first quiet hours that match an alarm of a component.
  ///
  /// It is nil if none match, and for levels that break through Focus.
  package func quietHoursRule(for component: CalendarComponent, _ alarm: Alarm?) -> QuietHoursRule?
  {
    guard !level(of: component, alarm).breaksThroughFocus else { return nil }
    let user = user
    return quietHours.first { $0.rule?.matches(component, alarm: alarm, user: user) ?? true }
  }
}

/// A new time for alarms of all-day components that would be due at midnight:
/// `09:00=KIND:birthday`.
///
/// With `options` of the example of ``ReminderCompiler/Compilation``:
///
/// ```swift
/// var moved = options
/// moved.allDayMoves = [AllDayMove("08:30")!]
/// print(moved.allDayMoves[0].time)  // 08:30
/// ```
public struct AllDayMove: Hashable, Sendable {
  /// The time of day, on the day whose midnight the alarm was due at.
  public let time: TimeOfDay
  /// The rule for components and alarms; nil for all.
  public let rule: ReminderRule?

  /// Makes a move.
  public init(to time: TimeOfDay, for rule: ReminderRule? = nil) {
    self.time = time
    self.rule = rule
  }

  /// Parses a move.
  ///
  /// - Parameter text: `TIME` or `TIME=RULE`, see ``ReminderRule``. The result is nil for other
  ///   texts.
  public init?(_ text: String) {
    guard let (value, rule) = ReminderRule.cutFirst(text), let time = TimeOfDay(value) else {
      return nil
    }
    self.init(to: time, for: rule)
  }
}

extension AllDayMove: CodableAsText {
  /// The expected text, for error messages.
  public static let expectation = "a time such as 09:00 or 09:00=KIND:birthday"

  /// The text form, which parses back to an equal move: `09:00=KIND:birthday`.
  public var description: String { "\(time)" + (rule.map { "=\($0)" } ?? "") }
}

/// An alarm for series that match a rule and lack alarms: `-PT15M=CATEGORIES:work`,
/// `09:00=KIND:birthday`.
///
/// With `standUp` and `options` of the example of ``ReminderCompiler/Compilation``:
///
/// ```swift
/// var silent = standUp
/// silent.alarms = []
/// var asked = options
/// asked.ruledDefaultAlarms = [DefaultAlarm("-PT5M=SUMMARY:stand*")!]
/// print(Compilation(of: [silent], asked).plan.requests[0].nextFire)  // 2028-01-03T07:55:00Z
/// ```
public struct DefaultAlarm: Hashable, Sendable {
  /// The time at which a default alarm is due.
  public enum Trigger: Hashable, Sendable {
    /// A duration from the start, or from the due time of a to-do; negative is before.
    ///
    /// A duration of less than a day applies to all-day components only if the rule selects them
    /// with `KIND:all-day` or `KIND:birthday`.
    case relative(CalendarDuration)
    /// A time of day on the first day of all-day components, or on the day on which a to-do is due.
    ///
    /// It does not apply to others.
    case timeOfDay(TimeOfDay)
  }

  /// The time at which the alarm is due.
  public let trigger: Trigger
  /// The rule that the master of a series must match.
  public let rule: ReminderRule

  /// Makes a default alarm.
  public init(_ trigger: Trigger, for rule: ReminderRule) {
    self.trigger = trigger
    self.rule = rule
  }

  /// Parses a default alarm.
  ///
  /// - Parameter text: `TRIGGER=RULE` or `TIME=RULE`: a duration (RFC 5545, 3.3.6) or a time of day
  ///   such as `09:00`. For the rule see ``ReminderRule``. The result is nil for other texts.
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

  /// Returns the alarm for a component; nil if the trigger does not apply to it.
  package func alarm(for component: CalendarComponent) -> Alarm? {
    let isAllDay = component.isAboutDate
    switch trigger {
    case .relative(let duration):
      return !isAllDay || duration.isWholeDay || rule.isAboutWholeDays
        ? Alarm(duration, from: component) : nil
    case .timeOfDay(let time): return isAllDay ? Alarm(at: time, onDayOf: component) : nil
    }
  }
}

extension DefaultAlarm: CodableAsText {
  /// The expected text, for error messages.
  public static let expectation = "an alarm such as -PT15M=CATEGORIES:work or 09:00=KIND:birthday"

  /// The text form, which parses back to an equal alarm: `-PT15M=CATEGORIES:work`.
  public var description: String {
    switch trigger {
    case .relative(let duration): "\(duration)=\(rule)"
    case .timeOfDay(let time): "\(time)=\(rule)"
    }
  }
}

extension CalendarDuration {
  /// Whether the duration is at least a day, before or after.
  ///
  /// Shorter default alarms do not apply to all-day components.
  package var isWholeDay: Bool { months != 0 || nominalSeconds.magnitude >= 86_400 }
}
