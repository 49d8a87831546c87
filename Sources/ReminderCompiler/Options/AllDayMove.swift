public import CivilTime

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
  ///
  /// - Parameters:
  ///   - time: When alarms are due in place of midnight.
  ///   - rule: Whose alarms; nil for all.
  public init(to time: TimeOfDay, for rule: ReminderRule? = nil) {
    self.time = time
    self.rule = rule
  }

  /// Reads a move.
  ///
  /// - Parameter text: `TIME` or `TIME=RULE`, see ``ReminderRule``. nil for anything else.
  public init?(_ text: String) {
    let (value, rule) = ReminderRule.cutFirst(text)
    guard let time = TimeOfDay(value) else { return nil }
    guard let rule else {
      self.init(to: time)
      return
    }
    guard let rule = ReminderRule(rule) else { return nil }
    self.init(to: time, for: rule)
  }
}

extension AllDayMove: LosslessStringConvertible {
  /// The text that reads back to an equal move: `09:00=KIND:birthday`.
  public var description: String { "\(time)" + (rule.map { "=\($0)" } ?? "") }
}

extension AllDayMove: Codable {
  /// Reads it from its text.
  ///
  /// - Parameter decoder: What has the text.
  /// - Throws: A `DecodingError` where the text means nothing.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("a time such as 09:00 or 09:00=KIND:birthday") { AllDayMove($0) }
  }

  /// Writes its ``description``.
  ///
  /// - Parameter encoder: What takes the text.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode(text: description)
  }
}
