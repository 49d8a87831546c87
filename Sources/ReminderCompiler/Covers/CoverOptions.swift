import CivilTime
import Synchronization

/// What covers are searched for with: one copy for all groups of a selection, with what follows
/// from the options worked out once.
///
/// Ten thousand groups, each with options of its own, would fill more memory than their fires.
final class CoverOptions: Sendable {
  /// The instant at which the requests are added.
  let now: Instant
  /// The next renewal.
  let renewal: Instant
  /// The end of the fires that are looked at.
  let end: Instant
  /// The instant before which a repeating trigger must not have to be taken away.
  let earliestRemoval: Instant
  /// The slots that a plan may fill.
  let slots: Int
  /// What is pending already.
  let pending: PendingIdentifiers
  /// How many triggers were looked at in all searches of the selection.
  private let work = Mutex(0)

  /// The most triggers that are looked at in searches of a selection before those for many instants
  /// have to share: some seconds.
  private static let plentyOfWork = 20_000_000

  /// Whether searches for many instants can have as much work as others.
  var hasPlentyOfWork: Bool { work.withLock { $0 < CoverOptions.plentyOfWork } }

  /// Adds what a search looked at.
  func add(work: Int) { self.work.withLock { $0 += work } }

  /// Takes what matters of the options of a compilation.
  init(_ options: NotificationOptions) {
    now = options.now
    renewal = options.renewal
    end = options.window.upperBound
    earliestRemoval = options.earliestRemoval
    slots = options.slots
    pending = options.pending
  }
}
