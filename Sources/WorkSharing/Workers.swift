import Dispatch

/// The number of threads that share independent pieces of work.
///
/// Results do not depend on it; they are in the order of the input. The caller's thread is one of
/// the threads, so calls can be nested.
package struct Workers: Hashable, Sendable {
  /// The number of threads, at least 1.
  package let count: Int

  /// Only the caller's thread.
  package static let one = Workers(1)

  /// The largest number of threads; more would only compete for the same cores.
  package static let maximumCount = 256

  /// The average number of pieces for each worker.
  ///
  /// It is large enough to keep all workers busy when some pieces take longer, and small enough
  /// that distributing the pieces takes negligible time.
  private static let piecesEach = 16

  /// Creates a number of workers, clamped to 1...``maximumCount``.
  package init(_ count: Int) {
    self.count = min(max(1, count), Workers.maximumCount)
  }

  /// Transforms each item.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - transform: Called on several threads at once.
  /// - Returns: The results, in the order of the items.
  package func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ transform: @Sendable (Item) -> Result
  ) -> [Result] {
    mapPieces(of: items.count) { range in items[range].map(transform) }
  }

  /// Transforms each piece of `0..<count`, and joins the results.
  ///
  /// - Parameters:
  ///   - count: The end of the range.
  ///   - transform: Receives a piece of the range; called on several threads at once.
  /// - Returns: The results, in the order of the pieces.
  package func mapPieces<Result: Sendable>(
    of count: Int, _ transform: @Sendable (Range<Int>) -> [Result]
  ) -> [Result] {
    guard self.count > 1, count > 1 else { return transform(0..<count) }
    let pieces = min(count, self.count * Workers.piecesEach)
    return each(of: pieces) { piece in
      transform(piece * count / pieces..<(piece + 1) * count / pieces)
    }.flatMap { $0 }
  }

  /// Transforms each piece of `0..<count`, and passes the results on in the order of the pieces.
  ///
  /// - Parameters:
  ///   - count: The end of the range.
  ///   - size: The size of a piece. At most twice as many results as workers are held at once.
  ///   - transform: Receives a piece of the range; called on several threads at once.
  ///   - body: Receives each result, on the caller's thread.
  package func forEachPiece<Result: Sendable>(
    of count: Int, size: Int, _ transform: @Sendable (Range<Int>) -> Result,
    _ body: (Result) -> Void
  ) {
    let pieces = (count + size - 1) / size
    let atOnce = self.count > 1 ? 2 * self.count : 1
    for first in stride(from: 0, to: pieces, by: atOnce) {
      let results = each(of: min(atOnce, pieces - first)) { piece in
        let start = (first + piece) * size
        return transform(start..<min(count, start + size))
      }
      results.forEach(body)
    }
  }

  /// Transforms each number below `count`; each thread takes the next number.
  private func each<Result: Sendable>(
    of count: Int, _ transform: @Sendable (Int) -> Result
  ) -> [Result] {
    guard self.count > 1, count > 1 else { return (0..<count).map(transform) }
    let next = Guarded(0)
    let results = Guarded([Result?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: min(self.count, count)) { _ in
      while true {
        let index = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard index < count else { return }
        let result = transform(index)
        results.withLock { $0[index] = result }
      }
    }
    return results.withLock { $0 }.compactMap(\.self)
  }
}
