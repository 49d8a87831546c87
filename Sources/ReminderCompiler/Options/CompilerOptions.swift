public import CivilTime

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
  /// The zone of the device, for floating and all-day values.
  public var deviceZone: Zone
  /// Triggers for series without any alarm, from the start; negative is before.
  public var defaultAlarms: [CalendarDuration]
  /// The time of day of the alarm of all-day series without any alarm, in seconds since midnight.
  public var allDayAlarm: Int?

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
  }

  /// The fires that are looked at: from now to the horizon's end.
  ///
  /// Durations from now count in UTC, so that they are the same on every device.
  public var window: Range<Instant> {
    now..<max(now, horizon.end(from: now, in: .gmt))
  }

  /// The next renewal: the instant until which the plan has to hold.
  public var renewal: Instant {
    min(max(now, renewWithin.end(from: now, in: .gmt)), window.upperBound)
  }

  /// The instant before which a repeating trigger must not have to be taken away: two renewals on.
  package var earliestRemoval: Instant {
    let twice = CalendarDuration(
      months: renewWithin.months * 2, days: renewWithin.days * 2, seconds: renewWithin.seconds * 2)
    return twice.end(from: now, in: .gmt)
  }

  /// The slots that a plan may fill.
  package var slots: Int { max(0, limit - reserve) }
}
