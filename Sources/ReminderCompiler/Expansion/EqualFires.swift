import CivilTime

/// Which fires of several series with one UID are due: equal ones once, so that a calendar that
/// somebody shares doesn't ring twice.
///
/// Fires are equal where they show the same at the same instant, of occurrences that start at the
/// same instant; nothing that differs in any of these is taken away, whoever sends it. Within one
/// series each stands for itself.
struct EqualFires {
  private struct Key: Hashable {
    let at: Instant
    let repetition: Int
    let shown: Int
    let start: Instant?
  }

  /// The series that asked for a fire first.
  private var first: [Key: Int] = [:]

  /// Whether a fire is due, since no series before asks for it too.
  ///
  /// - Parameters:
  ///   - instant: When it is due.
  ///   - repetition: The repeat, from 1; 0 for the first alert.
  ///   - shown: What it shows, as ``SharedContents`` numbers it.
  ///   - start: The start of its occurrence; nil where it belongs to none.
  ///   - series: The place of its series; those before have been asked about already.
  /// - Returns: Whether it is the first.
  mutating func isFirst(
    at instant: Instant, repetition: Int, shown: Int, start: Instant?, askedBy series: Int
  ) -> Bool {
    let key = Key(at: instant, repetition: repetition, shown: shown, start: start)
    let asking = first[key] ?? series
    first[key] = asking
    return asking == series
  }
}
