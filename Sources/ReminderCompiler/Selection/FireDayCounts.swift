import CivilTime
import NotificationTriggers

/// How many fires of a group lie on each weekday and on each day of the month, on the clock on
/// which its triggers are read.
struct FireDayCounts {
  /// The fires of one weekday, or of one day of the month.
  struct Counts {
    /// Those before the renewal.
    var soon = 0
    /// Those before the horizon.
    var all = 0
    /// Whether the first of all is one of them.
    var hasFirst = false
  }

  static let weekdayCount = Weekday.allCases.count
  static let monthDayCount = 31

  /// The fires by weekday, by its raw value.
  private(set) var weekdays = Array(repeating: Counts(), count: weekdayCount)
  /// The fires by day of the month, from the first on.
  private(set) var monthDays = Array(repeating: Counts(), count: monthDayCount)
  /// The times of day from the earliest to the latest; nil where there are none.
  private var times: ClosedRange<TimeOfDay>?
  /// The days with fires of which it is asked whether there are any.
  private var asked: Set<Int> = []

  /// The most days of which it is asked: on as many every weekday and day of the month comes.
  private static let maximumDays = 400

  /// Up to how many days beside a clock change may a trigger fire on another day, or not at all.
  private static let clockChangeReach = 2

  /// Counts fires.
  ///
  /// - Parameters:
  ///   - fires: The fires, ascending.
  ///   - zone: Whose clock is read.
  ///   - renewal: The next renewal.
  ///   - known: Up to where it is asked which days have none.
  init(of fires: [Instant], in zone: Zone, renewal: Instant, known: Instant) {
    guard !fires.isEmpty else { return }
    var cursor = ZoneCursor(zone)
    var day = DayCursor()
    var (earliest, latest) = (Int.max, 0)
    day.move(to: cursor.civil(at: fires[0]))
    weekdays[day.weekday].hasFirst = true
    monthDays[day.monthDay].hasFirst = true
    // What is asked of the soonest alone isn't asked of all of them.
    let (knownCount, soonCount) = (fires.before(known), fires.before(renewal))
    for place in fires.indices {
      let secondOfDay = day.move(to: cursor.civil(at: fires[place]))
      (earliest, latest) = (min(earliest, secondOfDay), max(latest, secondOfDay))
      weekdays[day.weekday].all += 1
      monthDays[day.monthDay].all += 1
      if place < knownCount { asked.insert(day.dayNumber) }
      guard place < soonCount else { continue }
      weekdays[day.weekday].soon += 1
      monthDays[day.monthDay].soon += 1
    }
    times = TimeOfDay(secondOfDay: earliest)...TimeOfDay(secondOfDay: latest)
  }

  /// Whether all fires come at one time of day.
  var isOneTime: Bool { times.map { $0.lowerBound == $0.upperBound } ?? true }

  /// Notes instants that may be fired, and need not.
  mutating func allow(_ instants: [Instant], in zone: Zone, known: Instant) {
    for instant in instants {
      let civil = zone.civil(at: instant)
      times = times.map { min($0.lowerBound, civil.time)...max($0.upperBound, civil.time) }
      if instant < known { asked.insert(civil.dayNumber) }
    }
  }

  /// The days on which any trigger that answers something would fire what isn't asked.
  ///
  /// - Parameters:
  ///   - zone: Whose clock is read.
  ///   - now: When triggers are added.
  ///   - known: Up to where it is known what is asked.
  /// - Returns: The days, as days since 1970-01-01.
  func empty(in zone: Zone, from now: Instant, to known: Instant) -> [Int] {
    guard let times else { return [] }
    // A trigger fires at one of these times, so on these days after now, and before it is known.
    let first = zone.firstTime(notBefore: now + 1).firstDay(at: times.lowerBound)
    let end = min(
      zone.firstTime(notBefore: known).firstDay(at: times.upperBound),
      first + FireDayCounts.maximumDays)
    guard first < end else { return [] }
    let days = (first..<end).filter { !asked.contains($0) }
    guard !days.isEmpty else { return [] }
    let reach = FireDayCounts.clockChangeReach
    let margin = (reach + 1) * 86_400
    let changes = zone.transitions(in: now - margin..<known + margin)
      .map { zone.civil(at: $0.instant).dayNumber }
    return days.filter { day in !changes.contains { abs($0 - day) <= reach } }
  }
}

/// The day of one fire after another.
///
/// Tens of thousands of groups have hundreds of fires, nearly all on the day after the last: none
/// is worked out anew that follows from the one before.
private struct DayCursor {
  /// The day, as days since 1970-01-01.
  private(set) var dayNumber = 0
  /// The raw value of its weekday.
  private(set) var weekday = 0
  /// Its place in the month, from 0.
  private(set) var monthDay = 0
  /// The seconds from 1970-01-01 to its first; the end of time before the first move.
  private var midnight = Int.max

  /// Goes to the day of a time.
  ///
  /// - Parameter civil: The time.
  /// - Returns: The second of its day.
  @discardableResult
  mutating func move(to civil: CivilDateTime) -> Int {
    let seconds = civil.secondsSince1970
    guard seconds < midnight || seconds - midnight >= 86_400 else { return seconds - midnight }
    if seconds >= midnight, seconds - midnight < 2 * 86_400, monthDay < DayClass.lastDayOfMonth - 1
    {
      dayNumber += 1
      weekday = (weekday + 1) % FireDayCounts.weekdayCount
      monthDay += 1
      midnight += 86_400
    } else {
      dayNumber = civil.dayNumber
      weekday = Weekday(dayNumber: dayNumber).rawValue
      monthDay = CivilDate(dayNumber: dayNumber).day - 1
      midnight = dayNumber * 86_400
    }
    return seconds - midnight
  }
}
