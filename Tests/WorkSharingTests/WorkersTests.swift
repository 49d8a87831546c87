import Testing

@testable import WorkSharing

@Suite struct WorkersTests {
  @Test(arguments: [1, 2, 3, 7, 64, 1_000])
  func `results stand in the order of the items`(workers: Int) async {
    for count in [0, 1, 2, 31, 33, 1_000] {
      let items = Array(0..<count)
      let squares = await Workers(workers).map(items) { $0 * $0 }
      #expect(squares == items.map { $0 * $0 })
    }
  }

  @Test(arguments: [1, 2, 7])
  func `pieces cover the range once`(workers: Int) async {
    for count in [0, 1, 5, 100, 12_345] {
      let all = await Workers(workers).mapPieces(of: count) { Array($0) }
      #expect(all == Array(0..<count))
    }
  }

  @Test func `a number out of range is the nearest one`() {
    #expect(Workers(0).count == 1)
    #expect(Workers(-5).count == 1)
    #expect(Workers(.max).count == Workers.maximumCount)
  }
}
