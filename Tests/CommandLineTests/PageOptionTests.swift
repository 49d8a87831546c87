import TestPrograms
import Testing

/// `--format html`, as it is typed.
@Suite struct PageOptionTests {
  private let now = ["--now=2026-01-01T12:00:00Z", "--time-zone=Europe/Berlin", "--format=html"]

  @Test func `a calendar that is all wrong takes no place from another one's faults`() throws {
    func broken(_ count: Int) -> String {
      Calendars.calendar(
        (0..<count).map {
          Calendars.event("\($0)@example.org", rule: "FREQ=MONTHLY;BYMONTHDAY=32")
        }.joined())
    }
    try Program.run(["a.ics": broken(700), "b.ics": broken(3)]) { program in
      let page = try program.run(["compile"] + now + ["a.ics", "b.ics"])
      #expect(page.status == 1)
      #expect(page.text.matches(of: /<bdi>a\.ics:/).count == 497)
      #expect(page.text.matches(of: /<bdi>b\.ics:/).count == 3)
      #expect(page.text.contains("And 203 more;"))
      #expect(page.text.contains("703 parts of the calendars were refused"))
    }
  }

  @Test(arguments: ["compile", "simulate"])
  func `a calendar without alarms says what gives it some`(_ command: String) throws {
    let event = Calendars.event("silent@example.org", alarm: nil)
    try Program.run(["x.ics": Calendars.calendar(event)]) { program in
      let page = try program.run([command] + now + ["x.ics"])
      #expect(page.text.contains("No reminder is due"))
      #expect(page.text.contains("The one event has no alarm; --default-alarm -PT15M"))
    }
  }

  @Test func `fires have no page, and pages of many calendars go into files`() throws {
    try Program.run(["x.ics": Calendars.calendar(Calendars.event())]) { program in
      #expect(try program.run(["fires"] + now + ["x.ics"]).status == 64)
      for command in ["compile", "simulate"] {
        let refused = try program.run([command, "--each"] + now + ["x.ics"])
        #expect(refused.status == 64 && refused.errors.contains("html goes into files"))
      }
    }
  }
}
