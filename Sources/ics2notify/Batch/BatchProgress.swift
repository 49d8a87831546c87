import CSystem

/// The progress of a batch for a person at a terminal: a line that changes, and one at the end.
struct BatchProgress {
  /// The number of results that were left, since they would be the same.
  var unchanged = 0
  /// The number of calendars that an earlier run had done.
  var doneBefore = 0
  let isShown: Bool

  private var counts: [ExitStatus: Int] = [:]
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var lastShown: ContinuousClock.Instant
  private var isLineOpen = false

  /// The time between two changes of the line, in milliseconds.
  static let pause: Int32 = 250

  init(isQuiet: Bool) {
    isShown = !isQuiet && StandardError.isTerminal && DiagnosticFormat.requested == .text
    start = clock.now
    lastShown = start
  }

  /// Whether all calendars were used whole.
  var isFaultless: Bool { counts.keys.allSatisfy { $0 == .success } }

  private var done: Int { counts.values.reduce(0, +) }
  private var seconds: Int { Int(start.duration(to: clock.now) / .seconds(1)) }

  mutating func count(_ result: BatchResult) { counts[result.status, default: 0] += 1 }

  /// Changes the line, unless it has just changed; `part` is how much is done, from 0 to 1.
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

  /// Removes the line, so that something else can be written.
  mutating func clear() {
    guard isLineOpen else { return }
    isLineOpen = false
    // To the start of the line, and erased to its end (ECMA-48, EL).
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
