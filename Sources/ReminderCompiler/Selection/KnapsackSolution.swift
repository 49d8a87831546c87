/// The best allotments that fit together.
struct KnapsackSolution {
  /// What they are worth.
  let score: Score
  /// The contenders that get something.
  let chosen: [(contender: Int, allotment: Allotment)]
}
