public import CivilTime

/// An alarm of an event or to-do: a VALARM (RFC 5545, 3.6.6; RFC 9074).
///
/// ```swift
/// // A quarter of an hour before the start, and twice again, five minutes apart.
/// let alarm = Alarm(
///   .relative(CalendarDuration("-PT15M")!, to: .start), repeatCount: 2,
///   repeatInterval: CalendarDuration("PT5M")!)
/// print(alarm.action, alarm.repeatCount)  // display 2
/// ```
public struct Alarm: Hashable, Sendable {
  /// When the alarm is due: TRIGGER.
  public enum Trigger: Hashable, Sendable {
    /// A duration before or after the start or the end of each occurrence.
    case relative(CalendarDuration, to: Anchor)
    /// A local time of day, on the day of each occurrence's start or end or the given number of
    /// days after it.
    ///
    /// A negative number means before. A VALARM can't express this: `PT9H` after midnight is 10:00
    /// if the clock is set forward in between. It is used for the alarms of all-day events and
    /// to-dos that the user sets for all of them.
    case timeOfDay(TimeOfDay, daysAfter: Int = 0, of: Anchor = .start)
    /// An instant.
    ///
    /// The alarm fires once, even if the event recurs.
    case absolute(Instant)
  }

  /// The reference point of a relative trigger: RELATED.
  public enum Anchor: Hashable, Sendable {
    /// DTSTART.
    case start
    /// DTEND or DUE, or the end that DURATION gives.
    case end
  }

  /// The kind of alert: ACTION (RFC 5545, 3.8.6.1).
  public enum Action: String, Hashable, Sendable {
    /// A text is displayed.
    case display = "DISPLAY"
    /// A sound is played.
    case audio = "AUDIO"
    /// An email is sent.
    case email = "EMAIL"
  }

  /// When the alarm is due.
  public var trigger: Trigger
  /// The kind of alert.
  public var action = Action.display
  /// UID (RFC 9074, 4); nil if it is missing.
  public var uid: String?
  /// The number of repeats after the first alert: REPEAT.
  public var repeatCount: Int
  /// The time from each alert to the next: DURATION.
  public var repeatInterval: CalendarDuration
  /// The instant up to which alerts are acknowledged, inclusive: ACKNOWLEDGED (RFC 9074, 6.1).
  ///
  /// An acknowledged first alert also acknowledges its later repeats, if they are an hour or less
  /// apart and the action is not EMAIL.
  public var acknowledged: Instant?
  /// The alarm's text: DESCRIPTION, or SUMMARY for an email; nil if it is missing.
  public var text: String?
  /// The file name of the sound to play, from the ATTACH of an AUDIO alarm; nil for the system's
  /// default sound.
  public var soundName: String?
  /// Whether the calendar gives a path for the sound, which doesn't exist on a phone.
  package var soundHasPath = false
  /// Whether an absolute trigger was a local time or a date on the device's clock.
  package var isOnDeviceClock = false
  /// The rule of the options that made or moved the alarm; nil for none.
  package var origin: Origin?

  /// A rule of the options, by its index among those of its kind.
  package enum Origin: Hashable, Sendable {
    /// The rule made the alarm, for a component without alarms.
    case defaultAlarm(Int)
    /// The rule moved the alarm to another time of day.
    case move(Int)
  }

  /// Makes an alarm.
  public init(
    _ trigger: Trigger, repeatCount: Int = 0, repeatInterval: CalendarDuration = .zero,
    acknowledged: Instant? = nil, text: String? = nil
  ) {
    self.trigger = trigger
    self.repeatCount = repeatCount
    self.repeatInterval = repeatInterval
    self.acknowledged = acknowledged
    self.text = text
  }
}

extension Alarm.Trigger {
  /// Whether the trigger counts from the end of an occurrence, or from the due time of a to-do.
  var countsFromEnd: Bool {
    switch self {
    case .relative(_, let anchor), .timeOfDay(_, _, let anchor): anchor == .end
    case .absolute: false
    }
  }
}

extension Alarm {
  /// Whether the alarm fires at a single instant, even if the event recurs.
  var isAbsolute: Bool {
    if case .absolute = trigger { true } else { false }
  }

  /// The number of repeats that are used: 0 if the interval is not positive.
  var effectiveRepeatCount: Int {
    repeatInterval.nominalSeconds > 0 ? max(0, repeatCount) : 0
  }

  /// Whether the repeats nag: they display a text or play a sound until the user reacts.
  ///
  /// Repeats more than an hour apart are separate reminders, such as doses of a medicine.
  private var nags: Bool {
    action != .email && effectiveRepeatCount > 0
      && repeatInterval.nominalSeconds <= 3_600
  }

  /// Returns the last instant at which a repeat is silent after its alarm was acknowledged.
  ///
  /// An acknowledged alert also acknowledges the repeats that nag about it. They follow the alert
  /// at fixed times, because repeats by days never nag.
  func silence(ofRepetition repetition: Int, acknowledged: Instant) -> Instant {
    nags ? acknowledged + repetition * repeatInterval.seconds : acknowledged
  }

  /// Returns the instant of a repeat: nominal days after the first alert, then exact seconds.
  func repetition(_ number: Int, after firstAlert: Instant, in zone: Zone) -> Instant {
    CalendarDuration(
      days: repeatInterval.days * number, seconds: repeatInterval.seconds * number
    ).end(from: firstAlert, in: zone)
  }

  /// An upper bound for the shift of a repeat by days that clock changes cause, in seconds.
  var repeatSlack: Int { repeatInterval.days == 0 ? 0 : 2 * 86_400 }

  /// The time from the first alert to the last repeat, in seconds, with days of 24 hours.
  var repeatSpan: Int {
    let (span, overflow) = repeatInterval.nominalSeconds
      .multipliedReportingOverflow(by: repeatCount)
    // A span longer than the calendar is cut.
    let calendar = 9_999 * 366 * 86_400
    return overflow ? calendar : min(max(span, -calendar), calendar)
  }
}
