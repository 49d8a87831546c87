/// How many pieces of independent work are done side by side.
///
/// What comes out never depends on it: results stand in the order of what they were made of.
package struct Workers: Hashable, Sendable {
  /// The number, at least 1.
  package let count: Int

  /// One piece after another, on the task that asks.
  package static let one = Workers(1)

  /// The most that are of use; more only share the same cores.
  package static let maximumCount = 256

  /// How many pieces each worker takes on average: enough that a heavy one at the end keeps nobody
  /// waiting for long, and few enough that handing them out costs nothing.
  private static let piecesEach = 16

  /// Makes a number of workers, the nearest from 1 to ``maximumCount``.
  package init(_ count: Int) {
    self.count = min(max(1, count), Workers.maximumCount)
  }

  /// Makes something of each item.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - transform: Receives an item; called on several threads at once.
  /// - Returns: What it returned, in the order of the items.
  package func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ transform: @escaping @Sendable (Item) -> Result
  ) async -> [Result] {
    await mapPieces(of: items.count) { range in items[range].map(transform) }
  }

  /// Makes something of each piece of a range, and puts that together.
  ///
  /// - Parameters:
  ///   - count: The end of the range, which begins at 0.
  ///   - transform: Receives a piece of the range; called on several threads at once.
  /// - Returns: What it returned, in the order of the pieces.
  package func mapPieces<Result: Sendable>(
    of count: Int, _ transform: @escaping @Sendable (Range<Int>) -> [Result]
  ) async -> [Result] {
    guard self.count > 1, count > 1 else { return transform(0..<count) }
    let pieces = min(count, self.count * Workers.piecesEach)
    return await withTaskGroup(of: (piece: Int, results: [Result]).self) { group in
      var next = 0
      func handOut() {
        guard next < pieces else { return }
        let piece = next
        next += 1
        group.addTask {
          (piece, transform(piece * count / pieces..<(piece + 1) * count / pieces))
        }
      }
      for _ in 0..<self.count { handOut() }
      var results = [[Result]](repeating: [], count: pieces)
      for await done in group {
        results[done.piece] = done.results
        handOut()
      }
      return results.flatMap { $0 }
    }
  }

  /// Makes something of each piece of a range, and hands it on in their order while later ones are
  /// made.
  ///
  /// - Parameters:
  ///   - count: The end of the range, which begins at 0.
  ///   - size: How much of the range a piece is; no more than twice as many pieces as workers are
  ///     held at once.
  ///   - transform: Receives a piece of the range; called on several threads at once.
  ///   - body: Receives what it returned, one piece after another.
  package func forEachPiece<Result: Sendable>(
    of count: Int, size: Int, _ transform: @escaping @Sendable (Range<Int>) -> Result,
    _ body: (Result) -> Void
  ) async {
    let pieces = (count + size - 1) / size
    func range(_ piece: Int) -> Range<Int> { piece * size..<min(count, (piece + 1) * size) }
    guard self.count > 1, pieces > 1 else {
      for piece in 0..<pieces { body(transform(range(piece))) }
      return
    }
    await withTaskGroup(of: (piece: Int, result: Result).self) { group in
      var next = 0
      func handOut() {
        guard next < pieces else { return }
        let (piece, range) = (next, range(next))
        next += 1
        group.addTask { (piece, transform(range)) }
      }
      for _ in 0..<2 * self.count { handOut() }
      var waiting: [Int: Result] = [:]
      var wanted = 0
      for await done in group {
        waiting[done.piece] = done.result
        while let result = waiting.removeValue(forKey: wanted) {
          body(result)
          wanted += 1
          handOut()
        }
      }
    }
  }
}
