import CivilTime
import Foundation
import SeededRandom
import Testing

@testable import DesktopReminders

/// Own commands: what they are, and what a fire makes of their arguments.
@Suite struct CommandTemplateTests {
  /// 2028-01-03T07:50:00Z.
  private static let at = Instant(secondsSince1970: 1_830_498_600)

  private func arguments(
    _ text: String, title: String = "Stand-up", body: String = "Room 4", uid: String = "1@x.org",
    url: String? = nil
  ) throws -> [String] {
    try CommandTemplate(text).arguments(
      title: title, body: body, at: CommandTemplateTests.at, uid: uid, url: url)
  }

  @Test func `each placeholder stands for what the fire brings`() throws {
    #expect(
      try arguments("p {title} {body} {at} {uid} {url}", url: "https://meet.example.org/a?b=c")
        == [
          "Stand-up", "Room 4", "2028-01-03T07:50:00Z", "1@x.org", "https://meet.example.org/a?b=c",
        ])
  }

  @Test func `places stand anywhere in a word, and in quotation marks too`() throws {
    #expect(
      try arguments(#"mail -s "Reminder: {title}!" '{title} {uid}' --at={at}"#)
        == ["-s", "Reminder: Stand-up!", "Stand-up 1@x.org", "--at=2028-01-03T07:50:00Z"])
  }

  @Test func `a value is one argument, whatever it says, and no placeholder`() throws {
    let title = #"a b "c" 'd' $HOME `id` {body} {{ ; | > \"#
    #expect(try arguments("p {title} '{title}'", title: title) == [title, title])
  }

  @Test func `a brace that is meant as one is written twice`() throws {
    #expect(
      try arguments(#"p '{{"title":"{title}"}}' {{title}}"#)
        == [#"{"title":"Stand-up"}"#, "{title}"])
    #expect(try CommandTemplate("{{p}}").program == "{p}")
  }

  @Test(arguments: [
    ("", CommandTemplate.Fault.noProgram), ("  ", .noProgram), ("'' a", .noProgram),
    ("{title}", .placeInProgram), ("/usr/bin/{title} a", .placeInProgram), ("p '", .unclosedQuote),
    ("p \\", .nothingEscaped), ("p {", .unclosed), ("p {title", .unclosed), ("p }", .unopened),
    ("p {{title}", .unopened), ("p {titel}", .unknown("titel")), ("p {}", .unknown("")),
    ("p { title }", .unclosed), ("p '{ title }'", .unknown(" title ")),
    ("p {Title}", .unknown("Title")), ("p {title{body}}", .unclosed), ("./p", .relative("./p")),
    ("bin/p", .relative("bin/p")), ("~/p", .relative("~/p")), ("'p\u{1B}'", .invisibleProgram),
    ("p\0", .invisibleProgram), ("'p\nq'", .invisibleProgram), ("p\u{202E}", .invisibleProgram),
  ])
  func `what is no command says why`(_ text: String, _ fault: CommandTemplate.Fault) {
    #expect(throws: fault) { try CommandTemplate(text) }
    #expect(!fault.description.isEmpty)
  }

  @Test func `a command has bounds`() throws {
    let longest = "p " + String(repeating: "a", count: 16_382)
    #expect(try CommandTemplate(longest).description == longest)
    #expect(throws: CommandTemplate.Fault.tooLong) { try CommandTemplate(longest + "a") }
  }

  @Test(arguments: [
    "-x", "--help", "/etc/passwd", "./x", "../x", ".", "~/.ssh", "~root", "@file", "+x", ":", "=",
    "_", "*", "#", "\"", "(no title)", "\u{2010}x", "\u{2212}x", "\u{301}a", "😀", "{title}", "`",
  ])
  func `a value at the beginning of a word is no option and no path`(_ value: String) throws {
    for text in ["p {title}", "p '{title}'", "p {title}x", "p {url}{title}", "p {url}{title}{uid}"]
    {
      let argument = try #require(try arguments(text, title: value).first)
      #expect(argument.unicodeScalars.starts(with: " \(value)".unicodeScalars), "\(text)")
    }
    // Behind a blank it is as it is; behind an option's name it could be a file's, as of curl -F.
    #expect(
      try arguments("p 'On: {title}' -d{title} title={title}", title: value) == [
        "On: \(value)", "-d \(value)", "title= \(value)",
      ])
  }

  @Test(arguments: ["a-", "Ärger", "日本", "١٢", "7", "Z", "ʰ", "п"])
  func `a letter or a digit of any script begins a word`(_ value: String) throws {
    #expect(try arguments("p {title}", title: value) == [value])
  }

  @Test func `an empty value makes no option of what stands behind it`() throws {
    #expect(
      try arguments("p {url}-x {url}/etc {url} {title}", title: "") == [" -x", " /etc", "", ""])
  }

  @Test(arguments: [
    ("p /d/{uid}", "/d/ ..\u{2215}.bashrc"), ("p ./{uid}", "./ ..\u{2215}.bashrc"),
    ("p --out=/d/{uid}.txt", "--out=/d/ ..\u{2215}.bashrc.txt"),
    ("p /d/x-{uid}", "/d/x- ..\u{2215}.bashrc"),
    ("p /d/{title}{uid}", "/d/Stand-up ..\u{2215}.bashrc"),
    ("p {title}/{uid}", "Stand-up/ ..\u{2215}.bashrc"),
  ])
  func `a value in a path names no other folder`(_ row: (text: String, argument: String)) throws {
    #expect(try arguments(row.text, uid: "../.bashrc") == [row.argument])
  }

  @Test func `a link in a path is as it is`() throws {
    let link = "https://example.org/a"
    #expect(try arguments("p https://x.org/?u={url}", url: link) == ["https://x.org/?u=\(link)"])
    #expect(try arguments("p https://x.org/{url}", url: link) == ["https://x.org/\(link)"])
  }

  @Test(arguments: [
    "javascript:alert(1)", "file:///etc/passwd", "-x", "https://a@evil.example/", "x", "",
    "https://example.org/\u{1B}",
  ])
  func `what is not a link that can be opened safely is none`(_ url: String) throws {
    #expect(try arguments("p {url} [{url}]", url: url) == ["", "[]"])
  }

  @Test func `controls are seen, and only a body has lines`() throws {
    let hostile = "a\0b\u{1B}[31m\u{202E}c\r\nd\u{2028}e\tf"
    let line = "a␀b␛[31m\u{FFFD}c d e f"
    #expect(
      try arguments("p {title} {body} {uid}", title: hostile, body: hostile, uid: hostile)
        == [line, "a␀b␛[31m\u{FFFD}c\nd\ne\tf", line])
    // What a table says of the command itself isn't trusted either.
    #expect(try arguments("p '\u{1B}\0'") == ["␛␀"])
  }

  @Test func `an argument is cut long before Linux would refuse it`() throws {
    let heap = String(repeating: "é", count: 100_000)
    let cut = try #require(try arguments("p {body}{title}x", title: heap, body: heap).first)
    // The most whole letters of two bytes that leave room for an ellipsis of three.
    #expect(cut == String(repeating: "é", count: (16_384 - 3) / 2) + "…")
    let fitting = String(repeating: "a", count: 16_384)
    #expect(try arguments("p {title}", title: fitting) == [fitting])
    #expect(try arguments("p {title}", title: "-" + fitting).first?.utf8.count == 16_384)
  }

  @Test func `a name is looked up, and the other words stay`() throws {
    let command = try CommandTemplate(#"ntfy  "a b" '{title}' {{}}"#)
    let located = try command.located { $0 == "ntfy" ? "/opt/it's {a}/ntfy" : nil }
    #expect(located.program == "/opt/it's {a}/ntfy")
    let values = ("t", "b", CommandTemplateTests.at, "u")
    #expect(
      located.arguments(title: values.0, body: values.1, at: values.2, uid: values.3, url: nil)
        == ["a b", "t", "{}"])
    #expect(try CommandTemplate(located.description) == located)
  }

  @Test func `a path is asked for as well, and stays as it is written`() throws {
    let command = try CommandTemplate(#"'/usr/bin/x' a"#)
    #expect(try command.located { $0 } == command)
    #expect(throws: CommandTemplate.Fault.notFound("/usr/bin/x")) {
      try command.located { _ in nil }
    }
    #expect(throws: CommandTemplate.Fault.notFound("/usr/bin/x")) {
      try command.located { _ in "bin/x" }
    }
  }

  @Test(arguments: ["p", " p  'a b' {title} ", "/bin/sh -c 'echo \"$1\"' {{x}}", "p 'é\n\u{301}'"])
  func `a command is stored as it is written`(_ text: String) throws {
    let command = try CommandTemplate(text)
    #expect(command.description == text)
    let json = try JSONEncoder().encode([command])
    #expect(try JSONDecoder().decode([String].self, from: json) == [text])
    #expect(try JSONDecoder().decode([CommandTemplate].self, from: json) == [command])
  }

  @Test func `what is no command isn't read`() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([CommandTemplate].self, from: Data(#"["p {"]"#.utf8))
    }
  }
}

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
