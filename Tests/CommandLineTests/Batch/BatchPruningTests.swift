import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// `--prune`, which removes only results whose calendar is gone.
@Suite struct BatchPruningTests {
  private static let files = [
    "in/a.ics": CalendarText.daily, "in/b.ics": CalendarText.daily,
    "in/sub/c.ics": CalendarText.daily,
    "in/gone/d.ics": CalendarText.daily,
  ]
  private static let arguments =
    ["batch", "fires", "--horizon=P3D", "--output=out"] + BatchCalendars.options

  /// Returns the paths of the entries in the directory of results, sorted.
  private func results(_ program: Program) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(
      atPath: program.directory.appending(path: "out").path
    ).filter { $0 != ".ics2notify-fires.jsonl" }.sorted()
  }

  /// Calls a function after a batch whose calendars `b` and `gone/d` are deleted afterwards.
  private func afterDeletion(_ body: (Program) throws -> Void) throws {
    try Program.run(Self.files) { program in
      try program.run(Self.arguments + ["in"], status: 0)
      try program.remove("in/b.ics")
      try program.remove("in/gone")
      try body(program)
    }
  }

  @Test func `--dry-run lists what --prune removes, and compiles nothing`() throws {
    try afterDeletion { program in
      let before = try results(program)
      let listed = try program.run(Self.arguments + ["--prune", "--dry-run", "in"], status: 0)
      #expect(listed.lines == ["out/b.fires.jsonl", "out/gone/d.fires.jsonl"])
      #expect(listed.errors.isEmpty)
      #expect(try results(program) == before)
      let run = try program.run(
        Self.arguments + ["--prune", "--skip-unchanged", "in"], status: 0)
      #expect(
        run.errors.hasPrefix("ics2notify: 2 calendars: 0 ok, 2 skipped; 2 results removed; "),
        "\(run.errors)")
      #expect(try results(program) == ["a.fires.jsonl", "sub", "sub/c.fires.jsonl"])
    }
  }

  @Test func `only results of the same kind are removed, and no link is followed`() throws {
    try afterDeletion { program in
      try program.write("mine", to: "elsewhere/x.fires.jsonl")
      try program.shell(
        """
        cp out/b.fires.jsonl out/copy.fires.jsonl
        echo mine >out/notes.fires.jsonl
        # Files with the time of a result, but another name, or behind a link.
        for file in out/a.json out/notes.txt out/.hidden.fires.jsonl elsewhere/x.fires.jsonl; do
          echo mine >>$file
          touch -r out/b.fires.jsonl $file
        done
        ln -s ../elsewhere out/linked
        ln -s ../elsewhere/x.fires.jsonl out/link.fires.jsonl
        ln -s nowhere out/broken.fires.jsonl
        mkdir out/dir.fires.jsonl
        # An edited result is a file of the user.
        echo >>out/gone/d.fires.jsonl
        """, status: 0)
      let before = try results(program)
      try program.run(Self.arguments + ["--prune", "in"], status: 0)
      #expect(try results(program) == before.filter { $0 != "b.fires.jsonl" })
      #expect(try program.names(in: "elsewhere") == ["x.fires.jsonl"])
    }
  }

  @Test func `results of another target are not taken for those of a plan`() throws {
    try Program.run(["in/a.ics": CalendarText.daily, "in/b.ics": CalendarText.daily]) { program in
      let plan = ["batch", "--output=out", "in"] + BatchCalendars.options
      try program.run(plan + ["--target=expo-ios"], status: 0)
      try program.run(plan, status: 0)
      try program.remove("in/b.ics")
      let listed = try program.run(plan + ["--prune", "--dry-run"], status: 0)
      #expect(listed.lines == ["out/b.json"])
      let other = try program.run(plan + ["--prune", "--dry-run", "--target=expo-ios"], status: 0)
      #expect(other.lines == ["out/b.expo-ios.json"])
    }
  }

  @Test func `the error of a calendar that became invalid is a result, too`() throws {
    try afterDeletion { program in
      try program.write("To whom it may concern\n", to: "in/a.ics")
      try program.run(Self.arguments + ["in"], status: 1)
      try program.remove("in/a.ics")
      let listed = try program.run(Self.arguments + ["--prune", "--dry-run", "in"], status: 0)
      #expect(listed.lines.first == "out/a.fires.jsonl")
    }
  }

  @Test(arguments: [
    // The directory is not mounted, is empty, or can't be read entirely.
    ("rm -r in", ["in"], "", 66, "in: no such file"),
    ("rm -r in/*", ["in"], "", 66, "in: this directory doesn't contain a .ics file"),
    (
      "mkdir -p in/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16", ["in"], "", 1,
      "it is more than 15 directories deep"
    ),
    ("ln -s nowhere in/z.ics", ["in"], "", 1, "in/z.ics: no such file"),
    // A list, or lines of JSON.
    ("echo in/b.ics >list", ["--files-from=list"], "", 1, "in/b.ics: no such file"),
    (":", ["--files-from=list"], "", 66, "list: no such file"),
    ("touch list", ["--files-from=list"], "", 66, "list: the list is empty"),
    (":", ["--from=jsonl"], "", 0, "no calendar was found"),
    (":", ["--from=jsonl"], "{\"name\":\"in/b", 1, "<stdin>:1: is not a line of JSON"),
  ])
  func `nothing is removed if a calendar could be missed`(
    preparation: String, input: [String], text: String, status: Int32, reason: String
  ) throws {
    try afterDeletion { program in
      try program.shell(preparation, status: 0)
      func kept() throws -> [String] {
        try results(program).filter {
          $0.hasSuffix("b.fires.jsonl") || $0.hasSuffix("d.fires.jsonl")
        }
      }
      let dry = try program.run(
        Self.arguments + ["--prune", "--dry-run"] + input, input: text, status: 66)
      #expect(dry.output.isEmpty)
      #expect(dry.errors.contains(reason), "\(dry.errors)")
      let run = try program.run(Self.arguments + ["--prune"] + input, input: text, status: status)
      #expect(run.errors.contains(reason), "\(run.errors)")
      #expect(!run.errors.contains("removed"), "\(run.errors)")
      #expect(try kept() == ["b.fires.jsonl", "gone/d.fires.jsonl"])
    }
  }

  @Test func `a calendar that is done in the resumed log, or fails, keeps its result`() throws {
    try Program.run(Self.files) { program in
      try program.run(Self.arguments + ["--log=log", "in"], status: 0)
      try program.remove("in/gone")
      try program.write("nonsense", to: "in/e.ics")
      try program.run(Self.arguments + ["--resume=log", "--prune", "in"], status: 1)
      #expect(
        try results(program) == [
          "a.fires.jsonl", "b.fires.jsonl", "sub", "sub/c.fires.jsonl",
        ])
    }
  }

  @Test func `lines of JSON keep the results of their names`() throws {
    try Program.run { program in
      let lines = try ["a.ics", "x/b.ics"].map {
        try BatchInputTests.line(["name": $0, "calendar": CalendarText.daily])
      }
      try program.run(
        Self.arguments + ["--from=jsonl"], input: lines.joined(separator: "\n"), status: 0)
      let run = try program.run(
        Self.arguments + ["--from=jsonl", "--prune"], input: lines[0], status: 0)
      #expect(run.errors.contains("; 1 result removed; "), "\(run.errors)")
      #expect(try results(program) == ["a.fires.jsonl"])
    }
  }
}
