package import CivilTime

/// The units that renew the reminders periodically and after changes of the calendars.
package struct RenewalUnits: Hashable, Sendable {
  /// The interval of renewals, longest first.
  ///
  /// systemd cannot express "every seven days"; these intervals are possible in calendar
  /// expressions.
  package enum Period: Sendable, CaseIterable, Comparable {
    case weekly, daily, hourly, minutely

    /// The length of the interval in seconds.
    package var seconds: Int {
      switch self {
      case .weekly: 604_800
      case .daily: 86_400
      case .hourly: 3_600
      case .minutely: 60
      }
    }

    /// The calendar expression of the interval.
    ///
    /// It is in UTC, which no clock change shortens. It elapses 30 seconds after a full minute,
    /// because replacing the timers could lose reminders that are due on the minute.
    package var expression: UnitValue {
      switch self {
      case .weekly: .constant("Mon *-*-* 00:00:30 UTC")
      case .daily: .constant("*-*-* 00:00:30 UTC")
      case .hourly: .constant("*-*-* *:00:30 UTC")
      case .minutely: .constant("*-*-* *:*:30 UTC")
      }
    }

    /// The first elapse of all intervals on a Monday: 1970-01-05T00:00:30Z.
    private static let origin = Instant(secondsSince1970: 4 * 86_400 + 30)

    /// Orders intervals by length.
    package static func < (left: Period, right: Period) -> Bool { left.seconds < right.seconds }

    /// The first elapse strictly after an instant.
    package func nextElapse(after instant: Instant) -> Instant {
      let since = instant - Period.origin
      return Period.origin + (since.floorQuotient(seconds) + 1) * seconds
    }
  }

  /// The timer of the renewal.
  package let timer: UnitFile
  /// The timer that fetches calendars; nil if all calendars are files.
  package let fetch: UnitFile?
  /// The service of the renewal.
  package let service: UnitFile
  /// The units that start a renewal after changes; nil if nothing is watched.
  private let watch: WatchUnits?
  /// The units that follow a failed renewal; nil if failures are not reported.
  private let failure: FailureUnits?

  /// All units.
  package var files: [UnitFile] {
    [timer] + [fetch].compactMap { $0 } + [service] + (watch?.files ?? []) + (failure?.files ?? [])
  }

  /// Makes the units.
  ///
  /// - Parameters:
  ///   - program: The absolute path of the program.
  ///   - arguments: Its arguments.
  ///   - period: The interval of renewals.
  ///   - installation: The installation to renew.
  ///   - watched: The files and directories whose changes start a renewal.
  ///   - interval: The interval of renewals that fetch calendars; nil if all calendars are files.
  ///   - flag: The file that marks a failure as reported. If it is nil, failures are not reported
  ///     and the next renewal is the next elapse of the timer.
  package init(
    _ program: String, arguments: [String], period: Period,
    of installation: InstallationName = .unnamed, watching watched: [UnitPath] = [],
    fetching interval: FetchInterval? = nil, flag: FailureFlag? = nil
  ) {
    fetch = interval.map { UnitFile(timer: $0, installation) }
    watch = watched.isEmpty ? nil : WatchUnits(of: watched, installation)
    failure = flag.map { FailureUnits(flag: $0, installation) }
    timer = UnitFile(
      name: installation.renewalTimer,
      unit: [
        (.description, .constant("Renewal of reminders from calendars")),
        (.partOf, .unit(installation.target)),
      ],
      timer: [
        (.onCalendar, period.expression),
        // Floating times and all-day events move with the time zone, so renew at once.
        (.onTimezoneChange, .constant("yes")), (.accuracy, .constant("1s")),
        (.persistent, .constant("yes")), (.unit, .unit(installation.renewalService)),
      ])
    var unit: [(UnitDirective, UnitValue)] = [
      (.description, .constant("Compile calendars into reminders")),
      // At login the timers start first and fire missed reminders. The renewal replaces them after
      // that.
      (.after, .unit(installation.target)),
    ]
    var service: [(UnitDirective, UnitValue)] = [
      (.type, .constant("oneshot")), (.timeoutStart, .timeToEnd),
    ]
    if let failure {
      unit.append((.onFailure, .units([failure.failed.unit, failure.retry.unit])))
      // Status 1 means that a part of the input was rejected and the rest was compiled.
      service.append((.successExitStatus, .constant("1")))
    }
    let waiting = [watch?.settle.unit, watch?.unsettled.unit, failure?.retry.unit]
      .compactMap { $0 }
    if !waiting.isEmpty {
      // The renewal makes these timers unnecessary. An elapsed timer stays active until the renewal
      // ends, and a failure could not start it again.
      service.append((.execStartPre, .manager("stop", units: waiting, canFail: true)))
    }
    service.append((.execStart, .command(program, arguments: arguments)))
    self.service = UnitFile(name: installation.renewalService, unit: unit, service: service)
  }
}

/// The interval at which calendars are fetched.
package struct FetchInterval: Hashable, Sendable {
  /// The length in minutes, which divides a day.
  package let minutes: Int

  private static let minutesOfDay = 1_440
  private static let shortest = 5

  /// Makes an interval; nil unless it is 5 minutes to a day, and a day is a multiple of it.
  package init?(_ duration: CalendarDuration) {
    let seconds = duration.nominalSeconds
    guard duration.months == 0, seconds >= FetchInterval.shortest * 60,
      seconds <= FetchInterval.minutesOfDay * 60, seconds % 60 == 0,
      FetchInterval.minutesOfDay % (seconds / 60) == 0
    else { return nil }
    minutes = seconds / 60
  }

  /// The expressions in UTC that elapse at each multiple of the interval after midnight.
  package var expressions: [CalendarExpression] {
    let times = stride(from: 0, to: FetchInterval.minutesOfDay, by: minutes)
    let hours = Dictionary(grouping: times) { $0 % 60 }.mapValues { $0.map { $0 / 60 } }
    // Minutes with the same hours share an expression.
    return Dictionary(grouping: hours.keys) { hours[$0] ?? [] }
      .sorted { $0.key[0] < $1.key[0] }
      .compactMap { hours, minutes in
        try? CalendarExpression(
          hours: ExpressionComponent(hours, of: .hour),
          minutes: ExpressionComponent(minutes, of: .minute), seconds: 30, zone: .utc)
      }
  }
}

extension UnitFile {
  /// Makes the timer that starts renewals to fetch calendars.
  fileprivate init(timer interval: FetchInterval, _ installation: InstallationName) {
    self.init(
      name: installation.fetchTimer,
      unit: [
        (.description, .constant("Fetch calendars")), (.partOf, .unit(installation.target)),
      ],
      timer: interval.expressions.map { (.onCalendar, .expression($0)) } + [
        // A server must not get the requests of all users at once. The delay is the same each time.
        (.randomizedDelay, .constant("5min")), (.fixedDelay, .constant("yes")),
        (.accuracy, .constant("1s")), (.persistent, .constant("yes")),
        (.unit, .unit(installation.renewalService)),
      ])
  }
}

/// The units that start a renewal soon after a change of the calendars.
///
/// The path unit starts a service at each change. The service restarts one timer, which elapses
/// when the changes have stopped for a while. It also starts another timer, which elapses even if
/// they continue. Each timer starts the renewal.
package struct WatchUnits: Hashable, Sendable {
  /// The path unit that watches the files.
  package let path: UnitFile
  /// The service that starts at each change.
  package let changed: UnitFile
  /// The timer that each change restarts.
  package let settle: UnitFile
  /// The timer that the first change starts.
  package let unsettled: UnitFile

  /// The largest number of watched files and directories.
  ///
  /// systemd needs an inotify instance for each. Linux allows 128 for a user
  /// (fs.inotify.max_user_instances), which other programs share.
  package static let maximumPaths = 64

  /// Makes the units.
  ///
  /// - Parameters:
  ///   - paths: The files and directories to watch. For a directory, systemd watches its entries
  ///     and the contents of its files, but not its subdirectories.
  ///   - installation: The installation to renew.
  package init(of paths: [UnitPath], _ installation: InstallationName) {
    path = UnitFile(
      name: installation.renewalPath,
      unit: [
        (.description, .constant("Changes of calendars")),
        (.partOf, .unit(installation.target)), (.startLimitInterval, .constant("0")),
      ],
      path: paths.map { (.pathChanged, .path($0)) } + [(.unit, .unit(installation.changedService))])
    changed = UnitFile(
      name: installation.changedService,
      unit: [
        (.description, .constant("Wait until calendars have changed")),
        // Starting a running service does nothing, so a change during a renewal would be lost.
        (.after, .unit(installation.renewalService)), (.startLimitInterval, .constant("0")),
      ],
      service: [
        (.type, .constant("oneshot")), (.timeoutStart, .timeToEnd),
        (.execStart, .manager("start", units: [installation.unsettledTimer])),
        (.execStart, .manager("restart", units: [installation.settleTimer])),
        // Limit how often a busy directory starts this service. The path unit does not watch
        // while this service runs; the renewal after the timers reads the changes of that time.
        (.execStart, .command("sleep", arguments: ["1"])),
      ])
    settle = UnitFile(
      timer: installation.settleTimer, description: "Calendars have settled", after: "5s",
      of: installation)
    unsettled = UnitFile(
      timer: installation.unsettledTimer, description: "Calendars don't settle", after: "60s",
      of: installation)
  }

  /// All units.
  package var files: [UnitFile] { [path, changed, settle, unsettled] }
}

extension UnitFile {
  /// Makes a timer that only services start, and that starts the renewal once after a time.
  init(
    timer: UnitName, description: StaticString, after time: StaticString,
    of installation: InstallationName
  ) {
    self.init(
      name: timer,
      unit: [(.description, .constant(description)), (.partOf, .unit(installation.target))],
      timer: [
        (.onActive, .constant(time)), (.accuracy, .constant("1s")),
        // A timer that stays active after it has elapsed cannot be started again.
        (.remainAfterElapse, .constant("no")), (.unit, .unit(installation.renewalService)),
      ])
  }
}

/// The units that follow a failed renewal: one reports the failure, one retries the renewal.
package struct FailureUnits: Hashable, Sendable {
  /// The service that reports the failure, once until a renewal succeeds.
  ///
  /// It does not need this program.
  package let failed: UnitFile
  /// The timer that retries the renewal.
  package let retry: UnitFile

  /// Shows the reason that the renewal has written, if it got that far.
  private static let script = #"""
    summary=$2 body=$3
    test ! -s "$1" || { summary=$(sed 1q "$1") && body=$(sed 1d "$1"); }
    exec notify-send --app-name=ics2notify -- "$summary" "$body"
    """#

  /// Makes the units.
  ///
  /// - Parameters:
  ///   - flag: The file that marks the failure as reported; a successful renewal removes it.
  ///   - installation: The installation to renew.
  package init(flag: FailureFlag, _ installation: InstallationName) {
    let usual = DesktopNotification(
      summary: "Reminders are not renewed",
      body: """
        The last good reminders stay, and it is tried again every 10 minutes. Why it failed:
        journalctl --user -u \(installation.renewalService.string)
        """
    ).arguments()
    failed = UnitFile(
      name: installation.failedService,
      unit: [
        (.description, .constant("Tell that reminders are not renewed")),
        (.conditionPathExists, .absence(of: flag.file)), (.startLimitInterval, .constant("0")),
      ],
      service: [
        (.type, .constant("oneshot")), (.timeoutStart, .timeToEnd),
        // The flag is written last, so that the failure is reported again if no notification
        // was shown.
        (
          .execStart,
          .command(
            "/bin/sh",
            arguments: ["-c", FailureUnits.script, "ics2notify", flag.reason.path]
              + [usual.summary, usual.body])
        ),
        (.execStart, .command("mkdir", arguments: ["-p", "--", flag.directory.path])),
        (.execStart, .command("touch", arguments: ["--", flag.file.path])),
        // The retry timer ends with the session. An old stamp makes the persistent renewal
        // timer fire at the next login. systemd treats a stamp of 1970-01-01 itself as a timer
        // that never fired.
        (.execStart, .command("touch", arguments: ["-d", "@86400", "--", flag.renewalStamp.path])),
      ])
    retry = UnitFile(
      timer: installation.retryTimer, description: "Try again to renew reminders", after: "10min",
      of: installation)
  }

  /// Both units.
  package var files: [UnitFile] { [failed, retry] }
}

/// The file that marks a failed renewal as reported to the user.
package struct FailureFlag: Hashable, Sendable {
  /// The file.
  package let file: UnitPath
  /// The directory of the file.
  package let directory: UnitPath
  /// The file with the reason: the title of the notification, then the lines of its body as
  /// notify-send takes them.
  package let reason: UnitPath
  /// The file in which systemd stores when the renewal timer last fired.
  let renewalStamp: UnitPath

  /// Makes the names of the files of an installation; nil if a unit cannot contain a path.
  ///
  /// - Parameters:
  ///   - installation: The installation to renew.
  ///   - directory: The absolute path of the directory for the program's state.
  ///   - stamps: The absolute path of the directory in which systemd stores when timers last fired.
  package init?(of installation: InstallationName, in directory: String, stamps: String) {
    guard let directory = UnitPath(directory), UnitPath(stamps) != nil,
      let file = UnitPath("\(directory.path)/\(installation.base).renewal-failed"),
      let reason = UnitPath("\(directory.path)/\(installation.base).renewal-reason"),
      let stamp = UnitPath("\(stamps)/stamp-\(installation.renewalTimer.string)")
    else { return nil }
    renewalStamp = stamp
    self.file = file
    self.reason = reason
    self.directory = directory
  }
}
