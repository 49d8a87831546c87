/// Limits the wait for another process, and reports a long wait once.
package struct WaitTimeout {
  /// The seconds after which the wait is reported.
  private static let toldAfter = 2.0
  /// The seconds without progress after which the wait ends.
  package static let givenUpAfter = 30.0

  private let clock = SuspendingClock()
  private let subject: String
  private var lastProgress: SuspendingClock.Instant
  private let start: SuspendingClock.Instant
  private var isTold = false

  /// Starts the wait; `subject` completes the message "waiting for".
  package init(_ subject: String) {
    self.subject = subject
    start = clock.now
    lastProgress = start
  }

  /// Starts the limit again.
  package mutating func progressed() { lastProgress = clock.now }

  /// Whether the limit is not reached; reports a long wait once.
  package mutating func lasts() -> Bool {
    let now = clock.now
    if !isTold, start.duration(to: now) >= .seconds(WaitTimeout.toldAfter) {
      isTold = true
      StandardError.say(nil, "waiting for \(subject)")
    }
    return lastProgress.duration(to: now) < .seconds(WaitTimeout.givenUpAfter)
  }
}
