import Testing

@testable import PlanPages

/// Text in markup is text, whatever it says.
@Suite struct HTMLWriterTests {
  private func text(_ value: String) -> String {
    var html = HTMLWriter()
    html.text(value)
    return String(decoding: html.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("a & b", "a &amp; b"), ("<script>", "&lt;script&gt;"), ("\"'", "&quot;&#39;"),
    ("&amp;", "&amp;amp;"), ("", ""), ("日本 العربية 🎂", "日本 العربية 🎂"),
    // One character each to Swift, which a browser takes apart.
    ("\"\u{301}", "&quot;\u{301}"), ("<\u{338}b>", "&lt;\u{338}b&gt;"),
    ("'\u{200D}", "&#39;\u{200D}"), ("&\u{20E3}", "&amp;\u{20E3}"),
    ("a\r\n<b", "a\n&lt;b"), ("\u{0}\u{1B}[31m", "\u{2400}\u{241B}[31m"),
    ("\u{202E}gpj", "\u{FFFD}gpj"),
  ])
  func `text is escaped scalar by scalar`(_ value: String, _ expected: String) {
    // Compared by bytes: to Swift, texts of other scalars can be equal.
    #expect(Array(text(value).utf8) == Array(expected.utf8))
  }

  @Test func `attributes hold any text`() {
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
  func `data can't end the element that it is in`(_ value: String, _ expected: String) throws {
    let bytes = try PageData(Data(text: value, numbers: [1, -2])).bytes
    #expect(bytes == Array(#"{"numbers":[1,-2],"text":"\#(expected)"}"#.utf8))
  }
}
