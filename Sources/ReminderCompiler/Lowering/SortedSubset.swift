import CivilTime

/// Some of ascending instants, found by walking along them.
///
/// Most often these are all, or all up to one: a run of them takes no memory of its own.
struct SortedSubset {
  private let all: [Instant]
  /// Where the next member is looked for.
  private var next = 0
  /// The members, as long as they are a run.
  private var run = 0..<0
  /// The members, once they are none.
  private var scattered: [Instant] = []

  /// Makes an empty subset.
  ///
  /// - Parameter all: The instants, ascending and without repeats.
  init(of all: [Instant]) { self.all = all }

  /// Adds an instant, where it is one of all.
  ///
  /// - Parameter instant: After those that were added before.
  /// - Returns: Whether it is one.
  mutating func insert(_ instant: Instant) -> Bool {
    while next < all.count, all[next] < instant { next += 1 }
    guard next < all.count, all[next] == instant else { return false }
    if !scattered.isEmpty {
      scattered.append(instant)
    } else if run.isEmpty || run.upperBound == next {
      run = (run.isEmpty ? next : run.lowerBound)..<next + 1
    } else {
      scattered = all[run] + [instant]
    }
    next += 1
    return true
  }

  /// Whether there is no member.
  var isEmpty: Bool { run.isEmpty }

  /// The members, ascending.
  var members: ArraySlice<Instant> { scattered.isEmpty ? all[run] : scattered[...] }
}
