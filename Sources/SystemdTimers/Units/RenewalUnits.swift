package import CivilTime

/// The units that have the calendars compiled again: from time to time, and after changes.
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
  /// What has it compile after changes; nil where nothing is watched.
  private let watch: WatchUnits?
  /// What follows where it fails; nil for nothing.
  private let failure: FailureUnits?

  /// All of them.
  package var files: [UnitFile] {
    [timer, service] + (watch?.files ?? []) + (failure?.files ?? [])
  }

  /// Makes the units.
  ///
  /// - Parameters:
  ///   - program: The compiler's absolute path.
  ///   - arguments: Its arguments.
  ///   - period: How often.
  ///   - installation: What is renewed.
  ///   - watched: The files and directories whose changes have it compile.
  ///   - flag: The file that says that a failure has been told; nil for telling nobody, and trying
  ///     again when it is due.
  package init(
    _ program: String, _ arguments: [String], _ period: Period,
    of installation: InstallationName = .unnamed, watching watched: [UnitPath] = [],
    flag: FailureFlag? = nil
  ) {
    watch = watched.isEmpty ? nil : WatchUnits(of: watched, installation)
    failure = flag.map { FailureUnits(flag: $0, installation) }
    timer = UnitFile(
      name: installation.renewalTimer,
      sections: [
        UnitSection(
          .unit,
          [
            (.description, .constant("Renewal of reminders from calendars")),
            (.partOf, .unit(installation.target)),
          ]),
        UnitSection(
          .timer,
          [
            (.onCalendar, period.expression),
            // Floating times and all-day events belong to the new zone at once.
            (.onTimezoneChange, .constant("yes")), (.accuracy, .constant("1s")),
            (.persistent, .constant("yes")), (.unit, .unit(installation.renewalService)),
          ]),
      ])
    var unit: [(UnitSection.Key, UnitValue)] = [
      (.description, .constant("Compile calendars into reminders")),
      // At login the timers start first, and make up for what they missed, before they are
      // replaced.
      (.after, .unit(installation.target)),
    ]
    var service: [(UnitSection.Key, UnitValue)] = [(.type, .constant("oneshot"))]
    if let failure {
      unit.append((.onFailure, .units([failure.failed.unit, failure.retry.unit])))
      // A part of the input was refused, and the rest is what there is.
      service.append((.successExitStatus, .constant("1")))
    }
    let waiting = [watch?.settle.unit, watch?.unsettled.unit, failure?.retry.unit]
      .compactMap { $0 }
    if !waiting.isEmpty {
      // What they wait for is done now. One that has elapsed waits for the end of what it has
      // started, and could not be started by a failure before.
      service.append((.execStartPre, .manager("stop", waiting, canFail: true)))
    }
    service.append((.execStart, .command(program, arguments)))
    self.service = UnitFile(
      name: installation.renewalService,
      sections: [UnitSection(.unit, unit), UnitSection(.service, service)])
  }
}
