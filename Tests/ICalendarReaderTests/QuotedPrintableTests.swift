import ICalendar
import ICalendarReader
import Testing

/// Texts that are encoded as quoted-printable.
@Suite struct QuotedPrintableTests {
  struct Row: CustomTestStringConvertible {
    let line: String
    let title: String
    var codes: [String] = []

    init(_ line: String, _ title: String, codes: [String] = []) {
      self.line = line
      self.title = title
      self.codes = codes
    }

    var testDescription: String { line.replacing("\n", with: " ") }
  }

  @Test(arguments: [
    Row("SUMMARY;ENCODING=QUOTED-PRINTABLE:Gr=C3=BCner Tee", "Grüner Tee"),
    Row("SUMMARY;CHARSET=UTF-8;ENCODING=Quoted-Printable:Gr=c3=bcner Tee", "Grüner Tee"),
    Row("SUMMARY;QUOTED-PRINTABLE:Gr=C3=BCner Tee", "Grüner Tee"),
    Row("SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Gr=FCn", "Grün"),
    Row("SUMMARY;ENCODING=QUOTED-PRINTABLE:Gr=FCn", "Grün"),
    Row("SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=windows-1252:5 =80", "5 €"),
    Row("SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=iso-8859-15:5 =A4", "5 €"),
    Row("SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=US-ASCII:1 =3D 1", "1 = 1"),
    Row(
      "SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=GB2312:=B2=E8", "=B2=E8",
      codes: ["charset-unknown"]),
    Row("SUMMARY;ENCODING=QUOTED-PRINTABLE:a=0D=0Ab\\, c", "a\r\nb, c"),
    // An equals sign that begins no code.
    Row("SUMMARY;ENCODING=QUOTED-PRINTABLE:1=2 and =ZZ", "12 and ZZ"),
    Row(
      "SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Fahrt nach =\n Berlin", "Fahrt nach Berlin"),
    Row("SUMMARY;ENCODING=QUOTED-PRINTABLE:Business =\n Travel", "Business Travel"),
    Row("SUMMARY;ENCODING=QUOTED-PRINTABLE:Green=\n  tea", "Green tea"),
    Row("SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=\n dBa =eF=C3=a9", "dBa eFé"),
    // Soft line breaks: the next line doesn't begin with a blank.
    Row("SUMMARY;ENCODING=QUOTED-PRINTABLE:Green=\n=20tea=\n\n", "Green tea"),
    Row("SUMMARY;ENCODING=QUOTED-PRINTABLE:Green=20=\n =C3=A9t=C3=A9", "Green été"),
    Row("SUMMARY;ENCODING=QUOTED-PRINTABLE:Green =\ntea: a=\n=20cup", "Green tea: a cup"),
    Row("SUMMARY;ENCODING=QUOTED-PRINTABLE:Green =\nLOCATION:x", "Green"),
    Row("SUMMARY:a=C3=BC=\nb", "a=C3=BC=", codes: ["line-ignored"]),
  ])
  func `a quoted-printable text is decoded`(_ row: Row) throws {
    let document = try read(event(row.line))
    #expect(document.components.first?.title == row.title)
    #expect(document.codes == row.codes)
  }

  @Test func `an alarm's text and a list are decoded, a UID is not`() throws {
    let text = event(
      """
      CATEGORIES;ENCODING=QUOTED-PRINTABLE:caf=C3=A9,th=C3=A9
      BEGIN:VALARM
      DESCRIPTION;ENCODING=QUOTED-PRINTABLE:caf=
      =C3=A9
      TRIGGER:-PT5M
      END:VALARM
      """
    ).replacing("UID:event@", with: "UID;ENCODING=QUOTED-PRINTABLE:a=40")
    let component = try #require(try read(text).components.first)
    #expect(component.categories == ["café", "thé"])
    #expect(component.alarms.first??.text == "café")
    #expect(component.uid == "a=40example.org")
  }

  @Test func `a soft line break takes no line that ends a component`() throws {
    let lines = "SUMMARY;ENCODING=QUOTED-PRINTABLE:a="
    let document = try read(event(lines, alarm: ""))
    #expect(document.components.map(\.title) == ["a"])
    let alarm = try read(event("BEGIN:VALARM\nTRIGGER:-PT5M\n\(lines)\nEND:VALARM"))
    #expect(alarm.components.first?.alarms.first??.text == "a")
  }
}
