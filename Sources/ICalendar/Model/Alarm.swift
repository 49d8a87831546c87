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
    /// A duration from the start or the end of each occurrence.
    case relative(CalendarDuration, to: Anchor)
    /// A time of day on the wall clock, of each occurrence's first day, or of a day some days after
    /// it; negative is before.
    ///
    /// No VALARM can say it: `PT9H` after midnight is 10 o'clock where the clock is put forward in
    /// between. It serves the alarms of all-day events that the user sets for all of them.
    case timeOfDay(TimeOfDay, daysAfter: Int = 0)
    /// An instant, once, however often the event recurs.
    case absolute(Instant)
  }

  /// What a relative trigger counts from: RELATED.
  public enum Anchor: Hashable, Sendable {
    /// DTSTART.
    case start
    /// DTEND, or DUE, or what DURATION gives.
    case end
  }

  /// What is done when the alarm is due: ACTION (RFC 5545, 3.8.6.1).
  public enum Action: String, Hashable, Sendable {
    /// A text is shown.
    case display = "DISPLAY"
    /// A sound is played.
    case audio = "AUDIO"
    /// A message is sent.
    case email = "EMAIL"
  }

  /// When the alarm is due.
  public var trigger: Trigger
  /// What is done then.
  public var action = Action.display
  /// UID (RFC 9074, 4); nil where it has none.
  public var uid: String?
  /// How many more times it fires after the first: REPEAT.
  public var repeatCount: Int
  /// How long after each fire the next one comes: DURATION.
  public var repeatInterval: CalendarDuration
  /// The instant at and before which fires have been dealt with: ACKNOWLEDGED (RFC 9074, 6.1).
  ///
  /// With an alert that is shown or played, its repeats have been too, also those to come, where
  /// they are an hour or less apart.
  public var acknowledged: Instant?
  /// The alarm's text: DESCRIPTION, or SUMMARY for an e-mail; nil where it has none.
  public var text: String?
  /// The file name of the sound that is played: ATTACH of an AUDIO alarm, where it names one; nil
  /// for the system's own.
  public var soundName: String?
  /// Whether the calendar names the sound with a path, which leads nowhere on a phone.
  package var soundHasPath = false

  /// Makes an alarm.
  ///
  /// - Parameters:
  ///   - trigger: When the alarm is due.
  ///   - repeatCount: How many more times it fires after the first.
  ///   - repeatInterval: How long after each fire the next one comes.
  ///   - acknowledged: The instant at and before which fires have been dealt with.
  ///   - text: The alarm's own text.
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

extension Alarm {
  /// Whether the alarm is due at one instant, however often the event recurs.
  var isAbsolute: Bool {
    if case .absolute = trigger { true } else { false }
  }

  /// How many repeats come after the first alert: none where they would come at once or before it.
  var effectiveRepeatCount: Int {
    repeatInterval.nominalSeconds > 0 ? max(0, repeatCount) : 0
  }

  /// Whether the repeats nag: shown or played until somebody reacts.
  ///
  /// What comes more than an hour after another is a dose of its own.
  private var nags: Bool {
    action != .email && effectiveRepeatCount > 0
      && repeatInterval.nominalSeconds <= 3_600
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
