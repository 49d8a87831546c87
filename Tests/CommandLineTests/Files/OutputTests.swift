import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// Files that outputs may replace, and the state after a failed write.
@Suite struct OutputTests {
  private let now = "--now=2026-01-01T12:00:00Z"
  private let daily = CalendarText.daily
  private let other = CalendarText.calendar(CalendarText.event("other@example.org"))

  private func link(_ program: Program, _ name: String, to target: String, hard: Bool = false)
    throws
  {
    let result = try program.shell("ln \(hard ? "" : "-s") \(target) \(name)")
    try #require(result.status == 0)
  }

  /// Contents that the reader accepts as calendars.
  private static let looks =
    [
      CalendarText.daily, "\u{FEFF}" + CalendarText.daily, "\r\n\r\n" + CalendarText.daily,
      CalendarText.daily.replacing("BEGIN:VCALENDAR", with: "begin:vcal\r\n endar"),
      "# exported\n" + CalendarText.daily, CalendarText.event("alone@example.org"),
    ].map { Data($0.utf8) } + [CalendarText.daily.data(using: .utf16LittleEndian) ?? Data()]

  @Test(arguments: looks)
  func `a plan doesn't replace a calendar of any name`(_ calendar: Data) throws {
    try Program.run(["input.ics": other]) { program in
      try program.write(calendar, to: "plan.json")
      for arguments in [["input.ics"], ["--format=text", "input.ics"], ["plan.json"]] {
        let result = try program.run([now, "--output=plan.json"] + arguments)
        result.expectRefusal(73, saying: "plan.json: isn't written")
        #expect(try Data(contentsOf: program.directory.appending(path: "plan.json")) == calendar)
      }
      #expect(try program.names() == ["input.ics", "plan.json"])
    }
  }

  @Test(arguments: [("symbolic.json", false), ("hard.json", true)])
  func `an output that links to an input is rejected`(name: String, isHard: Bool) throws {
    // The content isn't a calendar, so only the file's identity shows that it is an input.
    try Program.run(["input.ics": daily, "broken.ics": "nothing"]) { program in
      try link(program, name, to: "broken.ics", hard: isHard)
      let result = try program(now, "--output=\(name)", "input.ics", "broken.ics")
      result.expectRefusal(73, saying: "read as an input")
      #expect(try program.read("broken.ics") == "nothing")
    }
  }

  @Test func `standard input and the pending plan are not replaced either`() throws {
    try Program.run(["input.ics": daily, "empty.ics": ""]) { program in
      try program.write("[]", to: "pending.json")
      try program(
        now, "--pending=pending.json", "--output=pending.json", "input.ics", status: 73)
      #expect(try program.read("pending.json") == "[]")
      try program.shell("\"$PROGRAM\" \(now) --output=input.ics - < input.ics", status: 73)
      #expect(try program.read("input.ics") == daily)
    }
  }

  @Test(arguments: ["compile", "fires", "simulate", "explain", "compile --target=systemd --plain"])
  func `a redirection of standard output is rejected only into an input`(_ subcommand: String)
    throws
  {
    try Program.run(["input.ics": daily, "log": other]) { program in
      for redirection in [">>input.ics", "1<>input.ics"] {
        let result = try program.shell(
          "\"$PROGRAM\" \(subcommand) --quiet \(now) input.ics \(redirection)")
        #expect(result.status == 73, "\(redirection) \(result.errors)")
      }
      #expect(try program.read("input.ics") == daily)
      // A block of a shell can log a calendar before the result.
      try program.shell(
        "{ cat input.ics; \"$PROGRAM\" \(subcommand) --quiet \(now) input.ics; } >>log", status: 0)
      let log = try program.read("log")
      #expect(log.hasPrefix(other + daily) && log.count > (other + daily).count)
    }
  }

  @Test func `an output that the next run would read as a calendar is rejected`() throws {
    try Program.run(["vdir/a.ics": daily, "vdir/deep/b.ics": other]) { program in
      try link(program, "out.json", to: "vdir/deep/new.ics")
      for path in ["vdir/plan.ics", "vdir/deep/plan.ICS", "./vdir/../vdir/plan.ics", "out.json"] {
        let result = try program(now, "--output=\(path)", "vdir")
        #expect(result.status == 73, "\(path)")
        #expect(result.errors.contains("next time"), "\(result.errors)")
      }
      for path in ["vdir/plan.json", "vdir/.plan.ics", "plan.ics"] {
        let result = try program(now, "--output=\(path)", "vdir")
        #expect(result.status == 0, "\(path) \(result.errors)")
      }
      #expect(try program.names(in: "vdir") == [".plan.ics", "a.ics", "deep", "plan.json"])
    }
  }

  @Test func `a directory as output is rejected, and a hyphen is standard output`() throws {
    try Program.run(["daily.ics": daily, "out/x": ""]) { program in
      for path in ["out", "out/", "."] {
        let result = try program(now, "--output=\(path)", "daily.ics")
        result.expectRefusal(73, saying: "it is a directory; name a file in it")
      }
      try program(now, "--output=new/", "daily.ics").expectRefusal(73, saying: "name a file in it")
      let printed = try program(now, "daily.ics")
      let hyphen = try program(now, "--output=-", "daily.ics")
      #expect(hyphen.output == printed.output)
      #expect(hyphen.status == 0)
      #expect(try program.names() == ["daily.ics", "out"])
    }
  }

  @Test func `a replaced file keeps its permissions, and a new one has those of the umask`() throws
  {
    try Program.run(["daily.ics": daily]) { program in
      func mode(_ name: String) throws -> Int? {
        let path = program.directory.appending(path: name).path
        return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      }
      try program.shell(
        "umask 027; \"$PROGRAM\" \(now) --output=plan.json daily.ics; chmod 604 plan.json",
        status: 0)
      try program(now, "--output=plan.json", "--format=text", "daily.ics", status: 0)
      #expect(try mode("plan.json") == 0o604)
      try program.shell("umask 027; \"$PROGRAM\" \(now) --output=new.json daily.ics")
      #expect(try mode("new.json") == 0o640)
    }
  }

  @Test func `temporary files of a killed run are removed, and similar files stay`() throws {
    try Program.run(["daily.ics": daily]) { program in
      let left = ".ics2notify-0123456789abcdef.tmp"
      let others = [
        ".ics2notify-0123456789ABCDEF.tmp", ".ics2notify-01234.tmp", ".ics2notify.tmp",
        "ics2notify-0123456789abcdef.tmp",
      ]
      for name in others + [left, ".ics2notify-aaaaaaaaaaaaaaaa.tmp"] {
        try program.write("half", to: name)
      }
      // Another run holds the lock of this file while it writes it.
      try program.shell(
        "flock .ics2notify-aaaaaaaaaaaaaaaa.tmp \"$PROGRAM\" \(now) --output=plan.json daily.ics",
        status: 0)
      let found = try program.names()
      #expect(
        found
          == (others + [".ics2notify-aaaaaaaaaaaaaaaa.tmp", "daily.ics", "plan.json"]).sorted())
    }
  }

  @Test func `parallel runs that write one file leave one complete plan`() throws {
    try Program.run(["daily.ics": daily]) { program in
      let result = try program.shell(
        "seq 40 | xargs -P 20 -I @ \"$PROGRAM\" --quiet \(now) --output=plan.json daily.ics")
      #expect(result.text.isEmpty && result.errors.isEmpty, "\(result.text) \(result.errors)")
      let printed = try program(now, "daily.ics")
      let plan = try program.read("plan.json")
      #expect(plan == printed.text)
      #expect(try program.names() == ["daily.ics", "plan.json"])
    }
  }

  @Test(
    .enabled(
      if: TestProgram.installed("strace") != nil, "needs strace(1)"),
    arguments: ["HUP", "INT", "TERM"])
  func `a signal leaves the old file or the new one`(_ signal: String) throws {
    try Program.run(["daily.ics": daily, "plan.json": "old"]) { program in
      // The signal arrives at the fsync of the new file, or at its rename.
      for call in ["fsync", "rename"] {
        try program.shell(
          "strace -f -o trace -e trace=\(call) -e inject=\(call):signal=\(signal) "
            + "\"$PROGRAM\" \(now) --output=plan.json daily.ics; true", status: 0)
        let trace = try program.read("trace")
        #expect(trace.contains("SIG\(signal)"), "\(trace)")
        try program.remove("trace")
        #expect(try program.names() == ["daily.ics", "plan.json"])
        let text = try program.read("plan.json")
        #expect(text == "old" || text.hasPrefix("{"))
      }
    }
  }

  @Test(arguments: ["--version", "--help", "fires --help", "daily.ics", "diff plan.json plan.json"])
  func `a result that can't be written ends with status 73`(_ arguments: String) throws {
    let plan = #"{"version":1,"limit":64,"slots":64,"requests":[]}"#
    try Program.run(["daily.ics": daily, "plan.json": plan]) { program in
      for redirection in [">/dev/full", ">&-"] {
        let result = try program.shell("\"$PROGRAM\" \(arguments) \(redirection)")
        #expect(result.status == 73, "\(redirection)")
        #expect(
          result.errors.hasPrefix("ics2notify: error: standard output can't be written: "),
          "\(result.errors)")
      }
    }
  }

  @Test func `a full disk is reported, and the old file stays`() throws {
    try Program.run(["daily.ics": daily, "plan.json": "old"]) { program in
      for limit in ["ulimit -f 0;", ""] {
        let path = limit.isEmpty ? "/dev/full" : "plan.json"
        let result = try program.shell(
          "(\(limit) \"$PROGRAM\" \(now) --output=\(path) daily.ics) 2>&1 | cat; true")
        #expect(result.text.contains("\(path): can't be written: "), "\(result.text)")
      }
      #expect(try program.names() == ["daily.ics", "plan.json"])
      #expect(try program.read("plan.json") == "old")
    }
  }

  @Test func `a calendar with the name of one of our unit files is kept`() throws {
    for name in ["ics2notify.manifest", ".ics2notify.tmp"] {
      try Program.run(["daily.ics": daily, "units/\(name)": other]) { program in
        try program(now, "--target=systemd", "--plain", "--output=units", "daily.ics", status: 73)
        #expect(try program.read("units/\(name)") == other)
      }
    }
  }
}
