import CSystem

/// What a person at a terminal sees of long work: a line that changes, and one at the end.
struct BatchProgress {
  /// How many calendars ended with each status.
  private(set) var counts: [Int32: Int] = [:]
  /// How many results were left, for they would be the same again.
  var unchanged = 0
  /// How many calendars an earlier run had done.
  var doneBefore = 0
  /// Whether there is a person.
  let isShown: Bool

  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var lastShown: ContinuousClock.Instant
  private var bytes = 0
  private var isLineOpen = false

  /// After how many seconds work is long, and how often the line changes then.
  private static let shownAfter = 1.0
  private static let shownEvery = 0.25
  /// How long to wait for something to happen before the line changes, in milliseconds.
  static let pause: Int32 = 250

  /// Begins to count.
  init(isQuiet: Bool) {
    isShown = !isQuiet && StandardError.isTerminal && DiagnosticFormat.asked == .text
    start = clock.now
    lastShown = start
  }

  /// Whether all calendars were used whole.
  var isFaultless: Bool { counts.keys.allSatisfy { $0 == ExitStatus.success.rawValue } }

  private var done: Int { counts.values.reduce(0, +) }
  private var failed: Int { counts.reduce(0) { $0 + ($1.key > 1 ? $1.value : 0) } }

  /// Counts a calendar that is done.
  ///
  /// - Parameters:
  ///   - result: What came of it.
  ///   - size: How many bytes it has; 0 where nobody knows.
  mutating func count(_ result: BatchResult, size: Int) {
    counts[result.status.rawValue, default: 0] += 1
    bytes += size
  }

  /// Shows how far it is, where it is time to.
  ///
  /// - Parameter part: How much is done, from 0 to 1; nil where nobody knows.
  mutating func show(_ part: () -> Double?) {
    guard isShown else { return }
    let now = clock.now
    guard start.duration(to: now) >= .seconds(BatchProgress.shownAfter),
      lastShown.duration(to: now) >= .seconds(BatchProgress.shownEvery)
    else { return }
    lastShown = now
    let seconds = start.duration(to: now) / .seconds(1)
    var words = ["\(done) calendars"]
    if bytes > 0 { words.append("\(BatchProgress.decimal(Double(bytes) / seconds / 1e6)) MB/s") }
    if failed > 0 { words.append("\(failed) failed") }
    if let part = part(), part > 0 {
      words.append("\(Int(part * 100)) %, \(BatchProgress.time(seconds / part - seconds)) left")
    }
    clear()
    StandardError.write(words.joined(separator: ", "))
    isLineOpen = true
  }

  /// Takes the line away, for something else is to be shown.
  mutating func clear() {
    guard isLineOpen else { return }
    isLineOpen = false
    // Back to its beginning, and erased to its end (ECMA-48, EL).
    StandardError.write("\r\u{1B}[K")
  }

  /// Shows what came of it all.
  mutating func end() {
    guard isShown else { return }
    clear()
    let seconds = start.duration(to: clock.now) / .seconds(1)
    let parts = counts.sorted { $0.key < $1.key }.map { status, count in
      "\(count) \(BatchProgress.meanings[status] ?? "failed") (\(status))"
    }
    var text = "\(done) calendars in \(BatchProgress.decimal(seconds)) s"
    if !parts.isEmpty { text += ": " + parts.joined(separator: ", ") }
    if unchanged > 0 { text += "; \(unchanged) unchanged" }
    if doneBefore > 0 { text += "; \(doneBefore) done before" }
    StandardError.write(text + "\n")
  }

  /// What exit statuses mean for a calendar.
  private static let meanings: [Int32: String] = [
    0: "whole", 1: "in part", 64: "senseless", 65: "no calendar", 66: "not read",
    70: "failed in the program", 73: "not written",
  ]

  private static func decimal(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func time(_ seconds: Double) -> String {
    let seconds = Int(min(seconds, 1e9))
    if seconds < 120 { return "\(seconds) s" }
    return seconds < 7_200 ? "\(seconds / 60) min" : "\(seconds / 3_600) h"
  }
}
