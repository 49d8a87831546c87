/// A subcommand's name that is looked for in what was typed.
enum SubcommandName {
  /// The subcommand whose name is nearest to a word; nil where none is near.
  ///
  /// Near are two slips of the hand, in short names one: another letter, one too many or too few,
  /// or two that have changed places.
  static func closest(to word: String) -> String? {
    let typed = Array(word.lowercased())
    let near = ICS2Notify.subcommandNames.compactMap { name -> (name: String, slips: Int)? in
      let allowed = name.count > longestShortName ? 2 : 1
      // Nothing longer can be near, and the table below grows with both.
      guard typed.count <= name.count + allowed else { return nil }
      let slips = distance(typed, Array(name))
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
