/// The delays between tries; after the last one, only an event starts another try.
struct Retry {
  private let clock = ContinuousClock()
  private var tries = 1
  /// How long to wait after the next failure, in seconds.
  private var delay = 1
  private var next: ContinuousClock.Instant?

  /// The most tries: the last is 85 seconds after the first.
  static let mostTries = 5
  /// The longest delay, in seconds.
  private static let longestDelay = 3_600

  /// How long to wait for the next try, in milliseconds; below 0 if none is planned.
  var milliseconds: Int32 {
    guard tries > 0, let next else { return -1 }
    return Int32(max(0, (next - clock.now) / .milliseconds(1)).rounded(.up))
  }

  /// Begins a try, if it is time for one.
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

  /// No try can succeed before an event.
  mutating func giveUp() { tries = 0 }

  /// After an event, a try at once can succeed.
  mutating func reset(tries: Int) {
    self.tries = tries
    delay = 1
    next = nil
  }

  /// One more try can succeed; the planned delay still applies.
  mutating func allowOne() { tries = max(tries, 1) }

  /// A try can succeed after some seconds; a try that is planned already stays.
  mutating func soon(within seconds: Int) {
    guard tries <= 0 || next == nil else { return }
    reset(tries: Retry.mostTries)
    next = clock.now + .seconds(seconds)
  }
}
