import CivilTime
import DesktopReminders
import NotificationTriggers
import ReminderCompiler
import SeededRandom
import SystemdTimers
import Testing

/// Reminders and tables for tests.
enum TestReminders {
  /// 2028-01-03T12:00:00Z.
  static let noon = Instant(secondsSince1970: 1_830_513_600)

  /// Returns a reminder of an event of one hour, by default at its start.
  static func reminder(
    _ uid: String, at: Instant, alarm: Int = 0, repetition: Int = 0, start: Instant? = nil,
    source: String = "a.ics", isToDo: Bool = false, level: InterruptionLevel = .active
  ) -> DueReminder {
    let start = start ?? at
    return DueReminder(
      at: at,
      origin: .init(
        source: source, uid: uid, distinction: "", alarm: alarm, occurrence: start,
        isToDo: isToDo),
      repetition: repetition, title: uid, body: "", level: level, link: nil, isMeeting: false,
      time: .init(kind: isToDo ? .due : .timed, start: start, end: start + 3_600, zone: nil))
  }

  /// Returns a table of reminders.
  static func table(
    _ reminders: [DueReminder], _ change: (inout ShowSettings) -> Void = { _ in }
  ) throws -> DueTable {
    var settings = ShowSettings()
    change(&settings)
    let header = DueTable.Header(
      language: .english, timeZone: "UTC", end: noon + 86_400 * 400, settings: settings)
    let zones = ZoneDatabase()
    let text = DueTable.text(
      header, reminders: reminders.sorted { $0.at < $1.at }, in: .gmt, zones: zones)
    return try DueTable(Array(text.utf8))
  }
}

/// The table of due reminders.
struct DueTableTests {
  @Test(arguments: 0..<20)
  func `the reminders between two instants are those of a linear search`(_ seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let reminders = (0..<Int.random(in: 0...60, using: &random)).map { number in
      TestReminders.reminder(
        "event \(number)" + String(repeating: "x", count: Int.random(in: 0...90, using: &random)),
        at: TestReminders.noon + Int.random(in: 0...40, using: &random))
    }
    let table = try TestReminders.table(reminders)
    for start in -2...42 {
      for length in [0, 1, 3, 20, 50] {
        let (first, last) = (TestReminders.noon + start, TestReminders.noon + start + length)
        let found = try table.reminders(after: first, through: last)
        #expect(
          Set(found.map(\.identifier))
            == Set(reminders.filter { $0.at > first && $0.at <= last }.map(\.identifier)))
        #expect(found.map(\.at) == found.map(\.at).sorted())
      }
      let next = try table.reminders(after: TestReminders.noon + start, first: 3)
      #expect(
        next.map(\.at)
          == Array(
            reminders.map(\.at).filter { $0 > TestReminders.noon + start }.sorted().prefix(3)))
    }
  }

  @Test func `a reminder is read back with all its values`() throws {
    let hostile = "a\tb\\n\u{1F}\"'<b>$(id)%h\u{2028}\u{202E}ü"
    let reminder = DueReminder(
      at: TestReminders.noon,
      origin: .init(
        source: "/a b/ü.ics", uid: hostile, distinction: "x", alarm: nil, occurrence: nil,
        isToDo: true),
      repetition: 7, title: hostile, body: "one\ntwo\t\(hostile)", level: .critical,
      link: "https://example.org/", isMeeting: true,
      time: .init(
        kind: .dueDate, start: TestReminders.noon, end: TestReminders.noon + 5,
        zone: "Europe/Berlin"))
    let table = try TestReminders.table([reminder])
    let found = try table.reminders(
      after: TestReminders.noon - 1, through: TestReminders.noon)
    #expect(found == [reminder])
  }

  @Test func `a line has four fields before its JSON, whatever its texts contain`() throws {
    let reminder = DueReminder(
      at: TestReminders.noon,
      origin: .init(
        source: "a", uid: "b", distinction: "", alarm: 0, occurrence: nil, isToDo: false),
      repetition: 0, title: "tab\there\nline", body: "one\ttwo\nthree\\four", level: .passive,
      link: nil, isMeeting: false, time: nil)
    let zones = ZoneDatabase()
    let text = DueTable.text(
      DueTable.Header(
        language: .english, timeZone: "UTC", end: TestReminders.noon, settings: ShowSettings()),
      reminders: [reminder], in: .gmt, zones: zones)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3)
    let fields = lines[1].split(separator: "\t", omittingEmptySubsequences: false)
    // notify-send reads a pair of backslashes as one, and \n as a line break.
    #expect(
      fields.prefix(4) == ["001830513600", "low", "tab here line", #"one two\nthree\\four"#])
    #expect(fields.count == 5)
  }

  @Test func `a long UID is shortened by a digest, which still distinguishes series`() {
    let long = String(repeating: "x", count: 80_000)
    let first = TestReminders.reminder(long + "a", at: TestReminders.noon).origin
    let second = TestReminders.reminder(long + "b", at: TestReminders.noon).origin
    #expect(first.uid.utf8.count <= 256 && first != second)
    #expect(TestReminders.reminder("short", at: TestReminders.noon).origin.uid == "short")
  }

  @Test(arguments: ["", "{}", "nothing", #"{"version":2}"#, "\u{0}", "[[[[[[[["])
  func `an invalid table is rejected`(_ text: String) {
    #expect(throws: DueTable.FormatError.self) { try DueTable(Array(text.utf8)) }
  }

  @Test func `a truncated table is rejected when it is read, and never traps`() throws {
    let reminders = (0..<5).map {
      TestReminders.reminder("event \($0)", at: TestReminders.noon + $0)
    }
    let zones = ZoneDatabase()
    let text = DueTable.text(
      DueTable.Header(
        language: .english, timeZone: "UTC", end: TestReminders.noon, settings: ShowSettings()),
      reminders: reminders, in: .gmt, zones: zones)
    let bytes = Array(text.utf8)
    var refused = 0
    for count in bytes.indices {
      do throws(DueTable.FormatError) {
        let table = try DueTable(Array(bytes[..<count]))
        let found = try table.reminders(
          after: TestReminders.noon - 1, through: TestReminders.noon + 9)
        #expect(found == Array(reminders.prefix(found.count)))
      } catch {
        refused += 1
      }
    }
    // A cut at the end of a line is accepted.
    #expect(refused >= bytes.count - 2 * reminders.count - 2)
  }
}
