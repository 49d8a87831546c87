import SeededRandom
import Testing

@testable import DesktopReminders

/// Words as a shell tells them apart.
@Suite struct ShellWordsTests {
  /// The words are what `sh` (dash) hands to a program, but where it would expand something.
  @Test(arguments: [
    ("", []), ("   ", []), ("\n\t ", []), ("a", ["a"]), (" a  b ", ["a", "b"]),
    ("a\tb\nc", ["a", "b", "c"]), ("'a b' c", ["a b", "c"]), ("\"a b\" c", ["a b", "c"]),
    ("a' 'b", ["a b"]), ("a\" \"b", ["a b"]), ("''", [""]), ("\"\" ''", ["", ""]),
    ("a ''", ["a", ""]), ("a''b", ["ab"]), (#"a\ b"#, ["a b"]), (#"\'a\'"#, ["'a'"]),
    (#"\\"#, [#"\"#]), (#"'a\b'"#, [#"a\b"#]), (#"'\'"#, [#"\"#]), (#""\"""#, ["\""]),
    (#""\\""#, [#"\"#]), (#""\a""#, [#"\a"#]), (#""\$HOME \`id\`""#, ["$HOME `id`"]),
    (#""it's""#, ["it's"]), (#"'say "hi"'"#, ["say \"hi\""]), (#"'it'\''s'"#, ["it's"]),
    ("a\\\nb", ["ab"]), ("a \\\n b", ["a", "b"]), ("\"a\\\nb\"", ["ab"]), ("'a\\\nb'", ["a\\\nb"]),
    ("'a\nb'", ["a\nb"]), (#"a\bc"#, ["abc"]),
  ])
  func `words are told apart as a shell does it`(_ row: (text: String, words: [String])) throws {
    #expect(try ShellWords(row.text).words == row.words)
  }

  @Test(arguments: [
    "$HOME", "${HOME}", "$(id)", "`id`", "*", "?", "[a]", "~", "~root", "|", "||", ";", "&", "&&",
    ">", ">/tmp/x", "<", "2>&1", "#", "!", "!!", "{a,b}", "(a)", "=", "a=b", "\u{A0}", "\r", "\0",
  ])
  func `what a shell acts upon is text`(_ text: String) throws {
    #expect(try ShellWords("a \(text) b").words == ["a", text, "b"])
  }

  @Test(arguments: ["'", "\"", "a 'b", "a \"b", "'a\"", #""a\"#, #""a\""#, "''\""])
  func `a quotation mark needs its second one`(_ text: String) {
    #expect(throws: CommandTemplate.Fault.unclosedQuote) { try ShellWords(text) }
  }

  @Test(arguments: [#"\"#, #"a \"#, #"a\\\"#])
  func `a backslash at the end escapes nothing`(_ text: String) {
    #expect(throws: CommandTemplate.Fault.nothingEscaped) { try ShellWords(text) }
  }

  @Test func `a mark with an accent is still a quotation mark`() throws {
    // To Swift, the mark and the accent are one character.
    #expect(try ShellWords("'\u{301}a b' c").words == ["\u{301}a b", "c"])
  }

  @Test func `what stands behind the first word is as it is written`() throws {
    #expect(try ShellWords(#" 'a b'  "c d" \e "#).rest == #"  "c d" \e "#)
    #expect(try ShellWords("a").rest.isEmpty)
  }

  @Test(arguments: 1...200)
  func `a quoted text reads back as one word`(_ seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let signs = ["a", "'", "\"", "\\", " ", "\n", "\t", "$", "`", "é", "~", "{", "\u{301}", "\0"]
    var text = ""
    for _ in 0..<random.number(0...12) { text += random.pick(signs) ?? "" }
    let words = try ShellWords("x \(ShellWords.quoted(text)) y").words
    #expect(words.map { Array($0.utf8) } == ["x", text, "y"].map { Array($0.utf8) })
  }

  @Test func `a plain word needs no marks`() {
    #expect(ShellWords.quoted("/usr/bin/mail-x_1.2") == "/usr/bin/mail-x_1.2")
    #expect(ShellWords.quoted("") == "''")
    #expect(ShellWords.quoted("it's") == #"'it'\''s'"#)
  }
}
