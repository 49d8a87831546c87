import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// Informal values of options, and the errors for invalid ones.
@Suite struct TypedValueTests {
  private static let calendar = CalendarText.calendar(
    CalendarText.event("walk@example.org", title: "Walk", alarm: "PT0S"),
    CalendarText.event("talk@example.org", title: "Talk", alarm: nil),
    CalendarText.event(
      "fair@example.org", start: "DTSTART;VALUE=DATE:20260106", title: "Fair", alarm: nil))

  /// Informal values, and the same values in standard forms.
  private static let alike: [([String], [String])] = [
    (["--horizon=30d"], ["--horizon=P30D"]), (["--horizon=30 days"], ["--horizon=P30D"]),
    (["--horizon=2w"], ["--horizon=P2W"]), (["--horizon=1y6mo"], ["--horizon=P1Y6M"]),
    (["--horizon=1d 2h 30min"], ["--horizon=P1DT2H30M"]), (["--horizon=36H"], ["--horizon=PT36H"]),
    (["--renew-within=12h"], ["--renew-within=PT12H"]),
    (["--default-alarm=-15m"], ["--default-alarm=-PT15M"]),
    (["--default-alarm=-1h30m"], ["--default-alarm=-PT1H30M"]),
    (["--default-alarm=-15min=SUMMARY:Talk"], ["--default-alarm=-PT15M=SUMMARY:Talk"]),
    (["--all-day-alarm=9:00"], ["--all-day-alarm=09:00"]),
    (["--all-day-alarm=9:00=SUMMARY:Fair"], ["--all-day-alarm=09:00=SUMMARY:Fair"]),
    (["--all-day-alarm=9am"], ["--all-day-alarm=09:00"]),
    (["--all-day-alarm=9"], ["--all-day-alarm=09:00"]),
    (["--all-day-alarm=9=SUMMARY:Fair"], ["--all-day-alarm=09:00=SUMMARY:Fair"]),
    (["--move-all-day=9"], ["--move-all-day=09:00"]),
    (["--move-all-day=12:30 pm"], ["--move-all-day=12:30"]),
    (["--quiet-hours=22:00-7:00"], ["--quiet-hours=22:00-07:00"]),
    (["--quiet-hours=22-7"], ["--quiet-hours=22:00-07:00"]),
    (["--quiet-hours=10pm-7am=UID:*"], ["--quiet-hours=22:00-07:00=UID:*"]),
    (["--nag=3x5min"], ["--nag=3xPT5M"]), (["--nag=3x1h"], ["--nag=3xPT1H"]),
    (["--nag-overdue=5m"], ["--nag-overdue=PT5M"]),
    (["--default-alarm", "+15m"], ["--default-alarm=+PT15M"]),
    (["--default-alarm=0m"], ["--default-alarm=PT0S"]),
    (["--time-zone=europe/BERLIN"], ["--time-zone=Europe/Berlin"]),
    (["--time-zone=utc"], ["--time-zone=UTC"]),
  ]

  @Test(arguments: alike)
  func `an informal value means the same as its standard form`(
    typed: [String], standard: [String]
  ) throws {
    try Program.run(["a.ics": Self.calendar]) { program in
      let base = ["--now=2026-01-05T06:00:00Z", "a.ics"]
      let (own, other) = (try program.run(typed + base), try program.run(standard + base))
      #expect(other.status == 0, "\(other.errors)")
      #expect(own.status == 0, "\(own.errors)")
      #expect(own.output == other.output)
    }
  }

  @Test func `--snooze accepts informal durations`() throws {
    try Program.run(["a.ics": Self.calendar]) { program in
      for (name, list) in [("typed", "5m,1h,8:00"), ("standard", "PT5M,PT1H,08:00")] {
        try program(
          "--target=systemd", "--snooze=\(list)", "--now=2026-01-05T06:00:00Z", "--output=\(name)",
          "a.ics", status: 0)
      }
      // The renewal's command line has the informal values.
      let difference = try program.shell(
        "diff -r -I ExecStart= -x '.*' typed standard || true")
      #expect(difference.text.isEmpty, "\(difference.text)")
      #expect(try program.shell("cat typed/*").text.contains("PT1H"))
    }
  }

  /// Local times, their zones and instants, also around clock changes on 29 March and 25 October.
  private static let localTimes = [
    ("2026-01-05T06:00", "Europe/Berlin", "2026-01-05T05:00:00Z"),
    ("2026-07-05 06:00:30", "Europe/Berlin", "2026-07-05T04:00:30Z"),
    ("2026-01-05", "America/New_York", "2026-01-05T05:00:00Z"),
    ("20260105T0600", "UTC", "2026-01-05T06:00:00Z"),
    ("2026-10-25T02:30", "Europe/Berlin", "2026-10-25T00:30:00Z"),
    ("2026-03-29T02:30", "Europe/Berlin", "2026-03-29T01:30:00Z"),
    ("2026-01-05 06:00+01:00", "UTC", "2026-01-05T05:00:00Z"),
  ]

  @Test(arguments: localTimes)
  func `an instant without a zone is a local time`(
    local: String, zone: String, instant: String
  ) throws {
    try Program.run(["a.ics": Self.calendar]) { program in
      for command in [["compile"], ["simulate", "--open-every=P3D"]] {
        let typed = try program.run(command + ["--time-zone=\(zone)", "--now=\(local)", "a.ics"])
        let standard = try program.run(
          command + ["--time-zone=\(zone)", "--now=\(instant)", "a.ics"])
        #expect(standard.status == 0 && typed.status == 0, "\(typed.errors)")
        #expect(typed.output == standard.output)
      }
    }
  }

  @Test func `--open accepts a local time, too`() throws {
    try Program.run(["a.ics": Self.calendar]) { program in
      let base = ["simulate", "--time-zone=Asia/Tokyo", "--now=2026-01-05T06:00:00Z", "a.ics"]
      let typed = try program.run(base + ["--open=2026-01-06T09:00"])
      let standard = try program.run(base + ["--open=2026-01-06T00:00:00Z"])
      #expect(standard.status == 0 && typed.output == standard.output, "\(typed.errors)")
    }
  }

  @Test(arguments: [
    (["--horizon=6m"], "may be months or minutes: P6M or PT6M"),
    (["--horizon=7x"], "is not a duration such as P7D or 7d"),
    (["--horizon=1h1d"], "is not a duration such as P7D or 7d"),
    (["--horizon=-7d"], "is not a duration such as P7D or 7d"),
    (["--horizon=99999999999999999999d"], "is not a duration such as P7D or 7d"),
    (["--time-zone=Berlin"], "is not an IANA time zone; did you mean Europe/Berlin?"),
    (["--time-zone=new york"], "is not an IANA time zone; did you mean America/New_York?"),
    (["--time-zone=Nowhere"], "is not an IANA time zone such as Europe/Berlin"),
    (["--now=yesterday"], "nor a local time such as 2026-01-05T08:00"),
    (["--all-day-alarm=9:0"], "is not a time of day such as 09:00"),
  ])
  func `an invalid value is rejected with an example of a valid one`(
    options: [String], answer: String
  ) throws {
    let result = try Program.run(["a.ics": Self.calendar]) { try $0.run(options + ["a.ics"]) }
    result.expectRefusal(64, saying: answer)
  }

  @Test func `common options have short names`() throws {
    try Program.run(["a.ics": Self.calendar]) { program in
      let now = "--now=2026-01-05T06:00:00Z"
      for command in ["compile", "fires", "simulate"] {
        let long = try program(command, "--format", "text", "--quiet", now, "a.ics")
        let short = try program(command, "-qf", "text", "-o", "out", now, "a.ics")
        #expect(long.status == 0 && short.status == 0, "\(short.errors)")
        #expect(try program.read("out") == long.text)
      }
      let version = try program("--version")
      #expect(try program("-V").text == version.text)
      #expect(try program("fires", "-V").text == version.text)
    }
  }

  @Test func `a file URL is read as its path`() throws {
    try Program.run(["a b/ä%.ics": Self.calendar]) { program in
      let here = try program.here()
      let now = "--now=2026-01-05T06:00:00Z"
      let plain = try program(now, "\(here)/a b/ä%.ics")
      for url in [
        "file://\(here)/a%20b/%C3%A4%25.ics", "file://localhost\(here)/a b/ä%25.ics",
        "FILE:\(here)/a%20b/%c3%a4%25.ics",
      ] {
        let typed = try program(now, url)
        #expect(typed.status == 0 && typed.output == plain.output, "\(typed.errors)")
      }
      for url in ["file://elsewhere\(here)/a.ics", "file:///a%zz.ics", "file:///a%00.ics"] {
        let typed = try program(now, url, status: 66)
        #expect(typed.errors == "ics2notify: error: \(url): no such file\n")
      }
    }
  }

  @Test(arguments: [
    ("https://example.org/a.ics", "curl -fsSL 'https://example.org/a.ics' | ics2notify -"),
    ("webcal://example.org/a.ics", "curl -fsSL 'https://example.org/a.ics' | ics2notify -"),
    ("HTTP://a/';reboot;'", "curl -fsSL 'http://a/%27;reboot;%27' | ics2notify -"),
  ])
  func `a remote URL is rejected with a command that reads it`(
    url: String, command: String
  ) throws {
    let result = try Program.run { try $0(url, status: 66) }
    #expect(
      result.errors
        == "ics2notify: error: \(url): calendars are read from files; \(command)\n")
  }
}
