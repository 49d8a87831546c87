import ICalendar
import Testing

@Suite struct DiagnosticTests {
  @Test func `a diagnostic has the values of its finding`() {
    let place = SourceLocation(file: "a.ics", line: 14)
    let diagnostic = Diagnostic(
      .ruleInvalid(property: "EXRULE", error: .unsupportedCalendar("HEBREW")), at: place,
      uid: "a@example.org")
    #expect(diagnostic.code == "rule-invalid")
    #expect(diagnostic.severity == .error)
    #expect(diagnostic.property == "EXRULE")
    #expect(diagnostic.section == "RFC 7529, 4.1")
    #expect(diagnostic.message == "RSCALE=HEBREW is not supported, only GREGORIAN")
    #expect(diagnostic.location == place)
    #expect(diagnostic.uid == "a@example.org")
  }

  @Test func `severities and places have an order`() {
    #expect([Diagnostic.Severity.error, .note, .warning].sorted() == [.note, .warning, .error])
    let places = [("b", 1), ("a", 10), ("a", 9)].map { SourceLocation(file: $0.0, line: $0.1) }
    #expect(places.sorted().map(\.line) == [9, 10, 1])
  }
}
