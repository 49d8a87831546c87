public import CivilTime
import ICalendar
import NotificationTriggers

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
  /// The hours.
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
    let (value, rule) = ReminderRule.cutFirst(text)
    guard let hours = QuietHours(value) else { return nil }
    self.hours = hours
    guard let rule else {
      self.rule = nil
      return
    }
    guard let rule = ReminderRule(rule) else { return nil }
    self.rule = rule
  }
}

extension QuietHoursRule: LosslessStringConvertible {
  /// The text that reads back to an equal rule: `22:00-07:00=CATEGORIES:work`.
  public var description: String { "\(from)-\(to)" + (rule.map { "=\($0)" } ?? "") }
}

extension QuietHoursRule: Codable {
  /// Reads it from its text.
  ///
  /// - Parameter decoder: What has the text.
  /// - Throws: A `DecodingError` where the text means nothing.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("quiet hours such as 22:00-07:00") { QuietHoursRule($0) }
  }

  /// Writes its ``description``.
  ///
  /// - Parameter encoder: What takes the text.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode(text: description)
  }
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
