import Foundation
import Testing

/// What is recorded of the program is what it does, byte for byte.
@Suite struct SampleTests {
  @Test func `recording samples and documents anew changes no byte`() throws {
    let program = try #require(Package.program, "the program is not built")
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let result = try Package.run(
      URL(filePath: "/bin/sh"), ["samples/record.sh", program.path, directory.path])
    #expect(result.status == 0)
    let names = try FileManager.default.subpathsOfDirectory(atPath: directory.path).filter {
      FileManager.default.contents(atPath: directory.appending(path: $0).path) != nil
    }
    for name in names {
      let recorded = try? Data(contentsOf: Package.root.appending(path: name))
      let made = try Data(contentsOf: directory.appending(path: name))
      #expect(recorded == made, "\(name)")
    }
    // Each calendar has its plan and its table beside it.
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
