import Foundation
import Testing

/// What a manager says of its timers is what was compiled, and what differs is named.
@Suite(.enabled(if: RealManager.obstacle == nil, RealManager.obstacle))
struct ConfirmedTimerTests {
  /// A calendar with a reminder that comes daily at a local time.
  private static func calendar(_ start: String) -> String {
    """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//example.org//tests//EN
    BEGIN:VEVENT
    UID:a
    DTSTAMP:20260101T000000Z
    DTSTART\(start)
    RRULE:FREQ=DAILY
    SUMMARY:Daily
    BEGIN:VALARM
    ACTION:DISPLAY
    TRIGGER:PT0S
    END:VALARM
    END:VEVENT
    END:VCALENDAR

    """
  }

  @Test func `a timer that a drop-in changes is named by install, status and renewal`() throws {
    try RealManager.with(["a.ics": Self.calendar(":20260105T120000Z")]) { manager in
      let (calls, text) = try manager.run(
        zone: "Europe/Berlin", at: "2026-01-05T10:00:00Z",
        """
        check() { "$PROGRAM" "$@" >out.txt 2>&1 && echo fine || echo $?; }
        check --install --plain --name work a.ics
        check --status --name work
        timer=$(cd "$HOME/.config/systemd/user" && echo ics2notify.work-Daily-*.timer)
        mkdir "$HOME/.config/systemd/user/$timer.d"
        drop=$HOME/.config/systemd/user/$timer.d/later.conf
        printf '[Timer]\\nOnCalendar=\\nOnCalendar=*-*-* 13:30:00 UTC\\n' >"$drop"
        systemctl --user daemon-reload
        check --status --name work
        grep '^differs' out.txt | sed 's/-[0-9a-f]*.timer/.timer/'
        check --install --plain --name work --quiet a.ics
        sed -n '1s/-[0-9a-f]*.timer/.timer/p' out.txt
        systemctl --user start ics2notify.work-renew 2>out.txt || true
        systemctl --user is-failed ics2notify.work-renew
        # One that has a renewal come more often is no harm.
        rm "$drop"
        mkdir "$HOME/.config/systemd/user/ics2notify.work-renew.timer.d"
        printf '[Timer]\\nOnCalendar=daily\\n' \
          >"$HOME/.config/systemd/user/ics2notify.work-renew.timer.d/often.conf"
        systemctl --user daemon-reload
        check --install --plain --name work --quiet a.ics
        cat out.txt
        check --status --name work
        """)
      let difference =
        "ics2notify.work-Daily.timer: systemd has it elapse at 2026-01-05T13:30:00Z, and its line "
        + "\"*-*-* 12:00:00 UTC\" at 2026-01-05T12:00:00Z"
      #expect(
        text == """
          fine
          fine
          69
          differs: \(difference)
          69
          ics2notify: error: \(difference)
          failed
          fine
          fine

          """, "\(text)")
      #expect(calls.map(\.texts.first) == ["Reminders are not renewed"])
    }
  }

  @Test func `timers of other zones are confirmed around clock changes`() throws {
    let files = [
      "a.ics": Self.calendar(";TZID=Europe/Berlin:20260105T023000"),
      "b.ics": Self.calendar(":20260105T023000"),
    ]
    try RealManager.with(files) { manager in
      // The clock goes back at 2026-10-25T01:00:00Z, from 03:00 to 02:00.
      let (_, text) = try manager.run(
        zone: "Europe/Berlin", at: "2026-10-24T10:00:00Z",
        """
        "$PROGRAM" --install --plain --quiet a.ics b.ics
        grep -c 'OnCalendar=.* Europe/Berlin' \
          "$HOME"/.config/systemd/user/ics2notify-Daily-*.timer | sed 's/.*://'
        for time in 10-25T00:10 10-25T00:40 10-25T01:10 10-25T01:40 10-25T02:10 10-26T00:00; do
          walk "2026-$time:00Z"
          "$PROGRAM" --status >out.txt || cat out.txt
          "$PROGRAM" --install --plain --quiet a.ics b.ics
        done
        """)
      // Lines in Berlin's time: in the repeated hour a look from now on finds 02:30 again, and one
      // from the last firing on, as systemd's, doesn't.
      #expect(text == "1\n")
    }
  }
}
