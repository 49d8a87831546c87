import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// The files and directories that are watched for changes.
@Suite struct WatchedPathTests {
  private let calendar = CalendarText.calendar(CalendarText.event("a", title: "A"))

  /// Installs paths, and returns the watched paths without the conf file, and the errors.
  ///
  /// systemd doesn't answer, so all units are written and nothing is started.
  private func watched(_ program: Program, _ more: String...) throws -> (
    paths: [String], errors: String
  ) {
    let result = try program.run(
      ["install", "--plain"] + more, environment: ["PATH": "/nowhere"], status: 69)
    let unit = try program.read(".config/systemd/user/ics2notify-renew.path")
    let prefix = "PathChanged="
    let paths = unit.split(separator: "\n").filter { $0.hasPrefix(prefix) }
      .map { String($0.dropFirst(prefix.count)) }
    #expect(try paths.first == "\(here(program))/.config/ics2notify/default.conf")
    return (Array(paths.dropFirst()), result.errors)
  }

  private func here(_ program: Program) throws -> String {
    try program.here()
  }

  @Test func `files and directories are watched, with the subdirectories that are read`() throws {
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
          "\(here)/vdir/empty", "\(here)/vdir/empty/deep", "\(here)/list.txt",
        ])
      #expect(!errors.contains("changes are not noticed"), "\(errors)")
      let target = try program.read(".config/systemd/user/ics2notify.target")
      #expect(target.contains("\nWants=ics2notify-renew.timer\nWants=ics2notify-renew.path\n"))
      // Printed units aren't renewed.
      let text = try program(
        "--target=systemd", "--plain", "--quiet", "--now=2026-01-01", "a.ics"
      ).text
      #expect(text.contains("# ics2notify.target\n") && !text.contains("renew"), "\(text)")
    }
  }

  @Test func `a path is escaped for systemd, or left out with a warning`() throws {
    try Program.run { program in
      let here = try here(program)
      for name in ["100% a.ics", "back\\", "x\u{FFFE}"] {
        try program.write(calendar, to: "\(name)/a.ics")
      }
      let (paths, errors) = try watched(program, "100% a.ics", "back\\", "x\u{FFFE}")
      #expect(paths == ["\(here)/100%% a.ics", "\(here)/back\\/"])
      let notices = errors.split(separator: "\n").filter { $0.contains("no unit can name it") }
      #expect(notices.count == 1, "\(errors)")
      // A line of the conf file can't hold these names.
      for name in ["blank ", "tab\t", "line\nbreak"] {
        try program.write(calendar, to: "\(name)/a.ics")
        try program("install", name, status: 64)
          .expectRefusal(64, saying: "default.conf can hold this path")
      }
    }
  }

  @Test func `the directory of the units is not watched`() throws {
    try Program.run([".config/systemd/user/a.ics": calendar]) { program in
      let (paths, errors) = try watched(program, ".config/systemd/user")
      #expect(paths.isEmpty)
      #expect(
        errors.contains(
          "/.config/systemd/user:1: warning: changes take effect only at the next renewal: "
            + "the units are written there"), "\(errors)")
    }
  }

  @Test func `at most 64 paths are watched, those with calendars first`() throws {
    try Program.run { program in
      let here = try here(program)
      for index in 10..<80 { try program.write("", to: "in/\(index)/note.txt") }
      try program.write(calendar, to: "in/79/a.ics")
      let (paths, errors) = try watched(program, "in")
      #expect(paths.count == 63)
      #expect(paths.prefix(3) == ["\(here)/in", "\(here)/in/79", "\(here)/in/10"])
      #expect(errors.contains("72 files and directories are more than the 64"), "\(errors)")
    }
  }

  @Test func `if systemd can't watch, the rest is installed with a warning`() throws {
    try Program.run(["a.ics": calendar]) { program in
      let environment = try program.systemctl(
        """
        *start*renew.path) echo 'Too many open files' >&2; exit 1 ;;
        *is-active*renew.path) exit 3 ;;
        """)
      let installed = try program("install", "a.ics", environment: environment, status: 0)
      let warning = installed.errors.split(separator: "\n").filter {
        $0.hasPrefix("ics2notify: warning: changes of calendars take effect only")
      }
      #expect(warning.count == 1 && warning[0].contains("Too many open files"))
      let status = try program("status", environment: environment, status: 69)
      #expect(status.text.contains("; systemd doesn't watch the calendars\n"), "\(status.text)")
      #expect(
        status.lines[0] == "default: systemd runs 1 timer; changes are not noticed at once")
    }
  }
}
