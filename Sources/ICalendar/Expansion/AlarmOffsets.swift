import CivilTime

/// The offsets from an occurrence's original start to the fires of an alarm, if no clock change
/// lies between them.
struct AlarmOffsets: Sendable {
  /// The maximum distance of an alarm from its occurrence for which days are computed, in seconds.
  static let maximumDistance = 400 * 86_400

  /// The maximum number of repeats for which days are computed.
  ///
  /// It exceeds the number of slots. The result doesn't contain later repeats.
  static let maximumRepeats = 64

  private enum Offset {
    /// Seconds from the original start, without clock changes.
    case seconds(Int)
    /// A time of day on the day of the moved occurrence's start or end, and seconds from there.
    case timeOfDay(TimeOfDay, Int)
  }

  private let all: [Offset]
  /// The shift of the occurrence itself, in seconds.
  private let shift: Int
  /// The duration of an occurrence, in seconds; 0 if its end doesn't matter.
  private let length: Int
  /// The zones, other than the series' own, whose clocks affect a part of the offset.
  let otherClocks: [Zone]

  /// Makes the offsets of an alarm; nil if they exceed the maximum distance, or if they cannot be
  /// expressed in the series' local time.
  init?(
    of alarm: Alarm, timing: AlarmTiming, shift: OccurrenceShift, in zone: Zone
  ) {
    guard let length = alarm.trigger.countsFromEnd ? timing.nominalLength : 0 else { return nil }
    let interval = alarm.repeatInterval.nominalSeconds
    guard alarm.effectiveRepeatCount == 0 || interval < AlarmOffsets.maximumDistance else {
      return nil
    }
    self.length = length
    self.shift = shift.seconds
    // A shift of zero doesn't change instants, whatever the zone.
    let clocks = [
      shift.seconds == 0 ? zone : shift.zone, timing.zone, timing.clock(of: alarm.trigger),
    ]
    otherClocks = clocks.filter { $0 != zone }
    if case .timeOfDay = alarm.trigger, !otherClocks.isEmpty { return nil }
    all = (0...min(alarm.effectiveRepeatCount, AlarmOffsets.maximumRepeats)).compactMap {
      let added = interval * $0
      switch alarm.trigger {
      case .absolute: return nil
      case .timeOfDay(let time, let days, _): return .timeOfDay(time, days * 86_400 + added)
      case .relative(let offset, _):
        return .seconds(shift.seconds + length + offset.nominalSeconds + added)
      }
    }
    let span = self.span
    guard -span.lowerBound < AlarmOffsets.maximumDistance,
      span.upperBound < AlarmOffsets.maximumDistance
    else { return nil }
  }

  var count: Int { all.count }

  /// Returns the seconds from the midnight of an original start's day to each fire.
  func seconds(from time: TimeOfDay) -> [Int] {
    let start = time.secondOfDay
    return all.map { step in
      switch step {
      case .seconds(let seconds): start + seconds
      case .timeOfDay(let timeOfDay, let seconds):
        origin(from: time).floorQuotient(86_400) * 86_400 + timeOfDay.secondOfDay + seconds
      }
    }
  }

  /// Returns the reference point of the trigger in the same seconds: the start or the end of the
  /// occurrence.
  func origin(from time: TimeOfDay) -> Int { time.secondOfDay + shift + length }

  /// Returns the first and the last point on the way from an original start to its fires, in
  /// seconds from its day's midnight.
  ///
  /// The points are the start itself, the shifted start, the end and the fires.
  func span(from time: TimeOfDay) -> ClosedRange<Int> {
    let start = time.secondOfDay
    let points = seconds(from: time) + [start, start + shift, start + shift + length]
    return (points.min() ?? start)...(points.max() ?? start)
  }

  private var span: ClosedRange<Int> {
    let (first, last) = (span(from: .midnight), span(from: .lastSecond))
    return min(first.lowerBound, last.lowerBound)...max(first.upperBound, last.upperBound)
  }
}
