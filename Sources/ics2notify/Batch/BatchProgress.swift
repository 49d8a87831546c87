import CSystem

/// The progress of a batch on a terminal: a line that is updated, and a summary at the end.
struct BatchProgress {
  /// The number of results that `--skip-unchanged` kept.
  var unchanged = 0
  /// The number of calendars that the resumed log lists as done.
  var doneBefore = 0
  let isShown: Bool

  private var counts: [ExitStatus: Int] = [:]
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var lastShown: ContinuousClock.Instant
  private var isLineOpen = false

  /// The shortest time between two updates, in milliseconds.
  static let pause: Int32 = 250

  init(isQuiet: Bool) {
    isShown = !isQuiet && StandardError.isTerminal && DiagnosticFormat.requested == .text
    start = clock.now
    lastShown = start
  }

  /// Whether every result has status 0.
  var isFaultless: Bool { counts.keys.allSatisfy { $0 == .success } }

  private var done: Int { counts.values.reduce(0, +) }
  private var seconds: Int { Int(start.duration(to: clock.now) / .seconds(1)) }

  mutating func count(_ result: BatchResult) { counts[result.status, default: 0] += 1 }

  /// Updates the line at most every `pause`; `part` returns the completed fraction, from 0 to 1.
  mutating func show(_ part: () -> Double?) {
    let now = clock.now
    guard isShown, lastShown.duration(to: now) >= .milliseconds(BatchProgress.pause), seconds > 0
    else { return }
    lastShown = now
    clear()
    let failed = counts.reduce(0) { $0 + ($1.key.rawValue > 1 ? $1.value : 0) }
    var text = "\(done) calendars" + (failed > 0 ? ", \(failed) failed" : "")
    if let part = part(), part > 0 {
      text += ", \(Int(part * 100)) %, \(Int(Double(seconds) * (1 / part - 1))) s left"
    }
    StandardError.write(text)
    isLineOpen = true
  }

  /// Erases the line before other output.
  mutating func clear() {
    guard isLineOpen else { return }
    isLineOpen = false
    // Return to the start of the line and erase it (ECMA-48, EL).
    StandardError.write("\r\u{1B}[K")
  }

  mutating func end() {
    guard isShown else { return }
    clear()
    let parts = counts.sorted { $0.key.rawValue < $1.key.rawValue }.map { status, count in
      "\(count) with status \(status.rawValue)"
    }
    let others = [
      unchanged > 0 ? "; \(unchanged) unchanged" : "",
      doneBefore > 0 ? "; \(doneBefore) done before" : "",
    ]
    StandardError.write(
      "\(done) calendars in \(seconds) s" + (parts.isEmpty ? "" : ": ")
        + parts.joined(separator: ", ") + others.joined() + "\n")
  }
}
