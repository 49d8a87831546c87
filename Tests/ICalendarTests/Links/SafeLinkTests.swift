import ICalendar
import SeededRandom
import Testing

@Suite struct SafeLinkTests {
  @Test(arguments: [
    "https://example.org", "https://example.org/", "http://example.org:8080/a?b=c#d",
    "https://example.org?q=%20%C3%A4", "https://192.0.2.1/", "https://xn--bcher-kva.example/",
    "https://a_b.example.org/~ada/(x),;:@!$&'*+=", "tel:+49-30-123456,,93800310242#",
    "mailto:ada@example.org?subject=Hi", "sip:ada@example.org", "sips:ada@example.org",
    "xmpp:ada@example.org?join", "facetime:ada@example.org", "facetime-audio:+4930123456",
    "skype:ada?call", "msteams:/l/meetup-join/x", "zoommtg://zoom.us/join?confno=1",
    "zoomus://zoom.us/join?confno=1", "webex://meet",
  ])
  func `a link of a known kind is unchanged`(_ text: String) {
    #expect(SafeLink(text)?.text == text)
  }

  @Test(arguments: [
    (" \t\r\n https://example.org/ \n", "https://example.org/"),
    ("HTTPS://Example.ORG/Path", "https://example.org/Path"),
    ("MailTo:Ada@Example.org", "mailto:Ada@Example.org"),
    // Browsers percent-encode the UTF-8 bytes in the same way.
    ("https://example.org/Bücher?q=中", "https://example.org/B%C3%BCcher?q=%E4%B8%AD"),
    ("https://example.org/a[1]", "https://example.org/a%5B1%5D"),
    ("https://example.org/100%", "https://example.org/100%25"),
    ("https://example.org/%zz%+1%-0", "https://example.org/%25zz%25+1%25-0"),
    ("https://example.org/#a#b", "https://example.org/#a%23b"),
    ("https://example.org/a\u{200B}b", "https://example.org/a%E2%80%8Bb"),
  ])
  func `harmless deviations in a link are normalised`(text: String, link: String) {
    #expect(SafeLink(text)?.text == link)
  }

  @Test(arguments: [
    "", " ", ":", "https", "https:", "example.org", "//example.org", "/etc/passwd", "Room 1: left",
    "javascript:alert(1)", "JavaScript:alert(1)", "java\nscript:alert(1)", "java\tscript:alert(1)",
    "\u{1}javascript:alert(1)", "\u{1}https://example.org", "\u{FEFF}https://example.org",
    " javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "vbscript:x", "message:x",
    "ftp://example.org/", "smb://example.org/", "x-apple.systempreferences:",
    "ht tps://example.org",
    "blob:https://example.org/", "view-source:https://example.org", "ｈttps://example.org",
    "mailto:", "tel:", "zoommtg://", "sip:///",
  ])
  func `a text that is not a link of a known kind is rejected`(_ text: String) {
    #expect(SafeLink(text) == nil)
  }

  @Test(arguments: [
    "https:evil.example", "https:/evil.example", "https:///evil.example", "https://", "https://?x",
    "https://#x", "https://:80/", "https://a@evil.example/", "https://bank.example@evil.example/",
    "https://a:b@evil.example/", "https://evil.example\\@bank.example/", "http:\\\\evil.example",
    "http://[::1]/", "http://[::1", "https://example.org:port/", "https://example.org:/",
    "https://example.org:0/", "https://example.org:65536/", "https://example.org:+80/",
    "https://example.org:80:80/", "https://ex%61mple.org/", "https://exämple.org/",
    "https://аpple.example/", "https://example。org/", "https://a..b/", "https://.example.org/",
    "https://example.org./", "https://a b.example/", "https://a,b/", "https://2130706433/",
    "https://0x7f.0.0.1/", "https://0x7F000001/", "https://127.1/", "https://127.0.0.01/",
    "https://1.2.3.256/", "https://1.2.3.4.5/", "https://example.1/",
    "https://\(String(repeating: "a", count: 64)).example/",
    "https://\(String(repeating: "a.", count: 127))example/",
  ])
  func `a web link with a misleading host is rejected`(_ text: String) {
    #expect(SafeLink(text) == nil)
  }

  @Test(arguments: [
    " ", "\t", "\n", "\r", "\0", "\u{1B}", "\u{7F}", "\u{85}", "\u{A0}", "\u{3000}", "\u{2028}",
    "\u{FEFF}", "\u{FFFE}", "\u{1FFFF}", "\u{202E}", "\u{2066}", "\u{200F}", "\u{61C}", "\"", "<",
    ">", "\\", "`", "{", "}", "|", "^", "%00", "%0a", "%0D", "%1b", "%7F",
  ])
  func `characters that links can't contain are rejected`(_ sign: String) {
    #expect(SafeLink("https://example.org/a\(sign)b") == nil)
    #expect(SafeLink("https://example.org/?a=\(sign)b") == nil)
    #expect(SafeLink("https://exam\(sign)ple.org/") == nil)
    #expect(SafeLink("tel:1\(sign)2") == nil)
  }

  @Test func `a link has at most 2,048 bytes, encoded ones included`() {
    let start = "https://example.org/"
    let room = 2_048 - start.utf8.count
    #expect(SafeLink(start + String(repeating: "a", count: room)) != nil)
    #expect(SafeLink(start + String(repeating: "a", count: room + 1)) == nil)
    #expect(SafeLink(start + String(repeating: "ä", count: room / 6)) != nil)
    #expect(SafeLink(start + String(repeating: "ä", count: room / 6 + 1)) == nil)
    #expect(SafeLink(String(repeating: " ", count: 1_000_000) + start) != nil)
  }

  @Test func `any text gives a safe, stable link or none`() {
    var random = SplitMix(seed: 11)
    let starts = ["https://", "http://", "HTTPS:", "tel:", "mailto:", "javascript:", " https://"]
    let pieces = [
      "a", "example", ".org", ".", "/", "//", ":", "@", "?", "#", "&", "%", "%41", "%00", "%e2",
      "[", "]", "ä", "中", "👩‍👩‍👧", "\u{202E}", "\u{301}", " ", "\n", "\\", "\"", "<", "1", "0x",
      ":80", "--",
    ]
    var links = 0
    for _ in 0..<20_000 {
      let text =
        (random.pick(starts) ?? "")
        + (0..<random.number(0...8)).map { _ in random.pick(pieces) ?? "" }.joined()
      guard let link = SafeLink(text) else { continue }
      links += 1
      #expect(link.text.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "\(text.debugDescription)")
      #expect(!link.text.contains { "\"<>\\^`{|}[]".contains($0) }, "\(text.debugDescription)")
      #expect(SafeLink(link.text) == link, "\(text.debugDescription)")
      #expect(!link.text.lowercased().hasPrefix("javascript"), "\(text.debugDescription)")
      if link.text.hasPrefix("http") {
        let authority = link.text.split(separator: "/", omittingEmptySubsequences: false)
          .dropFirst(2).first?.prefix { $0 != "?" && $0 != "#" }
        #expect(authority?.isEmpty == false && authority?.contains("@") == false, "\(text)")
      }
    }
    #expect(links > 1_000)
  }
}
