import CivilTime

extension AllotmentSearch {
  /// Whether asking for some exactness leaves other allotments than asking for none.
  func isTouched(by exactness: Exactness) -> Bool {
    if earliest.first < exactness.first || earliest.repeats < exactness.repeats { return true }
    // What is known of all triggers that there can be is enough for most; what any trigger does is
    // known sooner than which of them are of use.
    let latest =
      earliest.repeats == .endOfTime
      ? exactness.first : max(exactness.first, exactness.repeats)
    guard leastTurning < latest,
      groups.contains(where: { $0.mayTurn(before: $0.isRepeat ? latest : exactness.first) })
    else { return false }
    return earliestUnasked.first < exactness.first || earliestUnasked.repeats < latest
  }

  /// Whether something has to be spent for first alerts, or for repeats, to be right.
  func needsSlots(upTo instant: Instant, repeats: Bool) -> Bool {
    (repeats ? earliest.repeats : earliest.first) < instant
  }

  /// The fewest slots with which first alerts or repeats are right up to an instant.
  ///
  /// - Parameters:
  ///   - instant: The instant.
  ///   - repeats: Whether repeats are meant rather than first alerts.
  /// - Returns: The number of slots; more than any plan has where it can't be done.
  func fewestSlots(upTo instant: Instant, repeats: Bool) -> Int {
    guard needsSlots(upTo: instant, repeats: repeats) else { return 0 }
    return groups.reduce(0) { sum, group in
      guard group.isRepeat == repeats, group.first < instant else { return sum }
      return sum + group.fewestSlots(upTo: instant)
    }
  }

  /// The instants up to another at which an allotment can begin to be wrong: of first alerts, or of
  /// repeats.
  func turningPoints(upTo end: Instant, repeats: Bool) -> [Instant] {
    // Without any of them nothing has to be looked for: most contenders have no repeats.
    guard (repeats ? earliest.repeats : earliest.first) < .endOfTime,
      needsSlots(upTo: end, repeats: repeats) || leastTurning < end
    else { return [] }
    let own = groups.filter { $0.isRepeat == repeats }
    guard
      needsSlots(upTo: end, repeats: repeats)
        || own.contains(where: { $0.mayTurn(before: end) })
          && (repeats ? earliestUnasked.repeats : earliestUnasked.first) < end
    else { return [] }
    return own.flatMap { $0.turningPoints(upTo: end) }
  }
}
