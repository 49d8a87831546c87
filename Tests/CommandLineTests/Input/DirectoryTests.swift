import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// Unreadable directories, special files, and names that aren't UTF-8.
@Suite struct DirectoryTests {
  private let now = "--now=2026-01-01T12:00:00Z"

  private static let hasTracer = TestProgram.installed("strace") != nil

  @Test(
    .enabled(if: hasTracer, "needs strace(1)"),
    arguments: ["openat:error=EACCES", "getdents64:error=EIO", "newfstatat,stat,statx:error=EIO"])
  func `an unreadable directory is an error, and with --strict nothing is compiled`(
    _ fault: String
  ) throws {
    try Program.run(["in/a.ics": CalendarText.one("a"), "in/sub/b.ics": CalendarText.one("b")]) {
      program in
      let trace = "strace -f -o /dev/null -P \"$PWD/in/sub\" -P in/sub -e inject=\(fault)"
      let result = try program.shell(
        "\(trace) \"$PROGRAM\" fires \(now) in 2>errors; st=$?; "
          + "grep -v ^strace errors >&2; exit $st", status: 1)
      #expect(result.errors.hasPrefix("ics2notify: error: in/sub: can't be read: "))
      #expect(try result.uids() == ["a"])
      try program.shell("\(trace) \"$PROGRAM\" fires --strict \(now) in").expectRefusal(65)
    }
  }

  @Test func `directories are read down to level 15, and a deeper one is an error`() throws {
    // in/1/2/…/15 is read, in/1/2/…/16 is not.
    let path = "in/" + (1...15).map(String.init).joined(separator: "/")
    try Program.run(["\(path)/a.ics": CalendarText.one("a")]) { program in
      try program("fires", now, "in", status: 0)
      try program.write(CalendarText.one("b"), to: "\(path)/16/b.ics")
      let cut = try program("fires", now, "in", status: 1)
      #expect(
        cut.errors.contains("\(path)/16: can't be read: it is more than 15"), "\(cut.errors)")
      #expect(try cut.uids() == ["a"])
      try program("fires", "--strict", now, "in").expectRefusal(65)
    }
  }

  @Test func `a pipe or a device in a directory is skipped with a warning`() throws {
    try Program.run(["in/a.ics": CalendarText.one("a"), "socket.py": ""]) { program in
      let made = try program.shell(
        "mkfifo in/pipe.ics && ln -s /dev/zero in/zero.ics && mkfifo in/other")
      try #require(made.status == 0, "\(made.errors)")
      let result = try program.shell("timeout 60 \"$PROGRAM\" fires \(now) in", status: 0)
      #expect(try result.uids() == ["a"])
      #expect(
        result.errors
          == "in/pipe.ics:1: warning: a named pipe in a directory is not read; it is skipped "
          + "[file-ignored]\n"
          + "in/zero.ics:1: warning: a device in a directory is not read; it is skipped "
          + "[file-ignored]\n")
      let plan = try program.shell("timeout 60 \"$PROGRAM\" --quiet \(now) in")
      #expect(plan.text.components(separatedBy: "\"file-ignored\"").count == 3)
      #expect(plan.errors.isEmpty)
      try program.shell("rm in/a.ics; timeout 60 \"$PROGRAM\" \(now) in", status: 65)
    }
  }

  @Test func `a pipe on the command line is read`() throws {
    let result = try Program.run(["a.ics": CalendarText.one("a")]) {
      try $0.shell(
        "mkfifo pipe; cat a.ics >pipe & timeout 60 \"$PROGRAM\" fires \(now) pipe", status: 0)
    }
    #expect(try result.uids() == ["a"])
  }

  @Test func `a dangling link that is named like a calendar is an error`() throws {
    try Program.run(["in/a.ics": CalendarText.one("a")]) { program in
      try program.shell("ln -s nowhere in/b.ics; ln -s nowhere in/notes; ln -s loop in/loop")
      let result = try program("fires", now, "in", status: 1)
      #expect(result.errors == "ics2notify: error: in/b.ics: no such file\n")
    }
  }

  // `caf\351` is “café” in Latin-1.
  @Test func `a file name that isn't UTF-8 is accepted, in a directory and on the command line`()
    throws
  {
    try Program.run(["a.ics": CalendarText.one("latin"), "b.ics": "nothing"]) { program in
      let made = try program.shell(
        "d=$(printf 'in/caf\\351'); mkdir -p \"$d\"; mv a.ics \"$d/$(printf '\\377.ics')\"; "
          + "mv b.ics \"$d/$(printf 'b\\200.ics')\"")
      try #require(made.status == 0, "\(made.errors)")
      let listed = try program("fires", now, "in", status: 1)
      #expect(
        listed.errors == "ics2notify: error: in/caf\\xE9/b\\x80.ics: is not a calendar: no line is "
          + "BEGIN:VCALENDAR\n")
      let named = try program.shell(
        "\"$PROGRAM\" fires \(now) \"$(printf 'in/caf\\351/\\377.ics')\"", status: 0)
      for result in [listed, named] {
        #expect(try result.uids() == ["latin"])
      }
      let missing = try program.shell(
        "\"$PROGRAM\" fires \"$(printf 'gone\\351.ics')\"", status: 66)
      #expect(missing.errors == "ics2notify: error: gone\\xE9.ics: no such file\n")
    }
  }

  @Test func `names of outputs and plans need not be UTF-8`() throws {
    let result = try Program.run(["a.ics": CalendarText.one("a")]) {
      try $0.shell(
        "p=$(printf 'plan\\351.json'); \"$PROGRAM\" \(now) --output \"$p\" a.ics && "
          + "\"$PROGRAM\" \(now) --pending \"$p\" a.ics >new && "
          + "\"$PROGRAM\" diff --format=text \"$p\" new && ls | LC_ALL=C grep -c \"$p\"", status: 0)
    }
    #expect(result.lines == ["0 to remove, 0 to replace, 0 to add, 1 untouched", "1"])
  }

  @Test(arguments: [
    ("explian", "explain"), ("simualte", "simulate"), ("Fires", "fires"), ("fire", "fires"),
    ("dif", "diff"), ("compil", "compile"), ("simulate", "simulate"),
  ])
  func `a mistyped command is an error before anything is read`(
    typed: String, meant: String
  ) throws {
    try Program.run(["a.ics": CalendarText.one("a")]) { program in
      let before = typed == "simulate" ? [now] : []
      let result = try program.run(before + [typed, "a.ics", "missing.ics", "--output=plan.json"])
      result.expectRefusal(64, saying: meant)
      #expect(!result.errors.contains("missing.ics"))
      #expect(result.output.isEmpty)
      #expect(try program.names() == ["a.ics"])
    }
  }

  @Test func `an argument is a path if it exists, resembles no command, or is not the first`()
    throws
  {
    try Program.run(["fire": CalendarText.one("a"), "a.ics": CalendarText.one("b")]) { program in
      try program(now, "fire", status: 0)
      for arguments in [
        ["compile", "work", "a.ics"], ["compile", "explian", "a.ics"], ["a.ics", "explian"],
      ] {
        let result = try program.run(arguments)
        #expect(result.status == 1, "\(arguments)")
        #expect(result.errors.contains("no such file"), "\(result.errors)")
      }
    }
  }
}
