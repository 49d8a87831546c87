package import CivilTime

/// A calendar expression of systemd in normal form, the value of `OnCalendar=` (systemd.time(7)).
///
/// It elapses at every time whose weekday, year, month, day, hour, minute and second are all
/// members of their sets. Only expressions that systemd 252 accepts can be made.
package struct CalendarExpression: Hashable, Sendable {
  /// The weekdays; a day must match both the weekday and the date.
  package let weekdays: WeekdaySet
  /// The years, from 1970 to 2199.
  package let years: ExpressionComponent
  /// The months, from 1 to 12.
  package let months: ExpressionComponent
  /// The days of the month, from 1, or from the last day if ``countsDaysFromEnd``.
  package let days: ExpressionComponent
  /// Whether ``days`` count from the end of the month, where 1 is the last day (written `~`).
  package let countsDaysFromEnd: Bool
  /// The hours, from 0 to 23.
  package let hours: ExpressionComponent
  /// The minutes, from 0 to 59.
  package let minutes: ExpressionComponent
  /// The seconds, from 0 to 59.
  package let seconds: ExpressionComponent
  /// The time zone of the expression.
  package let zone: ExpressionZone

  /// Makes an expression from its components; the default is every day at 00:00:00.
  ///
  /// An empty set of weekdays means every day, as in systemd. Throws if systemd rejects a
  /// component, or the zone's name has characters that IANA identifiers do not have.
  package init(
    weekdays: WeekdaySet = .every, years: ExpressionComponent = .every,
    months: ExpressionComponent = .every, days: ExpressionComponent = .every,
    countsDaysFromEnd: Bool = false, hours: ExpressionComponent = 0,
    minutes: ExpressionComponent = 0, seconds: ExpressionComponent = 0, zone: ExpressionZone
  ) throws(CalendarExpressionError) {
    self.weekdays = weekdays.isEmpty ? .every : weekdays.intersection(.every)
    self.years = try years.normalized(for: .year)
    self.months = try months.normalized(for: .month)
    // `~*` is every day, like `-*`, but systemd prints the tilde.
    self.countsDaysFromEnd = countsDaysFromEnd && !days.elements.isEmpty
    self.days = try days.normalized(for: countsDaysFromEnd ? .dayFromMonthEnd : .day)
    self.hours = try hours.normalized(for: .hour)
    self.minutes = try minutes.normalized(for: .minute)
    self.seconds = try seconds.normalized(for: .second)
    self.zone = try zone.normalized()
  }
}

extension CalendarExpression {
  /// Makes the expression that elapses at one instant: `2026-03-29 00:30:00 UTC`.
  ///
  /// Returns nil outside the years 1970 to 2199. The result does not depend on the machine or on
  /// the version of systemd.
  package init?(at instant: Instant) {
    let civil = instant.civilInUTC
    let date = civil.date
    try? self.init(
      years: .value(date.year), months: .value(date.month), days: .value(date.day),
      hours: .value(civil.hour), minutes: .value(civil.minute), seconds: .value(civil.second),
      zone: .utc)
  }

  var hasOpenYears: Bool {
    years.elements.isEmpty || years.elements.contains { $0.step > 0 && $0.stop == nil }
  }
}

extension CalendarExpression: CustomStringConvertible {
  /// The normal form, as printed by `systemd-analyze calendar`: `Mon..Fri *-*-* 09:00:00 UTC`.
  package var description: String {
    var text = weekdays == .every ? "" : weekdays.text + " "
    text += "\(years.text(for: .year))-\(months.text(for: .month))"
    text += countsDaysFromEnd ? "~" : "-"
    text += "\(days.text(for: .day)) \(hours.text(for: .hour)):\(minutes.text(for: .minute))"
    text += ":\(seconds.text(for: .second))"
    switch zone {
    case .local: return text
    case .utc: return text + " UTC"
    case .named(let name): return text + " " + name
    }
  }
}

/// The time zone of a calendar expression.
package enum ExpressionZone: Hashable, Sendable {
  /// The zone of the machine that runs the timer.
  case local
  /// Coordinated Universal Time.
  case utc
  /// An IANA zone.
  case named(String)

  /// Replaces the name `UTC` by ``utc``; throws if no zone can have the name.
  func normalized() throws(CalendarExpressionError) -> Self {
    guard case .named(let name) = self else { return self }
    if name == "UTC" { return .utc }
    guard ExpressionZone.isWellFormed(name) else { throw CalendarExpressionError() }
    return self
  }

  /// Whether a name has only the characters of IANA identifiers, so that it is safe in lines and
  /// paths.
  static func isWellFormed(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      !part.isEmpty
        && part.allSatisfy {
          ("a"..."z").contains(Unicode.Scalar($0)) || ("A"..."Z").contains(Unicode.Scalar($0))
            || ("0"..."9").contains(Unicode.Scalar($0)) || $0 == UInt8(ascii: "-")
            || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "+")
        }
    }
  }
}

extension WeekdaySet {
  /// The set as systemd writes it: runs of at least three days as ranges, `Mon..Thu,Sat,Sun`.
  package var text: String {
    var parts: [String] = []
    var rest = Weekday.allCases[...]
    while let first = rest.popFirst() {
      guard contains(first) else { continue }
      var run = [first.abbreviation]
      while let next = rest.first, contains(next) {
        run.append(next.abbreviation)
        rest.removeFirst()
      }
      parts += run.count > 2 ? ["\(run[0])..\(run[run.count - 1])"] : run
    }
    return parts.joined(separator: ",")
  }
}

/// The error for a text or a component that systemd rejects.
package struct CalendarExpressionError: Error, Hashable, Sendable {}
