import Foundation
import TestPrograms
import Testing

@Suite struct ReleaseTests {
  @Test func `the Debian package has completions for every shell`() throws {
    let recipe = try Package.lines(".ci/package")
    let trial = try Package.lines("Tests/Lanes/package.sh")
    for shell in ["bash", "zsh", "fish"] {
      #expect(recipe.contains { $0.hasPrefix("completion \(shell) ") }, "\(shell)")
      #expect(trial.contains { $0.hasPrefix("ics2notify completions \(shell) ") }, "\(shell)")
    }
  }

  @Test func `the README installs every manual page`() throws {
    let lines = try Package.lines("README.md")
    let line = try #require(lines.first { $0.contains("/usr/local/share/man/") })
    try TestDirectory.lend { directory in
      let command = line.replacing("sudo ", with: "")
        .replacing("/usr/local/", with: "\(directory.path)/")
      let result = try TestProgram.shell.run(["-c", command], in: Package.root)
      #expect(result.status == 0, "\(result.errors)")
      for path in try Package.paths(endingIn: "", below: "man") {
        let page = try #require(path.split(separator: "/").last)
        let section = try #require(page.split(separator: ".").last)
        let installed = directory.appending(path: "share/man/man\(section)/\(page)")
        #expect(try String(contentsOf: installed, encoding: .utf8) == Package.text(path))
      }
    }
  }
}
