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
