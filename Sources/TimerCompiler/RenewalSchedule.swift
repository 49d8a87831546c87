import CivilTime
import ReminderCompiler
import SystemdTimers

/// When timers are made anew.
struct RenewalSchedule: Sendable {
  /// How often a timer has everything compiled again.
  let period: RenewalUnits.Period
  /// The next renewal: the instant until which the timers have to do.
  let next: Instant

  /// How long before something would be missed a renewal has to come, in seconds: a compilation of
  /// ten thousand series and a reload of a thousand units take some, and a busy machine some more.
  private static let margin = 300

  /// The shortest period that is taken without being asked for: each renewal reads all calendars,
  /// and what is due within an hour of another thousand reminders helps nobody.
  private static let shortest = RenewalUnits.Period.hourly

  /// The schedule for timers that are right up to an instant.
  ///
  /// - Parameters:
  ///   - options: Now, and the time within which to renew.
  ///   - exactUntil: The first instant at which something is missed; nil for none.
  init(_ options: TimerOptions, exactUntil: Instant?) {
    let asked = RenewalSchedule.longest(within: options.renewal - options.now)
    let needed = exactUntil.map {
      RenewalSchedule.longest(within: $0 - options.now - RenewalSchedule.margin)
    }
    period = min(asked, max(needed ?? asked, RenewalSchedule.shortest))
    next =
      options.hasRenewalTimer ? period.nextElapse(after: options.now) : options.renewal
  }

  /// The earliest renewal that there can be: what is due before it can't be left to a renewal.
  static func earliest(_ options: TimerOptions) -> Instant {
    RenewalSchedule(options, exactUntil: options.now).next
  }

  /// The longest period that is no longer than a time; the shortest of all where there is none.
  private static func longest(within seconds: Int) -> RenewalUnits.Period {
    RenewalUnits.Period.allCases.first { $0.seconds <= seconds } ?? .minutely
  }
}
