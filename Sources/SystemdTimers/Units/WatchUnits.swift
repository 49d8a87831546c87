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
