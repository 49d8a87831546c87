import TestPrograms
import Testing

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
