internal import CivilTime

/// Detects components that don't recur and provably don't fire anymore.
///
/// It inspects the raw bytes, so it returns true only if every line that matters has the simplest
/// form. In all other cases, the component is read.
struct ExpiredComponents {
  /// The shift of a local date that clock changes and time zones can cause, in days.
  private static let marginInDays = 2

  /// A length that the triggers of most components don't reach, in seconds.
  ///
  /// It is longer than a week, which is a common trigger. Components with only shorter triggers are
  /// past from a later date on.
  private static let usualTrigger = 8 * 86_400

  /// Starts before this date, written as a number such as 20260105, are past in every zone.
  private let limit: Int
  /// Starts before this date are past if every trigger is shorter than ``usualTrigger``.
  private let usualLimit: Int
  /// Absolute triggers before this date are past.
  private let absoluteLimit: Int

  /// Makes the detector.
  ///
  /// - Parameters:
  ///   - firesFrom: The first instant at which fire dates matter.
  ///   - allowsOthers: Whether components can get additional alarms up to 100 days away, such as
  ///     default alarms.
  init(_ firesFrom: Instant, allowsOthers: Bool) {
    func number(secondsBefore seconds: Int) -> Int {
      let date = (firesFrom - seconds - Self.marginInDays * 86_400).civilInUTC.date
      return (date.year * 100 + date.month) * 100 + date.day
    }
    limit = number(secondsBefore: ReadingLimits.longestLead)
    usualLimit = allowsOthers ? limit : number(secondsBefore: Self.usualTrigger)
    absoluteLimit = number(secondsBefore: 0)
  }

  /// Whether the component provably doesn't fire from `firesFrom` on.
  func contains(_ record: ComponentRecord, in bytes: Span<UInt8>) -> Bool {
    var lines = LogicalLines(in: record.range)
    var hasStart = false
    var triggerCount = 0
    var (latest, longest) = (0, 0)
    while let line = lines.next(in: bytes) {
      guard let first = line.range.first else { continue }
      switch bytes[first].upperCased {
      case UInt8(ascii: "D"), UInt8(ascii: "T"), UInt8(ascii: "R"), UInt8(ascii: "X"): break
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): continue
      default:
        // After a blank line with a fold, the fold can contain another line.
        guard !line.isFolded, line.range.count == 1, bytes[first] == 0x0D else { return false }
        continue
      }
      guard let nameEnd = bytes.nameEnd(in: line.range) else { return false }
      switch PackedName(bytes, in: first..<nameEnd) {
      case .start:
        guard let date = Self.date(line, nameEnd, in: bytes) else { return false }
        latest = max(latest, date)
        hasStart = true
      case .endTime, .due:
        guard let date = Self.date(line, nameEnd, in: bytes) else { return false }
        latest = max(latest, date)
      case .trigger:
        // Too many alarms are always reported, so the component must be read.
        triggerCount += 1
        guard triggerCount <= ReadingLimits.maximumItems,
          let length = pastLength(ofTrigger: line, nameEnd, in: bytes)
        else { return false }
        longest = max(longest, length)
      // A duration can move RELATED=END triggers later, and repeats fire after their trigger.
      case .duration, .repetition, .rule, .recurrenceDate, .recurrenceID: return false
      default:
        guard !Self.isSnooze(bytes, in: first..<nameEnd) else { return false }
      }
    }
    return hasStart && latest < (longest < Self.usualTrigger ? usualLimit : limit)
  }

  private static let snooze = Array("X-MOZ-SNOOZE".utf8)

  private static func isSnooze(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
    range.count >= snooze.count
      && snooze.indices.allSatisfy { bytes[range.lowerBound + $0].upperCased == snooze[$0] }
  }

  /// The value of a line that is neither folded nor quoted; nil for other lines.
  private static func plainValue(
    _ line: LogicalLine, _ nameEnd: Int, in bytes: Span<UInt8>
  ) -> Range<Int>? {
    guard !line.isFolded else { return nil }
    for index in nameEnd..<line.range.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "\""): return nil
      case UInt8(ascii: ":"):
        var end = line.range.upperBound
        while end > index + 1, bytes[end - 1].isBlank { end -= 1 }
        return index + 1..<end
      default: break
      }
    }
    return nil
  }

  /// The eight digits at the start of a value, as a number; nil if they are not a date.
  private static func date(
    _ line: LogicalLine, _ nameEnd: Int, in bytes: Span<UInt8>
  ) -> Int? {
    guard let value = plainValue(line, nameEnd, in: bytes), value.count >= 8 else { return nil }
    return bytes.number(in: value.prefix(8))
  }

  /// The distance of a trigger from the start or end, in seconds; 0 for a past absolute trigger;
  /// nil for a trigger that may still fire.
  private func pastLength(
    ofTrigger line: LogicalLine, _ nameEnd: Int, in bytes: Span<UInt8>
  ) -> Int? {
    guard let value = Self.plainValue(line, nameEnd, in: bytes) else { return nil }
    if let length = Self.length(bytes, in: value) {
      return length < ReadingLimits.longestLead ? length : nil
    }
    guard let date = Self.date(line, nameEnd, in: bytes), date < absoluteLimit else { return nil }
    return 0
  }

  /// The length of a duration in seconds, ignoring its sign; nil if it is not in the simplest form.
  private static func length(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int? {
    var rest = range
    if let first = rest.first, [UInt8(ascii: "-"), UInt8(ascii: "+")].contains(bytes[first]) {
      rest.removeFirst()
    }
    guard let first = rest.first, bytes[first] == UInt8(ascii: "P") else { return nil }
    var length = 0
    var number = 0
    for index in rest.dropFirst() {
      let unit: Int
      switch bytes[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        number = number * 10 + Int(bytes[index]) - 0x30
        guard number < ReadingLimits.longestLead else { return nil }
        continue
      case UInt8(ascii: "T"): unit = 0
      case UInt8(ascii: "W"): unit = 7 * 86_400
      case UInt8(ascii: "D"): unit = 86_400
      case UInt8(ascii: "H"): unit = 3_600
      // RFC 5545 doesn't have months. Minutes follow a T; otherwise, assume the longer unit.
      case UInt8(ascii: "M"):
        unit = range.contains { bytes[$0] == UInt8(ascii: "T") } ? 60 : 31 * 86_400
      case UInt8(ascii: "S"): unit = 1
      default: return nil
      }
      length += number * unit
      // Stop here: the length exceeds the limit, and more parts could overflow.
      guard length < ReadingLimits.longestLead else { return length }
      number = 0
    }
    return length
  }
}

extension Span<UInt8> {
  /// The number that a range of digits represents; nil if other bytes occur.
  fileprivate func number(in range: Range<Int>) -> Int? {
    var number = 0
    for index in range {
      guard self[index].isDigit else { return nil }
      number = number * 10 + Int(self[index]) - 0x30
    }
    return number
  }
}

extension PackedName {
  fileprivate static let start = PackedName("DTSTART")
  fileprivate static let endTime = PackedName("DTEND")
  fileprivate static let due = PackedName("DUE")
  fileprivate static let duration = PackedName("DURATION")
  fileprivate static let trigger = PackedName("TRIGGER")
  fileprivate static let repetition = PackedName("REPEAT")
}
