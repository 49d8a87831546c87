import CalendarFixtures
import TestPrograms
import Testing

/// `batch` doesn't lose input, and doesn't overwrite input or earlier output.
@Suite struct BatchProtectionTests {
  private static let options = BatchCalendars.options.joined(separator: " ")

  @Test func `a pipe, a hyphen or a NUL in a list neither blocks the run nor loses a line`() throws
  {
    let files = [
      "a.ics": CalendarText.daily, "-": CalendarText.daily, "b.ics": CalendarText.daily,
    ]
    try Program.run(files) { program in
      let result = try program.shell(
        """
        each() { timeout 60 "$PROGRAM" batch compile \(Self.options) --files-from - "$@"; }
        mkfifo f.ics
        printf 'a.ics\\nf.ics\\n-\\nb.ics\\n' | each
        printf 'a.ics\\0b.ics\\0' | each
        printf 'a.ics\\0b.ics\\0' | each --null
        """)
      let lines = try result.batchLines()
      #expect(
        lines.map(\.file) == ["a.ics", "f.ics", "./-", "b.ics", "<stdin>:1", "a.ics", "b.ics"])
      #expect(lines.map(\.status) == [0, 65, 0, 0, 66, 0, 0])
      try #require(lines.count == 7)
      #expect(lines[1].error?.contains("is a named pipe") == true)
      #expect(lines[4].error?.contains("contains a NUL; --null") == true)
    }
  }

  @Test(arguments: [
    "batch compile --from jsonl <in.jsonl >>in.jsonl",
    "batch compile --files-from list >>list",
    "batch compile --files-from list --log list",
    "batch compile --log lines in/a.ics >>lines",
  ])
  func `output is never written to an input, nor a log to the output`(_ command: String) throws {
    let line = #"{"name":"a","calendar":"x"}"# + "\n"
    let files = [
      "in/a.ics": CalendarText.daily, "in.jsonl": line, "list": "in/a.ics\n", "lines": "",
    ]
    try Program.run(files) { program in
      let result = try program.shell("\"$PROGRAM\" \(command); echo $? >status")
      #expect(try program.read("status") == "73\n", "\(result.errors)")
      #expect(try program.read("in.jsonl") == line)
      #expect(try program.read("list") == "in/a.ics\n")
    }
  }

  @Test func `a result doesn't replace the list, and a rejected run keeps earlier output`() throws {
    let files = ["in/a.ics": CalendarText.daily, "out/in/a.json": "in/a.ics\n", "lines": "line\n"]
    try Program.run(files) { program in
      let result = try program.shell(
        """
        "$PROGRAM" batch compile \(Self.options) --files-from out/in/a.json --output out
        echo $?
        echo other >log
        "$PROGRAM" batch compile \(Self.options) --log log in/a.ics >>lines
        echo $?
        """)
      #expect(result.lines == ["1", "73"], "\(result.errors)")
      #expect(try program.read("out/in/a.json") == "in/a.ics\n")
      #expect(try program.read("lines") == "line\n")
    }
  }

  @Test func `a run with a new log appends to existing output`() throws {
    try Program.run(["a.ics": CalendarText.daily, "b.ics": CalendarText.daily]) { program in
      let result = try program.shell(
        """
        each() { "$PROGRAM" batch compile \(Self.options) --quiet "$@" a.ics b.ics >>lines; }
        each --log 1.log
        each --log 2.log
        # As if the second run had been killed before it logged a calendar.
        head -n 2 2.log >3.log
        mv 3.log 2.log
        each --resume 2.log
        sed -n 2p 2.log
        """, status: 0)
      let lines = try program.read("lines").split(separator: "\n")
      try #require(lines.count == 4)
      #expect(lines[..<2] == lines[2...])
      let place = lines[0].utf8.count + lines[1].utf8.count + 2
      #expect(result.lines == ["\t0\t0.000\t\t\t\t\(place)"])
    }
  }

  @Test func `incomplete units are written again`() throws {
    try Program.run(["in/a.ics": CalendarText.daily, "in/a/b.ics": CalendarText.daily]) { program in
      let result = try program.shell(
        """
        each() {
          "$PROGRAM" batch compile \(Self.options) --quiet --target systemd --output out \
            --skip-unchanged "$@"
        }
        each in/a/b.ics
        test -e out/in/a/ics2notify.target && echo too-early
        each in/a.ics
        test -e out/in/a/ics2notify.target && echo made
        rm out/in/a/ics2notify.target
        each in/a.ics
        test -e out/in/a/ics2notify.target && echo again
        """)
      #expect(result.lines == ["made", "again"], "\(result.errors)")
    }
  }
}
