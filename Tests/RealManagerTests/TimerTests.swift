import Foundation
import Testing

/// What a manager says of its timers is what was compiled, and what differs is named.
@Suite(.enabled(if: RealManager.obstacle == nil, RealManager.obstacle))
struct ConfirmedTimerTests {
  /// A calendar with a reminder that comes daily at a local time.
  private static func calendar(_ start: String) -> String {
    CalendarText.calendar([CalendarText.event("Daily", start, uid: "a", "RRULE:FREQ=DAILY")])
  }

  @Test func `a timer that a drop-in changes is named by install, status and renewal`() throws {
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
        # One that has a renewal come more often is no harm.
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
        "$PROGRAM" install --plain --quiet a.ics b.ics
        grep -c 'OnCalendar=.* Europe/Berlin' \
          "$HOME"/.config/systemd/user/ics2notify-Daily-*.timer | sed 's/.*://'
        for time in 10-25T00:10 10-25T00:40 10-25T01:10 10-25T01:40 10-25T02:10 10-26T00:00; do
          walk "2026-$time:00Z"
          "$PROGRAM" status >out.txt || cat out.txt
          "$PROGRAM" install --plain --quiet a.ics b.ics
        done
        """)
      // Lines in Berlin's time: in the repeated hour a look from now on finds 02:30 again, and one
      // from the last firing on, as systemd's, doesn't.
      #expect(text == "1\n")
    }
  }
}

/// systemd itself fires what the calendar asks for, through clock changes.
@Suite(.enabled(if: RealManager.obstacle == nil, RealManager.obstacle))
struct ClockChangeTests {
  /// Alarms in and around the hours that a clock change skips and repeats.
  private static func calendar(zone: String, first: String) -> String {
    func event(_ title: String, _ start: String, _ rule: String, _ alarm: String) -> String {
      CalendarText.event(title, start, "RRULE:\(rule)", alarm: "TRIGGER:\(alarm)")
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

  /// Seconds since 1970.
  private func date(_ text: String) throws -> Double {
    try #require(ISO8601DateFormatter().date(from: text)).timeIntervalSince1970
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let zone, first, start: String
    let fires: Int
    /// Whether units wake the program or run notify-send alone.
    let kind: String
    var testDescription: String { "\(zone) from \(start) \(kind)" }
  }

  // Clocks change on the Sundays 29 March and 25 October 2026 in Berlin, 8 March and 1 November in
  // New York, each at night. All but one of the alarms are on Sundays, to walk through few days
  // between.
  @Test(arguments: [
    Row(
      zone: "Europe/Berlin", first: "20260301", start: "2026-03-22T12:00:00Z", fires: 450,
      kind: "--command 'notify-send -- {title}'"),
    Row(
      zone: "America/New_York", first: "20260215", start: "2026-03-01T12:00:00Z", fires: 450,
      kind: "--plain"),
  ])
  func `a manager fires each reminder in its second, once`(_ row: Row) throws {
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

/// Renewals that come before what there is no room for is due.
@Suite(.enabled(if: RealManager.obstacle == nil, RealManager.obstacle))
struct EarlyRenewalTests {
  /// Twelve single events a day for a number of days, from 07:00 to 18:00.
  private static func calendar(days: Range<Int>) -> String {
    let events = days.flatMap { day in
      (7..<19).map { hour in
        let start = "202601\(day < 10 ? "0" : "")\(day)T\(hour < 10 ? "0" : "")\(hour)0000Z"
        return CalendarText.event(start, ":\(start)")
      }
    }
    return CalendarText.calendar(events)
  }

  @Test func `twelve reminders a day all come where there is room for twenty`() throws {
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
      // Those of the last day have been there since the renewal at its beginning.
      #expect(
        text == """
          default: systemd runs 21 timers
          next renewal: Wed 2026-01-07 00:00:30, or when a calendar or the file changes
          default: systemd runs 13 timers
          next renewal: Mon 2026-01-12 00:00:30, or when a calendar or the file changes
          default: paused; `ics2notify install` resumes

          """, "\(text)")
      // What is shown is when it is due, to the second.
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
