import Foundation
import Testing

/// The systemd units of the samples are what systemd takes.
@Suite struct SampleUnitTests {
  private static let analyze = URL(filePath: "/usr/bin/systemd-analyze")
  private static let notifier = "/usr/bin/notify-send"

  private static func isInstalled(_ path: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: path)
  }

  @Test(
    .enabled(if: isInstalled(analyze.path), "systemd-analyze is not installed"),
    arguments: [[], ["--persistent"]])
  func `systemd verifies every unit of every sample without a word`(_ options: [String]) throws {
    let program = try #require(Package.program, "the program is not built")
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let result = try Package.run(
      program,
      [
        "compile", "--format=systemd", "--output=\(directory.path)", "--quiet", "--limit=200",
        "--now=2028-01-03T07:00:00Z", "--time-zone=Europe/Berlin", "--default-alarm=-PT15M",
      ] + options + ["samples"])
    #expect(result.status == 0)
    let units = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      .filter { $0 != "ics2notify.manifest" }.map { directory.appending(path: $0) }
    #expect(units.count > 50)
    if !Self.isInstalled(Self.notifier) {
      // A command must be there for the rest of its line to be looked at.
      for unit in units {
        let text = try String(contentsOf: unit, encoding: .utf8)
        try Data(text.replacing(":\(Self.notifier) ", with: ":/bin/true ").utf8).write(to: unit)
      }
    }
    let words = ["HOME=\(directory.path)", "XDG_RUNTIME_DIR=\(directory.path)", "LC_ALL=C"]
    let verified = try Package.run(
      URL(filePath: "/bin/sh"),
      ["-c", "env \"$@\" 2>&1", "sh"] + words + [Self.analyze.path, "--user", "verify"]
        + units.map(\.path))
    #expect(String(decoding: verified.0, as: UTF8.self) == "")
    #expect(verified.status == 0)
  }
}
