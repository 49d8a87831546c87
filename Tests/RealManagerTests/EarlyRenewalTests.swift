import Foundation
import Testing

/// Renewals that come before what there is no room for is due.
@Suite(.enabled(if: RealManager.obstacle == nil, RealManager.obstacle))
struct EarlyRenewalTests {
  /// Twelve single events a day for a number of days, from 07:00 to 18:00.
  private static func calendar(days: Range<Int>) -> String {
    let events = days.flatMap { day in
      (7..<19).map { hour in
        let start = "202601\(day < 10 ? "0" : "")\(day)T\(hour < 10 ? "0" : "")\(hour)0000Z"
        return """
          BEGIN:VEVENT
          UID:\(start)
          DTSTAMP:20260101T000000Z
          DTSTART:\(start)
          SUMMARY:\(start)
          BEGIN:VALARM
          ACTION:DISPLAY
          TRIGGER:PT0S
          END:VALARM
          END:VEVENT

          """
      }
    }
    return "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//example.org//tests//EN\n" + events.joined()
      + "END:VCALENDAR\n"
  }

  @Test func `twelve reminders a day all come where there is room for twenty`() throws {
    try RealManager.with(["a.ics": Self.calendar(days: 6..<10)]) { manager in
      let (calls, text) = try manager.run(
        zone: "UTC", at: "2026-01-06T06:00:00Z",
        """
        "$PROGRAM" --install --plain --quiet --limit=20 a.ics
        "$PROGRAM" --status | sed -n '3,4p'
        walk 2026-01-10T06:00:00Z
        "$PROGRAM" --status | sed -n '3,4p'
        systemctl --user stop ics2notify.target
        "$PROGRAM" --status | sed -n '3p'
        """)
      // Those of the last day have been there since the renewal at its beginning.
      #expect(
        text == """
          systemd: runs all of them
          next renewal: Wed 2026-01-07 00:00:30
          systemd: runs all of them
          next renewal: Mon 2026-01-12 00:00:30
          systemd: runs 0 of 13 timers with that of the renewal

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
          call.texts.first == format.string(from: Date(timeIntervalSince1970: call.at)))
      }
    }
  }
}
