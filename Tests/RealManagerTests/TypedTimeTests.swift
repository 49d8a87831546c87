import CalendarFixtures
import Testing

/// `snooze --for`, `done TITLE` and `done --undo` on a desktop.
@Suite(.enabled(if: RealManager.obstacleToDesktop == nil, RealManager.obstacleToDesktop))
struct TypedTimeTests {
  private static let calendar = CalendarText.calendar([
    CalendarText.event(
      "Pills", start: "DTSTART:20280103T090000Z", rule: "FREQ=DAILY", title: "Pills",
      alarm: "PT0S\nREPEAT:1\nDURATION:PT20M"),
    CalendarText.event("Walk", start: "DTSTART:20280103T100000Z", title: "Walk"),
    """
    BEGIN:VTODO
    UID:tax
    DTSTAMP:20260101T000000Z
    DUE:20280103T110000Z
    SUMMARY:Tax
    BEGIN:VALARM
    ACTION:DISPLAY
    TRIGGER;RELATED=END:-PT10M
    END:VALARM
    BEGIN:VALARM
    ACTION:DISPLAY
    TRIGGER;RELATED=END:PT0S
    END:VALARM
    END:VTODO

    """,
  ])

  /// Runs a script at 08:00 UTC on a Monday, with `titles` for the notifications on the screen.
  private func run(_ script: String) throws -> DesktopSession.Record {
    try DesktopSession.with(["a.ics": Self.calendar]) { session in
      try session.run(
        at: "2028-01-03T08:00:00Z",
        """
        run() { "$PROGRAM" "$@" 2>&1 || echo "[$?]"; }
        titles() { settle; shown | sed 's/.*"title": "\\([^"]*\\)".*/- \\1/'; }
        "$PROGRAM" install --quiet a.ics
        \(script)
        ! grep -i warning "$directory/errors"
        """)
    }
  }

  @Test func `a snooze ends at the time that is typed last`() throws {
    let record = try run(
      """
      walk 2028-01-03T09:00:05Z
      run snooze --for tomorrow
      run snooze 1 --for 14:00
      run snooze --for 09:30
      titles
      walk 2028-01-03T09:29:30Z
      titles
      walk 2028-01-03T09:30:20Z
      titles
      """)
    #expect(
      record.text == """
        Pills: snoozed until tomorrow 08:00
        Pills: snoozed until today 14:00
        Pills: snoozed until today 09:30
        - Pills

        """)
  }

  @Test func `Done is taken back on the screen, for a snooze and for what was due meanwhile`()
    throws
  {
    let record = try run(
      """
      walk 2028-01-03T09:00:05Z
      run done pills
      titles
      run done pills
      run done --undo
      titles
      run snooze --for 09:40
      run done 1
      walk 2028-01-03T09:25:00Z
      run done --undo 1
      titles
      walk 2028-01-03T09:40:20Z
      titles
      run done tax --next
      walk 2028-01-03T11:05:00Z
      titles
      run done --undo tax
      titles
      """)
    var lines = record.text.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    // The second Done lists the next days.
    let list = try #require(lines.firstIndex { $0.contains("not due yet") })
    let end = try #require(lines[list...].firstIndex { $0.hasPrefix("to mark the first: ") })
    #expect(lines[list + 1].contains(#/ 1  tomorrow 09:00 +Pills$/#), "\(lines)")
    lines.removeSubrange(list...end)
    #expect(
      lines.joined(separator: "\n") == """
        Pills: done, due today 09:00
        [65]
        Pills: no longer done, due today 09:00
        - Pills
        Pills: snoozed until today 09:40
        Pills: done
        Pills: no longer done, due today 09:00
        - Pills
        Tax: done, due today 10:50
        - Pills
        - Walk
        Tax: no longer done, due today 10:50
        - Pills
        - Walk
        - Tax

        """, "\(record.text)")
  }
}
