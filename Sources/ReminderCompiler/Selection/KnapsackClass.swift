/// The class of a contender in the multiple-choice knapsack: its allotments, of which one is taken.
struct KnapsackClass {
  /// The contender's number.
  let contender: Int
  /// Whether one of the items has to be taken; otherwise there is nothing as well.
  let isMandatory: Bool
  /// The items by number of slots.
  let items: [KnapsackItem]
}

/// An item of a class in the multiple-choice knapsack.
struct KnapsackItem {
  /// What it weighs.
  let slots: Int
  /// What it is worth more than nothing.
  let gain: Score
  /// What is taken with it.
  let allotment: Allotment
}
