import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// The permissions of the files that an installation writes.
@Suite struct InstallationModeTests {
  /// The files and directories that other users can read, write or enter, without links.
  private static let opened = "find .config .local ! -type l -perm /077 | sort"

  private static let calendars = [
    "work.ics": CalendarText.calendar(
      CalendarText.event(
        "a", start: "DTSTART:20260105T090000Z", rule: "FREQ=DAILY", title: "Stand-up"))
  ]

  private static func run(
    _ body: (Program, _ run: (String...) throws -> ProgramOutcome) throws -> Void
  ) throws {
    try Program.run(calendars) { program in
      let environment = try program.systemctl()
      try body(program) { arguments in
        // Without a umask, only the program limits the permissions.
        try program.shell(
          "umask 0; PATH=\(environment["PATH"] ?? "") \"$PROGRAM\" "
            + arguments.joined(separator: " "))
      }
    }
  }

  @Test func `only the user can read what an installation writes`() throws {
    try Self.run { program, run in
      #expect(try run("install", "work.ics", "--default-alarm=-15m").errors == "")
      for command in [["renew"], ["pause", "2099-01-01"], ["resume"], ["test"]] {
        _ = try run(command[0], command.dropFirst().joined())
        #expect(try program.shell(Self.opened).lines == [], "\(command)")
      }
      let units = ".config/systemd/user"
      let found = try program.shell(
        "stat -c %a \(units) \(units)/ics2notify.fires \(units)/*Stand-up*.timer "
          + ".config/ics2notify/default.conf .local/state/ics2notify/ics2notify.renewal"
      ).lines
      #expect(found == ["700", "600", "600", "600", "600"])
    }
  }

  @Test(arguments: ["install", "renew"])
  func `an installation that others can read is tightened, with one note`(
    _ command: String
  ) throws {
    try Self.run { program, run in
      _ = try run("install", "work.ics")
      // A directory with the units of other programs keeps its permissions.
      try program.write("[Timer]\n", to: ".config/systemd/user/mine.timer")
      try program.shell("chmod -R a+rX .config .local", status: 0)
      let before = try program.shell(Self.opened).lines
      let shared = [
        ".config", ".config/systemd", ".config/systemd/user", ".config/systemd/user/mine.timer",
        ".local", ".local/state",
      ]
      let inode = "stat -c %i .config/systemd/user/*.timer"
      let timers = try program.shell(inode).text
      let result = try run(command)
      #expect(result.status == 0)
      let more = before.count - shared.count - 1
      #expect(more > 10)
      let notes = result.errors.split(separator: "\n").filter { $0.contains("note: ") }
      #expect(
        notes.count == 1
          && notes[0].hasSuffix(
            "; now only you can, and so for \(more) other files and directories"),
        "\(result.errors)")
      #expect(try program.shell(Self.opened).lines == shared)
      // The units aren't written again.
      #expect(try program.shell(inode).text == timers)
      #expect(try run(command).errors.contains("note: ") == false)
    }
  }

  @Test func `a directory with only the program's units is tightened, and links aren't followed`()
    throws
  {
    try Self.run { program, run in
      _ = try run("install", "work.ics")
      let units = ".config/systemd/user"
      try program.write("secret", to: "elsewhere")
      try program.shell(
        "cd \(units); mkdir timers.target.wants; ln -s ../ics2notify.target timers.target.wants; "
          + "rm ics2notify-renew.timer; ln -s ../../../elsewhere ics2notify-renew.timer; "
          + "chmod 755 . timers.target.wants; chmod 644 ../../../elsewhere", status: 0)
      let result = try run("renew", "--quiet")
      #expect(!result.errors.contains("permissions"), "\(result.errors)")
      let modes = "stat -c %a \(units) \(units)/timers.target.wants elsewhere"
      #expect(try program.shell(modes).lines == ["700", "700", "644"])
    }
  }

  @Test func `compiled units have the permissions of the umask, or those that they had`() throws {
    try Program.run(Self.calendars) { program in
      let line =
        "umask 027; \"$PROGRAM\" --now=2026-01-01T12:00:00Z --target systemd --plain "
        + "--output=units work.ics"
      try program.shell(line, status: 0)
      let modes = "stat -c %a units units/*.timer"
      #expect(try program.shell(modes).lines == ["750", "640"])
      try program.shell("chmod 600 units/*; for f in units/*.timer; do echo >>$f; done", status: 0)
      try program.shell(line, status: 0)
      #expect(try program.shell(modes).lines == ["750", "600"])
    }
  }
}
