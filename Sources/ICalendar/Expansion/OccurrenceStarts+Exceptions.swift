import CivilTime

extension OccurrenceStarts {
  /// The fewest times of an exception rule to which their bound may come down for the sake of the
  /// others of its series.
  private static let fewestExceptions = 10_000

  /// How many times of an exception rule are gone through as fast as it is asked about one time.
  private static let timesForOneLook = 16

  /// Takes away what exception rules give.
  ///
  /// What a rule gives beyond the bound, nobody knows: there the starts are cut.
  ///
  /// - Parameters:
  ///   - range: Instants, half-open: all starts lie in it.
  ///   - limit: The most starts that are looked at; of the exceptions four times as many.
  ///   - result: The starts, ascending.
  func removeExceptions(in range: Range<Instant>, limit: Int, from result: inout Result) {
    // All of them together look at a few times as much as a rule does, and those of all series at
    // what a run has for them.
    let share = min(
      exceptionLimit, max(OccurrenceStarts.fewestExceptions, 4 * limit / exceptionRules.count))
    var range = range
    for index in exceptionRules.indices {
      // What comes beyond a cut is of no use.
      if let cut = result.cut, cut < range.upperBound {
        range = range.lowerBound..<max(range.lowerBound, cut)
        result.starts.removeAll { $0.instant >= cut }
      }
      if isAskedAboutEach(of: result.starts, exceptionRules[index], in: range, share: share) {
        removeGiven(by: exceptionRules[index], from: &result)
      } else {
        removeTimes(of: exceptionRules[index], in: range, share: share, from: &result)
      }
    }
    if let cut = result.cut { result.starts.removeAll { $0.instant >= cut } }
  }

  /// Whether it is better to ask a rule about each start than to go through its times: a few starts
  /// must not be cut because more is taken away than there is.
  private func isAskedAboutEach(
    of starts: [OriginalStart], _ rule: RuleExpansion, in range: Range<Instant>, share: Int
  ) -> Bool {
    // With COUNT all times from DTSTART on are gone through, and with BYSETPOS those of a set.
    rule.rule.count == nil && rule.rule.setPositions.isEmpty
      && rule.mostTimes(in: range.upperBound - range.lowerBound) > share
      && starts.count <= share / OccurrenceStarts.timesForOneLook
  }

  private func removeGiven(by rule: RuleExpansion, from result: inout Result) {
    var kept: [OriginalStart] = []
    for start in result.starts {
      var isGiven = false
      let end = forEachStart(of: rule, in: start.instant..<start.instant + 1) { _ in
        isGiven = true
        return false
      }
      if isGiven { continue }
      kept.append(start)
      // Where the rule's own bound is reached, nobody knows.
      if end != nil { result.cut = min(result.cut ?? start.instant, start.instant) }
    }
    result.starts = kept
  }

  private func removeTimes(
    of rule: RuleExpansion, in range: Range<Instant>, share: Int, from result: inout Result
  ) {
    let starts = result.starts
    var given = BitSet(capacity: starts.count)
    var place = 0
    var left = share
    var isCrowded = false
    let cut = forEachStart(of: rule, in: range) { time in
      guard left > 0 else {
        isCrowded = true
        return false
      }
      left -= 1
      // Times that the clock skips are read as later ones, so that instants can go back.
      while place > 0, starts[place - 1].instant >= time.instant { place -= 1 }
      while place < starts.count, starts[place].instant < time.instant { place += 1 }
      var equal = place
      while equal < starts.count, starts[equal].instant == time.instant {
        given.insert(equal)
        equal += 1
      }
      return true
    }
    result.starts = starts.indices.filter { !given.contains($0) }.map { starts[$0] }
    result.isCrowded = result.isCrowded || isCrowded
    if let cut { result.cut = min(result.cut ?? cut, cut) }
  }
}
