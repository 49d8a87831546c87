import CivilTime
import NotificationTriggers

/// Those fires of a repeating trigger that tell what all of them have in common.
///
/// Every day of a year, every week of seven and every month of thirty: after twenty-eight years all
/// dates fall on their weekdays again, and clock changes with them.
struct FireSample {
  /// The fires, ascending; at least one where there is any.
  let instants: [Instant]

  /// The most fires that are looked at.
  private static let maximumCount = 366

  /// Takes a sample.
  init(of proven: ProvenTrigger, _ options: CompilerOptions) {
    let end = min(proven.removeBy ?? .endOfProof, .endOfProof)
    instants = Array(
      proven.trigger.fires(addedAt: options.now, until: end, deviceZone: options.deviceZone)
        .prefix(FireSample.maximumCount))
  }
}
