import Foundation
import TestPrograms
import Testing

/// The schemas say what the program writes.
@Suite struct SchemaTests {
  @Test func `each schema is printed byte for byte, and without a name they are listed`() throws {
    try Program.run { program in
      let listed = try program("schema")
      #expect(listed.lines == Schemas.names)
      for name in Schemas.names {
        let printed = try program("schema", name)
        #expect(try printed.output == Data(contentsOf: Schemas.file(name)), "\(name)")
        #expect(printed.status == 0 && printed.errors.isEmpty)
      }
    }
  }

  @Test func `a name that there is not is a usage error with those that there are`() throws {
    try Program.run { program in
      for arguments in [["schema", "plans"], ["schema", "plan", "diff"], ["schema", "Plan"]] {
        let result = try program.run(arguments)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("schema"), "\(result.errors)")
      }
      let result = try program("schema", "plans")
      #expect(Schemas.names.allSatisfy(result.errors.contains), "\(result.errors)")
    }
  }

  @Test func `what several schemas define by one name is the same in all of them`() throws {
    var known: [String: NSObject] = [:]
    var shared = 0
    for name in Schemas.names {
      let definitions = try #require(Schemas.schema(name)["$defs"] as? [String: NSObject])
      for (name, definition) in definitions {
        if let other = known.updateValue(definition, forKey: name) {
          shared += 1
          #expect(other == definition, "\(name)")
        }
      }
    }
    #expect(shared > 10)
  }

  @Test(arguments: Schemas.names)
  func `each property is described in a sentence, and each schema has its name and version`(
    _ name: String
  ) throws {
    let schema = try Schemas.schema(name)
    #expect(schema["$id"] as? String == "urn:ics2notify:\(name):1")
    #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    var count = 0
    func check(_ value: Any) {
      if let elements = value as? [Any] { elements.forEach(check) }
      guard let object = value as? [String: Any] else { return }
      if let properties = object["properties"] as? [String: [String: Any]] {
        #expect(object["title"] is String && object["type"] as? String == "object")
        for (key, property) in properties {
          count += 1
          let text = property["description"] as? String ?? ""
          #expect(text.hasSuffix("."), "\(key)")
        }
      }
      object.values.forEach(check)
    }
    check(schema)
    #expect(count >= 4)
  }

  @Test func `every sample is what its schema says, and has no other keys`() throws {
    try TestDirectory.lend { directory in
      let samples = Schemas.root.appending(path: "samples")
      var count = 0
      for file in try FileManager.default.contentsOfDirectory(atPath: samples.path).sorted()
      where file.hasSuffix(".json") || file.hasSuffix(".jsonl") {
        let name = Schemas.name(ofSample: file)
        try FileManager.default.copyItem(
          at: samples.appending(path: file), to: directory.appending(path: "\(name).\(file)"))
        count += 1
      }
      #expect(count > 20)
      let result = try Schemas.validation(of: directory)
      #expect(result.status == 0, "\(result.text)\(result.errors)")
      #expect(result.lines.count == Schemas.names.count)
      #expect(!result.lines.contains { $0.hasSuffix(" 0") }, "\(result.text)")
    }
  }

  /// How many calendars are made up.
  private static let calendars = 200
  /// How many of them are listed together.
  private static let listedTogether = 5

  @Test func `what is made of calendars of all kinds is what the schemas say`() throws {
    try Program.run { program in
      for seed in 0..<SchemaTests.calendars {
        try program.write(RandomCalendarText(seed: UInt64(seed)).data, to: "\(seed).ics")
      }
      try program.write(SchemaTests.plans, to: "plans")
      try program.write(SchemaTests.others, to: "others")
      let ran = try program.shell(
        "mkdir out && : >statuses && for list in plans others; do "
          + "xargs -d '\\n' -n 1 -P 2 sh -c <$list || exit; done")
      #expect(ran.status == 0, "\(ran.errors)")
      // 1: a part of the input was refused.
      let statuses = try program.read("statuses").split(separator: "\n")
      #expect(statuses.count > 20)
      #expect(statuses.filter { !$0.hasPrefix("1 ") } == [])
      let out = program.directory.appending(path: "out")
      let result = try Schemas.validation(of: out)
      // The number in a file's name is the seed.
      #expect(result.status == 0, "\(result.text.prefix(8_000))\(result.errors)")
      let counts = Dictionary(
        uniqueKeysWithValues: result.lines.suffix(Schemas.names.count).map {
          let words = $0.split(separator: " ")
          return (String(words[0]), Int(words[1]) ?? 0)
        })
      // Lines of input are read, not written.
      let written = Schemas.names.filter { $0 != "input" }
      #expect(written.allSatisfy { counts[$0, default: 0] >= 200 }, "\(counts)")
      try SchemaTests.checkPayloads(in: out)
    }
  }

  /// A line for a shell, which writes what the program says and notes a status that isn't 0.
  private static func line(
    _ arguments: [String], to output: String, errorsTo errors: String = ">errors"
  ) -> String {
    let words = arguments.map { "'" + $0.replacing("'", with: "'\\''") + "'" }
    return "\"$PROGRAM\" \(words.joined(separator: " ")) >'out/\(output)' 2>\(errors)"
      + " || echo \"$? \(output)\" >>statuses\n"
  }

  /// A plan of each calendar.
  private static var plans: String {
    (0..<calendars).map { seed in
      var options = RandomOptions(seed: UInt64(seed))
      return line(
        ["--diagnostics=json"] + options.shared() + options.planning() + ["\(seed).ics"],
        to: "plan.\(seed).json", errorsTo: "out/diagnostics.\(seed).jsonl")
    }.joined()
  }

  /// The differences between plans, and lists.
  private static var others: String {
    let differences = (0..<calendars).map { seed in
      line(
        ["diff", "out/plan.\((seed + seed % 3) % calendars).json", "out/plan.\(seed).json"],
        to: "diff.\(seed).json")
    }
    let lists = stride(from: 0, to: calendars, by: listedTogether).map { first in
      let files = (first..<first + listedTogether).map { "\($0).ics" }
      var options = RandomOptions(seed: UInt64(first + 1))
      let shared = options.shared()
      return line(["fires"] + shared + files, to: "fires.\(first).jsonl")
        + line(["--format=apns"] + shared + files, to: "apns.\(first).jsonl")
        + line(
          ["simulate"] + shared + options.planning() + options.openings() + options.controls()
            + files.prefix(1),
          to: "simulate.\(first).jsonl")
    }
    var options = RandomOptions(seed: 1)
    let files = (0..<calendars).map { "\($0).ics" } + ["nowhere.ics"]
    let each = line(["compile", "--each"] + options.shared() + files, to: "each.0.jsonl")
    return (differences + lists).joined() + each
  }

  /// No schema can count the bytes of an object.
  private static func checkPayloads(in directory: URL) throws {
    var largest = 0
    for file in try FileManager.default.contentsOfDirectory(atPath: directory.path)
    where file.hasPrefix("apns.") {
      let text = try String(contentsOf: directory.appending(path: file), encoding: .utf8)
      for line in text.split(separator: "\n") {
        let start = try #require(line.firstRange(of: "\"payload\":")).upperBound
        let end = try #require(line.firstRange(of: ",\"version\":1}")).lowerBound
        largest = max(largest, line[start..<end].utf8.count)
      }
    }
    // Some are so long that something was cut.
    #expect((4_001...4_096).contains(largest))
  }
}
