import Testing

@testable import WorkSharing

@Suite struct WorkersTests {
  @Test(arguments: [1, 2, 3, 7, 64, 1_000])
  func `results are in the order of the items`(workers: Int) {
    for count in [0, 1, 2, 31, 33, 1_000] {
      let items = Array(0..<count)
      let squares = Workers(workers).map(items) { $0 * $0 }
      #expect(squares == items.map { $0 * $0 })
    }
  }

  @Test(arguments: [1, 2, 7])
  func `pieces cover the range once`(workers: Int) {
    for count in [0, 1, 5, 100, 12_345] {
      let all = Workers(workers).mapPieces(of: count) { Array($0) }
      #expect(all == Array(0..<count))
    }
  }

  @Test(arguments: [1, 2, 7])
  func `pieces are delivered in order, and few are held`(workers: Int) {
    for count in [0, 1, 5, 100, 12_345] {
      let made = Guarded(0)
      var (taken, mostHeld) = ([Int](), 0)
      Workers(workers).forEachPiece(of: count, size: 7) { range in
        made.withLock { $0 += 1 }
        return Array(range)
      } _: { piece in
        mostHeld = max(mostHeld, made.withLock { $0 } - taken.count / 7)
        taken += piece
      }
      #expect(taken == Array(0..<count))
      // Results in progress, finished ones that wait, and the one being delivered.
      #expect(mostHeld <= 2 * workers + 1)
    }
  }

  @Test func `a number out of range becomes the nearest valid one`() {
    #expect(Workers(0).count == 1)
    #expect(Workers(-5).count == 1)
    #expect(Workers(.max).count == Workers.maximumCount)
  }
}
