import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// The fields of plans, of lines of JSON, and of the table.
@Suite struct ResultTests {
  private let now = "--now=2026-01-01T12:00:00Z"

  @Test func `a plan has the documented fields`() throws {
    let calendar = CalendarText.calendar(
      CalendarText.event(
        "b@example.org", start: "DTSTART:20251201T090000Z",
        rule: "FREQ=DAILY;UNTIL=20260401T000000Z"),
      CalendarText.event("a@example.org", start: "DTSTART:20260101T120000Z"))
    try Program.run(["plan.ics": calendar]) { program in
      // With more slots the plan would be exact beyond the end of the series.
      let result = try program(now, "--reserve", "58", "plan.ics")
      let plan = try result.object()
      #expect(plan["version"] as? Int == 1)
      #expect(plan["now"] as? String == "2026-01-01T12:00:00Z")
      // 09:00 on 1 April would be the first occurrence after UNTIL.
      for name in ["exactUntil", "renewBy"] {
        #expect(plan[name] as? String == "2026-04-01T09:00:00Z")
      }
      #expect(plan["repeatsUntil"] is NSNull)
      #expect(plan["limit"] as? Int == 64)
      let requests = try #require(plan["requests"] as? [[String: Any]])
      let request = try #require(requests.first)
      #expect(requests.count == 1)
      #expect(request["rank"] as? Int == 1)
      #expect(request["uid"] as? String == "b@example.org")
      #expect(
        (request["content"] as? [String: Any])?["title"] as? String == "Title of b@example.org")
      #expect(request["nextFire"] as? String == "2026-01-02T09:00:00Z")
      #expect(request["removeBy"] as? String == "2026-04-01T09:00:00Z")
      #expect(request["provenUntil"] as? String == "2026-04-01T09:00:00Z")
      let trigger = try #require(request["trigger"] as? [String: Any])
      #expect(trigger["repeats"] as? Bool == true)
      let identifier = try #require(request["identifier"] as? String)
      #expect(identifier.hasPrefix("ics2notify."))
      #expect(plan["groups"] as? [String: [String]] == ["b@example.org": [identifier]])
      // The event at noon is due now. It begins at line 16, after 3 lines of the calendar and 12 of
      // the other event.
      let dropped = try #require(plan["dropped"] as? [[String: Any]])
      #expect(
        dropped.map { $0 as NSDictionary } == [
          [
            "uid": "a@example.org", "alarm": 0, "reason": "due-now", "count": 1,
            "countBeforeRenewal": 1, "first": "2026-01-01T12:00:00Z",
            "last": "2026-01-01T12:00:00Z", "title": "",
          ]
        ])
      let diagnostics = try #require(plan["diagnostics"] as? [[String: Any]])
      #expect(diagnostics.map { $0["code"] as? String } == ["due-now"])
      #expect(diagnostics.map { $0["line"] as? Int } == [16])
      #expect(diagnostics.map { $0["file"] as? String } == ["plan.ics"])
    }
  }

  @Test func `fires and simulate write a line of JSON for each fire, and simulate a verdict`()
    throws
  {
    let calendar = CalendarText.calendar(
      CalendarText.event(rule: "FREQ=DAILY;COUNT=2", alarm: "-PT10M\nREPEAT:1\nDURATION:PT5M"))
    try Program.run(["nag.ics": calendar]) { program in
      let fires = try program("fires", now, "nag.ics").objects()
      #expect(
        fires.map { "\($0["at"] ?? "") \($0["alarm"] ?? "") \($0["repeat"] ?? "")" } == [
          "2026-01-05T08:50:00Z 0 0", "2026-01-05T08:55:00Z 0 1", "2026-01-06T08:50:00Z 0 0",
          "2026-01-06T08:55:00Z 0 1",
        ])
      #expect(fires.allSatisfy { $0["uid"] as? String == "event@example.org" })
      #expect(fires.allSatisfy { $0["title"] as? String == "Title" })
      let simulated = try program("simulate", now, "--limit=3", "nag.ics").objects()
      let played = simulated.dropLast()
      #expect(
        played.map { $0["at"] as? String } == Array(fires.prefix(3)).map { $0["at"] as? String })
      #expect(played.allSatisfy { ($0["identifier"] as? String)?.isEmpty == false })
      let verdict = try #require(simulated.last?["verdict"] as? NSDictionary)
      #expect(
        verdict == [
          "missed": 0, "missedRepeats": 1, "spurious": 0, "echoes": 0, "exactUntil": NSNull(),
          "repeatsUntil": "2026-01-06T08:55:00Z", "renewBy": NSNull(),
        ])
    }
  }

  @Test func `the table has a row for each request and a summary at the end`() throws {
    let lines = try Program.run(["daily.ics": CalendarText.daily]) {
      try $0(now, "--format=text", "daily.ics").lines
    }
    #expect(lines.count == 3)
    #expect(lines[1].contains("Fri 2026-01-02 09:00"))
    #expect(lines[1].contains("daily at 09:00"))
    #expect(lines[1].hasSuffix("Title"))
    #expect(
      lines[2].hasPrefix(
        "365 fires expected, 1 of 64 slots used, nothing missed before the next renewal "
          + "(Thu 2026-01-08 12:00), exact to the horizon"))
    #expect(lines[2].hasSuffix("nothing left out"))
  }
}

@Suite struct JobsTests {
  @Test(arguments: [
    ["fires"], ["compile"], ["compile", "--format=text"], ["simulate"], ["explain"],
    ["simulate", "--open-every=P60D"], ["compile", "--target=systemd"],
  ])
  func `the number of threads doesn't change the output`(command: [String]) throws {
    try Program.run(BatchCalendars.files) { program in
      let all = try [1, 2, 7].map { jobs in
        try program.run(command + BatchCalendars.options + ["--jobs=\(jobs)", "in/many"])
      }
      #expect(!all[0].text.isEmpty)
      #expect(all[0].errors.contains("RRULE"))
      for (result, jobs) in zip(all, [1, 2, 7]) {
        #expect(result.status == 1)
        #expect(result.text.replacing("--jobs=\(jobs)", with: "--jobs=1") == all[0].text)
        #expect(result.errors == all[0].errors)
      }
    }
  }
}
