import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// Options in a file (`--options`).
@Suite struct OptionsFileTests {
  private static let now = "--now=2026-01-05T06:00:00Z"

  private static let calendar = CalendarText.calendar(
    CalendarText.event(
      "pill@example.org", start: "DTSTART:20260105T090000Z", rule: "FREQ=DAILY;COUNT=4",
      title: "Pills, evening", alarm: nil),
    CalendarText.event("walk@example.org", title: "Walk", alarm: "PT0S"))

  /// Lines of an options file, in different spellings.
  private static let lines = [
    "--default-alarm -PT15M", "--default-alarm=PT0S", "--level critical=SUMMARY:Pills, evening",
    "--body-list quotes.txt=SUMMARY:Pills*", "--body {n} of {count}=SUMMARY:Walk", "--limit 20",
    "--horizon=P20D", "--time-zone   Europe/Berlin", "--nag 2xPT5M", "--strict", "--reserve=1",
  ]

  /// The same options on the command line.
  private static let words = [
    "--default-alarm=-PT15M", "--default-alarm=PT0S", "--level=critical=SUMMARY:Pills, evening",
    "--body-list=rules/quotes.txt=SUMMARY:Pills*", "--body={n} of {count}=SUMMARY:Walk",
    "--limit=20", "--horizon=P20D", "--time-zone=Europe/Berlin", "--nag=2xPT5M", "--strict",
    "--reserve=1",
  ]

  private static func files(_ rules: String) -> [String: String] {
    ["a.ics": calendar, "rules/r.txt": rules, "rules/quotes.txt": "one\ntwo\n"]
  }

  @Test(arguments: [
    ["compile"], ["compile", "--target=apns"], ["compile", "--format=text"], ["fires"],
    ["fires", "--format=text"], ["simulate"], ["simulate", "--open=2026-01-06T00:00:00Z"],
    ["explain"], ["batch", "compile"], ["batch", "fires"], ["batch", "simulate"],
  ])
  func `options in a file have the same effect as on the command line`(_ command: [String]) throws {
    // The limit doesn't apply to pushes and lists of fires.
    let isLimited = !command.contains("--target=apns") && !command.contains("fires")
    func kept(_ text: String) -> Bool {
      isLimited || !(text.hasPrefix("--limit") || text.hasPrefix("--reserve"))
    }
    let lines = Self.lines.filter(kept).joined(separator: "\n")
    try Program.run(Self.files(lines)) { program in
      let plain = try program.run(command + [Self.now, "--quiet", "a.ics"])
      let typed = try program.run(
        command + Self.words.filter(kept) + [Self.now, "--quiet", "a.ics"])
      let ruled = try program.run(
        command + [Self.now, "--quiet", "--options=rules/r.txt", "a.ics"])
      #expect(typed.status == 0 && plain.status == 0, "\(typed.errors)")
      #expect(ruled.status == 0, "\(ruled.errors)")
      #expect(ruled.output == typed.output)
      #expect(ruled.output != plain.output)
    }
  }

  /// Texts of a file with the same options.
  private static let spellings = [
    "--default-alarm=-PT5M\n--strict", "--default-alarm -PT5M\n--strict\n",
    "\u{FEFF}--default-alarm -PT5M\r\n--strict\r\n",
    "\n\n  --default-alarm \t -PT5M \t\r\n--strict  ",
    "# a comment\n--default-alarm -PT5M\n  # --limit nonsense\n\t\n#\u{301}\n--strict\n",
  ]

  @Test(arguments: spellings)
  func `byte order mark, line endings, blanks and comments are ignored`(_ text: String) throws {
    try Program.run(Self.files(text)) { program in
      let typed = try program("fires", Self.now, "--default-alarm=-PT5M", "--strict", "a.ics")
      let ruled = try program("fires", Self.now, "--options", "rules/r.txt", "a.ics", status: 0)
      #expect(ruled.output == typed.output && !typed.output.isEmpty)
    }
  }

  @Test func `a typed option replaces the file's, or is added if it can be repeated`() throws {
    let rules = "--horizon P1D\n--default-alarm PT0S\n--body first\n"
    try Program.run(Self.files(rules).merging(["b.txt": "--horizon P2D\n"]) { $1 }) { program in
      func fires(_ more: String...) throws -> [String] {
        let result = try program.run(
          ["fires", Self.now, "--options=rules/r.txt"] + more + ["a.ics"], status: 0)
        return result.lines.filter { $0.contains("pill@") }
      }
      #expect(try fires().count == 1)
      #expect(try fires("--horizon=P3D").count == 3)
      // The later of two files is used.
      #expect(try fires("--options=b.txt").count == 2)
      #expect(try fires("--default-alarm=-PT1H").count == 2)
      // The first template is used, and the file's is first.
      let plan = try program(Self.now, "--options=rules/r.txt", "--body=typed", "a.ics")
      #expect(plan.text.contains("\"body\" : \"first\"") && !plan.text.contains("typed"))
    }
  }

  @Test(arguments: [
    ("--target systemd\n--late show\n--open-every P1D\n--uid pill@example.org", ["fires"]),
    ("--format text\n--stay\n--plain", ["explain"]),
    ("--uid pill@example.org\n--target expo-ios\n--snooze PT1H", ["fires"]),
    ("--never-open\n--uid pill@example.org\n--format json", ["compile"]),
  ])
  func `an option of another command is ignored`(text: String, command: [String]) throws {
    try Program.run(Self.files(text)) { program in
      let plain = try program.run(command + [Self.now, "a.ics"])
      let ruled = try program.run(
        command + [Self.now, "--options=rules/r.txt", "a.ics"], status: 0)
      #expect(ruled.output == plain.output && !plain.output.isEmpty)
    }
  }

  /// Files with an invalid line, a command, and the start of its error.
  private static let faults: [(text: String, command: String, message: String)] = [
    ("--strict\n\n--level nonsense\n", "fires", "r.txt:3: --level \"n"),
    ("#\n--limit many\n--quiet", "compile", "r.txt:2: the value 'many'"),
    ("--limit 100", "simulate", "r.txt:1: --limit 100 is more than"),
    ("--quiet\n--foo x", "fires", "r.txt:2: unknown option --foo"),
    ("--level", "fires", "r.txt:1: missing value for '--level"),
    ("--strict yes", "fires", "r.txt:1: the option '--strict' does not take any value"),
    ("-h", "fires", "r.txt:1: \"-h\" is not a long option"),
    (
      "#\ndefault-alarm -15m", "fires",
      "r.txt:2: no such file: \"default-alarm -15m\"; write an option"
    ),
    ("--", "fires", "r.txt:1: \"--\" is not a long option"),
    ("--format bogus", "fires", "r.txt:1: the value 'bogus'"),
    ("--open x", "simulate", "r.txt:1: --open \"x\" is neither an instant"),
    ("--target systemd\n--snooze x", "compile", "r.txt:2: --snooze \"x\""),
    ("--level \u{1B}[31m\u{7}", "fires", "r.txt:1: --level \"␛[31m␇\""),
    ("--\u{1B}[2J", "fires", "r.txt:1: unknown option --␛[2J"),
    ("--level a\0b", "fires", "r.txt:1: contains a NUL"),
    (String(repeating: "#\n", count: 40_000), "fires", "r.txt: is larger than 64 KiB"),
    (
      String(repeating: "--body x\n", count: 250) + "--body {x}\n--strict", "fires",
      "r.txt:251: --body \"{x}\""
    ),
    ("--body-list none.txt", "fires", "r.txt:1: rules/none.txt: no such file"),
  ]

  @Test(arguments: faults)
  func `an invalid line is reported with its number`(
    text: String, command: String, message: String
  ) throws {
    let status: Int32 = message.hasSuffix("no such file") ? 66 : 64
    let result = try Program.run(Self.files(text)) {
      try $0(command, Self.now, "--options=rules/r.txt", "a.ics", status: status)
    }
    #expect(
      result.errors.hasPrefix("ics2notify: error: rules/\(message)"),
      "\(result.errors.prefix(300))")
    #expect(result.errors.utf8.count < 1_000)
    #expect(result.errors.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
    #expect(result.output.isEmpty)
  }

  @Test func `a file has at most 1000 lines`() throws {
    try Program.run(Self.files(String(repeating: "--strict\n", count: 1_001))) { program in
      let many = try program("--options=rules/r.txt", "a.ics")
      #expect(many.errors.hasPrefix("ics2notify: error: --options: more than 1000 lines"))
    }
  }

  @Test func `an error on the command line isn't attributed to the file`() throws {
    try Program.run(Self.files("--level passive=SUMMARY:*\n--strict\n")) { program in
      let value = try program("fires", "--level=x", "--options=rules/r.txt", "a.ics")
      #expect(
        value.status == 64 && value.errors.contains("error: --level \"x\""), "\(value.errors)")
      let word = try program("fires", "--bogus", "--options=rules/r.txt", "a.ics")
      #expect(word.status == 64 && word.errors.contains("unknown option --bogus"))
      let calendar = try program("fires", "--options=rules/r.txt", "none.ics")
      #expect(calendar.status == 66 && calendar.errors.contains("error: none.ics: no such file"))
    }
  }

  @Test(arguments: [
    ("none.txt", 66, "none.txt: no such file"), ("rules", 66, "rules: is a directory"),
    ("-", 64, "--options - is not a file"), ("latin.txt", 64, "latin.txt:2: is not UTF-8"),
  ])
  func `an unusable file is reported by name`(name: String, status: Int32, message: String)
    throws
  {
    try Program.run(Self.files("")) { program in
      try program.write(Data("#\n--level x=SUMMARY:\u{E9}".utf8).dropLast(), to: "latin.txt")
      let result = try program.run(["fires", "--options", name, "a.ics"], input: "--strict\n")
      result.expectRefusal(status, saying: "ics2notify: error: \(message)")
    }
  }

  /// Options that are valid on the command line only.
  private static let typedOnly = [
    "options", "help", "version", "output", "files-from", "null", "from", "log", "resume",
    "skip-unchanged", "pending",
  ]

  @Test(arguments: typedOnly)
  func `an option for the command line only is rejected in a file`(_ name: String) throws {
    let result = try Program.run(Self.files("#\n--\(name)=x\n")) {
      try $0("--options=rules/r.txt", "a.ics", status: 64)
    }
    #expect(
      result.errors.hasPrefix("ics2notify: error: rules/r.txt:2: --\(name) belongs"),
      "\(result.errors)")
  }

  @Test func `relative paths in a file are resolved against its directory`() throws {
    let files = Self.files("--body-list quotes.txt\n--default-alarm PT0S")
    try Program.run(files) { program in
      let here = try program.here()
      try program.write("--body-list=\(here)/rules/quotes.txt\n--default-alarm PT0S", to: "abs.txt")
      try program.write("--body-list=rules/quotes.txt\n--default-alarm PT0S", to: "here.txt")
      let typed = try program(
        Self.now, "--body-list=rules/quotes.txt", "--default-alarm=PT0S", "a.ics")
      for name in [
        "rules/r.txt", "./rules/../rules/r.txt", "\(here)/rules/r.txt", "abs.txt", "here.txt",
      ] {
        let ruled = try program(Self.now, "--options", name, "a.ics")
        #expect(ruled.output == typed.output, "\(name): \(ruled.errors)")
      }
    }
  }

  @Test func `relative paths of calendars in a file are resolved against its directory`() throws {
    let lines = "--default-alarm PT0S\n../a.ics\n~/b c.ics\n"
    try Program.run(Self.files(lines).merging(["b c.ics": Self.calendar]) { $1 }) { program in
      let typed = try program("fires", Self.now, "--default-alarm=PT0S", "a.ics", "b c.ics")
      let ruled = try program("fires", Self.now, "--options=rules/r.txt", status: 0)
      #expect(ruled.lines.count == typed.lines.count && !typed.lines.isEmpty)
      let both = try program("fires", Self.now, "--options=rules/r.txt", "none.ics", status: 1)
      #expect(both.output == ruled.output && both.errors.contains("none.ics: no such file"))
    }
  }

  @Test func `a pipe with options is read once`() throws {
    try Program.run(Self.files("")) { program in
      try program.shell(
        """
        mkfifo pipe; echo '--default-alarm PT0S' > pipe &
        "$PROGRAM" batch fires --output=out \(Self.now) --options=pipe a.ics
        """, status: 0)
      #expect(try program.read("out/a.fires.jsonl").contains("pill@"))
    }
  }

  @Test func `a file that changes during a batch doesn't affect later calendars`() throws {
    try Program.run(Self.files("--default-alarm PT0S\n")) { program in
      let result = try program.shell(
        """
        result() { for i in $(seq 600); do test $(wc -l < out) -ge $1 && break; sleep 0.05; done; }
        : > out
        { echo a.ics; result 1; echo '--limit nonsense' > rules/r.txt
          echo a.ics; result 2; rm rules/r.txt
          echo a.ics; } |
        "$PROGRAM" batch fires --files-from - --jobs=2 \(Self.now) --options=rules/r.txt > out
        status=$?; cat out; exit $status
        """, status: 0)
      #expect(result.lines.count == 3 && Set(result.lines).count == 1, "\(result.text)")
      #expect(result.text.contains("pill@"))
    }
  }

  @Test func `results are written again if an options file changes`() throws {
    try Program.run(Self.files("--default-alarm PT0S\n")) { program in
      func made() throws -> Bool {
        let url = program.directory.appending(path: "out/a.json")
        func date() -> Date? {
          (try? FileManager.default.attributesOfItem(atPath: url.path))?[.modificationDate] as? Date
        }
        let before = date()
        try program(
          "batch", "--output=out", "--skip-unchanged", "--time-zone=UTC", "--options=rules/r.txt",
          "a.ics", status: 0)
        return date() != before
      }
      #expect(try made())
      #expect(try !made())
      try program.write("--default-alarm -PT5M\n", to: "rules/r.txt")
      #expect(try made())
      #expect(try !made())
      // A list that the file names counts, too.
      try program.write("--default-alarm -PT5M\n--body-list quotes.txt", to: "rules/r.txt")
      #expect(try made())
      try program.write("three\n", to: "rules/quotes.txt")
      #expect(try made())
      #expect(try !made())
    }
  }
}
