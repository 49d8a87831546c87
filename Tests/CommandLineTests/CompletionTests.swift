import Foundation
import TestPrograms
import Testing

/// Completion of command lines by shells.
@Suite struct CompletionTests {
  @Test(arguments: ["bash", "zsh", "fish"])
  func `a shell reads its script, which has no option for the program's own use`(
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
        (["fir"], "fires"), (["fires", "--horiz"], "--horizon"),
        (["fires", "--format", "te"], "text"), (["schema", "p"], "plan"),
        (["fires", "--time-zone", "Europe/Berl"], "Europe/Berlin"), (["fires", "m"], "my.ics"),
      ] {
        let completed = try complete(words)
        #expect(completed == [wanted])
      }
    }
  }
}

@Suite struct HelpTests {
  @Test(arguments: [["--help"], ["-h"], ["help"]])
  func `help at the top shows the commands`(_ arguments: [String]) throws {
    let result = try Program.run { try $0.run(arguments, status: 0) }
    #expect(result.errors.isEmpty)
    for word in ["compile", "agenda", "fires", "simulate", "install", "status", "batch"] {
      #expect(result.text.contains("\n  \(word) "), "\(word)")
    }
  }

  @Test(arguments: [["fires", "--bogus"], ["--bogus"], ["fires"], ["diff", "a"]])
  func `a command line that makes no sense is told with the program's name`(
    _ arguments: [String]
  ) throws {
    let result = try Program.run { try $0.run(arguments) }
    let name = arguments.first.map { $0.hasPrefix("-") ? "compile" : $0 } ?? ""
    result.expectRefusal(64, saying: "Usage: ics2notify \(name)")
  }

  @Test func `the version names that of the zone data, for each subcommand`() throws {
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
