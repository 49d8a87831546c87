import CivilTime
import NotificationTriggers

/// Days as bits, from the first day of a range.
typealias DayBits = [UInt64]

/// Every class of days that is safe to name, over days that are walked one by one.
///
/// Written for the comparison: it shares no arithmetic with what it is compared to. The walk starts
/// on 1 January 1970, a Thursday.
struct SafeDays {
  /// The days, as days since 1970-01-01.
  let range: Range<Int>
  private(set) var classes: [DayClass] = []
  /// The days of each class.
  private(set) var bits: [DayBits] = []
  /// The classes that each day of the range belongs to.
  private(set) var classesOfDay: [[Int]] = []
  /// Where each class stands.
  private(set) var indices: [DayClass: Int] = [:]
  /// The last day that two classes share, from the range's first; -1 where they never meet.
  private(set) var lastMeetings: [[Int]] = []

  static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  init(_ range: Range<Int>) {
    self.range = range
    var (year, month, day, weekday) = (1_970, 1, 1, 3)
    for dayNumber in 0..<range.upperBound {
      if dayNumber >= range.lowerBound {
        var own: [Int] = []
        for dayClass in SafeDays.classes(month: month, day: day, weekday: weekday) {
          let index = indices[dayClass] ?? classes.count
          if index == classes.count {
            indices[dayClass] = index
            classes.append(dayClass)
            bits.append(emptyBits)
          }
          bits[index].insert(dayNumber - range.lowerBound)
          own.append(index)
        }
        classesOfDay.append(own)
      }
      weekday = (weekday + 1) % 7
      let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let length = month == 2 && isLeapYear ? 29 : SafeDays.lengths[month - 1]
      day += 1
      if day > length { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    lastMeetings = classes.map { _ in Array(repeating: -1, count: classes.count) }
    for (day, own) in classesOfDay.enumerated() {
      for first in own { for second in own { lastMeetings[first][second] = day } }
    }
  }

  /// No day of the range.
  var emptyBits: DayBits { Array(repeating: 0, count: range.count / 64 + 1) }

  /// The classes of a day; the weekday counts from 0 for Monday.
  private static func classes(month: Int, day: Int, weekday: Int) -> [DayClass] {
    let name = Weekday.allCases[weekday]
    let ordinal = (day - 1) / 7 + 1
    var result: [DayClass] = [.everyDay, .weekday(name)]
    if day <= 28 { result.append(.dayOfMonth(day)) }
    if day <= lengths[month - 1] { result.append(.date(month: month, day: day)) }
    if ordinal < 5 || month != 2 {
      result.append(.ordinalWeekday(month: month, weekday: name, ordinal: ordinal))
    }
    return result
  }
}

extension DayBits {
  mutating func insert(_ bit: Int) { self[bit / 64] |= 1 << UInt64(bit % 64) }

  mutating func remove(_ bit: Int) { self[bit / 64] &= ~(1 << UInt64(bit % 64)) }

  func contains(_ bit: Int) -> Bool { self[bit / 64] >> UInt64(bit % 64) & 1 == 1 }

  /// Whether all bits of a range are also in another set.
  func isSubset(of other: DayBits, in range: Range<Int>) -> Bool {
    DayBits.words(range) { self[$0] & ~other[$0] & $1 == 0 }
  }

  /// Takes away the bits of a range that are in another set.
  mutating func subtract(_ other: DayBits, in range: Range<Int>) {
    _ = DayBits.words(range) { word, mask in
      self[word] &= ~(other[word] & mask)
      return true
    }
  }

  /// How many bits of a range there are.
  func count(in range: Range<Int>) -> Int {
    var count = 0
    _ = DayBits.words(range) { word, mask in
      count += (self[word] & mask).nonzeroBitCount
      return true
    }
    return count
  }

  /// Whether a predicate holds for each word of a range of bits, given with its mask.
  private static func words(_ range: Range<Int>, _ holds: (Int, UInt64) -> Bool) -> Bool {
    var word = range.lowerBound / 64
    while word * 64 < range.upperBound {
      let low: UInt64 = ~0 << UInt64(Swift.max(0, range.lowerBound - word * 64))
      let high = range.upperBound - word * 64
      if !holds(word, high >= 64 ? low : low & ~(~0 << UInt64(high))) { return false }
      word += 1
    }
    return true
  }
}
