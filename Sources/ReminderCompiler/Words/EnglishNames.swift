import CivilTime

/// English words for parts of a calendar.
package enum EnglishNames {
  /// January to December.
  package static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// `1st`, `2nd`, `11th`.
  static func ordinal(_ number: Int) -> String {
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
  static func list(_ words: [String], or isChoice: Bool = false) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + (isChoice ? " or " : " and ") + last
  }

  /// `1 time`, `3 times`.
  package static func count(_ number: Int, _ name: String) -> String {
    "\(number) \(name)\(number == 1 ? "" : "s")"
  }

  /// `1 day 2 hours`; empty for no time.
  static func length(_ duration: CalendarDuration) -> String {
    let seconds = abs(duration.seconds)
    let parts = [
      (abs(duration.months), "month"), (abs(duration.days), "day"), (seconds / 3_600, "hour"),
      (seconds / 60 % 60, "minute"), (seconds % 60, "second"),
    ]
    return parts.filter { $0.0 > 0 }.map(count).joined(separator: " ")
  }
}
