/// How much is done to find few lines for a timer.
///
/// Days with a pattern need a few searches, however many timers there are. What has none needs one for
/// each of its dates: a timer can do that, a thousand of them share what there is.
package struct CoverEffort: Sendable {
  /// The most minterms around which cubes are searched, each in 0.2 ms.
  private(set) var searches: Int
  /// The most steps of the search for a partition into fewer cubes.
  let steps: Int

  /// As much as a timer can have.
  package static let most = CoverEffort(searches: 1_024, steps: 100_000)

  /// The most searches of all timers together, as long as each gets ``fewestSearches``.
  private static let sharedSearches = 200_000
  /// The fewest searches to which that may come down: more than a rule of any kind has lines.
  private static let fewestSearches = 12
  /// The most steps of all timers together, as long as each gets ``fewestSteps``.
  private static let sharedSteps = 20_000_000
  /// The fewest steps to which that may come down.
  private static let fewestSteps = 4_000

  private init(searches: Int, steps: Int) {
    self.searches = searches
    self.steps = steps
  }

  /// Takes a search, unless none is left.
  mutating func takeSearch() -> Bool {
    guard searches > 0 else { return false }
    searches -= 1
    return true
  }

  /// What each of some timers can have.
  package init(sharedBy timers: Int) {
    let timers = max(1, timers)
    self.init(
      searches: min(
        CoverEffort.most.searches,
        max(CoverEffort.fewestSearches, CoverEffort.sharedSearches / timers)),
      steps: min(
        CoverEffort.most.steps, max(CoverEffort.fewestSteps, CoverEffort.sharedSteps / timers)))
  }
}
