import Foundation
import TestPrograms
import Testing

@Suite struct HelpTests {
  @Test(arguments: [["--help"], ["-h"], ["help"]])
  func `help at the top shows the subcommands and compile's options`(_ arguments: [String]) throws {
    try Program.run { program in
      let result = try program.run(arguments)
      #expect(result.status == 0)
      #expect(result.errors.isEmpty)
      for word in [
        "compile", "fires", "simulate", "explain",
        "--now", "--horizon", "--renew-within", "--limit",
        "--reserve", "--time-zone", "--default-alarm", "--all-day-alarm", "--format", "--output",
        "--strict", "--quiet", "--allow-over-limit", "--version",
      ] {
        #expect(result.text.contains(word), "\(word)")
      }
    }
  }

  @Test(arguments: ["compile", "fires", "simulate", "explain"])
  func `each subcommand has its own help`(_ name: String) throws {
    try Program.run { program in
      let result = try program(name, "--help")
      #expect(result.status == 0)
      #expect(result.text.contains("USAGE: ics2notify \(name)"))
      #expect(result.text.contains("--output") == (name != "explain"))
      #expect(result.text.contains("--install") == (name == "compile"))
    }
  }

  @Test(arguments: [["fires", "--bogus"], ["--bogus"], ["fires"], ["diff", "a"]])
  func `a command line that makes no sense is told with the program's name`(
    _ arguments: [String]
  ) throws {
    try Program.run { program in
      let result = try program.run(arguments)
      let name = arguments.first.map { $0.hasPrefix("-") ? "compile" : $0 } ?? ""
      #expect(result.status == 64)
      #expect(result.errors.contains("Usage: ics2notify \(name)"), "\(result.errors)")
    }
  }

  @Test func `the version of a subcommand is the program's`() throws {
    try Program.run { program in
      let (own, whole) = (try program("fires", "--version"), try program("--version"))
      #expect(own.status == 0)
      #expect(own.text == whole.text)
    }
  }

  @Test func `the version names that of the zone data`() throws {
    try Program.run { program in
      let result = try program("--version")
      #expect(result.status == 0)
      #expect(
        result.text.wholeMatch(
          of: /ics2notify \d+\.\d+\.\d+\ntime zone data: 20\d\d[a-z] \(\/usr\/share\/zoneinfo\)\n/)
          != nil)
    }
  }
}
