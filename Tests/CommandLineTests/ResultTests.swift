import Foundation
import TestPrograms
import Testing

/// What comes out where: the fields of the results, and the files that they are written to.
@Suite struct ResultTests {
  private let now = "--now=2026-01-01T12:00:00Z"

  private func object(_ data: Data) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test func `a plan has the fields of the contract`() throws {
    let calendar = Calendars.calendar(
      Calendars.event(
        "b@example.org", start: "DTSTART:20251201T090000Z",
        rule: "FREQ=DAILY;UNTIL=20260401T000000Z"),
      Calendars.event("a@example.org", start: "DTSTART:20260101T120000Z"))
    try Program.run(["plan.ics": calendar]) { program in
      // With more slots it would be exact for longer than the series lasts.
      let result = try program(now, "--reserve", "58", "plan.ics")
      #expect(result.status == 0)
      let plan = try object(result.output)
      #expect(plan["version"] as? Int == 1)
      #expect(plan["now"] as? String == "2026-01-01T12:00:00Z")
      // 09:00 on 1 April is the first fire that UNTIL doesn't allow.
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
      // The event of noon is due now; it stands behind the calendar's 3 lines and 12 of the other.
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

  @Test func `fires and simulate give a line of JSON for each fire, and the verdict last`() throws {
    let calendar = Calendars.calendar(
      Calendars.event(rule: "FREQ=DAILY;COUNT=2", alarm: "-PT10M\nREPEAT:1\nDURATION:PT5M"))
    try Program.run(["nag.ics": calendar]) { program in
      let fires = try program("fires", now, "nag.ics").lines.map { try object(Data($0.utf8)) }
      #expect(
        fires.map { "\($0["at"] ?? "") \($0["alarm"] ?? "") \($0["repeat"] ?? "")" } == [
          "2026-01-05T08:50:00Z 0 0", "2026-01-05T08:55:00Z 0 1", "2026-01-06T08:50:00Z 0 0",
          "2026-01-06T08:55:00Z 0 1",
        ])
      #expect(fires.allSatisfy { $0["uid"] as? String == "event@example.org" })
      #expect(fires.allSatisfy { $0["title"] as? String == "Title" })
      let result = try program("simulate", now, "--limit=3", "nag.ics")
      #expect(result.status == 0)
      let simulated = try result.lines.map { try object(Data($0.utf8)) }
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

  @Test func `the table has a row for each request and one line at the end`() throws {
    try Program.run(["daily.ics": Calendars.daily]) { program in
      let lines = try program(now, "--format=text", "daily.ics").lines
      #expect(lines.count == 3)
      #expect(lines[1].contains("Fri 2026-01-02 09:00"))
      #expect(lines[1].contains("daily at 09:00"))
      #expect(lines[1].hasSuffix("Title"))
      #expect(
        lines[2].hasPrefix(
          "365 fires asked, 1 of 64 slots used, nothing missed before the next renewal "
            + "(Thu 2026-01-08 12:00), exact to the horizon"))
      #expect(lines[2].hasSuffix("nothing left out"))
    }
  }

  @Test func `a result goes to the file that is named, and nothing to standard output`() throws {
    try Program.run(["daily.ics": Calendars.daily]) { program in
      let written = try program(now, "--output", "plan.json", "daily.ics")
      #expect(written.status == 0)
      #expect(written.output.isEmpty)
      #expect(written.errors.isEmpty)
      let printed = try program(now, "daily.ics")
      let file = try program.read("plan.json")
      #expect(file == printed.text)
      #expect(printed.text.hasSuffix("}\n"))
      let again = try program(now, "--output=plan.json", "--format=text", "daily.ics")
      #expect(again.status == 0)
      let table = try program.read("plan.json")
      #expect(table.hasPrefix("#"))
    }
  }

  @Test func `systemd units go into a directory, which is made`() throws {
    try Program.run(["daily.ics": Calendars.daily]) { program in
      let result = try program(now, "--plain", "--output=units/user", "daily.ics")
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.isEmpty)
      let names = try FileManager.default.contentsOfDirectory(
        atPath: program.directory.appending(path: "units/user").path
      ).sorted()
      let suffixes = names.map { String($0.split(separator: ".").last ?? "") }.sorted()
      // What watches for changes and renewals that fail takes four services and four timers.
      #expect(
        suffixes
          == ["manifest", "path"] + Array(repeating: "service", count: 4) + ["target"]
          + Array(repeating: "timer", count: 5))
      let timer = try #require(
        names.first { $0.contains(/-[0-9a-f]{32}\.timer$/) })
      let text = try program.read("units/user/\(timer)")
      #expect(text.contains("\nOnCalendar=*-*-* 09:00:00 UTC\n"), "\(text)")
      let blocked = try program(now, "--plain", "--output=daily.ics", "daily.ics")
      #expect(blocked.status == 73)
    }
  }
}

/// What comes out does not depend on the number of threads.
@Suite struct JobsTests {
  private static let options = [
    "--now=2026-01-05T08:00:00Z", "--time-zone=Europe/Berlin", "--horizon=P90D",
  ]

  /// Files of one event, an export, and one with faults that are told with their lines.
  private static var calendars: [String: String] {
    var files: [String: String] = [:]
    let rules = ["FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,FR", "FREQ=MONTHLY;BYDAY=2TU", "FREQ=NEVER"]
    for number in 0..<12 {
      files["vdir/\(number).ics"] = Calendars.calendar(
        Calendars.event(
          "file-\(number)@example.org", rule: rules[number % 4], title: "File \(number)"))
    }
    let events = (0..<24).map {
      Calendars.event(
        "export-\($0)@example.org", start: "DTSTART:202601\($0 % 28 + 10 > 28 ? 12 : 14)T090000Z",
        rule: $0 % 7 == 0 ? "FREQ=HOURLY;INTERVAL=\($0 % 5 + 1)" : nil, title: "Event \($0)",
        alarm: $0 % 11 == 0 ? "nonsense" : "-PT\($0)M")
    }
    files["vdir/export.ics"] = Calendars.calendar(events.joined())
    return files
  }

  @Test(arguments: [
    ["fires"], ["compile"], ["compile", "--format=text"], ["simulate"], ["explain"],
    ["simulate", "--open-every=P60D"], ["compile", "--format=systemd"],
  ])
  func `any number of threads puts out the same`(command: [String]) throws {
    try Program.run(Self.calendars) { program in
      let all = try [1, 2, 7].map { jobs in
        try program.run(command + Self.options + ["--jobs=\(jobs)", "vdir"])
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

  @Test(arguments: ["0", "-1", "257"])
  func `a number of threads that makes no sense is refused`(jobs: String) throws {
    try Program.run(Self.calendars) { program in
      let result = try program.run(["fires", "--jobs=\(jobs)", "vdir"])
      #expect(result.status == 64)
      #expect(result.errors == "ics2notify: error: --jobs \(jobs) is not from 1 to 256\n")
    }
  }
}
