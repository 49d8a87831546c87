import Foundation
import Testing

/// Tests of the harness: notifications are recorded with their times and texts.
@Suite(.enabled(if: DesktopSession.obstacle == nil, DesktopSession.obstacle))
struct DesktopSessionTests {
  @Test func `a unit's notification is recorded and pressed, and shown late after a suspend`()
    throws
  {
    try DesktopSession.with([:]) { session in
      let record = try session.run(
        at: "2026-01-05T11:00:00Z",
        """
        units=$HOME/.config/systemd/user
        cat >"$units/one.timer" <<UNIT
        [Timer]
        OnCalendar=2026-01-05 12:00:00 UTC
        OnCalendar=2026-01-05 13:00:00 UTC
        AccuracySec=1us
        UNIT
        cat >"$units/one.service" <<UNIT
        [Service]
        Type=oneshot
        ExecStart=busctl --user call org.freedesktop.Notifications /org/freedesktop/Notifications \
          org.freedesktop.Notifications Notify susssasa{sv}i "" 0 "" A B 2 done Done 0 0
        UNIT
        systemctl --user daemon-reload
        systemctl --user start one.timer
        walk 2026-01-05T12:30:00Z
        press Done A
        dismiss
        walk 2026-01-05T12:50:00Z
        suspend 3000
        shown | grep -c '"title": "A"'
        server body
        notify-send C
        shown | grep -c '"title": "C"'
        xdg-open https://example.org
        """)
      #expect(record.text == "1\n1\n")
      #expect(record.shown.map(\.title) == ["A", "A", "C"])
      try #require(record.shown.count == 3)
      // 12:00:00 and 13:40:00 are 1767614400 and 1767620400 in seconds since 1970.
      #expect(RealManager.due(shownAt: record.shown[0].at) == 1_767_614_400)
      #expect((1_767_620_400..<1_767_620_440).contains(record.shown[1].at))
      #expect(record.shown.map(\.pressed) == [["done"], [], []])
      #expect(record.shown.map(\.isClosed) == [true, false, false])
      #expect(record.shown[0].actions == ["done": "Done"])
      #expect(record.opened.map(\.arguments) == [[Array("https://example.org".utf8)]])
    }
  }

  @Test func `plain units show their texts on time`() throws {
    let calendar = """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//example.org//tests//EN
      BEGIN:VEVENT
      UID:1
      DTSTAMP:20260101T000000Z
      DTSTART:20260105T121500Z
      DTEND:20260105T130000Z
      SUMMARY:<b>Stand-up</b> & C:\\\\new
      DESCRIPTION:<i>not</i> markup\\, C:\\\\new
      BEGIN:VALARM
      ACTION:DISPLAY
      DESCRIPTION:<i>not</i> markup\\, C:\\\\new
      TRIGGER:-PT15M
      END:VALARM
      END:VEVENT
      END:VCALENDAR
      """
    try DesktopSession.with(["a.ics": calendar]) { session in
      let record = try session.run(
        at: "2026-01-05T10:00:00Z",
        """
        "$PROGRAM" install --plain --quiet a.ics
        walk 2026-01-05T13:00:00Z
        """)
      #expect(record.text == "")
      #expect(
        record.lines == [
          "12:00:00 <b>Stand-up</b> & C:\\new; 12:15-13:00, in 15 minutes / &lt;i&gt;not&lt;/i&gt; markup, C:\\new"
        ])
      #expect(record.shown.map(\.program) == ["ics2notify"])
      #expect(record.shown.map(\.isClosed) == [false])
    }
  }
}
