package import CivilTime

/// How far every proof of a compilation reaches, and the classes of days over it.
///
/// Who keeps one makes the next compilations for about the same instant cheaper.
package struct ProofRange: Sendable {
  /// The instant of compilation.
  let now: Instant
  /// The end: 2100, or the horizon where it lies beyond.
  package let end: Instant
  /// The days of each class of days.
  let table: DayClassTable
  /// The days that are looked at, as days since 1970-01-01.
  package var dayRange: Range<Int> { table.dayRange }
}

extension ProofRange {
  /// Makes the range of a compilation.
  package init(_ options: CompilerOptions) {
    let end = max(.endOfProof, options.window.upperBound)
    self.init(
      now: options.now, end: end,
      table: DayClassTable.table(of: WantedFires.dayRange(now: options.now, end: end)))
  }
}
