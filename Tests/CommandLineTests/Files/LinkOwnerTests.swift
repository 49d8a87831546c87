import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// Outputs in a directory in which another user has planted links.
@Suite(.enabled(if: getuid() == 0, "only root can make links of other users"))
struct LinkOwnerTests {
  private static let files = [
    "in/a.ics": CalendarText.daily, "in/sub/b.ics": CalendarText.daily, "secret": "secret\n",
    "private/x": "",
  ]

  private static let options = "--now=2026-01-01T12:00:00Z --time-zone=UTC"

  /// Runs a command after lines of the shell, in which `plant TARGET LINK` makes a link of user 65534.
  private func run(
    _ program: Program, _ lines: String, _ command: String
  ) throws -> ProgramOutcome {
    try program.shell(
      """
      plant() { mkdir -p "$(dirname $2)"; ln -s "$PWD/$1" "$2"; chown -h 65534 "$2"; }
      \(lines)
      "$PROGRAM" \(command)
      """)
  }

  /// The names of all files, and the content of the file that an attacker wants to change.
  private func state(_ program: Program) throws -> String {
    try program.shell("find private; cat secret; stat -c %Y secret").text
  }

  @Test(arguments: [
    ("plant secret out/plan.json", "in/a.ics --output=out/plan.json", "out/plan.json"),
    ("plant private/new out/plan.json", "in/a.ics --output=out/plan.json", "out/plan.json"),
    ("plant private out", "in/a.ics --output=out/plan.json", "out"),
    (
      "plant secret other; ln -s \"$PWD/other\" plan.json", "in/a.ics --output=plan.json", "other"
    ),
    ("plant private out", "in/a.ics --target systemd --plain --output=out", "out"),
    ("plant private out", "in/a.ics --target systemd --plain --output=out/units", "out"),
    ("plant secret log", "batch in --log=log", "log"),
    ("plant private/log log", "batch in --log=log", "log"),
    ("plant private out", "batch in --output=out", "out"),
    ("plant private out", "batch in --output=out/plans", "out"),
  ])
  func `a link of another user is not followed, and the message names it`(
    lines: String, command: String, link: String
  ) throws {
    try Program.run(Self.files) { program in
      let before = try state(program)
      let command =
        command.hasPrefix("batch")
        ? "batch compile \(Self.options) \(command.dropFirst(6))" : "\(Self.options) \(command)"
      let result = try run(program, lines, command)
      result.expectRefusal(73, saying: "\(link) is a link of user 65534, and isn't followed\n")
      #expect(try state(program) == before)
    }
  }

  @Test func `a named pipe of another user is not opened, and one of this user is`() throws {
    try Program.run(Self.files) { program in
      let command = "\"$PROGRAM\" \(Self.options) --quiet --output=pipe in/a.ics"
      // A reader waits, so that nothing could hang.
      let other = try program.shell(
        "mkfifo pipe; chown 65534 pipe; cat <>pipe & \(command); r=$?; kill $!; exit $r")
      other.expectRefusal(73, saying: "pipe is a pipe of user 65534, and isn't opened\n")
      let own = try program.shell("chown 0 pipe; cat pipe & \(command); wait")
      #expect(own.text.contains("\"requests\""), "\(own.errors)")
    }
  }

  @Test func `a list of calendars that is a named pipe of another user is not read`() throws {
    try Program.run(Self.files) { program in
      let batch = "timeout 60 \"$PROGRAM\" batch fires \(Self.options) --quiet --files-from pipe"
      let other = try program.shell("mkfifo pipe; chown 65534 pipe; \(batch)")
      other.expectRefusal(
        66, saying: "pipe: can't be read: it is a pipe of user 65534, and isn't read\n")
      let own = try program.shell("chown 0 pipe; (sleep 0.2; echo in/a.ics >pipe) & \(batch)")
      #expect(own.status == 0, "\(own.errors)")
      #expect(try own.batchLines().map(\.file) == ["in/a.ics"])
    }
  }

  @Test
  func
    `a planted file doesn't give another user the result, but the owner of a directory keeps it`()
    throws
  {
    try Program.run(Self.files) { program in
      let owners = try program.shell(
        """
        umask 077
        mkdir -m 1777 shared; touch shared/a.json; chmod 666 shared/a.json
        mkdir home; echo old >home/a.json; chmod 640 home/a.json
        chown -R 65534 shared/a.json home
        for d in shared home; do
          "$PROGRAM" \(Self.options) --quiet --output=$d/a.json in/a.ics
          "$PROGRAM" batch compile \(Self.options) --quiet --output=$d in
          stat -c '%u %a' $d/a.json
        done
        """, status: 0)
      #expect(owners.text == "0 600\n65534 640\n")
    }
  }

  @Test(arguments: [(1777, "0 0"), (1755, "1 65534")])
  func `a result of another user is not trusted in a directory that others can write`(
    mode: Int, expected: String
  ) throws {
    try Program.run(Self.files) { program in
      let batch =
        "\"$PROGRAM\" batch compile \(Self.options) --quiet --skip-unchanged --output=out in"
      let outcome = try program.shell(
        """
        mkdir -m \(mode) out; \(batch)
        # The forged text has the time of the result.
        cp -p out/a.json time; sed -i s/requests/forged/ out/a.json; touch -r time out/a.json
        chown 65534 out/a.json; \(batch)
        echo $(grep -c forged out/a.json) $(stat -c %u out/a.json)
        """)
      #expect(outcome.text == "\(expected)\n", "\(outcome.errors)")
    }
  }

  @Test func `a calendar that is a named pipe of another user is not read`() throws {
    try Program.run(Self.files) { program in
      let fires = "timeout 60 \"$PROGRAM\" fires \(Self.options) --quiet"
      // The pipe has no writer.
      let other = try program.shell("mkfifo pipe; chown 65534 pipe; \(fires) pipe")
      other.expectRefusal(
        66, saying: "pipe: can't be read: it is a pipe of user 65534, and isn't read\n")
      let whole = try program.shell("\(fires) in/a.ics").text
      #expect(!whole.isEmpty)
      for command in [
        "chown 0 pipe; (sleep 0.2; cat in/a.ics >pipe) & \(fires) pipe",
        "cat in/a.ics >pipe & \(fires) pipe", "cat in/a.ics | \(fires) /dev/stdin",
        "cat in/a.ics | \(fires) -", "exec 5<in/a.ics; \(fires) /dev/fd/5",
      ] {
        let result = try program.shell(command)
        #expect(result.text == whole, "\(command): \(result.errors)")
      }
    }
  }

  @Test(arguments: [
    ("plant secret out/a.json", "a"), ("plant private/new out/a.json", "a"),
    ("plant private out/sub", "sub/b"), ("plant private/new out/sub", "sub/b"),
  ])
  func `only the result that is a link of another user is missing in a batch`(
    lines: String, name: String
  ) throws {
    try Program.run(Self.files) { program in
      let before = try state(program)
      let result = try run(program, lines, "batch compile \(Self.options) --output=out in")
      let link = name == "a" ? "out/a.json" : "out/sub"
      #expect(result.status == 1)
      #expect(
        result.errors.contains("\(link) is a link of user 65534, and isn't followed\n"),
        "\(result.errors)")
      #expect(try state(program) == before)
      let other = name == "a" ? "out/sub/b.json" : "out/a.json"
      #expect(try program.read(other).contains("\"requests\""))
    }
  }

  @Test(arguments: [
    ("mkdir out; ln -s ../secret out/.ics2notify-json", "it is a link, and isn't followed"),
    ("mkdir out; ln -s ../private/new out/.ics2notify-json", "it is a link, and isn't followed"),
    ("plant secret out/.ics2notify-json", "it is a link, and isn't followed"),
    ("mkdir out; ln secret out/.ics2notify-json", "the file has another name, too"),
    (
      "mkdir -m 777 out; touch out/.ics2notify-json; chown 65534 out/.ics2notify-json",
      "it is a file of user 65534, and isn't used"
    ),
  ])
  func `the marker of a directory is never a link or a planted file`(
    lines: String, reason: String
  ) throws {
    try Program.run(Self.files) { program in
      let before = try state(program)
      let result = try run(program, lines, "batch compile \(Self.options) --output=out in")
      result.expectRefusal(73, saying: "out/.ics2notify-json: can't be written: \(reason)\n")
      #expect(try state(program) == before)
      #expect(try program.names(in: "out") == [".ics2notify-json"])
    }
  }

  @Test func `links of this user are followed, also to new files and directories`() throws {
    try Program.run(Self.files) { program in
      let result = try run(
        program,
        "mkdir out; ln -s ../secret out/a.json; ln -s ../private/new out/sub; "
          + "ln -s out linked; ln -s loop loop",
        "batch compile \(Self.options) --output=linked in")
      #expect(result.status == 0, "\(result.errors)")
      #expect(try program.read("secret").contains("\"requests\""))
      #expect(try program.read("private/new/b.json").contains("\"requests\""))
      let again = try program.shell(
        "\"$PROGRAM\" batch compile \(Self.options) --output=linked --skip-unchanged in")
      #expect(again.errors.contains("0 ok, 2 skipped"), "\(again.errors)")
      try program.shell("\"$PROGRAM\" \(Self.options) --output=loop in/a.ics", status: 73)
    }
  }
}
