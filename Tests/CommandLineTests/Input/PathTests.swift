import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// Paths, directories, standard input and pipes.
@Suite struct PathTests {
  private let now = "--now=2026-01-01T12:00:00Z"

  @Test func `a directory is read with its subdirectories, without hidden files`() throws {
    let files = [
      "vdir/a.ics": CalendarText.one("a"), "vdir/work/b.ICS": CalendarText.one("b"),
      "vdir/work/deep/c.ics": CalendarText.one("c"), "vdir/notes.txt": "no calendar",
      "vdir/.hidden.ics": CalendarText.one("hidden"),
      "vdir/.cache/d.ics": CalendarText.one("hidden"),
    ]
    let result = try Program.run(files) { try $0("fires", now, "vdir", status: 0) }
    #expect(try result.uids() == ["a", "b", "c"])
  }

  @Test func `a hyphen is standard input, alone and among files`() throws {
    try Program.run(["b.ics": CalendarText.one("b")]) { program in
      let alone = try program("fires", now, "-", input: CalendarText.one("a"))
      #expect(try alone.uids() == ["a"])
      let both = try program("fires", now, "b.ics", "-", input: CalendarText.one("a"))
      #expect(try both.uids() == ["a", "b"])
      try program("fires", now, "-", input: "nothing").expectRefusal(65, saying: "<stdin>")
    }
  }

  @Test func `options may follow paths, and two hyphens end them`() throws {
    let result = try Program.run(["a.ics": CalendarText.one("a"), "-b.ics": CalendarText.one("b")])
    {
      try $0("fires", "a.ics", now, "--", "-b.ics", status: 0)
    }
    #expect(try result.uids() == ["a", "b"])
  }

  @Test func `a path named like a command needs a leading dot`() throws {
    try Program.run(["fires": CalendarText.one("a"), "simulate": CalendarText.one("b")]) {
      program in
      for name in ["fires", "simulate"] {
        try program(name).expectRefusal(64, saying: "./\(name)")
        let dotted = try program("./\(name)", now)
        #expect(dotted.status == 0 && !dotted.output.isEmpty)
      }
    }
  }

  @Test func `the default command is compile`() throws {
    try Program.run(["a.ics": CalendarText.one("a")]) { program in
      let named = try program("compile", now, "a.ics")
      let unnamed = try program(now, "a.ics")
      #expect(named.output == unnamed.output)
      #expect(named.status == 0)
    }
  }

  @Test(arguments: ["fires", "simulate", "explain"])
  func `a pipe that is closed early is not an error`(_ subcommand: String) throws {
    let calendar = CalendarText.calendar(
      CalendarText.event(start: "DTSTART:20260101T000000Z", rule: "FREQ=MINUTELY;INTERVAL=10"))
    let result = try Program.run(["often.ics": calendar]) {
      try $0.shell(
        "{ \"$PROGRAM\" \(subcommand) \(now) often.ics; echo \"status $?\" >&2; } | head -1")
    }
    #expect(result.lines.count == 1)
    #expect(result.errors.contains("status 0"), "\(result.errors)")
    #expect(!result.errors.contains("error"), "\(result.errors)")
  }

  @Test func `a directory that links back to itself is read once`() throws {
    try Program.run(["vdir/a.ics": CalendarText.one("a"), "vdir/sub/b.ics": CalendarText.one("b")])
    {
      program in
      for name in ["vdir/loop", "vdir/sub/back"] {
        try FileManager.default.createSymbolicLink(
          at: program.directory.appending(path: name),
          withDestinationURL: program.directory.appending(path: "vdir"))
      }
      let result = try program("fires", now, "vdir")
      #expect(try result.uids() == ["a", "b"])
      #expect(result.errors.isEmpty, "\(result.errors)")
    }
  }

  @Test func `a file can't cancel events of another, except with --merge-sources`() throws {
    let attack =
      "BEGIN:VCALENDAR\nMETHOD:CANCEL\n"
      + CalendarText.event("a", start: "SEQUENCE:9\nDTSTART:20260101T090000Z") + "END:VCALENDAR\n"
    let daily = CalendarText.calendar(
      CalendarText.event("a", start: "DTSTART:20260101T090000Z", rule: "FREQ=DAILY;COUNT=9"))
    let reply = attack.replacing("METHOD:CANCEL", with: "METHOD:REPLY")
    try Program.run(["victim.ics": daily, "evil.ics": attack, "reply.ics": reply]) { program in
      let alone = try program("fires", now, "victim.ics").lines
      #expect(alone.count == 8)
      let both = try program("fires", now, "victim.ics", "evil.ics")
      #expect(both.lines == alone)
      #expect(both.errors.contains("victim.ics:"), "\(both.errors)")
      #expect(both.errors.contains("evil.ics:"), "\(both.errors)")
      #expect(try program("fires", now, "evil.ics", "victim.ics").lines == alone)
      func merged(_ name: String) throws -> Int {
        try program("fires", "--merge-sources", now, "victim.ics", name).lines.count
      }
      #expect(try merged("evil.ics") < alone.count)
      #expect(try merged("reply.ics") == 8)
    }
  }

  @Test func `files with one event each in a directory are one source`() throws {
    let master = CalendarText.calendar(
      CalendarText.event("a", start: "DTSTART:20260101T090000Z", rule: "FREQ=DAILY;COUNT=9"))
    let silent =
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTART:20260103T090000Z\n"
      + "RECURRENCE-ID:20260103T090000Z\nEND:VEVENT\nEND:VCALENDAR\n"
    let export = silent.replacing(
      "END:VCALENDAR\n", with: CalendarText.event("b") + "END:VCALENDAR\n")
    for (files, count) in [
      (["d/a.ics": master, "d/b.ics": silent], 7), (["d/a.ics": master, "d/e/b.ics": silent], 8),
      (["d/a.ics": master, "d/b.ics": export], 9),
    ] {
      let result = try Program.run(files) { try $0("fires", now, "d") }
      #expect(result.lines.count == count, "\(files.keys.sorted()): \(result.errors)")
    }
  }
}
