import CivilTime
import Foundation
import SystemdTimers
import TestPrograms
import Testing

/// The units of a renewal: path watches, and the service for a failure.
@Suite struct RenewalUnitTests {
  private static func units(
    _ installation: InstallationName = .unnamed, watching paths: [String] = ["/home/ada/a.ics"]
  ) throws -> RenewalUnits {
    let flag = try #require(
      FailureFlag(
        of: installation, in: "/home/ada/.local/state/ics2notify", stamps: "/home/ada/stamps"))
    return RenewalUnits(
      "/usr/bin/ics2notify", arguments: ["--", "/home/ada/a.ics"], period: .weekly,
      of: installation,
      watching: try paths.map { try #require(UnitPath($0)) },
      fetching: FetchInterval(CalendarDuration(seconds: 3_600)), flag: flag)
  }

  private static func text(_ name: String, of units: RenewalUnits) throws -> String {
    try #require(units.files.first { $0.name == name }).text
  }

  @Test func `the unit files are readable`() throws {
    let work = try #require(InstallationName("work"))
    let units = try Self.units(work, watching: ["/home/ada/a.ics", "/home/ada/100% mine"])
    #expect(
      try Self.text("ics2notify.work-renew.service", of: units) == """
        [Unit]
        Description=Compile calendars into reminders
        After=ics2notify.work.target
        OnFailure=ics2notify.work-failed.service ics2notify.work-retry.timer

        [Service]
        Type=oneshot
        TimeoutStartSec=5min
        SuccessExitStatus=1
        ExecStartPre=-:systemctl --user stop -- ics2notify.work-settle.timer \
        ics2notify.work-unsettled.timer ics2notify.work-retry.timer
        ExecStart=:/usr/bin/ics2notify -- /home/ada/a.ics

        """)
    #expect(
      try Self.text("ics2notify.work-renew.path", of: units) == """
        [Unit]
        Description=Changes of calendars
        PartOf=ics2notify.work.target
        StartLimitIntervalSec=0

        [Path]
        PathChanged=/home/ada/a.ics
        PathChanged=/home/ada/100%% mine
        Unit=ics2notify.work-changed.service

        """)
    #expect(
      try Self.text("ics2notify.work-changed.service", of: units) == """
        [Unit]
        Description=Wait until calendars have changed
        After=ics2notify.work-renew.service
        StartLimitIntervalSec=0

        [Service]
        Type=oneshot
        TimeoutStartSec=5min
        ExecStart=:systemctl --user start -- ics2notify.work-unsettled.timer
        ExecStart=:systemctl --user restart -- ics2notify.work-settle.timer
        ExecStart=:sleep 1

        """)
    #expect(
      try Self.text("ics2notify.work-fetch.timer", of: units) == """
        [Unit]
        Description=Fetch calendars
        PartOf=ics2notify.work.target

        [Timer]
        OnCalendar=*-*-* *:00:30 UTC
        RandomizedDelaySec=5min
        FixedRandomDelay=yes
        AccuracySec=1s
        Persistent=yes
        Unit=ics2notify.work-renew.service

        """)
    #expect(
      try Self.text("ics2notify.work-settle.timer", of: units) == """
        [Unit]
        Description=Calendars have settled
        PartOf=ics2notify.work.target

        [Timer]
        OnActiveSec=5s
        AccuracySec=1s
        RemainAfterElapse=no
        Unit=ics2notify.work-renew.service

        """)
    let failed = try Self.text("ics2notify.work-failed.service", of: units)
    let flag = "/home/ada/.local/state/ics2notify/ics2notify.work.renewal-failed"
    #expect(failed.contains("\nConditionPathExists=!\(flag)\n"))
    #expect(
      failed.hasSuffix(
        """
        /ics2notify
        ExecStart=:touch -- \(flag)
        ExecStart=:touch -d "@86400" -- /home/ada/stamps/stamp-ics2notify.work-renew.timer

        """), "\(failed)")
    let reason = flag.replacing("-failed", with: "-reason")
    #expect(
      failed.contains(" ics2notify \(reason) \"Reminders are not renewed\" \"The last good"),
      "\(failed)")
    #expect(
      try Self.text("ics2notify.work-retry.timer", of: units).contains("\nOnActiveSec=10min\n"))
    #expect(units.files.allSatisfy { UnitName(own: $0.name, of: work) == $0.unit })
    #expect(
      units.files.map(\.unit).filter(work.isWanted).map(\.string) == [
        "ics2notify.work-renew.timer", "ics2notify.work-fetch.timer", "ics2notify.work-renew.path",
      ])
  }

  @Test func `a renewal without watching and notifications is a timer and a service`() {
    let units = RenewalUnits("/usr/bin/ics2notify", arguments: [], period: .weekly)
    #expect(units.files == [units.timer, units.service])
    #expect(!units.service.text.contains("ExecStartPre"))
  }

  @Test(
    .enabled(if: SystemdAnalyze.isInstalled, "systemd-analyze is not installed"),
    arguments: [
      (5, ["*:00..55/5:30"]), (8, ["00..22/2:00..56/8:30", "01..23/2:04..52/8:30"]),
      (30, ["*:00,30:30"]), (60, ["*:00:30"]), (90, ["00..21/3:00:30", "01..22/3:30:30"]),
      (480, ["00,08,16:00:30"]), (1_440, ["00:00:30"]),
    ])
  func `calendars are fetched at each multiple of the interval`(
    minutes: Int, lines: [String]
  ) throws {
    let interval = try #require(FetchInterval(CalendarDuration(seconds: minutes * 60)))
    let texts = interval.expressions.map(\.description)
    #expect(texts == lines.map { "*-*-* \($0) UTC" })
    let answers = try #require(SystemdAnalyze())
      .calendar(texts, after: 1_766_966_399, count: 400 / texts.count)
    let elapses = Set(answers.values.flatMap(\.elapses)).sorted().prefix(200 / texts.count)
      .compactMap { Instant(iso8601: $0) }
    #expect(elapses.count == 200 / texts.count)
    for (first, second) in zip(elapses, elapses.dropFirst()) {
      #expect(second - first == minutes * 60)
    }
  }

  @Test(arguments: ["PT4M", "PT7M", "PT5M1S", "PT25H", "P2D", "P1M", "PT0S", "-PT1H"])
  func `an interval that doesn't divide a day is rejected`(_ text: String) throws {
    #expect(FetchInterval(try #require(CalendarDuration(text))) == nil)
  }

  // The lines were tested with a user manager of systemd 252.
  @Test(
    arguments: [
      ("/a", "/a"), ("/a b", "/a b"), ("/a ", "/a /"), ("/a\t", "/a\t/"), ("/a\\", "/a\\/"),
      ("/a\\x41b", "/a\\x41b"), ("/%h", "/%%h"), ("/a%", "/a%%"), ("/\"a'", "/\"a'"), ("/é", "/é"),
      ("/a\u{1B}[1m", "/a\u{1B}[1m"), ("/a\u{85}", "/a\u{85}"), ("/...", "/..."), ("/", "/"),
    ] as [(String, String)])
  func `a path is escaped for systemd`(path: String, text: String) throws {
    let unit = try Self.text("ics2notify-renew.path", of: Self.units(watching: [path]))
    #expect(unit.contains("\nPathChanged=\(text)\nUnit="), "\(unit.debugDescription)")
  }

  @Test(arguments: [
    "", "a", "./a", "/a\nb", "/a\r", "/a\0b", "/a\u{FFFE}", "/a\u{1FFFF}",
    String(decoding: [0x2F, 0xEF, 0xB7, 0x90], as: UTF8.self), "/a/../b",
    "/..",
    "/" + String(repeating: "a", count: 4_096), "/a\r\nb",
  ])
  func `a path that a unit can't contain is rejected`(_ path: String) {
    #expect(UnitPath(path) == nil)
    #expect(FailureFlag(of: .unnamed, in: path, stamps: "/x") == nil)
    #expect(FailureFlag(of: .unnamed, in: "/x", stamps: path) == nil)
  }

  @Test(.enabled(if: SystemdAnalyze.isInstalled, "systemd-analyze is not installed"))
  func `systemd verifies the units without a message`() throws {
    try TestDirectory.lend { directory in
      let units = try Self.units(watching: ["/a b %h \\", "/tmp/x ", "/é"])
      let target = UnitFile.target(
        of: units.files.map(\.unit).filter(InstallationName.unnamed.isWanted))
      for file in units.files + [target] {
        let text = file.text.replacing("/usr/bin/", with: "/bin/")
          .replacing(":/bin/ics2notify ", with: ":/bin/true ")
          .replacing(":/bin/notify-send ", with: ":/bin/true ")
        try Data(text.utf8).write(to: directory.appending(path: file.name))
      }
      let result = try #require(SystemdAnalyze()).verify(
        (units.files + [target]).map { directory.appending(path: $0.name) })
      #expect(result.errors == "")
      #expect(result.status == 0)
    }
  }
}
