import CivilTime
import Foundation
import SeededRandom
import Testing

@testable import DesktopReminders

/// The user's commands: their syntax, and their arguments for a fire.
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

  @Test func `each placeholder is replaced by a value of the fire`() throws {
    #expect(
      try arguments("p {title} {body} {at} {uid} {url}", url: "https://meet.example.org/a?b=c")
        == [
          "Stand-up", "Room 4", "2028-01-03T07:50:00Z", "1@x.org", "https://meet.example.org/a?b=c",
        ])
  }

  @Test func `placeholders may be anywhere in a word, also in quotation marks`() throws {
    #expect(
      try arguments(#"mail -s "Reminder: {title}!" '{title} {uid}' --at={at}"#)
        == ["-s", "Reminder: Stand-up!", "Stand-up 1@x.org", "--at=2028-01-03T07:50:00Z"])
  }

  @Test func `a value is one argument, and its placeholders aren't replaced`() throws {
    let title = #"a b "c" 'd' $HOME `id` {body} {{ ; | > \"#
    #expect(try arguments("p {title} '{title}'", title: title) == [title, title])
  }

  @Test func `a literal brace is written twice`() throws {
    #expect(
      try arguments(#"p '{{"title":"{title}"}}' {{title}}"#)
        == [#"{"title":"Stand-up"}"#, "{title}"])
    #expect(try CommandTemplate("{{p}}").program == "{p}")
  }

  @Test(arguments: [
    ("", CommandTemplate.FormatError.noProgram), ("  ", .noProgram), ("'' a", .noProgram),
    ("{title}", .placeInProgram), ("/usr/bin/{title} a", .placeInProgram), ("p '", .unclosedQuote),
    ("p \\", .nothingEscaped), ("p {", .unclosed), ("p {title", .unclosed), ("p }", .unopened),
    ("p {{title}", .unopened), ("p {titel}", .unknown("titel")), ("p {}", .unknown("")),
    ("p { title }", .unclosed), ("p '{ title }'", .unknown(" title ")),
    ("p {Title}", .unknown("Title")), ("p {title{body}}", .unclosed), ("./p", .relative("./p")),
    ("bin/p", .relative("bin/p")), ("~/p", .relative("~/p")), ("'p\u{1B}'", .invisibleProgram),
    ("p\0", .invisibleProgram), ("'p\nq'", .invisibleProgram), ("p\u{202E}", .invisibleProgram),
  ])
  func `an invalid command is rejected with a reason`(
    text: String, fault: CommandTemplate.FormatError
  ) {
    #expect(throws: fault) { try CommandTemplate(text) }
    #expect(!fault.description.isEmpty)
  }

  @Test func `a command has at most 16,384 bytes`() throws {
    let longest = "p " + String(repeating: "a", count: 16_382)
    #expect(try CommandTemplate(longest).description == longest)
    #expect(throws: CommandTemplate.FormatError.tooLong) { try CommandTemplate(longest + "a") }
  }

  @Test(arguments: [
    "-x", "--help", "/etc/passwd", "./x", "../x", ".", "~/.ssh", "~root", "@file", "+x", ":", "=",
    "_", "*", "#", "\"", "(no title)", "\u{2010}x", "\u{2212}x", "\u{301}a", "😀", "{title}", "`",
  ])
  func `a value at the start of a word can't be an option or a path`(_ value: String) throws {
    for text in ["p {title}", "p '{title}'", "p {title}x", "p {url}{title}", "p {url}{title}{uid}"]
    {
      let argument = try #require(try arguments(text, title: value).first)
      #expect(argument.unicodeScalars.starts(with: " \(value)".unicodeScalars), "\(text)")
    }
    // After a blank a value is unchanged. After the name of an option it gets a blank, because
    // @FILE would name a file, as in curl -F.
    #expect(
      try arguments("p 'On: {title}' -d{title} title={title}", title: value) == [
        "On: \(value)", "-d \(value)", "title= \(value)",
      ])
  }

  @Test(arguments: ["a-", "Ärger", "日本", "١٢", "7", "Z", "ʰ", "п"])
  func `a value that starts with a letter or a digit of any script is unchanged`(_ value: String)
    throws
  {
    #expect(try arguments("p {title}", title: value) == [value])
  }

  @Test func `an empty value doesn't turn the text after it into an option`() throws {
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
  func `a value in a path can't name another directory`(_ row: (text: String, argument: String))
    throws
  {
    #expect(try arguments(row.text, uid: "../.bashrc") == [row.argument])
  }

  @Test func `a link in a path is unchanged`() throws {
    let link = "https://example.org/a"
    #expect(try arguments("p https://x.org/?u={url}", url: link) == ["https://x.org/?u=\(link)"])
    #expect(try arguments("p https://x.org/{url}", url: link) == ["https://x.org/\(link)"])
  }

  @Test(arguments: [
    "javascript:alert(1)", "file:///etc/passwd", "-x", "https://a@evil.example/", "x", "",
    "https://example.org/\u{1B}",
  ])
  func `an unsafe link is replaced by an empty value`(_ url: String) throws {
    #expect(try arguments("p {url} [{url}]", url: url) == ["", "[]"])
  }

  @Test func `control characters are made visible, and only a body has several lines`() throws {
    let hostile = "a\0b\u{1B}[31m\u{202E}c\r\nd\u{2028}e\tf"
    let line = "a␀b␛[31m\u{FFFD}c d e f"
    #expect(
      try arguments("p {title} {body} {uid}", title: hostile, body: hostile, uid: hostile)
        == [line, "a␀b␛[31m\u{FFFD}c\nd\ne\tf", line])
    // The command in a table isn't trusted either.
    #expect(try arguments("p '\u{1B}\0'") == ["␛␀"])
  }

  @Test func `an argument is cut at 16,384 bytes, below the limit of Linux`() throws {
    let heap = String(repeating: "é", count: 100_000)
    let cut = try #require(try arguments("p {body}{title}x", title: heap, body: heap).first)
    // As many letters of two bytes as fit with an ellipsis of three bytes.
    #expect(cut == String(repeating: "é", count: (16_384 - 3) / 2) + "…")
    let fitting = String(repeating: "a", count: 16_384)
    #expect(try arguments("p {title}", title: fitting) == [fitting])
    #expect(try arguments("p {title}", title: "-" + fitting).first?.utf8.count == 16_384)
  }

  @Test func `the name of a program is looked up, and the other words stay`() throws {
    let command = try CommandTemplate(#"ntfy  "a b" '{title}' {{}}"#)
    let located = try command.located { $0 == "ntfy" ? "/opt/it's {a}/ntfy" : nil }
    #expect(located.program == "/opt/it's {a}/ntfy")
    let values = ("t", "b", CommandTemplateTests.at, "u")
    #expect(
      located.arguments(title: values.0, body: values.1, at: values.2, uid: values.3, url: nil)
        == ["a b", "t", "{}"])
    #expect(try CommandTemplate(located.description) == located)
  }

  @Test func `a path is looked up, too, and stays unchanged`() throws {
    let command = try CommandTemplate(#"'/usr/bin/x' a"#)
    #expect(try command.located { $0 } == command)
    #expect(throws: CommandTemplate.FormatError.notFound("/usr/bin/x")) {
      try command.located { _ in nil }
    }
    #expect(throws: CommandTemplate.FormatError.notFound("/usr/bin/x")) {
      try command.located { _ in "bin/x" }
    }
  }

  @Test(arguments: ["p", " p  'a b' {title} ", "/bin/sh -c 'echo \"$1\"' {{x}}", "p 'é\n\u{301}'"])
  func `a command is stored unchanged`(_ text: String) throws {
    let command = try CommandTemplate(text)
    #expect(command.description == text)
    let json = try JSONEncoder().encode([command])
    #expect(try JSONDecoder().decode([String].self, from: json) == [text])
    #expect(try JSONDecoder().decode([CommandTemplate].self, from: json) == [command])
  }

  @Test func `an invalid command can't be decoded`() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([CommandTemplate].self, from: Data(#"["p {"]"#.utf8))
    }
  }
}

/// Splitting a text into words as a shell does.
@Suite struct ShellWordsTests {
  /// The expected words are those that `sh` (dash) passes to a program, without expansions.
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
  func `a text is split into words as by a shell`(_ row: (text: String, words: [String])) throws {
    #expect(try ShellWords(row.text).words == row.words)
  }

  @Test(arguments: [
    "$HOME", "${HOME}", "$(id)", "`id`", "*", "?", "[a]", "~", "~root", "|", "||", ";", "&", "&&",
    ">", ">/tmp/x", "<", "2>&1", "#", "!", "!!", "{a,b}", "(a)", "=", "a=b", "\u{A0}", "\r", "\0",
  ])
  func `operators and expansions of a shell are plain text`(_ text: String) throws {
    #expect(try ShellWords("a \(text) b").words == ["a", text, "b"])
  }

  @Test(arguments: ["'", "\"", "a 'b", "a \"b", "'a\"", #""a\"#, #""a\""#, "''\""])
  func `an unclosed quotation mark is an error`(_ text: String) {
    #expect(throws: CommandTemplate.FormatError.unclosedQuote) { try ShellWords(text) }
  }

  @Test(arguments: [#"\"#, #"a \"#, #"a\\\"#])
  func `a backslash at the end is an error`(_ text: String) {
    #expect(throws: CommandTemplate.FormatError.nothingEscaped) { try ShellWords(text) }
  }

  @Test func `a quotation mark with a combining accent is still a quotation mark`() throws {
    // To Swift, the mark and the accent are one character.
    #expect(try ShellWords("'\u{301}a b' c").words == ["\u{301}a b", "c"])
  }

  @Test func `the text after the first word is unchanged`() throws {
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

  @Test func `a plain word is not quoted`() {
    #expect(ShellWords.quoted("/usr/bin/mail-x_1.2") == "/usr/bin/mail-x_1.2")
    #expect(ShellWords.quoted("") == "''")
    #expect(ShellWords.quoted("it's") == #"'it'\''s'"#)
  }
}
