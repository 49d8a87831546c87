/// Ascending instants that are searched again and again, in seconds since 1970.
///
/// Time is divided into stretches of 97 days, and for each it is known where its instants begin: of
/// a zone's transitions hardly more than one lies in a stretch, so that a search is one look.
struct InstantTable: Sendable {
  private let instants: [Int]
  /// How many instants lie before each stretch, and before the end of the last one; empty where
  /// there would be too many stretches.
  private let counts: [Int32]
  /// The number of the first stretch, counted from 1970.
  private let firstStretch: Int

  /// A stretch has two to the power of this many seconds.
  private static let stretchBits = 23
  /// The most stretches, a thousand years: what is wider comes from no zone that is in use.
  private static let maximumStretches = 4_096

  /// Makes a table.
  ///
  /// - Parameter instants: The instants, ascending.
  init(_ instants: [Int]) {
    self.instants = instants
    firstStretch = (instants.first ?? 0) >> InstantTable.stretchBits
    let last = (instants.last ?? 0) >> InstantTable.stretchBits
    let (span, overflow) = last.subtractingReportingOverflow(firstStretch)
    guard !instants.isEmpty, !overflow, span < InstantTable.maximumStretches else {
      counts = []
      return
    }
    var counts: [Int32] = []
    counts.reserveCapacity(span + 2)
    var count = 0
    for stretch in firstStretch...last {
      counts.append(Int32(count))
      while count < instants.count, instants[count] >> InstantTable.stretchBits == stretch {
        count += 1
      }
    }
    self.counts = counts + [Int32(count)]
  }

  /// How many instants lie at or before another.
  func count(upTo second: Int) -> Int {
    guard !counts.isEmpty else { return instants.partitionPoint { $0 <= second } }
    let stretch = (second >> InstantTable.stretchBits) &- firstStretch
    guard stretch >= 0 else { return 0 }
    guard stretch < counts.count - 1 else { return instants.count }
    var low = Int(counts[stretch])
    var high = Int(counts[stretch + 1])
    while low < high {
      let middle = (low + high) / 2
      if instants[middle] <= second { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
