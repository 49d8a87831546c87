extension FixedWidthInteger {
  /// The runs of bits that are set, from the lowest.
  var runs: [Self] {
    var runs: [Self] = []
    var rest = self
    while rest != 0 {
      let start = rest & ~(rest &- 1)
      // Adding the lowest bit carries through its run.
      let run = rest & ~(rest &+ start)
      runs.append(run)
      rest &= ~run
    }
    return runs
  }
}
