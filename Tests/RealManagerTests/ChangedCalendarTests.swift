import CalendarFixtures
import Foundation
import Testing

/// Calendars that change or become unreadable while a manager runs.
@Suite(.enabled(if: RealManager.obstacle == nil, RealManager.obstacle))
struct ChangedCalendarTests {
  /// Returns a calendar with a daily reminder at noon.
  private static func calendar(_ title: String) -> String {
    CalendarText.calendar(
      CalendarText.event(
        title, start: "DTSTART:20260105T120000Z", rule: "FREQ=DAILY", title: title))
  }

  private static let files = [
    "A.ics": calendar("A"), "B.ics": calendar("B"), "C.ics": calendar("C"), "D.ics": calendar("D"),
  ]

  /// Shell functions of the scripts.
  private static let functions = """
    # Prints the titles of the active timers.
    titles() {
      systemctl --user --plain --no-legend list-units --state=active 'ics2notify*-?-*.timer' |
        sed 's/.*-\\(.\\)-.*/\\1/' | sort | tr -d '\\n'
      echo
    }
    is() { test "$(systemctl --user is-active "ics2notify-$1")" = "$2"; }
    # A change starts a service, which starts this timer and then runs for a second of real time.
    noticed() { wait_for is settle.timer active; }

    """

  @Test func `changes of files, directories and link targets start a renewal, and renewals don't`()
    throws
  {
    try RealManager.with(Self.files) { manager in
      let (_, text) = try manager.run(
        zone: "UTC", at: "2026-01-05T10:00:00Z",
        Self.functions + """
          mkdir -p 'in/100% full' in/empty
          cp A.ics one.ics
          cp B.ics 'in/100% full/b.ics'
          ln -s "$PWD/link-target.ics" in/link.ics
          cp D.ics link-target.ics
          "$PROGRAM" install --plain --quiet one.ics in
          titles
          # A file is written in place, and read five seconds later, no sooner.
          cat C.ics >one.ics
          noticed
          titles
          walk 2026-01-05T10:01:00Z
          titles
          # The file is replaced.
          cp A.ics new.ics
          mv new.ics one.ics
          noticed
          walk 2026-01-05T10:02:00Z
          titles
          # Changes in a directory, in a new directory, and of a link's target.
          rm 'in/100% full/b.ics'
          noticed
          walk 2026-01-05T10:03:00Z
          titles
          mkdir in/empty/new
          noticed
          walk 2026-01-05T10:04:00Z
          cp C.ics in/empty/new/c.ics
          noticed
          walk 2026-01-05T10:05:00Z
          titles
          cat B.ics >link-target.ics
          noticed
          walk 2026-01-05T10:06:00Z
          titles
          # Renewals don't start the service themselves.
          before=$(systemctl --user show -P ExecMainStartTimestampMonotonic ics2notify-changed)
          walk 2026-01-06T10:00:00Z
          test "$before" = \
            "$(systemctl --user show -P ExecMainStartTimestampMonotonic ics2notify-changed)" ||
            echo 'something was noticed'
          systemctl --user --plain --no-legend list-units --state=failed
          """)
      #expect(text == "ABD\nABD\nBCD\nABD\nAD\nACD\nABC\n")
    }
  }

  @Test func `an edited or replaced conf file starts a renewal`() throws {
    let silent = Self.calendar("B").split(whereSeparator: \.isNewline).filter {
      !$0.contains("ALARM") && !$0.hasPrefix("ACTION") && !$0.hasPrefix("TRIGGER")
    }
    let files = ["A.ics": Self.calendar("A"), "B.ics": silent.joined(separator: "\n") + "\n"]
    try RealManager.with(files) { manager in
      let (calls, text) = try manager.run(
        zone: "UTC", at: "2026-01-05T10:00:00Z",
        Self.functions + """
          file=$HOME/.config/ics2notify/default.conf
          "$PROGRAM" install --plain --quiet A.ics B.ics
          titles
          echo '--default-alarm PT0S' >>"$file"
          noticed
          walk 2026-01-05T10:01:00Z
          titles
          # An invalid line changes nothing.
          echo '--default-alarm nonsense' >>"$file"
          noticed
          walk 2026-01-05T10:02:00Z
          titles
          grep -v -e alarm -e B.ics "$file" >new
          mv new "$file"
          noticed
          walk 2026-01-05T10:03:00Z
          titles
          """)
      #expect(text == "A\nAB\nAB\nA\n")
      #expect(calls.map(\.texts.first) == ["Reminders are not renewed"])
      #expect(calls.first?.texts.last?.contains("/default.conf:7: --default-alarm") == true)
    }
  }

  @Test func `a directory that keeps changing is read within a minute`() throws {
    try RealManager.with(Self.files) { manager in
      let (_, text) = try manager.run(
        zone: "UTC", at: "2026-01-05T10:00:00Z",
        Self.functions + """
          mkdir in
          cp A.ics in/
          "$PROGRAM" install --plain --quiet in
          cp B.ics in/
          noticed
          looked() { systemctl --user show -P ExecMainStartTimestampMonotonic ics2notify-changed; }
          looked_again() { test "$(looked)" != "$before"; }
          # Each change delays the renewal by five seconds.
          change_at() {
            walk "2026-01-05T10:$1Z"
            # The service runs for a second of real time.
            wait_for is changed inactive
            before=$(looked)
            echo >>in/note.txt
            wait_for looked_again
          }
          for second in $(seq 3 3 51); do change_at "00:$(printf %02d $second)"; done
          titles
          for second in $(seq 9 3 18); do change_at "01:$(printf %02d $second)"; done
          titles
          """)
      #expect(text == "A\nAB\n")
    }
  }

  @Test func `a change during a renewal starts another one`() throws {
    try RealManager.with(Self.files) { manager in
      let (_, text) = try manager.run(
        zone: "UTC", at: "2026-01-05T10:00:00Z",
        Self.functions + """
          cp A.ics one.ics
          "$PROGRAM" install --plain --quiet one.ics
          # A renewal that takes long after it has read the calendar.
          service=$HOME/.config/systemd/user/ics2notify-renew.service
          mkdir "$service.d"
          wait='touch read; while ! test -e go; do sleep 0.05; done'
          printf '[Service]\\nExecStartPost=/bin/sh -c "cd %s && %s"\\n' "$PWD" "$wait" \
            >"$service.d/slow.conf"
          systemctl --user daemon-reload
          systemctl --user --no-block start ics2notify-renew
          wait_for test -e read
          cp B.ics one.ics
          touch go
          noticed
          walk 2026-01-05T10:10:00Z
          titles
          """)
      #expect(text == "B\n")
    }
  }

  @Test func `a missing calendar is reported once, and others are still renewed`() throws {
    try RealManager.with(Self.files) { manager in
      let (calls, text) = try manager.run(
        zone: "UTC", at: "2026-01-05T10:00:00Z",
        Self.functions + """
          flag() { ls "$HOME/.local/state/ics2notify" 2>/dev/null | grep failed || true; }
          tried() { systemctl --user show -P ExecMainStartTimestamp ics2notify-renew | cut -c 16-20; }
          cp A.ics one.ics
          "$PROGRAM" install --plain --quiet one.ics B.ics
          rm one.ics
          noticed
          # Without notify-send, nothing can be shown yet.
          mv /usr/bin/notify-send /usr/bin/later
          walk 2026-01-05T10:05:00Z
          mv /usr/bin/later /usr/bin/notify-send
          flag
          titles
          tried
          # The other calendar is renewed. There is a retry every ten minutes, and one report.
          cp D.ics B.ics
          noticed
          walk 2026-01-05T10:45:00Z
          titles
          flag
          tried
          # The calendar exists again.
          cp C.ics one.ics
          noticed
          walk 2026-01-05T10:46:00Z
          titles
          flag
          systemctl --user is-active ics2notify-retry.timer || true
          # A rejected component isn't a failure.
          sed 's/UID:.*/UID:x/; s/DTSTART.*/DTSTART:never/; /^END:VCALENDAR/d' B.ics >bad
          sed 1,3d bad >component
          sed '/^END:VCALENDAR/d' D.ics | cat - component >B.ics
          echo END:VCALENDAR >>B.ics
          noticed
          walk 2026-01-05T10:47:00Z
          titles
          systemctl --user is-failed ics2notify-renew || true
          # A later failure is reported again, and is resolved by hand.
          rm one.ics
          noticed
          walk 2026-01-05T10:50:00Z
          flag
          "$PROGRAM" uninstall --quiet one.ics 2>/dev/null || true
          flag
          titles
          "$PROGRAM" uninstall --quiet
          ls "$HOME/.local/state" "$HOME/.config"
          walk 2026-01-05T11:30:00Z
          """)
      #expect(
        text.split(separator: "\n") == [
          "AB", "10:00", "AD", "ics2notify.renewal-failed", "10:35", "CD", "inactive", "CD",
          "inactive", "ics2notify.renewal-failed", "D", "\(manager.work.path)/home/.config:",
          "systemd", "\(manager.work.path)/home/.local/state:",
        ], "\(text)")
      #expect(calls.map(\.texts.first) == ["A calendar can't be read", "A calendar can't be read"])
      #expect(
        calls.first?.texts.last?.contains("/one.ics: no such file; its last good reminders are")
          == true, "\(calls.map(\.texts))")
    }
  }

  @Test func `a failed renewal is retried at login, and reported even without the program`() throws
  {
    try RealManager.with(Self.files) { manager in
      let (calls, text) = try manager.run(
        zone: "UTC", at: "2026-01-05T10:00:00Z",
        Self.functions + """
          cp A.ics one.ics
          cp "$PROGRAM" here
          ./here install --plain --quiet one.ics
          # The program is missing when the calendar changes.
          mv here there
          cp B.ics one.ics
          noticed
          walk 2026-01-05T10:01:00Z
          titles
          stop_manager
          mv there here
          start_manager
          walk 2026-01-05T10:02:00Z
          titles
          """)
      #expect(text == "A\nB\n")
      #expect(calls.map(\.texts.first) == ["Reminders are not renewed"])
    }
  }
}
