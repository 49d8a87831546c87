package import CivilTime

/// How long a reminder can be put off: for a length of time, or until a time of the next day.
package enum SnoozeChoice: Hashable, Sendable {
  /// For a number of seconds, from 1 to 366 days of 24 hours.
  case length(seconds: Int)
  /// Until a time of the next day, on the clock of whoever presses the button.
  case tomorrow(at: TimeOfDay)

  /// Why a text is no choice.
  package enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is neither a duration nor a time.
    case unknown(String)
    /// The duration is none that lies ahead, or a very long one.
    case outOfRange(String)

    /// What is wrong, for a person.
    package var description: String {
      switch self {
      case .unknown(let text):
        "has \"\(text)\", which is neither a duration such as PT5M nor a time such as 08:00"
      case .outOfRange(let text):
        "has \(text), which is outside of 1 second…\(SnoozeChoice.longestDays) days"
      }
    }
  }

  /// The longest that a reminder is put off, in days.
  private static let longestDays = 366
  /// The seconds that a reminder can be put off for.
  private static let lengths = 1...longestDays * 86_400
  /// The longest text that is read, in bytes: more than any duration that we take.
  private static let longestText = 64

  /// Reads a choice.
  ///
  /// - Parameter text: A duration of RFC 5545, 3.3.6, such as `PT5M`, in which a day has 24 hours;
  ///   or a time of day, `08:00` or `08:00:30`.
  /// - Throws: Why it is none.
  package init(_ text: some StringProtocol) throws(Fault) {
    guard text.utf8.count <= SnoozeChoice.longestText else {
      throw .unknown("\(text.prefix(SnoozeChoice.longestText))…")
    }
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
