import SeededRandom
import Testing
import TextSafety

@Suite struct PlainTextTests {
  private static func plain(_ text: String) -> String {
    PlainText.text(of: text, maximumBytes: 1_000)
  }

  @Test(arguments: [
    "a < b", "a<b", "x <3 y", "1<2>0", "<Ada@example.org>", "Ada <Ada@example.org>, Bob <bob>",
    "here<https://example.org/a>", "Options<url>", "<-- left, right -->", "<!-- never ends",
    "AT&T", "Q&A; more", "R&D & more", "a &b; c", "&;", "&#;", "&#x;", "& amp;",
    "https://example.org/?a=1&copy=2", "<", "</", "<>", "</>", "a <", "<b", "<br", "<script",
    "How <script> works", "Press <B> or <I>", "vector<int> <u8>", "<mailto:ada@example.org>",
    "<a\u{301}>", "List<String>", "-----", "*** Agenda ***", "- one\n- two", "a - b",
    "<font", "Meet <title> at <time>",
  ])
  func `plain text stays unchanged`(_ text: String) {
    #expect(Self.plain(text) == text)
  }

  @Test(arguments: [
    ("<b>Bold</b> and <i class=\"x\">not</i>", "Bold and not"),
    ("a<br>b<br/>c<BR />d", "a\nb\nc\nd"),
    ("<p>One</p><p>Two</p>", "One\nTwo"), ("<div>a</div><div><br></div><div>b</div>", "a\n\nb"),
    ("<div><div><p>a</p></div></div><div>b</div>", "a\nb"), ("a<br>\nb<br>\n\nc", "a\nb\n\nc"),
    ("Text<div>more</div>end", "Text\nmore\nend"),
    ("one\ntwo <b>x</b>\nthree", "one\ntwo x\nthree"),
    ("<ul><li>One</li><li>Two</li></ul>After", "• One\n• Two\nAfter"),
    ("<ul>\n<li><p>One</p></li>\n<li></li><li> Two</li></ul>", "• One\n• Two"),
    ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
    ("<a href=\"https://example.org/?a=1&amp;b=2\">Join</a> now", "Join now"),
    ("<a href='x>y'>z</a>", "z"), ("<a href=\"x>y\">z</a>", "z"), ("<a href=\"x>y</a> z", "y z"),
    ("<!-- no --->a<b>b</b><!---->c<!-->d", "ab c d"), ("<p>a<!-- b", "a"), ("<p>a</p", "a</p"),
    ("a<script>alert('<b>')</script>b", "a b"), ("a<STYLE type=x>p{}</style >b", "a b"),
    // Removing markup must not create a new tag.
    ("<p><scr<script></script>ipt>x</scr<!-- -->ipt>", "<scr ipt>x</scr ipt>"),
    ("<head><title>T</title><meta x=y></head><body>b</body>", "b"),
    ("<html><head><style>x</style><body>b", "b"), ("<p>a<script>b", "a"),
    ("<!DOCTYPE html>\n<html>\n<body>\none\ntwo<br>\nthree</body></html>", "one two\nthree"),
    ("<html-blob>a<br>b</html-blob>", "a\nb"), ("<p>a<o:p></o:p></p>", "a"),
    ("<p>Ada <Ada@example.org> 1 < 2 <x></p>", "Ada <Ada@example.org> 1 < 2 <x>"),
    ("<p>&lt;script&gt;</p>", "<script>"), ("<![if !x]>a<![endif]>", "a"), ("<h1>a</h1>b", "a\nb"),
    ("<header>a</header>b", "a\nb"), ("<p\nclass=x>a</p>", "a"), ("<p>a</p><hr>b", "a\nb"),
    ("&lt;b&gt;", "<b>"), ("&amp;lt;", "&lt;"),
  ])
  func `HTML is converted to the text that a reader sees`(html: String, text: String) {
    #expect(Self.plain(html) == text)
  }

  @Test(arguments: [
    ("&amp;&lt;&gt;&quot;&apos;", "&<>\"'"), ("a&nbsp;&nbsp;b", "a b"), ("&copy;&reg;", "©®"),
    ("a&hellip;&ndash;&mdash;", "a…–—"), ("&lsquo;&rsquo;&ldquo;&rdquo;", "‘’“”"),
    ("&auml;&ouml;&uuml;&Auml;&Ouml;&Uuml;&szlig;", "äöüÄÖÜß"),
    ("&eacute;&egrave;&agrave;&ccedil;", "éèàç"),
    ("&#65;&#x42;&#X43;&#000068;&#x00000000000045;", "ABCDE"), ("&#128512;&#x1f600;", "😀😀"),
    ("a&#160;b", "a b"),
    ("a&#10;b&#9;c", "a\nb c"),
  ])
  func `entities are replaced by their characters`(html: String, text: String) {
    #expect(Self.plain(html) == text)
  }

  @Test(arguments: [
    "&#0;", "&#7;", "&#27;", "&#127;", "&#155;", "&#xD800;", "&#xDFFF;", "&#x110000;", "&#xFFFE;",
    "&#x202E;", "&#x2066;", "&#xFEFF;", "&#xE0041;", "&#-65;", "&#+65;", "&#x-41;", "&#x;",
    "&#6 5;",
    "&#99999999999999999999;", "&nosuch;", "&AUML;", "&amp", "&#x41 ;", "&#0x41;",
  ])
  func `entities of invisible or invalid characters stay unchanged`(_ entity: String) {
    #expect(Self.plain(entity) == entity)
    #expect(Self.plain("<p>\(entity)</p>") == entity)
  }

  @Test(arguments: [
    ("https://a.example/?utm_source=x&utm_medium=y", "https://a.example/"),
    ("https://a.example/?a=1&utm_source=x&b=2#c", "https://a.example/?a=1&b=2#c"),
    ("https://a.example/?utm_source=x#c", "https://a.example/#c"),
    ("https://a.example/?a=1&fbclid=x", "https://a.example/?a=1"),
    ("https://a.example/?gclid=x&a=1", "https://a.example/?a=1"),
    (
      "https://a.example/?mc_cid=1&mc_eid=2&igshid=3&_hsenc=4&_hsmi=5&mkt_tok=6&z",
      "https://a.example/?z"
    ),
    ("https://a.example/?UTM_Source=x&a=1", "https://a.example/?a=1"),
    (
      "See https://a.example/?utm_source=x. Or https://b.example/?gclid=y, or not",
      "See https://a.example/. Or https://b.example/, or not"
    ),
    ("(https://a.example/?utm_source=x)", "(https://a.example/)"),
    ("<https://a.example/?utm_source=x>", "<https://a.example/>"),
    ("https://a.example/?utm_source=x中文", "https://a.example/中文"),
    (
      "https://a.example/?q=\u{201C}x\u{201D}&utm_source=y",
      "https://a.example/?q=\u{201C}x\u{201D}&utm_source=y"
    ),
    ("https://a.example/x_(y)?utm_source=x", "https://a.example/x_(y)"),
    ("<p>https://a.example/?a=1&amp;utm_source=x</p>", "https://a.example/?a=1"),
  ])
  func `tracking parameters are removed from links`(text: String, plain: String) {
    #expect(Self.plain(text) == plain)
  }

  @Test(arguments: [
    "https://a.example/?a=utm_source&b=gclid", "https://a.example/utm_source=x",
    "https://a.example/#?utm_source=x", "Why? utm_source=x", "?utm_source=x",
    "https://a.example/?autm_source=x&xgclid=1&gclidx=1", "https://a.example/?a=%26utm_source=x",
    "https://a.example/?", "https://a.example/??&&=&", "https://a.example Why?utm_source=x",
  ])
  func `other parameters and texts stay unchanged`(_ text: String) {
    #expect(Self.plain(text) == text)
  }

  @Test func `the block of Google Meet is removed, and the text around it stays`() {
    let rule = "-::~:~::~:~:~:~:~:~:~:~:~:~:~::~:~::-"
    let block =
      "\(rule)\nJoin with Google Meet: https://meet.google.com/x\n\nPlease do not edit.\n\(rule)"
    #expect(Self.plain("Agenda\n\n\(block)\nNotes") == "Agenda\n\nNotes")
    #expect(Self.plain("\(block)") == "")
    #expect(
      Self.plain("Agenda<br><br>\(block.replacing("\n", with: "<br />"))<p>Notes</p>")
        == "Agenda\n\nNotes")
    #expect(Self.plain("\(block)\n\(rule)\nAgenda") == "Agenda")
    #expect(Self.plain("a \(rule)\nAgenda") == "a \(rule)\nAgenda")
  }

  @Test(arguments: [
    "________", "────────────", "--------", "========", "********", "~~~~~~~~", "-=-=-=-=",
    " ________ ",
  ])
  func `separator lines are removed`(_ rule: String) {
    #expect(
      Self.plain("Agenda\n\(rule)\nTeams meeting\n\n\(rule)\n\nNotes")
        == "Agenda\nTeams meeting\n\nNotes")
    #expect(Self.plain("Agenda\n\(rule)x") == "Agenda\n\(rule.drop { $0 == " " })x")
    #expect(Self.plain("Agenda\n-------\nx") == "Agenda\n-------\nx")
  }

  @Test(arguments: [
    ("a  b\t\tc \u{A0} d", "a b c d"), ("a\n\n\n\nb", "a\n\nb"), ("\n\n a \n\n", "a"),
    ("a\r\n\r\n\r\nb\r", "a\n\nb"), ("a\n \t\n\u{A0}\nb", "a\n\nb"), ("  a\n\t b", "a\nb"),
    ("", ""), ("\n", ""), ("a\0b\u{202E}c", "abc"),
  ])
  func `repeated blanks and blank lines are reduced to one`(text: String, plain: String) {
    #expect(Self.plain(text) == plain)
  }

  @Test func `a long text ends between characters`() {
    #expect(PlainText.text(of: "<p>abc def</p>", maximumBytes: 7) == "abc def")
    #expect(PlainText.text(of: "<p>abc def</p>", maximumBytes: 6) == "abc…")
    #expect(PlainText.text(of: "👩‍👩‍👧👩‍👩‍👧", maximumBytes: 35) == "👩‍👩‍👧…")
  }

  @Test func `only the start of a long description is read`() {
    let filler = String(repeating: "x", count: PlainText.maximumExaminedBytes - 10)
    #expect(PlainText.text(of: "<!--\(filler)", maximumBytes: 10) == "<!--xxx…")
    #expect(
      PlainText.text(of: "<i title=\"\(filler)\">a</i>", maximumBytes: 1_000_000).hasPrefix("<i"))
    let long = String(repeating: "ä", count: 500_000)
    let plain = PlainText.text(of: long, maximumBytes: 1_000_000)
    #expect(plain.utf8.count <= PlainText.maximumExaminedBytes)
    #expect(plain.utf8.count >= PlainText.maximumExaminedBytes - 2)
    #expect(plain.hasSuffix("ä…"))
  }

  @Test func `any text becomes short and clean, and plain text stays unchanged`() {
    var random = SplitMix(seed: 13)
    let pieces = [
      "a", "word ", " ", "\n", "\n\n", "\r\n", "\0", "\u{202E}", "é", "\u{301}", "👩‍👩‍👧", "<", ">",
      "<b>",
      "</b>", "<br>", "<p>", "</p>", "<li>", "<!--", "-->", "<script>", "</script>", "<a href=\"",
      "\">", "</a>", "&", "&amp;", "&#", "65;", "&lt;", "-::~:~::-", "\n-::~:~\n", "\n--------\n",
      "https://a.example/",
      "?", "utm_source=x", "gclid", "=", "#", ")", ".", "\u{A0}", "\t", "<head>", "<body>", "'",
      "…",
    ]
    var plains = 0
    for _ in 0..<5_000 {
      let text = (0..<random.number(0...16)).map { _ in random.pick(pieces) ?? "" }.joined()
      let bytes = random.number(0...120)
      let plain = PlainText.text(of: text, maximumBytes: bytes)
      let name = "\(text.debugDescription) \(bytes) \(plain.debugDescription)"
      #expect(plain.utf8.count <= bytes, "\(name)")
      #expect(plain.unicodeScalars.allSatisfy(DisplayText.isShown), "\(name)")
      #expect(!plain.contains("\n\n\n") && !plain.contains("  "), "\(name)")
      #expect(
        !plain.split(separator: "\n").contains { line in
          line.hasPrefix("-::~") || line.count >= 8 && line.allSatisfy { $0 == "-" }
        }, "\(name)")
      #expect(DisplayText.lines(plain, maximumBytes: bytes) == plain, "\(name)")
      // In a second pass, decoded entities may be tags.
      guard !plain.contains(where: { $0 == "<" || $0 == "&" }) else { continue }
      plains += 1
      #expect(PlainText.text(of: plain, maximumBytes: bytes) == plain, "\(name)")
      #expect(!plain.contains("https://a.example/?utm_source="), "\(name)")
    }
    #expect(plains > 1_000)
  }

  @Test(arguments: [
    "<", "<!--", "<a ", "<a href=\"", "<a =\">\"", "<script>", "<script ", "<style><script>",
    "<head>", "<p>", "<li>",
    "</p", "&", "&#", "&amp;", "-::~\n", "--------\n", "https://a?utm_a=", "://?", "\n", "<![",
    "<br/", "\0",
    "a\u{301}", "://?utm_a=)", "<head><body>", "<!doctype", "<?xml", "x ",
  ])
  func `a megabyte of hostile text is converted quickly`(_ unit: String) {
    for end in ["", "<br>", ">", "\">"] {
      let text = String(repeating: unit, count: 1_000_000 / unit.utf8.count)
      let examined = String(text.unicodeScalars.prefix(PlainText.maximumExaminedBytes - 16)) + end
      let time = ContinuousClock().measure {
        for text in [text, examined] {
          #expect(PlainText.text(of: text, maximumBytes: 500).utf8.count <= 500)
        }
      }
      #expect(time < .seconds(20))
    }
  }
}
