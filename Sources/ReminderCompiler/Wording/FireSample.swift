import CivilTime
import NotificationTriggers

/// Those fires of a repeating trigger that tell what all of them have in common.
///
/// A year of them, in which each clock is changed as it is in every year, and some years of those
/// that come once a year, on another weekday each time.
struct FireSample {
  /// The fires, ascending; at least one where there is any.
  let instants: [Instant]

  /// The most fires that are looked at: every day of a year.
  private static let maximumCount = 366
  /// How many are looked at in any case: a date comes back to its weekday after five years at the
  /// soonest, and to seven others before.
  private static let minimumCount = 8
  /// A year, in seconds.
  private static let year = 366 * 86_400

  /// Takes a sample.
  init(of proven: ProvenTrigger, _ options: CompilerOptions) {
    var instants: [Instant] = []
    let end = min(proven.removeBy ?? .endOfProof, .endOfProof)
    let fires = proven.trigger.fires(
      addedAt: options.now, until: end, deviceZone: options.deviceZone)
    for fire in fires.prefix(FireSample.maximumCount) {
      guard fire < options.now + FireSample.year || instants.count < FireSample.minimumCount else {
        break
      }
      instants.append(fire)
    }
    self.instants = instants
  }
}
