import TestPrograms
import Testing

/// The file of an installation that is uninstalled.
@Suite struct UninstallTests {
  @Test func `uninstall keeps an edited file, but not one that the program wrote`() throws {
    try Program.run([
      "work.ics": Calendars.calendar(Calendars.event("work")),
      "home.ics": Calendars.calendar(Calendars.event("home.ics")),
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
