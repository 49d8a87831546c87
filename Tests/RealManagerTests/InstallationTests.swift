import CalendarFixtures
import Foundation
import Testing

/// `install`, renewals and `uninstall` with a manager that runs the timers.
@Suite(.enabled(if: RealManager.obstacle == nil, RealManager.obstacle))
struct InstallationTests {
  private static func event(_ title: String, _ start: String, _ rule: String? = nil) -> String {
    CalendarText.event(
      title, start: "DTSTART\(start)", rule: rule, title: String(title.prefix { $0 != "/" }))
  }

  private static func calendar(_ events: String...) -> String { CalendarText.calendar(events) }

  /// Returns times in UTC with texts: `01-05 12:00:00 Title; body`.
  private func lines(_ calls: [RealManager.Call]) -> [String] {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "MM-dd HH:mm:ss"
    return calls.map {
      "\(format.string(from: Date(timeIntervalSince1970: $0.dueAt))) "
        + $0.texts.joined(separator: "; ")
    }
  }

  @Test func `changed timers are replaced, fire once, and can be uninstalled`()
    throws
  {
    let files = [
      "a.ics": Self.calendar(
        Self.event("Kept", ":20260105T120000Z", "FREQ=DAILY"),
        Self.event("Moved", ":20260105T120000Z", "FREQ=DAILY")),
      "b.ics": Self.calendar(
        Self.event("Kept", ":20260105T120000Z", "FREQ=DAILY"),
        Self.event("Moved", ":20260105T110000Z", "FREQ=DAILY")),
    ]
    try RealManager.with(files) { manager in
      let (calls, text) = try manager.run(
        zone: "UTC", at: "2026-01-05T10:00:00Z",
        """
        # Leaves out the units for changes, which start and stop.
        timers() {
          systemctl --user --plain --no-legend list-units "ics2notify*" |
            grep -Evc 'renew[.](path|service)|changed|settle' || true
        }
        units=$HOME/.config/systemd/user
        cp a.ics calendar.ics
        "$PROGRAM" install --plain --quiet calendar.ics
        walk 2026-01-05T12:10:00Z
        timers
        # The new time is past today. A timer that was edited in place would fire at the reload.
        cp b.ics calendar.ics
        "$PROGRAM" install --plain --quiet calendar.ics
        timers
        walk 2026-01-05T13:00:00Z
        # Units that were written without a reload are replaced.
        "$PROGRAM" --target systemd --output "$units" --quiet a.ics
        "$PROGRAM" install --plain --quiet calendar.ics
        timers
        walk 2026-01-06T12:10:00Z
        systemctl --user stop ics2notify.target
        timers
        walk 2026-01-07T11:30:00Z
        "$PROGRAM" install --plain --quiet calendar.ics
        timers
        walk 2026-01-07T12:10:00Z
        systemctl --user --quiet disable --now ics2notify.target
        timers
        walk 2026-01-08T11:30:00Z
        systemctl --user --quiet enable --now ics2notify.target
        timers
        walk 2026-01-08T12:10:00Z
        # A timer that is added again would be due since its first start.
        cp a.ics calendar.ics
        "$PROGRAM" install --plain --quiet calendar.ics
        timers
        walk 2026-01-08T12:30:00Z
        "$PROGRAM" uninstall --quiet
        timers
        walk 2026-01-10T00:00:00Z
        find "$units" ! -type d
        find "$HOME/.local/share/systemd" -name '*ics2notify*'
        """)
      // Two reminders, the renewal and the target.
      #expect(text == "4\n4\n4\n0\n4\n0\n4\n4\n0\n")
      #expect(
        lines(calls).prefix(2).sorted() == [
          "01-05 12:00:00 Kept; 12:00", "01-05 12:00:00 Moved; 12:00",
        ])
      #expect(
        lines(calls).dropFirst(2) == [
          "01-06 11:00:00 Moved; 11:00", "01-06 12:00:00 Kept; 12:00",
          "01-07 12:00:00 Kept; 12:00", "01-08 12:00:00 Kept; 12:00",
        ])
    }
  }

  @Test func `uninstall completes a removal that was killed between two units`() throws {
    let calendar = Self.calendar(Self.event("Kept", ":20260105T120000Z", "FREQ=DAILY"))
    try RealManager.with(["calendar.ics": calendar]) { manager in
      let (_, text) = try manager.run(
        zone: "UTC", at: "2026-01-05T10:00:00Z",
        """
        units=$HOME/.config/systemd/user
        "$PROGRAM" install --plain --quiet calendar.ics
        # A killed run has stopped all units, and removed the first of them.
        systemctl --user --quiet stop ics2notify-renew.path ics2notify-renew.timer
        systemctl --user --quiet disable --now ics2notify.target
        rm -f "$units/ics2notify-changed.service" "$units/ics2notify-renew.path"
        systemctl --user daemon-reload
        "$PROGRAM" uninstall --quiet
        echo $?
        find "$units" ! -type d
        """)
      #expect(text == "0\n")
    }
  }

  @Test func `an installation in a directory that the manager doesn't read fails`() throws {
    let calendar = Self.calendar(Self.event("Kept", ":20260105T120000Z", "FREQ=DAILY"))
    try RealManager.with(["a.ics": calendar]) { manager in
      let (calls, text) = try manager.run(
        zone: "UTC", at: "2026-01-05T10:00:00Z",
        """
        # The same units in the right directory don't count, and keep running.
        "$PROGRAM" install --plain --quiet a.ics
        status=0
        XDG_CONFIG_HOME=$PWD/elsewhere "$PROGRAM" install --plain --quiet a.ics 2>errors.txt ||
          status=$?
        echo $status
        grep -c "doesn't look" errors.txt
        walk 2026-01-05T12:10:00Z
        """)
      #expect(text == "69\n1\n")
      #expect(lines(calls) == ["01-05 12:00:00 Kept; 12:00"])
    }
  }

  @Test func `equal texts of two series in the same second are shown once`() throws {
    let calendar = Self.calendar(
      Self.event("Same/1", ":20260105T120000Z"),
      Self.event("Same/2", ":20260105T120000Z", "FREQ=DAILY"),
      Self.event("Other", ":20260105T120000Z"))
    try RealManager.with(["a.ics": calendar]) { manager in
      let (calls, text) = try manager.run(
        zone: "UTC", at: "2026-01-05T10:00:00Z",
        """
        "$PROGRAM" install --plain --quiet a.ics
        walk 2026-01-06T13:00:00Z
        """)
      #expect(text == "")
      #expect(
        lines(calls).sorted() == [
          "01-05 12:00:00 Other; 12:00", "01-05 12:00:00 Same; 12:00",
          "01-06 12:00:00 Same; 12:00",
        ])
    }
  }

  @Test func `named installations run side by side, and are uninstalled separately`() throws {
    let calendar = Self.calendar(Self.event("Kept", ":20260105T120000Z", "FREQ=DAILY"))
    try RealManager.with(["a.ics": calendar]) { manager in
      let (calls, text) = try manager.run(
        zone: "UTC", at: "2026-01-05T10:00:00Z",
        """
        active() {
          for name in ics2notify ics2notify.work ics2notify.workshop; do
            systemctl --user --plain --no-legend list-units --state=active \
              "$name-*.timer" "$name-*.path" "$name.target" | wc -l
          done | tr '\\n' ' '
          "$PROGRAM" status "$@" >/dev/null 2>&1 && echo || echo $?
        }
        "$PROGRAM" install --plain --quiet a.ics
        "$PROGRAM" install --plain --quiet --name work a.ics
        "$PROGRAM" install --plain --quiet --name workshop a.ics
        active --name work
        walk 2026-01-05T12:10:00Z
        # A renewal of one doesn't change the others.
        systemctl --user start ics2notify.work-renew
        active
        "$PROGRAM" uninstall --quiet --name work
        active --name work
        walk 2026-01-06T12:10:00Z
        "$PROGRAM" uninstall --quiet
        active --name workshop
        walk 2026-01-07T12:10:00Z
        "$PROGRAM" uninstall --quiet --name workshop
        active --name workshop
        walk 2026-01-08T12:10:00Z
        find "$HOME/.config/systemd/user" "$HOME/.local/share/systemd" -name '*ics2notify*'
        """)
      // A reminder, the renewal, the path unit and the target.
      #expect(text == "4 4 4 \n4 4 4 \n4 0 4 66\n0 0 4 \n0 0 0 66\n")
      let days = lines(calls).map { $0.prefix(14) }
      #expect(
        days == [
          "01-05 12:00:00", "01-05 12:00:00", "01-05 12:00:00", "01-06 12:00:00",
          "01-06 12:00:00", "01-07 12:00:00",
        ])
    }
  }

  @Test func `a renewal compiles weekly, and at once after a change of the time zone`() throws {
    let calendar = Self.calendar(Self.event("Floating", ":20260105T120000", "FREQ=DAILY;COUNT=9"))
    let later = Self.calendar(Self.event("Later", ":20260112T180000Z"))
    try RealManager.with(["a.ics": calendar, "b.ics": later]) { manager in
      let (calls, text) = try manager.run(
        zone: "Europe/Berlin", at: "2026-01-09T09:00:00Z",
        """
        "$PROGRAM" install --plain --quiet a.ics
        walk 2026-01-09T12:00:00Z
        ended() {
          systemctl --user show -P ExecMainExitTimestampMonotonic ics2notify-renew.service
        }
        before=$(ended)
        zone America/New_York
        # The manager watches /etc/localtime itself. This waits for the end of the renewal.
        renewed() { test "$(ended)" != "$before"; }
        wait_for renewed
        walk 2026-01-11T18:00:00Z
        # The weekly renewal on Monday starts by itself.
        cp b.ics a.ics
        walk 2026-01-14T00:00:00Z
        systemctl --user --plain --no-legend list-units --state=failed
        """)
      #expect(text == "")
      // 12:00 is 11:00 UTC in Berlin, and 17:00 UTC in New York, where 12:00 on the 9th is still to
      // come.
      #expect(
        lines(calls) == [
          "01-09 11:00:00 Floating; 12:00", "01-09 17:00:00 Floating; 12:00",
          "01-10 17:00:00 Floating; 12:00", "01-11 17:00:00 Floating; 12:00",
          "01-12 18:00:00 Later; 13:00",
        ])
    }
  }

  @Test func `a persistent timer shows a missed reminder once at login, with its due time`() throws
  {
    let calendar = Self.calendar(
      Self.event("Often", ":20260105T120000Z", "FREQ=DAILY"),
      Self.event("Once", ":20260106T130000Z"))
    try RealManager.with(["a.ics": calendar]) { manager in
      let (calls, text) = try manager.run(
        zone: "UTC", at: "2026-01-05T10:00:00Z",
        """
        "$PROGRAM" install --plain --late show --quiet a.ics
        walk 2026-01-05T12:10:00Z
        stop_manager
        pass_days 3
        # Without notify-send, nothing can be shown at login yet.
        mv /usr/bin/notify-send /usr/bin/later
        start_manager
        walk 2026-01-08T12:12:00Z
        mv /usr/bin/later /usr/bin/notify-send
        walk 2026-01-08T18:00:00Z
        ls "$HOME/.local/share/systemd/timers" | grep -c ics2notify
        "$PROGRAM" uninstall --quiet
        ls "$HOME/.local/share/systemd/timers" | grep -c ics2notify || true
        """)
      #expect(text == "3\n0\n")
      let shown = lines(calls)
      #expect(shown.first == "01-05 12:00:00 Often; Due every day at 12:00\n12:00", "\(shown)")
      // Three missed fires are shown once, and so is a single one.
      #expect(
        shown.dropFirst().map { $0.dropFirst("01-08 12:12:00 ".count) }.sorted() == [
          "Often; Due every day at 12:00\n12:00", "Once; Due Tue 2026-01-06 13:00\n13:00",
        ], "\(shown)")
      #expect(shown.dropFirst().allSatisfy { $0.hasPrefix("01-08 12:12:") }, "\(shown)")
    }
  }
}
