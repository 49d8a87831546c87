import Foundation
import TestPrograms
import Testing

/// Completion of command lines by shells.
@Suite struct CompletionTests {
  /// Asks the program itself.
  private func answer(_ words: String...) throws -> [String] {
    try Program.run { program in
      let result = try program.run(["completions", "--complete"] + words)
      #expect(result.status == 0, "\(result.errors)")
      return result.lines.map { $0.split(separator: "\t").first.map(String.init) ?? "" }
    }
  }

  @Test func `subcommands, options and values are offered`() throws {
    #expect(
      try answer("s") == ["values", "simulate", "schema", "show"])
    #expect(
      try answer("fires", "--quiet-hours") == ["values", "--quiet-hours", "--quiet-hours-drop"])
    // What is given once is not offered again; what can be repeated is.
    #expect(try answer("fires", "--quiet-hours-drop", "--quiet-hours")[1...] == ["--quiet-hours"])
    #expect(try answer("--limit=3", "--limi") == ["values"])
    #expect(try answer("compile", "-f", "te") == ["values", "text"])
    #expect(try answer("--format=te") == ["values", "--format=text"])
    #expect(try answer("--time-zone", "europe/ber") == ["values", "Europe/Berlin"])
    #expect(try answer("--level", "c") == ["values", "critical="])
    #expect(try answer("--level", "critical=cat") == ["values", "critical=CATEGORIES:"])
    #expect(
      try answer("--only=SUMMARY:a b && !KIND:a") == [
        "values", "--only=SUMMARY:a b && !KIND:all-day",
      ])
    #expect(try answer("schema", "p") == ["values", "plan"])
    #expect(try answer("completions", "") == ["values", "bash", "zsh", "fish"])
  }

  @Test func `files are left to the shell`() throws {
    #expect(try answer("calen") == ["files"])
    #expect(try answer("fires", "") == ["files"])
    #expect(try answer("--output", "x") == ["files"])
    #expect(try answer("--output=x") == ["files--output="])
    #expect(try answer("fires", "--", "--for") == ["files"])
    #expect(try answer("--now", "2") == ["values"])
  }

  @Test func `every option has what it means`() throws {
    try Program.run { program in
      let result = try program("completions", "--complete", "compile", "--")
      #expect(result.lines.count > 40)
      #expect(result.lines.dropFirst().allSatisfy { $0.contains("\t") })
      // Those for the program's own use are nobody's choice.
      #expect(!result.text.contains("--worker") && !result.text.contains("--renewal-option"))
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `a shell reads its script`(_ shell: String) throws {
    try Program.run { program in
      let result = try program.shell(
        "\"$PROGRAM\" completions \(shell) > script && \(shell) -n script")
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.errors.isEmpty && result.text.isEmpty)
    }
  }

  /// What bash has after TAB: what stands in place of the word behind the last blank, `=` or `:`.
  private func bash(_ line: String, _ words: [String]) throws -> [String] {
    let script = """
      compopt() { printf 'option %s\\n' "$*"; }
      source ./script
      COMP_LINE=$1; COMP_POINT=${#1}; shift
      COMP_WORDS=("$PROGRAM" "$@"); COMP_CWORD=$#
      _ics2notify && printf '%s\\n' "${COMPREPLY[@]}"
      """
    let quoted = ([line] + words).map { "'\($0)'" }.joined(separator: " ")
    let result = try Program.run(["try": script]) { program in
      try program.shell("\"$PROGRAM\" completions bash > script; bash try \(quoted)")
    }
    #expect(result.errors.isEmpty, "\(result.errors)")
    return result.lines.filter { !$0.isEmpty && !$0.hasPrefix("option +o") }
  }

  @Test func `bash completes words that it splits`() throws {
    // COMP_LINE begins with the program's name, as COMP_WORDS does.
    let name = try #require(TestProgram.built()?.path)
    let lines: [(String, [String], [String])] = [
      ("--format=te", ["--format", "=", "te"], ["text"]),
      ("--format te", ["--format", "te"], ["text"]),
      ("fires --horiz", ["fires", "--horiz"], ["--horizon"]),
      ("--level critical=KIND:al", ["--level", "critical", "=", "KIND", ":", "al"], ["all-day"]),
      ("--level c", ["--level", "c"], ["option -o nospace", "critical="]),
      ("fires my\\ cal", ["fires", "my\\ cal"], []),
    ]
    for (line, words, wanted) in lines {
      let completed = try bash("\(name) \(line)", words)
      #expect(completed == wanted, "\(line)")
    }
    #expect(try bash("\(name) --time-zone ", ["--time-zone", ""]).contains("Europe/Berlin"))
  }

  @Test func `fish completes options, values and files`() throws {
    try Program.run(["my cal.ics": "", "other.txt": ""]) { program in
      func complete(_ line: String) throws -> [String] {
        let result = try program.shell(
          """
          mkdir -p bin config; ln -sf "$PROGRAM" bin/ics2notify
          "$PROGRAM" completions fish > script
          PATH="$PWD/bin:$PATH" XDG_CONFIG_HOME="$PWD/config" \
            fish --no-config -c 'source script; complete -C "\(line)"'
          """)
        #expect(result.errors.isEmpty, "\(result.errors)")
        return result.lines.map { $0.split(separator: "\t").first.map(String.init) ?? "" }
      }
      let lines = [
        ("--horiz", "--horizon"), ("fires --format=te", "--format=text"),
        ("--time-zone europe/ber", "Europe/Berlin"), ("my", "my cal.ics"),
        ("--output=my", "--output=my cal.ics"),
      ]
      for (line, wanted) in lines {
        let completed = try complete("ics2notify \(line)")
        #expect(completed.map { $0.replacing("\\", with: "") } == [wanted])
      }
    }
  }

  @Test func `zsh completes options, values and files`() throws {
    try Program.run(["my cal.ics": ""]) { program in
      func complete(_ words: [String]) throws -> [String] {
        // What zsh has only within a completion, told rather than done.
        try program.write(
          """
          compadd() { while [[ $1 != -- ]]; do shift; done; shift; print -rl -- "$@"; }
          compset() { PREFIX=${PREFIX#*=}; print -r -- "behind ="; }
          _files() { print -r -- "files $PREFIX"; }
          _call_program() { shift; eval "$*"; }
          words=("$PROGRAM" "$@"); CURRENT=$#words; PREFIX=$words[-1]
          source ./script
          """, to: "try")
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        let result = try program.shell(
          "\"$PROGRAM\" completions zsh > script; zsh -f try \(quoted)")
        #expect(result.errors.isEmpty, "\(result.errors)")
        return result.lines
      }
      let lines = [
        (["--horiz"], ["--horizon"]), (["fires", "--format=te"], ["--format=text"]),
        (["--only=SUMMARY:a b && !KIND:a"], ["--only=SUMMARY:a b && !KIND:all-day"]),
        (["fires", "my c"], ["files my c"]), (["--output=my"], ["behind =", "files my"]),
      ]
      for (words, wanted) in lines {
        let completed = try complete(words)
        #expect(completed == wanted)
      }
    }
  }
}
