internal import CivilTime
internal import ICalendar

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

  /// Starts before this day, counted from 1970-01-01, are past in every zone.
  private let limit: Int
  /// Starts before this day are past if every trigger is shorter than ``usualTrigger``.
  private let usualLimit: Int
  /// Absolute triggers before this day are past.
  private let absoluteLimit: Int

  /// Makes the detector; `allowsOthers` if components can get other alarms up to 100 days away,
  /// such as default alarms.
  init(_ firesFrom: Instant, allowsOthers: Bool) {
    func day(secondsBefore seconds: Int) -> Int {
      (firesFrom - seconds).civilInUTC.dayNumber - Self.marginInDays
    }
    limit = day(secondsBefore: ReadingLimits.longestLead)
    usualLimit = allowsOthers ? limit : day(secondsBefore: Self.usualTrigger)
    absoluteLimit = day(secondsBefore: 0)
  }

  /// Whether the component provably doesn't fire from `firesFrom` on.
  func contains(_ record: ComponentRecord, in bytes: ArraySlice<UInt8>) -> Bool {
    var lines = LogicalLines(in: record.range)
    var hasStart = false
    var triggerCount = 0
    var (latest, longest) = (Int.min, 0)
    while let line = lines.next(in: bytes.span) {
      guard let first = line.range.first else { continue }
      switch bytes[first].upperCased {
      case UInt8(ascii: "D"), UInt8(ascii: "T"), UInt8(ascii: "R"), UInt8(ascii: "X"): break
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): continue
      default:
        // After a blank line with a fold, the fold can contain another line.
        guard !line.isFolded, line.range.count == 1, bytes[first] == 0x0D else { return false }
        continue
      }
      guard let nameEnd = bytes.span.nameEnd(in: line.range) else { return false }
      let name = PackedName(bytes.span, in: first..<nameEnd)
      switch name {
      case .start, .eventEnd, .due:
        guard let value = Self.plainValue(of: line, after: nameEnd, in: bytes),
          let time = DateTimeText(value)
        else { return false }
        latest = max(latest, time.civil.dayNumber)
        hasStart = hasStart || name == .start
      case .trigger:
        // Too many alarms are always reported, so the component must be read.
        triggerCount += 1
        guard triggerCount <= ReadingLimits.maximumItems,
          let value = Self.plainValue(of: line, after: nameEnd, in: bytes),
          let length = pastLength(ofTrigger: value)
        else { return false }
        longest = max(longest, length)
      // A duration can move RELATED=END triggers later, and repeats fire after their trigger.
      case .duration, .repetition, .rule, .recurrenceDate, .recurrenceID: return false
      default:
        // Names of properties that matter can end with any text only if they start with X.
        if bytes[first].upperCased == UInt8(ascii: "X"),
          PropertyName(bytes.span, in: first..<nameEnd) == .mozillaSnoozeTime
        {
          return false
        }
      }
    }
    return hasStart && latest < (longest < Self.usualTrigger ? usualLimit : limit)
  }

  /// The value of a line that is neither folded nor quoted; nil for other lines.
  private static func plainValue(
    of line: LogicalLine, after nameEnd: Int, in bytes: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    let rest = bytes[nameEnd..<line.range.upperBound]
    guard !line.isFolded, !rest.contains(UInt8(ascii: "\"")),
      let colon = rest.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    return rest[(colon + 1)...].endTrimmed(where: \.isBlank)
  }

  /// The distance of a trigger from the start or end, in seconds; 0 for a past absolute trigger;
  /// nil for a trigger that may still fire.
  private func pastLength(ofTrigger value: ArraySlice<UInt8>) -> Int? {
    if let duration = CalendarDuration(rfc5545: value) {
      let length = abs(duration.nominalSeconds)
      return length < ReadingLimits.longestLead ? length : nil
    }
    return DateTimeText(value).flatMap { $0.civil.dayNumber < absoluteLimit ? 0 : nil }
  }
}
