public import CivilTime
import ICalendar

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
  ///
  /// - Parameters:
  ///   - trigger: When it is due.
  ///   - rule: Which series have it.
  public init(_ trigger: Trigger, for rule: ReminderRule) {
    self.trigger = trigger
    self.rule = rule
  }

  /// Reads a default alarm.
  ///
  /// - Parameter text: `TRIGGER=RULE` or `TIME=RULE`: a duration as in RFC 5545, or a time of day
  ///   such as `09:00`; for the rule see ``ReminderRule``. nil for anything else.
  public init?(_ text: String) {
    let (value, rule) = ReminderRule.cutFirst(text)
    guard let rule = rule.flatMap({ ReminderRule($0) }) else { return nil }
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

extension DefaultAlarm: LosslessStringConvertible {
  /// The text that reads back to an equal alarm: `-PT15M=CATEGORIES:work`.
  public var description: String {
    switch trigger {
    case .relative(let duration): "\(duration)=\(rule)"
    case .timeOfDay(let time): "\(time)=\(rule)"
    }
  }
}

extension DefaultAlarm: Codable {
  /// Reads it from its text.
  ///
  /// - Parameter decoder: What has the text.
  /// - Throws: A `DecodingError` where the text means nothing.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("an alarm such as -PT15M=CATEGORIES:work or 09:00=KIND:birthday") {
      DefaultAlarm($0)
    }
  }

  /// Writes its ``description``.
  ///
  /// - Parameter encoder: What takes the text.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode(text: description)
  }
}

extension CalendarDuration {
  /// Whether it spans at least a day, before or after.
  ///
  /// Shorter default alarms apply to times of day only.
  package var isWholeDay: Bool { months != 0 || nominalSeconds.magnitude >= 86_400 }
}
