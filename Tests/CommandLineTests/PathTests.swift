import Foundation
import TestPrograms
import Testing

/// Paths, directories, standard input and pipes.
@Suite struct PathTests {
  private let now = "--now=2026-01-01T12:00:00Z"

  @Test func `a directory stands for the calendars below it, hidden ones left out`() throws {
    let files = [
      "vdir/a.ics": Calendars.one("a"), "vdir/work/b.ICS": Calendars.one("b"),
      "vdir/work/deep/c.ics": Calendars.one("c"), "vdir/notes.txt": "no calendar",
      "vdir/.hidden.ics": Calendars.one("hidden"), "vdir/.cache/d.ics": Calendars.one("hidden"),
    ]
    try Program.run(files) { program in
      let result = try program("fires", now, "vdir")
      #expect(result.status == 0, "\(result.errors)")
      let found = try result.uids()
      #expect(found == ["a", "b", "c"])
    }
  }

  @Test func `one broken file in a directory doesn't take the others with it`() throws {
    try Program.run(["vdir/a.ics": Calendars.one("a"), "vdir/b.ics": ""]) { program in
      let result = try program("fires", now, "vdir")
      #expect(result.status == 1)
      let found = try result.uids()
      #expect(found == ["a"])
      #expect(result.errors == "ics2notify: error: vdir/b.ics: is empty\n")
    }
  }

  @Test func `a hyphen is standard input, alone and among files`() throws {
    try Program.run(["b.ics": Calendars.one("b")]) { program in
      let alone = try program("fires", now, "-", input: Calendars.one("a"))
      let aloneFound = try alone.uids()
      #expect(aloneFound == ["a"])
      let both = try program("fires", now, "b.ics", "-", input: Calendars.one("a"))
      let bothFound = try both.uids()
      #expect(bothFound == ["a", "b"])
      let broken = try program("fires", now, "-", input: "nothing")
      #expect(broken.status == 65)
      #expect(broken.errors.contains("<stdin>"), "\(broken.errors)")
    }
  }

  @Test func `options may follow paths, and two hyphens end them`() throws {
    try Program.run(["a.ics": Calendars.one("a"), "-b.ics": Calendars.one("b")]) { program in
      let result = try program("fires", "a.ics", now, "--", "-b.ics")
      #expect(result.status == 0, "\(result.errors)")
      let found = try result.uids()
      #expect(found == ["a", "b"])
    }
  }

  @Test func `a path called like a subcommand is written with a dot`() throws {
    try Program.run(["fires": Calendars.one("a"), "simulate": Calendars.one("b")]) { program in
      for name in ["fires", "simulate"] {
        let plain = try program(name)
        #expect(plain.status == 64)
        #expect(plain.output.isEmpty)
        #expect(plain.errors.contains("./\(name)"), "\(plain.errors)")
        let dotted = try program("./\(name)", now)
        #expect(dotted.status == 0)
        #expect(!dotted.output.isEmpty)
      }
    }
  }

  @Test func `a missing path that is a subcommand's name says so`() throws {
    try Program.run(["a.ics": Calendars.one("a")]) { program in
      let result = try program(now, "simulate", "a.ics")
      #expect([1, 64].contains(result.status))
      #expect(result.errors.contains("subcommand"), "\(result.errors)")
    }
  }

  @Test func `compile may be named or left out`() throws {
    try Program.run(["a.ics": Calendars.one("a")]) { program in
      let named = try program("compile", now, "a.ics")
      let unnamed = try program(now, "a.ics")
      #expect(named.output == unnamed.output)
      #expect(named.status == 0)
    }
  }

  @Test(arguments: ["fires", "simulate", "explain"])
  func `a pipe that is closed early is no error`(_ subcommand: String) throws {
    let calendar = Calendars.calendar(
      Calendars.event(start: "DTSTART:20260101T000000Z", rule: "FREQ=MINUTELY;INTERVAL=10"))
    try Program.run(["often.ics": calendar]) { program in
      let result = try program.shell(
        "{ \"$PROGRAM\" \(subcommand) \(now) often.ics; echo \"status $?\" >&2; } | head -1")
      #expect(result.lines.count == 1)
      #expect(result.errors.contains("status 0"), "\(result.errors)")
      #expect(!result.errors.contains("error"), "\(result.errors)")
    }
  }

  @Test func `a directory that links back to itself is read once`() throws {
    try Program.run(["vdir/a.ics": Calendars.one("a"), "vdir/sub/b.ics": Calendars.one("b")]) {
      program in
      for name in ["vdir/loop", "vdir/sub/back"] {
        try FileManager.default.createSymbolicLink(
          at: program.directory.appending(path: name),
          withDestinationURL: program.directory.appending(path: "vdir"))
      }
      let result = try program("fires", now, "vdir")
      let found = try result.uids()
      #expect(found == ["a", "b"])
      #expect(result.errors.isEmpty, "\(result.errors)")
    }
  }

  @Test func `one file takes nothing of another away unless it is a message about it`() throws {
    let attacks = [
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTART:20260105T090000Z\n"
        + "RECURRENCE-ID;RANGE=THISANDFUTURE:20260103T090000Z\nEND:VEVENT\nEND:VCALENDAR\n",
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nSEQUENCE:99\nSTATUS:CANCELLED\n"
        + "DTSTART:20260101T090000Z\nEND:VEVENT\nEND:VCALENDAR\n",
      "BEGIN:VCALENDAR\nMETHOD:CANCEL\n"
        + Calendars.event("a", start: "SEQUENCE:9\nDTSTART:20260101T090000Z")
        + "END:VCALENDAR\n",
    ]
    let daily = Calendars.calendar(
      Calendars.event("a", start: "DTSTART:20260101T090000Z", rule: "FREQ=DAILY;COUNT=9"))
    for attack in attacks {
      try Program.run(["victim.ics": daily, "evil.ics": attack]) { program in
        let alone = try program("fires", now, "victim.ics").lines
        #expect(alone.count == 8)
        let both = try program("fires", now, "victim.ics", "evil.ics")
        #expect(both.lines == alone)
        #expect(both.errors.contains("victim.ics:"), "\(both.errors)")
        #expect(both.errors.contains("evil.ics:"), "\(both.errors)")
        #expect(try program("fires", now, "evil.ics", "victim.ics").lines == alone)
        let merged = try program("fires", "--merge-sources", now, "victim.ics", "evil.ics")
        #expect(merged.lines.count < alone.count)
      }
      let reply = attack.replacing("BEGIN:VCALENDAR", with: "BEGIN:VCALENDAR\nMETHOD:REPLY")
      try Program.run(["victim.ics": daily, "reply.ics": reply]) { program in
        let merged = try program("fires", "--merge-sources", now, "victim.ics", "reply.ics")
        #expect(merged.lines.count == 8)
      }
    }
  }

  @Test func `in a directory the files of one event each are one source`() throws {
    let master = Calendars.calendar(
      Calendars.event("a", start: "DTSTART:20260101T090000Z", rule: "FREQ=DAILY;COUNT=9"))
    let silent =
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTART:20260103T090000Z\n"
      + "RECURRENCE-ID:20260103T090000Z\nEND:VEVENT\nEND:VCALENDAR\n"
    let export = silent.replacing(
      "END:VCALENDAR\n", with: Calendars.event("b") + "END:VCALENDAR\n")
    for (files, count) in [
      (["d/a.ics": master, "d/b.ics": silent], 7), (["d/a.ics": master, "d/e/b.ics": silent], 8),
      (["d/a.ics": master, "d/b.ics": export], 9),
    ] {
      try Program.run(files) { program in
        let result = try program("fires", now, "d")
        #expect(result.lines.count == count, "\(files.keys.sorted()): \(result.errors)")
      }
    }
  }
}
