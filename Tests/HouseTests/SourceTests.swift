import Foundation
import Testing

/// What holds for every source file of the package.
@Suite struct SourceTests {

  /// The files below a directory: path from there, and text.
  private static func sources(
    below directory: String = "Sources"
  ) throws -> [(path: String, text: String)] {
    let sources = Package.root.appending(path: directory)
    let names = try #require(FileManager.default.subpaths(atPath: sources.path))
    return try names.filter { $0.hasSuffix(".swift") }.sorted().map {
      ($0, try String(contentsOf: sources.appending(path: $0), encoding: .utf8))
    }
  }

  @Test func `only what reads has unsafe code`() throws {
    let sources = try SourceTests.sources()
    #expect(sources.count > 50)
    let unsafe = sources.filter {
      $0.text.firstMatch(of: /\bunsafe\b|@unsafe|Unsafe\w*Pointer/) != nil
    }
    let modules = Set(unsafe.map { String($0.path.prefix { $0 != "/" }) })
    #expect(
      modules == ["CalendarFiles", "ICalendarReader", "Libical", "SessionBus"],
      "\(unsafe.map(\.path))")
  }

  @Test func `only fuzzers have unsafe flags, and only their driver has unsafe code`() throws {
    #expect(try !Package.text("Package.swift").contains("unsafeFlags"))
    #expect(try Package.text("Tests/Fuzz/Package.swift").contains("unsafeFlags"))
    let fuzzers = try SourceTests.sources(below: "Tests/Fuzz/Fuzzers")
    let unsafe = fuzzers.filter { $0.text.contains(/\bunsafe\b|@unsafe|Unsafe\w*Pointer/) }
    #expect(unsafe.map(\.path) == ["Driver/LibFuzzer.swift"])
  }

  @Test func `Foundation stands only at the doors`() throws {
    let importing = try SourceTests.sources().filter {
      $0.text.firstMatch(of: /(?m)^\s*(?:\w+ )?import Foundation\w*\s*$/) != nil
    }.map(\.path)
    func files(_ module: String) -> [String] { importing.filter { $0.hasPrefix("\(module)/") } }
    #expect(files("CivilTime").count == 1)
    #expect(files("NotificationTriggers").count <= 1)
    #expect(files("ICalendar").isEmpty)
    #expect(files("SystemdTimers").isEmpty)
    // The compiler's JSON is Foundation's, where plans are written, and read; so are the words
    // of a language's numbers and dates.
    #expect(
      files("ReminderCompiler").allSatisfy {
        ["Plans", "Texts"].contains($0.split(separator: "/")[1])
      },
      "\(files("ReminderCompiler"))")
    #expect(files("ICalendarReader").isEmpty, "\(files("ICalendarReader"))")
  }

  @Test func `no file is longer than 400 lines`() throws {
    let fuzzers = try SourceTests.sources(below: "Tests/Fuzz/Fuzzers")
    for (path, text) in try SourceTests.sources() + fuzzers {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
      #expect(lines <= 400, "\(path)")
    }
  }
}
