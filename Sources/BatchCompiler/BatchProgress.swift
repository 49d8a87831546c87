import CSystem
import CivilTime
import ProgramSupport

/// The progress of a batch: a line that is updated on a terminal, and a summary at the end.
struct BatchProgress {
  /// The number of calendars that the resumed log lists as done.
  var doneBefore = 0
  /// The number of results that `--prune` removed.
  var pruned = 0
  /// Returns the number of all calendars; nil if they are in a list.
  ///
  /// It is called once, when the line is first shown.
  var countInputs: (() -> Int)?
  /// Whether a line is shown: on a terminal, without `--quiet`.
  let isShown: Bool

  private let isQuiet: Bool
  private var total: Int?
  private var counts: [ExitStatus: Int] = [:]
  /// The number of results that `--skip-unchanged` kept.
  private var unchanged = 0
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var lastShown: ContinuousClock.Instant
  private var isLineOpen = false

  /// The shortest time between two updates, in milliseconds.
  static let pause: Int32 = 250

  init(isQuiet: Bool) {
    self.isQuiet = isQuiet
    isShown = !isQuiet && StandardError.isTerminal && Invocation.current.format == .text
    start = clock.now
    lastShown = start
  }

  /// Whether every result has status 0.
  var isFaultless: Bool { counts.keys.allSatisfy { $0 == .success } }

  private var compiled: Int { counts.values.reduce(0, +) }
  private var failed: Int {
    compiled - (counts[.success] ?? 0) - (counts[.partial] ?? 0)
  }
  private var skipped: Int { unchanged + doneBefore }
  private var seconds: Double { start.duration(to: clock.now) / .seconds(1) }

  mutating func count(_ result: BatchResult) {
    if result.isSkipped { unchanged += 1 } else { counts[result.status, default: 0] += 1 }
  }

  /// Updates the line at most every `pause`; `part` returns the fraction of a list that was used,
  /// from 0 to 1.
  mutating func show(_ part: () -> Double?) {
    let now = clock.now
    guard isShown, lastShown.duration(to: now) >= .milliseconds(BatchProgress.pause), seconds >= 1
    else { return }
    if let count = countInputs {
      countInputs = nil
      total = count()
    }
    lastShown = now
    clear()
    // A line that wraps can't be erased.
    let columns = Terminal(.errors).columns ?? .max
    StandardError.write(String(line(part()).prefix(columns - 1)))
    isLineOpen = true
  }

  private func line(_ part: Double?) -> String {
    let count = compiled + skipped
    // Calendars that are already done are skipped at once, so they don't count for the rate.
    let rate = Double(count - doneBefore) / seconds
    let all = total ?? part.flatMap { $0 > 0 ? Int((Double(count) / $0).rounded()) : nil }
    var parts = ["\(count.grouped) calendars"]
    if let all, all > 0 {
      let share = min(100, count * 100 / all)
      parts = [
        "\(count.grouped) of \(total == nil ? "about " : "")\(all.grouped) calendars (\(share) %)"
      ]
    }
    if failed > 0 { parts.append("\(failed.grouped) failed") }
    if rate > 0 {
      parts.append(rate < 10 ? "\((rate * 10).rounded() / 10)/s" : "\(Int(rate).grouped)/s")
      if let all {
        parts.append("\(BatchProgress.time(max(0, Double(all - count)) / rate)) left")
      }
    }
    return parts.joined(separator: ", ")
  }

  /// A time in seconds, such as `42 s`, `3 min` or `2 h 5 min`.
  private static func time(_ seconds: Double) -> String {
    guard seconds >= 100 else { return "\(Int(seconds.rounded())) s" }
    let minutes = Int((seconds / 60).rounded())
    return minutes < 100 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }

  /// Erases the line before other output.
  mutating func clear() {
    guard isLineOpen else { return }
    isLineOpen = false
    // Return to the start of the line and erase it (ECMA-48, EL).
    StandardError.write("\r\u{1B}[K")
  }

  /// Writes the summary, such as `5,000 calendars: 4,997 ok, 2 failed, 1 skipped; 3 s`.
  mutating func end() {
    clear()
    guard !isQuiet else { return }
    let count = compiled + skipped
    var parts = ["\((counts[.success] ?? 0).grouped) ok"]
    let others = [("partial", counts[.partial] ?? 0), ("failed", failed), ("skipped", skipped)]
    for (kind, number) in others where number > 0 { parts.append("\(number.grouped) \(kind)") }
    let removed =
      pruned > 0 ? "; \(pruned.grouped) \(pruned == 1 ? "result" : "results") removed" : ""
    StandardError.say(
      nil,
      "\(count.grouped) \(count == 1 ? "calendar" : "calendars"): "
        + parts.joined(separator: ", ") + removed + "; \(BatchProgress.time(seconds))")
  }
}
