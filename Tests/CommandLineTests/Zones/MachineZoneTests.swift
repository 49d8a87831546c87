import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// The machine's time zone, found as the C library does.
@Suite struct MachineZoneTests {
  /// 09:00 local time on each day.
  private let floating = CalendarText.calendar(
    CalendarText.event(start: "DTSTART:20260101T090000", rule: "FREQ=DAILY"))
  private let now = "--now=2026-01-01T00:00:00Z"

  /// Zones with a file that Debian 13 has only in the package tzdata-legacy.
  ///
  /// Without the file, the C library reads these names as UTC.
  private static let legacy = ["posix/Asia/Tokyo", "CET", "EST5EDT"].filter {
    FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/\($0)")
  }

  /// Compares the fires with date(1), which uses the same `TZ`.
  @Test(
    arguments: legacy + [
      "UTC", "", ":", "Europe/Berlin", ":Europe/Berlin", "/usr/share/zoneinfo/Europe/Berlin",
      ":/usr/share/zoneinfo/America/New_York",
      "CET-1CEST,M3.5.0,M10.5.0/3", "CET-1CEST-2,M3.5.0/02:00:00,M10.5.0/03",
      "EST5EDT4,M3.2.0,M11.1.0", "PST8PDT,M3.2.0/2,M11.1.0/2", "UTC0", "<+03>-3",
      "<-0330>3:30", "IST-5:30", "NZST-12NZDT,M9.5.0,M4.1.0/3", "IST-1GMT0,M10.5.0,M3.5.0/1",
      "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "EST5EDT,0/0,J365/25", "GMT+5",
    ])
  func `local times are those of the C library`(_ zone: String) throws {
    try Program.run(["a.ics": floating]) { program in
      let result = try program(
        "fires", now, "--horizon=P1Y", "a.ics", environment: ["TZ": zone])
      // A rule that matches no IANA zone may be rejected, but is never read as another one.
      if result.status == 64 {
        #expect(result.errors.contains("--time-zone"), "\(result.errors)")
        #expect(zone == "<-0330>3:30", "refused: \(zone)")
        return
      }
      #expect(result.status == 0, "\(result.errors)")
      let instants = result.lines.compactMap { line in
        line.split(separator: "\"").first { $0.hasSuffix("Z") }
      }
      #expect(instants.count >= 365)
      try program.write(instants.joined(separator: "\n") + "\n", to: "instants")
      let clock = try program.shell("TZ='\(zone)' date -f instants +%H:%M | sort | uniq -c")
      #expect(clock.lines.map { $0.split(separator: " ").last } == ["09:00"], "\(clock.text)")
    }
  }

  @Test(arguments: [
    "Foo/Bar", "foo", "europe/berlin", "/nowhere", "right/Europe/Berlin", "XYZ3:17", "CET-1CEST",
    "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-25", "CE-1", "<+03-3", "UTC0 ",
    "\u{1B}[31m",
  ])
  func `an unknown zone in TZ is rejected with a hint at --time-zone`(_ zone: String) throws {
    try Program.run(["a.ics": floating]) { program in
      let result = try program(now, "--output=plan.json", "a.ics", environment: ["TZ": zone])
      result.expectRefusal(64, saying: "--time-zone")
      #expect(!result.errors.contains("\u{1B}"))
      try program(
        "fires", now, "--time-zone=UTC", "a.ics", environment: ["TZ": zone], status: 0)
    }
  }

  @Test func `a copy of a zone file is recognized by its content, and other files are rejected`()
    throws
  {
    try Program.run(["a.ics": floating, "junk": "TZif"]) { program in
      let result = try program.shell(
        "cp /usr/share/zoneinfo/Asia/Tokyo copy; TZ=$PWD/copy \"$PROGRAM\" \(now) a.ics")
      #expect(result.text.contains("\"timeZone\" : \"Asia/Tokyo\""), "\(result.errors)")
      try program.shell("TZ=$PWD/junk \"$PROGRAM\" \(now) a.ics", status: 64)
    }
  }

  /// A directory with New York's zone, its old name as a link, and a link to a missing file.
  private static let linkedZones = """
    mkdir -p zoneinfo/America
    cp /usr/share/zoneinfo/UTC zoneinfo/
    cp /usr/share/zoneinfo/America/New_York zoneinfo/America/
    echo 'L America/New_York US/Eastern' >zoneinfo/tzdata.zi
    ln -s zoneinfo/US/Eastern localtime
    export TZDIR=$PWD/zoneinfo

    """

  /// The C library and systemd use UTC for such a name.
  @Test(arguments: ["US/Eastern", ":US/Eastern", "$PWD/localtime", "$TZDIR/US/Eastern"])
  func `an old name without a file is reported, and timers name the zone that is meant`(
    _ zone: String
  ) throws {
    try Program.run(["a.ics": floating]) { program in
      let result = try program.shell(
        """
        \(Self.linkedZones)
        export TZ=\(zone)
        "$PROGRAM" fires \(now) --horizon=P1D a.ics
        "$PROGRAM" compile --target systemd \(now) a.ics
        """)
      #expect(result.text.contains("\"at\":\"2026-01-01T14:00:00Z\""), "\(result.text)")
      #expect(
        result.lines.filter { $0.hasPrefix("OnCalendar=") }
          == ["OnCalendar=*-*-* 09:00:00 America/New_York"])
      let warnings = result.errors.split(separator: "\n").filter {
        $0.hasSuffix("[zone-file-missing]")
      }
      #expect(warnings.count == 2, "\(result.errors)")
      for warning in warnings {
        #expect(warning.contains("\"US/Eastern\"") && warning.contains("America/New_York"))
      }
    }
  }

  @Test func `a zone with a file is not reported, and lines follow the machine's clock`() throws {
    try Program.run(["a.ics": floating]) { program in
      let result = try program.shell(
        """
        \(Self.linkedZones)
        TZ=America/New_York "$PROGRAM" compile --target systemd \(now) a.ics
        """)
      #expect(
        result.lines.filter { $0.hasPrefix("OnCalendar=") } == ["OnCalendar=*-*-* 09:00:00"])
      #expect(!result.errors.contains("zone-file-missing"))
    }
  }

  /// systemd reads /usr/share/zoneinfo, whatever TZDIR is.
  @Test func `no line names a zone that systemd lacks, or has with other data`() throws {
    let zones = ["Europe/Berlin", "Test/Berlin"]
    let calendar = CalendarText.calendar(
      zones.map {
        CalendarText.event($0, start: "DTSTART;TZID=\($0):20260101T090000", rule: "FREQ=DAILY")
      }.joined())
    let rules = """
      Zone Europe/Berlin 5:00 - XXX
      Zone Test/Berlin 1:00 - CET
      Zone UTC 0 - UTC

      """
    try Program.run(["a.ics": calendar, "rules": rules]) { program in
      let result = try program.shell(
        """
        PATH=$PATH:/usr/sbin zic -d "$PWD/zones" rules
        TZDIR=$PWD/zones TZ=UTC "$PROGRAM" compile --target systemd \(now) --horizon=P7D a.ics
        """)
      let lines = result.lines.filter { $0.hasPrefix("OnCalendar=") }
      #expect(!lines.isEmpty && lines.allSatisfy { $0.hasSuffix(" UTC") }, "\(result.text)")
    }
  }

  @Test func `without TZ, the zone is that of the file localtime`() throws {
    let result = try Program.run(["a.ics": floating]) {
      try $0.shell(
        "unset TZ; \"$PROGRAM\" fires --horizon=P1D \(now) a.ics >fires && "
          + "date -d \"$(grep -o '\"at\":\"[^\"]*' fires | cut -c7-)\" +%H:%M")
    }
    #expect(result.lines == ["09:00"], "\(result.errors)")
  }
}
