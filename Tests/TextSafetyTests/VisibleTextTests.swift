import Testing
import TextSafety

@Suite struct VisibleTextTests {
  @Test func `a text is cut between characters, and escapes are counted and never cut`() {
    let escape: (Unicode.Scalar) -> String? = { $0 == "%" ? "%%" : nil }
    #expect(VisibleText("a%b").capped(to: 4, escaping: escape) == "a%%b")
    #expect(VisibleText("a%bc").capped(to: 5, escaping: escape) == "a%%bc")
    #expect(VisibleText("a%bcd").capped(to: 5, escaping: escape) == "a…")
    #expect(VisibleText("a👩‍👩‍👧b").capped(to: 19) == "a…")
    #expect(VisibleText("a👩‍👩‍👧bcde").capped(to: 22) == "a👩‍👩‍👧…")
  }

  @Test func `a heap of marks or of joined emoji keeps what fits and ends in no joiner`() {
    let marks = VisibleText("ae" + String(repeating: "\u{301}", count: 100)).capped(to: 12)
    #expect(marks.unicodeScalars.elementsEqual("ae\u{301}\u{301}\u{301}…".unicodeScalars))
    let chain = VisibleText(String(repeating: "👩\u{200D}", count: 100) + "👩")
    for bytes in 14...20 {
      let capped = chain.capped(to: bytes)
      #expect(capped == "👩‍👩…", "\(bytes)")
    }
  }
}
