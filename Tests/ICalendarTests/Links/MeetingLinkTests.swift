import ICalendar
import SeededRandom
import Testing

@Suite struct MeetingLinkTests {
  @Test(arguments: [
    "https://zoom.us/j/93800310242", "https://us02web.zoom.us/j/93800310242?pwd=aB1.2",
    "https://zoom.us/my/ada", "https://acme.zoom.us/w/123?tk=x", "https://zoom.us/s/123",
    "https://app.zoom.us/wc/123/join", "https://agency.zoomgov.com/j/1600000000",
    "https://teams.microsoft.com/l/meetup-join/19%3ameeting_x%40thread.v2/0?context=%7b%22Tid%22%7d",
    "https://teams.microsoft.com/meet/2345?p=abc", "https://teams.live.com/meet/9876",
    "https://gov.teams.microsoft.us/l/meetup-join/x", "https://meet.google.com/abc-defg-hij",
    "https://meet.google.com/abc-defg-hij?hs=122", "http://meet.google.com/abc-defg-hij",
    "https://acme.webex.com/meet/ada", "https://acme.webex.com/acme/j.php?MTID=m1",
    "https://whereby.com/ada", "https://acme.whereby.com/ada", "https://meet.jit.si/Room_1",
    "https://8x8.vc/vpaas/room", "https://meet.goto.com/123456789",
    "https://global.gotomeeting.com/join/123456789", "https://gotomeet.me/ada",
    "https://bluejeans.com/123", "https://acme.bluejeans.com/123", "https://chime.aws/1234567890",
    "https://facetime.apple.com/join#v=1&p=abc&k=def", "https://join.skype.com/abc",
    "https://meet.lync.com/acme/ada/ABC", "https://v.ringcentral.com/join/123",
    "https://meet.ringcentral.com/123", "https://meeting.zoho.com/join?key=1",
    "https://meeting.zoho.eu/join?key=1", "https://app.slack.com/huddle/T1/C1",
  ])
  func `a link to a meeting of each service is found`(_ link: String) {
    #expect(MeetingLink.first(in: link)?.text == link)
    #expect(MeetingLink.first(in: "See https://example.org/. Join: \(link), please.")?.text == link)
  }

  @Test(arguments: [
    "", "Room 1", "zoom.us/j/1", "://", "https://", "https://zoom.us/", "https://zoom.us/pricing",
    "https://zoom.us/j/", "https://zoom.us/j/?x", "https://evilzoom.us/j/1",
    "https://zoom.us.evil.example/j/1", "https://evil.example/zoom.us/j/1",
    "https://evil.example/?u=https://zoom.us/j/1", "https://zoom.us@evil.example/j/1",
    "https://evil.example#@zoom.us/j/1", "ftp://zoom.us/j/1", "zoom://zoom.us/j/1",
    "https://meet.google.com/", "https://meet.google.com", "https://www.webex.com/pricing",
    "https://help.webex.com/meet/x", "https://webex.com/meet/x", "https://meeting.zoho.evil/join",
    "https://meeting.zoho.com/", "https://facetime.apple.com/", "https://aka.ms/JoinTeamsMeeting",
    "https://teams.microsoft.com/l/channel/x", "https://discord.gg/x", "https://xn--zom-5qa.us/j/1",
    "https://zооm.us/j/1",
  ])
  func `a link that only resembles a meeting is ignored`(_ text: String) {
    #expect(MeetingLink.first(in: text) == nil)
  }

  @Test(arguments: [
    ("(https://zoom.us/j/1)", "https://zoom.us/j/1"),
    ("(see https://zoom.us/j/1).", "https://zoom.us/j/1"),
    ("https://zoom.us/j/1(a)", "https://zoom.us/j/1(a)"),
    ("[x](https://zoom.us/j/1)!", "https://zoom.us/j/1"),
    ("<https://zoom.us/j/1>", "https://zoom.us/j/1"),
    ("„https://zoom.us/j/1“", "https://zoom.us/j/1"),
    ("请点击https://zoom.us/j/1。谢谢", "https://zoom.us/j/1"),
    ("https://zoom.us/j/1?!", "https://zoom.us/j/1"),
    ("https://zoom.us/j/1\nnext", "https://zoom.us/j/1"),
    ("https://zoom.us/j/1\u{A0}next", "https://zoom.us/j/1"),
    ("HTTPS://ZOOM.US/j/1", "https://zoom.us/j/1"),
    ("<a href=\"https://zoom.us/j/1?a=b&amp;c=d\">Join</a>", "https://zoom.us/j/1?a=b&c=d"),
    ("<a href='https://zoom.us/j/1'>Join</a>", "https://zoom.us/j/1"),
    ("&lt;https://zoom.us/j/1&gt;", "https://zoom.us/j/1"),
    ("&quot;https://zoom.us/j/1?a=b&quot;", "https://zoom.us/j/1?a=b"),
    ("https://zoom.us/j/1<br>https://zoom.us/j/2", "https://zoom.us/j/1"),
    ("a://b https://zoom.us/j/1", "https://zoom.us/j/1"),
    ("https://zoom.us/j/%00 https://zoom.us/j/2", "https://zoom.us/j/2"),
  ])
  func `a link ends where a reader expects its end`(text: String, link: String) {
    #expect(MeetingLink.first(in: text)?.text == link)
  }

  @Test(arguments: [
    "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fzoom.us%2Fj%2F1%3Fpwd%3Dx&data=05%7C01",
    "https://eur01.safelinks.protection.outlook.com/ap/t-59584e83/?url=https%3A%2F%2Fzoom.us%2Fj%2F1%3Fpwd%3Dx&amp;data=0",
    "https://www.google.com/url?q=https://zoom.us/j/1?pwd%3Dx&sa=D&source=calendar",
    "https://www.google.com/url?sa=D&q=https%3A%2F%2Fzoom.us%2Fj%2F1%3Fpwd%3Dx#z",
    "https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.google.com%2Furl%3Fq%3Dhttps%253A%252F%252Fzoom.us%252Fj%252F1%253Fpwd%253Dx",
  ])
  func `a link wrapped by a mail program is unwrapped`(_ text: String) {
    #expect(MeetingLink.first(in: text)?.text == "https://zoom.us/j/1?pwd=x")
  }

  @Test(arguments: [
    "https://eur01.safelinks.protection.outlook.com/?data=1",
    "https://eur01.safelinks.protection.outlook.com/?url=javascript%3Aalert(1)",
    "https://eur01.safelinks.protection.outlook.com/?url=%FF%FE",
    "https://safelinks.protection.outlook.com.evil.example/?url=https%3A%2F%2Fzoom.us%2Fj%2F1",
    "https://www.google.com/search?q=https://zoom.us/j/1",
    "https://www.google.com/url?q=https://a%40zoom.us/j/1",
    "https://www.google.com/url?q=https://zoom.us/j/1%22%3E",
    "https://www.google.com/url?q=tel:1",
  ])
  func `a wrapped link without a meeting is ignored`(_ text: String) {
    #expect(MeetingLink.first(in: text) == nil)
  }

  /// Random DESCRIPTION values with escapes anywhere, even in hosts.
  ///
  /// The prefilter must accept each value whose decoded text has a meeting link.
  @Test func `the quick test skips no value with a meeting`() {
    var random = SplitMix(seed: 14)
    let pieces = [
      "https://", "HTTP://", "://", "https:/", "zoom.us", "ZOOM.us", "acme.webex.com",
      "evil.example",
      "/j/1", "/meet/x", "\\", "\\n", "\\,", "\\;", "\\\\", "(", ")", " ", "é", ":443", ":", "%2E",
      "&amp;",
      "https://zoom.us/j/1", "https://a.zoomgov.com/j/7", "https://meet.example.org/j/1",
      "https://www.google.com/url?q=https%3A%2F%2Fzoom.us%2Fj%2F1",
      "https://eu.safelinks.protection.outlook.com/?url=https%3A%2F%2Fzoom.us%2Fj%2F1",
    ]
    var (found, passedOver) = (0, 0)
    for _ in 0..<20_000 {
      var value = ""
      for _ in 0..<random.number(1...6) { value += random.pick(pieces) ?? "" }
      if random.oneIn(2), let place = random.pick(Array(value.unicodeScalars.indices)) {
        value.unicodeScalars.insert("\\", at: place)
      }
      let isMeeting = MeetingLink.first(in: Self.text(ofValue: value)) != nil
      let canBe = MeetingLink.canStand(in: Array(value.utf8)[...])
      #expect(canBe || !isMeeting, "\(value)")
      found += isMeeting ? 1 : 0
      passedOver += canBe ? 0 : 1
    }
    #expect(found > 1_000 && passedOver > 1_000)
    // With other hosts before the link, and in a large text.
    let other = String(repeating: "See https://meet.example.org/j/1\\n", count: 100)
    #expect(!MeetingLink.canStand(in: Array(other.utf8)[...]))
    #expect(MeetingLink.canStand(in: Array((other + "https://zoom.us/j/1").utf8)[...]))
  }

  /// Decodes escapes as RFC 5545, 3.3.11 defines; any other escape yields its letter.
  private static func text(ofValue value: String) -> String {
    var text = ""
    var rest = Substring(value).unicodeScalars
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let escaped = rest.popFirst() else {
        if scalar != "\\" { text.unicodeScalars.append(scalar) }
        continue
      }
      text.unicodeScalars.append("nN".unicodeScalars.contains(escaped) ? "\n" : escaped)
    }
    return text
  }

  @Test func `nested wrapped links are unwrapped, and only the first links are read`() {
    var link = "https://zoom.us/j/1"
    for round in 1...4 {
      let escaped = link.utf8.map { byte in
        let hex = String(byte, radix: 16)
        return "%" + (hex.count < 2 ? "0" : "") + hex
      }
      let isKept = round < 3
      // Escapes only the percent signs, since full escaping would exceed the length of a link.
      link =
        "https://www.google.com/url?q="
        + (isKept ? escaped.joined() : link.split(separator: "%").joined(separator: "%25"))
      #expect(MeetingLink.first(in: link)?.text == "https://zoom.us/j/1")
    }
    let others = String(repeating: "https://example.org/ ", count: 63)
    #expect(MeetingLink.first(in: others + "https://zoom.us/j/1") != nil)
    #expect(MeetingLink.first(in: others + "https://a.example https://zoom.us/j/1") == nil)
  }

  @Test(arguments: ["://", "https://", "h", "https://a(", "&amp;", "https://zoom.us/j/", "[", "%"])
  func `a megabyte of hostile text is searched quickly`(_ unit: String) {
    let text = String(repeating: unit, count: 1_000_000 / unit.utf8.count)
    let time = ContinuousClock().measure { #expect(MeetingLink.first(in: text) == nil) }
    #expect(time < .seconds(20))
  }
}
