import Foundation
import Testing

/// Calendars that change, or can't be read, while a manager runs.
@Suite(.enabled(if: RealManager.obstacle == nil, RealManager.obstacle))
struct ChangedCalendarTests {
  /// A calendar with one reminder that comes daily at noon.
  private static func calendar(_ title: String) -> String {
    CalendarText.calendar([
      CalendarText.event(title, ":20260105T120000Z", "RRULE:FREQ=DAILY")
    ])
  }

  private static let files = [
    "A.ics": calendar("A"), "B.ics": calendar("B"), "C.ics": calendar("C"), "D.ics": calendar("D"),
  ]

  /// What the scripts have at hand.
  private static let functions = """
    # The titles of what is installed.
    titles() {
      systemctl --user --plain --no-legend list-units --state=active 'ics2notify*-?-*.timer' |
        sed 's/.*-\\(.\\)-.*/\\1/' | sort | tr -d '\\n'
      echo
    }
    is() { test "$(systemctl --user is-active "ics2notify-$1")" = "$2"; }
    # What a change starts runs for a second before its timers can be walked to.
    noticed() { wait_for is settle.timer active; }

    """

  @Test func `a change is noticed once it is over, wherever it is, and nothing else is`() throws {
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
          # Written in place: five seconds later it is there, and no sooner.
          cat C.ics >one.ics
          noticed
          titles
          walk 2026-01-05T10:01:00Z
          titles
          # Another file in its place.
          cp A.ics new.ics
          mv new.ics one.ics
          noticed
          walk 2026-01-05T10:02:00Z
          titles
          # In a directory, in one that is new, and at the end of a link.
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
          # The renewals have woken nothing themselves.
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

  @Test func `options in a file are noticed, also where another takes its place`() throws {
    let silent = Self.calendar("B").split(separator: "\n").filter {
      !$0.contains("ALARM") && !$0.hasPrefix("ACTION") && !$0.hasPrefix("TRIGGER")
    }
    let files = ["A.ics": Self.calendar("A"), "B.ics": silent.joined(separator: "\n") + "\n"]
    try RealManager.with(files) { manager in
      let (calls, text) = try manager.run(
        zone: "UTC", at: "2026-01-05T10:00:00Z",
        Self.functions + """
          echo '# nothing yet' >rules
          "$PROGRAM" install --plain --quiet --options rules A.ics B.ics
          titles
          echo '--default-alarm PT0S' >rules
          noticed
          walk 2026-01-05T10:01:00Z
          titles
          # What makes no sense changes nothing.
          echo '--default-alarm nonsense' >rules
          noticed
          walk 2026-01-05T10:02:00Z
          titles
          rm rules
          noticed
          walk 2026-01-05T10:03:00Z
          titles
          echo '--strict' >new
          mv new rules
          noticed
          walk 2026-01-05T10:04:00Z
          titles
          """)
      #expect(text == "A\nAB\nAB\nAB\nA\n")
      #expect(calls.map(\.texts.first) == ["Reminders are not renewed"])
    }
  }

  @Test func `a folder that never settles is read within a minute`() throws {
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
          # Each change puts it off for five seconds more.
          change_at() {
            walk "2026-01-05T10:$1Z"
            # What has changed is looked at again after a second of real time.
            wait_for is changed inactive
            before=$(looked)
            echo >>in/note.txt
            wait_for looked_again
          }
          for second in $(seq 4 4 52); do change_at "00:$(printf %02d $second)"; done
          titles
          for second in $(seq 10 4 18); do change_at "01:$second"; done
          titles
          """)
      #expect(text == "A\nAB\n")
    }
  }

  @Test func `what changes while a renewal runs is read by the next one`() throws {
    try RealManager.with(Self.files) { manager in
      let (_, text) = try manager.run(
        zone: "UTC", at: "2026-01-05T10:00:00Z",
        Self.functions + """
          cp A.ics one.ics
          "$PROGRAM" install --plain --quiet one.ics
          # A renewal that takes its time after it has read.
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

  @Test func `a renewal that fails says so once, keeps the timers, and is tried again`() throws {
    try RealManager.with(Self.files) { manager in
      let (calls, text) = try manager.run(
        zone: "UTC", at: "2026-01-05T10:00:00Z",
        Self.functions + """
          flag() { ls "$HOME/.local/state/ics2notify" 2>/dev/null || true; }
          tried() { systemctl --user show -P ExecMainStartTimestamp ics2notify-renew | cut -c 16-20; }
          cp A.ics one.ics
          "$PROGRAM" install --plain --quiet one.ics B.ics
          rm one.ics
          noticed
          # Nothing can show it yet.
          mv /usr/bin/notify-send /usr/bin/later
          walk 2026-01-05T10:05:00Z
          mv /usr/bin/later /usr/bin/notify-send
          flag
          titles
          tried
          # Tried every ten minutes, and told once.
          walk 2026-01-05T10:45:00Z
          titles
          flag
          tried
          # It comes back.
          cp C.ics one.ics
          noticed
          walk 2026-01-05T10:46:00Z
          titles
          flag
          systemctl --user is-active ics2notify-retry.timer || true
          # A part that is refused is no failure.
          mkdir in
          cp D.ics in/
          "$PROGRAM" install --plain --quiet one.ics in
          echo junk >in/junk.ics
          noticed
          walk 2026-01-05T10:47:00Z
          titles
          flag
          systemctl --user is-failed ics2notify-renew || true
          # Fails again, and is told again; by hand it is put right.
          rm one.ics
          noticed
          walk 2026-01-05T10:50:00Z
          flag
          "$PROGRAM" install --plain --quiet in 2>/dev/null || true
          flag
          rm in/D.ics
          noticed
          walk 2026-01-05T10:55:00Z
          flag
          titles
          "$PROGRAM" uninstall --quiet
          flag
          walk 2026-01-05T11:30:00Z
          """)
      let told = calls.filter { $0.texts.first == "Reminders are not renewed" }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      #expect(
        lines == [
          "AB", "10:00", "AB", "ics2notify.renewal-failed",
          "10:40", "BC", "inactive", "CD", "inactive",
          "ics2notify.renewal-failed", "ics2notify.renewal-failed", "D", "",
        ], "\(text)")
      // 10:10, 10:48 and 10:51, give or take the seconds until it settles.
      #expect(told.count == 3 && calls.count == 3, "\(calls.map(\.texts))")
    }
  }

  @Test func `a renewal that fails is tried again at login, and told without the program`() throws {
    try RealManager.with(Self.files) { manager in
      let (calls, text) = try manager.run(
        zone: "UTC", at: "2026-01-05T10:00:00Z",
        Self.functions + """
          cp A.ics one.ics
          cp "$PROGRAM" here
          ./here install --plain --quiet one.ics
          # The program is gone when the calendar changes.
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
          ls "$HOME/.local/state/ics2notify"
          """)
      #expect(text == "A\nB\n")
      #expect(calls.map(\.texts.first) == ["Reminders are not renewed"])
    }
  }
}
