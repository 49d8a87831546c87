import ICalendar
import ICalendarReader
import Testing

@Suite struct LinkTests {
  struct Row: CustomTestStringConvertible {
    let lines: String
    let conference: String?

    init(_ lines: String, _ conference: String?) {
      self.lines = lines
      self.conference = conference
    }

    var testDescription: String { lines.replacing("\n", with: " ") }
  }

  private static let zoom = "https://example.zoom.us/j/123456?pwd=abc"
  private static let meet = "https://meet.google.com/abc-defg-hij"

  @Test(arguments: [
    Row("SUMMARY:Nothing", nil),
    Row(
      "CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://video.example.org/room",
      "https://video.example.org/room"),
    // RFC 7986, 5.11 allows several; a link is preferred to a telephone number.
    Row(
      "CONFERENCE;VALUE=URI;FEATURE=PHONE:tel:+1-555-0100\nCONFERENCE;VALUE=URI:https://a.example/x",
      "https://a.example/x"),
    Row("CONFERENCE;VALUE=URI;FEATURE=PHONE:tel:+1-555-0100", "tel:+1-555-0100"),
    Row("CONFERENCE:javascript:alert(1)\nX-GOOGLE-CONFERENCE:\(meet)", meet),
    Row(
      "X-MICROSOFT-SKYPETEAMSMEETINGURL:https://teams.microsoft.com/l/meetup-join/19%3a",
      "https://teams.microsoft.com/l/meetup-join/19%3a"),
    Row("X-MICROSOFT-ONLINEMEETINGCONFLINK:conf:sip:a@example.org\nLOCATION:\(zoom)", zoom),
    Row("LOCATION:Room 5\nDESCRIPTION:Join: \(zoom)\\nor by phone", zoom),
    Row("LOCATION:\(meet)\nDESCRIPTION:\(zoom)", meet),
    Row("URL:\(meet)\nDESCRIPTION:\(zoom)", meet),
    Row("URL:javascript:alert(1)//\(zoom)", nil),
    Row("DESCRIPTION:See https://example.org/minutes", nil),
    Row("DESCRIPTION:file:///etc/passwd javascript:alert(1)", nil),
  ])
  func `the conference is that of a property, or else the first link to a meeting`(
    _ row: Row
  ) throws {
    let document = try read(event("DTSTART:20260105T080000Z\n\(row.lines)"))
    let component = try #require(document.components.first)
    #expect(component.conference == row.conference)
    // The reader keeps the description only if the options request it.
    #expect(component.details.isEmpty)
  }

  @Test func `a description is kept if it is requested`() throws {
    let text = event("DTSTART:20260105T080000Z\nDESCRIPTION:Bring\\, please\\nsocks")
    var options = ReadingOptions()
    options.includesDetails = true
    let documents = try read([text], options: options)
    #expect(documents.first?.components.first?.details == "Bring, please\nsocks")
  }

  @Test func `URL is kept unchanged`() throws {
    let document = try read(
      event("DTSTART:20260105T080000Z\nURL;VALUE=URI:https://example.org/a,b"))
    #expect(document.components.first?.url == "https://example.org/a,b")
    #expect(document.diagnostics.isEmpty)
  }

  @Test(
    arguments: [
      ("X-NEXTCLOUD-BC-YEAR:1985\nX-NEXTCLOUD-BC-UNKNOWN-YEAR:0", 1_985),
      ("X-NEXTCLOUD-BC-UNKNOWN-YEAR:1", 0), ("X-SMT-MISSING-YEAR:1\nX-NEXTCLOUD-BC-YEAR:1985", 0),
      ("X-NEXTCLOUD-BC-YEAR:many", nil), ("SUMMARY:Ada", nil),
    ] as [(String, Int?)])
  func `a birthday's year is read from exporters' properties`(lines: String, year: Int?) throws {
    let document = try read(event("DTSTART;VALUE=DATE:20250105\n\(lines)"))
    #expect(document.components.first?.originYear == year)
  }

  @Test(
    arguments: [
      ("AUDIO", "ATTACH;VALUE=URI:Basso", "Basso"), ("AUDIO", "ATTACH:chime 2.caf", "chime 2.caf"),
      ("AUDIO", "ATTACH;FMTTYPE=audio/basic:ftp://example.org/pub/bell.aud", nil),
      ("AUDIO", "ATTACH:../bell.caf", nil), ("AUDIO", "ATTACH:/etc/passwd", nil),
      ("AUDIO", "ATTACH;FMTTYPE=audio/wav;ENCODING=BASE64;VALUE=BINARY:UklGRiQAAABXQVZF", nil),
      ("AUDIO", "ATTACH:critical", nil), ("AUDIO", "ATTACH:message.pdf", nil),
      ("AUDIO", "ATTACH:-rf", nil), ("AUDIO", "ATTACH:.hidden", nil), ("AUDIO", "ATTACH:", nil),
      ("DISPLAY", "ATTACH;VALUE=URI:Basso", nil),
      ("AUDIO", "ATTACH:file:///System/Library/Sounds/azan.caf", "azan.caf"),
      ("AUDIO", "ATTACH;VALUE=URI:FILE://localhost/a/my%20bell.ogg", "my bell.ogg"),
      ("AUDIO", "ATTACH:file:///a/bell%2Fup.caf", nil), ("AUDIO", "ATTACH:file:///", nil),
      ("AUDIO", "ATTACH:file:///a/%2Ecaf", nil), ("AUDIO", "ATTACH:file:///a/run.sh", nil),
    ] as [(String, String, String?)])
  func `an alarm's sound is a plain file name`(
    action: String, line: String, name: String?
  ) throws {
    let alarm = "BEGIN:VALARM\nACTION:\(action)\nTRIGGER:-PT5M\n\(line)\nEND:VALARM"
    let document = try read(event("DTSTART:20260105T080000Z\n\(alarm)"))
    let found = document.components.first?.alarms.first ?? nil
    #expect(found?.soundName == name)
    #expect(found?.soundHasPath == (name != nil && line.lowercased().contains("file:")))
  }

  @Test func `an attachment of any size is skipped`() throws {
    let file = String(repeating: "QUJD", count: 9 << 20)
    let document = try read(
      event("DTSTART:20260105T080000Z\nATTACH;ENCODING=BASE64;VALUE=BINARY:\(file)"))
    #expect(document.components.count == 1)
    #expect(document.diagnostics.isEmpty)
  }
}

@Suite struct AttributeTests {
  private static var keeping: ReadingOptions {
    var options = ReadingOptions(includesComponentsWithoutAlarms: true)
    options.includesAttributes = true
    return options
  }

  private static let lines = """
    CLASS:Confidential
    STATUS:tentative
    TRANSP:TRANSPARENT
    ORGANIZER;CN="Boss: The":mailto:boss@example.org
    ATTENDEE;PARTSTAT=declined;CN=Ann:MAILTO:ann@example.org
    ATTENDEE;ROLE=REQ-PARTICIPANT:mailto:bob@example.org
    attendee;email=carl@example.org;partstat="TENTATIVE":urn:uuid:1
    ATTENDEE;PARTSTAT=;CN="":mailto:dora@example.org
    ATTENDEE:/principals/eve
    """

  @Test func `attributes are read if rules need them`() throws {
    let component = try #require(
      try read(event(AttributeTests.lines), options: AttributeTests.keeping).components.first)
    #expect(component.classification == "CONFIDENTIAL")
    #expect(component.status == "TENTATIVE")
    #expect(component.transparency == "TRANSPARENT")
    #expect(component.organizer == CalendarUser("boss@example.org", name: "Boss: The"))
    #expect(
      component.attendees == [
        CalendarUser("ann@example.org", name: "Ann", participation: "DECLINED"),
        CalendarUser("bob@example.org"),
        CalendarUser("carl@example.org", participation: "TENTATIVE"),
        CalendarUser("dora@example.org"), CalendarUser("/principals/eve"),
      ])
    #expect(component.attendees[1].participation == "NEEDS-ACTION")
  }

  @Test func `attributes are left out otherwise, and all else is equal`() throws {
    let without = try #require(try read(event(AttributeTests.lines)).components.first)
    var with = try #require(
      try read(event(AttributeTests.lines), options: AttributeTests.keeping).components.first)
    #expect(without.attendees.isEmpty && without.status.isEmpty)
    #expect(without.classification == "PUBLIC" && without.transparency == "OPAQUE")
    (with.classification, with.status, with.transparency) = ("", "", "")
    (with.organizer, with.attendees) = (nil, [])
    #expect(with == without)
  }

  @Test func `an identifier from a component's content doesn't depend on attributes`() throws {
    let text = calendar(
      "BEGIN:VEVENT\nDTSTART:20260105T080000\n\(AttributeTests.lines)\nEND:VEVENT")
    #expect(
      try read(text, options: AttributeTests.keeping).components.map(\.uid)
        == read(text).components.map(\.uid))
  }

  @Test func `the attendees of an alarm are not attendees of the event`() throws {
    let text = event(
      "BEGIN:VALARM\nACTION:EMAIL\nTRIGGER:PT0S\nATTENDEE:mailto:a@example.org\nEND:VALARM")
    let component = try #require(
      try read(text, options: AttributeTests.keeping).components.first)
    #expect(component.attendees.isEmpty)
  }
}

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
    // An equals sign without two hexadecimal digits.
    Row("SUMMARY;ENCODING=QUOTED-PRINTABLE:1=2 and =ZZ", "12 and ZZ"),
    Row(
      "SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Fahrt nach =\n Berlin", "Fahrt nach Berlin"),
    Row("SUMMARY;ENCODING=QUOTED-PRINTABLE:Business =\n Travel", "Business Travel"),
    Row("SUMMARY;ENCODING=QUOTED-PRINTABLE:Green=\n  tea", "Green tea"),
    Row("SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=\n dBa =eF=C3=a9", "dBa eFé"),
    // After a soft line break, the next line doesn't begin with a space.
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

  @Test func `an alarm's text and a list are decoded, but not a UID`() throws {
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

  @Test func `a soft line break doesn't swallow the end of a component`() throws {
    let lines = "SUMMARY;ENCODING=QUOTED-PRINTABLE:a="
    let document = try read(event(lines, alarm: ""))
    #expect(document.components.map(\.title) == ["a"])
    let alarm = try read(event("BEGIN:VALARM\nTRIGGER:-PT5M\n\(lines)\nEND:VALARM"))
    #expect(alarm.components.first?.alarms.first??.text == "a")
  }
}
