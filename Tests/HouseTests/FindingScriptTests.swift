import Foundation
import TestPrograms
import Testing

/// The scripts in `findings`, which show surprising behavior of other software.
///
/// They download packages, so they don't run here.
@Suite struct FindingScriptTests {
  private static let folder = "findings"
  private static let scripts = (try? Package.paths(endingIn: "", below: folder)) ?? []

  @Test(arguments: scripts)
  func `a script states its packages, the guess and the result`(_ path: String) throws {
    #expect(path.hasSuffix(".sh"))
    let lines = try Package.lines(path)
    #expect(lines.first == "#!/bin/sh")
    #expect(lines[1].contains(/^# [A-Za-z].*\.$/))
    let header = lines.prefix { $0.hasPrefix("#") }
    for part in ["# Packages: ", "# Guess: ", "# Seen: "] {
      #expect(header.count { $0.hasPrefix(part) } == 1, "\(part)")
    }
    #expect(header.contains { $0.contains(/\b\d+\.\d/) }, "no version")
    #expect(lines[header.count] == "set -eu")
    #expect(lines.allSatisfy { $0.count <= 100 })
  }

  @Test(arguments: scripts)
  func `a script is POSIX shell that works in a temporary folder`(_ path: String) throws {
    let outcome = try TestProgram.shell.run(["-n", path], in: Package.root)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = try Package.text(path)
    #expect(!text.contains(/(?m)\[\[|^\s*(?:function|local) |<<<|\$'|\bpipefail\b/))
    #expect(text.contains("work=$(mktemp -d)\n"))
    #expect(text.contains(/(?m)^trap '.*rm -rf "\$work"' EXIT$/))
  }

  @Test(arguments: scripts)
  func `a script installs pinned packages, and compares their output with the recorded one`(
    _ path: String
  ) throws {
    let text = try Package.text(path)
    var count = 0
    for command in text.matches(of: /" install ((?:.*\\\n)*.*)|apt-get .*download ((?:.*\\\n)*.*)/)
    {
      let words = (command.1 ?? command.2 ?? "").split { " \\\n".contains($0) }
      for word in words where !word.hasPrefix("-") {
        #expect(word.contains(/^[a-z0-9.+-]+==?\d/), "\(word) has no version")
        count += 1
      }
    }
    #expect(count > 0)
    let last = try #require(text.split(separator: "\n").last)
    #expect(last.contains(/^diff -u \S*expected"? \S*seen"?$/))
  }

  // A finding is about other software, and no registry or machine is named.
  @Test(arguments: scripts)
  func `a script doesn't use this program, other hosts or paths of a machine`(
    _ path: String
  ) throws {
    let text = try Package.text(path)
    #expect(!text.contains("ics2notify"))
    for address in text.matches(of: /https?:\/\/([^\/\s:]+)/) {
      #expect(address.1 == "127.0.0.1", "\(address.0)")
    }
    #expect(!text.contains(/(?m)(^|[\s"'=])\/(home|root|tmp|opt|work)\b/))
  }

  @Test func `no script is part of a check`() throws {
    #expect(!FindingScriptTests.scripts.isEmpty)
    let checks =
      try Package.paths(endingIn: "", below: ".ci")
      + Package.paths(endingIn: ".sh", below: "Tests")
    for path in checks {
      #expect(try !Package.text(path).contains("findings/"), "\(path)")
    }
  }
}
