import ArgumentParser
import SeededRandom
import Testing

@testable import ics2notify

/// What is parsed by what may be typed alone, beside what is parsed by all declarations.
@Suite struct TypedArgumentsTests {
  /// Words of command lines: each option of a subcommand with and without its value, words that
  /// look like options and are none, and what stands behind `--`.
  private static let words = [
    "a.ics", "b", "-", "--", "-q", "-v", "-qv", "-fjson", "-f", "-o", "text", "jsonl", "json",
    "--format=text", "--format", "--output=x", "--now", "--now=2028-01-03", "2028-01-03T07:00",
    "--limit=5", "--limit", "7", "--reserve", "2", "--default-alarm", "-PT15M", "-P1D=KIND:todo",
    "--default-alarm=-PT5M", "--only=X:y", "--only", "UID:a", "--me", "a@example.org", "--strict",
    "--merge-sources", "--each", "-0", "--null", "--files-from", "--files-from=list", "--log",
    "--skip-unchanged", "--repeated-hour", "once", "--repeated-hour=never", "--thread=calendar",
    "--body", "Day {n}", "--body-list=f", "--language", "de", "--jobs=2", "--quiet", "--verbose",
    "--diagnostics=json", "--pending", "--nag-overdue=PT5M", "--renewal-nudge", "--late=show",
    "--plain", "--persistent", "--one-by-one", "--snooze", "10min", "--install", "--status",
    "--name=n", "--test", "--open", "--never-open", "--open-every=P7D", "--summary=08:00",
    "--focus", "22:00-07:00", "--uid", "--rules=r", "--worker=3", "--renewal-option", "-x",
    "--level", "critical=X:y", "--quiet-hours=22:00-07:00", "--quiet-hours-drop", "--nag=3xPT5M",
    "--allow-over-limit", "--all-day-alarm=9:00", "--move-all-day", "--horizon=30d", "--now=",
    "--renew-within", "P3D", "--time-zone=UTC", "--floating-zone", "calendar", "--help", "-h",
    "--version", "--frobnicate",
    "---now",
    "-now", "", "-=", "--=", "--quiet=1", "--no-quiet", "-q=1", "é", "-é", "--é",
  ]

  @Test(arguments: 0..<30)
  func `a command line means the same by what is typed and by all there is`(_ seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    for _ in 0..<20 {
      let line = (0..<random.number(0...6)).compactMap { _ in
        random.pick(TypedArgumentsTests.words)
      }
      switch random.number(0...3) {
      case 0: compare(CompileCommand.self, line)
      case 1: compare(FiresCommand.self, line)
      case 2: compare(SimulateCommand.self, line)
      default: compare(ExplainCommand.self, line)
      }
    }
  }

  @Test(arguments: [
    ["--now", "2028-01-03T07:00:00Z", "--horizon=P30D", "--time-zone", "Europe/Berlin", "a.ics"],
    ["-q", "a.ics", "-f", "text", "--default-alarm", "-PT15M", "--default-alarm=P1D"],
    ["-"], ["a.ics", "b.ics", "--strict", "--limit=5", "--reserve", "2"],
  ])
  func `what most people type is plain`(_ line: [String]) throws {
    let plain = try #require(PlainCommandLine(line).parsed(as: CompileCommand.self))
    #expect(try CompileCommand.parse(line) == plain)
  }

  @Test(arguments: [
    ["--help", "a.ics"], ["-h"], ["-qv", "a.ics"], ["-ftext", "a.ics"], ["--", "a.ics"],
    ["--limit", "a.ics"], ["--limit=", "a.ics"], ["--limit", "-5", "a.ics"],
    ["--quiet=1", "a.ics"],
    ["--frobnicate", "a.ics"], ["--now"], [], ["-x", "a.ics"], ["---now", "a.ics"],
  ])
  func `what isn't plain, or makes no sense, is the parser's`(_ line: [String]) {
    #expect(PlainCommandLine(line).parsed(as: CompileCommand.self) == nil)
  }

  private func compare<Command: DeclaredArguments & ParsableCommand>(
    _ type: Command.Type, _ line: [String]
  ) {
    let all = outcome { try Command.parse(line) }
    let typed = outcome { try Command.parse(typed: line) }
    if let plain = PlainCommandLine(line).parsed(as: type) {
      #expect((try? all.get()) == plain, "\(Command.self) \(line)")
    }
    switch (all, typed) {
    case (.success(let first), .success(let second)):
      #expect(first == second, "\(Command.self) \(line)")
    case (.failure, .failure):
      // What is said of it comes of all declarations.
      break
    default:
      Issue.record("\(Command.self) \(line): \(all) and \(typed)")
    }
  }

  private func outcome<Value>(_ body: () throws -> Value) -> Result<Value, any Error> {
    Result { try body() }
  }
}
