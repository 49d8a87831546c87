import Foundation
import Testing

/// systemd itself fires what the calendar asks for, through clock changes.
@Suite(.enabled(if: RealManager.obstacle == nil, RealManager.obstacle))
struct ClockChangeTests {
  /// Alarms in and around the hours that a clock change skips and repeats.
  private static func calendar(zone: String, first: String) -> String {
    func event(_ title: String, _ start: String, _ rule: String, _ alarm: String) -> String {
      """
      BEGIN:VEVENT
      UID:\(title)
      DTSTAMP:20260101T000000Z
      DTSTART\(start)
      RRULE:\(rule)
      SUMMARY:\(title)
      BEGIN:VALARM
      ACTION:DISPLAY
      TRIGGER:\(alarm)
      END:VALARM
      END:VEVENT

      """
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
    return "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//example.org//tests//EN\n"
      + events.joined() + "END:VCALENDAR\n"
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
    /// The most seconds that a busy machine takes to start what the units run.
    let delay: Int
    var testDescription: String { "\(zone) from \(start) \(kind)" }
  }

  // Clocks change on the Sundays 29 March and 25 October 2026 in Berlin, 8 March and 1 November in
  // New York, each at night. All but one of the alarms are on Sundays, to walk through few days
  // between.
  @Test(arguments: [
    Row(
      zone: "Europe/Berlin", first: "20260301", start: "2026-03-22T12:00:00Z", fires: 450,
      kind: "--command 'notify-send -- {title}'", delay: 3),
    Row(
      zone: "America/New_York", first: "20260215", start: "2026-03-01T12:00:00Z", fires: 450,
      kind: "--plain", delay: 0),
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
        "$PROGRAM" --format systemd --output "$HOME/.config/systemd/user" --now \(row.start) \
          --horizon P250D --quiet \(row.kind) - <a.ics >/dev/null
        systemctl --user daemon-reload
        systemctl --user start ics2notify.target
        walk \(ISO8601DateFormatter().string(from: last))
        """)
      #expect(text == "")
      #expect(wanted.count > row.fires)
      let expected = wanted.map { ($0.title, Int($0.at)) }.sorted { $0 < $1 }
      let fired = calls.map { ($0.texts.first ?? "", Int($0.at)) }.sorted { $0 < $1 }
      #expect(fired.map(\.0) == expected.map(\.0))
      for (fire, wanted) in zip(fired, expected) {
        #expect(0...row.delay ~= fire.1 - wanted.1, "\(wanted): \(fire)")
      }
      print("\(row.zone): \(fired.count) fires")
    }
  }
}
