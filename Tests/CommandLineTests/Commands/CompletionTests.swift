import Foundation
import TestPrograms
import Testing

/// Shell completion of commands, options and values.
@Suite struct CompletionTests {
  @Test(arguments: ["bash", "zsh", "fish"])
  func `a shell accepts its script, which leaves out internal options`(
    _ shell: String
  ) throws {
    try Program.run { program in
      let result = try program.shell(
        "\"$PROGRAM\" completions \(shell) > script && \(shell) -n script", status: 0)
      #expect(result.errors.isEmpty && result.text.isEmpty)
      let script = try program.read("script")
      #expect(script.contains("quiet-hours") && !script.contains("worker"))
    }
  }

  @Test func `bash completes subcommands, options, values and files`() throws {
    try Program.run(["my.ics": ""]) { program in
      func complete(_ words: [String]) throws -> [String] {
        let script = """
          compopt() { :; }
          source ./script
          COMP_WORDS=("$PROGRAM" "$@"); COMP_CWORD=$#
          COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
          _ics2notify "$PROGRAM" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
          printf '%s\\n' "${COMPREPLY[@]}"
          """
        try program.write(script, to: "try")
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        let result = try program.shell("\"$PROGRAM\" completions bash > script; bash try \(quoted)")
        #expect(result.errors.isEmpty, "\(result.errors)")
        return result.lines.filter { !$0.isEmpty }
      }
      for (words, wanted) in [
        (["fir"], "fires"), (["fires", "--horiz"], "--horizon"), (["inst"], "install"),
        (["batch", "compile", "--skip-u"], "--skip-unchanged"), (["batch", "fi"], "fires"),
        (["fires", "--format", "te"], "text"), (["schema", "p"], "plan"),
        (["fires", "--time-zone", "Europe/Berl"], "Europe/Berlin"), (["fires", "m"], "my.ics"),
        (["done", "--ne"], "--next"), (["done", "--un"], "--undo"), (["snooze", "--fo"], "--for"),
      ] {
        let completed = try complete(words)
        #expect(completed == [wanted])
      }
    }
  }

  @Test func `fish completes commands, their files and options`() throws {
    try Program.run(["my.ics": ""]) { program in
      _ = try program.shell("\"$PROGRAM\" completions fish > script", status: 0)
      for (line, wanted) in [
        ("inst", "install"), ("fires m", "my.ics"),
        ("fires --horiz", "--horizon"),
      ] {
        let result = try program.shell(
          "fish -c 'source script; complete -C \"ics2notify \(line)\"'")
        #expect(result.lines.contains { $0.hasPrefix(wanted) }, "\(line): \(result.text)")
      }
    }
  }
}

@Suite struct HelpTests {
  private static let commands = [
    "compile", "agenda", "fires", "simulate", "explain", "install", "status", "renew", "uninstall",
    "test", "snooze", "done", "pause", "resume", "diff", "schema", "completions",
    "batch", "batch compile", "batch fires", "batch simulate",
  ]

  @Test func `without arguments, the help lists commands and examples`() throws {
    try Program.run { program in
      let result = try program(status: 0)
      for arguments in [["--help"], ["-h"], ["help"]] {
        #expect(try program.run(arguments, status: 0).text == result.text)
      }
      #expect(result.text.matches(of: /\n +ics2notify [a-z]/).count == 3)
      for name in Self.commands where !name.contains(" ") {
        #expect(result.text.contains("\n  \(name) "), "\(name)")
      }
    }
  }

  @Test(arguments: commands)
  func `help fits a screen and begins with examples`(_ command: String) throws {
    try Program.run { program in
      let words = command.split(separator: " ").map(String.init)
      let result = try program.run(words + ["--help"], status: 0)
      #expect(try program.run(["help"] + words).text == result.text || command == "batch")
      #expect(result.lines.count <= 60, "\(result.lines.count)")
      #expect(result.lines.allSatisfy { $0.count <= 80 }, "\(result.text)")
      #expect(
        result.lines.dropFirst().first { !$0.isEmpty }?.hasPrefix("  ics2notify \(command)") == true
          || command == "compile")
      let all = try program.run(words + ["--help-hidden"], status: 0)
      #expect(all.lines.count >= result.lines.count)
      #expect(!all.text.contains("--worker"))
    }
  }

  @Test func `--version names the version of the time zone data, with each command`() throws {
    let (result, own) = try Program.run {
      (try $0("--version", status: 0), try $0("fires", "--version", status: 0))
    }
    #expect(own.text == result.text)
    #expect(
      result.text.wholeMatch(
        of: /ics2notify \d+\.\d+\.\d+\ntime zone data: 20\d\d[a-z] \(\/usr\/share\/zoneinfo\)\n/)
        != nil)
  }
}
