import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// Plans for a device with pending requests.
@Suite struct PendingTests {
  private let now = "--now=2026-01-01T12:00:00Z"

  private func requests(_ result: ProgramOutcome) throws -> [[String: Any]] {
    try #require(try result.object()["requests"] as? [[String: Any]])
  }

  @Test(arguments: [
    ("missing.json", nil, 66, "no such file"), ("empty.json", "", 65, "not JSON"),
    ("calendar.json", CalendarText.daily, 65, "not JSON"), ("number.json", "[1]", 65, "neither"),
    ("later.json", #"{"version":9,"limit":64,"requests":[]}"#, 65, "version 9"),
  ])
  func `an invalid pending file is rejected, and nothing is written`(
    name: String, text: String?, status: Int32, reason: String
  ) throws {
    try Program.run(["daily.ics": CalendarText.daily]) { program in
      if let text { try program.write(text, to: name) }
      let compile = try program.run(
        ["--pending", name, "--output", "plan.json", "daily.ics"], status: status)
      #expect(compile.errors.contains(name) && compile.errors.contains(reason), "\(compile.errors)")
      #expect(try !program.names().contains("plan.json"))
      let diff = try program("diff", name, name, status: status)
      #expect(diff.output.isEmpty)
      #expect(diff.errors.contains(name) && diff.errors.contains(reason), "\(diff.errors)")
    }
  }

  @Test func `pending requests of the app take slots, and those of the old plan are reused`() throws
  {
    let event = CalendarText.event(rule: "FREQ=DAILY;INTERVAL=2")
    try Program.run(["event.ics": CalendarText.calendar(event)]) { program in
      try program.run([now, "--limit", "10", "--output", "old.json", "event.ics"], status: 0)
      try program.write(#"["theirs-1","theirs-2","ics2notify.gone"]"#, to: "pending.json")
      let fewer = try requests(
        program.run([now, "--limit", "10", "--pending", "pending.json", "event.ics"]))
      #expect(fewer.count == 8)
      let same = try requests(
        program.run([now, "--limit", "10", "--pending", "old.json", "event.ics"]))
      #expect(same.count == 10)
    }
  }

  @Test func `diff lists the steps from one plan to the next`() throws {
    let event = CalendarText.event(rule: "FREQ=DAILY;INTERVAL=2")
    try Program.run(["event.ics": CalendarText.calendar(event)]) { program in
      // No repeating trigger has two of these fires within two months.
      let short = ["--limit", "3", "--horizon", "P60D"]
      try program.run([now, "--output", "old.json", "event.ics"] + short)
      let later = try program.run(["--now=2026-01-08T12:00:00Z", "event.ics"] + short)
      let diff = try program.run(["diff", "old.json", "-"], input: later.text).object()
      // The old plan has 5, 7 and 9 January; the new one has 9, 11 and 13 January.
      let steps = try #require(diff["steps"] as? [[String: String]])
      #expect(
        steps.map { step in step.map { "\($0.key) \($0.value.suffix(16))" }.joined() }
          == [
            "remove 20260107T090000Z", "add 20260113T090000Z", "remove 20260105T090000Z",
            "add 20260111T090000Z",
          ])
      #expect((diff["untouched"] as? [String])?.count == 1)
      #expect((diff["add"] as? [[String: Any]])?.allSatisfy { $0["content"] != nil } == true)
      let text = try program.run(["diff", "--format", "text", "old.json", "old.json"])
      #expect(text.text == "0 to remove, 0 to replace, 0 to add, 3 untouched\n")
    }
  }

  @Test func `a counted request is not pending from its removal date on`() throws {
    func calendar(_ until: String) -> String {
      CalendarText.calendar(
        CalendarText.event(
          start: "DTSTART:20260103T070000Z", rule: "FREQ=MINUTELY;INTERVAL=50\(until)"))
    }
    try Program.run([
      "short.ics": calendar(";UNTIL=20260112T000000Z"), "long.ics": calendar(""),
    ]) { program in
      try program.run(
        [
          "--now=2026-01-03T07:00:00Z", "--renew-within=P2D", "--output=old.json", "short.ics",
        ], status: 0)
      // The last alert is on 11 January at 23:20, so the next fire would be at 00:10.
      for (time, count, added) in [("00:09:59", 1, 0), ("00:12:00", 64, 64)] {
        let plan = try program.run(
          [
            "--now=2026-01-12T\(time)Z", "--renew-within=P2D", "--pending=old.json", "long.ics",
          ], status: 0)
        #expect(try requests(plan).count == count, "\(time)")
        let diff = try program.run(["diff", "old.json", "-"], input: plan.text).object()
        #expect((diff["add"] as? [Any])?.count == added, "\(time)")
        #expect((diff["remove"] as? [Any])?.count == (added == 0 ? 0 : 1), "\(time)")
      }
    }
  }

  @Test func `a past event is read if it has repeats to come`() throws {
    let event = CalendarText.event(start: "DTSTART:20251225T090000Z")
    let result = try Program.run(["event.ics": CalendarText.calendar(event)]) {
      try $0.run(["fires", now, "--nag", "10xP1D", "event.ics"])
    }
    #expect(result.lines.count == 3)
    #expect(result.lines.first?.contains("2026-01-02T09:00:00Z") == true)
  }
}
