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
  init(around times: some Sequence<Int>) {
    for time in times {
      hours |= 1 << UInt64(time / 3_600)
      minutes |= 1 << UInt64(time / 60 % 60)
      seconds |= 1 << UInt64(time % 60)
    }
  }

  /// The times, ascending, in seconds since midnight.
  var times: [Int] {
    hours.bitPositions.flatMap { hour in
      minutes.bitPositions.flatMap { minute in
        seconds.bitPositions.map { (hour * 60 + minute) * 60 + $0 }
      }
    }
  }

  /// The number of times.
  var count: Int { hours.nonzeroBitCount * minutes.nonzeroBitCount * seconds.nonzeroBitCount }
}
