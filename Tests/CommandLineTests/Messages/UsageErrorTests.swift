import CalendarFixtures
import TestPrograms
import Testing

/// Invalid command lines, which are rejected before anything is read or written.
@Suite struct UsageErrorTests {
  /// Arguments whose last option is rejected by name.
  private static let refused = [
    "--now yesterday", "--now 2026-01", "--now 2026-02-30T00:00:00Z", "--horizon soon",
    "--horizon -P1D", "--horizon PT0S", "--horizon P9999Y", "--renew-within 7", "--limit 0",
    "--limit -1", "--limit x", "--limit 65", "--format=text --limit=100", "--reserve -1",
    "--reserve 65", "--time-zone Mars/Phobos", "--floating-zone device", "--default-alarm 15",
    "--default-alarm=-15X", "--all-day-alarm 25:00", "--all-day-alarm 24", "--format xml",
    "--repeated-hour=twice", "--nag 10", "--nag 0xPT5M", "--nag 1xP366DT1S", "--level urgent=UID:a",
    "--level critical=medication", "--quiet-hours 22", "--quiet-hours 07:00-7am",
    "--quiet-hours 22:00-07:00=PLACE:x", "--quiet-hours-drop", "--nag-overdue PT59S",
    "--nag-overdue soon", "--nag-overdue P1M", "--target systemd --renewal-nudge",
    "--target systemd --nag-overdue PT5M", "--target systemd --pending plan.json",
    "simulate --limit=100", "simulate --open yesterday", "simulate --open 2026-01-01T12:00:00Z",
    "simulate --open 2031-01-01T00:00Z", "simulate --open-every 0", "simulate --open-every PT1M",
    "simulate --never-open --open-every P1D", "simulate --format=agenda", "fires --format=html",
    "simulate --summary=08:00,25:00", "simulate --focus=22:00-22:00",
    "simulate --focus=22:00-07:00 --focus=06:00-22:00", "agenda --horizon=0d",
  ].map { options -> (String, String) in
    let option = options.split(separator: " ").last { $0.hasPrefix("--") } ?? ""
    let now = options.hasPrefix("simulate") ? "--now=2026-01-01T12:00:00Z " : ""
    return ("\(options) \(now)a.ics", String(option.prefix { $0 != "=" }))
  }

  /// Command lines, and parts of their errors.
  private static let mistakes: [(String, String)] = [
    ("fires", "at least one PATH is needed"), ("compile --quiet", "at least one PATH is needed"),
    ("batch", "at least one PATH is needed"), ("diff a", "missing expected argument '<new>'"),
    ("status a.ics", "unexpected argument 'a.ics'; 'ics2notify agenda PATH'"),
    ("renew a.ics", "unexpected argument 'a.ics'; it reads all installed calendars"),
    ("uninstall --all", "'ics2notify uninstall' alone removes everything"),
    ("uninstall --dry-run", "'ics2notify status' lists what it would remove"),
    ("schema bogus", "it is one of plan, fires, simulate, diff"),
    ("a.ics install", "install is a command, which comes before all options and paths"),
    ("--quiet status", "status is a command, which comes before"),
    ("batch agenda a.ics", "agenda is not a command of batch, which has compile"),
    ("snooze 1h", "\"1h\" is not the number of a reminder, which 'ics2notify status' lists; type"),
    ("snooze for 1h", "type ics2notify snooze --for 1h"), ("snooze x", "'ics2notify status' lists"),
    // Mistyped commands and options, and words that other programs use.
    ("statsu", "unknown command statsu; did you mean status?"),
    ("isntall a.ics", "did you mean install?"), ("agend a.ics", "did you mean agenda?"),
    ("simluat a.ics", "did you mean simulate?"), ("list", "'ics2notify status' lists"),
    ("show", "'ics2notify agenda' the week"), ("show a.ics", "'ics2notify status' lists"),
    ("enable a.ics", "'ics2notify install PATH'"), ("remove", "'ics2notify uninstall' stops"),
    ("edit", "edit ~/.config/ics2notify/default.conf, then run 'ics2notify install'"),
    ("config", "edit ~/.config/"), ("set", "edit ~/.config/"), ("undo", "'ics2notify done --undo'"),
    ("print a.ics", "'ics2notify agenda'"), ("ack", "'ics2notify done'"),
    ("help list", "unknown command list; 'ics2notify status'"),
    ("version", "'ics2notify --version'"), ("today a.ics", "'ics2notify agenda'"),
    ("--verson", "unknown option --verson; did you mean --version?"),
    ("--fromat text", "unknown option --fromat; did you mean --format?"),
    ("--limit x --fromat text a.ics", "unknown option --fromat; did you mean --format?"),
    ("fires --bogus a.ics", "unknown option --bogus"),
    ("-format text a.ics", "did you mean --format"),
    ("compile --open-every P1D a.ics", "--open-every is not an option here, but of simulate"),
    ("fires --limit 3 a.ics", "--limit is not an option here, but of compile, "),
    ("agenda --json a.ics", "option --json; it writes text; 'ics2notify fires PATH' lists"),
    ("explain --html a.ics", "it writes text; 'ics2notify --format html --output plan.html PATH'"),
    ("fires --json a.ics", "unknown option --json; did you mean --format jsonl?"),
    ("fires --max 3 a.ics", "--limit 64 is an option of compile, simulate, explain, "),
    ("status --until 3", "--horizon 7d is an option of compile, agenda, fires, "),
    ("agenda --name=work a.ics", "--name is for installed calendars, without a PATH"),
    ("a.ics --json", "unknown option --json; did you mean --format json?"),
    ("--tz UTC a.ics", "did you mean --time-zone?"), ("--days 7 a.ics", "mean --horizon 7d?"),
    ("--install a.ics", "install is a command, and comes first"),
    ("--list", "unknown option --list; 'ics2notify status' lists"),
    ("--target ios a.ics", "'ios' is invalid for '--target <target>'; it is one of apple, systemd"),
    ("fires -f systemd a.ics", "'jsonl' and 'text'; 'ics2notify --target systemd PATH' writes"),
    ("fires --horizon", "missing value for '--horizon <duration>'"),
    ("fires --quiet=yes a.ics", "the option '--quiet' does not take any value"),
    // Invalid values, with rules and without.
    ("--default-alarm 15m a.ics", "did you mean -15m? (+15m for after the start)"),
    ("--default-alarm PT1H=UID:a a.ics", "did you mean -PT1H=UID:a? (+PT1H=UID:a for after"),
    ("--default-alarm=-15m=tea a.ics", "lacks a rule after =; write a rule as PROPERTY"),
    ("--all-day-alarm=9am=tea a.ics", "lacks a rule after =; write a rule as PROPERTY"),
    ("--quiet-hours=22-7=tea a.ics", "lacks a rule after =; write a rule as PROPERTY"),
    ("--nag 10 a.ics", "such as 10xPT5M or 10x5min\n"),
    ("--all-day-alarm soon a.ics", "is not a time of day such as 09:00 or 9am\n"),
    ("--body {x} a.ics", "{x}, which is not one of {n}"), ("--body {n a.ics", "{ without a }"),
    ("--body n} a.ics", "} without a {"), ("--language xx a.ics", "not one of en, de, fr, es, ja"),
    ("--language de_DE.UTF-8 a.ics", "not one of en"), ("--thread room a.ics", "room"),
    ("--body-list empty.txt a.ics", "lacks a line with a template"),
    ("--body-list bad.txt a.ics", "bad.txt:3: the template"),
    ("fires --jobs=0 a.ics", "error: --jobs 0 is not from 1 to 256\n"),
    ("fires --jobs=257 a.ics", "error: --jobs 257 is not from 1 to 256\n"),
    // Options that contradict each other.
    ("simulate --pending - -", "--pending"), ("simulate --pending - a.ics -", "--pending"),
    ("install --name=a-b a.ics", "--name \""), ("uninstall --name=a-b", "--name \""),
    ("status --name=a-b", "--name \""), ("--name=work a.ics", "--name goes with --target systemd"),
    ("--target=systemd --format=json a.ics", "--format json is for --target apple"),
    ("--target=systemd --plain --stay a.ics", "--stay has no effect with --plain"),
    ("--target=systemd --plain --sound=a.ics a.ics", "--sound has no effect with --plain"),
    ("--target=systemd --plain --ring a.ics", "--ring has no effect with --plain"),
    ("--sound=a.ics a.ics", "--sound goes with --target systemd, or with install"),
    ("--target=systemd --ring=loud a.ics", "--ring \"loud\" is not a rule"),
    ("--target apns --renewal-nudge a.ics", "not to --target apns"),
    ("--target apns --pending plan.json a.ics", "not to --target apns"),
    ("batch fires --format=text a.ics", "--format text goes into files"),
    ("batch compile --format=html a.ics", "html goes into files"),
    ("batch simulate --format=html a.ics", "html goes into files"),
    ("batch --target=apns a.ics", "--target apns goes into files"),
    ("batch --from=jsonl a.ics", "PATH and --from contradict each other"),
    ("batch --pending=plan.json a.ics", "--pending applies to one device"),
    ("batch --skip-unchanged a.ics", "--skip-unchanged goes with --output"),
    ("batch --prune a.ics", "--prune goes with --output"),
    ("batch --prune --output=out a.ics", "a.ics is not a directory"),
    ("batch --prune --output=out --target=systemd .", "--prune goes with results that are files"),
    ("batch --dry-run --output=out .", "--dry-run goes with --prune"),
    ("batch --null a.ics", "--null goes with --files-from"),
    ("batch --log=a --resume=b a.ics", "--log and --resume name one file"),
    ("batch - -", "standard input is one calendar"),
    ("diff - -", "only one of OLD and NEW can be standard input"),
  ]

  @Test(arguments: refused + mistakes)
  func `an invalid command line is rejected with a reason and the help to read`(
    line: String, message: String
  ) throws {
    let files = [
      "a.ics": CalendarText.daily, "plan.json": "[]", "empty.txt": " \n\n",
      "bad.txt": "one\n\n{two\n",
    ]
    try Program.run(files) { program in
      let result = try program.run(line.split(separator: " ").map(String.init), input: "[]")
      result.expectRefusal(64, saying: message)
      let lines = result.errors.split(separator: "\n")
      #expect(lines.count == 2 && lines[0].hasPrefix("ics2notify: error: "), "\(result.errors)")
      let command = line.prefix { $0 != " " }
      let isNamed = ["fires", "simulate", "agenda", "diff", "status"].contains(command)
      #expect(!isNamed || lines.last == "see 'ics2notify \(command) --help'")
      let help = try #require(lines.last?.wholeMatch(of: /see 'ics2notify (.*--help)'/)?.1)
      let words = help.split(separator: " ").map(String.init)
      #expect(words.count > 1 || !isNamed)
      #expect(try program.run(words, status: 0).text.hasPrefix("OVERVIEW: "), "\(words)")
      #expect(try program.names() == files.keys.sorted())
    }
  }

  @Test(arguments: [
    ("--verson", "--help"), ("batch agenda a.ics", "batch --help"),
    ("--horizon x a.ics", "compile --help"),
  ])
  func `the hint to help names the nearest one`(line: String, help: String) throws {
    try Program.run(["a.ics": CalendarText.daily]) { program in
      let result = try program.run(line.split(separator: " ").map(String.init), status: 64)
      #expect(result.errors.hasSuffix("\nsee 'ics2notify \(help)'\n"), "\(result.errors)")
      let install = try program("install", "--help", status: 0).text
      for words in [["--help", "install"], ["-h", "install"], ["help", "install"]] {
        #expect(try program.run(words, status: 0).text == install)
      }
      #expect(try program("-v", status: 0).text == program("--version").text)
    }
  }

  @Test func `a word that is neither a command nor a file is rejected`() throws {
    try Program.run(["a.ics": CalendarText.daily, "list": CalendarText.daily]) { program in
      try program("nothing", "a.ics").expectRefusal(
        66, saying: "no such file, directory or command")
      try program("help", "nothing").expectRefusal(66, saying: "no such file, directory or command")
      try program("compile", "a.ics", "show").expectRefusal(64, saying: "show is a command")
      try program("compile", "a.ics", "ls").expectRefusal(66, saying: "'ics2notify status' lists")
      try program("agenda", "today").expectRefusal(66, saying: "--horizon 1d lists a day")
      try program("agenda").expectRefusal(
        66, saying: "nothing is installed; 'ics2notify agenda PATH' lists the week of a calendar")
      // A file may have a name for which the program suggests a command.
      #expect(try program("list", status: 0).text.contains("requests"))
      #expect(try program("./status", status: 66).errors.contains("./status: no such file"))
    }
  }
}
