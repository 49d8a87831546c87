import Foundation
import NotificationTriggers
import TestPrograms
import Testing

@Suite struct ManualTests {
  /// The argument parser's description of a command.
  private struct Dump: Decodable {
    struct Command: Decodable {
      let arguments: [Argument]?
      let subcommands: [Command]?
      let commandName: String
    }
    struct Argument: Decodable {
      struct Name: Decodable {
        let kind, name: String
      }
      let names: [Name]?
    }
    let command: Command
  }

  /// The paths of all pages.
  private static func pages() throws -> [String] { try Package.paths(endingIn: "", below: "man") }

  /// The long names of all options of all subcommands.
  private func options() throws -> Set<String> {
    let program = try #require(TestProgram.built(), "the program is not built")
    let result = try program.run(["--experimental-dump-help"])
    let dump = try JSONDecoder().decode(Dump.self, from: result.output)
    func names(_ command: Dump.Command) -> [String] {
      let own = (command.arguments ?? []).flatMap { argument in
        (argument.names ?? []).filter { $0.kind == "long" }.map(\.name)
      }
      let inner = (command.subcommands ?? []).filter { $0.commandName != "help" }
      return own + inner.flatMap(names)
    }
    // An internal option.
    return Set(names(dump.command)).subtracting(["worker"])
  }

  @Test func `the manual page and the program have the same options`() throws {
    let options = try options()
    #expect(options.isSuperset(of: ["now", "horizon", "limit", "format", "version", "help"]))
    // In mdoc "--now" is "Fl -now", and "-h, --help" is "Fl h , -help".
    let items = try Package.lines("man/ics2notify.1").filter { $0.hasPrefix(".It Fl ") }
    let described = Set(
      items.flatMap { $0.matches(of: /(?:Fl|,) -([a-z][a-z-]*)/).map { String($0.1) } })
    #expect(described.symmetricDifference(options).sorted() == [])
  }

  @Test func `every exit status is in the manual page`() throws {
    let page = try Package.text("man/ics2notify.1")
    for status in ["0", "1", "64", "65", "66", "69", "70", "73"] {
      #expect(page.firstMatch(of: try Regex("(?m)^\\.It (Li )?\(status)$")) != nil, "\(status)")
    }
  }

  @Test func `the manual's table of levels matches the code`() throws {
    let manual = try ManualTests.pages().map(Package.text).joined()
    let rows = manual.matches(
      of: /(?m)^\.It Cm (\S+) Ta (yes|no) Ta (yes|no) Ta (yes|no) Ta (yes|no) Ta (yes|no)$/
    ).map { row -> [String] in
      [row.1, row.2, row.3, row.4, row.5, row.6].map(String.init)
    }
    let table = InterruptionLevel.allCases.map { level in
      let does = level
      let cells = [
        does.playsSound, does.lightsScreen, does.overridesSummary, does.breaksThroughFocus,
        does.overridesSilentSwitch,
      ]
      return [level.hyphenatedName] + cells.map { $0 ? "yes" : "no" }
    }
    #expect(rows == table)
  }

  private static let mandoc = TestProgram.installed("mandoc")

  @Test(
    .enabled(if: mandoc != nil, "mandoc is not installed"),
    arguments: try pages())
  func `mandoc reports no problem in a manual page`(_ page: String) throws {
    let mandoc = try #require(ManualTests.mandoc)
    let result = try mandoc.run(["-T", "lint", "-W", "all", page], in: Package.root)
    #expect(result.text + result.errors == "")
    #expect(result.status == 0)
  }

  @Test(arguments: try pages())
  func `a manual page refers only to pages and sections that exist`(_ page: String) throws {
    let pages = try ManualTests.pages()
    let text = try Package.text(page)
    for match in text.matches(of: /(ics2notify[a-z-]*)\(([1-9])\)/) {
      #expect(pages.contains("man/\(match.1).\(match.2)"), "\(match.0)")
    }
    let headings = text.matches(of: /(?m)^\.S[hs] (.+)$/).map(\.1)
    for match in text.matches(of: /(?m)^\.Sx (.+?)(?: [.,;:)])*$/) {
      #expect(headings.contains(match.1), "\(match.1)")
    }
  }
}

/// The manual page of the formats describes all keys of the schemas, and no others.
@Suite struct FormatManualTests {
  /// A key of an object and its type: `rank (integer)`.
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
        #expect(known == nil, "\(heading): \(match.1) is repeated")
      } else if line.hasPrefix(".It Va ") {
        Issue.record("man/ics2notify.5: \(line): the type is missing")
      }
    }
    return described
  }

  /// The names of all formats.
  private static func formats() throws -> [String] {
    try #require(TestProgram.built(), "the program is not built").run(["schema"]).lines
  }

  /// The entries of the objects in all schemas, by title.
  private static func promised() throws -> [String: Entries] {
    var promised: [String: Entries] = [:]
    let program = try #require(TestProgram.built(), "the program is not built")
    for name in try formats() {
      let object = try JSONSerialization.jsonObject(with: program.run(["schema", name]).output)
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

  /// The type of a value in the page's notation.
  ///
  /// Examples are `string or null`, and `instant` or `local time or null` if a definition has that
  /// name.
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

  @Test func `the manual page and the schemas have the same keys and types`() throws {
    let described = try FormatManualTests.described()
    let promised = try FormatManualTests.promised()
    #expect(promised.count >= 20)
    #expect(described.keys.sorted() == promised.keys.sorted())
    for (title, entries) in promised {
      #expect(described[title] == entries, "\(title)")
    }
  }

  @Test func `the manual page explains versions and lists all formats`() throws {
    let page = try Package.text("man/ics2notify.5")
    #expect(page.contains("\n.Ss Versions\n"))
    let formats = try FormatManualTests.formats()
    #expect(formats.count >= 20)
    for name in formats {
      #expect(page.contains("\n.It Cm \(name) Ta "), "\(name)")
    }
  }
}
