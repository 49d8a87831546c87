import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// `batch` gives each calendar the result of a single run.
@Suite struct BatchEqualityTests {
  private static func value(_ text: String) throws -> NSObject {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSObject)
  }

  /// Returns the output of a single run, in the form of a line of `batch`.
  private static func value(of outcome: ProgramOutcome, _ command: String) throws -> NSObject? {
    guard !outcome.text.isEmpty else { return nil }
    switch command {
    case "compile":
      // All plans have the same categories, so `batch` writes them in its first line only.
      var plan = try value(outcome.text) as? [String: Any]
      plan?["categories"] = nil
      return plan as NSDictionary?
    case "fires": return try outcome.lines.map { try value($0) } as NSArray
    default:
      let last = try #require(outcome.lines.last)
      return (try value(last) as? [String: Any])?["verdict"] as? NSObject
    }
  }

  @Test(arguments: [
    ("compile", ["--horizon=P30D"]), ("compile", ["--strict"]), ("fires", ["--horizon=P9D"]),
    ("simulate", ["--horizon=P30D"]), ("simulate", ["--open-every=P20D", "--limit=2"]),
    ("simulate", ["--horizon=P30D", "--summary=07:00,19:00", "--focus=21:00-06:00"]),
  ])
  func `a line has the result of a single run`(command: String, options: [String]) throws {
    let key = ["compile": "plan", "fires": "fires", "simulate": "verdict"][command] ?? ""
    try Program.run(BatchCalendars.files) { program in
      let arguments = [command] + BatchCalendars.options + options
      let batch = try program.run(["batch"] + arguments + ["in", "nowhere.ics"])
      #expect(batch.status == 66)
      #expect(batch.errors.contains("error: nowhere.ics: "), "\(batch.errors)")
      let lines = try batch.batchLines()
      #expect(lines.map(\.file) == BatchCalendars.names + ["nowhere.ics"])
      let compared = BatchCalendars.sample + ["nowhere.ics"]
      var statuses: Set<Int32> = []
      for line in lines where line.file.map(compared.contains) ?? true {
        let file = try #require(line.file)
        let single = try program.run(arguments + ["--", file])
        statuses.insert(single.status)
        #expect(line.status == Int(single.status), "\(line.text)")
        let value = try BatchEqualityTests.value(of: single, command)
        // Without fires, a single run prints nothing and `batch` an empty list. After an error with
        // --strict, both lack the value.
        let isEmptyList = command == "fires" && single.status < 2
        #expect(line.value(key) == value ?? (isEmptyList ? [] as NSArray : nil), "\(file)")
        #expect((line.error == nil) == (single.status < 2))
        for message in (line.error.map { ["error: \($0)"] } ?? []) + line.messages {
          #expect(single.errors.contains("ics2notify: \(message)\n"), "\(message)")
        }
      }
      #expect(statuses.isSuperset(of: options == ["--strict"] ? [0, 65, 66] : [0, 1, 65, 66]))
    }
  }

  @Test(arguments: [
    (["compile"], "json"), (["compile", "--format=text"], "txt"),
    (["compile", "--format=html"], "html"),
    (["simulate", "--format=html", "--open-every=P9D", "--horizon=P30D"], "simulate.html"),
    (["compile", "--target=apns", "--horizon=P9D"], "apns.jsonl"),
    (["fires", "--horizon=P9D"], "fires.jsonl"),
    (["fires", "--format=text", "--horizon=P9D"], "fires.txt"),
    (["simulate", "--format=text", "--horizon=P9D"], "simulate.txt"),
  ])
  func `a file is byte for byte the output of a single run`(
    command: [String], suffix: String
  ) throws {
    try Program.run(BatchCalendars.files) { program in
      let arguments = command + BatchCalendars.options
      let batch = try program.run(["batch"] + arguments + ["--output=out/below", "in"])
      #expect(batch.status == 1 && batch.text.isEmpty)
      for name in BatchCalendars.sample {
        let single = try program.run(arguments + [name])
        // The output path leaves out the name of the input directory.
        let stem = "out/below/" + name.dropFirst("in/".count).dropLast(4)
        let result = try? program.read("\(stem).\(suffix)")
        #expect(result == (single.status < 2 ? single.text : nil), "\(name)")
        for line in single.errors.split(separator: "\n")
        where !line.contains("hint:") && line.prefixMatch(of: /\d+ fires? expected/) == nil {
          let said = line.replacing("ics2notify: warning", with: "warning")
          #expect(batch.errors.contains(said), "\(said)")
        }
      }
      #expect(batch.errors.contains("hint: 1 calendar has events or to-dos that lack an alarm"))
    }
  }

  @Test(arguments: [
    ["--default-alarm=-PT5M"], ["--all-day-alarm=07:00"], ["--nag=2xPT5M"], ["--horizon=P3D"],
    ["--level=critical=UID:*"], ["--body=Day {n}"], ["--body-list=list"], ["--language=de"],
    ["--only=UID:two*"], ["--ignore=KIND:recurring"], ["--ignore-alarms=UID:two*"],
    ["--all-day-alarm=07:00=KIND:all-day"], ["--move-all-day=09:00"],
    ["--quiet-hours=22:00-10:00"], ["--quiet-hours=22:00-07:00", "--quiet-hours-drop"],
    ["--thread=calendar"], ["--limit=100", "--allow-over-limit"], ["--reserve=62"],
    ["--nag-overdue=PT2M"], ["--renewal-nudge", "--limit=1"], ["--renew-within=P1D", "--limit=1"],
    ["--repeated-hour=once"], ["--time-zone=Asia/Kolkata"], ["--now=2026-10-28T12:00:00Z"],
    ["--floating-zone=Asia/Tokyo"],
  ])
  func `an option has the same effect in a batch as in a single run`(_ options: [String]) throws {
    let toDo = "BEGIN:VTODO\nUID:do@example.org\nDUE:20261023T090000Z\nSUMMARY:Do\nEND:VTODO\n"
    let start = "DTSTART;TZID=Europe/Berlin:20261024T090000"
    let calendar = CalendarText.calendar(
      CalendarText.event(start: start, rule: "FREQ=HOURLY"), toDo,
      CalendarText.event("silent@example.org", start: start, alarm: nil),
      CalendarText.event("day@example.org", start: "DTSTART;VALUE=DATE:20261027", alarm: nil),
      CalendarText.event("own@example.org", start: "DTSTART;VALUE=DATE:20261028", alarm: "-P1D"),
      CalendarText.event("two@example.org", start: start, rule: "FREQ=DAILY;COUNT=90"),
      CalendarText.event("local@example.org", start: "DTSTART:20261028T180000"))
    try Program.run(["x.ics": calendar, "list": "One\nTwo\n"]) { program in
      // The clock goes back on the next day. If an option is repeated, the last one is used.
      let given = [
        "compile", "--now=2026-10-24T05:00:00Z", "--time-zone=Europe/Berlin", "--horizon=P6D",
      ]
      let usual = given + ["x.ics"]
      let arguments = given + options + ["x.ics"]
      let single = try program.run(arguments, status: 0)
      #expect(try program.run(usual).text != single.text, "it makes no difference")
      let line = try program.run(["batch"] + arguments).batchLines().first
      #expect(try line?.value("plan") == BatchEqualityTests.value(of: single, "compile"))
      let plan = try BatchEqualityTests.value(single.text) as? [String: Any]
      #expect(line?.value("categories") == plan?["categories"] as? NSArray)
    }
  }

  @Test func `the units of each calendar are in a separate directory and refer to it`() throws {
    try Program.run(BatchCalendars.files) { program in
      let arguments =
        ["compile", "--target=systemd", "--plain"]
        + BatchCalendars.options
      try program.run(["batch"] + arguments + ["--output=out", "in/many/100.ics"])
      try program.run(arguments + ["--output=one", "in/many/100.ics"])
      let units = try program.names(in: "one")
      #expect(units.count > 3)
      for unit in units {
        let own = try program.read("out/in/many/100/\(unit)")
        #expect(
          try own.replacing("/out/in/many/100", with: "/one") == program.read("one/\(unit)"))
      }
    }
  }

  @Test(arguments: ["1", "2", "7"])
  func `the number of workers doesn't change the output`(jobs: String) throws {
    try Program.run(BatchCalendars.files) { program in
      let arguments = ["batch", "compile"] + BatchCalendars.options + ["in"]
      let one = try program.run(arguments + ["--jobs=3"])
      #expect(try program.run(arguments + ["--jobs=\(jobs)"]).output == one.output)
    }
  }
}
