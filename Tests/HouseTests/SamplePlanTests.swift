import Foundation
import ReminderCompiler
import Testing

/// What the program has written is what the library reads and writes.
@Suite struct SamplePlanTests {
  private static func samples(_ ending: String) throws -> [Data] {
    try Package.paths(endingIn: ending, below: "samples").map {
      try Data(contentsOf: Package.root.appending(path: $0))
    }
  }

  @Test func `each plan is read, and written again to the same bytes`() throws {
    var count = 0
    for path in try Package.paths(endingIn: ".json", below: "samples")
    where !path.hasSuffix(".schema.json") {
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

  @Test func `a fingerprint is the digest that its form says`() throws {
    let json = try Data(contentsOf: Package.root.appending(path: "samples/leap-day.json"))
    // Made with Python's hashlib and base64, of content and trigger in the form of a fingerprint.
    #expect(try Plan(json: json).requests.first?.fingerprint == "o84CwfzJa_bieVmn")
  }

  @Test(arguments: [".fires.jsonl", ".simulate.jsonl"])
  func `each line of a fire is read, and written again to the same value`(_ ending: String) throws {
    var count = 0
    for file in try SamplePlanTests.samples(ending) {
      for line in file.split(separator: UInt8(ascii: "\n")) {
        let value = try #require(JSONSerialization.jsonObject(with: line) as? NSDictionary)
        guard value["verdict"] == nil else { continue }
        let read = try JSONDecoder().decode(FireLine.self, from: line)
        let again = try JSONSerialization.jsonObject(with: JSONEncoder().encode(read))
        #expect(again as? NSDictionary == value)
        count += 1
      }
    }
    #expect(count >= 4)
  }
}
