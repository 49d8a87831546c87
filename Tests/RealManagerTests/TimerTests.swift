import CalendarFixtures
import Foundation
import Testing

/// The timers of a manager match the compiled ones, and differences are reported.
@Suite(.enabled(if: RealManager.obstacle == nil, RealManager.obstacle))
struct ConfirmedTimerTests {
  /// Returns a calendar with a daily reminder at a local time.
  private static func calendar(_ start: String) -> String {
    CalendarText.calendar(
      CalendarText.event("a", start: "DTSTART\(start)", rule: "FREQ=DAILY", title: "Daily"))
  }

  @Test func `a timer changed by a drop-in is reported by install, status and renewals`() throws {
    try RealManager.with(["a.ics": Self.calendar(":20260105T120000Z")]) { manager in
      let (calls, text) = try manager.run(
        zone: "Europe/Berlin", at: "2026-01-05T10:00:00Z",
        """
        check() { "$PROGRAM" "$@" >out.txt 2>&1 && echo fine || echo $?; }
        check install --plain --name work a.ics
        check status --name work
        timer=$(cd "$HOME/.config/systemd/user" && echo ics2notify.work-Daily-*.timer)
        mkdir "$HOME/.config/systemd/user/$timer.d"
        drop=$HOME/.config/systemd/user/$timer.d/later.conf
        printf '[Timer]\\nOnCalendar=\\nOnCalendar=*-*-* 13:30:00 UTC\\n' >"$drop"
        systemctl --user daemon-reload
        check status --name work
        grep 'systemd has' out.txt | sed 's/-[0-9a-f]*.timer/.timer/'
        check install --plain --name work --quiet a.ics
        sed -n '1s/-[0-9a-f]*.timer/.timer/p' out.txt
        systemctl --user start ics2notify.work-renew 2>out.txt || true
        systemctl --user is-failed ics2notify.work-renew
        told() { test -n "$(ls "$directory/calls")"; }
        wait_for told
        # A drop-in with more frequent renewals is accepted.
        rm "$drop"
        mkdir "$HOME/.config/systemd/user/ics2notify.work-renew.timer.d"
        printf '[Timer]\\nOnCalendar=daily\\n' \
          >"$HOME/.config/systemd/user/ics2notify.work-renew.timer.d/often.conf"
        systemctl --user daemon-reload
        check install --plain --name work --quiet a.ics
        cat out.txt
        check status --name work
        """)
      let difference =
        "ics2notify.work-Daily.timer: systemd has it elapse at 2026-01-05T13:30:00Z, and its line "
        + "\"*-*-* 12:00:00 UTC\" at 2026-01-05T12:00:00Z"
      #expect(
        text == """
          fine
          fine
          69
            \(difference)
          69
          ics2notify: error: \(difference)
          failed
          fine
          fine

          """, "\(text)")
      #expect(calls.map(\.texts.first) == ["Reminders are not renewed"])
    }
  }

  @Test func `timers in other zones match around clock changes`() throws {
    let files = [
      "a.ics": Self.calendar(";TZID=Europe/Berlin:20260105T023000"),
      "b.ics": Self.calendar(":20260105T023000"),
    ]
    try RealManager.with(files) { manager in
      // The clock goes back at 2026-10-25T01:00:00Z, from 03:00 to 02:00.
      let (_, text) = try manager.run(
        zone: "Europe/Berlin", at: "2026-10-24T10:00:00Z",
        """
        "$PROGRAM" install --plain --quiet a.ics b.ics
        grep -c 'OnCalendar=.* Europe/Berlin' \
          "$HOME"/.config/systemd/user/ics2notify-Daily-*.timer | sed 's/.*://' | sort
        for time in 10-25T00:10 10-25T00:40 10-25T01:10 10-25T01:40 10-25T02:10 10-26T00:00; do
          walk "2026-$time:00Z"
          "$PROGRAM" status >out.txt || cat out.txt
          "$PROGRAM" install --plain --quiet a.ics b.ics
        done
        """)
      // The floating event has a timer of its own, which follows the device. In the repeated hour,
      // the next elapse after now would be 02:30 again. systemd counts from the last trigger
      // instead, and so does the check.
      #expect(text == "0\n1\n")
    }
  }
}

/// systemd fires the calendar's reminders correctly around clock changes.
@Suite(.enabled(if: RealManager.obstacle == nil, RealManager.obstacle))
struct ClockChangeTests {
  /// Returns a calendar with alarms in and around the hours that a clock change skips or repeats.
  private static func calendar(zone: String, first: String) -> String {
    func event(_ title: String, _ start: String, _ rule: String, _ alarm: String) -> String {
      CalendarText.event(
        title, start: "DTSTART\(start)", rule: rule, title: title, alarm: alarm)
    }
    let inZone = ";TZID=\(zone):\(first)T"
    let events = [
      event("at half past one", inZone + "013000", "FREQ=WEEKLY;BYDAY=SU,MO", "PT0S"),
      event("at half past two", inZone + "023000", "FREQ=DAILY", "PT0S"),
      event("an hour before", inZone + "033000", "FREQ=WEEKLY", "-PT1H"),
      event("every other week", inZone + "021500", "FREQ=WEEKLY;INTERVAL=2", "PT0S"),
      event("all day", ";VALUE=DATE:\(first)", "FREQ=WEEKLY", "PT2H20M"),
      event("floating", ":\(first)T024500", "FREQ=WEEKLY", "PT0S"),
      event("in UTC", ":\(first)T003000Z", "FREQ=WEEKLY", "PT30M"),
    ]
    return CalendarText.calendar(events)
  }

  /// Returns an instant in seconds since 1970.
  private func date(_ text: String) throws -> Double {
    try #require(ISO8601DateFormatter().date(from: text)).timeIntervalSince1970
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let zone, first, start: String
    let fires: Int
    /// The option that selects units with a command, or plain units.
    let kind: String
    var testDescription: String { "\(zone) from \(start) \(kind)" }
  }

  // In 2026 clocks change at night on the Sundays 29 March and 25 October in Berlin, and 8 March
  // and 1 November in New York. Most alarms are on Sundays, so that the clock has few other timers
  // to walk to.
  @Test(arguments: [
    Row(
      zone: "Europe/Berlin", first: "20260301", start: "2026-03-22T12:00:00Z", fires: 450,
      kind: "--command 'notify-send -- {title}'"),
    Row(
      zone: "America/New_York", first: "20260215", start: "2026-03-01T12:00:00Z", fires: 450,
      kind: "--plain"),
  ])
  func `a manager fires each reminder once, on time`(_ row: Row) throws {
    let calendar = Self.calendar(zone: row.zone, first: row.first)
    try RealManager.with(["a.ics": calendar]) { manager in
      let options = ["--now=\(row.start)", "--time-zone=\(row.zone)", "--horizon=P250D", "a.ics"]
      let listing = try manager.compile("fires", options[0], options[1], options[2], options[3])
      let wanted = try listing.split(separator: "\n").map { line in
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        let at = try #require(object?["at"] as? String)
        return (at: try date(at), title: try #require(object?["title"] as? String))
      }
      let last = Date(timeIntervalSince1970: try date(row.start) + 250 * 86_400)
      let (calls, text) = try manager.run(
        zone: row.zone, at: row.start,
        """
        "$PROGRAM" --target systemd --output "$HOME/.config/systemd/user" --now \(row.start) \
          --horizon P250D --quiet \(row.kind) - <a.ics >/dev/null
        systemctl --user daemon-reload
        systemctl --user start ics2notify.target
        walk \(ISO8601DateFormatter().string(from: last))
        """)
      #expect(text == "")
      #expect(wanted.count > row.fires)
      let expected = wanted.map { ($0.title, Int($0.at)) }.sorted { $0 < $1 }
      let fired = calls.map { ($0.texts.first ?? "", Int($0.dueAt)) }.sorted { $0 < $1 }
      #expect(fired.count == expected.count)
      for (fire, wanted) in zip(fired, expected) {
        #expect(fire.0 == wanted.0 && fire.1 == wanted.1, "\(wanted): \(fire)")
      }
      print("\(row.zone): \(fired.count) fires")
    }
  }
}

/// Renewals that start before a reminder without a timer is due.
@Suite(.enabled(if: RealManager.obstacle == nil, RealManager.obstacle))
struct EarlyRenewalTests {
  /// Returns a calendar with twelve single events a day, from 07:00 to 18:00.
  private static func calendar(days: Range<Int>) -> String {
    let events = days.flatMap { day in
      (7..<19).map { hour in
        let start = "202601\(day < 10 ? "0" : "")\(day)T\(hour < 10 ? "0" : "")\(hour)0000Z"
        return CalendarText.event(start, start: "DTSTART:\(start)", title: start)
      }
    }
    return CalendarText.calendar(events)
  }

  @Test func `with room for twenty timers, twelve reminders a day are all shown`() throws {
    try RealManager.with(["a.ics": Self.calendar(days: 6..<10)]) { manager in
      let (calls, text) = try manager.run(
        zone: "UTC", at: "2026-01-06T06:00:00Z",
        """
        "$PROGRAM" install --plain --quiet --limit=20 a.ics
        "$PROGRAM" status | sed -n '1p; /^next renewal/p'
        walk 2026-01-10T06:00:00Z
        "$PROGRAM" status | sed -n '1p; /^next renewal/p'
        systemctl --user stop ics2notify.target
        "$PROGRAM" status | sed -n '1p'
        """)
      // The timers of the last day exist since the renewal at its start.
      #expect(
        text == """
          default: systemd runs 21 timers
          next renewal (reads the calendars again): Wed 2026-01-07 00:00:30, or when a calendar or the file changes
          default: systemd runs 13 timers
          next renewal (reads the calendars again): Mon 2026-01-12 00:00:30, or when a calendar or the file changes
          default: paused; `ics2notify install` resumes

          """, "\(text)")
      // Each title is the due time.
      let format = DateFormatter()
      format.locale = Locale(identifier: "en_US_POSIX")
      format.timeZone = TimeZone(secondsFromGMT: 0)
      format.dateFormat = "yyyyMMdd'T'HHmmss'Z'"
      #expect(calls.count == 48)
      #expect(Set(calls.map(\.texts.first)).count == 48)
      for call in calls {
        #expect(
          call.texts.first == format.string(from: Date(timeIntervalSince1970: call.dueAt)))
      }
    }
  }
}
