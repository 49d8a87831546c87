public import CivilTime
public import ReminderCompiler

/// Why a habit can't be meant.
///
/// ```swift
/// do {
///   _ = try Habit(id: "tea", title: "Tea", times: [.at(25)], starting: .on(2028, 1, 3))
/// } catch {
///   print(error)  // no clock shows 25:00
/// }
/// let idle = try Habit(id: "tea", title: "Tea", times: [], starting: .on(2028, 1, 3))
/// do {
///   _ = try idle.components()
/// } catch {
///   print(error.reason == .timesEmpty, error)  // true habit "tea" has no times
/// }
/// ```
public struct HabitError: Error, Hashable, Sendable {
  /// What was found.
  public enum Reason: Hashable, Sendable {
    /// ``Habit/id`` is empty.
    case idEmpty
    /// ``Habit/id`` has more bytes than ``Habit/longestID``.
    case idTooLong
    /// Two habits have one ``Habit/id``.
    case idRepeated
    /// ``Habit/title`` shows nothing.
    case titleEmpty
    /// There are no times.
    case timesEmpty
    /// A time stands twice.
    case timeRepeated(TimeOfDay)
    /// No clock shows a time.
    case timeInvalid(hour: Int, minute: Int)
    /// The calendar has no such date from year 1 to 9999.
    case dateInvalid(year: Int, month: Int, day: Int)
    /// There are no weekdays.
    case weekdaysEmpty
    /// An interval is not from 1 to ``Habit/Days/largestInterval``.
    case intervalInvalid(Int)
    /// A day of the month is neither from 1 to 31 nor -1.
    case dayOfMonthInvalid(Int)
    /// A weekday of the month is neither from 1 to 5 nor from -5 to -1.
    case ordinalInvalid(Int)
    /// The end lies before the start.
    case endBeforeStart
    /// A number of days is not at least 1.
    case countInvalid(Int)
    /// Between start and end there is no day on which it is due.
    case neverDue
    /// A pause has more days than ``Habit/longestPause``.
    case pauseTooLong(days: Int)
    /// Repeats are not from 1 to ``ReminderCompiler/Nag/largestCount``, or not from 1 minute to 366 days apart.
    case nagInvalid(count: Int, minutesApart: Int)
    /// There are more messages than ``ReminderCompiler/BodyRule/maximumTemplates``.
    case messagesTooMany(Int)
    /// A message is no template.
    case messageInvalid(String, BodyTemplate.Fault)
  }

  /// What was found.
  public let reason: Reason
  /// ``Habit/id`` of the habit; nil where the fault is in a value made for one.
  public let id: String?

  /// Makes an error.
  package init(_ reason: Reason, id: String? = nil) {
    self.reason = reason
    self.id = id
  }

  /// The last day that calendars can write, 9999-12-31, as days since 1970-01-01.
  static let lastDay = CivilDate(uncheckedYear: 9_999, month: 12, day: 31).dayNumber
}

extension HabitError: CustomStringConvertible {
  /// What was found and what was expected, in lower case without a full stop.
  public var description: String {
    (id.map { "habit \"\($0)\" " } ?? "") + reason.phrase
  }
}

extension HabitError.Reason {
  /// What is said behind the name of the habit.
  fileprivate var phrase: String {
    let interval = 1...Habit.Days.largestInterval
    return switch self {
    case .idEmpty: "has an empty id, which would be that of others too"
    case .idTooLong: "has an id of more than \(Habit.longestID) bytes"
    case .idRepeated: "stands twice; each needs an id of its own"
    case .titleEmpty: "has no title"
    case .timesEmpty: "has no times"
    case .timeRepeated(let time): "has \(time) twice"
    case .timeInvalid(let hour, let minute):
      "no clock shows \(hour.padded(to: 2)):\(minute.padded(to: 2))"
    case .dateInvalid(let year, let month, let day):
      "no calendar has \(year)-\(month.padded(to: 2))-\(day.padded(to: 2))"
    case .weekdaysEmpty: "has no weekdays"
    case .intervalInvalid(let own):
      "has an interval of \(own), expected \(interval.lowerBound) to \(interval.upperBound)"
    case .dayOfMonthInvalid(let day): "is due on day \(day) of months, expected 1 to 31 or -1"
    case .ordinalInvalid(let ordinal):
      "is due on weekday \(ordinal) of months, expected 1 to 5 or -5 to -1"
    case .endBeforeStart: "ends before it starts"
    case .countInvalid(let count): "ends after \(count) days, expected 1 or more"
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
