import CivilTime

extension Alarm {
  /// Whether the alarm is due at one instant, however often the event recurs.
  var isAbsolute: Bool {
    if case .absolute = trigger { true } else { false }
  }

  /// How many repeats come after the first alert: none where they would come at once or before it.
  var effectiveRepeatCount: Int {
    repeatInterval.nominalSeconds > 0 ? max(0, repeatCount) : 0
  }

  /// The longest time between two repeats that nag about one alert, in seconds; what comes further
  /// apart is a dose of its own.
  private static let longestNagInterval = 3_600

  /// Whether the repeats nag: shown or played until somebody reacts.
  private var nags: Bool {
    action != .email && effectiveRepeatCount > 0
      && repeatInterval.nominalSeconds <= Alarm.longestNagInterval
  }

  /// The last instant at which a repeat is silent, where its alarm was acknowledged.
  ///
  /// With the alert that they nag about, all its repeats have been dealt with. Each comes a fixed
  /// time after the alert: a repeat by days is never one of them.
  ///
  /// - Parameters:
  ///   - repetition: The repeat, from 1; 0 for the first alert.
  ///   - acknowledged: When the alarm was acknowledged.
  /// - Returns: The instant.
  func silence(ofRepetition repetition: Int, acknowledged: Instant) -> Instant {
    nags ? acknowledged + repetition * repeatInterval.seconds : acknowledged
  }

  /// The instant of a repeat: nominal days from the first alert, then exact seconds.
  func repetition(_ number: Int, after firstAlert: Instant, in zone: Zone) -> Instant {
    CalendarDuration(
      days: repeatInterval.days * number, seconds: repeatInterval.seconds * number
    ).end(from: firstAlert, in: zone)
  }

  /// How far clock changes can move a repeat that counts in days, in seconds; generous.
  var repeatSlack: Int { repeatInterval.days == 0 ? 0 : 2 * 86_400 }

  /// The time from the first alert to the last repeat, in seconds; nominal days as 24 hours.
  var repeatSpan: Int {
    let (span, overflow) = repeatInterval.nominalSeconds
      .multipliedReportingOverflow(by: repeatCount)
    // Longer than the calendar is long enough.
    let calendar = 9_999 * 366 * 86_400
    return overflow ? calendar : min(max(span, -calendar), calendar)
  }
}
