import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// The options `--sound` and `--ring`.
@Suite struct SoundOptionTests {
  private static let now = "--now=2026-01-05T07:00:00Z"
  private static let calendar = CalendarText.calendar(
    ["tea", "pills", "walk"].map {
      CalendarText.event($0, start: "DTSTART:20260105T083000Z", title: $0)
    }.joined())

  /// The sound and the ring of each reminder in the table, by its title.
  private func sounds(_ options: [String]) throws -> [String: String] {
    try Program.run(["a.ics": Self.calendar, "bell.oga": "", "a=b.oga": ""]) { program in
      let here = try program.here()
      try program.run(
        [Self.now, "--target=systemd", "--output=units"] + options + ["a.ics"], status: 0)
      var sounds: [String: String] = [:]
      for line in try program.read("units/ics2notify.fires").split(separator: "\n").dropFirst() {
        let json = try #require(line.split(separator: "\t").last)
        let reminder = try #require(
          JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let file = (reminder["soundFile"] as? String)?.replacing("\(here)/", with: "")
        sounds["\(reminder["title"] ?? "")"] =
          "\(file ?? "-")\(reminder["rings"] as? Bool == true ? " rings" : "")"
      }
      return sounds
    }
  }

  private static let rows: [([String], [String: String])] = [
    ([], ["tea": "-", "pills": "-", "walk": "-"]),
    (["--sound=bell.oga"], ["tea": "bell.oga", "pills": "bell.oga", "walk": "bell.oga"]),
    // The first matching rule counts.
    (
      ["--sound=a=b.oga=SUMMARY:tea", "--sound=bell.oga=!SUMMARY:walk", "--ring=UID:pills"],
      ["tea": "a=b.oga", "pills": "bell.oga rings", "walk": "-"]
    ),
    (["--ring"], ["tea": "- rings", "pills": "- rings", "walk": "- rings"]),
    (
      ["--ring=SUMMARY:tea", "--ring=SUMMARY:walk"],
      ["tea": "- rings", "pills": "-", "walk": "- rings"]
    ),
  ]

  @Test(arguments: rows)
  func `rules choose the sounds and the reminders that ring`(
    options: [String], expected: [String: String]
  ) throws {
    #expect(try sounds(options) == expected)
  }

  @Test func `equal reminders of two calendars ring if one of them does`() throws {
    try Program.run(["a.ics": Self.calendar, "b.ics": Self.calendar]) { program in
      try program.run(
        [Self.now, "--target=systemd", "--output=units", "--ring=FILE:b.ics", "a.ics", "b.ics"],
        status: 0)
      let table = try program.read("units/ics2notify.fires")
      #expect(table.split(separator: "\n").count == 4)
      #expect(table.matches(of: /"rings":true/).count == 3)
    }
  }

  @Test func `a file of options names sounds beside it, and other commands ignore them`() throws {
    let files = [
      "a.ics": Self.calendar, "sub/bell.oga": "", "sub/conf": "--sound bell.oga\n--ring",
    ]
    try Program.run(files) { program in
      try program(
        Self.now, "--target=systemd", "--output=units", "--options=sub/conf", "a.ics", status: 0)
      let table = try program.read("units/ics2notify.fires")
      let here = try program.here()
      #expect(table.matches(of: /"rings":true,"soundFile":"([^"]+)"/).map(\.1).count == 3)
      #expect(table.components(separatedBy: "\"\(here)/sub/bell.oga\"").count == 4)
      try program("agenda", Self.now, "--options=sub/conf", "a.ics", status: 0)
    }
  }

  @Test(arguments: ["missing.oga", "folder", "a.ics/x"])
  func `a sound that is not a file is refused`(_ file: String) throws {
    try Program.run(["a.ics": Self.calendar, "folder/bell.oga": ""]) { program in
      let environment = try program.systemctl()
      for arguments in [["install"], ["--target=systemd"], ["test"]] {
        try program.run(
          arguments + ["--sound", file] + (arguments == ["test"] ? [] : ["a.ics"]),
          environment: environment
        ).expectRefusal(66, saying: "--sound \(file): ")
      }
      #expect(try !program.names().contains(".config"))
    }
  }

  @Test func `an installation names the file of a sound, and lives without it`() throws {
    try Program.run(["a.ics": Self.calendar, "bell.oga": ""]) { program in
      let environment = try program.systemctl()
      func run(_ arguments: String...) throws -> ProgramOutcome {
        try program.run(arguments, environment: environment)
      }
      let installed = try run(
        "install", "a.ics", "--sound", "bell.oga=SUMMARY:tea", "--sound", "bell.oga", "--ring")
      #expect(installed.status == 0, "\(installed.errors)")
      let here = try program.here()
      let sound = "--sound \(here)/bell.oga"
      #expect(
        try program.read(".config/ics2notify/default.conf").hasSuffix(
          "\n\(sound)=SUMMARY:tea\n\(sound)\n--ring UID:*\n"))
      try program.remove("bell.oga")
      #expect(try run("renew").status == 0)
      let status = try run("status")
      #expect(status.status == 69)
      #expect(
        status.text.contains(
          "bell.oga: no such file or directory; reminders have the default sound"),
        "\(status.text)")
    }
  }
}
