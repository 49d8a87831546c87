/// A minterm: one day of one month of one year, at the times of a class.
struct Minterm: Hashable {
  let timeClass: Int
  let yearMonth: Int
  /// From 0.
  let day: Int
}
