import CalendarFixtures
import CivilTime
import Foundation
import TestPrograms
import Testing

@testable import ProgramSupport

/// The time zone data of the machine, and directories of zones that tests compile.
@Suite struct ZoneDirectoryTests {
  /// zic(8) is in sbin on some systems, which is not in every PATH.
  private static let zic = "PATH=$PATH:/usr/sbin zic"

  /// An event each day at 09:00 in Berlin.
  private static let calendar = CalendarText.calendar(
    CalendarText.event(start: "DTSTART;TZID=Europe/Berlin:20260101T090000", rule: "FREQ=DAILY"))

  /// Zones that put Berlin at +05:00, and at +06:00 from May to September.
  private static let rules = """
    Rule X 2000 max - May 1 0:00 1:00 -
    Rule X 2000 max - Oct 1 0:00 0 -
    Zone Europe/Berlin 5:00 X XXX
    Zone UTC 0 - UTC

    """

  @Test(arguments: ["fat", "slim"])
  func `fires follow the zones in the directory of TZDIR`(_ format: String) throws {
    try Program.run(["a.ics": Self.calendar, "rules": Self.rules]) { program in
      try program.shell("\(Self.zic) -b \(format) -d \"$PWD/zones\" rules", status: 0)
      for (now, at) in [
        ("2026-03-01T00:00:00Z", "2026-03-01T04:00:00Z"),
        ("2026-06-01T00:00:00Z", "2026-06-01T03:00:00Z"),
        // After all transitions in the file.
        ("2080-03-01T00:00:00Z", "2080-03-01T04:00:00Z"),
        ("2080-06-01T00:00:00Z", "2080-06-01T03:00:00Z"),
      ] {
        let fires = try program.shell(
          "TZDIR=$PWD/zones \"$PROGRAM\" fires --time-zone UTC --now \(now) --horizon P1D a.ics")
        #expect(fires.text.contains("\"at\":\"\(at)\""), "\(fires.text) \(fires.errors)")
      }
      let version = try program.shell("TZDIR=$PWD/zones \"$PROGRAM\" --version; pwd -P")
      let here = try #require(version.lines.last)
      #expect(version.lines[1] == "time zone data: unknown version (\(here)/zones)")
    }
  }

  @Test func `--version shows the version of the time zone data in use`() throws {
    try Program.run(["rules": Self.rules]) { program in
      let text = try program.shell(
        """
        \(Self.zic) -d "$PWD/zones" rules
        export TZDIR=$PWD/zones
        echo 2031x >zones/+VERSION
        "$PROGRAM" --version | sed -n 2p
        echo '# version 2031y' >zones/tzdata.zi
        "$PROGRAM" --version | sed -n 2p
        TZDIR=/nowhere "$PROGRAM" --version | sed -n 2p
        TZDIR=zones "$PROGRAM" --version | sed -n 2p
        pwd -P
        """)
      let here = try #require(text.lines.last)
      #expect(text.lines[0] == "time zone data: 2031x (\(here)/zones)")
      #expect(text.lines[1] == "time zone data: 2031y (\(here)/zones)")
      #expect(text.lines[2] == "time zone data: unknown version (/nowhere)")
      // A relative TZDIR is ignored.
      #expect(text.lines[3].hasSuffix(" (/usr/share/zoneinfo)"))
    }
  }

  @Test func `a link is the zone it names, and no other data answer for a missing zone`() throws {
    try Program.run(["rules": Self.rules]) { program in
      let made = try program.shell(
        "\(Self.zic) -d \"$PWD/zones\" rules && echo 'L Europe/Berlin Old/Name' >zones/tzdata.zi; "
          + "pwd -P")
      let zones = ZoneDatabase(ZoneDirectory("\(made.lines[0])/zones"))
      let linked = try #require(zones.zone(named: "Old/Name"))
      #expect(linked.identifier == "Europe/Berlin" && linked.isIANA)
      #expect(linked.offset(at: Instant(secondsSince1970: 1_700_000_000)) == 18_000)
      #expect(zones.zone(named: "Asia/Tokyo") == nil)
      #expect(zones.identifier(ignoringCase: "old/name") == "Old/Name")
      #expect(zones.missedCount == 0)
    }
  }

  @Test func `without tzdata.zi, old names follow the table of links`() throws {
    try Program.run(["rules": "Zone Asia/Kolkata 5:30 - IST\nZone UTC 0 - UTC\n"]) { program in
      let made = try program.shell("\(Self.zic) -d \"$PWD/zones\" rules; pwd -P")
      let zones = ZoneDatabase(ZoneDirectory("\(made.lines[0])/zones"))
      let linked = try #require(zones.zone(named: "Asia/Calcutta"))
      #expect(linked.identifier == "Asia/Kolkata" && linked.initialOffset == 19_800)
      // The target has no file.
      #expect(zones.zone(named: "US/Eastern") == nil)
      #expect(zones.identifier(ignoringCase: "asia/calcutta") == "Asia/Calcutta")
    }
  }

  /// tzdata.zi has the links of the installed release, some of them to a zone that is the same only
  /// since 1970.
  @Test func `the table of links agrees with the time zone data of the machine`() throws {
    let text = try String(
      contentsOfFile: "\(ZoneDirectory.standard)/tzdata.zi", encoding: .utf8)
    let installed = ZoneDatabase(ZoneDirectory(ZoneDirectory.standard))
    let (start, end) = (Instant(secondsSince1970: 86_400), Instant(secondsSince1970: 4_000_000_000))
    var compared = 0
    for line in text.split(separator: "\n") where line.hasPrefix("L ") {
      let words = line.split(separator: " ").map(String.init)
      // Abbreviations were zones of their own up to 2024a.
      guard let target = ZoneLinks.targets[words[2]], words[1].contains("/") else { continue }
      let (own, other) = (installed.zone(named: target), installed.zone(named: words[1]))
      #expect(own != nil, "\(line)")
      #expect(own?.transitions(in: start..<end) == other?.transitions(in: start..<end), "\(line)")
      compared += 1
    }
    #expect(compared > 60)
    #expect(ZoneLinks.targets.count == 113)
    #expect(ZoneLinks.targets["US/Pacific"] == "America/Los_Angeles")
  }

  @Test func `a calendar that needs a zone ends with 69 without zone data`() throws {
    let utc = CalendarText.calendar(
      CalendarText.event(start: "DTSTART:20260101T090000Z", rule: "FREQ=DAILY"))
    let own = CalendarText.calendar(
      CalendarText.event(start: "DTSTART;TZID=Etc/UTC:20260101T090000", rule: "FREQ=DAILY"))
    try Program.run(["berlin.ics": Self.calendar, "utc.ics": utc, "own.ics": own]) { program in
      let now = "--now 2026-03-01T00:00:00Z --horizon P1D"
      for (zone, words, status) in [
        ("", "fires --time-zone UTC \(now) utc.ics", 0),
        ("", "fires \(now) utc.ics", 0), ("UTC", "fires \(now) own.ics", 0),
        ("Etc/UTC", "fires \(now) utc.ics", 0),
        ("", "fires --time-zone UTC \(now) berlin.ics", 69),
        ("", "compile --time-zone UTC \(now) berlin.ics", 69),
        ("", "agenda --time-zone UTC \(now) berlin.ics", 69),
        ("", "compile --target systemd --time-zone UTC \(now) -o out berlin.ics", 69),
        ("", "fires --time-zone Europe/Berlin \(now) utc.ics", 69),
        ("", "fires --skip-on berlin.ics --time-zone UTC \(now) utc.ics", 69),
        ("Europe/Berlin", "fires \(now) utc.ics", 69),
      ] {
        let result = try program.shell("TZDIR=/nowhere TZ=\(zone) \"$PROGRAM\" \(words)")
        #expect(result.status == Int32(status), "\(words): \(result.errors)")
        if status == 0 {
          #expect(result.text.contains("\"at\":\"2026-03-01T09:00:00Z\""), "\(words)")
        } else {
          #expect(result.text.isEmpty)
          #expect(result.errors.contains("install tzdata"), "\(words): \(result.errors)")
        }
      }
      // Other calendars of a batch are compiled.
      let batch = try program.shell(
        "TZDIR=/nowhere TZ= \"$PROGRAM\" batch fires \(now) utc.ics berlin.ics own.ics")
      #expect(batch.lines.map { $0.contains("\"status\":69") } == [false, true, false])
    }
  }

  @Test(arguments: [("2024a", 1), ("2025b", 1), ("2026f", 0), ("2025c", 0), ("new", 0)])
  func `old zone data give a hint if a compilation is for more than a year`(
    version: String, hints: Int
  ) throws {
    try Program.run(["a.ics": Self.calendar, "rules": Self.rules]) { program in
      let text = try program.shell(
        """
        \(Self.zic) -d "$PWD/zones" rules
        echo '# version \(version)' >zones/tzdata.zi
        export TZDIR=$PWD/zones TZ=UTC
        for horizon in P1Y P2Y; do
          "$PROGRAM" --now 2026-11-28T08:00:00Z --horizon $horizon a.ics 2>&1 >/dev/null |
            grep -c 'update tzdata'
          mkdir -p out
          "$PROGRAM" batch --now 2026-11-28T08:00:00Z --horizon $horizon -o out a.ics a.ics 2>&1 |
            grep -c 'update tzdata'
        done
        """)
      #expect(text.lines.map(Int.init) == [0, 0, hints, hints])
    }
  }

  @Test(arguments: [
    "../zoneinfo/Europe/Berlin", "posix/Asia/Tokyo", "right/Asia/Tokyo", "localtime", "posixrules",
    "tzdata.zi", "/Europe/Berlin", "Europe//Berlin", "Europe/", "Europe", "", "Europe/Berlin\0",
    "Europe/../Europe/Berlin", "W._Europe_Standard_Time", String(repeating: "A", count: 5_000),
  ])
  func `a zone name can't lead to another file`(_ name: String) throws {
    let directory = ZoneDirectory(ZoneDirectory.standard)
    #expect(directory.zone(named: name) == nil)
  }

  @Test func `files that aren't zones are ignored`() throws {
    try Program.run(["rules": Self.rules]) { program in
      let made = try program.shell(
        """
        \(Self.zic) -d "$PWD/zones" rules
        mkdir zones/Test zones/Test/Directory; mkfifo zones/Test/Pipe
        echo TZif >zones/Test/Junk; head -c 1000000 /dev/zero >zones/Test/Large
        pwd -P
        """)
      let directory = ZoneDirectory("\(made.lines[0])/zones")
      for name in ["Test/Directory", "Test/Pipe", "Test/Junk", "Test/Large"] {
        #expect(directory.zone(named: name) == nil, "\(name)")
      }
    }
  }

  /// zdump(8) prints the second before each transition and the transition.
  @Test(arguments: [
    "Africa/Casablanca", "America/Vancouver", "America/Edmonton", "Asia/Gaza", "Europe/Dublin",
    "America/Nuuk", "Pacific/Easter", "Asia/Tehran", "America/Asuncion", "America/Los_Angeles",
  ])
  func `a zone of the machine has the transitions that zdump prints`(_ name: String) throws {
    let zdump = try #require(TestProgram.installed("zdump"))
    let directory = ZoneDirectory(ZoneDirectory.standard)
    let zone = try #require(directory.zone(named: name))
    let months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(separator: " ")
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let printed = try zdump.run(["-v", "-c", "1970,2200", name]).lines.compactMap { line in
      line.firstMatch(of: /(\w+) +(\d+) ([\d:]+) (\d+) UT = .* gmtoff=(-?\d+)$/).flatMap {
        found -> (instant: Instant, offset: Int)? in
        let month = (months.firstIndex(of: found.1) ?? 0) + 1
        guard let day = Int(found.2), let offset = Int(found.5) else { return nil }
        return Instant(iso8601: "\(found.4)-\(padded(month))-\(padded(day))T\(found.3)Z")
          .map { ($0, offset) }
      }
    }
    for (instant, offset) in printed { #expect(zone.offset(at: instant) == offset, "\(instant)") }
    let changes = zip(printed, printed.dropFirst()).filter {
      $1.instant == $0.instant + 1 && $1.offset != $0.offset
    }
    #expect(!changes.isEmpty)
    let (start, end) = try #require(
      Instant(iso8601: "1970-01-02T00:00:00Z").flatMap { start in
        Instant(iso8601: "2199-12-31T00:00:00Z").map { (start, $0) }
      })
    #expect(zone.transitions(in: start..<end).map(\.instant) == changes.map(\.1.instant))
  }
}
