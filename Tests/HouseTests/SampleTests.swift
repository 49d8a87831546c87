import Foundation
import NotificationTriggers
import ReminderCompiler
import TestPrograms
import Testing

@Suite struct SampleTests {
  @Test func `recording samples and documents again doesn't change them`() throws {
    let program = try #require(TestProgram.built(), "the program is not built")
    try TestDirectory.lend { try compare(with: program, recordingIn: $0) }
  }

  private func compare(with program: TestProgram, recordingIn directory: URL) throws {
    let result = try TestProgram.shell.run(
      ["samples/record.sh", program.path, directory.path], in: Package.root)
    #expect(result.status == 0, "\(result.errors)")
    let names = try FileManager.default.subpathsOfDirectory(atPath: directory.path).filter {
      FileManager.default.contents(atPath: directory.appending(path: $0).path) != nil
    }
    for name in names {
      let recorded = try? Data(contentsOf: Package.root.appending(path: name))
      let made = try Data(contentsOf: directory.appending(path: name))
      #expect(recorded == made, "\(name)")
    }
    // Each calendar has its plan and its table next to it.
    let samples = try FileManager.default.contentsOfDirectory(
      atPath: Package.root.appending(path: "samples").path
    ).filter { $0.hasSuffix(".ics") }.map { $0.dropLast(".ics".count) }
    #expect(samples.count > 8)
    for sample in samples {
      #expect(names.contains("samples/\(sample).json"), "\(sample)")
      #expect(names.contains("samples/\(sample).txt"), "\(sample)")
    }
  }
}

/// The library reads and writes the program's outputs unchanged.
@Suite struct SamplePlanTests {
  private static func samples(_ ending: String) throws -> [Data] {
    try Package.paths(endingIn: ending, below: "samples").map {
      try Data(contentsOf: Package.root.appending(path: $0))
    }
  }

  /// Whether a sample is the document of a layer, such as `weekday-standup.expo-ios.json`.
  private static func isOfLayer(_ path: String) -> Bool {
    NotificationLayer.all.contains { path.hasSuffix(".\($0.name).json") }
  }

  @Test func `reading and writing a plan preserves its bytes`() throws {
    var count = 0
    for path in try Package.paths(endingIn: ".json", below: "samples")
    where !path.hasSuffix(".responses.json") && !SamplePlanTests.isOfLayer(path) {
      let json = try Data(contentsOf: Package.root.appending(path: path))
      if path.hasSuffix(".diff.json") {
        #expect(try PlanDifference(json: json).json() == json, "\(path)")
      } else {
        #expect(try Plan(json: json).json() == json, "\(path)")
      }
      count += 1
    }
    #expect(count > 10)
  }

  @Test func `a fingerprint is the documented digest`() throws {
    let json = try Data(contentsOf: Package.root.appending(path: "samples/leap-day.json"))
    // Computed with Python's hashlib and base64 from content and trigger in the form of a
    // fingerprint.
    #expect(try Plan(json: json).requests.first?.fingerprint == "o84CwfzJa_bieVmn")
  }

  @Test(arguments: [".fires.jsonl", ".simulate.jsonl"])
  func `each line of a fire is read`(_ ending: String) throws {
    var count = 0
    for file in try SamplePlanTests.samples(ending) {
      for line in file.split(separator: UInt8(ascii: "\n")) {
        let value = try #require(JSONSerialization.jsonObject(with: line) as? NSDictionary)
        guard value["verdict"] == nil else { continue }
        let read = try JSONDecoder().decode(FireLine.self, from: line)
        #expect(read.title == value["title"] as? String && read.uid == value["uid"] as? String)
        #expect(read.identifier == value["identifier"] as? String)
        count += 1
      }
    }
    #expect(count >= 4)
  }
}

@Suite struct SampleUnitTests {
  private static let notifier = "/usr/bin/notify-send"

  @Test(
    .enabled(if: SystemdAnalyze.isInstalled, "systemd-analyze is not installed"),
    arguments: [[], ["--late=show"]])
  func `systemd verifies every unit of every sample without a message`(_ options: [String]) throws {
    let program = try #require(TestProgram.built(), "the program is not built")
    try TestDirectory.lend { try verify(unitsOf: program, options, in: $0) }
  }

  private func verify(
    unitsOf program: TestProgram, _ options: [String], in directory: URL
  ) throws {
    let result = try program.run(
      [
        "compile", "--target=systemd", "--plain", "--output=\(directory.path)", "--quiet",
        "--limit=200",
        "--now=2028-01-03T07:00:00Z", "--time-zone=Europe/Berlin", "--default-alarm=-PT15M",
      ] + options + ["samples"], in: Package.root)
    #expect(result.status == 0)
    let units = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      .filter { $0 != "ics2notify.manifest" }.map { directory.appending(path: $0) }
    #expect(units.count > 50)
    if TestProgram.installed("notify-send") == nil {
      // systemd checks the rest of a line only if its command exists.
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
