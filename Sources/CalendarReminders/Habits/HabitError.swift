public import CivilTime
public import ReminderCompiler

/// An invalid value of a habit.
///
/// ```swift
/// do {
///   _ = try Habit(
///     id: "tea", title: "Tea", times: [.at(25)],
///     starting: .on(year: 2028, month: 1, day: 3))
/// } catch {
///   print(error)  // no clock shows 25:00
/// }
/// let idle = try Habit(
///   id: "tea", title: "Tea", times: [], starting: .on(year: 2028, month: 1, day: 3))
/// do {
///   _ = try idle.components()
/// } catch {
///   print(error.reason == .timesEmpty, error)  // true habit "tea" lacks times
/// }
/// ```
public struct HabitError: Error, Hashable, Sendable {
  /// The kind of invalid value.
  public enum Reason: Hashable, Sendable {
    /// ``Habit/id`` is empty.
    case idEmpty
    /// ``Habit/id`` has more bytes than ``Habit/longestID``.
    case idTooLong
    /// Two habits have the same ``Habit/id``.
    case idRepeated
    /// ``Habit/title`` is empty or only white space.
    case titleEmpty
    /// ``Habit/times`` is empty.
    case timesEmpty
    /// A time of day occurs twice.
    case timeRepeated(TimeOfDay)
    /// A time of day doesn't exist.
    case timeInvalid(hour: Int, minute: Int)
    /// A date doesn't exist in the years 1 to 9999.
    case dateInvalid(year: Int, month: Int, day: Int)
    /// The set of weekdays is empty.
    case weekdaysEmpty
    /// An interval is outside the range from 1 to ``Habit/Days/largestInterval``.
    case intervalInvalid(Int)
    /// A day of the month is neither from 1 to 31 nor -1.
    case dayOfMonthInvalid(Int)
    /// An ordinal of a weekday is neither from 1 to 5 nor from -5 to -1.
    case ordinalInvalid(Int)
    /// The end is before the start.
    case endBeforeStart
    /// The number of days is outside the range from 1 to ``Habit/End/largestCount``.
    case countInvalid(Int)
    /// The habit is not due on any day between its start and its end.
    case neverDue
    /// A pause has more days than ``Habit/longestPause``.
    case pauseTooLong(days: Int)
    /// The number of repeats is outside the range from 1 to `Nag.largestCount`, or their interval
    /// is outside the range from 1 minute to 366 days.
    case nagInvalid(count: Int, minutesApart: Int)
    /// The number of messages exceeds `BodyRule.maximumTemplates`.
    case messagesTooMany(Int)
    /// A message is not a valid template.
    case messageInvalid(String, BodyTemplate.FormatError)
  }

  /// The reason.
  public let reason: Reason
  /// The ``Habit/id`` of the habit; nil if the value was not yet part of a habit.
  public let id: String?

  /// Makes an error.
  package init(_ reason: Reason, id: String? = nil) {
    self.reason = reason
    self.id = id
  }

  /// The last date that calendars can represent, 9999-12-31, in days since 1970-01-01.
  static let lastDay = CivilDate(uncheckedYear: 9_999, month: 12, day: 31).dayNumber
}

extension HabitError: CustomStringConvertible {
  /// The invalid value and the expected ones, in lower case without a full stop.
  public var description: String {
    (id.map { "habit \"\($0)\" " } ?? "") + reason.phrase
  }
}

extension HabitError.Reason {
  /// The part of the description after the habit's name.
  fileprivate var phrase: String {
    let interval = 1...Habit.Days.largestInterval
    return switch self {
    case .idEmpty: "has an empty id; each habit needs a unique id"
    case .idTooLong: "has an id of more than \(Habit.longestID) bytes"
    case .idRepeated: "occurs twice; each habit needs a unique id"
    case .titleEmpty: "lacks a title"
    case .timesEmpty: "lacks times"
    case .timeRepeated(let time): "has \(time) twice"
    case .timeInvalid(let hour, let minute):
      "no clock shows \(hour.padded(to: 2)):\(minute.padded(to: 2))"
    case .dateInvalid(let year, let month, let day):
      "no calendar has \(year)-\(month.padded(to: 2))-\(day.padded(to: 2))"
    case .weekdaysEmpty: "lacks weekdays"
    case .intervalInvalid(let own):
      "has an interval of \(own), expected \(interval.lowerBound) to \(interval.upperBound)"
    case .dayOfMonthInvalid(let day): "is due on day \(day) of months, expected 1 to 31 or -1"
    case .ordinalInvalid(let ordinal):
      "is due on weekday \(ordinal) of months, expected 1 to 5 or -5 to -1"
    case .endBeforeStart: "ends before it starts"
    case .countInvalid(let count):
      "ends after \(count) days, expected 1 to \(Habit.End.largestCount)"
    case .neverDue: "is due on no day between its start and its end"
    case .pauseTooLong(let days):
      "has a pause of \(days) days, expected at most \(Habit.longestPause)"
    case .nagInvalid(let count, let minutes):
      "\(count) repeats \(minutes) minutes apart, expected 1 to \(Nag.largestCount), and 1 minute "
        + "to 366 days"
    case .messagesTooMany(let count):
      "has \(count) messages, expected at most \(BodyRule.maximumTemplates)"
    case .messageInvalid(let message, let fault): "has the message \"\(message)\", which \(fault)"
    }
  }
}
