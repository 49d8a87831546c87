import Foundation
import TestPrograms
import Testing

/// The JSON schemas describe the program's output.
@Suite struct SchemaTests {
  @Test func `schema without a name lists all formats`() throws {
    try Program.run { program in
      let formats = try program("schema").lines
      #expect(formats == Schemas.names)
    }
  }

  @Test func `an unknown schema is a usage error that lists all names`() throws {
    try Program.run { program in
      for arguments in [["schema", "plans"], ["schema", "plan", "diff"], ["schema", "Plan"]] {
        try program.run(arguments).expectRefusal(64, saying: "schema")
      }
      let result = try program("schema", "plans")
      #expect(Schemas.names.allSatisfy(result.errors.contains), "\(result.errors)")
    }
  }

  /// The references in a schema.
  private static func references(in value: Any) -> [String] {
    if let elements = value as? [Any] { return elements.flatMap(references) }
    guard let object = value as? [String: Any] else { return [] }
    let own = (object["$ref"] as? String).map { [$0] } ?? []
    return own + object.values.flatMap(references)
  }

  @Test(arguments: Schemas.names)
  func `a schema refers to all of its definitions, and to nothing else`(_ name: String) throws {
    let schema = try Schemas.schema(name)
    let definitions = try #require(schema["$defs"] as? [String: Any])
    let references = SchemaTests.references(in: schema)
    #expect(Set(references) == Set(definitions.keys.map { "#/$defs/" + $0 }))
    #expect(references.isEmpty == (name == "input"))
  }

  @Test func `a definition is in one file, the shared one if several schemas need it`() throws {
    let directory = Schemas.root.appending(path: "Sources/ics2notify/Schemas")
    func file(_ name: String) throws -> (text: String, definitions: [String]) {
      let data = try Data(contentsOf: directory.appending(path: name))
      let schema = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      let definitions = schema?["$defs"] as? [String: Any] ?? [:]
      return (String(decoding: data, as: UTF8.self), Array(definitions.keys))
    }
    let shared = try file("shared.json").definitions
    var names = shared
    var users: [String: Int] = [:]
    for name in Schemas.names {
      let (text, own) = try file("\(name).schema.json")
      names += own
      let printed = try #require(Schemas.schema(name)["$defs"] as? [String: Any])
      #expect(own.allSatisfy { printed[$0] != nil }, "\(name)")
      for name in shared
      where printed[name] != nil || text.contains("\"shared.json#/$defs/\(name)\"")
        || text.contains("\"shared.json#/$defs/\(name)/")
      {
        users[name, default: 0] += 1
      }
    }
    #expect(Set(names).count == names.count)
    #expect(shared.filter { users[$0, default: 0] < 2 } == [])
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

  @Test func `every sample is valid, without keys that its schema lacks`() throws {
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
      try InstallationTests.status.write(to: directory.appending(path: "status.json"))
      let result = try Schemas.validation(of: directory)
      #expect(result.status == 0, "\(result.text)\(result.errors)")
      #expect(result.lines.count == Schemas.names.count)
      #expect(!result.lines.contains { $0.hasSuffix(" 0") }, "\(result.text)")
    }
  }

  /// The number of random calendars.
  private static let calendars = 200
  /// The number of calendars for each target of a layer.
  private static let documents = 20
  /// The number of calendars in one list.
  private static let listedTogether = 5

  @Test func `outputs for random calendars are valid`() throws {
    try Program.run { program in
      for seed in 0..<SchemaTests.calendars {
        try program.write(RandomCalendarText(seed: UInt64(seed)).data, to: "\(seed).ics")
      }
      try program.write(SchemaTests.plans, to: "plans")
      try program.write(SchemaTests.others, to: "others")
      try program.shell(
        "mkdir out && : >statuses && for list in plans others; do "
          + "xargs -d '\\n' -n 1 -P 2 sh -c <$list || exit; done", status: 0)
      // Status 1 means that part of the input was rejected.
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
      // `input` and `responses` are read, not written, and `status` needs an installation.
      let written = Schemas.names.filter { !["input", "responses", "status"].contains($0) }
      #expect(
        written.allSatisfy {
          counts[$0, default: 0]
            >= (TargetTests.names.contains($0) ? SchemaTests.documents : SchemaTests.calendars)
        }, "\(counts)")
      try SchemaTests.checkPayloads(in: out)
    }
  }

  /// Returns a shell command that writes the program's output to a file, and logs a status that
  /// isn't 0.
  private static func line(
    _ arguments: [String], to output: String, errorsTo errors: String = ">errors"
  ) -> String {
    let words = arguments.map { "'" + $0.replacing("'", with: "'\\''") + "'" }
    return "\"$PROGRAM\" \(words.joined(separator: " ")) >'out/\(output)' 2>\(errors)"
      + " || echo \"$? \(output)\" >>statuses\n"
  }

  /// Shell commands that compile a plan of each calendar.
  private static var plans: String {
    (0..<calendars).map { seed in
      var options = RandomOptions(seed: UInt64(seed))
      return line(
        ["--diagnostics=json"] + options.shared() + options.planning() + ["\(seed).ics"],
        to: "plan.\(seed).json", errorsTo: "out/diagnostics.\(seed).jsonl")
    }.joined()
  }

  /// Shell commands that write differences between plans, and lists.
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
        + line(["--target=apns"] + shared + files, to: "apns.\(first).jsonl")
        + line(
          ["simulate"] + shared + options.planning() + options.openings() + options.controls()
            + files.prefix(1),
          to: "simulate.\(first).jsonl")
    }
    let layers = TargetTests.names.flatMap { target in
      (0..<documents).map { seed in
        var options = RandomOptions(seed: UInt64(seed))
        return line(
          ["--level=critical=UID:*", "--target", target] + options.shared() + ["\(seed).ics"],
          to: "\(target).\(seed).json")
      }
    }
    var options = RandomOptions(seed: 1)
    let files = (0..<calendars).map { "\($0).ics" } + ["plans"]
    let batch = line(["batch", "compile"] + options.shared() + files, to: "batch.0.jsonl")
    return (differences + lists + layers).joined() + batch
  }

  /// Checks the sizes of payloads, which a schema can't express.
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
    // Some payloads were cut to the limit of 4,096 bytes.
    #expect((4_001...4_096).contains(largest))
  }
}

/// The schemas reject output that the program doesn't write.
@Suite struct MutantSchemaTests {
  /// A change of a sample, and the validator's message about it.
  typealias Mutant = (sample: String, found: String, replacement: String, message: String)

  private static let mutants: [Mutant] = [
    ("leap-day.json", "\"now\"", "\"then\"", "'now' is a required property"),
    ("leap-day.json", "\"rank\"", "\"place\"", "'rank' is a required property"),
    ("leap-day.json", "\"sound\"", "\"noise\"", "'sound' is a required property"),
    ("leap-day.json", "\"dateComponents\"", "\"x\"", "not valid under any"),
    ("leap-day.json", "\"relevanceScore\" : 0.5", "\"relevanceScore\" : 2", "maximum of 1"),
    ("leap-day.json", "\"rank\" : 1", "\"rank\" : 0", "minimum of 1"),
    ("leap-day.json", "\"rank\" : 1", "\"rank\" : 1.5", "'integer'"),
    ("leap-day.json", "\"limit\" : 64", "\"limit\" : \"64\"", "'integer'"),
    ("leap-day.json", "\"limit\" : 64", "\"limit\" : NaN", "NaN"),
    ("leap-day.json", "\"version\" : 1", "\"version\" : 2", "1 was expected"),
    ("leap-day.json", "\"version\" : 1", "\"version\" : 1, \"version\" : 1", "twice"),
    ("leap-day.json", "\"2028-01-03T07:00:00Z\"", "\"2028-01-03T07:00\"", "does not match"),
    ("leap-day.json", "\"url\" : null", "\"url\" : \"file:///x\"", "does not match"),
    ("leap-day.json", "\"calendar\" : \"gregorian\",", "", "is a dependency of"),
    ("leap-day.fires.jsonl", "\"repeat\":0", "\"repeat\":-1", "minimum of 0"),
    ("leap-day.fires.jsonl", "}\n", "}", "the last line has no end"),
    ("to-do-due.simulate.jsonl", "\"missed\":0", "\"missed\":\"0\"", "not valid under any"),
    ("every-other-week.diff.json", "\"remove\" : \"", "\"drop\" : \"", "not valid under any"),
    ("no-uid.diagnostics.jsonl", "\"exitStatus\"", "\"status\"", "not valid under any"),
    ("to-do-due.apns.jsonl", ".20280331T160000Z\"", ".20280331T1600Z\"", "does not match"),
  ]

  @Test func `a changed sample is rejected with a reason`() throws {
    let result = try validation(of: Self.mutants)
    #expect(result.status == 1)
    for (number, mutant) in Self.mutants.enumerated() {
      let said = result.lines.filter { $0.contains(".\(number).json") }
      #expect(said.contains { $0.contains(mutant.message) }, "\(mutant)\n\(said)")
    }
  }

  @Test func `an unknown key is valid, because a later version may add it`() throws {
    let mutants: [Mutant] = [
      ("leap-day.json", "\"rank\"", "\"new\" : 1, \"rank\"", ""),
      ("leap-day.fires.jsonl", "\"uid\"", "\"new\":1,\"uid\"", ""),
      ("every-other-week.diff.json", "\"steps\"", "\"new\" : 1, \"steps\"", ""),
      ("to-do-due.apns.jsonl", "\"aps\"", "\"new\":1,\"aps\"", ""),
    ]
    // Only the schema that forbids additional properties reports the key, once for each sample.
    let result = try validation(of: mutants)
    let said = result.lines.dropLast(Schemas.names.count)
    #expect(said.count == mutants.count, "\(result.text)")
    #expect(said.allSatisfy { $0.contains("Additional properties are not allowed") })
  }

  /// Validates samples after replacing the first occurrence of a text.
  private func validation(of mutants: [Mutant]) throws -> ProgramOutcome {
    try TestDirectory.lend { directory in
      for (number, mutant) in mutants.enumerated() {
        let text = try String(
          contentsOf: Schemas.root.appending(path: "samples/\(mutant.sample)"), encoding: .utf8)
        let changed = text.replacing(mutant.found, with: mutant.replacement, maxReplacements: 1)
        try #require(changed != text, "\(mutant)")
        let name = Schemas.name(ofSample: mutant.sample)
        let suffix = mutant.sample.split(separator: ".").last ?? ""
        try Data(changed.utf8).write(to: directory.appending(path: "\(name).\(number).\(suffix)"))
      }
      return try Schemas.validation(of: directory)
    }
  }
}

/// The package's schemas, and a validator from outside the package.
enum Schemas {
  /// The names of the formats.
  static let names =
    [
      "plan", "fires", "simulate", "diff", "apns", "batch", "input", "responses", "diagnostics",
      "status",
    ] + TargetTests.names

  /// The package's directory.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  /// The directory of the lanes, whose checks some tests run.
  static let lanes = root.appending(path: "Tests/Lanes")

  /// Returns the bytes of a schema, which the program prints.
  private static func printed(_ name: String) throws -> Data {
    let program = try #require(TestProgram.built(), "the program is not built")
    let result = try program.run(["schema", name])
    #expect(result.status == 0 && result.errors.isEmpty, "\(name): \(result.errors)")
    return result.output
  }

  /// Returns a schema as an object.
  static func schema(_ name: String) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: printed(name))
    return try #require(object as? [String: Any])
  }

  /// Validates the files `SCHEMA.*.json` and `SCHEMA.*.jsonl` in a directory with
  /// python3-jsonschema.
  static func validation(of directory: URL) throws -> ProgramOutcome {
    // Debian's Python, because another one in PATH may lack the module.
    let python = TestProgram(url: URL(filePath: "/usr/bin/python3"))
    let found = try? python.run(["-c", "import jsonschema"])
    try #require(found?.status == 0, "python3-jsonschema is missing: apt-get install it")
    return try TestDirectory.lend { schemas in
      for name in names {
        try printed(name).write(to: schemas.appending(path: "\(name).schema.json"))
      }
      return try python.run([
        lanes.appending(path: "Validation/validate.py").path, schemas.path, directory.path,
      ])
    }
  }

  /// Returns the schema of a sample: `leap-day.json` is a plan, `leap-day.fires.jsonl` has fires.
  static func name(ofSample file: String) -> String {
    let parts = file.split(separator: ".")
    return parts.count > 2 ? String(parts[1]) : "plan"
  }
}
