package import CivilTime
package import ReminderCompiler

/// The choices that a notification has buttons for: `PT5M,PT1H,08:00`, or `none`.
package struct SnoozeChoices: Hashable, Sendable {
  /// The choices, in the order of the buttons; no two are the same.
  package let all: [SnoozeChoice]

  /// The most choices: a notification has no room for more buttons.
  package static let mostChoices = 6

  /// What is taken where nobody chooses: 5 minutes, 15 minutes, an hour, tomorrow morning.
  package static let standard = SnoozeChoices(
    unchecked: [
      .length(seconds: 300), .length(seconds: 900), .length(seconds: 3_600),
      .tomorrow(at: TimeOfDay(secondOfDay: 8 * 3_600)),
    ])

  /// No choice at all.
  package static let none = SnoozeChoices(unchecked: [])

  private init(unchecked all: [SnoozeChoice]) { self.all = all }

  /// Reads choices between commas, or `none`.
  package init(_ text: String) throws(SnoozeChoice.Fault) {
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
  /// The text that reads back to equal choices.
  package var description: String {
    all.isEmpty ? "none" : all.map(\.description).joined(separator: ",")
  }
}

extension SnoozeChoices: Codable {
  /// Reads choices from their text.
  package init(from decoder: any Decoder) throws {
    self = try decoder.value("a list of durations and times such as PT5M,08:00") {
      try? SnoozeChoices($0)
    }
  }

  /// Writes its ``description``.
  package func encode(to encoder: any Encoder) throws {
    try encoder.encode(text: description)
  }
}

/// How long a reminder can be put off: for a length of time, or until a time of the next day.
package enum SnoozeChoice: Hashable, Sendable {
  /// For a number of seconds, from 1 to 366 days of 24 hours.
  case length(seconds: Int)
  /// Until a time of the next day, on the clock of whoever presses the button.
  case tomorrow(at: TimeOfDay)

  /// Why a text is no choice, or no list of them.
  package enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is neither a duration nor a time.
    case unknown(String)
    /// The duration is none that lies ahead, or a very long one.
    case outOfRange(String)
    /// A choice is there twice, however it is written.
    case repeated(SnoozeChoice)
    /// There are more than there is room for.
    case tooMany

    /// What is wrong, for a person.
    package var description: String {
      switch self {
      case .unknown(let text):
        "has \"\(text)\", which is neither a duration such as PT5M nor a time such as 08:00"
      case .outOfRange(let text):
        "has \(text), which is outside of 1 second…\(SnoozeChoice.lengths.upperBound / 86_400) days"
      case .repeated(let choice): "has \(choice) twice"
      case .tooMany: "has more than \(SnoozeChoices.mostChoices) choices"
      }
    }
  }

  /// The seconds that a reminder can be put off for.
  private static let lengths = 1...366 * 86_400

  /// Reads a choice.
  ///
  /// - Parameter text: A duration of RFC 5545, 3.3.6, such as `PT5M`, in which a day has 24 hours;
  ///   or a time of day, `08:00` or `08:00:30`.
  /// - Throws: Why it is none.
  package init(_ text: some StringProtocol) throws(Fault) {
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

  /// When a reminder comes back.
  ///
  /// A time that the clock skips tomorrow is read with the offset before the gap, as RFC 5545, 3.3.5
  /// has it; of one that it shows twice the first is taken that lies ahead.
  ///
  /// - Parameters:
  ///   - pressed: When the button was pressed.
  ///   - zone: The zone of whoever pressed it.
  /// - Returns: The instant, which lies ahead.
  package func until(pressedAt pressed: Instant, in zone: Zone) -> Instant {
    switch self {
    case .length(let seconds): return pressed + seconds
    case .tomorrow(let time):
      let civil = CivilDateTime(dayNumber: zone.civil(at: pressed).dayNumber + 1, time: time)
      let instant = zone.instant(of: civil)
      // A clock that goes back over midnight shows the first minutes of tomorrow before today's last.
      return instant > pressed ? instant : zone.instant(of: civil, fold: .second)
    }
  }
}

extension SnoozeChoice: CustomStringConvertible {
  /// The text that reads back to an equal choice: `PT5M`, `08:00`.
  package var description: String {
    switch self {
    case .length(let seconds): CalendarDuration(seconds: seconds).description
    case .tomorrow(let time): time.description
    }
  }
}

extension SnoozeChoice {
  /// What its button says: `Snooze 5 minutes`, `Snooze until tomorrow 08:00`.
  package func label(in phrase: DesktopPhrase) -> String {
    switch self {
    case .length(let seconds): phrase.snooze(seconds: seconds)
    case .tomorrow(let time): phrase.snooze(untilTomorrowAt: time)
    }
  }
}
