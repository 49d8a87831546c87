import Foundation
import TestPrograms
import Testing

/// What the command line has for an app that lives with the limit day after day.
@Suite struct PendingTests {
  private let now = "--now=2026-01-01T12:00:00Z"

  private func object(_ result: ProgramOutcome) throws -> [String: Any] {
    #expect(result.status == 0, "\(result.errors)")
    return try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
  }

  private func requests(_ result: ProgramOutcome) throws -> [[String: Any]] {
    try #require(try object(result)["requests"] as? [[String: Any]])
  }

  @Test(arguments: [
    ["--nag", "10"], ["--nag", "0xPT5M"], ["--level", "urgent=UID:a"],
    ["--level", "critical=medication"], ["--quiet-hours", "22-7"],
    ["--quiet-hours", "07:00-07:00"], ["--quiet-hours", "22:00-07:00=PLACE:x"],
    ["--quiet-hours-drop"], ["--nag-overdue", "PT59S"], ["--nag-overdue", "soon"],
    ["--nag-overdue", "P1M"], ["--format", "systemd", "--renewal-nudge"],
    ["--format", "systemd", "--nag-overdue", "PT5M"],
    ["--format", "systemd", "--pending", "plan.json"],
  ])
  func `a value that makes no sense is 64, named, and nothing is written`(
    _ arguments: [String]
  ) throws {
    try Program.run(["daily.ics": Calendars.daily, "plan.json": "[]"]) { program in
      let result = try program.run(arguments + ["daily.ics"])
      #expect(result.status == 64, "\(result.errors)")
      #expect(result.output.isEmpty)
      let option = try #require(arguments.last { $0.hasPrefix("--") })
      #expect(result.errors.contains(option), "\(result.errors)")
    }
  }

  @Test(arguments: [
    ["--open", "yesterday"], ["--open", "2026-01-01T12:00:00Z"], ["--open", "2031-01-01T00:00Z"],
    ["--open-every", "0"], ["--open-every", "PT1M"], ["--never-open", "--open-every", "P1D"],
  ])
  func `openings that make no sense are 64`(_ arguments: [String]) throws {
    try Program.run(["daily.ics": Calendars.daily]) { program in
      let result = try program.run(["simulate", now] + arguments + ["daily.ics"])
      #expect(result.status == 64, "\(result.errors)")
      #expect(result.output.isEmpty)
      #expect(result.errors.contains(arguments[0]), "\(result.errors)")
    }
  }

  @Test func `standard input can't be both what is pending and a calendar`() throws {
    try Program.run(["daily.ics": Calendars.daily]) { program in
      for paths in [["-"], ["daily.ics", "-"]] {
        let result = try program.run(["simulate", "--pending", "-"] + paths, input: "[]")
        #expect(result.status == 64, "\(result.errors)")
        #expect(result.errors.contains("--pending"), "\(result.errors)")
        #expect(result.output.isEmpty)
      }
    }
  }

  @Test(arguments: [
    ("missing.json", nil, 66, "no such file"), ("empty.json", "", 65, "no JSON"),
    ("calendar.json", Calendars.daily, 65, "no JSON"), ("number.json", "[1]", 65, "neither"),
    ("later.json", #"{"version":9,"limit":64,"requests":[]}"#, 65, "version 9"),
  ])
  func `a pending file that is none is refused, and nothing is written`(
    _ name: String, _ text: String?, _ status: Int32, _ reason: String
  ) throws {
    try Program.run(["daily.ics": Calendars.daily]) { program in
      if let text { try program.write(text, to: name) }
      let compile = try program.run(["--pending", name, "--output", "plan.json", "daily.ics"])
      #expect(compile.status == status)
      #expect(compile.errors.contains(name) && compile.errors.contains(reason), "\(compile.errors)")
      #expect(
        !FileManager.default.fileExists(
          atPath: program.directory.appending(path: "plan.json").path))
      let diff = try program("diff", name, name)
      #expect(diff.status == status)
      #expect(diff.output.isEmpty)
      #expect(diff.errors.contains(name) && diff.errors.contains(reason), "\(diff.errors)")
    }
  }

  @Test func `pending requests of others take slots, and ours are kept`() throws {
    let event = Calendars.event(rule: "FREQ=DAILY;INTERVAL=2")
    try Program.run(["event.ics": Calendars.calendar(event)]) { program in
      let first = try program.run([now, "--limit", "10", "--output", "old.json", "event.ics"])
      #expect(first.status == 0)
      try program.write(#"["theirs-1","theirs-2","ics2notify.gone"]"#, to: "pending.json")
      let fewer = try requests(
        program.run([now, "--limit", "10", "--pending", "pending.json", "event.ics"]))
      #expect(fewer.count == 8)
      let same = try requests(
        program.run([now, "--limit", "10", "--pending", "old.json", "event.ics"]))
      #expect(same.count == 10)
    }
  }

  @Test func `diff says what to do from one plan to the next`() throws {
    let event = Calendars.event(rule: "FREQ=DAILY;INTERVAL=2")
    try Program.run(["event.ics": Calendars.calendar(event)]) { program in
      // Within two months no trigger answers two of these fires.
      let short = ["--limit", "3", "--horizon", "P60D"]
      _ = try program.run([now, "--output", "old.json", "event.ics"] + short)
      let later = try program.run(["--now=2026-01-08T12:00:00Z", "event.ics"] + short)
      let diff = try object(
        program.run(["diff", "old.json", "-"], input: later.text))
      // 5, 7 and 9 January; a week on those of the 9th, 11th and 13th.
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

  @Test func `an overdue to-do without an alarm is nagged about, and listed by simulate`() throws {
    let toDo =
      "BEGIN:VTODO\r\nUID:to-do@example.org\r\nDUE:20200101T120000Z\r\nSUMMARY:Old\r\nEND:VTODO\r\n"
    try Program.run(["to-do.ics": Calendars.calendar(toDo)]) { program in
      let arguments = [now, "--nag-overdue", "PT6H", "--horizon", "P1D", "to-do.ics"]
      let request = try #require(try requests(program.run(arguments)).first)
      let trigger = try #require(request["trigger"] as? [String: Any])
      #expect(trigger["timeInterval"] as? Int == 21_600)
      #expect(trigger["repeats"] as? Bool == true && trigger["dateComponents"] == nil)
      #expect(request["alarm"] is NSNull)
      let played = try program.run(["simulate"] + arguments)
      #expect(played.lines.count == 3 + 1)
      #expect(played.lines[0].contains("\"at\":\"2026-01-01T18:00:00Z\""))
      #expect(
        played.lines[3].contains("\"missed\":0") && played.lines[3].contains("\"spurious\":0"))
    }
  }

  @Test func `an event of the past is read for its repeats`() throws {
    let event = Calendars.event(start: "DTSTART:20251225T090000Z")
    try Program.run(["event.ics": Calendars.calendar(event)]) { program in
      let result = try program.run(["fires", now, "--nag", "10xP1D", "event.ics"])
      #expect(result.lines.count == 3)
      #expect(result.lines.first?.contains("2026-01-02T09:00:00Z") == true)
    }
  }
}
