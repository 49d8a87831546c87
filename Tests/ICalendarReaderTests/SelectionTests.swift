import CivilTime
import ICalendar
import ICalendarReader
import Testing

@Suite struct SelectionTests {
  private func component(_ uid: String, _ content: String = "DTSTART:20260105") -> String {
    "BEGIN:VEVENT\nUID:\(uid)\n\(content)\nEND:VEVENT\n"
  }

  private let alarm = "\nBEGIN:VALARM\nTRIGGER:-PT5M\nEND:VALARM"

  @Test func `without default alarms, only components that can fire or silence are read`() throws {
    let text = calendar(
      component("silent") + component("alarm", "DTSTART:20260105" + alarm)
        + component("moved", "DTSTART:20260107\nRECURRENCE-ID:20260106")
        + component("moved", "DTSTART:20260105\nRRULE:FREQ=DAILY"))
    #expect(
      try read(text, options: ReadingOptions()).components.map(\.uid) == [
        "alarm", "moved", "moved",
      ])
    #expect(try read(text).components.map(\.uid) == ["silent", "alarm", "moved", "moved"])
  }

  @Test func `a component in another file is read because of its UID`() throws {
    let documents = try read(
      [
        calendar(component("shared\\,one")),
        calendar(component("shared,", "DTSTART:20260105") + component("other")),
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID;X-A=\"b:c\":shar\n ed,one\nDTSTART:20260105" + alarm
          + "\nEND:VEVENT\nEND:VCALENDAR\n",
      ], options: ReadingOptions())
    #expect(documents.map { $0.components.map(\.uid) } == [["shared,one"], [], ["shared,one"]])
    #expect(documents.flatMap(\.components).map(\.source) == ["1.ics", "3.ics"])
  }

  struct Row: CustomTestStringConvertible {
    let content: String
    let isRead: Bool

    init(_ content: String, isRead: Bool) {
      self.content = content
      self.isRead = isRead
    }

    var testDescription: String { content.replacing("\n", with: " ") }
  }

  @Test(arguments: [
    // 10 days before 2026-11-01 is 2026-10-22, 102 days before it 2026-07-22.
    Row("DTSTART:20261021T235959Z\nTRIGGER:-PT5M", isRead: false),
    Row("DTSTART:20261022T000000Z\nTRIGGER:-PT5M", isRead: true),
    Row("DTSTART:20261001\nDTEND:20261022\nTRIGGER:-PT5M", isRead: true),
    Row("DTSTART:20261001\nDUE:20261021T235959Z\nTRIGGER:-PT5M", isRead: false),
    Row("DTSTART:20261001\nDUE:20261022T000000Z\nTRIGGER:-PT5M", isRead: true),
    Row("DTSTART:20261001\nTRIGGER:P7DT23H59M59S", isRead: false),
    Row("DTSTART:20261001\nTRIGGER:P8D", isRead: true),
    Row("DTSTART:20260721T235959Z\nTRIGGER:P8D", isRead: false),
    Row("DTSTART:20260722T000000Z\nTRIGGER:-P8D", isRead: true),
    Row("DTSTART;TZID=Europe/Berlin:20240101T080000\nTRIGGER:-P1W", isRead: false),
    Row("DTSTART;VALUE=DATE:20240101\nTRIGGER:PT9H", isRead: false),
    Row("DTSTART;TZID=\"Europe/Berlin\":20240101T080000\nTRIGGER:-P1W", isRead: true),
    Row("DTSTART:2024\n 0101T080000\nTRIGGER:-P1W", isRead: true),
    Row("DTST\n ART:20240101T080000\nTRIGGER:-P1W", isRead: true),
    Row("DTSTART:2024-01-01T08:00:00\nTRIGGER:-P1W", isRead: false),
    Row("DTSTART:20240101T080000\nTRIGGER:P99DT23H59M", isRead: false),
    Row("DTSTART:20240101T080000\nTRIGGER:P100D", isRead: true),
    Row("DTSTART:20240101T080000\nTRIGGER:-P15W", isRead: true),
    Row("DTSTART:20240101T080000\nTRIGGER:P3M", isRead: true),
    Row("DTSTART:20240101T080000\nTRIGGER:P4M", isRead: true),
    Row("DTSTART:20240101T080000\nTRIGGER;VALUE=DATE-TIME:20261224T080000Z", isRead: true),
    Row("DTSTART:20240101T080000\nTRIGGER;VALUE=DATE-TIME:19760401T005545Z", isRead: false),
    Row("DTSTART:20240101T080000\nTRIGGER:-PT5M\nREPEAT:1\nDURATION:P3Y", isRead: true),
    Row("DTSTART:20240101T080000\nTRIGGER:soon", isRead: true),
    Row("DTSTART:20240101T080000\nRRULE:FREQ=DAILY\nTRIGGER:-PT5M", isRead: true),
    Row("DTSTART:20240101T080000\nRDATE:20270101T080000\nTRIGGER:-PT5M", isRead: true),
    Row("DTSTART:20240101T080000\nR\n RULE:FREQ=DAILY\nTRIGGER:-PT5M", isRead: true),
    Row("DTSTART:20240101T080000\nDTEND:20270101T080000\nTRIGGER;RELATED=END:PT0S", isRead: true),
    Row("DTSTART:20240101T080000\nDURATION:P900D\nTRIGGER;RELATED=END:PT0S", isRead: true),
    Row("DTSTART:20240101T080000\nTRIGGER:-PT5M\nX-MOZ-SNOOZE-TIME:20261101T080000Z", isRead: true),
    Row("DTSTART:20240101T080000\nRECURRENCE-ID:20240101T080000\nTRIGGER:-PT5M", isRead: true),
    Row("TRIGGER;VALUE=DATE-TIME:19760401T005545Z", isRead: true),
    // The continuation after a folded blank line is read.
    Row("DTSTART:20240101T080000\n\r\n RRULE:FREQ=DAILY\nTRIGGER:-PT5M", isRead: true),
    Row("DTSTART:20240101T080000\n\r\nSUMMARY:a\nTRIGGER:-PT5M", isRead: false),
  ])
  func `only components that are certainly past are left out`(_ row: Row) throws {
    let lines = row.content.split(separator: "\n")
    let split = lines.firstIndex { $0.hasPrefix("TRIGGER") } ?? lines.endIndex
    let content =
      lines[..<split].joined(separator: "\n") + "\nBEGIN:VALARM\n"
      + lines[split...].joined(separator: "\n") + "\nEND:VALARM"
    let options = ReadingOptions(firesFrom: instant("2026-11-01T00:00:00Z"))
    let document = try read(calendar(component("a", content)), options: options)
    let isRead =
      !document.components.isEmpty || document.diagnostics.contains { $0.severity == .error }
    #expect(isRead == row.isRead)
  }

  @Test func `default alarms are farther from a start than others`() throws {
    var options = ReadingOptions(
      includesComponentsWithoutAlarms: true, firesFrom: instant("2026-11-01T00:00:00Z"))
    func isRead(_ start: String) throws -> Bool {
      try !read(calendar(component("a", start)), options: options).components.isEmpty
    }
    #expect(try isRead("DTSTART:20261021T235959Z" + alarm))
    #expect(try isRead("DTSTART:20260722T000000Z"))
    #expect(try !isRead("DTSTART:20260721T235959Z"))
    options.remembersFrom = instant("2025-11-01T00:00:00Z")
    #expect(try isRead("DTSTART:20250722T000000Z"))
    #expect(try !isRead("DTSTART:20250721T235959Z"))
  }

  @Test func `reading past reminders doesn't change other components`() throws {
    // With a shared limit, forty thousand past alarms would leave 32 alarms for each event.
    let past = (0..<40_000).map { component("\($0)", "DTSTART:20260105" + alarm) }.joined()
    let next = component("next", "DTSTART:20270105" + String(repeating: alarm, count: 50))
    var options = ReadingOptions(firesFrom: instant("2026-11-01T00:00:00Z"))
    let own = try read(calendar(next), options: options)
    options.remembersFrom = instant("2020-11-01T00:00:00Z")
    let document = try read(calendar(past + next), options: options)
    #expect(document.components.count == 40_001)
    #expect(document.components.last?.alarms.count == 50)
    #expect(document.components.last?.alarms == own.components.last?.alarms)
    #expect(document.codes == [])
  }

  @Test(arguments: [(32, 1_000, 1_000), (33, 1_000, 32), (33, 993, 32)])
  func `with more than 32,768 alarms each component has 32 at most`(
    events: Int, alarms: Int, limit: Int
  ) throws {
    let event = component("a", "DTSTART:20260105" + String(repeating: alarm, count: alarms))
    let document = try read(
      calendar((0..<events).map { event.replacing("UID:a", with: "UID:\($0)") }.joined()))
    #expect(document.components.allSatisfy { $0.alarms.count == min(alarms, limit) })
    #expect(document.codes == Array(repeating: "alarms-cut", count: alarms > limit ? events : 0))
  }

  @Test func `a past component is read because of its UID`() throws {
    let past = component("a", "DTSTART:20200105\nSEQUENCE:2" + alarm)
    let next = component("a", "DTSTART:20270105\nSEQUENCE:1" + alarm)
    let options = ReadingOptions(firesFrom: instant("2026-11-01T00:00:00Z"))
    #expect(try read(calendar(past), options: options).components.isEmpty)
    #expect(
      try read([calendar(next), calendar(past)], options: options)
        .map(\.components.count) == [1, 1])
  }

  @Test(arguments: ["REPLY", "REFRESH", "COUNTER", " declinecounter "])
  func `a reply to an invitation or a question about it is ignored`(_ method: String) throws {
    let document = try read(
      "BEGIN:VCALENDAR\nMETHOD:\(method)\n" + component("a", "DTSTART:20260105" + alarm)
        + "END:VCALENDAR\n" + calendar(component("b")))
    #expect(document.components.map(\.uid) == ["b"])
    #expect(document.codes == ["method-ignored"])
    #expect(
      document.componentCounts.components == 1
        && document.componentCounts.componentsWithoutAlarms == 1)
  }

  @Test(arguments: [
    (["a"], false), (["a", "a"], false), (["a", "b"], true), (["a", "a\\", "A"], true),
    (["shar\n ed", "shared"], false),
  ])
  func `a file with several UIDs is distinguished from an entry of a collection`(
    uids: [String], isSeveral: Bool
  ) throws {
    let reader = CalendarReader(zones: database)
    let text = calendar(uids.map { component($0) }.joined())
    #expect(try reader.scan(Array(text.utf8), file: "a.ics").hasSeveralUIDs == isSeveral)
  }
}
