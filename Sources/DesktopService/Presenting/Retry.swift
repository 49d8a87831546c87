/// A schedule of tries with growing delays; after the last one, only an event starts another try.
struct Retry {
  private let clock = ContinuousClock()
  private var tries = 1
  /// The delay after the next failure, in seconds.
  private var delay = 1
  private var next: ContinuousClock.Instant?

  /// The number of tries: the last is 85 seconds after the first.
  static let mostTries = 5
  /// The longest delay, in seconds.
  private static let longestDelay = 3_600

  /// The time until the next try, in milliseconds; below 0 if none is planned.
  var milliseconds: Int32 {
    guard tries > 0, let next else { return -1 }
    return Int32(max(0, (next - clock.now) / .milliseconds(1)).rounded(.up))
  }

  /// Begins a try and returns true, if one is due.
  mutating func begin() -> Bool {
    guard tries > 0, next.map({ $0 <= clock.now }) ?? true else { return false }
    next = nil
    return true
  }

  mutating func failed() {
    tries -= 1
    next = clock.now + .seconds(delay)
    delay = min(4 * delay, Retry.longestDelay)
  }

  /// Cancels all tries until an event.
  mutating func giveUp() { tries = 0 }

  /// Allows `tries` tries, the first one at once.
  mutating func reset(tries: Int) {
    self.tries = tries
    delay = 1
    next = nil
  }

  /// Allows at least one more try, after the planned delay.
  mutating func allowOne() { tries = max(tries, 1) }

  /// Plans a try after some seconds, unless another try is planned.
  mutating func soon(within seconds: Int) {
    guard tries <= 0 || next == nil else { return }
    reset(tries: Retry.mostTries)
    next = clock.now + .seconds(seconds)
  }
}
