import Foundation
import TestPrograms
import Testing

/// The schemas of the package, and a validator that is not ours.
enum Schemas {
  /// The names of the formats.
  static let names = [
    "plan", "fires", "simulate", "diff", "apns", "each", "input", "diagnostics",
  ]

  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
  /// The package.
  static let root = tests.deletingLastPathComponent()

  private static let directory = root.appending(path: "Sources/ics2notify/Schemas")

  /// The file of a schema.
  static func file(_ name: String) -> URL { directory.appending(path: "\(name).schema.json") }

  /// A schema as an object.
  static func schema(_ name: String) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file(name)))
    return try #require(object as? [String: Any])
  }

  /// What Debian's validator says of the files `NAME.ANYTHING.json` and `.jsonl` of a directory.
  static func validation(of directory: URL) throws -> ProgramOutcome {
    // Not a Python of another place, which has modules of its own.
    let python = TestProgram(url: URL(filePath: "/usr/bin/python3"))
    let found = try? python.run(["-c", "import jsonschema"])
    try #require(found?.status == 0, "python3-jsonschema is missing: apt-get install it")
    return try python.run([
      tests.appending(path: "Validation/validate.py").path, self.directory.path, directory.path,
    ])
  }

  /// The format of a sample: `leap-day.json` is a plan, `leap-day.fires.jsonl` has fires.
  static func name(ofSample file: String) -> String {
    let parts = file.split(separator: ".")
    return parts.count > 2 ? String(parts[1]) : "plan"
  }
}
