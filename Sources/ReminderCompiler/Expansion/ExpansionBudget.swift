import CivilTime
import ICalendar

/// How what a run looks at is shared between its reminders and rules.
///
/// Of fires, each reminder gets what it can need or the same limit, whichever is less
/// (`FairShare`): what sparse reminders leave goes to dense ones, and no dense one can take anything
/// from a sparse one. What steps a rule takes nobody knows before, so each gets the same.
enum ExpansionBudget {
  /// The most fires of all reminders together that are looked at, as long as each gets
  /// ``fewestFires``: 80 MB with all that is made of them, and a second.
  static let maximumFires = 1_000_000

  /// The fewest fires of one reminder to which the limit may come down as long as there are no more
  /// than ``maximumFiresOfSparse``: eleven years of every day.
  static let fewestFires = 4_000

  /// The most fires of all reminders together where each gets ``fewestFires`` or less: twenty
  /// thousand reminders of every day of a year.
  static let maximumFiresOfSparse = 8_000_000

  /// The most fires of one reminder that are looked at.
  ///
  /// - Parameters:
  ///   - needs: What each reminder can need.
  ///   - sharers: How many compilations share what is looked at.
  /// - Returns: The limit, `SeriesExpansion.maximumFires` at most.
  static func fireLimit(for needs: ExpansionNeeds, sharers: Int) -> Int {
    max(
      FairShare.limit(
        of: maximumFires / max(1, sharers), for: needs.fires, atMost: SeriesExpansion.maximumFires),
      FairShare.limit(of: maximumFiresOfSparse, for: needs.fires, atMost: fewestFires))
  }

  /// The most fires of one reminder of a series, all of whose reminders live at once.
  ///
  /// - Parameter needs: What each of them can need.
  /// - Returns: The limit, `SeriesExpansion.maximumFires` at most.
  static func fireLimit(ofSeries needs: ArraySlice<Int>) -> Int {
    FairShare.limit(of: maximumFires, for: Array(needs), atMost: SeriesExpansion.maximumFires)
  }

  /// The most patterns of a group: thirty times of day with each weekday and day of the month.
  ///
  /// It bounds the work for an alarm at a thousand times of day; those with most fires come first.
  static let maximumPatterns = 1_152

  /// The fewest patterns of a group to which that may come down: all of one time of day.
  static let fewestPatterns = 128

  /// The most patterns of all alarms at many times of day together, as long as each gets
  /// ``fewestPatterns``: a second or two.
  private static let maximumSharedPatterns = 20_000

  /// How many fires of an alarm in a day, by the generous count that is known before, make it one
  /// at many times of day: those of every hour do.
  static let manyFires = 60

  /// The most patterns that lowering looks at for a group.
  static func patternLimit(for needs: ExpansionNeeds) -> Int {
    min(maximumPatterns, max(fewestPatterns, maximumSharedPatterns / max(1, needs.denseCount)))
  }

  /// The most intervals of all rules together that one look at each of them goes through, as long
  /// as each gets ``fewestSteps``: a tenth of a second or two.
  static let maximumSteps = 16_000_000

  /// The fewest steps of one rule to which the limit may come down: every day of the 400 years after
  /// which the calendar repeats.
  ///
  /// So whether a rule of days ever matches is told whatever other rules there are.
  static let fewestSteps = 150_000

  /// The most times that all exception rules together take away in one look at each of them, as
  /// long as each gets ``fewestExceptions``: some tenths of a second.
  static let maximumExceptions = 32_000_000

  /// The fewest times of an exception rule to which the limit may come down: five years of every
  /// day.
  static let fewestExceptions = 2_000

  /// The most that a look at each rule goes through.
  static func ruleLimits(for series: [EventSeries]) -> RuleLimits {
    var (rules, exceptionRules) = (0, 0)
    for place in series.indices where series[place].hasMaster {
      rules += series[place].components[0].rules.count
      exceptionRules += series[place].components[0].exceptionRules.count
    }
    return RuleLimits(
      steps: min(
        RuleExpansion.maximumSteps,
        max(fewestSteps, maximumSteps / max(1, rules + exceptionRules))),
      exceptions: max(fewestExceptions, maximumExceptions / max(1, exceptionRules)))
  }
}
