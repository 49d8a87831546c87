import Foundation
import TestPrograms
import Testing

/// Which files and directories are watched for changes.
@Suite struct WatchedPathTests {
  private let arguments = [
    "--now=2026-01-01T12:00:00Z", "--time-zone=UTC", "--target=systemd", "--plain",
    "--output=units",
  ]

  private let calendar = Calendars.calendar(Calendars.event("a", title: "A"))

  /// The paths as the unit has them, and what was said.
  private func watched(
    _ program: Program, _ more: String..., status: Int32 = 0
  ) throws -> (paths: [String], errors: String) {
    let result = try program.run(arguments + more, status: status)
    let unit = try? program.read("units/ics2notify-renew.path")
    let prefix = "PathChanged="
    let paths = (unit ?? "").split(separator: "\n").filter { $0.hasPrefix(prefix) }
    return (paths.map { String($0.dropFirst(prefix.count)) }, result.errors)
  }

  private func here(_ program: Program) throws -> String {
    try program.here()
  }

  @Test func `files are watched, and directories with those below them that are read`() throws {
    let files = [
      "a.ics": calendar, "vdir/empty/deep/note.txt": "", "vdir/full/b.ics": calendar,
      "vdir/.hidden/c.ics": calendar, "vdir/top.ics": calendar, "list.txt": "one\n",
      "elsewhere/d.ics": calendar,
    ]
    try Program.run(files) { program in
      let here = try here(program)
      try FileManager.default.createSymbolicLink(
        atPath: "\(program.directory.path)/vdir/link.ics",
        withDestinationPath: "../elsewhere/d.ics")
      let (paths, errors) = try watched(
        program, "--body-list=list.txt=SUMMARY:*", "a.ics", "vdir", "./a.ics")
      #expect(
        paths == [
          "\(here)/a.ics", "\(here)/vdir", "\(here)/vdir/full", "\(here)/vdir/link.ics",
          "\(here)/vdir/empty", "\(here)/vdir/empty/deep", "\(here)/./a.ics", "\(here)/list.txt",
        ])
      #expect(!errors.contains("changes are not noticed"), "\(errors)")
      let text = try program.run([
        "--now=2026-01-01T12:00:00Z", "--target=systemd", "--plain", "--quiet", "a.ics",
      ]).text
      #expect(text.contains("# ics2notify-renew.path\n") && text.contains("/a.ics\nUnit="))
      #expect(text.contains("# ics2notify-settle.timer\n[Unit]\n"))
      #expect(text.contains("\nWants=ics2notify-renew.timer\nWants=ics2notify-renew.path\n"))
    }
  }

  @Test func `a path is written so that systemd reads it, or left out, and that is said`() throws {
    let names = [
      "100% a.ics", "blank.ics ", "back\\", "tab\t", "line\nbreak", "return\r", "x\u{FFFE}",
    ]
    try Program.run { program in
      let here = try here(program)
      for name in names { try program.write(calendar, to: "\(name)/a.ics") }
      let (paths, errors) = try watched(
        program, "100% a.ics", "blank.ics ", "back\\", "tab\t", "line\nbreak", "return\r",
        "x\u{FFFE}", "sub/../tab\t", status: 1)
      // The last leads nowhere, for there is no such directory.
      #expect(
        paths.prefix(4) == [
          "\(here)/100%% a.ics", "\(here)/blank.ics /", "\(here)/back\\/", "\(here)/tab\t/",
        ])
      #expect(paths.allSatisfy { !$0.contains("..") })
      let notices = errors.split(separator: "\n").filter { $0.contains("no unit can name it") }
      #expect(notices.count == 3, "\(errors)")
    }
  }

  @Test func `what is written by renewals themselves is not watched`() throws {
    try Program.run(["calendars/a.ics": calendar]) { program in
      let here = try here(program)
      for _ in 0..<2 {
        let result = try program.run([
          "--now=2026-01-01T12:00:00Z", "--target=systemd", "--plain",
          "--output=calendars/units", "calendars",
        ])
        #expect(result.status == 0, "\(result.errors)")
      }
      let unit = try program.read("calendars/units/ics2notify-renew.path")
      #expect(unit.contains("\nPathChanged=\(here)/calendars\nUnit="), "\(unit)")
      let own = try program.run([
        "--now=2026-01-01T12:00:00Z", "--target=systemd", "--plain",
        "--output=calendars", "calendars",
      ])
      #expect(
        own.errors.contains(
          "calendars:1: warning: its changes are not noticed before the next renewal: the units "
            + "are written there"), "\(own.errors)")
      let state = try program.run(
        ["--target=systemd", "--plain", "calendars"],
        environment: ["XDG_STATE_HOME": program.directory.path, "XDG_CONFIG_HOME": "/nowhere"])
      #expect(state.text.contains("PathChanged=\(here)/calendars\n"))
    }
  }

  @Test func `at most 64 paths are watched, those with calendars first`() throws {
    try Program.run { program in
      let here = try here(program)
      for index in 10..<80 { try program.write("", to: "in/\(index)/note.txt") }
      try program.write(calendar, to: "in/79/a.ics")
      let (paths, errors) = try watched(program, "in")
      #expect(paths.count == 64)
      #expect(paths.prefix(3) == ["\(here)/in", "\(here)/in/79", "\(here)/in/10"])
      #expect(errors.contains("71 files and directories are more than the 64"), "\(errors)")
    }
  }

  @Test func `standard input is not watched`() throws {
    try Program.run { program in
      try program.run(arguments + ["-"], input: calendar, status: 0)
      let names = try program.names(in: "units")
      #expect(!names.contains { $0.hasSuffix(".path") || $0.contains("settle") })
      #expect(!names.contains { $0.contains("failed") || $0.contains("retry") })
    }
  }

  @Test func `where systemd can't watch everything else is installed, and that is said`() throws {
    try Program.run(["a.ics": calendar]) { program in
      let environment = try program.systemctl(
        """
        *start*renew.path) echo 'Too many open files' >&2; exit 1 ;;
        *is-active*renew.path) exit 3 ;;
        """)
      let installed = try program.run(
        ["install", "--now=2026-01-01T12:00:00Z", "--output=units", "a.ics"],
        environment: environment, status: 0)
      let warning = installed.errors.split(separator: "\n").filter {
        $0.hasPrefix("ics2notify: warning: changes of calendars are not noticed before")
      }
      #expect(warning.count == 1 && warning[0].contains("Too many open files"))
      let status = try program.run(
        ["status", "--now=2026-01-01T12:00:00Z", "--output=units"], environment: environment)
      #expect(
        status.lines.contains(
          "changes: not noticed before, since systemd doesn't watch the calendars"),
        "\(status.text)")
      #expect(status.lines.contains("systemd: runs all of them"))
    }
  }

  @Test func `a renewal changes nothing where a path can't be read`() throws {
    let files = ["a.ics": calendar, "b.ics": calendar, "in/c.ics": calendar]
    let environment = ["PATH": "/nowhere"]
    try Program.run(files) { program in
      func install(_ command: String = "install") throws -> ProgramOutcome {
        try program.run(
          [
            command, "--now=2026-01-01T12:00:00Z", "--plain", "--output=units", "a.ics", "b.ics",
            "in",
          ], environment: environment)
      }
      // No systemd answers here.
      #expect(try install().status == 69)
      let before = try program.names(in: "units")
      let absent = program.directory.appending(path: "b.ics")
      for (text, status) in [(nil, 66), ("", 65), ("<html>", 65)] as [(String?, Int32)] {
        try FileManager.default.removeItem(at: absent)
        if let text { try program.write(text, to: "b.ics") }
        let result = try install("renew")
        #expect(result.status == status, "\(result.errors)")
        #expect(result.errors.contains("not all paths can be read, so that nothing is changed"))
        #expect(try program.names(in: "units") == before)
        if text == nil { try program.write("", to: "b.ics") }
      }
      // By hand the rest is what there is; and so it is with what is in a directory.
      #expect(try install().status == 69)
      try program.write(Calendars.calendar(Calendars.event("b", title: "New")), to: "b.ics")
      try program.write("junk", to: "in/d.ics")
      #expect(try install("renew").status == 69)
      #expect(try program.names(in: "units").contains { $0.contains("-New-") })
    }
  }
}
