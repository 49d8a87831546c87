import Foundation
import TestPrograms
import Testing

/// Several installations, each with a name, in one directory.
@Suite struct NamedInstallationTests {
  private let arguments = ["--now=2026-01-01T12:00:00Z", "--time-zone=UTC"]

  private let calendars = [
    "a.ics": Calendars.calendar(Calendars.event("a", title: "Same")),
    "b.ics": Calendars.calendar(Calendars.event("b", title: "Other")),
  ]

  @Test func `installations in one directory never touch each other's files`() throws {
    try Program.run(calendars) { program in
      func write(_ more: String...) throws -> ProgramOutcome {
        let result = try program.run(
          arguments + ["--target=systemd", "--plain", "--output=units"] + more, status: 0)
        return result
      }
      _ = try write("a.ics")
      let unnamed = try program.names(in: "units")
      let texts = try unnamed.map { try program.read("units/\($0)") }
      // One name is the beginning of the other.
      _ = try write("--name=work", "a.ics")
      let work = try program.names(in: "units").filter { !unnamed.contains($0) }
      #expect(work.count == unnamed.count)
      #expect(
        work.allSatisfy { $0.hasPrefix("ics2notify.work-") || $0.hasPrefix("ics2notify.work.") })
      _ = try write("--name=workshop", "a.ics")
      let all = try program.names(in: "units")
      #expect(all.count == 3 * unnamed.count)
      // Neither other calendars nor taking away reaches the others.
      let other = try write("--name=work", "b.ics")
      #expect(other.errors.contains("no more reminders from"), "\(other.errors)")
      #expect(try program.names(in: "units").filter { $0.contains("Other") }.count == 2)
      let gone = try program.run(
        ["uninstall", "--name=work", "--output=units"], environment: ["PATH": "/nowhere"])
      #expect(gone.status == 69 && gone.errors.contains("--now ics2notify.work.target"))
      #expect(try program.names(in: "units") == all.filter { !work.contains($0) })
      #expect(try unnamed.map { try program.read("units/\($0)") } == texts)
      let last = try program.run(
        ["uninstall", "--output=units"], environment: ["PATH": "/nowhere"])
      #expect(last.errors.contains("--now ics2notify.target"), "\(last.errors)")
      #expect(try program.names(in: "units") == all.filter { $0.hasPrefix("ics2notify.workshop") })
      let nothing = try program.run(["uninstall", "--name=home", "--output=units"])
      #expect(nothing.status == 0 && nothing.errors.contains("nothing of ics2notify.home in"))
    }
  }

  @Test func `a named installation records its name, and tells of itself alone`() throws {
    try Program.run(calendars) { program in
      try program.run(
        arguments + ["--target=systemd", "--plain", "--output=units", "--name=work", "a.ics"])
      let here = try program.here()
      let service = try program.read("units/ics2notify.work-renew.service")
      #expect(
        service.contains(
          " renew --output=\(here)/units --name=work --plain --time-zone=UTC"),
        "\(service)")
      #expect(service.contains("\nAfter=ics2notify.work.target\n"))
      let timer = try program.read("units/ics2notify.work-renew.timer")
      #expect(timer.contains("\nUnit=ics2notify.work-renew.service\n"))
      let status = try program.run(["status"] + arguments + ["--output=units", "--name=work"])
      #expect(
        status.text.hasPrefix(
          "\(here)/units: 1 timer of ics2notify.work\nfrom: \(here)/a.ics\n"), "\(status.text)")
      let none = try program.run(["status"] + arguments + ["--output=units"])
      #expect(none.lines.first == "\(here)/units: nothing of ics2notify is installed")
      let idle = try program.run(
        ["install"] + arguments + ["--plain", "--output=units", "--name=work", "a.ics"],
        environment: ["PATH": "/nowhere"])
      #expect(idle.errors.contains("enable --now ics2notify.work.target"), "\(idle.errors)")
      // A list of one installation leads to no file of another.
      let manifest = try program.read("units/ics2notify.work.manifest")
      try program.write(manifest, to: "units/ics2notify.manifest")
      try program.run(["uninstall", "--output=units"], environment: ["PATH": "/nowhere"])
      #expect(try program.names(in: "units").filter { $0.hasPrefix("ics2notify.work") }.count > 5)
      #expect(try !program.names(in: "units").contains("ics2notify.manifest"))
    }
  }

  @Test func `the table of an installation goes with its units, and no other's`() throws {
    try Program.run(calendars) { program in
      try program.run(
        arguments + ["--target=systemd", "--plain", "--output=units", "--name=work", "a.ics"])
      let manifest = try program.read("units/ics2notify.work.manifest")
      try program.write(
        manifest + "ics2notify.work.fires\nics2notify.fires\n",
        to: "units/ics2notify.work.manifest")
      try program.write("{}\n", to: "units/ics2notify.work.fires")
      try program.write("{}\n", to: "units/ics2notify.fires")
      try program.run(
        ["uninstall", "--name=work", "--output=units"], environment: ["PATH": "/nowhere"],
        status: 69)
      #expect(try program.names(in: "units") == ["ics2notify.fires"])
    }
  }

  @Test func `a name names units on standard output, too`() throws {
    let units = try Program.run(calendars) {
      try $0.run(arguments + ["--target=systemd", "--name=work", "a.ics"])
    }
    #expect(units.text.contains("# ics2notify.work.target\n"), "\(units.errors)")
  }
}

/// A run that is killed leaves whole units, a manifest that names them, and work for the next run.
@Suite struct UnitKillTests {
  /// What changes the directory, and so may be where the program is killed.
  private static let systemCalls = [
    "openat", "write", "fsync", "rename", "unlink", "mkdir", "ftruncate",
  ]

  /// Why system calls can't be traced here; nil where they can.
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

  /// Each writing call of a run as `strace` can be told to strike at it: name, and which of them.
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
  func `killed at any writing system call, the next run completes the change`() throws {
    func calendar(_ title: String) -> String {
      Calendars.calendar(Calendars.event(title, title: title))
    }
    try Program.run(["in/kept.ics": calendar("Kept"), "in/x.ics": calendar("Gone")]) { program in
      let compile =
        "\"$PROGRAM\" --now=2026-01-01T12:00:00Z --time-zone=UTC --target=systemd --quiet "
        + "--output=units in"
      try program.write("[Timer]\n", to: "units/mine.timer")
      #expect(try program.shell(compile).status == 0)
      let old = try files(program, "units")
      // One unit stays, one goes, one comes, and the renewal changes.
      try program.write(calendar("New"), to: "in/x.ics")
      let change = compile.replacing("--quiet", with: "--quiet --renew-within=P1D")
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
        #expect(kills.filter { $0.name == name }.count >= 2, "\(name)")
      }
      for kill in kills {
        let place = "killed at \(kill.name) \(kill.count)"
        let result = try program.shell(
          "rm -rf units && cp -a old units; strace -f -o /dev/null -e trace=\(kill.name) "
            + "-e inject=\(kill.name):signal=KILL:when=\(kill.count) \(change); echo $?")
        // The runtime wakes its threads by writes, now and then by fewer: then nothing was killed.
        if kill.name == "write", result.text == "0\n" { continue }
        // A shell reports 128 and the signal.
        try #require(result.text == "137\n", "\(place): \(result.errors)")
        let left = try files(program, "units")
        let manifest = Set((left["ics2notify.manifest"] ?? "").split(separator: "\n"))
        for (name, text) in left where name != ".ics2notify.tmp" {
          // Between the changes the manifest names all units, old and new.
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
