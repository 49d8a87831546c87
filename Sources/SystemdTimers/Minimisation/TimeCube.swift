import CivilTime

/// A cube of times of day: a product of hours, minutes and seconds, which one line can name.
struct TimeCube: Hashable, Sendable {
  /// One bit an hour, a minute, a second.
  var hours: UInt64 = 0
  var minutes: UInt64 = 0
  var seconds: UInt64 = 0

  /// Makes a cube of sets.
  init(hours: UInt64, minutes: UInt64, seconds: UInt64) {
    (self.hours, self.minutes, self.seconds) = (hours, minutes, seconds)
  }

  /// The supercube of some times: the smallest cube that has all of them.
  init(around times: some Sequence<TimeOfDay>) {
    for time in times {
      hours |= 1 << UInt64(time.hour)
      minutes |= 1 << UInt64(time.minute)
      seconds |= 1 << UInt64(time.second)
    }
  }

  /// The times, ascending.
  var times: [TimeOfDay] {
    hours.bitPositions.flatMap { hour in
      minutes.bitPositions.flatMap { minute in
        seconds.bitPositions.map { TimeOfDay(secondOfDay: (hour * 60 + minute) * 60 + $0) }
      }
    }
  }

  /// The number of times.
  var count: Int { hours.nonzeroBitCount * minutes.nonzeroBitCount * seconds.nonzeroBitCount }
}
