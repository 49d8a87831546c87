/// Finds the word that a mistyped word probably means.
enum Spelling {
  /// The word nearest to a typed one; nil if none is near.
  ///
  /// One typing error is allowed, and two in words of at least seven letters. An error is a wrong,
  /// missing or extra letter, or two swapped neighbours.
  static func nearest(to typed: String, among words: [String]) -> String? {
    let rated = words.map { (word: $0, distance: distance(from: Array(typed), to: Array($0))) }
    let near = rated.filter { $0.distance <= ($0.word.count < 7 ? 1 : 2) }
    return near.min { $0.distance < $1.distance }?.word
  }

  /// The Damerau-Levenshtein distance of two words, as optimal string alignment.
  private static func distance(from first: [Character], to second: [Character]) -> Int {
    var before: [Int] = []
    var last = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var next = [row + 1]
      for (column, other) in second.enumerated() {
        var least = min(last[column + 1], next[column]) + 1
        least = min(least, last[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
          least = min(least, before[column - 1] + 1)
        }
        next.append(least)
      }
      (before, last) = (last, next)
    }
    return last[second.count]
  }
}
