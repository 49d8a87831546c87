/// How much a run spends on triggers of reminders that come at many times of day.
///
/// To look for triggers takes a set of all days up to 2100 for each time of day. Who can gain most
/// asks first; once the budget is spent, what comes at many times of day is served by one-shots
/// alone. What comes at few always has its triggers looked for: no dense reminder takes anything from
/// it.
///
/// Asked by one thread, in an order that no number of threads changes.
final class SearchBudget: Sendable {
  /// The most times of day of all such reminders together: a hundred of every minute, a second.
  static let maximumTimes = 150_000
  /// Up to how many times of day are few: an alarm once a day with all of the repeats that days are
  /// found for.
  static let fewTimes = 128
  /// How many times as long one takes where quiet hours move fires: they are worked out one by one
  /// at each clock change.
  static let quietFactor = 12

  private let allowance = Allowance(of: maximumTimes)

  /// Whether there is room for a search, which then is spent.
  ///
  /// - Parameters:
  ///   - times: The times of day that the reminder comes at.
  ///   - factor: How many times as long each takes as by itself.
  /// - Returns: Whether it is done.
  func admits(_ times: Int, factor: Int) -> Bool {
    guard times > SearchBudget.fewTimes else { return true }
    return allowance.spend(times * factor)
  }
}
