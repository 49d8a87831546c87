import Foundation
import TestPrograms
import Testing

/// What the program doesn't write is refused by the schemas.
@Suite struct MutantSchemaTests {
  /// A change of a sample that makes another thing of it.
  struct Mutant: CustomTestStringConvertible, Sendable {
    let sample: String
    let found: String
    let replacement: String
    let message: String

    init(_ sample: String, _ found: String, _ replacement: String, _ message: String) {
      (self.sample, self.found) = (sample, found)
      (self.replacement, self.message) = (replacement, message)
    }

    var testDescription: String { "\(sample): \(found) -> \(replacement)" }
  }

  private static let mutants = [
    Mutant("leap-day.json", "\"now\"", "\"then\"", "'now' is a required property"),
    Mutant("leap-day.json", "\"rank\"", "\"place\"", "'rank' is a required property"),
    Mutant("leap-day.json", "\"sound\"", "\"noise\"", "'sound' is a required property"),
    Mutant("leap-day.json", "\"dateComponents\"", "\"x\"", "not valid under any"),
    Mutant("leap-day.json", "\"relevanceScore\" : 0.5", "\"relevanceScore\" : 2", "maximum of 1"),
    Mutant("leap-day.json", "\"rank\" : 1", "\"rank\" : 0", "minimum of 1"),
    Mutant("leap-day.json", "\"rank\" : 1", "\"rank\" : 1.5", "'integer'"),
    Mutant("leap-day.json", "\"limit\" : 64", "\"limit\" : \"64\"", "'integer'"),
    Mutant("leap-day.json", "\"limit\" : 64", "\"limit\" : NaN", "NaN"),
    Mutant("leap-day.json", "\"version\" : 1", "\"version\" : 2", "1 was expected"),
    Mutant("leap-day.json", "\"version\" : 1", "\"version\" : 1, \"version\" : 1", "twice"),
    Mutant("leap-day.json", "\"tags\" : [", "\"tags\" : [1", "'string'"),
    Mutant("leap-day.json", "\"active\"", "\"time-sensitive\"", "is not one of"),
    Mutant("leap-day.json", "\"title\" : \"Leap day\"", "\"title\" : \"\"", "too short"),
    Mutant("leap-day.json", "\"2028-01-03T07:00:00Z\"", "\"2028-01-03T07:00\"", "does not match"),
    Mutant("leap-day.json", "\"url\" : null", "\"url\" : \"file:///x\"", "does not match"),
    Mutant("leap-day.json", "\"calendar\" : \"gregorian\",", "", "is a dependency of"),
    Mutant("leap-day.fires.jsonl", "\"uid\":", "\"UID\":", "'uid' is a required property"),
    Mutant("leap-day.fires.jsonl", "\"repeat\":0", "\"repeat\":-1", "minimum of 0"),
    Mutant("leap-day.fires.jsonl", "\"repeat\":0", "\"repeat\":null", "'integer'"),
    Mutant("leap-day.fires.jsonl", "}\n", "}", "the last line has no end"),
    Mutant("to-do-due.simulate.jsonl", "\"missed\":0", "\"missed\":\"0\"", "not valid under any"),
    Mutant("to-do-due.simulate.jsonl", "\"identifier\":", "\"id\":", "not valid under any"),
    Mutant("every-other-week.diff.json", "\"untouched\"", "\"kept\"", "is a required property"),
    Mutant("every-other-week.diff.json", "\"remove\" : \"", "\"drop\" : \"", "not valid under any"),
    Mutant("no-uid.diagnostics.jsonl", "\"line\":6", "\"line\":0", "not valid under any"),
    Mutant("no-uid.diagnostics.jsonl", "\"exitStatus\"", "\"status\"", "not valid under any"),
    Mutant("to-do-due.apns.jsonl", "\"aps\":", "\"APS\":", "'aps' is a required property"),
    Mutant("to-do-due.apns.jsonl", "\"sound\":\"default\"", "\"sound\":{}", "not valid under any"),
    Mutant("to-do-due.apns.jsonl", ".20280331T160000Z\"", ".20280331T1600Z\"", "does not match"),
  ]

  @Test func `what is changed into something else is refused, and it is said why`() throws {
    try TestDirectory.lend { directory in
      for (number, mutant) in MutantSchemaTests.mutants.enumerated() {
        try MutantSchemaTests.write(mutant, numbered: number, to: directory)
      }
      let result = try Schemas.validation(of: directory)
      #expect(result.status == 1)
      for (number, mutant) in MutantSchemaTests.mutants.enumerated() {
        let said = result.lines.filter { $0.contains(".\(number).json") }
        #expect(
          said.contains { $0.contains(mutant.message) },
          "\(mutant.testDescription)\n\(said.joined(separator: "\n"))")
      }
    }
  }

  @Test func `an unknown key passes, for a later version may have it, but not as ours`() throws {
    let mutants = [
      Mutant("leap-day.json", "\"rank\"", "\"new\" : 1, \"rank\"", ""),
      Mutant("leap-day.fires.jsonl", "\"uid\"", "\"new\":1,\"uid\"", ""),
      Mutant("every-other-week.diff.json", "\"steps\"", "\"new\" : 1, \"steps\"", ""),
      Mutant("to-do-due.apns.jsonl", "\"aps\"", "\"new\":1,\"aps\"", ""),
    ]
    try TestDirectory.lend { directory in
      for (number, mutant) in mutants.enumerated() {
        try MutantSchemaTests.write(mutant, numbered: number, to: directory)
      }
      // Only the closed form says something, once.
      let result = try Schemas.validation(of: directory)
      let said = result.lines.dropLast(Schemas.names.count)
      #expect(said.count == mutants.count, "\(result.text)")
      #expect(said.allSatisfy { $0.contains("Additional properties are not allowed") })
    }
  }

  /// Writes a sample with the first place of a text changed.
  private static func write(_ mutant: Mutant, numbered number: Int, to directory: URL) throws {
    let text = try String(
      contentsOf: Schemas.root.appending(path: "samples/\(mutant.sample)"), encoding: .utf8)
    let changed = text.replacing(mutant.found, with: mutant.replacement, maxReplacements: 1)
    try #require(changed != text, "\(mutant.testDescription)")
    let name = Schemas.name(ofSample: mutant.sample)
    let suffix = mutant.sample.split(separator: ".").last ?? ""
    try Data(changed.utf8).write(to: directory.appending(path: "\(name).\(number).\(suffix)"))
  }
}
