import TestPrograms
import Testing

/// Files that another program changes while they are read.
@Suite struct ChangedFileTests {
  private static let zone = """
    BEGIN:VTIMEZONE
    TZID:Home
    BEGIN:STANDARD
    DTSTART:19700101T000000
    TZOFFSETFROM:+0517
    TZOFFSETTO:+0517
    END:STANDARD
    END:VTIMEZONE

    """

  /// A calendar that is large enough to be read in parts, of which only what may matter is kept:
  /// neither the event that is past, which another component belongs to, nor the zone.
  private static func large(_ title: String) -> String {
    let filler = "X-FILLER:\(String(repeating: "x", count: 990))\n"
    return Calendars.calendar(
      zone,
      Calendars.event("series", start: "DTSTART:20200105T090000Z", title: "past"),
      Calendars.event(
        "series", start: "DTSTART;TZID=Home:20260105T090000\nRECURRENCE-ID:20260105T090000Z",
        title: title),
      String(repeating: filler, count: 2_000))
  }

  // The program opens the pipe when it has looked through the file, and goes on when it is closed.
  @Test(arguments: ["mv new.ics large.ics", "cat new.ics >large.ics"])
  func `what was changed since it was looked through is read as it is now`(
    _ change: String
  ) throws {
    let files = [
      "large.ics": Self.large("before"), "new.ics": Self.large("after"),
      "a.ics": Calendars.one("a"),
    ]
    try Program.run(files) { program in
      let now = "--now=2026-01-01T12:00:00Z"
      let expected = try program("fires", now, "new.ics", "a.ics")
      #expect(expected.lines.contains { $0.contains("after") })
      let result = try program.shell(
        """
        mkfifo pipe
        timeout 60 "$PROGRAM" fires \(now) large.ics pipe &
        exec 3>pipe
        \(change)
        cat a.ics >&3
        exec 3>&-
        wait $!
        """)
      #expect(result.status == 0)
      #expect(result.output == expected.output)
      #expect(result.errors.isEmpty, "\(result.errors)")
    }
  }

  @Test(arguments: ["rm large.ics", "echo hello >large.ics", "rm large.ics; mkdir large.ics"])
  func `what can't be read again is none that was read`(_ change: String) throws {
    let files = ["large.ics": Self.large("before"), "a.ics": Calendars.one("a")]
    try Program.run(files) { program in
      let now = "--now=2026-01-01T12:00:00Z"
      let expected = try program("fires", now, "a.ics")
      let result = try program.shell(
        """
        mkfifo pipe
        timeout 60 "$PROGRAM" fires \(now) large.ics pipe &
        exec 3>pipe
        \(change)
        cat a.ics >&3
        exec 3>&-
        wait $!
        """)
      #expect(result.status == 1)
      #expect(result.output == expected.output)
      #expect(result.errors.contains("large.ics: "), "\(result.errors)")
      #expect(!result.errors.contains("zone"), "\(result.errors)")
    }
  }
}
