import CivilTime

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
  let planSlots: Int
  /// The most slots of one cover: all, or one.
  let slots: Int
  /// The same for covers of one slot, with allowances of their own; nil where a plan may fill no
  /// more.
  let ofOneSlot: CoverOptions?
  /// Whether covers of one slot are looked for where a plan may fill more.
  var isOfOneSlot: Bool { slots < planSlots }
  /// What the system can be asked for.
  private let capabilities: TriggerCapabilities
  /// The zone of the device.
  private let deviceZone: Zone
  /// What is pending already.
  let pending: PendingIdentifiers

  /// What all groups together spend on covers that others depend on, in triggers looked at, before
  /// such covers are looked for up to few instants only: some seconds, which no calendar of a
  /// person asks for.
  let dependedWork = Allowance(of: 1_000_000)

  /// What the covers of all groups together take up, in triggers and covers, before each has few of
  /// both: 300 MB.
  ///
  /// Calendars of people stay far below it; with a thousand slots, a thousand groups with as many
  /// times of day would have a thousand million.
  let coverRoom = Allowance(of: 2_000_000)

  /// What the tables of all contenders together have of numbers of slots, for each group one after
  /// another, before groups are offered few covers or none: 130 MB.
  ///
  /// Calendars of people have a tenth of it with a thousand slots; a thousand alarms with a thousand
  /// repeats each would have a thousand million.
  let tableRoom = Allowance(of: 32_000_000)

  /// How many sums are compared in these tables: ten seconds, which only hundreds of slots ask for.
  let tableWork = Allowance(of: 2_000_000_000)

  /// The zone on whose clock the triggers of a group are read.
  func triggerZone(of group: FireGroup) -> Zone {
    capabilities.namesZones ? group.zone.triggerZone : deviceZone
  }

  /// Takes what matters of the options of a compilation.
  convenience init(_ options: NotificationOptions) {
    self.init(options, slots: options.slots)
  }

  private init(_ options: NotificationOptions, slots: Int) {
    now = options.now
    renewal = options.renewal
    end = options.window.upperBound
    earliestRemoval = options.earliestRemoval
    planSlots = options.slots
    self.slots = slots
    ofOneSlot = slots > 1 ? CoverOptions(options, slots: 1) : nil
    pending = options.pending
    capabilities = options.capabilities
    deviceZone = options.deviceZone
  }
}
