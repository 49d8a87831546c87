import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// A killed run leaves complete units and a manifest that names them.
///
/// The next run completes the change.
@Suite struct UnitKillTests {
  /// The system calls that change the directory, at which the program is killed.
  private static let systemCalls = [
    "openat", "write", "fsync", "rename", "unlink", "mkdir", "ftruncate",
  ]

  /// The reason why system calls can't be traced, or nil.
  private static let obstacle: Comment? = {
    guard let strace = TestProgram.installed("strace") else { return "strace is not installed" }
    let outcome = try? strace.run(["-f", "-o", "/dev/null", "/bin/true"])
    return outcome?.status == 0 ? nil : "ptrace is not allowed here"
  }()

  private func files(_ program: Program, _ directory: String) throws -> [String: String] {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: program.directory.appending(path: directory).path)
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try program.read("\(directory)/\($0)")) })
  }

  /// Returns the writing calls of a run for strace's fault injection: the name, and the number of
  /// the call.
  private func writingCalls(in trace: String) -> [(name: String, count: Int)] {
    var counts: [Substring: Int] = [:]
    var calls: [(name: String, count: Int)] = []
    for line in trace.split(separator: "\n") {
      // `12345 rename("a", "b") = 0`; calls are counted for each thread.
      guard let match = line.firstMatch(of: /^(\d+) +([a-z]+)\(/) else { continue }
      let key = line[..<match.2.endIndex]
      counts[key, default: 0] += 1
      let isWriting = match.2 != "openat" || line.contains("O_CREAT")
      if isWriting { calls.append((String(match.2), counts[key, default: 0])) }
    }
    return calls
  }

  @Test(.enabled(if: obstacle == nil, obstacle))
  func `after a kill at any writing system call, the next run completes the change`() throws {
    func calendar(_ title: String) -> String {
      CalendarText.calendar(CalendarText.event(title, title: title))
    }
    try Program.run(["in/kept.ics": calendar("Kept"), "in/x.ics": calendar("Gone")]) { program in
      let compile =
        "\"$PROGRAM\" --now=2026-01-01T12:00:00Z --time-zone=UTC --target=systemd --quiet "
        + "--output=units in"
      try program.write("[Timer]\n", to: "units/mine.timer")
      #expect(try program.shell(compile).status == 0)
      let old = try files(program, "units")
      // One unit stays, one is removed, and one is added.
      try program.write(calendar("New"), to: "in/x.ics")
      let change = compile
      try program.shell("cp -a units old")
      let calls = Self.systemCalls.joined(separator: ",")
      try program.shell("strace -f -o trace -e trace=\(calls) \(change)", status: 0)
      let new = try files(program, "units")
      #expect(new != old)
      #expect(new.values.allSatisfy { $0.hasSuffix("\n") })

      let manifests = [old, new].map {
        ($0["ics2notify.manifest"] ?? "").split(separator: "\n")
      }
      let names = Set(manifests.joined().filter { !$0.hasPrefix("#") }).sorted()
      let union = (manifests[0].prefix(1) + names).map { $0 + "\n" }.joined()

      let kills = writingCalls(in: try program.read("trace"))
      for name in ["openat", "write", "fsync", "rename", "unlink"] {
        #expect(kills.contains { $0.name == name }, "\(name)")
      }
      for kill in kills {
        let place = "killed at \(kill.name) \(kill.count)"
        let result = try program.shell(
          "rm -rf units && cp -a old units; strace -f -o /dev/null -e trace=\(kill.name) "
            + "-e inject=\(kill.name):signal=KILL:when=\(kill.count) \(change); echo $?")
        // The runtime wakes its threads with a varying number of writes. With fewer, nothing is
        // killed.
        if kill.name == "write", result.text == "0\n" { continue }
        // A shell reports 128 plus the signal.
        try #require(result.text == "137\n", "\(place): \(result.errors)")
        let left = try files(program, "units")
        let manifest = Set((left["ics2notify.manifest"] ?? "").split(separator: "\n"))
        for (name, text) in left where name != ".ics2notify.tmp" {
          // During the change the manifest names all units, old and new.
          let isUnion = name == "ics2notify.manifest" && text == union
          #expect(isUnion || text == old[name] || text == new[name], "\(place): \(name)")
          if name.hasPrefix("ics2notify"), name != "ics2notify.manifest" {
            #expect(manifest.contains(name[...]), "\(place): \(name)")
          }
        }
        for name in Set(old.keys).intersection(new.keys) {
          #expect(left[name] != nil, "\(place): \(name)")
        }
        #expect(try program.shell(change).status == 0)
        #expect(try files(program, "units") == new, "\(place)")
      }
      print("killed at \(kills.count) system calls")
    }
  }
}
