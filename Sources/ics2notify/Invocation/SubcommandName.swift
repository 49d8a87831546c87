/// The names that the first argument can have besides a path's.
enum SubcommandName: String, CaseIterable {
  case compile, fires, simulate, explain, diff, schema, show, completions

  /// The subcommand whose name is nearest to a word; nil where none is near.
  ///
  /// Near are two slips of the hand, in short names one: another letter, one too many or too few,
  /// or two that have changed places.
  static func closest(to word: String) -> SubcommandName? {
    let typed = Array(word.lowercased())
    let near = allCases.compactMap { name -> (name: SubcommandName, slips: Int)? in
      let letters = Array(name.rawValue)
      let allowed = letters.count > longestShortName ? 2 : 1
      // Nothing longer can be near, and the table below grows with both.
      guard typed.count <= letters.count + allowed else { return nil }
      let slips = distance(typed, letters)
      return slips <= allowed ? (name, slips) : nil
    }
    return near.min { $0.slips < $1.slips }?.name
  }

  /// The most letters of a name of which two slips make another word.
  private static let longestShortName = 5

  /// The fewest slips between two words (optimal string alignment).
  private static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var before: [Int] = []
    var last = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var next = [row + 1]
      for (column, other) in second.enumerated() {
        var slips = min(
          last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
          slips = min(slips, before[column - 1] + 1)
        }
        next.append(slips)
      }
      (before, last) = (last, next)
    }
    return last[second.count]
  }
}
