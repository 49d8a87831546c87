import CivilTime

/// The ways from an occurrence's original start to the fires of an alarm, where no clock change
/// lies between them.
struct AlarmSteps: Sendable {
  /// The farthest that an alarm may lie from its occurrence for days to be found, in seconds.
  static let maximumDistance = 400 * 86_400

  /// The most repeats for which days are found.
  ///
  /// More than there are slots for; later ones are no part of the result.
  static let maximumRepeats = 64

  /// The way to one fire.
  private enum Step {
    /// Seconds on an unchanged clock from the original start.
    case seconds(Int)
    /// A time of day of the day that the occurrence is moved to, and seconds from there.
    case timeOfDay(TimeOfDay, Int)
  }

  /// The way to each fire, first alert and repeats.
  private let all: [Step]
  /// How far the occurrence itself is moved, in seconds.
  private let shift: Int
  /// How long an occurrence lasts, in seconds; nothing where its end doesn't count.
  private let length: Int
  /// The clocks besides the series' own on which some part of the way counts.
  let otherClocks: [Zone]

  /// Makes the steps of an alarm; nil where they reach too far, or where they can't be told on the
  /// series' clock.
  init?(
    of alarm: Alarm, _ timing: AlarmTiming, _ shift: OccurrenceShift, in zone: Zone
  ) {
    var isFromEnd = false
    if case .relative(_, .end) = alarm.trigger { isFromEnd = true }
    let length = isFromEnd ? timing.nominalLength : 0
    let interval = alarm.repeatInterval.nominalSeconds
    guard alarm.effectiveRepeatCount == 0 || interval < AlarmSteps.maximumDistance else {
      return nil
    }
    self.length = length
    self.shift = shift.seconds
    // A shift by no time leaves instants as they are, whatever the clock.
    let clocks = [
      shift.seconds == 0 ? zone : shift.zone, timing.zone, timing.clock(of: alarm.trigger),
    ]
    otherClocks = clocks.filter { $0 != zone }
    if case .timeOfDay = alarm.trigger, !otherClocks.isEmpty { return nil }
    all = (0...min(alarm.effectiveRepeatCount, AlarmSteps.maximumRepeats)).compactMap {
      let added = interval * $0
      switch alarm.trigger {
      case .absolute: return nil
      case .timeOfDay(let time, let days): return .timeOfDay(time, days * 86_400 + added)
      case .relative(let offset, _):
        return .seconds(shift.seconds + length + offset.nominalSeconds + added)
      }
    }
    let span = self.span
    guard -span.lowerBound < AlarmSteps.maximumDistance,
      span.upperBound < AlarmSteps.maximumDistance
    else { return nil }
  }

  /// How many fires there are.
  var count: Int { all.count }

  /// The seconds from the midnight of an original start's day to each fire, by repetition.
  ///
  /// - Parameter time: The original start's time of day.
  /// - Returns: The seconds, first alert first.
  func seconds(from time: TimeOfDay) -> [Int] {
    let start = time.secondOfDay
    return all.map { step in
      switch step {
      case .seconds(let seconds): start + seconds
      case .timeOfDay(let timeOfDay, let seconds):
        (start + shift).floorQuotient(86_400) * 86_400 + timeOfDay.secondOfDay + seconds
      }
    }
  }

  /// What the trigger counts from, in the same seconds: the start or the end of the occurrence.
  func origin(from time: TimeOfDay) -> Int { time.secondOfDay + shift + length }

  /// The first and the last point on the way from an original start to its fires, in seconds from
  /// its day's midnight: itself, where it is moved to, its end, and the fires.
  func span(from time: TimeOfDay) -> ClosedRange<Int> {
    let start = time.secondOfDay
    let points = seconds(from: time) + [start, start + shift, start + shift + length]
    return (points.min() ?? start)...(points.max() ?? start)
  }

  /// The same for all times of day, from the earliest to the latest.
  private var span: ClosedRange<Int> {
    let (first, last) = (span(from: .midnight), span(from: .lastSecond))
    return min(first.lowerBound, last.lowerBound)...max(first.upperBound, last.upperBound)
  }
}
