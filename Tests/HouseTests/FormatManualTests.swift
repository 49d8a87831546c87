import Foundation
import Testing

/// The manual page of the formats has what the schemas have, and nothing else.
@Suite struct FormatManualTests {
  /// A key of an object, with what stands there: `rank (integer)`.
  private typealias Entries = [String: String]

  /// The entries of the page below each heading, in the form `.It Va rank Pq integer , optional`.
  private static func described() throws -> [String: Entries] {
    var described: [String: Entries] = [:]
    var heading = ""
    for line in try Package.lines("man/ics2notify.5") {
      if let match = line.wholeMatch(of: /\.S[hs] (.+)/) {
        heading = String(match.1)
      } else if let match = line.wholeMatch(of: /\.It Va (\S+) Pq (.+)/) {
        let known = described[heading, default: [:]].updateValue(
          String(match.2).replacing(" ,", with: ","), forKey: String(match.1))
        #expect(known == nil, "\(heading): \(match.1) stands twice")
      } else if line.hasPrefix(".It Va ") {
        Issue.record("man/ics2notify.5: \(line): no type is said")
      }
    }
    return described
  }

  /// The same of the objects of all schemas, by their titles.
  private static func promised() throws -> [String: Entries] {
    var promised: [String: Entries] = [:]
    for path in try Package.paths(endingIn: ".json", below: "Sources/ics2notify/Schemas") {
      let object = try JSONSerialization.jsonObject(with: Data(Package.text(path).utf8))
      let schema = try #require(object as? [String: Any])
      let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
      for object in [schema] + definitions.values {
        guard let properties = object["properties"] as? [String: [String: Any]] else { continue }
        let title = try #require(object["title"] as? String)
        let required = try #require(object["required"] as? [String])
        var entries: Entries = [:]
        for (key, property) in properties {
          entries[key] =
            try type(of: property, definitions) + (required.contains(key) ? "" : ", optional")
        }
        let known = promised.updateValue(entries, forKey: title)
        #expect(known == nil || known == entries, "two objects are called \(title)")
      }
    }
    return promised
  }

  /// The type of a value as the page says it: `string or null`, and `instant` or `local time or
  /// null` where a definition has that name.
  private static func type(
    of property: [String: Any], _ definitions: [String: [String: Any]]
  ) throws -> String {
    if let alternatives = property["anyOf"] as? [[String: Any]] {
      return try alternatives.map { try type(of: $0, definitions) }.joined(separator: " or ")
    }
    if let name = (property["$ref"] as? String)?.split(separator: "/").last.map(String.init) {
      let definition = try #require(definitions[name])
      if definition["properties"] != nil { return "object" }
      return name.replacing(/[A-Z]/) { " " + $0.0.lowercased() }
    }
    if let types = property["type"] as? [String] { return types.joined(separator: " or ") }
    return try #require(property["type"] as? String)
  }

  @Test func `every key of every object has an entry with its type, and the reverse`() throws {
    let described = try FormatManualTests.described()
    let promised = try FormatManualTests.promised()
    #expect(promised.count >= 20)
    #expect(described.keys.sorted() == promised.keys.sorted())
    for (title, entries) in promised {
      #expect(described[title] == entries, "\(title)")
    }
  }

  @Test func `the page says what a version is, and names the formats that there are`() throws {
    let page = try Package.text("man/ics2notify.5")
    #expect(page.contains("\n.Ss Versions\n"))
    for path in try Package.paths(endingIn: ".json", below: "Sources/ics2notify/Schemas") {
      let name = try #require(path.split(separator: "/").last?.split(separator: ".").first)
      #expect(page.contains("\n.It Cm \(name) Ta "), "\(name)")
    }
  }
}
