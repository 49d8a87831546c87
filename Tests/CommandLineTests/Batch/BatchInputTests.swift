import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// The inputs of `batch`: paths, lists of paths, and lines of JSON.
@Suite struct BatchInputTests {
  static func line(_ object: [String: String]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }

  @Test func `a list of files, directories and missing paths is separated by newlines or NULs`()
    throws
  {
    try Program.run(BatchCalendars.files) { program in
      let arguments = ["batch", "fires", "--horizon=P9D"] + BatchCalendars.options
      let names = ["in/many", "nowhere.ics", "in/a/two words, 'and' \"more\".ics", "in/a/part.ics"]
      let direct = try program.run(arguments + names)
      #expect(direct.lines.count == 43)
      try program.write(names.joined(separator: "\n\n") + "\n", to: "list")
      #expect(try program.run(arguments + ["--files-from=list"]).output == direct.output)
      let list = names.joined(separator: "\n")
      let piped = try program.run(arguments + ["--files-from", "-"], input: list)
      #expect(piped.output == direct.output)
      let separated = names.joined(separator: "\0") + "\0"
      for option in ["-0", "--null"] {
        let read = try program.run(arguments + ["--files-from=-", option], input: separated)
        #expect(read.output == direct.output)
      }
      let odd = try program.run(arguments + ["--files-from=-", "-0"], input: "in/ü/new\nline.ics")
      #expect(try odd.batchLines().map(\.status) == [0])
    }
  }

  @Test func `a line of JSON has a calendar, and may have a name, a time zone and an instant`()
    throws
  {
    let late = try BatchInputTests.line([
      "name": "late", "calendar": CalendarText.daily, "now": "2026-03-01T00:00:00Z",
      "timeZone": "Asia/Tokyo", "more": "is passed over",
    ])
    let plain = try BatchInputTests.line(["name": "plain", "calendar": CalendarText.daily])
    let unnamed = try BatchInputTests.line(["calendar": CalendarText.one("unnamed@example.org")])
    let input = [late, "", plain, unnamed].joined(separator: "\n")
    try Program.run(["daily.ics": CalendarText.daily]) { program in
      let arguments = ["batch", "compile", "--from=jsonl"] + BatchCalendars.options
      let result = try program.run(arguments, input: input)
      #expect(result.status == 0)
      #expect(result.errors.hasPrefix("ics2notify: 3 calendars: 3 ok; "), "\(result.errors)")
      let lines = try result.batchLines()
      #expect(lines.map(\.file) == ["late", "plain", "<stdin>:4"])
      #expect(lines.map(\.status) == [0, 0, 0])
      let single = try program.run([
        "--now=2026-03-01T00:00:00Z", "--time-zone=Asia/Tokyo", "daily.ics",
      ])
      var plan = try single.object()
      plan["categories"] = nil
      #expect(lines[0].value("plan") == plan as NSDictionary)
    }
  }

  @Test(arguments: [
    ("no JSON", 65, "<stdin>:2: is not a line of JSON"),
    ("[1]", 65, "the line of JSON is not an object"),
    ("{\"name\":\"x\"}", 65, "the line of JSON lacks \"calendar\""),
    ("{\"calendar\":7}", 65, "\"calendar\" is not a string"),
    ("{\"name\":\"x\",\"calendar\":\"y\"}", 65, "x: is not a calendar"),
    (
      "{\"name\":\"x\",\"calendar\":\"\",\"timeZone\":\"Mars\"}", 64, "timeZone \"Mars\" is not an"
    ),
    ("{\"name\":\"x\",\"calendar\":\"\",\"now\":\"soon\"}", 64, "now \"soon\" is not an instant"),
    (
      "{\"name\":\"\(String(repeating: "n", count: 5_000))\",\"calendar\":\"\"}", 65,
      "the name has more"
    ),
    ("\u{0}\u{1}", 65, "is not a line of JSON"),
  ])
  func `an invalid line is answered with an error, and the lines after it are read`(
    line: String, status: Int, error: String
  ) throws {
    let good = try BatchInputTests.line(["name": "good", "calendar": CalendarText.daily])
    let result = try Program.run {
      try $0.run(
        ["batch", "fires", "--from=jsonl", "--horizon=P3D"] + BatchCalendars.options,
        input: [good, line, good].joined(separator: "\n"), status: 0)
    }
    let lines = try result.batchLines()
    #expect(lines.map(\.status) == [0, status, 0])
    #expect(lines[1].error?.contains(error) == true, "\(lines[1].text)")
    #expect(lines[0].text == lines[2].text)
  }

  @Test(arguments: [
    ("--from=jsonl", 0, ""), ("--files-from=-", 66, "<stdin>: the list is empty"),
    ("--files-from=empty", 66, "empty: the list is empty"),
    ("--files-from=nowhere", 66, "nowhere: no such file"),
    ("nowhere.ics", 66, "nowhere.ics: no such file"),
    ("void", 66, "void: this directory doesn't contain a .ics file"),
    ("--resume=nowhere.log", 66, "nowhere.log: the log doesn't exist"),
  ])
  func `an empty or missing input is an error, except for JSON lines`(
    argument: String, status: Int32, error: String
  ) throws {
    try Program.run(["empty": "\n", "void/a.txt": "", "a.ics": CalendarText.daily]) { program in
      let arguments = ["batch", "compile", argument] + BatchCalendars.options
      let isResumed = argument.hasPrefix("--resume")
      let alone = try program.run(arguments + (isResumed ? ["a.ics"] : []), status: status)
      let reason = error.isEmpty ? "ics2notify: 0 calendars: 0 ok; " : error
      #expect(alone.errors.contains(reason), "\(alone.errors)")
      let files = try program.run(
        arguments + ["--output=out"] + (isResumed ? ["a.ics"] : []), status: status)
      #expect(files.errors.contains(reason), "\(files.errors)")
      #expect(try program.names().contains("out") == (isResumed || status == 0))
      guard !argument.hasPrefix("--") else { return }
      // The other calendars are still compiled.
      let others = try program.run(arguments + ["a.ics"], status: 66)
      #expect(try others.batchLines().map(\.status) == [66, 0])
    }
  }

  @Test func `lines of a list may end with CRLF`() throws {
    try Program.run(["a.ics": CalendarText.daily, "list": "a.ics\r\n\r\nnowhere.ics\r\n"]) {
      program in
      let lines = try program.run(["batch", "--files-from=list"], status: 0).batchLines()
      #expect(lines.map(\.file) == ["a.ics", "nowhere.ics"])
      #expect(lines.map(\.status) == [0, 66])
    }
  }

  @Test func `a line of more than 64 MiB is skipped with an error`() throws {
    let result = try Program.run {
      try $0.shell(
        "{ echo '{}'; head -c 70000000 /dev/zero | tr '\\0' x; echo; echo '{}'; } "
          + "| \"$PROGRAM\" batch fires --from jsonl")
    }
    let lines = try result.batchLines()
    #expect(lines.map(\.status) == [65, 65, 65])
    #expect(lines[1].error == "<stdin>:2: the line has more than 64 MiB")
    #expect(lines[2].file == "<stdin>:3")
  }

  @Test func `the answer to a line doesn't wait for the next line`() throws {
    let line = try BatchInputTests.line(["name": "x", "calendar": CalendarText.daily])
    try Program.run(["line": line + "\n"]) { program in
      let result = try program.shell(
        """
        mkfifo to from
        "$PROGRAM" batch fires --from jsonl --horizon P3D <to >from &
        exec 3>to 4<from
        for turn in 1 2 3; do
          cat line >&3
          read -r answer <&4
          echo "$answer"
        done
        exec 3>&-
        wait
        """)
      #expect(try result.batchLines().map(\.file) == ["x", "x", "x"])
    }
  }
}
