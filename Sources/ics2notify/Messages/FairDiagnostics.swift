import CivilTime
import ICalendar

/// Some of many diagnostics: of each file as many as of any other, so that one that is all wrong
/// hides nothing of the others.
struct FairDiagnostics {
  private var left: Int
  private let share: Int
  private var taken: [String?: Int] = [:]

  /// Finds out how many of each file there is room for.
  ///
  /// - Parameters:
  ///   - diagnostics: All of them.
  ///   - limit: The most that are taken.
  init(_ diagnostics: [Diagnostic], atMost limit: Int) {
    var needs: [String?: Int] = [:]
    for diagnostic in diagnostics { needs[diagnostic.location?.file, default: 0] += 1 }
    left = limit
    // Of more files than there is room for the first ones have one each.
    share = max(1, FairShare.limit(of: limit, for: Array(needs.values), atMost: limit))
  }

  /// Takes one, where there is room for it.
  mutating func take(_ diagnostic: Diagnostic) -> Bool {
    let file = diagnostic.location?.file
    guard left > 0, taken[file, default: 0] < share else { return false }
    left -= 1
    taken[file, default: 0] += 1
    return true
  }
}
