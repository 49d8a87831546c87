package import CivilTime

/// Finds the next elapse of a calendar expression, as systemd 252 does.
///
/// Make one search for many calls. Clock changes follow systemd's rules: a skipped time is dropped.
/// A repeated time elapses in the first pass. It elapses again in the second pass if a timer is
/// computed anew within it. Expressions of every minute or hour with a zone skip the whole second
/// pass.
package struct ElapseSearch {
  /// The expression.
  package let expression: CalendarExpression
  /// The clock of the expression's zone.
  var clock: LocalClock
  /// The values of each part of a time; nil for every value, for years, and for days that count
  /// from the end of the month.
  private let masks: [ComponentMask?]
  /// Whether a later elapse can change if the search starts nearer to it.
  let isUneven: Bool

  /// Makes a search; nil if the zone is unknown, in which case systemd ignores the line.
  ///
  /// - Parameters:
  ///   - expression: The expression.
  ///   - localZone: The time zone of the machine that runs the timer.
  ///   - zone: Returns the zone of that machine with a name; nil if the machine does not have it.
  package init?(
    _ expression: CalendarExpression, localZone: Zone, zone: (String) -> Zone?
  ) {
    switch expression.zone {
    case .local: clock = LocalClock(localZone)
    case .utc: clock = LocalClock(nil)
    case .named(let name):
      guard let zone = zone(name) else { return nil }
      clock = LocalClock(zone)
    }
    self.expression = expression
    func mask(of component: ExpressionComponent, field: CalendarField) -> ComponentMask? {
      component.elements.isEmpty ? nil : ComponentMask(component, of: field)
    }
    masks = [
      nil, mask(of: expression.months, field: .month),
      expression.countsDaysFromEnd ? nil : mask(of: expression.days, field: .day),
      mask(of: expression.hours, field: .hour), mask(of: expression.minutes, field: .minute),
      ComponentMask(expression.seconds, of: .second),
    ]
    // The shortest period of each part: the shortest month has 28 days.
    isUneven =
      zip(masks, [0, 12, 28, 24, 60, 60]).contains { $0?.skipsValues(afterPeriodOf: $1) ?? false }
      || expression.countsDaysFromEnd
        && expression.days.elements.contains { $0.stop == nil && $0.step > 0 }
  }

  /// The largest number of rounds in a search.
  ///
  /// After this number, systemd's search fails and the timer does not elapse again.
  private static let maximumRounds = 1_000

  private static let lastYear = CalendarField.year.range.upperBound

  /// Returns the first elapse strictly after an instant.
  ///
  /// - Parameter base: The instant. An instant before 1970 counts as the start of 1970.
  /// - Returns: The elapse; nil if there are none up to 2199 or if systemd's search fails.
  package mutating func next(after base: Instant) -> Instant? {
    clock.reset()
    let start = clock.time(at: max(base.secondsSince1970, 0))
    var time = start
    // The search starts one microsecond after the base, so in the same second.
    var fraction = 1
    var keepsDaylight = false
    for _ in 0..<ElapseSearch.maximumRounds {
      let isSettled = clock.normalize(&time)?.isUnique ?? false
      if !keepsDaylight { time.isDaylight = nil }
      switch advance(&time, fraction: &fraction, isSettled: isSettled) {
      case .found where time.isShown(after: start):
        return clock.normalize(&time).map { Instant(secondsSince1970: $0.instant) }
      case .found:
        // A gap moved the search back to before its start. systemd goes on one hour later and then
        // keeps the daylight flag that it finds, which leads over the gap.
        keepsDaylight = true
        time[.hour] += 1
      case .retry: continue
      case .never: return nil
      }
    }
    return nil
  }

  /// Returns the first elapse strictly after an instant, both in seconds since 1970.
  mutating func next(afterSecond base: Int) -> Int? {
    next(after: Instant(secondsSince1970: base))?.secondsSince1970
  }
}

extension ElapseSearch {
  private enum Outcome {
    case found, retry, never
  }

  private enum Fit {
    case fits, moved, impossible
  }

  /// Runs one round: moves the time to the first match of each part in turn.
  private mutating func advance(
    _ time: inout BrokenDownTime, fraction: inout Int, isSettled: Bool
  ) -> Outcome {
    var isSettled = isSettled
    for part in BrokenDownTime.Part.allCases {
      let value = next(part, of: time, fraction: fraction)
      if let value, value != time[part] {
        time.set(part, to: value)
        (fraction, isSettled) = (0, false)
      }
      switch value == nil ? .impossible : fit(&time, isSettled: &isSettled) {
      case .fits: break
      case _ where part == .year: return .never
      case .moved: return .retry
      case .impossible:
        let larger = BrokenDownTime.Part.allCases[part.rawValue - 1]
        time.set(larger, to: time[larger] + 1)
        fraction = 0
        return .retry
      }
      if part == .day, expression.weekdays != .every {
        let date = CivilDate(uncheckedYear: time[.year], month: time[.month], day: time[.day])
        guard expression.weekdays.contains(date.weekday) else {
          time.set(.day, to: time[.day] + 1)
          fraction = 0
          return .retry
        }
      }
    }
    return .found
  }

  /// The first value of a part at or after its value in a time; nil if its period lacks one.
  private mutating func next(
    _ part: BrokenDownTime.Part, of time: BrokenDownTime, fraction: Int
  ) -> Int? {
    if part == .year { return nextYear(from: time[.year]) }
    if part == .day, expression.countsDaysFromEnd { return nextDayFromEnd(time) }
    guard let mask = masks[part.rawValue] else { return time[part] }
    return mask.first(from: part == .second ? time[.second] + fraction : time[part])
  }

  /// Whether the clock shows a time; a time that the clock skips is moved past the gap.
  ///
  /// The part below the one that changed starts from its first value, because the time moved to the
  /// next value of that part.
  private mutating func fit(_ time: inout BrokenDownTime, isSettled: inout Bool) -> Fit {
    guard time[.year] <= ElapseSearch.lastYear else { return .impossible }
    if isSettled { return .fits }
    var shown = time
    guard let (_, isUnique) = clock.normalize(&shown) else { return .impossible }
    guard let part = shown.firstDifference(from: time) else {
      isSettled = isUnique
      return .fits
    }
    guard shown[part] > time[part] else { return .impossible }
    if part != .second {
      let smaller = BrokenDownTime.Part.allCases[part.rawValue + 1]
      shown[smaller] = smaller.first
    }
    time = shown
    return .moved
  }

  private func nextYear(from year: Int) -> Int? {
    if expression.years.elements.isEmpty { return year }
    return ElapseSearch.first(
      from: year,
      of: expression.years.elements.lazy.map { ($0.start, $0.stop ?? -1, $0.step) })
  }
}

extension ElapseSearch {
  /// The next day that is counted from the end of the month.
  ///
  /// systemd calls `mktime` for each such day, which changes the start of its next search. In the
  /// second pass of a repeated hour the result depends on it.
  mutating func nextDayFromEnd(_ time: BrokenDownTime) -> Int? {
    var elements: [(start: Int, stop: Int, step: Int)] = []
    for element in expression.days.elements {
      var start = dayOfMonth(fromEnd: element.start, at: time)
      var stop = dayOfMonth(fromEnd: element.stop ?? -1, at: time)
      if stop > 0 { swap(&start, &stop) }
      elements.append((start, stop, element.step))
    }
    return ElapseSearch.first(from: time[.day], of: elements)
  }

  /// The day of the month for a day counted from the end; -1 if it is in another month.
  private mutating func dayOfMonth(fromEnd day: Int, at time: BrokenDownTime) -> Int {
    var end = time
    end[.month] += 1
    end[.day] = 1 - day
    guard clock.normalize(&end) != nil, end[.month] == time[.month] else { return -1 }
    return end[.day]
  }

  /// The first value of elements at or after `value`; a negative stop means no end.
  static func first(
    from value: Int, of elements: some Sequence<(start: Int, stop: Int, step: Int)>
  ) -> Int? {
    var best: Int?
    for (start, stop, step) in elements {
      if start >= value {
        best = min(best ?? .max, start)
      } else if step > 0 {
        let next = start + (value - start + step - 1) / step * step
        if stop < 0 || next <= stop { best = min(best ?? .max, next) }
      }
    }
    return best
  }
}

/// The values of a component as bits, so that one instruction finds the next value.
///
/// It does not support years.
struct ComponentMask {
  /// One bit for each value; the values of all fields are below 64.
  let bits: UInt64
  /// The first value after the field's range that a step without an end reaches; nil without such a
  /// step.
  ///
  /// systemd uses this value: the time overflows into the next day or minute, and the search goes
  /// on there.
  let overflow: Int?

  /// Makes the mask of a component in normal form, which must not be every value except for
  /// seconds.
  init(_ component: ExpressionComponent, of field: CalendarField) {
    // `*` for seconds is a step of one; the masks of other fields are not used for `*`.
    var elements = component.elements
    if elements.isEmpty { elements = [.init(start: field.range.lowerBound, step: 1)] }
    var bits: UInt64 = 0
    var overflow: Int?
    for element in elements {
      let last = element.stop ?? (element.step > 0 ? field.range.upperBound : element.start)
      let values = stride(from: element.start, through: last, by: max(element.step, 1))
      for value in values { bits |= 1 << UInt64(value) }
      if element.stop == nil, element.step > 0 {
        let count = (field.range.upperBound - element.start) / element.step + 1
        overflow = min(overflow ?? .max, element.start + count * element.step)
      }
    }
    self.bits = bits
    self.overflow = overflow
  }

  /// Whether an overflow can skip values at the start of the next period.
  ///
  /// With days `1/9`, the 37th follows the 28th. After December this is 6 January, and the next
  /// value is the 10th. A search that starts on 1 January gives 1 January. `size` is the number of
  /// values in a period, such as 12 for months.
  func skipsValues(afterPeriodOf size: Int) -> Bool {
    overflow.map { $0 - size > bits.trailingZeroBitCount } ?? false
  }

  /// The first value at or after another; nil if all values are before it.
  func first(from value: Int) -> Int? {
    let later = value < 64 ? bits & (~0 << UInt64(value)) : 0
    return later == 0 ? overflow : later.trailingZeroBitCount
  }
}
