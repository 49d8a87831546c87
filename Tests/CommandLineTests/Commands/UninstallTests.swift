import CalendarFixtures
import TestPrograms
import Testing

/// The file of an installation that is uninstalled.
@Suite struct UninstallTests {
  @Test func `uninstall keeps an edited file, but not one that the program wrote`() throws {
    try Program.run([
      "work.ics": CalendarText.calendar(CalendarText.event("work")),
      "home.ics": CalendarText.calendar(CalendarText.event("home.ics")),
    ]) { program in
      let environment = try program.systemctl()
      func run(_ arguments: String...) throws -> ProgramOutcome {
        try program.run(arguments, environment: environment)
      }
      let here = try program.here()
      let folder = ".config/ics2notify"
      let file = "\(folder)/default.conf"
      let line = "\n--default-alarm -5m\n"
      func uninstalled() throws -> String {
        let result = try run("uninstall")
        #expect(result.status == 0, "\(result.errors)")
        return result.text.replacing("\(here)/\(folder)/", with: "")
      }
      _ = try run("install", "work.ics")
      _ = try run("install", "home.ics", "--default-alarm", "-5m")
      // The same pause again is no change, so that a command can be repeated after a kill.
      for _ in 0..<2 { _ = try run("pause", "2027-01-01") }
      #expect(try program.read(file).matches(of: /--pause 2027-01-01/).count == 1)
      _ = try run("resume")
      for command in [["resume"], ["uninstall", "gone.ics"]] {
        let usual = try program.run(command, environment: environment)
        #expect(!usual.errors.contains("the file has changed"), "\(usual.errors)")
      }
      // As after a kill between the writing of the file and of the units.
      try program.write(try program.read(file) + "# end\n", to: file)
      for command in [["resume"], ["uninstall", "gone.ics"]] {
        let refused = try program.run(command, environment: environment)
        #expect(
          refused.errors.contains(
            "; the file has changed since the last renewal, and 'ics2notify install' puts it"),
          "\(refused.errors)")
      }
      try program.write(try program.read(file).replacing("# end\n", with: ""), to: file)
      _ = try run("pause", "today")
      #expect(try uninstalled() == "default: uninstalled\n")
      // A later command keeps the edited lines, so they are the user's.
      for name in ["default.conf.old", "default.conf.old2"] {
        _ = try run("install", "work.ics")
        try program.write(try program.read(file) + "# mine" + line, to: file)
        _ = try run("install", "home.ics")
        #expect(
          try uninstalled()
            == "default: uninstalled; the file that you edited is kept as \(name)\n")
        #expect(try program.read("\(folder)/\(name)").contains("# mine\(line)"))
      }
      // Nothing reads a copy, and it can be installed again.
      #expect(try run("status").text.hasPrefix("nothing is installed"))
      try program.shell("mv \(folder)/default.conf.old \(file)", status: 0)
      #expect(try run("install").status == 0)
      // Of a link, the target stays.
      try program.shell("mv \(file) mine && ln -s \(here)/mine \(file)", status: 0)
      #expect(try uninstalled().hasSuffix("is kept as \(here)/mine\n"))
      #expect(try program.read("mine").contains("# mine\(line)"))
    }
  }
}
