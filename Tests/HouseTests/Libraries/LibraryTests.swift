import Testing

/// What the libraries for apps may take from the system that they run on.
@Suite struct LibraryTests {
  /// What every system with Swift has.
  private static let everywhere: Set = ["FoundationEssentials", "FoundationInternationalization"]
  /// What is asked for with `canImport`, or stands for it elsewhere.
  private static let guarded: Set = [
    "BackgroundTasks", "EventKit", "Foundation", "Synchronization", "UserNotifications", "os",
  ]

  @Test(arguments: ["CalendarReminders", "ReminderCompiler"])
  func `a library imports its own modules, Foundation, and what is asked for`(
    _ library: String
  ) throws {
    let manifest = PackageManifest(try Package.text("Package.swift"))
    let targets = manifest.targets(of: library)
    #expect(targets.count > 5)
    for target in targets.sorted() {
      let paths = try Package.paths(endingIn: "", below: "Sources/\(target)")
      let sources = paths.filter { $0.hasSuffix(".swift") }
      #expect(!sources.isEmpty, "\(target) is not Swift's")
      #expect(paths.allSatisfy { !$0.hasSuffix(".modulemap") && !$0.hasSuffix(".h") }, "\(target)")
      for path in sources {
        let source = LibrarySource(try Package.text(path))
        for module in source.imports
        where !targets.contains(module.name) && !LibraryTests.everywhere.contains(module.name) {
          Issue.record("\(path):\(module.line): \(library) imports \(module.name)")
        }
        for module in source.guardedImports
        where !targets.contains(module.name)
          && !LibraryTests.everywhere.union(LibraryTests.guarded).contains(module.name)
        {
          Issue.record("\(path):\(module.line): \(library) imports \(module.name)")
        }
        for name in source.reaches {
          Issue.record("\(path):\(name.line): \(library) reaches out by \(name.name)")
        }
      }
    }
  }

  @Test func `a manifest's library pulls in what its targets depend on`() {
    let manifest = PackageManifest(
      """
      let package = Package(
        products: [.library(name: "App", targets: ["One"]), .executable(name: "p", targets: ["p"])],
        targets: [
          .systemLibrary(name: "C", pkgConfig: "c", providers: [.apt(["c-dev"])]),
          .target(name: "One", dependencies: ["Two"]),  // "Six"
          .target(
            name: "Two",
            dependencies: ["One", .target(name: "Three", condition: onLinux)], path: "Elsewhere"),
          .target(name: "Three", dependencies: ["C"]), .target(name: "Four", dependencies: ["One"]),
          .executableTarget(name: "p", dependencies: ["Four"]), .testTarget(name: "OneTests"),
        ])
      """)
    #expect(manifest.libraries == ["App": ["One"]])
    #expect(manifest.targets(of: "App") == ["C", "One", "Three", "Two"])
    #expect(manifest.dependencies["p"] == ["Four"])
    #expect(manifest.dependencies["OneTests"] == [])
  }

  /// The fuzzers' package builds the project's sources by a manifest of its own, and late.
  @Test func `what is fuzzed depends on what it depends on in the project`() throws {
    let project = PackageManifest(try Package.text("Package.swift")).dependencies
    let fuzzed = PackageManifest(try Package.text("Tests/Fuzz/Package.swift")).dependencies
    let shared = fuzzed.filter { project[$0.key] != nil }
    #expect(shared.count > 10)
    for (target, dependencies) in shared {
      #expect(Set(dependencies) == Set(project[target] ?? []), "\(target)")
      for dependency in dependencies {
        #expect(fuzzed[dependency] != nil, "\(target) depends on \(dependency)")
      }
    }
  }

  @Test(arguments: [
    "import Glibc", "package import CLibical", "import struct Glibc.stat",
    "#if os(Linux)\nimport Glibc\n#endif", "#if canImport(os)\n#endif\nimport os",
    "let p = Process()", "_ = FileManager.default", "let d = try Data(contentsOf: url)",
    "try text.write(to: url)", "fopen(path, mode)", "let n = CommandLine.arguments",
  ])
  func `what reaches out is found`(_ text: String) {
    let source = LibrarySource(text)
    let foreign = source.imports.filter { !LibraryTests.everywhere.contains($0.name) }
    #expect(foreign.count + source.reaches.count == 1)
  }

  @Test(arguments: [
    "import FoundationEssentials", "// import Glibc", "let text = \"import Glibc\"",
    "#if canImport(os)\n  private import os\n#else\n  private import Synchronization\n#endif",
    "case Kind.Process", "bytes.append(contentsOf: more)", "let process = 1",
  ])
  func `what looks like it is not`(_ text: String) {
    let source = LibrarySource(text)
    #expect(source.imports.allSatisfy { LibraryTests.everywhere.contains($0.name) })
    #expect(source.guardedImports.allSatisfy { LibraryTests.guarded.contains($0.name) })
    #expect(source.reaches.isEmpty)
  }
}
