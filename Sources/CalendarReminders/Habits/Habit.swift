public import CivilTime
public import NotificationTriggers
public import ReminderCompiler

/// A recurring reminder without a calendar: a title, the days on which it is due, and times of day.
///
/// ``components()`` and `Compilation` validate it and throw a ``HabitError`` if a value is
/// invalid. A habit on some weekdays:
///
/// ```swift
/// let zone = ZoneDatabase().zone(named: "Europe/Berlin")!
/// let options = NotificationOptions(now: Instant(iso8601: "2028-01-03T05:00Z")!, deviceZone: zone)
/// let stretching = try Habit(
///   id: "stretching", title: "Stretch", weekdays: [.monday, .wednesday, .friday],
///   times: [.at(8), .at(18, 30)], starting: .on(year: 2028, month: 1, day: 3))
/// let plan = try Compilation(of: [stretching], options).plan
/// print(plan.requests.count, plan.requests[0].nextFire)  // 6 2028-01-03T07:00:00Z
/// ```
///
/// A habit that starts in three days and is due daily until a date, inclusive:
///
/// ```swift
/// let today = try CivilDate.on(year: 2028, month: 1, day: 3)
/// let antibiotic = try Habit(
///   id: "antibiotic", title: "Antibiotic", times: [.at(8)], starting: today.adding(days: 3),
///   ending: .on(.on(year: 2028, month: 1, day: 12)))
/// print(try antibiotic.components()[0].rules[0])  // FREQ=DAILY;UNTIL=20280112T235959
/// ```
///
/// Ten nags, five minutes apart, until the user marks it as done:
///
/// ```swift
/// var stove = try Habit(
///   id: "stove", title: "Is the stove off?", times: [.at(22)],
///   starting: .on(year: 2028, month: 1, day: 3))
/// stove.nag = try .times(10, minutesApart: 5)
/// let alarm = try stove.components()[0].alarms[0]!
/// print(alarm.repeatCount, alarm.repeatInterval)  // 10 PT5M
/// stove.done = Instant(iso8601: "2028-01-03T21:07:00Z")  // when the button is pressed
/// try stove.markDone(on: .on(year: 2028, month: 1, day: 4))  // before it is due
/// print(try stove.components()[0].exceptionDates.count)  // 1
/// ```
///
/// A different message each day, in turn:
///
/// ```swift
/// let zone = ZoneDatabase().zone(named: "Europe/Berlin")!
/// let options = NotificationOptions(now: Instant(iso8601: "2028-01-03T05:00Z")!, deviceZone: zone)
/// var reading = try Habit(
///   id: "reading", title: "Read", times: [.at(20)],
///   starting: .on(year: 2028, month: 1, day: 3), ending: .after(3))
/// reading.messages = ["Start a book", "Day {n} of {count}", "Finish it"]
/// let plan = try Compilation(of: [reading], options).plan
/// print(plan.requests[1].content.body)  // Day 2 of 3
/// ```
///
/// A medicine four times a day, with sound even if the device is muted (the app needs Apple's
/// entitlement for critical alerts):
///
/// ```swift
/// let zone = ZoneDatabase().zone(named: "Europe/Berlin")!
/// let options = NotificationOptions(now: Instant(iso8601: "2028-01-03T05:00Z")!, deviceZone: zone)
/// var insulin = try Habit(
///   id: "insulin", title: "Insulin", times: [.at(7), .at(12), .at(18), .at(22)],
///   starting: .on(year: 2028, month: 1, day: 3))
/// insulin.level = .critical
/// let plan = try Compilation(of: [insulin], options).plan
/// print(plan.requests.count, plan.requests[0].content.interruptionLevel)  // 4 critical
/// ```
public struct Habit: Hashable, Sendable {
  // Part of the output format: request identifiers contain the ID and the time, so changing one
  // orphans a pending request.
  /// The permanent identifier, for instance a UUID that the app stores: 1 to ``longestID`` bytes.
  ///
  /// Requests keep their identifiers when you change the title, the days or other times.
  public var id: String
  /// The title of the notifications; not empty.
  public var title: String
  /// The days on which the habit is due.
  public var days: Days
  /// The times of day at which it is due: at least one, in any order, without duplicates.
  public var times: [TimeOfDay]
  /// The first day on which it can be due.
  public var start: CivilDate
  /// The end of the habit.
  public var end: End
  /// The zone of ``times``; nil for the device's current zone, which changes when the user travels.
  public var zone: Zone?
  /// Ranges of days on which the habit is not due, both ends inclusive.
  ///
  /// A single day is `day...day`. Paused days still count towards ``End/after(_:)``. Each pause has
  /// at most ``longestPause`` days.
  public var pauses: [ClosedRange<CivilDate>] = []
  /// Repeats after each time; nil for none.
  public var nag: Nag?
  /// The texts below the title, one for each day in turn: at most `BodyRule.maximumTemplates`.
  ///
  /// If it is empty, no text is shown. Each message is a template (`BodyTemplate`), such as
  /// `Day {n} of {count}` or `{age} today`. Write a literal brace twice.
  public var messages: [String] = []
  /// The interruption level.
  public var level = InterruptionLevel.active
  /// The name of a sound file in the app; nil for the system's default sound.
  public var soundName: String?
  /// When the user last marked the habit as done.
  ///
  /// Alerts up to this instant are finished, and so are their later nags.
  public var done: Instant?
  /// The days on which the habit is done, although it may not have been due yet.
  ///
  /// None of its times rings on these days. ``markDone(on:)`` adds one. They count towards
  /// ``End/after(_:)``.
  public var doneDays: Set<CivilDate> = []

  /// The maximum length of ``id``, in bytes.
  public static let longestID = 255

  /// The maximum length of a pause, in days: ten years.
  public static let longestPause = 3_653

  /// Makes a habit.
  ///
  /// - Parameters:
  ///   - id: The permanent identifier.
  ///   - title: The title of the notifications.
  ///   - days: The days on which it is due.
  ///   - times: The times of day at which it is due.
  ///   - start: The first day on which it can be due.
  ///   - end: The end of the habit.
  ///   - zone: The zone of the times; nil for the device's current zone.
  public init(
    id: String, title: String, days: Days, times: [TimeOfDay], starting start: CivilDate,
    ending end: End = .never, zone: Zone? = nil
  ) {
    self.id = id
    self.title = title
    self.days = days
    self.times = times
    self.start = start
    self.end = end
    self.zone = zone
  }

  /// Makes a habit that is due on some weekdays, or every day.
  ///
  /// - Parameters:
  ///   - id: The permanent identifier.
  ///   - title: The title of the notifications.
  ///   - weekdays: The weekdays on which it is due; at least one.
  ///   - times: The times of day at which it is due.
  ///   - start: The first day on which it can be due.
  ///   - end: The end of the habit.
  ///   - zone: The zone of the times; nil for the device's current zone.
  public init(
    id: String, title: String, weekdays: Set<Weekday> = Set(Weekday.allCases),
    times: [TimeOfDay], starting start: CivilDate, ending end: End = .never, zone: Zone? = nil
  ) {
    self.init(
      id: id, title: title, days: .weekdays(weekdays), times: times, starting: start, ending: end,
      zone: zone)
  }
}

extension Habit {
  /// Marks the habit as done on a day, also before it is due.
  ///
  /// Days of more than a year before are forgotten.
  ///
  /// - Parameter day: The day, in the zone of the habit.
  public mutating func markDone(on day: CivilDate) {
    doneDays.insert(day)
    doneDays = doneDays.filter { $0.dayNumber > day.dayNumber - 366 }
  }

  /// The end of a habit.
  ///
  /// ```swift
  /// let end = try Habit.End.on(.on(year: 2028, month: 1, day: 12))
  /// print(end == .never, Habit.End.after(10) == .after(10))  // false true
  /// ```
  public enum End: Hashable, Sendable {
    /// The habit never ends.
    case never
    /// The last date on which the habit can be due.
    case on(CivilDate)
    /// The number of days on which the habit is due, from 1 to ``largestCount``.
    ///
    /// Paused days count.
    case after(Int)

    /// The largest number of days, about a thousand years.
    public static let largestCount = 366_000
  }
}

extension TimeOfDay {
  /// Makes a time of day: `.at(8)`, `.at(18, 30)`.
  ///
  /// Throws if the hour or the minute is out of range.
  public static func at(_ hour: Int, _ minute: Int = 0) throws(HabitError) -> TimeOfDay {
    guard let time = TimeOfDay(hour: hour, minute: minute) else {
      throw HabitError(.timeInvalid(hour: hour, minute: minute))
    }
    return time
  }
}

extension CivilDate {
  /// Makes a date: `.on(year: 2028, month: 2, day: 29)`.
  ///
  /// Throws if the date doesn't exist in the years 1 to 9999.
  public static func on(year: Int, month: Int, day: Int) throws(HabitError) -> CivilDate {
    guard let date = CivilDate(year: year, month: month, day: day) else {
      throw HabitError(.dateInvalid(year: year, month: month, day: day))
    }
    return date
  }

  /// Returns the date a number of days later, or earlier if the number is negative.
  ///
  /// ```swift
  /// print(try CivilDate.on(year: 2028, month: 2, day: 28).adding(days: 3))  // 2028-03-02
  /// ```
  ///
  /// - Parameter days: The number of days to add.
  /// - Returns: The date, limited to the years 1 to 9999.
  public func adding(days: Int) -> CivilDate {
    let first = CivilDate(uncheckedYear: 1, month: 1, day: 1).dayNumber
    let way = min(max(days, first - dayNumber), HabitError.lastDay - dayNumber)
    return CivilDate(dayNumber: dayNumber + way)
  }
}

extension Nag {
  /// Makes repeats after an alert: `.times(10, minutesApart: 5)`.
  ///
  /// - Parameters:
  ///   - count: The number of repeats, from 1 to ``largestCount``.
  ///   - minutes: The minutes from each alert to the next, from 1 minute to 366 days.
  /// - Throws: A `HabitError` if a value is out of range.
  /// - Returns: The repeats.
  public static func times(_ count: Int, minutesApart minutes: Int) throws(HabitError) -> Nag {
    guard let nag = Nag("\(count)xPT\(minutes)M") else {
      throw HabitError(.nagInvalid(count: count, minutesApart: minutes))
    }
    return nag
  }
}
