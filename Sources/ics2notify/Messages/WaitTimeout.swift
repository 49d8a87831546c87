/// How long somebody else is waited for, and what the user is told meanwhile.
struct WaitTimeout {
  /// After how many seconds the user is told.
  private static let toldAfter = 2.0
  /// After how many seconds without any progress nobody is waited for.
  static let givenUpAfter = 30.0

  private let clock = SuspendingClock()
  private let subject: String
  private var lastProgress: SuspendingClock.Instant
  private let start: SuspendingClock.Instant
  private var isTold = false

  /// Begins to wait.
  ///
  /// - Parameter subject: For whom, in a message that begins with "waiting for".
  init(_ subject: String) {
    self.subject = subject
    start = clock.now
    lastProgress = start
  }

  /// Takes note that something has happened.
  mutating func progressed() { lastProgress = clock.now }

  /// Whether to wait on; tells the user once that it takes long.
  mutating func lasts() -> Bool {
    let now = clock.now
    if !isTold, start.duration(to: now) >= .seconds(WaitTimeout.toldAfter) {
      isTold = true
      StandardError.say(nil, "waiting for \(subject)")
    }
    return lastProgress.duration(to: now) < .seconds(WaitTimeout.givenUpAfter)
  }
}
