import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// Calendars compressed with gzip, complete or damaged.
@Suite struct CompressedTests {
  private let now = "--now=2026-01-01T12:00:00Z"

  private let two = CalendarText.calendar(
    CalendarText.event("first@example.org"),
    CalendarText.event("bad@example.org", start: "DTSTART:never"),
    CalendarText.event("last@example.org"))

  @Test func `a compressed calendar is read from a file or a pipe`() throws {
    try Program.run(["a.ics": two]) { program in
      let plain = try program("fires", now, "a.ics")
      #expect(plain.status == 1 && plain.lines.count == 2)
      #expect(try program.shell("gzip -k a.ics; cp a.ics.gz odd.name").status == 0)
      for name in ["a.ics.gz", "odd.name"] {
        let read = try program("fires", now, name)
        #expect(read.output == plain.output && read.status == 1)
        #expect(read.errors == plain.errors.replacing("a.ics:", with: "\(name):"))
      }
      let piped = try program.shell("gzip -c a.ics | \"$PROGRAM\" fires \(now) -")
      #expect(piped.output == plain.output)
      #expect(piped.errors == plain.errors.replacing("a.ics:", with: "<stdin>:"))
      // A file that is only named .gz is read as plain text.
      try program.write(two, to: "plain.ics.gz")
      #expect(try program("fires", now, "plain.ics.gz").output == plain.output)
    }
  }

  @Test func `a large compressed calendar gives the same result with any number of threads`() throws
  {
    let events = (0..<30_000).map { number in
      CalendarText.event("\(number)@example.org", title: "Title \(number * 7_919 % 30_011)")
    }
    try Program.run(["large.ics": CalendarText.calendar(events.joined())]) { program in
      #expect(try program.shell("gzip -k large.ics").status == 0)
      let plain = try program("fires", now, "large.ics")
      #expect(plain.lines.count == 30_000)
      for jobs in ["--jobs=1", "--jobs=2"] {
        #expect(try program("fires", now, jobs, "large.ics.gz").output == plain.output)
      }
    }
  }

  @Test func `concatenated gzip members are one calendar, and trailing NULs are ignored`() throws {
    try Program.run(["a.ics": two]) { program in
      let plain = try program("fires", now, "a.ics").output
      try program.shell(
        "head -c 300 a.ics | gzip >two.gz && tail -c +301 a.ics | gzip >>two.gz "
          + "&& cp two.gz tape.gz && head -c 1000 /dev/zero >>tape.gz", status: 0)
      for name in ["two.gz", "tape.gz"] {
        let read = try program("fires", now, name)
        #expect(read.output == plain && !read.errors.contains("compression"), "\(read.errors)")
      }
    }
  }

  @Test func `the readable part of a damaged stream is used`() throws {
    // The UIDs compress badly, so half of the file holds about half of the events.
    let events = (0..<200).map { number in
      CalendarText.event("\(number &* 2_654_435_761 % 1_000_003)@example.org", title: "\(number)")
    }
    try Program.run(["a.ics": CalendarText.calendar(events.joined())]) { program in
      try program.shell(
        "gzip -k a.ics && size=$(wc -c <a.ics.gz) && head -c $((size / 2)) a.ics.gz >half.gz "
          + "&& head -c $((size - 4)) a.ics.gz >nearly.gz && cp a.ics.gz more.gz && echo x >>more.gz "
          + "&& head -c 15 a.ics.gz >start.gz", status: 0)
      let rows = [
        ("half.gz", "it ends too early", 20...180), ("nearly.gz", "it ends too early", 200...200),
        ("more.gz", "other data follows it", 200...200),
      ]
      for (name, reason, fires) in rows {
        let read = try program("fires", now, name)
        #expect(read.status == 1, "\(name)")
        #expect(fires.contains(read.lines.count), "\(name): \(read.lines.count)")
        #expect(
          read.errors.contains("error: the file can't be decompressed to its end: \(reason); "),
          "\(read.errors)")
        #expect(read.errors.contains("[compression-damaged]\n"))
        #expect(try program("fires", now, "--strict", name).status == 65)
      }
      let start = try program("fires", now, "start.gz")
      #expect(start.status == 65 && start.output.isEmpty)
      #expect(
        start.errors
          == "ics2notify: error: start.gz: can't be decompressed: it ends too early\n")
    }
  }

  @Test func `a gzip member with a wrong checksum is rejected, and the members before it are used`()
    throws
  {
    try Program.run(["a.ics": two, "good.ics": CalendarText.daily]) { program in
      try program.shell(
        "gzip -c a.ics >whole.gz && size=$(wc -c <whole.gz) "
          + "&& head -c $((size - 8)) whole.gz >bad.gz && printf '12345678' >>bad.gz "
          + "&& cat whole.gz bad.gz >second.gz && printf '\\037\\213\\377junk' >header.gz",
        status: 0)
      for name in ["bad.gz", "header.gz"] {
        let bad = try program("fires", now, "--horizon=P1D", name, "good.ics")
        #expect(bad.status == 1 && bad.lines.count == 1)
        #expect(
          bad.errors == "ics2notify: error: \(name): can't be decompressed: it is damaged\n")
        #expect(try program("fires", now, name).status == 65)
      }
      let second = try program("fires", now, "second.gz")
      #expect(second.status == 1 && second.lines.count == 2)
      #expect(second.errors.contains(": it is damaged; the part before is used"))
    }
  }

  @Test func `a decompression bomb is rejected in little memory, and other files are used`() throws
  {
    try Program.run(["good.ics": CalendarText.daily]) { program in
      try program.shell("head -c 300000000 /dev/zero | gzip -9 >bomb.ics.gz", status: 0)
      let result = try program.shell(
        "ulimit -v 4000000; \"$PROGRAM\" fires \(now) --horizon=P1D bomb.ics.gz good.ics")
      #expect(result.status == 1 && result.lines.count == 1, "\(result.errors)")
      #expect(
        result.errors.firstMatch(
          of:
            /ics2notify: error: bomb.ics.gz: can't be decompressed: it expands to more than \d+ bytes, 256 times as much as it is\n/
        ) != nil, "\(result.errors)")
      #expect(try program("fires", now, "bomb.ics.gz").status == 65)
    }
  }

  @Test func `compressed calendars in a directory are read`() throws {
    try Program.run(["in/a.ics": CalendarText.one("a"), "in/B.ICS": CalendarText.one("b")]) {
      program in
      #expect(
        try program.shell("gzip in/B.ICS && mv in/B.ICS.gz in/B.ICS.GZ && touch in/x.gz").status
          == 0)
      let read = try program("fires", now, "in")
      #expect(try read.uids() == ["a", "b"] && read.status == 0, "\(read.errors)")
      try program("batch", now, "--output=out", "in", status: 0)
      #expect(try program.shell("ls out").text == "B.json\na.json\n")
      // Output doesn't replace a compressed calendar.
      let kept = try program(now, "--output=in/B.ICS.GZ", "in/a.ics")
      kept.expectRefusal(73, saying: "it holds a calendar")
    }
  }
}
