import Foundation
import NotificationTriggers
import TestPrograms
import Testing

/// The manual page of the program says what it does, and nothing that it doesn't.
@Suite struct ManualTests {
  /// What the argument parser tells about a command.
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
      let shouldDisplay: Bool
    }
    let command: Command
  }

  private func manual() throws -> String { try Package.text("man/ics2notify.1") }

  /// The long names of all options of all subcommands.
  private func options() throws -> Set<String> {
    let program = try #require(TestProgram.built(), "the program is not built")
    let result = try program.run(["--experimental-dump-help"])
    let dump = try JSONDecoder().decode(Dump.self, from: result.output)
    func names(_ command: Dump.Command) -> [String] {
      let own = (command.arguments ?? []).filter(\.shouldDisplay).flatMap { argument in
        (argument.names ?? []).filter { $0.kind == "long" }.map(\.name)
      }
      let inner = (command.subcommands ?? []).filter { $0.commandName != "help" }
      return own + inner.flatMap(names)
    }
    return Set(names(dump.command))
  }

  @Test func `every option of the program is in the manual page, and the reverse`() throws {
    let options = try options()
    #expect(options.isSuperset(of: ["now", "horizon", "limit", "format", "version", "help"]))
    // In mdoc "--now" is "Fl -now", and "-h, --help" is "Fl h , -help".
    let items = try manual().matches(of: /(?m)^\.It Fl (?:[a-zA-Z0-9] , )?-([a-z][a-z-]*)/)
    let described = Set(items.map { String($0.1) })
    #expect(described.symmetricDifference(options).sorted() == [])
  }

  @Test func `every exit status is in the manual page`() throws {
    let page = try manual()
    for status in ["0", "1", "64", "65", "66", "69", "70", "73"] {
      #expect(page.firstMatch(of: try Regex("(?m)^\\.It (Li )?\(status)$")) != nil, "\(status)")
    }
  }

  @Test func `the manual page has the table of levels that is in the code`() throws {
    let rows = try manual().matches(
      of: /(?m)^\.It Cm (\S+) Ta (yes|no) Ta (yes|no) Ta (yes|no) Ta (yes|no) Ta (yes|no)$/
    ).map { row -> [String] in
      [row.1, row.2, row.3, row.4, row.5, row.6].map(String.init)
    }
    let table = InterruptionLevel.allCases.map { level in
      let does = level.behavior
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
    arguments: ["man/ics2notify.1", "man/ics2notify.5", "man/ics2notify-batch.7"])
  func `mandoc has nothing to say about a manual page`(_ page: String) throws {
    let mandoc = try #require(ManualTests.mandoc)
    let result = try mandoc.run(["-T", "lint", "-W", "all", page], in: Package.root)
    #expect(result.text + result.errors == "")
    #expect(result.status == 0)
  }
}
