import CalendarFixtures
import Foundation
import SeededRandom
import TestPrograms
import Testing

/// Batches that are killed and resumed, or whose workers are killed.
@Suite struct BatchRunTests {
  /// Enough calendars to kill a run halfway, with repeated names.
  private static let list =
    (0..<400).map { "in/many/\(100 + $0 * 7 % 40).ics\n" }.joined()
    + "nowhere.ics\nin/a/letter.ics\n"

  // Each calendar takes long enough for a run to be killed before its end.
  private static let arguments =
    "batch --files-from list --now 2026-01-05T08:00:00Z --time-zone Europe/Berlin "
    + "--horizon P10Y --nag 3xPT1M"

  private static var files: [String: String] { BatchCalendars.files.merging(["list": list]) { $1 } }

  @Test(arguments: [1, 2])
  func `a killed run is resumed without lost or repeated results`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    // The number of log lines after which each run is killed.
    let counts = (0..<3).map { 20 + $0 * 120 + random.number(0...99) }
    try Program.run(BatchRunTests.files) { program in
      let whole = try program.shell("\"$PROGRAM\" \(BatchRunTests.arguments)")
      #expect(whole.lines.count == 402)
      let resumed = try program.shell(
        """
        touch log
        run() {
          "$PROGRAM" \(BatchRunTests.arguments) "$2" log >>out &
          while kill -0 $! && test $(wc -l <log) -lt $1; do sleep 0.02; done
          kill -KILL $!
          wait $!
        }
        run \(counts[0]) --log
        run \(counts[1]) --resume
        run \(counts[2]) --resume
        # An incomplete line, as after a full disk.
        printf '{"file":"in/many' >>out
        "$PROGRAM" \(BatchRunTests.arguments) --resume log >>out
        wc -l <log
        cat out
        """)
      #expect(resumed.lines.first == "404", "seed \(seed), \(counts)")
      #expect(resumed.lines.dropFirst().elementsEqual(whole.lines), "seed \(seed), \(counts)")
      let log = try program.read("log").split(separator: "\n").map(String.init)
      try #require(log.count > 1)
      #expect(log[0] == "file\tstatus\tseconds\tfires\tslots\texactUntil\toutput")
      #expect(log[1] == "\t0\t0.000\t\t\t\t0")
      let names = log.dropFirst(2).map { $0.split(separator: "\t")[0] + "\n" }.joined()
      #expect(names == BatchRunTests.list)
    }
  }

  @Test func `a killed and resumed run writes the files of a complete run`() throws {
    // Each name once, because a second result for the same path is rejected in every run.
    let arguments = BatchRunTests.arguments.replacing("--files-from list", with: "in")
    try Program.run(BatchCalendars.files) { program in
      let result = try program.shell(
        """
        run() { "$@" "$PROGRAM" \(arguments) --quiet --output "$out" $log; }
        out=whole log=
        run env 2>errors
        echo $?
        touch log
        out=parts log='--log log'
        run timeout -s KILL 0.3 2>>errors
        log='--resume log'
        run timeout -s KILL 0.3 2>>errors
        run env 2>>errors
        diff -r -x '.ics2notify-*' whole parts && echo same
        wc -l <log
        find parts -name '*.tmp'
        """)
      #expect(result.lines == ["1", "same", "\(BatchCalendars.names.count + 1)"], "\(result.text)")
    }
  }

  @Test func `a killed worker is replaced, and its calendar is compiled`() throws {
    try Program.run(BatchRunTests.files) { program in
      let whole = try program.shell("\"$PROGRAM\" \(BatchRunTests.arguments)")
      let result = try program.shell(
        """
        "$PROGRAM" \(BatchRunTests.arguments) &
        while kill -0 $! 2>/dev/null; do
          # Kills one of the workers, three times.
          sleep 0.4
          for worker in $(cat /proc/$!/task/*/children); do kill -KILL $worker; break; done
          count=$((${count:-0} + 1))
          test $count -lt 3 || break
        done 2>/dev/null
        wait $!
        """)
      #expect(result.status == 0)
      #expect(result.output == whole.output)
    }
  }

  @Test func `a calendar that crashes its worker is rejected by name`() throws {
    // A calendar that takes seconds, between two small ones.
    let heavy = CalendarText.calendar(
      (0..<80_000).map {
        CalendarText.event("\($0)@example.org", rule: "FREQ=DAILY;INTERVAL=\($0 % 90 + 1)")
      }.joined())
    let small = CalendarText.daily
    try Program.run(["one.ics": small, "two.ics": heavy, "three.ics": small]) { program in
      let result = try program.shell(
        """
        "$PROGRAM" batch compile --jobs 1 --log log one.ics two.ics three.ics >out &
        until grep -q one.ics out; do sleep 0.1; done
        # The signal of a crash.
        while sleep 1 && ! grep -q two.ics out; do
          kill -SEGV $(cat /proc/$!/task/*/children)
        done
        wait $!
        echo $? >status
        cat out
        """)
      #expect(try program.read("status") == "0\n")
      let lines = try result.batchLines()
      #expect(lines.map(\.file) == ["one.ics", "two.ics", "three.ics"])
      #expect(lines.map(\.status) == [0, 70, 0])
      #expect(
        lines[1].error == "two.ics: the program fails on it: its worker was ended by signal 11",
        "\(lines[1].text.prefix(300))")
      #expect(try program.read("log").contains("\ntwo.ics\t70\t"))
    }
  }

  @Test func `the workers of a killed run exit and write nothing more`() throws {
    try Program.run(BatchRunTests.files) { program in
      let result = try program.shell(
        """
        "$PROGRAM" \(BatchRunTests.arguments) --output out 2>errors &
        while ! test -d out/in; do sleep 0.01; done
        workers=$(cat /proc/$!/task/*/children)
        kill -KILL $!
        wait $!
        # They receive their signal at once, but exit with a delay on a busy machine.
        for worker in $workers; do
          for i in $(seq 100); do
            kill -0 $worker && test "$(cut -d ' ' -f 3 /proc/$worker/stat)" != Z || break
            test $i -lt 100 || echo $worker
            sleep 0.1
          done
        done 2>/dev/null
        find out -name '*.json' | wc -l
        """)
      #expect(result.lines.count == 1, "\(result.text)")
      #expect(result.lines.first.flatMap { Int($0) } ?? 40 < 40)
    }
  }

  @Test func `workers exit with the command, and one line has the categories`() throws {
    try Program.run(BatchCalendars.files) { program in
      let result = try program.shell(
        """
        running() {
          for process in /proc/[0-9]*; do
            test "$(readlink $process/cwd)" = "$PWD" && cat $process/comm
          done 2>/dev/null | grep -c ics2notify
        }
        "$PROGRAM" batch in >lines
        running
        "$PROGRAM" batch in | head -n 1 >first
        running
        """)
      #expect(result.lines == ["0", "0"])
      let lines = try program.read("lines").split(separator: "\n").map { try BatchLine(String($0)) }
      let plans = lines.filter { $0.value("plan") != nil }
      #expect(plans.count > 40)
      #expect(lines.filter { $0.value("categories") != nil }.map(\.file) == [plans[0].file])
    }
  }

  @Test func `a calendar rejected for its result path is rejected again in a resumed run`() throws {
    try Program.run(["x.ics": CalendarText.one("first@example.org"), "x": CalendarText.daily]) {
      program in
      let arguments = ["batch", "compile", "--output=out", "x.ics", "x"] + BatchCalendars.options
      #expect(try program.run(arguments + ["--log=log"]).status == 1)
      let first = try program.read("out/x.json")
      #expect(first.contains("first@example.org"))
      let again = try program.run(arguments + ["--resume=log"], status: 1)
      #expect(again.errors.contains("x: another calendar of this run has its result at out/x.json"))
      #expect(try program.read("out/x.json") == first)
    }
  }

  @Test func `a log with an incomplete first line is treated as empty`() throws {
    try Program.run(BatchRunTests.files) { program in
      try program.write("file\tstat", to: "log")
      let result = try program.run(
        ["batch", "compile", "--resume=log", "in/many"] + BatchCalendars.options)
      #expect(result.status == 0 && result.lines.count == 40)
      #expect(try program.read("log").split(separator: "\n").count == 42)
    }
  }

  @Test func `a log doesn't truncate an output with other calendars`() throws {
    let result = try Program.run(BatchRunTests.files) {
      try $0.shell(
        """
        cd in/many
        run() { "$PROGRAM" batch fires --quiet --horizon P3D "$@"; }
        run --log log 100.ics 101.ics >own
        sed 's/10\\([01]\\)[.]ics/20\\1.ics/' own >other
        echo '{"file":"tail"}' >>other
        run --resume log 100.ics 101.ics 102.ics >>other
        wc -l <other
        """)
    }
    #expect(result.lines == ["4"], "\(result.text)")
  }

  @Test func `a log doesn't replace a file that is not a log`() throws {
    try Program.run(BatchRunTests.files) { program in
      try program.write("My diary\n", to: "diary")
      let arguments = ["batch", "compile", "in/many"] + BatchCalendars.options
      let result = try program.run(arguments + ["--log=diary"])
      #expect(result.status == 73 && result.text.isEmpty)
      #expect(result.errors.contains("diary: can't be written as a log: it is not a log"))
      #expect(try program.read("diary") == "My diary\n")
      try program.run(arguments + ["--log=log"])
      try program.run(arguments + ["--log=log"])
      #expect(try program.read("log").split(separator: "\n").count == 42)
    }
  }

  @Test func `a log has the status, the counts and the output position of each calendar`() throws {
    try Program.run(BatchRunTests.files) { program in
      let result = try program.run(
        ["batch", "compile", "--log=log", "in"] + BatchCalendars.options)
      let entries = try program.read("log").split(separator: "\n").dropFirst(2).map {
        $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      }
      let lines = try result.batchLines()
      #expect(entries.count == lines.count)
      var end = 0
      for (entry, line) in zip(entries, lines) {
        #expect(entry.count == 7)
        #expect(entry[1] == line.status.map(String.init))
        end += line.text.utf8.count + 1
        #expect(entry[6] == "\(end)")
        let plan = line.value("plan") as? [String: Any]
        #expect(entry[3] == (plan?["fireCount"] as? Int).map(String.init) ?? "")
        #expect(entry[4] == (plan?["requests"] as? [Any]).map { "\($0.count)" } ?? "")
        #expect(entry[5] == plan?["exactUntil"] as? String ?? "")
      }
      let names = entries.map { $0[0] }
      #expect(names.contains("in/ü/new\\nline.ics"))
      #expect(names.contains("in/ü/back\\\\slash\\ttab.ICS"))
    }
  }
}
