import ICalendar
import ICalendarReader
import Testing

/// Which links, sounds and years are read.
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
    // RFC 7986, 5.11: several; who dials in needs no screen.
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
  func `people meet at what a property names, else at the first link to a meeting`(
    _ row: Row
  ) throws {
    let document = try read(event("DTSTART:20260105T080000Z\n\(row.lines)"))
    let component = try #require(document.components.first)
    #expect(component.conference == row.conference)
    // The text itself is kept where somebody asks for it only.
    #expect(component.details.isEmpty)
  }

  @Test func `a description is kept where it is asked for`() throws {
    let text = event("DTSTART:20260105T080000Z\nDESCRIPTION:Bring\\, please\\nsocks")
    var options = ReadingOptions()
    options.includesDetails = true
    let documents = try read([text], options: options)
    #expect(documents.first?.components.first?.details == "Bring, please\nsocks")
  }

  @Test func `URL is kept as it stands`() throws {
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
  func `exporters say from which year a birthday counts`(_ lines: String, _ year: Int?) throws {
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
    _ action: String, _ line: String, _ name: String?
  ) throws {
    let alarm = "BEGIN:VALARM\nACTION:\(action)\nTRIGGER:-PT5M\n\(line)\nEND:VALARM"
    let document = try read(event("DTSTART:20260105T080000Z\n\(alarm)"))
    let found = document.components.first?.alarms.first ?? nil
    #expect(found?.soundName == name)
    #expect(found?.soundHasPath == (name != nil && line.lowercased().contains("file:")))
  }

  @Test func `a file inside an event is passed over, whatever its size`() throws {
    let file = String(repeating: "QUJD", count: 12 << 20)
    let document = try read(
      event("DTSTART:20260105T080000Z\nATTACH;ENCODING=BASE64;VALUE=BINARY:\(file)"))
    #expect(document.components.count == 1)
    #expect(document.diagnostics.isEmpty)
  }
}
