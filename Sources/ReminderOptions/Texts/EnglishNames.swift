package import CivilTime
import TextSafety

/// English words for numbers, lists and dates.
package enum EnglishNames {
  package static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// The limit of numbers or times of day in a list.
  package static let mostListed = 8

  /// `1st`, `2nd`, `11th`.
  package static func ordinal(_ number: Int) -> String {
    let suffix =
      switch (number % 100, number % 10) {
      case (11...13, _): "th"
      case (_, 1): "st"
      case (_, 2): "nd"
      case (_, 3): "rd"
      default: "th"
      }
    return "\(number)\(suffix)"
  }

  /// `Monday`, `Monday and Friday`, `Monday, Tuesday or Friday`.
  package static func list(_ words: [String], or isChoice: Bool = false) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + (isChoice ? " or " : " and ") + last
  }

  /// `1 time`, `3 times`.
  package static func count(_ number: Int, _ name: String) -> String {
    "\(number) \(name)\(number == 1 ? "" : "s")"
  }

  /// Returns `1 day 2 hours`; empty for zero.
  package static func length(_ duration: CalendarDuration) -> String {
    let seconds = abs(duration.seconds)
    let parts = [
      (abs(duration.months), "month"), (abs(duration.days), "day"), (seconds / 3_600, "hour"),
      (seconds / 60 % 60, "minute"), (seconds % 60, "second"),
    ]
    return parts.filter { $0.0 > 0 }.map(count).joined(separator: " ")
  }
}

/// An instant in local time: `Mon 2026-01-05 08:45`.
package struct LocalTime: CustomStringConvertible {
  private let civil: CivilDateTime

  package init(_ instant: Instant, in zone: Zone) {
    civil = zone.civil(at: instant)
  }

  /// The weekday, the date and the time; with seconds unless they are zero.
  package var description: String {
    let date = civil.date
    return "\(date.weekday.abbreviation) \(date) \(civil.time)"
  }
}

/// The original time of a fire that quiet hours moved: `(moved from 06:30)`.
///
/// It includes the date if that differs.
package struct MovedPhrase: CustomStringConvertible {
  /// The phrase in parentheses.
  package let description: String

  /// Makes the phrase for a fire at `instant` that was moved from `original`.
  package init(_ instant: Instant, from original: Instant, in zone: Zone) {
    let civil = zone.civil(at: original)
    let isSameDay = civil.dayNumber == zone.civil(at: instant).dayNumber
    description =
      "(moved from " + (isSameDay ? "\(civil.time)" : "\(LocalTime(original, in: zone))") + ")"
  }
}

/// The time at which a delayed fire is seen: `(seen 18:00)`, and the event for which that is too
/// late: `(seen 18:00, too late for 09:00)`.
///
/// Times include the date if it differs.
package struct DelayPhrase: CustomStringConvertible {
  package let description: String

  /// Makes the phrase for a fire at `instant` that is seen later.
  package init(_ instant: Instant, seenAt seen: Instant, tooLateFor missed: Instant?, in zone: Zone)
  {
    let day = zone.civil(at: instant).dayNumber
    func phrase(_ instant: Instant) -> String {
      let civil = zone.civil(at: instant)
      return civil.dayNumber == day ? "\(civil.time)" : "\(LocalTime(instant, in: zone))"
    }
    let late = missed.map { ", too late for \(phrase($0))" } ?? ""
    description = "(seen \(phrase(seen))\(late))"
  }
}

/// A title in a message, in quotation marks because it can be any text, and truncated if it is
/// long.
package struct QuotedTitle: Hashable, CustomStringConvertible {
  package let description: String

  private static let width = 40

  package init(_ title: String) {
    let line = TerminalText.oneLine(title)
    let width = QuotedTitle.width
    let cut = line.count > width ? line.prefix(width - 1) + "…" : Substring(line)
    description = title.isEmpty ? "(no title)" : "“\(cut)”"
  }

  package static let maximumNamed = 3
}
