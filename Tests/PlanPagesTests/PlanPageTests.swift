import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import ReminderCompiler
import TestPrograms
import Testing

@testable import PlanPages

/// The markup of the page, without a browser.
@Suite struct PlanPageTests {
  static func page(
    _ components: [CalendarComponent], now: String = "2028-01-03T07:00:00Z",
    horizon: String = "P90D", limit: Int = 64, openings: [String]? = nil,
    under controls: SystemControls? = nil, findings: PageFindings = PageFindings([])
  ) throws -> String {
    let options = try TestCalendars.options(now: now, horizon: horizon, limit: limit)
    let timeline =
      if let openings {
        try Compilation(
          of: components, options
        ).timeline(openings: openings.map(TestCalendars.instant), under: controls)
      } else {
        try Compilation(of: components, options).timeline(under: controls)
      }
    let page = PlanPage(timeline, findings: findings)
    return String(decoding: try page.bytes(), as: UTF8.self)
  }

  /// The text of the first element with a tag, without markup.
  static func text(
    _ page: String, in tag: String, end name: String? = nil
  ) throws -> String {
    let start = try #require(page.range(of: "<\(tag)"))
    let end = try #require(
      page.range(of: "</\(name ?? tag)>", range: start.upperBound..<page.endIndex))
    let inner = page[start.upperBound..<end.lowerBound].drop { $0 != ">" }.dropFirst()
    return String(inner.replacing(/<[^>]*>/, with: ""))
  }

  private static func daily(_ title: String, at time: String) throws -> CalendarComponent {
    try TestCalendars.event(
      title, start: "Europe/Berlin:20280103T\(time)", rule: "FREQ=DAILY", title: title)
  }

  @Test func `the heading says that nothing is missed, and until when`() throws {
    let page = try Self.page([Self.daily("Pills", at: "200000")])
    #expect(
      try Self.text(page, in: "h1")
        == "Nothing is missed if you open the app by Monday 10 January 2028, 08:00.")
    // One sentence for each of the two dates.
    let lead = try Self.text(page, in: "p class=\"lead\"", end: "p")
    #expect(
      lead
        == "This plan assumes that you open the app by Monday 10 January 2028, 08:00; the app then "
        + "makes a new one. This plan is exact until its end, Sunday 2 April 2028, 09:00: every first "
        + "alert rings on time, to the second, and nothing else rings. No alert is left out.")
    #expect(page.contains("All is well"))
    #expect(page.contains("Nothing is missed in this plan."))
  }

  @Test func `the heading counts missed alerts, and the list below names them`() throws {
    // Three times on one day and two slots: the last time is missed.
    let events = try ["08", "12", "18"].map { hour in
      try TestCalendars.event(
        "once-\(hour)", start: "Europe/Berlin:20280104T\(hour)0000", title: "At \(hour)")
    }
    let page = try Self.page(events, limit: 2)
    #expect(
      try Self.text(page, in: "h1")
        == "1 alert is missed, even if you open the app by Monday 10 January 2028, 08:00.")
    #expect(page.contains("Needs attention"))
    let list = try Self.text(page, in: "ol class=\"missing\"", end: "ol")
    #expect(
      list.contains("At 18") && list.contains("1 alert missed: Tuesday 4 January 2028, 18:00"))
    #expect(!list.contains("At 08"))
  }

  @Test func `alerts that a renewal saves are separate from missed ones`() throws {
    let soon = try TestCalendars.event("soon", start: "20280104", alarms: ["PT9H"], title: "Soon")
    let later = try (0..<3).map { number in
      try TestCalendars.event(
        "later-\(number)", start: "Europe/Berlin:2028020\(number + 1)T090000",
        title: "Later \(number)")
    }
    let page = try Self.page([soon] + later, limit: 2)
    #expect(try Self.text(page, in: "h1").hasPrefix("Nothing is missed if you open"))
    #expect(page.contains("2 alerts of 2 reminders are missed."))
    #expect(page.contains("missed if you don’t open the app: "))
    // The section agrees with the headline.
    #expect(page.contains("All is well"))
    let section = try Self.text(page, in: "section id=\"unrenewed\"", end: "ol")
    #expect(
      section.hasPrefix(
        "Missed if you don’t open the app"
          + "Nothing is missed if you open the app by Monday 10 January 2028, 08:00."
      ),
      "\(section)")
  }

  @Test func `unexpected alerts are listed, and are no problem if the plan is renewed`()
    throws
  {
    let course = try TestCalendars.event(
      start: "Europe/Berlin:20280103T090000", rule: "FREQ=DAILY;COUNT=70", title: "Dose")
    let page = try Self.page([course], limit: 30)
    #expect(page.contains("All is well"))
    #expect(
      page.contains(/\d+ unexpected alerts ring from .* on unless you open the app before then\./))
    let list = try Self.text(page, in: "ol class=\"missing\"", end: "ol")
    #expect(list.contains("unexpected alerts if you don’t open the app: "), "\(list)")
    let never = try Self.page([course], limit: 30, openings: [])
    #expect(never.contains("Needs attention"))
    #expect(
      try Self.text(never, in: "h1").contains(" something rings unexpectedly if you never"))
  }

  @Test func `the heading counts missed repeats`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20280104T090000", alarms: ["PT0S+4xPT10M"], title: "Wake up")
    let page = try Self.page([event], limit: 1)
    #expect(try Self.text(page, in: "h1").hasPrefix("4 repeats are missed, even if"))
    #expect(!page.contains("No alert is left out"))
    let list = try Self.text(page, in: "ol class=\"missing\"", end: "ol")
    #expect(list.contains("4 repeats missed: Tuesday 4 January 2028, 09:10"))
  }

  @Test func `the heading depends on whether the app is opened`() throws {
    let events = try (1...4).map { day in
      try TestCalendars.event(
        "once-\(day)", start: "Europe/Berlin:2028010\(day + 3)T090000", title: "Day \(day)")
    }
    let never = try Self.page(events, limit: 3, openings: [])
    #expect(
      try Self.text(never, in: "h1").hasPrefix(
        "1 alert is missed if you never open the app again, up to Sunday 2 April 2028"))
    let opened = try Self.page(events, limit: 3, openings: ["2028-01-05T12:00:00Z"])
    #expect(
      try Self.text(opened, in: "h1").hasPrefix("Nothing is missed with the app opened 1 time, up"))
    #expect(opened.contains("class=\"opening\""))
  }

  @Test func `an alert that a summary shows too late is a problem`() throws {
    let event = try TestCalendars.event(start: "Europe/Berlin:20280104T090000", title: "Bus")
    let page = try Self.page([event], under: SystemControls(summary: SummarySchedule("18:00")))
    #expect(try Self.text(page, in: "h1").hasSuffix(" 1 alert is seen too late."))
    #expect(page.contains("Needs attention"))
    #expect(page.contains("seen too late: Tue 4 Jan 2028, 18:00"))
  }

  @Test func `an alert that is due at the instant of the plan is a problem`() throws {
    let event = try TestCalendars.event(start: "Europe/Berlin:20280103T080000", title: "Now")
    let page = try Self.page([event])
    #expect(page.contains("Needs attention") && !page.contains("No alert is left out"))
    #expect(page.contains("1 alert is due at the instant of the plan"))
  }

  @Test func `a rejected part of a calendar is a problem`() throws {
    let refused = PageFinding(
      severity: "error", code: "rule-invalid", place: "a.ics:3", message: "no rule")
    let page = try Self.page([], findings: PageFindings([refused], refused: 1))
    #expect(page.contains("Needs attention") && !page.contains("All is well"))
    #expect(page.contains("1 part of the calendars was rejected"))
    let warned = PageFinding(severity: "warning", code: "c", place: nil, message: "odd")
    #expect(try Self.page([], findings: PageFindings([warned])).contains("No reminders"))
  }

  @Test func `an empty calendar has a page`() throws {
    let page = try Self.page([])
    #expect(try Self.text(page, in: "h1").hasPrefix("No reminder is due up to Sunday 2 April"))
    #expect(!page.contains("All is well") && !page.contains("Needs attention"))
    #expect(page.contains("No reminder is due.") && page.contains("0 are used, 64 free"))
  }

  @Test func `a slot shows its trigger and its rank`() throws {
    let page = try Self.page([Self.daily("Pills", at: "200000")])
    #expect(page.contains("<p class=\"trigger\">Daily at 20:00</p>"))
    #expect(page.contains("<span class=\"rank\">1</span>"))
    #expect(!page.contains("Correct until"))
    #expect(page.split(separator: "class=\"free\"").count == 64)
  }

  /// Titles of hostile calendars.
  static let hostile = [
    "</title><script>alert(1)</script>", "\"\u{301} onmouseover=\"alert(1)", "<!--", "]]>",
    "</script><img src=x onerror=alert(1)>", "<svg/onload=alert(1)>", "&lt;b&gt;",
    "\u{202E}txet desrever", "אבג <b>דהו</b>", "javascript:alert(1)", "{{constructor}}",
    "\\u003cb>",
    "<\u{338}script>", "'><style>*{display:none}</style>", String(repeating: "W", count: 400),
  ]

  @Test func `an independent parser reads texts of calendars as text`() throws {
    let python = try #require(TestProgram.installed("python3"))
    let events = try Self.hostile.enumerated().map { number, title in
      var event = try TestCalendars.event(
        "hostile-\(number)", start: "Europe/Berlin:20280104T0\(number % 10)0000", title: title)
      event.calendarName = title
      return event
    }
    let page = try Self.page(
      events, limit: 4,
      findings: PageFindings(
        Self.hostile.map {
          PageFinding(severity: "error", code: "code", place: $0, message: $0)
        }))
    let outcome = try python.run(["-c", Self.parser], input: page)
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    let tags = try #require(
      try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    #expect(tags["scripts"] as? Int == 2 && tags["styles"] as? Int == 1)
    #expect((tags["strange"] as? [String]) == [])
    let texts = try #require(tags["isolated"] as? [String])
    for title in Self.hostile where !title.contains("\u{202E}") {
      #expect(texts.contains { Array($0.utf8) == Array(title.utf8) }, "\(title)")
    }
    #expect(texts.contains("\u{FFFD}txet desrever"))
  }

  /// Parses a page as browsers do, and lists elements that a page must not have.
  private static let parser = """
    import json, sys
    from html.parser import HTMLParser

    ELEMENTS = set('html head meta link title style body a header nav p span h1 h2 h3 dl div dt dd main '
                   'section ol ul li details summary time bdi svg path line text fieldset legend '
                   'label input button script strong code footer'.split())
    ATTRIBUTES = set('lang charset http-equiv content name rel href class aria-hidden datetime id '
                     'aria-labelledby aria-label aria-live role tabindex viewbox focusable d type '
                     'value checked hidden autocomplete x1 x2 y1 y2 x y dx preserveaspectratio '
                     'open'.split())

    class Reader(HTMLParser):
        def __init__(self):
            super().__init__()
            self.strange, self.isolated, self.scripts, self.styles = [], [], 0, 0
            self.inside = None

        def handle_starttag(self, tag, attributes):
            self.scripts += tag == 'script'
            self.styles += tag == 'style'
            if tag not in ELEMENTS:
                self.strange.append(tag)
            self.strange += [name for name, _ in attributes if name not in ATTRIBUTES]
            if tag == 'bdi':
                self.inside = ''

        def handle_data(self, data):
            if self.inside is not None:
                self.inside += data

        def handle_endtag(self, tag):
            if tag == 'bdi':
                self.isolated.append(self.inside)
                self.inside = None

        def handle_comment(self, data):
            self.strange.append(data)

    reader = Reader()
    reader.feed(sys.stdin.buffer.read().decode())
    reader.close()
    print(json.dumps({'strange': reader.strange, 'isolated': reader.isolated,
                      'scripts': reader.scripts, 'styles': reader.styles}))
    """

  @Test func `the content security policy allows the page's style and script by digest`() throws {
    let python = try #require(TestProgram.installed("python3"))
    let page = try Self.page([])
    let outcome = try python.run(
      [
        "-c",
        """
        import base64, hashlib, re, sys
        page = sys.stdin.read()
        style = re.search('<style>(.*?)</style>', page, re.S).group(1)
        script = re.findall('<script>(.*?)</script>', page, re.S)[-1]
        for text in (style, script):
            print("'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'")
        """,
      ], input: page)
    let digests = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
    #expect(digests.count == 2)
    let policy = try #require(page.firstMatch(of: /Policy" content="([^"]*)"/)?.1)
    let allowed = policy.replacing("&#39;", with: "'")
    #expect(allowed.hasPrefix("default-src 'none'; "))
    #expect(allowed.contains("style-src \(digests[0]);"))
    #expect(allowed.contains("script-src \(digests[1]);"))
    #expect(!allowed.contains("unsafe"))
  }
}

@Suite struct HTMLWriterTests {
  private func text(_ value: String) -> String {
    var html = HTMLWriter()
    html.text(value)
    return String(decoding: html.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("a & b", "a &amp; b"), ("<script>", "&lt;script&gt;"), ("\"'", "&quot;&#39;"),
    ("&amp;", "&amp;amp;"), ("", ""), ("日本 العربية 🎂", "日本 العربية 🎂"),
    // One character to Swift, but two to a browser.
    ("\"\u{301}", "&quot;\u{301}"), ("<\u{338}b>", "&lt;\u{338}b&gt;"),
    ("'\u{200D}", "&#39;\u{200D}"), ("&\u{20E3}", "&amp;\u{20E3}"),
    ("a\r\n<b", "a\n&lt;b"), ("\u{0}\u{1B}[31m", "\u{2400}\u{241B}[31m"),
    ("\u{202E}gpj", "\u{FFFD}gpj"),
  ])
  func `text is escaped scalar by scalar`(value: String, expected: String) {
    // Compared by bytes, since Swift considers some different scalars equal.
    #expect(Array(text(value).utf8) == Array(expected.utf8))
  }

  @Test func `any text in an attribute is escaped`() {
    var html = HTMLWriter()
    html.element("p", ["title": "\"\u{301} onclick=\"x"]) { $0.isolated("<i>") }
    #expect(
      String(decoding: html.bytes, as: UTF8.self)
        == "<p title=\"&quot;\u{301} onclick=&quot;x\"><bdi>&lt;i&gt;</bdi></p>")
  }

  private struct Data: Encodable {
    let text: String
    let numbers: [Int]
  }

  @Test(arguments: [
    ("</script>", #"\u003c/script\u003e"#), ("<!--", #"\u003c!--"#), ("\"\u{301}", "\\\"\u{301}"),
    (#"\"#, #"\\"#), ("&lt;", #"\u0026lt;"#), ("<\u{338}", "\\u003c\u{338}"), ("日", "日"),
  ])
  func `data can't end the element that it is in`(value: String, expected: String) throws {
    let bytes = try WeekSection.json(Data(text: value, numbers: [1, -2]))
    #expect(bytes == Array(#"{"numbers":[1,-2],"text":"\#(expected)"}"#.utf8))
  }
}
