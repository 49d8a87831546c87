import CivilTime

/// How far every proof of a compilation reaches, and the classes of days over it.
package struct ProofRange: Sendable {
  /// The instant of compilation.
  let now: Instant
  /// The end: 2100, or the horizon where it lies beyond.
  let end: Instant
  /// The days of each class of days.
  let table: DayClassTable

  /// Makes the range of a compilation.
  package init(_ options: CompilerOptions) {
    now = options.now
    end = max(.endOfProof, options.window.upperBound)
    table = DayClassTable(WantedTimes.dayRange(now: now, end: end))
  }
}
