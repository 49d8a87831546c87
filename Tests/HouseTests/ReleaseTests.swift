import Foundation
import TestPrograms
import Testing

@Suite struct ReleaseTests {
  @Test func `the Debian package has completions for every shell`() throws {
    let recipe = try Package.lines(".ci/package")
    let trial = try Package.lines("Tests/package.sh")
    for shell in ["bash", "zsh", "fish"] {
      #expect(recipe.contains { $0.hasPrefix("completion \(shell) ") }, "\(shell)")
      #expect(trial.contains { $0.hasPrefix("ics2notify completions \(shell) ") }, "\(shell)")
    }
  }

  @Test func `the README installs every manual page`() throws {
    let readme = try Package.lines("README.md")
    let folder = Package.root.appending(path: "man").path
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(pages.count == 3)
    for page in pages {
      let section = try #require(page.split(separator: ".").last)
      let line = "sudo install -D -m 644 man/\(page) /usr/local/share/man/man\(section)/\(page)"
      #expect(readme.contains(line), "\(page)")
    }
  }
}
