import Foundation
import TestPrograms
import Testing

/// What is recorded of the program is what it does, byte for byte.
@Suite struct SampleTests {
  @Test func `recording samples and documents anew changes no byte`() throws {
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
