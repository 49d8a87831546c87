public import CivilTime
public import NotificationTriggers
public import ReminderCompiler

/// A reminder without a calendar: a title, days, and times of them.
///
/// It is checked where it is compiled, by ``components()`` or `Compiler.plan`, which throw a
/// ``HabitError`` for what can't be meant. A habit on some weekdays:
///
/// ```swift
/// let zone = ZoneDatabase().zone(named: "Europe/Berlin")!
/// let options = NotificationOptions(now: Instant(iso8601: "2028-01-03T05:00Z")!, deviceZone: zone)
/// let stretching = try Habit(
///   id: "stretching", title: "Stretch", weekdays: [.monday, .wednesday, .friday],
///   times: [.at(8), .at(18, 30)], starting: .on(2028, 1, 3))
/// let plan = try Compiler.plan(for: [stretching], options)
/// print(plan.requests.count, plan.requests[0].nextFire)  // 6 2028-01-03T07:00:00Z
/// ```
///
/// In three days, and then daily until a date, inclusive:
///
/// ```swift
/// let today = try CivilDate.on(2028, 1, 3)
/// let antibiotic = try Habit(
///   id: "antibiotic", title: "Antibiotic", times: [.at(8)], starting: today.adding(days: 3),
///   ending: .on(.on(2028, 1, 12)))
/// print(try antibiotic.components()[0].rules[0])  // FREQ=DAILY;UNTIL=20280112T235959
/// ```
///
/// Ten nags five minutes apart, until it is done:
///
/// ```swift
/// var stove = try Habit(
///   id: "stove", title: "Is the stove off?", times: [.at(22)], starting: .on(2028, 1, 3))
/// stove.nag = try .times(10, minutesApart: 5)
/// let alarm = try stove.components()[0].alarms[0]!
/// print(alarm.repeatCount, alarm.repeatInterval)  // 10 PT5M
/// stove.done = Instant(iso8601: "2028-01-03T21:07:00Z")  // when the button is pressed
/// ```
///
/// Another message each day, in turn:
///
/// ```swift
/// let zone = ZoneDatabase().zone(named: "Europe/Berlin")!
/// let options = NotificationOptions(now: Instant(iso8601: "2028-01-03T05:00Z")!, deviceZone: zone)
/// var reading = try Habit(
///   id: "reading", title: "Read", times: [.at(20)], starting: .on(2028, 1, 3), ending: .after(3))
/// reading.messages = ["Start a book", "Day {n} of {count}", "Finish it"]
/// let plan = try Compiler.plan(for: [reading], options)
/// print(plan.requests[1].content.body)  // Day 2 of 3
/// ```
///
/// A medicine four times a day that is heard past the mute switch (the app needs Apple's
/// entitlement):
///
/// ```swift
/// let zone = ZoneDatabase().zone(named: "Europe/Berlin")!
/// let options = NotificationOptions(now: Instant(iso8601: "2028-01-03T05:00Z")!, deviceZone: zone)
/// var insulin = try Habit(
///   id: "insulin", title: "Insulin", times: [.at(7), .at(12), .at(18), .at(22)],
///   starting: .on(2028, 1, 3))
/// insulin.level = .critical
/// let plan = try Compiler.plan(for: [insulin], options)
/// print(plan.requests.count, plan.requests[0].content.interruptionLevel)  // 4 critical
/// ```
public struct Habit: Hashable, Sendable {
  // Part of the output format: identifiers are made of it and the time, so changing one orphans a
  // pending request.
  /// What names it for ever, for instance a UUID that the app stores: from 1 to
  /// ``longestID`` bytes.
  ///
  /// Requests keep their identifiers where title, days or other times are changed.
  public var id: String
  /// What notifications show above; not empty.
  public var title: String
  /// On which days it is due.
  public var days: Days
  /// At which times of such a day, in any order, each once; at least one.
  public var times: [TimeOfDay]
  /// The first day on which it can be due.
  public var start: CivilDate
  /// When it is over.
  public var end: End
  /// The zone whose clock it follows; nil for the device's, also after it has travelled.
  public var zone: Zone?
  /// Days on which it is not due, first and last inclusive; a single one as `day...day`.
  ///
  /// They count for ``End/after(_:)`` all the same, and each is at most ``longestPause`` long.
  public var pauses: [ClosedRange<CivilDate>] = []
  /// Repeats after each time; nil for none.
  public var nag: Nag?
  /// What stands below the title: one text for each day in turn, at most
  /// ``ReminderCompiler/BodyRule/maximumTemplates``; none for nothing.
  ///
  /// They are templates (``ReminderCompiler/BodyTemplate``): `Day {n} of {count}`, `{age} today`. A brace that is
  /// meant as one is written twice.
  public var messages: [String] = []
  /// How much it may interrupt.
  public var level = InterruptionLevel.active
  /// The name of a sound file in the app; nil for the system's own sound.
  public var soundName: String?
  /// When it was last done: what was due at and before, and nags that still come of it, is over.
  public var done: Instant?

  /// The longest ``id``, in bytes.
  public static let longestID = 255

  /// The longest pause, in days: ten years.
  public static let longestPause = 3_653

  /// Makes a habit.
  ///
  /// - Parameters:
  ///   - id: What names it for ever.
  ///   - title: What notifications show above.
  ///   - days: On which days it is due.
  ///   - times: At which times of such a day.
  ///   - start: The first day on which it can be due.
  ///   - end: When it is over.
  ///   - zone: The zone whose clock it follows; nil for the device's.
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

  /// Makes a habit of some weekdays, or of every day.
  ///
  /// - Parameters:
  ///   - id: What names it for ever.
  ///   - title: What notifications show above.
  ///   - weekdays: On which weekdays it is due; at least one.
  ///   - times: At which times of such a day.
  ///   - start: The first day on which it can be due.
  ///   - end: When it is over.
  ///   - zone: The zone whose clock it follows; nil for the device's.
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
  /// When a habit is over.
  ///
  /// ```swift
  /// let end = try Habit.End.on(.on(2028, 1, 12))
  /// print(end == .never, Habit.End.after(10) == .after(10))  // false true
  /// ```
  public enum End: Hashable, Sendable {
    /// Never.
    case never
    /// After a date, on which it can still be due.
    case on(CivilDate)
    /// After a number of days on which it is due, from 1 to ``largestCount``; pauses count.
    case after(Int)

    /// The most days, as many as a thousand years have.
    public static let largestCount = 366_000
  }
}

extension TimeOfDay {
  /// A time as it is read from a clock: `.at(8)`, `.at(18, 30)`; throws where no clock shows it.
  public static func at(_ hour: Int, _ minute: Int = 0) throws(HabitError) -> TimeOfDay {
    guard let time = TimeOfDay(hour: hour, minute: minute) else {
      throw HabitError(.timeInvalid(hour: hour, minute: minute))
    }
    return time
  }
}

extension CivilDate {
  /// A date by its numbers: `.on(2028, 2, 29)`; throws where the calendar has none from year 1 to 9999.
  public static func on(_ year: Int, _ month: Int, _ day: Int) throws(HabitError) -> CivilDate {
    guard let date = CivilDate(year: year, month: month, day: day) else {
      throw HabitError(.dateInvalid(year: year, month: month, day: day))
    }
    return date
  }

  /// The date a number of days later, or earlier for a negative number.
  ///
  /// ```swift
  /// print(try CivilDate.on(2028, 2, 28).adding(days: 3))  // 2028-03-02
  /// ```
  ///
  /// - Parameter days: The days.
  /// - Returns: The date, from year 1 to 9999: what lies beyond is the last one.
  public func adding(days: Int) -> CivilDate {
    let first = CivilDate(uncheckedYear: 1, month: 1, day: 1).dayNumber
    let way = min(max(days, first - dayNumber), HabitError.lastDay - dayNumber)
    return CivilDate(dayNumber: dayNumber + way)
  }
}

extension Nag {
  /// Repeats after a first alert: `.times(10, minutesApart: 5)`.
  ///
  /// - Parameters:
  ///   - count: How many more times, from 1 to ``largestCount``.
  ///   - minutes: How long after each the next one comes, from 1 minute to 366 days.
  /// - Throws: That there are no such repeats.
  /// - Returns: The repeats.
  public static func times(_ count: Int, minutesApart minutes: Int) throws(HabitError) -> Nag {
    guard let nag = Nag("\(count)xPT\(minutes)M") else {
      throw HabitError(.nagInvalid(count: count, minutesApart: minutes))
    }
    return nag
  }
}
