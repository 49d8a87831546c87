import Foundation
import Testing

/// Rules for the sources that the compiler does not check.
@Suite struct SourceTests {
  /// The Swift files below a directory: path from the root, and text.
  private static func sources(
    below directory: String = "Sources"
  ) throws -> [(path: String, text: String)] {
    try Package.paths(endingIn: ".swift", below: directory).map { ($0, try Package.text($0)) }
  }

  /// The name of the module of a file below `Sources` or `Tests`.
  private static func module(_ path: String) -> String {
    String(path.split(separator: "/")[1])
  }

  @Test func `only modules that read bytes have unsafe code`() throws {
    let found = try SourceTests.sources().filter {
      $0.text.contains(/\bunsafe\b|@unsafe|Unsafe\w*Pointer/)
    }
    #expect(
      Set(found.map { SourceTests.module($0.path) })
        == ["CalendarFiles", "ICalendarReader", "Libical", "SessionBus"],
      "\(found.map(\.path))")
  }

  /// The targets of the products for apps.
  private static let libraries = [
    "CalendarReminders", "CivilTime", "Digests", "ICalendar", "ICalendarReader",
    "NotificationTriggers", "ReminderCompiler", "ReminderExpansion", "ReminderOptions",
    "ReminderPlanning", "ReminderPlans", "TextSafety", "WorkSharing",
  ]
  /// Modules that every system with Swift has, or that sources test with `canImport`.
  private static let systemModules = [
    "BackgroundTasks", "Dispatch", "EventKit", "Foundation", "FoundationEssentials",
    "FoundationInternationalization", "Synchronization", "UserNotifications", "os",
  ]

  @Test(arguments: libraries)
  func `a library for apps uses no files, processes, environment or network`(
    _ module: String
  ) throws {
    let allowed = Set(SourceTests.libraries + SourceTests.systemModules)
    for (path, text) in try SourceTests.sources(below: "Sources/\(module)") {
      let code = text.replacing(/\/\/.*/, with: "")
      for match in code.matches(of: /(?m)^\s*(?:\w+ )?import (?:(?:struct|func) )?(\w+)/) {
        #expect(allowed.contains(String(match.1)), "\(path)")
      }
      let access = code.firstMatch(
        of:
          #/
          \b(Bundle|CommandLine|FileHandle|FileManager|InputStream|OutputStream|Pipe|Process|
          ProcessInfo|URLSession|UserDefaults)[.(]|\b(fopen|getenv|popen)\(|
          \b(contentsOfFile:|write\(to:)|\b(Data|String)\(contentsOf:
          /#)
      #expect(access == nil, "\(path): \(access.map { "\($0.0)" } ?? "")")
    }
  }

  @Test func `few folders import Foundation`() throws {
    let importing = try SourceTests.sources().filter {
      $0.text.contains(/(?m)^\s*(?:\w+ )?import Foundation\w*\s*$/)
    }.map(\.path)
    func files(_ module: String) -> [String] {
      importing.filter { SourceTests.module($0) == module }
    }
    #expect(files("CivilTime").count == 1)
    #expect(files("NotificationTriggers").count <= 1)
    for module in ["ICalendar", "ICalendarReader", "SystemdTimers"] {
      #expect(files(module).isEmpty, "\(files(module))")
    }
  }

  /// The most lines of a function, from its first line to its closing brace.
  private static let longest = 60

  @Test func `no function is longer than 60 lines`() throws {
    var count = 0
    for (path, text) in try SourceTests.sources() {
      let source = SwiftSource(text)
      // Otherwise the lines of a function would be wrong.
      #expect(source.isBalanced, "\(path)")
      for declaration in source.declarations {
        guard let lines = declaration.lineCount else { continue }
        count += 1
        #expect(
          lines <= SourceTests.longest,
          "\(path):\(declaration.firstLine): \(declaration.name) has \(lines) lines")
      }
    }
    #expect(count > 3_000)
  }
}
