import TestPrograms
import Testing

/// Command lines that are refused as a mistake before anything is read or written.
@Suite struct UsageErrorTests {
  private func refuse(_ line: String, saying message: String) throws {
    let files = [
      "a.ics": Calendars.daily, "plan.json": "[]", "empty.txt": " \n\n",
      "bad.txt": "one\n\n{two\n",
    ]
    try Program.run(files) { program in
      try program.run(line.split(separator: " ").map(String.init), input: "[]")
        .expectRefusal(64, saying: message)
      #expect(try program.names() == files.keys.sorted())
    }
  }

  /// Options in front of a path, of which the last is refused.
  private static let refused = [
    "--now yesterday", "--now 2026-01", "--now 2026-02-30T00:00:00Z", "--horizon soon",
    "--horizon -P1D", "--horizon PT0S", "--horizon P9999Y", "--renew-within 7", "--limit 0",
    "--limit -1", "--limit x", "--limit 65", "--format=text --limit=100", "--reserve -1",
    "--reserve 65", "--time-zone Mars/Phobos", "--floating-zone device", "--default-alarm 15",
    "--default-alarm=-15X", "--all-day-alarm 25:00", "--all-day-alarm 9", "--format xml",
    "--frobnicate", "--repeated-hour=twice", "--nag 10", "--nag 0xPT5M", "--level urgent=UID:a",
    "--level critical=medication", "--quiet-hours 22-7", "--quiet-hours 07:00-07:00",
    "--quiet-hours 22:00-07:00=PLACE:x", "--quiet-hours-drop", "--nag-overdue PT59S",
    "--nag-overdue soon", "--nag-overdue P1M", "--target systemd --renewal-nudge",
    "--target systemd --nag-overdue PT5M", "--target systemd --pending plan.json",
    "simulate --limit=100", "simulate --open yesterday", "simulate --open 2026-01-01T12:00:00Z",
    "simulate --open 2031-01-01T00:00Z", "simulate --open-every 0", "simulate --open-every PT1M",
    "simulate --never-open --open-every P1D", "simulate --format=agenda", "fires --format=html",
    "simulate --summary=08:00,25:00", "simulate --focus=22:00-22:00",
    "simulate --focus=22:00-07:00 --focus=06:00-22:00",
  ]

  @Test(arguments: refused)
  func `an option that makes no sense is named`(_ options: String) throws {
    let option = try #require(options.split(separator: " ").last { $0.hasPrefix("--") })
    try refuse(
      options.hasPrefix("simulate")
        ? "\(options) --now=2026-01-01T12:00:00Z a.ics" : "\(options) a.ics",
      saying: String(option.prefix { $0 != "=" }))
  }

  /// Command lines, and what is said of them.
  private static let contradictions = [
    ("", "PATH"), ("fires", "PATH"), ("compile --quiet", "PATH"), ("install", "PATH"),
    ("simulate --pending - -", "--pending"), ("simulate --pending - a.ics -", "--pending"),
    ("install --name=a-b a.ics", "--name \""), ("uninstall --name=a-b", "--name \""),
    ("status --name=a-b", "--name \""),
    ("--name=work a.ics", "--name goes with --target systemd"),
    ("--target=systemd --format=json a.ics", "--format json is for --target apple"),
    ("--body {x} a.ics", "{x}, which is none of {n}"), ("--body {n a.ics", "{ without its }"),
    ("--body n} a.ics", "} without its {"), ("--language xx a.ics", "none of en, de, fr, es, ja"),
    ("--language de_DE.UTF-8 a.ics", "none of en"), ("--thread room a.ics", "room"),
    ("--body-list empty.txt a.ics", "no line with a template"),
    ("--body-list bad.txt a.ics", "bad.txt:3: the template"),
    ("--target apns --renewal-nudge a.ics", "--target apns"),
    ("--target apns --pending plan.json a.ics", "--target apns"),
    ("batch fires --format=text a.ics", "--format text goes into files"),
    ("batch compile --format=html a.ics", "html goes into files"),
    ("batch simulate --format=html a.ics", "html goes into files"),
    ("batch --target=apns a.ics", "--target apns goes into files"),
    ("batch", "at least one PATH is needed"),
    ("batch --from=jsonl a.ics", "PATH and --from contradict each other"),
    ("batch --format=text a.ics", "--output names their directory"),
    ("batch --pending=plan.json a.ics", "--pending is about one device"),
    ("batch --skip-unchanged a.ics", "--skip-unchanged goes with --output"),
    ("batch --null a.ics", "--null goes with --files-from"),
    ("batch --log=a --resume=b a.ics", "--log and --resume are one file"),
    ("batch - -", "standard input is one calendar"),
    ("fires --jobs=0 a.ics", "error: --jobs 0 is not from 1 to 256\n"),
    ("fires --jobs=-1 a.ics", "error: --jobs -1 is not from 1 to 256\n"),
    ("fires --jobs=257 a.ics", "error: --jobs 257 is not from 1 to 256\n"),
  ]

  @Test(arguments: contradictions)
  func `a command line that contradicts itself says why`(_ line: String, _ message: String) throws {
    try refuse(line, saying: message)
  }
}
