import Foundation
import TestPrograms
import Testing

/// Quiet hours, as they are typed.
@Suite struct QuietHoursOptionTests {
  private static let arguments = [
    "--now=2028-01-03T12:00:00Z", "--time-zone=Europe/Berlin", "--horizon=P3D",
  ]
  /// A train at 06:30 with an alarm at 06:00.
  private static let train = Calendars.calendar(
    Calendars.event(start: "DTSTART;TZID=Europe/Berlin:20280104T063000", alarm: "-PT30M"))

  private func outcome(_ subcommand: String, _ arguments: String...) throws -> ProgramOutcome {
    try Program.run(["a.ics": Self.train]) { program in
      try program.run([subcommand] + Self.arguments + arguments + ["a.ics"])
    }
  }

  private func lines(_ outcome: ProgramOutcome) throws -> [[String: Any]] {
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try outcome.output.split(separator: UInt8(ascii: "\n")).compactMap {
      try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any]
    }
  }

  @Test(arguments: ["fires", "simulate"])
  func `a line says what was moved, and from where`(_ subcommand: String) throws {
    let moved = try #require(
      try lines(outcome(subcommand, "--quiet-hours", "22:00-07:00")).first)
    #expect(moved["at"] as? String == "2028-01-04T05:29:00Z")
    #expect(moved["movedFrom"] as? String == "2028-01-04T05:00:00Z")
    let text = try outcome(subcommand, "--quiet-hours=22:00-07:00", "--format=text").text
    #expect(text.hasPrefix("Tue 2028-01-04 06:29  Title  (moved from 06:00)\n"), "\(text)")
    let left = try lines(outcome(subcommand, "--quiet-hours=22:00-07:00=SUMMARY:x")).first
    #expect(left?["at"] as? String == "2028-01-04T05:00:00Z" && left?["movedFrom"] == nil)
  }

  @Test func `a plan says what quiet hours do, where they do anything`() throws {
    let moved = try outcome("compile", "--quiet-hours=22:00-07:00")
    #expect(moved.status == 0)
    #expect(moved.errors.contains("ics2notify: note: quiet hours: 1 fire moved\n"))
    #expect(moved.text.contains("\"movedFrom\""))
    let dropped = try outcome(
      "compile", "--quiet-hours=22:00-07:00", "--quiet-hours-drop", "--format=text")
    #expect(
      dropped.text.hasSuffix("quiet hours: 1 fire left out, 0 slots rather than 1\n"),
      "\(dropped.text)")
    for other in [["--quiet-hours=01:00-02:00"], ["--quiet-hours=22:00-07:00", "--quiet"], []] {
      let outcome = try Program.run(["a.ics": Self.train]) { program in
        try program.run(["compile"] + Self.arguments + other + ["a.ics"])
      }
      #expect(!outcome.errors.contains("quiet hours"), "\(outcome.errors)")
    }
    let units = try outcome("compile", "--quiet-hours=22:00-07:00", "--format=systemd")
    #expect(units.errors.contains("\nquiet hours: 1 fire moved\n"), "\(units.errors)")
  }
}
