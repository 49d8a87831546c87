package import CivilTime
import ReminderOptions
package import ReminderPlans

/// The snooze choices that a notification offers: `PT5M,PT1H,08:00`, or `none`.
package struct SnoozeChoices: Hashable, Sendable {
  /// The choices, in the order of the buttons, without duplicates.
  package let all: [SnoozeChoice]

  /// The most choices.
  package static let mostChoices = 6

  /// The default: 5 minutes, 15 minutes, an hour, tomorrow at 8:00.
  package static let standard = SnoozeChoices(
    unchecked: [
      .length(seconds: 300), .length(seconds: 900), .length(seconds: 3_600),
      .tomorrow(at: TimeOfDay(secondOfDay: 8 * 3_600)),
    ])

  /// No choice at all.
  package static let none = SnoozeChoices(unchecked: [])

  private init(unchecked all: [SnoozeChoice]) { self.all = all }

  /// Reads choices separated by commas, or `none`.
  package init(_ text: String) throws(SnoozeChoice.FormatError) {
    guard text != "none" else {
      self = .none
      return
    }
    let parts = text.split(
      separator: ",", maxSplits: SnoozeChoices.mostChoices, omittingEmptySubsequences: false)
    guard parts.count <= SnoozeChoices.mostChoices else { throw .tooMany }
    var all: [SnoozeChoice] = []
    for part in parts {
      let choice = try SnoozeChoice(part)
      guard !all.contains(choice) else { throw .repeated(choice) }
      all.append(choice)
    }
    self.init(unchecked: all)
  }
}

extension SnoozeChoices: CustomStringConvertible {
  /// The text of the choices, which reads back to equal choices.
  package var description: String {
    all.isEmpty ? "none" : all.map(\.description).joined(separator: ",")
  }
}

extension SnoozeChoices: Codable {
  package init(from decoder: any Decoder) throws {
    self = try decoder.value("a list of durations and times such as PT5M,08:00") {
      try? SnoozeChoices($0)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    try encoder.encode(text: description)
  }
}

/// A snooze choice: for a duration, or until a time of the next day.
package enum SnoozeChoice: Hashable, Sendable {
  /// For a number of seconds, from 1 to 366 days of 24 hours.
  case length(seconds: Int)
  /// Until a time of the next day, in the user's time zone.
  case tomorrow(at: TimeOfDay)

  /// The reason why a text isn't a snooze choice, or a list of them.
  package enum FormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is neither a duration nor a time.
    case unknown(String)
    /// The duration isn't positive, or longer than 366 days.
    case outOfRange(String)
    /// A choice is repeated, perhaps in another notation.
    case repeated(SnoozeChoice)
    /// There are more than ``SnoozeChoices/mostChoices``.
    case tooMany

    /// The problem, as text for the user.
    package var description: String {
      switch self {
      case .unknown(let text):
        "has \"\(text)\", which is not a duration such as PT5M or a time such as 08:00"
      case .outOfRange(let text):
        "has \(text), which is outside of 1 second…\(SnoozeChoice.lengths.upperBound / 86_400) days"
      case .repeated(let choice): "has \(choice) twice"
      case .tooMany: "has more than \(SnoozeChoices.mostChoices) choices"
      }
    }
  }

  /// The permitted durations, in seconds.
  private static let lengths = 1...366 * 86_400

  /// Reads a choice.
  ///
  /// - Parameter text: A duration (RFC 5545, 3.3.6), such as `PT5M`, in which a day has 24 hours,
  ///   or a time of day, `08:00` or `08:00:30`.
  /// - Throws: ``FormatError/unknown(_:)`` or ``FormatError/outOfRange(_:)``.
  package init(_ text: some StringProtocol) throws(FormatError) {
    if let time = TimeOfDay(text) {
      self = .tomorrow(at: time)
    } else if let duration = CalendarDuration(rfc5545: text) {
      guard SnoozeChoice.lengths.contains(duration.nominalSeconds) else {
        throw .outOfRange(String(text))
      }
      self = .length(seconds: duration.nominalSeconds)
    } else {
      throw .unknown(String(text))
    }
  }

  /// The time at which a snoozed reminder comes back.
  ///
  /// A local time that tomorrow's clock change skips is read with the offset before the gap (RFC
  /// 5545, 3.3.5). Of a local time that occurs twice, the first one after `pressed` is used.
  ///
  /// - Parameters:
  ///   - pressed: The time at which the button was pressed.
  ///   - zone: The user's time zone.
  /// - Returns: An instant after `pressed`.
  package func until(pressedAt pressed: Instant, in zone: Zone) -> Instant {
    switch self {
    case .length(let seconds): return pressed + seconds
    case .tomorrow(let time):
      let civil = CivilDateTime(dayNumber: zone.civil(at: pressed).dayNumber + 1, time: time)
      let instant = zone.instant(of: civil)
      // If the clock goes back over midnight, tomorrow's first minutes come before the last ones of
      // today.
      return instant > pressed ? instant : zone.otherPass(of: instant) ?? instant
    }
  }
}

extension SnoozeChoice: CustomStringConvertible {
  /// The text of the choice, which reads back to an equal one: `PT5M`, `08:00`.
  package var description: String {
    switch self {
    case .length(let seconds): CalendarDuration(seconds: seconds).description
    case .tomorrow(let time): time.description
    }
  }
}

extension SnoozeChoice {
  /// Returns the label of its button: `Snooze 5 minutes`, `Snooze until tomorrow 08:00`.
  package func label(in phrase: DesktopPhrase) -> String {
    switch self {
    case .length(let seconds): phrase.snooze(seconds: seconds)
    case .tomorrow(let time): phrase.snooze(untilTomorrowAt: time)
    }
  }
}
