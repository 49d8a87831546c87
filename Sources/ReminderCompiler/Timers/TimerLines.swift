import CivilTime
import NotificationTriggers
import SystemdTimers

/// The lines of one timer: expressions whose elapses are exactly the wanted instants.
struct TimerLines: Sendable {
  /// The machine that runs the timers, as a simulator of systemd needs it.
  struct Machine: Sendable {
    /// Its local zone.
    let localZone: Zone
    /// All zones that timers name, by name.
    let zones: [String: Zone]
  }

  /// The expressions, in the order in which they are written.
  let expressions: [CalendarExpression]

  /// The most instants of a timer that are written out; later ones wait for a renewal.
  ///
  /// An alarm of every seven seconds has no pattern and five million instants a year. A manager
  /// reads some hundred lines of a timer without delay.
  private static let maximumSingles = 2_000

  /// Finds the lines of a timer.
  ///
  /// Zoned lines that go on for ever come first; what they miss within the window is patched with
  /// lines in UTC. systemd drops a time in a gap and computes all lines anew from each firing, so
  /// the lines are simulated together, and where they don't give exactly what is wanted, every
  /// instant is written out in UTC.
  ///
  /// - Parameters:
  ///   - wanted: The instants after now and before the horizon's end, ascending, without repeats.
  ///   - candidates: Repeating patterns that are right to the end of the proof.
  ///   - zone: Where the candidates are read.
  ///   - window: From now to the horizon's end.
  ///   - machine: The machine.
  init(
    wanted: [Instant], candidates: [Candidate], zone: ExpressionZone, window: Range<Instant>,
    machine: Machine
  ) {
    let repeating = TimerLines.expressions(of: candidates, zone: zone)
    func elapses(_ expressions: [CalendarExpression]) -> [Instant] {
      TimerLines.elapses(of: expressions, in: window, machine)
    }
    let answered = Set(elapses(repeating))
    let isExact = answered.isSubset(of: wanted)
    let singles = wanted.filter { !answered.contains($0) }.prefix(TimerLines.maximumSingles)
    let patched = repeating + TimerLines.expressions(at: Array(singles))
    expressions =
      isExact && elapses(patched) == (answered + singles).sorted()
      ? patched : TimerLines.expressions(at: Array(wanted.prefix(TimerLines.maximumSingles)))
  }

  /// The instants at which a timer with lines fires after now, before the horizon's end.
  static func elapses(
    of expressions: [CalendarExpression], in window: Range<Instant>, _ machine: Machine
  ) -> [Instant] {
    guard window.lowerBound + 1 < window.upperBound else { return [] }
    return CalendarExpression.elapses(
      of: expressions, in: window.lowerBound + 1..<window.upperBound,
      localZone: machine.localZone, zone: { machine.zones[$0] })
  }

  /// Repeating patterns as expressions: those that differ in their days alone share a line.
  private static func expressions(
    of candidates: [Candidate], zone: ExpressionZone
  ) -> [CalendarExpression] {
    var weekdays: [TimeClass: WeekdaySet] = [:]
    var daysOfMonth: [Int: Set<Int>] = [:]
    var months: [MonthlyKey: Set<Int>] = [:]
    for candidate in candidates {
      let time = candidate.pattern.time
      switch (candidate.pattern.days, time) {
      case (.everyDay, _): weekdays[time] = .every
      case (.weekday(let weekday), _):
        weekdays[time, default: WeekdaySet()].formUnion(WeekdaySet(weekday))
      case (.dayOfMonth(let day), .time(let second)): daysOfMonth[second, default: []].insert(day)
      case (.date(let month, let day), .time(let second)):
        months[MonthlyKey(second: second, day: day), default: []].insert(month)
      case (.ordinalWeekday(let month, let weekday, let ordinal), .time(let second)):
        months[
          MonthlyKey(second: second, weekday: weekday, ordinal: ordinal), default: []
        ].insert(month)
      default: break
      }
    }
    let weekly = weekdays.compactMap { time, days in
      time.expression(on: days, zone: zone)
    }
    let monthly = daysOfMonth.compactMap { second, days in
      CalendarExpression(days: days, secondOfDay: second, zone: zone)
    }
    let yearly = months.compactMap { key, months in key.expression(in: months, zone: zone) }
    return (weekly + monthly + yearly).sorted { $0.description < $1.description }
  }

  /// A day of the month, or an nth weekday, at a time of day.
  private struct MonthlyKey: Hashable {
    let second: Int
    var day: Int?
    var weekday: Weekday?
    var ordinal: Int?

    func expression(in months: Set<Int>, zone: ExpressionZone) -> CalendarExpression? {
      let months = ExpressionComponent(months, of: .month)
      if let day {
        return CalendarExpression(months: months, days: [day], secondOfDay: second, zone: zone)
      }
      guard let weekday, let ordinal else { return nil }
      return CalendarExpression(
        ordinal: ordinal, weekday: weekday, months: months, secondOfDay: second, zone: zone)
    }
  }

  /// Instants as lines in UTC: those of one month at one time of day share a line.
  private static func expressions(at instants: [Instant]) -> [CalendarExpression] {
    struct Key: Hashable {
      let year: Int
      let month: Int
      let second: Int
    }
    var days: [Key: Set<Int>] = [:]
    var order: [Key] = []
    for instant in instants {
      let civil = instant.civilInUTC
      let date = civil.date
      let key = Key(year: date.year, month: date.month, second: civil.secondOfDay)
      if days[key] == nil { order.append(key) }
      days[key, default: []].insert(date.day)
    }
    return order.compactMap { key in
      CalendarExpression(
        years: .value(key.year), months: .value(key.month), days: days[key] ?? [],
        secondOfDay: key.second, zone: .utc)
    }
  }
}

extension TimeClass {
  /// The times on weekdays as an expression.
  fileprivate func expression(
    on weekdays: WeekdaySet, zone: ExpressionZone
  ) -> CalendarExpression? {
    switch self {
    case .everyMinute(let second):
      try? CalendarExpression(
        weekdays: weekdays, hours: .every, minutes: .every, seconds: .value(second), zone: zone)
    case .everyHour(let minute, let second):
      try? CalendarExpression(
        weekdays: weekdays, hours: .every, minutes: .value(minute), seconds: .value(second),
        zone: zone)
    case .time(let second):
      CalendarExpression(weekdays: weekdays, secondOfDay: second, zone: zone)
    }
  }
}
