public import CivilTime
public import NotificationTriggers

/// What a plan is made for: an instant, a device, and a number of slots.
public struct CompilerOptions: Hashable, Sendable {
  /// The instant at which the requests are added.
  public var now: Instant
  /// How far fires are looked at.
  public var horizon: CalendarDuration
  /// When the plan is made anew, at the latest.
  public var renewWithin: CalendarDuration
  /// The slots that the system has: 64 on Apple's.
  public var limit: Int
  /// The slots that are left to others.
  public var reserve: Int
  /// The most systemd timers; nil, the default, for as many as make ``TimerPlan/maximumUnits`` units.
  public var timerLimit: Int?
  /// The zone of the device, for floating and all-day values.
  public var deviceZone: Zone
  /// Triggers for series without any alarm, from the start; negative is before.
  public var defaultAlarms: [CalendarDuration]
  /// The time of day of the alarm of all-day series without any alarm, in seconds since midnight.
  public var allDayAlarm: Int?
  /// Whether a systemd timer makes up for what it missed while the user's systemd did not run.
  public var isPersistent = false
  /// Whether a timer has everything compiled again, so that it can come earlier than asked for.
  public var hasRenewalTimer = true

  /// What rules with steps of an hour or less ask for in a repeated hour.
  public var repeatedHour = RepeatedHour.either

  /// Repeats for alarms that have none of their own; nil for none.
  public var nag: Nag?
  /// How often to nag about an overdue to-do; nil for never.
  public var overdueNag: TimeIntervalTrigger?
  /// Which components have which level; the first rule that matches counts.
  public var levels: [LevelRule]
  /// The requests that are pending on the device.
  public var pending: PendingIdentifiers
  /// Whether the last slot is for a request that asks to open the app when the plan ends.
  public var nudgesRenewal: Bool

  /// The version of the zone data that systemd reads, such as `2025b`; nil where it is unknown.
  ///
  /// Where it is not ``ZoneDatabase/dataVersion``, systemd may see other clock changes than the
  /// proofs of its timers, so that their lines name no zone. By default it is the same.
  public var systemZoneDataVersion: String?
  /// The names of the zones that systemd knows: the files in its `/usr/share/zoneinfo`; nil for all.
  ///
  /// systemd ignores a line with another name. Newer distributions keep those of the past, such as
  /// `Asia/Calcutta`, in a package of their own.
  public var systemZoneNames: Set<String>?

  /// The number of requests that an Apple system keeps for an app.
  public static let systemLimit = 64

  /// Makes options with the defaults of the command line.
  ///
  /// - Parameters:
  ///   - now: The instant at which the requests are added.
  ///   - deviceZone: The zone of the device.
  public init(now: Instant, deviceZone: Zone) {
    self.now = now
    self.deviceZone = deviceZone
    horizon = CalendarDuration(months: 12)
    renewWithin = CalendarDuration(days: 7)
    limit = CompilerOptions.systemLimit
    reserve = 0
    defaultAlarms = []
    levels = []
    pending = PendingIdentifiers()
    nudgesRenewal = false
    systemZoneDataVersion = ZoneDatabase.dataVersion
  }

  /// The fires that are looked at: from now to the horizon's end.
  ///
  /// Durations from now count in UTC, so that they are the same on every device.
  public var window: Range<Instant> {
    now..<max(now, end(of: horizon))
  }

  /// The longest duration that is added, in days: a thousand years, beyond which all tables end.
  private static let longestDays = 366_000

  /// Now and a duration, in UTC.
  private func end(of duration: CalendarDuration) -> Instant {
    let most = CompilerOptions.longestDays
    // No part is so large that a sum could overflow.
    let bounded = CalendarDuration(
      months: min(max(duration.months, -most / 28), most / 28),
      days: min(max(duration.days, -most), most),
      seconds: min(max(duration.seconds, -most * 86_400), most * 86_400))
    return bounded.end(from: now, in: .gmt)
  }

  /// The first instant at which an alert may lie whose repeats matter; nil where all may.
  public var earliestAlert: Instant? {
    guard let nag else { return now }
    let span = nag.count * (nag.interval.days * 86_400 + nag.interval.seconds)
    return span <= CompilerOptions.longestNag ? now + -span : nil
  }

  /// The longest time over which repeats are asked for that is worth to be told from all time, in
  /// seconds: ten years.
  private static let longestNag = 3_653 * 86_400

  /// The next renewal: the instant until which the plan has to hold.
  public var renewal: Instant {
    min(max(now, end(of: renewWithin)), window.upperBound)
  }

  /// The instant before which a repeating trigger must not have to be taken away: two renewals on.
  package var earliestRemoval: Instant {
    let twice = CalendarDuration(
      months: renewWithin.months &* 2, days: renewWithin.days &* 2,
      seconds: renewWithin.seconds &* 2)
    return end(of: twice)
  }

  /// Whether systemd is known to read the zone data that the program has.
  package var sharesZoneData: Bool { systemZoneDataVersion == ZoneDatabase.dataVersion }

  /// Whether systemd is known to have a zone, and to read it as the program does.
  package func isShared(_ zone: String) -> Bool {
    sharesZoneData && systemZoneNames?.contains(zone) ?? true
  }

  /// The most timers; nil where only their units are counted.
  package var timerSlots: Int? { timerLimit.map { max(0, $0 - reserve) } }

  /// The slots that a plan may fill.
  package var slots: Int { max(0, limit - reserve - pending.foreignCount) }
}
