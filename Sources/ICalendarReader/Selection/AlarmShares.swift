internal import CivilTime

/// How the alarms that are read are shared between components.
///
/// Each alarm is something of its own in all that follows, so that bounds in bytes alone would let
/// millions through. Each component gets what it has or the same number (`FairShare`): no calendar
/// takes an alarm from another.
enum AlarmShares {
  /// The most alarms of one component that are read: a hundred times as many as anybody sets.
  static let maximumAlarms = 1_000

  /// The most alarms of all components together that are read, as long as each gets
  /// ``fewestAlarms``: a second or two, and 100 MB.
  static let maximumOfAll = 32_768

  /// The fewest alarms of one component to which the limit may come down: more than anybody sets.
  static let fewestAlarms = 32

  /// How many alarms of each component are read.
  ///
  /// - Parameter counts: How many each has.
  /// - Returns: The limit that shares ``maximumOfAll``, between ``fewestAlarms`` and
  ///   ``maximumAlarms``.
  static func limit(for counts: [Int]) -> Int {
    max(fewestAlarms, FairShare.limit(of: maximumOfAll, for: counts, atMost: maximumAlarms))
  }
}
