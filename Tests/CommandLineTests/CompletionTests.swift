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
        "\"$PROGRAM\" completions \(shell) > script && \(shell) -n script")
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.errors.isEmpty && result.text.isEmpty)
      let script = try program.read("script")
      #expect(script.contains("quiet-hours") && !script.contains("renewal-option"))
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
        #expect(try complete(words) == [wanted])
      }
    }
  }
}
