package import CivilTime

/// Which instants lines have to give, and which they may give: a function to minimise.
package struct ElapseSpecification: Sendable {
  /// What is asked for, on the wall clock of the lines' zone; a second pass can't be named by a
  /// line and is left out.
  let wanted: TimedDays
  /// What lines may give: what is asked for, and what does no harm.
  let allowed: TimedDays
  /// From now to the end of what has to be given.
  ///
  /// What lies at or before now is never fired.
  let window: Range<Instant>
  /// Up to where what is asked for is known; from here on anything may fire.
  let knownUntil: Instant
  /// Whether days after the window may be given where they are asked for.
  let hasOpenYears: Bool

  /// Makes a specification.
  ///
  /// - Parameters:
  ///   - wanted: What is asked for, on the wall clock of the lines' zone.
  ///   - allowed: The same, and what does no harm; nil for nothing else.
  ///   - window: From now to the end of what has to be given.
  ///   - knownUntil: Up to where what is asked for is known; nil where that is not past the window,
  ///     so that nothing may fire after it.
  package init(
    _ wanted: TimedDays, allowed: TimedDays? = nil, in window: Range<Instant>, knownUntil: Instant?
  ) {
    self.wanted = wanted
    self.allowed = allowed ?? wanted
    self.window = window
    self.knownUntil = knownUntil ?? window.upperBound
    hasOpenYears = knownUntil != nil
  }
}
