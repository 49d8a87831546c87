package import CivilTime

/// The two units that have the calendars compiled again from time to time.
package struct RenewalUnits: Hashable, Sendable {
  /// How often, the longest first.
  ///
  /// systemd has no "every seven days"; these are what a calendar expression can say.
  package enum Period: Sendable, CaseIterable, Comparable {
    case weekly, daily, hourly, minutely

    /// The longest time between two elapses.
    package var seconds: Int {
      switch self {
      case .weekly: 604_800
      case .daily: 86_400
      case .hourly: 3_600
      case .minutely: 60
      }
    }

    /// When: in UTC, which no clock change shortens, and not on a full minute, where reminders
    /// are due that replacing their timers could lose.
    package var expression: UnitValue {
      switch self {
      case .weekly: .constant("Mon *-*-* 00:00:30 UTC")
      case .daily: .constant("*-*-* 00:00:30 UTC")
      case .hourly: .constant("*-*-* *:00:30 UTC")
      case .minutely: .constant("*-*-* *:*:30 UTC")
      }
    }

    /// The first elapse of all of them after Monday began: 1970-01-05T00:00:30Z.
    private static let origin = Instant(secondsSince1970: 4 * 86_400 + 30)

    /// Orders periods by their length.
    package static func < (left: Period, right: Period) -> Bool { left.seconds < right.seconds }

    /// The first elapse strictly after an instant.
    package func nextElapse(after instant: Instant) -> Instant {
      let since = instant - Period.origin
      return Period.origin + (since.floorQuotient(seconds) + 1) * seconds
    }
  }

  /// The timer.
  package let timer: UnitFile
  /// The service that compiles.
  package let service: UnitFile

  /// Makes the units.
  ///
  /// - Parameters:
  ///   - program: The compiler's absolute path.
  ///   - arguments: Its arguments.
  ///   - period: How often.
  package init(_ program: String, _ arguments: [String], _ period: Period) {
    timer = UnitFile(
      name: .renewalTimer,
      sections: [
        UnitSection(
          .unit,
          [
            (.description, .constant("Renewal of reminders from calendars")),
            (.partOf, .unit(.target)),
          ]),
        UnitSection(
          .timer,
          [
            (.onCalendar, period.expression),
            // Floating times and all-day events belong to the new zone at once.
            (.onTimezoneChange, .constant("yes")), (.accuracy, .constant("1s")),
            (.persistent, .constant("yes")), (.unit, .unit(.renewalService)),
          ]),
      ])
    service = UnitFile(
      name: .renewalService,
      sections: [
        UnitSection(
          .unit,
          [
            (.description, .constant("Compile calendars into reminders")),
            // At login the timers start first, and make up for what they missed, before they are
            // replaced.
            (.after, .unit(.target)),
          ]),
        UnitSection(
          .service,
          [(.type, .constant("oneshot")), (.execStart, .command(program, arguments))]),
      ])
  }
}
