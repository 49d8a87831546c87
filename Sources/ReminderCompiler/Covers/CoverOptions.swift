import CivilTime
import WorkSharing

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
  /// The most days that any trigger is proven, counted as ``ProvenTrigger/provenDays``.
  var mostProvenDays: Int { max(.endOfProof, end).secondsSince1970 / 86_400 }
  /// The slots that a plan may fill.
  let slots: Int
  /// What the system can be asked for.
  private let capabilities: TriggerCapabilities
  /// The zone of the device.
  private let deviceZone: Zone
  /// What is pending already.
  let pending: PendingIdentifiers

  /// What all groups together have spent on covers that others depend on, in triggers looked at.
  private let spent = Guarded(0)

  /// The most of that before such covers are looked for up to few instants only: some
  /// seconds, which no calendar of a person asks for.
  ///
  /// It is spent by one thread, by those first that can gain most.
  private static let plenty = 1_000_000

  /// Spends some of it.
  ///
  /// - Parameter work: How many triggers are looked at.
  /// - Returns: Whether there was so much left.
  func spend(_ work: Int) -> Bool {
    spent.withLock { spent in
      guard spent + work <= CoverOptions.plenty else { return false }
      spent += work
      return true
    }
  }

  /// The zone on whose clock the triggers of a group are read.
  func triggerZone(of group: FireGroup) -> Zone {
    capabilities.namesZones ? group.zone.triggerZone : deviceZone
  }

  /// Takes what matters of the options of a compilation.
  init(_ options: NotificationOptions) {
    now = options.now
    renewal = options.renewal
    end = options.window.upperBound
    earliestRemoval = options.earliestRemoval
    slots = options.slots
    pending = options.pending
    capabilities = options.capabilities
    deviceZone = options.deviceZone
  }
}
