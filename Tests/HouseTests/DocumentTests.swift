import Foundation
import Testing

/// The names in documents exist.
@Suite struct DocumentTests {
  private static let catalog = "Sources/ReminderCompiler/ReminderCompiler.docc"

  /// Names from other projects that look like type names of this package.
  private static let others: Set<String> = [
    "AccuracySec", "ArgumentParser", "BGAppRefreshTask", "BGTaskSchedulerPermittedIdentifiers",
    "Calendar", "Codable", "Data", "Date", "DateComponents", "Foundation", "OnCalendar", "TimeZone",
    "UIBackgroundModes", "UNCalendarNotificationTrigger", "UNUserNotificationCenter",
    "UserNotifications",
  ]

  /// The types, modules, folders and files of the package.
  private static func names() throws -> Set<String> {
    let sources = Package.root.appending(path: "Sources").path
    // C modules lack Swift files, so this adds their names.
    var names = Set(try FileManager.default.contentsOfDirectory(atPath: sources))
    for folder in ["Sources", "Tests"] {
      for path in try Package.paths(endingIn: ".swift", below: folder) {
        names.formUnion(path.split(whereSeparator: { "/.+".contains($0) }).map(String.init))
        let text = try Package.text(path)
        for match in text.matches(
          of: /(?:struct|enum|class|protocol|typealias|associatedtype) ([A-Z]\w*)/)
        {
          names.insert(String(match.1))
        }
      }
    }
    return names
  }

  /// The documents whose names are those of this package.
  ///
  /// The names on the page Platforms are the toolchain's; Tests/Lanes/availability.sh checks them.
  private static func documents() throws -> [String] {
    let pages = try Package.paths(endingIn: ".md", below: catalog)
      .filter { !$0.hasSuffix("/Platforms.md") }
    #expect(pages.count > 10)
    return pages + [".github/CONTRIBUTING.md", "README.md"]
  }

  @Test func `every type that a document names exists`() throws {
    let names = try DocumentTests.names()
    for path in try DocumentTests.documents() {
      for (index, line) in try Package.lines(path).enumerated() {
        // A type name also has lower-case letters, unlike DTSTART and other names of standards.
        for match in line.matches(of: #/(?:^|[^`])`([A-Z]\w*[a-z]\w*)(?:[`(]|\.[a-z])/#)
        where !names.contains(String(match.1)) && !DocumentTests.others.contains(String(match.1)) {
          Issue.record("\(path):\(index + 1): \(match.1) doesn't exist")
        }
      }
    }
  }

  /// Names from other projects, and of examples, that look like members.
  private static let otherMembers: Set<String> = [
    "canImport", "limitInSeconds", "setTaskCompleted",
  ]

  /// The names of all declarations, and those of each type, with and without argument labels.
  private static func members() throws -> (all: Set<String>, ofTypes: [String: Set<String>]) {
    var all: Set<String> = []
    var ofTypes: [String: Set<String>] = [:]
    for folder in ["Sources", "Tests"] {
      for path in try Package.paths(endingIn: ".swift", below: folder) {
        for declaration in SwiftSource(try Package.text(path)).declarations {
          let names = [declaration.name, String(declaration.name.prefix { $0 != "(" })]
          all.formUnion(names)
          if let type = declaration.type { ofTypes[type, default: []].formUnion(names) }
        }
      }
    }
    return (all, ofTypes)
  }

  /// A document names a member as `Type.member`, as `function(label:)`, or in camel case.
  @Test func `every member that a document names exists`() throws {
    let (all, ofTypes) = try DocumentTests.members()
    var count = 0
    for path in try DocumentTests.documents() {
      for (index, line) in try Package.lines(path).enumerated() {
        func check(_ name: Substring, _ exists: Bool) {
          count += 1
          if !exists { Issue.record("\(path):\(index + 1): \(name) doesn't exist") }
        }
        for match in line.matches(
          of: #/(?:^|[^`])`([A-Z]\w*[a-z]\w*)\.([a-z]\w*(?:\((?:\w+:)*\))?)`/#)
        where match.2 != "swift" && !DocumentTests.others.contains(String(match.1)) {
          let members = ofTypes[String(match.1)] ?? []
          check("\(match.1).\(match.2)", members.contains(String(match.2)))
        }
        for match in line.matches(
          of: #/(?:^|[^`])`([a-z]\w*\((?:\w+:)*\)|[a-z]+[A-Z]\w*)`/#)
        where !DocumentTests.otherMembers.contains(String(match.1)) {
          check(match.1, all.contains(String(match.1)))
        }
      }
    }
    #expect(count > 30)
  }

  @Test func `the page Programs has one row for each calendar of its tests`() throws {
    let folder = "Tests/ProgramFileTests/Files"
    let rows = try Package.lines("\(DocumentTests.catalog)/Programs.md").filter {
      $0.hasPrefix("| ") && !$0.hasPrefix("| Program |") && !$0.hasPrefix("| - |")
    }
    let files = try rows.map { row in
      let cells = row.split(separator: " | ")
      #expect(cells.count == 6, "\(row)")
      // A program with a version, where it came from, and when it ran.
      #expect(cells[0].contains(/\d/), "\(row)")
      #expect(["Debian", "PyPI"].contains(cells[1]), "\(row)")
      #expect(cells[2].wholeMatch(of: /20\d\d-[01]\d/) != nil, "\(row)")
      return try #require(cells[5].wholeMatch(of: /`(.+\.ics)` \|/), "\(row)").1
    }
    #expect(files.count > 30)
    let calendars = try Package.paths(endingIn: ".ics", below: folder)
    #expect(files.map { "\(folder)/\($0)" }.sorted() == calendars)
  }

  @Test(arguments: ["README.md", ".github/CONTRIBUTING.md", ".github/CHANGELOG.md"])
  func `every link in a document leads to a file`(_ path: String) throws {
    let folder = Package.root.appending(path: path).deletingLastPathComponent()
    for match in try Package.text(path).matches(of: /\]\(([^)#]+)/)
    where !match.1.contains("://") {
      let file = folder.appending(path: String(match.1))
      #expect(FileManager.default.fileExists(atPath: file.path), "\(path): \(match.1)")
    }
  }

  @Test(arguments: [
    "CalendarReminders", "CivilTime", "ICalendar", "ICalendarReader", "NotificationTriggers",
    "ReminderCompiler", "TimerCompiler",
  ])
  func `every public type of a module has an example`(_ module: String) throws {
    for path in try Package.paths(endingIn: ".swift", below: "Sources/\(module)") {
      let lines = try Package.lines(path)
      for (index, line) in lines.enumerated()
      where line.contains(#/^public (final )?(struct|enum|class|protocol) /#) {
        let comment = lines[..<index].reversed().drop { $0.hasPrefix("@") }
          .prefix { $0.hasPrefix("///") }
        #expect(comment.contains("/// ```swift"), "\(path):\(index + 1): \(line)")
      }
    }
  }

  /// Tests/Lanes/app.sh compiles and runs the sample.
  @Test func `the Swift code of the README is that of the sample app`() throws {
    /// The text without indentation.
    func flush(_ text: String) -> String {
      text.replacing(/\n +/, with: "\n")
    }
    let blocks = try Package.text("README.md").matches(of: /```swift\n((?s).+?)```/)
    #expect(!blocks.isEmpty)
    let sources = try Package.paths(endingIn: ".swift", below: "samples/apply/swift")
      .map { flush(try Package.text($0)) }
    for block in blocks {
      #expect(sources.contains { $0.contains(flush(String(block.1))) }, "\(block.1)")
    }
  }

  @Test func `the changelog has the documented headings`() throws {
    let lines = try Package.lines(".github/CHANGELOG.md")
    let headings = lines.filter { $0.hasPrefix("#") }
    #expect(headings.prefix(2) == ["# Changelog", "## [Unreleased]"])
    let kinds: Set = [
      "### Added", "### Changed", "### Deprecated", "### Removed", "### Fixed", "### Security",
    ]
    #expect(headings.filter { $0.hasPrefix("###") }.allSatisfy(kinds.contains))
  }
}
