import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// Responses to notifications (`--responses`), and what a document says about alerts.
@Suite struct ResponseTests {
  /// A daily pill at 21:00 in Berlin, which is 20:00 UTC, repeated after 10 and 20 minutes.
  private static let pill = CalendarText.calendar(
    CalendarText.event(
      start: "DTSTART;TZID=Europe/Berlin:20260101T210000", rule: "FREQ=DAILY",
      alarm: "PT0S\nREPEAT:2\nDURATION:PT10M"))
  private static let zone = "--time-zone=Europe/Berlin"

  /// Runs a test with the pill, and with the identifier of its first alert in a plan.
  private static func run(_ body: (Program, String) throws -> Void) throws {
    try Program.run(["pill.ics": pill]) { program in
      let plan = try program.run(
        ["--now=2026-01-05T07:00:00Z", zone, "--quiet", "pill.ics"], status: 0
      ).object()
      let requests = try #require(plan["requests"] as? [[String: Any]])
      try body(program, try #require(requests.first?["identifier"] as? String))
    }
  }

  private static func response(
    _ action: String, _ identifier: String, at time: String = "2026-01-05T20:03:00Z",
    more: String = ""
  ) -> String {
    """
    {"action":"ics2notify.\(action)","identifier":"\(identifier)","uid":"ignored",\
    "deliveredAt":"2026-01-05T20:00:00Z","respondedAt":"\(time)"\(more)}
    """
  }

  /// The local times at which a simulated plan fires on the day of the responses and the next one.
  private static func fires(_ program: Program) throws -> [String] {
    try program.run(
      [
        "simulate", "--now=2026-01-05T20:05:00Z", "--horizon=P1DT4H", zone, "--format=text",
        "--quiet", "--responses=responses.json", "pill.ics",
      ], status: 0
    ).lines.dropLast().map { String($0.prefix(20).suffix(16)) }
  }

  private static let tomorrow = ["2026-01-06 21:00", "2026-01-06 21:10", "2026-01-06 21:20"]

  @Test(arguments: [
    ("done", "", [String]()), ("stopRepeat", "", []),
    (
      "snooze", #","until":"2026-01-05T20:31:00Z""#,
      ["2026-01-05 21:10", "2026-01-05 21:20", "2026-01-05 21:31"]
    ),
    ("snooze", "", ["2026-01-05 21:10", "2026-01-05 21:12", "2026-01-05 21:20"]),
    ("open", "", ["2026-01-05 21:10", "2026-01-05 21:20"]),
  ])
  func `a response changes the alerts of its occurrence only`(
    action: String, more: String, today: [String]
  ) throws {
    try Self.run { program, identifier in
      try program.write("[\(Self.response(action, identifier, more: more))]", to: "responses.json")
      #expect(try Self.fires(program) == today + Self.tomorrow)
    }
  }

  @Test func `the last of several responses counts, in any order of the file`() throws {
    try Self.run { program, identifier in
      let until = #","until":"2026-01-05T20:31:00Z""#
      let snooze = Self.response("snooze", identifier, more: until)
      let done = Self.response("done", identifier, at: "2026-01-05T20:04:00Z")
      for file in ["[\(snooze),\(done)]", "[\(done),\(snooze)]"] {
        try program.write(file, to: "responses.json")
        #expect(try Self.fires(program) == Self.tomorrow)
      }
    }
  }

  @Test(arguments: [
    ("{}", "not a JSON array"), ("[1]", "element 0"), ("", "not a JSON array"),
    (#"[{"action":"ics2notify.done"}]"#, "element 0"),
    (
      #"[{"action":"a","identifier":"b","deliveredAt":"soon","respondedAt":"2026-01-05T20:01:00Z"}]"#,
      "element 0"
    ),
  ])
  func `a wrong file is refused`(text: String, reason: String) throws {
    try Program.run(["pill.ics": Self.pill]) { program in
      try program.write(text, to: "responses.json")
      try program.run(["--responses=responses.json", "pill.ics"])
        .expectRefusal(65, saying: reason)
    }
  }

  @Test func `more than 200 responses are refused, and batch and systemd don't take any`() throws {
    try Self.run { program, identifier in
      let one = Self.response("done", identifier)
      for (count, status) in [(200, Int32(0)), (201, 65)] {
        let all = Array(repeating: one, count: count).joined(separator: ",")
        try program.write("[\(all)]", to: "responses.json")
        try program.run(
          ["--now=2026-01-06T07:00:00Z", "--responses=responses.json", "pill.ics"], status: status)
      }
      for arguments in [["batch"], ["--target=systemd"], ["--target=apns"]] {
        try program.run(arguments + ["--responses=responses.json", "pill.ics"])
          .expectRefusal(64, saying: "--responses")
      }
    }
  }

  @Test func `a response about an unknown reminder is ignored with a note`() throws {
    try Program.run(["pill.ics": Self.pill]) { program in
      try program.write("[\(Self.response("done", "ics2notify.gone.T1"))]", to: "responses.json")
      let result = try program.run(
        ["--now=2026-01-05T20:05:00Z", Self.zone, "--responses=responses.json", "pill.ics"],
        status: 0)
      #expect(
        result.errors.contains(
          "responses.json: ignored responses, because the calendars lack their reminders: 1"))
    }
  }

  @Test func `an event with a canonically equivalent UID doesn't hide the answered one`() throws {
    let (composed, decomposed) = ("caf\u{E9}@example.org", "cafe\u{301}@example.org")
    let own = Self.pill.replacing("event@example.org", with: composed)
    let other = CalendarText.calendar(
      CalendarText.event(decomposed, start: "DTSTART:20260105T210000Z", title: "Party"))
    try Program.run(["a.ics": other, "pill.ics": own]) { program in
      let plan = try program.run(
        ["--now=2026-01-05T07:00:00Z", Self.zone, "--quiet", "pill.ics"], status: 0
      ).object()
      let requests = try #require(plan["requests"] as? [[String: Any]])
      let identifier = try #require(requests.first?["identifier"] as? String)
      try program.write("[\(Self.response("done", identifier))]", to: "responses.json")
      let result = try program.run(
        [
          "simulate", "--now=2026-01-05T20:05:00Z", "--horizon=PT3H", Self.zone, "--format=text",
          "--responses=responses.json", "a.ics", "pill.ics",
        ], status: 0)
      #expect(result.lines.dropLast() == ["Mon 2026-01-05 22:00  Party"], "\(result.errors)")
    }
  }

  @Test func `a document lists the alerts that an app needs for Done`() throws {
    try Program.run([
      "pill.ics": Self.pill, "once.ics": CalendarText.one("once"), "daily.ics": CalendarText.daily,
    ]) { program in
      func document(_ name: String, _ more: String...) throws -> [String: Any] {
        try program.run(
          [
            "--target=expo-ios", "--now=2026-01-05T20:05:00Z", Self.zone, "--renew-within=P2D",
            name,
          ]
            + more, status: 0
        ).object()
      }
      let plan = try document("pill.ics")
      let alerts = try #require(plan["alerts"] as? [String: [[String: String]]])
      func listed(_ time: String) -> [String] {
        alerts.filter { $0.key.contains("T\(time)") }.flatMap(\.value)
          .map { "\($0["at"] ?? "") of \($0["occurrence"] ?? "")" }
      }
      #expect(alerts.count == 3)
      #expect(
        listed("210000") == [
          "2026-01-05T20:00:00Z of 2026-01-05T20:00:00Z",
          "2026-01-06T20:00:00Z of 2026-01-06T20:00:00Z",
          "2026-01-07T20:00:00Z of 2026-01-07T20:00:00Z",
        ])
      #expect(
        listed("211000") == [
          "2026-01-04T20:10:00Z of 2026-01-04T20:00:00Z",
          "2026-01-05T20:10:00Z of 2026-01-05T20:00:00Z",
          "2026-01-06T20:10:00Z of 2026-01-06T20:00:00Z",
        ])
      #expect(plan["respondedUntil"] == nil)
      // An occurrence with one alert needs none.
      #expect((try document("daily.ics")["alerts"] as? [String: Any])?.isEmpty == true)
      try program.write("[\(Self.response("done", "ics2notify.gone.T1"))]", to: "responses.json")
      let answered = try document("daily.ics", "--responses=responses.json")
      #expect(answered["respondedUntil"] as? String == "2026-01-05T20:03:00Z")
      // The clock of the device can be ahead. An earlier instant would make the app answer twice.
      let ahead = Self.response("done", "ics2notify.gone.T1", at: "2026-01-05T20:05:30Z")
      try program.write("[\(ahead)]", to: "responses.json")
      let early = try document("daily.ics", "--responses=responses.json")
      #expect(early["respondedUntil"] as? String == "2026-01-05T20:05:30Z")
    }
  }
}
