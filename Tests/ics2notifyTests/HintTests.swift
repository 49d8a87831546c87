import ArgumentParser
import ProgramSupport
import Testing

@testable import ics2notify

/// A hint names only commands and options that the program accepts.
@Suite struct HintTests {
  private struct Command {
    /// The words that select it.
    let words: [String]
    let type: any ParsableCommand.Type
    /// Its help without the options of all commands.
    let help: String

    init(_ words: [String], type: any ParsableCommand.Type) {
      self.words = words
      self.type = type
      help = type.helpMessage(includeHidden: true, columns: 1_000)
    }

    func has(_ option: String) -> Bool {
      ["--help", "--help-hidden", "--version"].contains(option) || help.contains(option)
    }
  }

  private static let commands =
    ICS2Notify.configuration.subcommands.filter { $0.configuration.shouldDisplay }.flatMap {
      type -> [Command] in
      let name = type.configuration.commandName ?? ""
      let inner = type.configuration.subcommands
      return inner.isEmpty
        ? [Command([name], type: type)]
        : inner.map { Command([name, $0.configuration.commandName ?? ""], type: $0) }
    }

  /// The arguments that some commands need besides options.
  private static let needed = [
    "diff": ["a.json", "b.json"], "pause": ["2026-12-24"], "completions": ["bash"],
  ]

  /// Command lines that were tried, since many hints name the same one.
  private var tried: [[String]: Bool] = [:]

  private mutating func accepts(_ words: [String]) -> Bool {
    if let known = tried[words] { return known }
    let isAccepted = Self.parses(words)
    tried[words] = isAccepted
    return isAccepted
  }

  /// Whether the program accepts a command line; words in upper case are values.
  private static func parses(_ words: [String]) -> Bool {
    let words = words.map { ["PATH": "a.ics", "FILE": "a.ics", "DAYS": "2026-12-24"][$0] ?? $0 }
    do {
      let command = try ICS2Notify.parseAsRoot(words)
      // Files are not read here: the calendars of days don't exist.
      guard !words.contains("--skip-on") else { return true }
      try (command as? any CalendarCommand)?.checkValues()
      return true
    } catch {
      return ICS2Notify.exitCode(for: error).isSuccess
    }
  }

  /// Whether a command of that name has an option; `batch` is several.
  private static func has(_ option: String, commandsNamed name: String) -> Bool {
    commands.contains { $0.words[0] == name && $0.has(option) }
  }

  private static func words(_ text: Substring) -> [String] {
    String(text).split(separator: " ").map(String.init)
  }

  /// Checks everything that a hint names; `command` is nil for a hint about a command.
  private mutating func check(_ message: String, _ command: Command?, _ typed: String) {
    let hint = message.drop { $0 != ";" && $0 != "," }.dropFirst()
    for quoted in hint.matches(of: /'ics2notify ?([^']*)'/) {
      let isAccepted = accepts(Self.words(quoted.1))
      #expect(isAccepted, "\(typed): \(message)")
    }
    guard let command else { return }
    let name = command.words[0]
    let rest = hint.replacing(/'[^']*'/, with: "")
    if let meaning = rest.firstMatch(of: /did you mean (--[^?]+)\?/)?.1 {
      let option = Self.words(meaning)
      #expect(command.has(option[0]), "\(typed): \(message)")
      if option.count > 1 {
        let isAccepted = accepts(command.words + option + (Self.needed[name] ?? []))
        #expect(isAccepted, "\(typed): \(message)")
      }
    } else if let others = rest.firstMatch(of: /(--[^;]+) is an option of (.*)/) {
      let option = Self.words(others.1)
      for other in others.2.split(separator: ", ").map(String.init) {
        #expect(Self.has(option[0], commandsNamed: other), "\(typed): \(message)")
        if option.count > 1 {
          let isAccepted = accepts([other] + option + (Self.needed[other] ?? []))
          #expect(isAccepted, "\(typed): \(message)")
        }
      }
    } else {
      for option in rest.matches(of: /--[a-z-]+/) {
        #expect(command.has(String(option.0)), "\(typed): \(message)")
      }
    }
  }

  @Test mutating func `a hint about an option names options that the command accepts`() throws {
    let commands = Self.commands
    #expect(commands.count > 18)
    let own = commands.flatMap { KnownOptions(of: $0.type).names }
    // Each option without its last letter is a mistyped one.
    let typed = Set(
      own + own.map { String($0.dropLast()) } + SynonymHints.options.keys
        + SynonymHints.commands.keys
        + SynonymHints.arguments.keys.compactMap { $0.split(separator: " ").last.map(String.init) })
    var count = 0
    for command in commands {
      for word in typed.sorted() {
        guard let failure = UsageCheck.option(in: ["--\(word)"], of: command.type) else { continue }
        count += 1
        let message = try #require(failure.message)
        check(message, command, (command.words + ["--\(word)"]).joined(separator: " "))
      }
    }
    #expect(count > 3_000)
  }

  @Test func `an option of other commands is one that each of them has`() throws {
    for command in Self.commands {
      for option in Set(Self.commands.flatMap { KnownOptions(of: $0.type).names }).sorted() {
        guard
          let message = UsageCheck.option(in: ["--\(option)"], of: command.type)?.message,
          let others = message.firstMatch(of: /is not an option here, but of (.*)/)?.1
        else { continue }
        for other in others.split(separator: ", ") {
          #expect(
            Self.has("--\(option)", commandsNamed: String(other)),
            "\(command.words) --\(option): \(message)")
        }
      }
    }
  }

  @Test mutating func `a hint about a command names command lines that the program accepts`() throws
  {
    for word in SynonymHints.commands.keys.sorted() {
      // In capital letters, it isn't the name of a file here, such as `man`.
      let message = try #require(UsageCheck.command(in: [word.uppercased()])?.message)
      check(message, nil, word)
    }
    for option in ["badg", "nwo", "from"] {
      let message = UsageCheck.option(in: ["--\(option)"], of: InstallCommand.self)?.message ?? ""
      #expect(!message.contains("did you mean --badge") && !message.contains("did you mean --now"))
    }
    // The check above can fail.
    #expect(!Self.parses(["agenda", "--format", "json", "a.ics"]))
    #expect(!Self.parses(["simulate", "--target", "systemd", "a.ics"]))
    #expect(!Self.parses(["statsu", "--bogus"]))
  }
}
