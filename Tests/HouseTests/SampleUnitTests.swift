import Foundation
import TestPrograms
import Testing

/// The systemd units of the samples are what systemd takes.
@Suite struct SampleUnitTests {
  private static let notifier = "/usr/bin/notify-send"

  @Test(
    .enabled(if: SystemdAnalyze.isInstalled, "systemd-analyze is not installed"),
    arguments: [[], ["--persistent"]])
  func `systemd verifies every unit of every sample without a word`(_ options: [String]) throws {
    let program = try #require(TestProgram.built(), "the program is not built")
    try TestDirectory.lend { try verify(unitsOf: program, options, in: $0) }
  }

  private func verify(
    unitsOf program: TestProgram, _ options: [String], in directory: URL
  ) throws {
    let result = try program.run(
      [
        "compile", "--plain", "--output=\(directory.path)", "--quiet", "--limit=200",
        "--now=2028-01-03T07:00:00Z", "--time-zone=Europe/Berlin", "--default-alarm=-PT15M",
      ] + options + ["samples"], in: Package.root)
    #expect(result.status == 0)
    let units = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      .filter { $0 != "ics2notify.manifest" }.map { directory.appending(path: $0) }
    #expect(units.count > 50)
    if TestProgram.installed("notify-send") == nil {
      // A command must be there for the rest of its line to be looked at.
      for unit in units {
        let text = try String(contentsOf: unit, encoding: .utf8)
        try Data(text.replacing(":\(Self.notifier) ", with: ":/bin/true ").utf8).write(to: unit)
      }
    }
    let verified = try #require(SystemdAnalyze()).verify(units)
    #expect(verified.text + verified.errors == "")
    #expect(verified.status == 0)
  }
}
