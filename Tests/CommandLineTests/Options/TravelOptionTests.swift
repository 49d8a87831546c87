import CalendarFixtures
import Foundation
import TestPrograms
import Testing

@Suite struct TravelOptionTests {
  private static let arguments = [
    "simulate", "--now=2026-11-28T00:00:00Z", "--time-zone=Europe/Berlin", "--horizon=P30D",
    "a.ics",
  ]
  private static let calendar = CalendarText.calendar(
    CalendarText.event("a", start: "DTSTART:20261201T080000", rule: "FREQ=DAILY;COUNT=2")
      + CalendarText.event("b", start: "DTSTART:20261205T080000"))

  @Test func `lists have the local times of the way`() throws {
    try Program.run(["a.ics": Self.calendar]) { program in
      let flight = ["--format=text", "--travel=2026-12-01T12:00=America/New_York"]
      let gregorian = try program.run(
        Self.arguments + flight + ["--device-calendar=gregorian"], status: 0)
      #expect(
        gregorian.lines.dropLast() == [
          "Tue 2026-12-01 08:00  Title of a", "Wed 2026-12-02 08:00  Title of a",
          "Sat 2026-12-05 08:00  Title of b",
        ])
      let other = try program.run(Self.arguments + flight, status: 0)
      #expect(other.lines.contains("Sat 2026-12-05 02:00  Title of b  (unexpected)"))
      let explained = try program.run(
        ["explain", "--device-calendar=gregorian"] + Self.arguments.dropFirst(), status: 0)
      #expect(explained.text.contains("once, at Sat 2026-12-05 08:00"))
    }
  }

  @Test(arguments: [
    (["--travel=tomorrow"], "is not a time and a zone"),
    (["--travel=2026-12-01T12:00=Mars/Base"], "Mars/Base"),
    (["--travel=2025-12-01T12:00=Asia/Tokyo"], "is not between"),
    (
      ["--travel=2026-12-03T12:00=Asia/Tokyo", "--travel=2026-12-02T12:00=Asia/Tokyo"],
      "is not later"
    ),
    (["--badge=many"], "neither 'count' nor a number"),
    (["--badge=3", "--target=android"], "has no notifications with a badge"),
  ])
  func `invalid values are refused`(options: [String], reason: String) throws {
    try Program.run(["a.ics": Self.calendar]) { program in
      try program.run(Self.arguments + options).expectRefusal(64, saying: reason)
    }
  }

  @Test func `a desktop has no badge`() throws {
    try Program.run(["a.ics": Self.calendar]) { program in
      for command in [["compile", "--target=systemd", "--output=out"], ["install"]] {
        try program.run(command + ["--badge=1", "a.ics"]).expectRefusal(64, saying: "--badge")
      }
    }
  }

  @Test func `simulate and explain show the badge`() throws {
    try Program.run(["a.ics": Self.calendar]) { program in
      let options = ["--badge=count", "--format=text"]
      let simulated = try program.run(Self.arguments + options, status: 0)
      #expect(simulated.lines.first == "Tue 2026-12-01 08:00  Title of a  (badge 1)")
      let line = try program.run(Self.arguments + ["--badge=7", "--format=jsonl"], status: 0).lines[
        0]
      #expect(line.contains("\"badge\":7"))
      let explained = try program.run(
        ["explain", "--badge=7"] + Self.arguments.dropFirst(), status: 0)
      #expect(explained.text.contains("once, at Sat 2026-12-05 08:00, badge 7"))
    }
  }

  @Test func `the badge is in plans, pushes and layers`() throws {
    try Program.run(["a.ics": Self.calendar]) { program in
      let now = ["--now=2026-12-05T00:00:00Z", "--time-zone=Europe/Berlin", "--badge=count"]
      for (target, badge) in [
        ("apple", "\"badge\" : 1"), ("apns", "\"badge\":1"), ("expo-ios", "\"badge\" : 1"),
        ("notifykit-ios", "\"badgeCount\" : 1"), ("notifee-ios", "\"badgeCount\" : 1"),
        ("flutter-ios", "\"badgeNumber\" : 1"), ("maui-ios", "\"badgeNumber\" : 1"),
      ] {
        let output = try program.run(
          ["compile", "--target=\(target)"] + now + ["a.ics"], status: 0)
        #expect(output.text.contains(badge), "\(target)")
      }
    }
  }
}
