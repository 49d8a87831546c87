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

/// The units that have calendars compiled again soon after they have changed.
///
/// The path unit starts a service at each change that it sees. This one starts a timer anew, which
/// elapses once there were no changes for a while, and lets another run on, which elapses though
/// changes never cease. Either has the renewal start.
package struct WatchUnits: Hashable, Sendable {
  /// What watches.
  package let path: UnitFile
  /// What a change starts.
  package let changed: UnitFile
  /// The timer that changes start anew.
  package let settle: UnitFile
  /// The timer that the first change starts.
  package let unsettled: UnitFile

  /// The most files and directories that are watched.
  ///
  /// systemd takes an inotify instance for each, of which Linux gives a user 128
  /// (fs.inotify.max_user_instances), and other programs want some, too.
  package static let maximumPaths = 64

  /// Makes the units.
  ///
  /// - Parameters:
  ///   - paths: The files and directories that are watched; of a directory the names in it and the
  ///     contents of its files, and nothing below its subdirectories.
  ///   - installation: What is renewed.
  package init(of paths: [UnitPath], _ installation: InstallationName) {
    path = UnitFile(
      name: installation.renewalPath,
      sections: [
        UnitSection(
          .unit,
          [
            (.description, .constant("Changes of calendars")),
            (.partOf, .unit(installation.target)), (.startLimitInterval, .constant("0")),
          ]),
        UnitSection(
          .path,
          paths.map { (.pathChanged, .path($0)) } + [(.unit, .unit(installation.changedService))]),
      ])
    changed = UnitFile(
      name: installation.changedService,
      sections: [
        UnitSection(
          .unit,
          [
            (.description, .constant("Wait until calendars have changed")),
            // What changes while a renewal reads would be lost: a start of what runs is none.
            (.after, .unit(installation.renewalService)), (.startLimitInterval, .constant("0")),
          ]),
        UnitSection(
          .service,
          [
            (.type, .constant("oneshot")),
            (.execStart, .manager("start", [installation.unsettledTimer])),
            (.execStart, .manager("restart", [installation.settleTimer])),
            // A folder that changes all the time is not looked at all the time: while this runs
            // nothing is watched, and what changes is read when the timer has elapsed.
            (.execStart, .command("sleep", ["1"])),
          ]),
      ])
    settle = UnitFile(
      timer: installation.settleTimer, "Calendars have settled", after: "5s", installation)
    unsettled = UnitFile(
      timer: installation.unsettledTimer, "Calendars don't settle", after: "60s", installation)
  }

  /// All of them.
  package var files: [UnitFile] { [path, changed, settle, unsettled] }
}

extension UnitFile {
  /// A timer that nothing but a service starts, and that starts the renewal once.
  ///
  /// - Parameters:
  ///   - timer: Its name.
  ///   - description: What it is for.
  ///   - time: How long it runs.
  ///   - installation: What is renewed.
  init(
    timer: UnitName, _ description: StaticString, after time: StaticString,
    _ installation: InstallationName
  ) {
    self.init(
      name: timer,
      sections: [
        UnitSection(
          .unit,
          [(.description, .constant(description)), (.partOf, .unit(installation.target))]),
        UnitSection(
          .timer,
          [
            (.onActive, .constant(time)), (.accuracy, .constant("1s")),
            // One that stays active after it has elapsed isn't started again.
            (.remainAfterElapse, .constant("no")), (.unit, .unit(installation.renewalService)),
          ]),
      ])
  }
}

/// The units that follow on a renewal that has failed: what tells of it, and what tries again.
package struct FailureUnits: Hashable, Sendable {
  /// What tells of it, once until a renewal has succeeded; it needs no program of ours.
  package let failed: UnitFile
  /// What has the renewal tried again.
  package let retry: UnitFile

  /// Makes the units.
  ///
  /// - Parameters:
  ///   - flag: The file that says that it has been told; a renewal that succeeds removes it.
  ///   - installation: What is renewed.
  package init(flag: FailureFlag, _ installation: InstallationName) {
    let notification = DesktopNotification(
      summary: "Reminders are not renewed",
      body: """
        The calendars could not be compiled again. The reminders of the last time stay, and it is \
        tried again every 10 minutes. Why it failed:
        journalctl --user -u \(installation.renewalService.string)
        """)
    failed = UnitFile(
      name: installation.failedService,
      sections: [
        UnitSection(
          .unit,
          [
            (.description, .constant("Tell that reminders are not renewed")),
            (.conditionPathExists, .absence(of: flag.file)), (.startLimitInterval, .constant("0")),
          ]),
        UnitSection(
          .service,
          [
            (.type, .constant("oneshot")),
            // The flag comes last: what nothing could show is told again.
            (.execStart, notification.command),
            (.execStart, .command("mkdir", ["-p", "--", flag.directory.path])),
            (.execStart, .command("touch", ["--", flag.file.path])),
            // A timer whose last firing was that long ago fires at the next login, for what has the
            // renewal tried again ends with the session. From 1970-01-01 itself systemd takes it
            // that it never fired.
            (.execStart, .command("touch", ["-d", "@86400", "--", flag.renewalStamp.path])),
          ]),
      ])
    retry = UnitFile(
      timer: installation.retryTimer, "Try again to renew reminders", after: "10min",
      installation)
  }

  /// Both of them.
  package var files: [UnitFile] { [failed, retry] }
}

/// The file that says that the user has been told of a renewal that failed.
package struct FailureFlag: Hashable, Sendable {
  /// The file.
  package let file: UnitPath
  /// The directory in which it stands.
  package let directory: UnitPath
  /// The file by which systemd remembers when the renewal's timer fired last.
  let renewalStamp: UnitPath

  /// Names the file of an installation.
  ///
  /// - Parameters:
  ///   - installation: What is renewed.
  ///   - directory: The absolute path of the directory for what the program remembers; nil comes of
  ///     one that no unit can name.
  ///   - stamps: The absolute path of the directory in which systemd remembers when timers fired;
  ///     likewise.
  package init?(of installation: InstallationName, in directory: String, stamps: String) {
    guard let directory = UnitPath(directory), UnitPath(stamps) != nil,
      let file = UnitPath("\(directory.path)/\(installation.base).renewal-failed"),
      let stamp = UnitPath("\(stamps)/stamp-\(installation.renewalTimer.string)")
    else { return nil }
    renewalStamp = stamp
    self.file = file
    self.directory = directory
  }
}
