import ICalendar
import ICalendarReader
import Testing

/// What a component says of itself, for rules.
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

  @Test func `they are read where rules ask for them`() throws {
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

  @Test func `nothing of them is kept otherwise, and nothing else is another`() throws {
    let without = try #require(try read(event(AttributeTests.lines)).components.first)
    var with = try #require(
      try read(event(AttributeTests.lines), options: AttributeTests.keeping).components.first)
    #expect(without.attendees.isEmpty && without.status.isEmpty)
    #expect(without.classification == "PUBLIC" && without.transparency == "OPAQUE")
    (with.classification, with.status, with.transparency) = ("", "", "")
    (with.organizer, with.attendees) = (nil, [])
    #expect(with == without)
  }

  @Test func `an identifier made of what a component says is the same with them`() throws {
    let text = calendar(
      "BEGIN:VEVENT\nDTSTART:20260105T080000\n\(AttributeTests.lines)\nEND:VEVENT")
    #expect(
      try read(text, options: AttributeTests.keeping).components.map(\.uid)
        == read(text).components.map(\.uid))
  }

  @Test func `the attendees of an alarm are none of the event's`() throws {
    let text = event(
      "BEGIN:VALARM\nACTION:EMAIL\nTRIGGER:PT0S\nATTENDEE:mailto:a@example.org\nEND:VALARM")
    let component = try #require(
      try read(text, options: AttributeTests.keeping).components.first)
    #expect(component.attendees.isEmpty)
  }
}
