import CivilTime
import Foundation
import ICalendar
import ReminderCompiler
import Testing

/// Examples of documents that are run.
///
/// What an example prints is held against the comment behind it: `print(month)  // 2`.
protocol Example {}

extension Example {
  /// Holds what an example prints against its comment; takes the place of Swift's `print`.
  func print(
    _ values: Any..., fileID: String = #fileID, file: String = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    let printed = values.map { "\($0)" }.joined(separator: " ")
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let place = SourceLocation(
      fileID: fileID, filePath: file, line: line, column: column)
    guard let text = try? String(contentsOfFile: file, encoding: .utf8),
      let said = text.split(separator: "\n", omittingEmptySubsequences: false)[line - 1]
        .firstRange(of: "  // ").map({ text[$0.upperBound...].prefix { $0 != "\n" } })
    else {
      Issue.record("no comment says what is printed: \(printed)", sourceLocation: place)
      return
    }
    #expect(printed == said, sourceLocation: place)
    PrintedLines.current?.insert(line)
  }
}

/// Examples that begin where the one of `Compiler` ends.
protocol StandUpExample: Example {
  /// A stand-up on weekdays.
  var standUp: CalendarComponent { get }
  /// A phone in Berlin.
  var options: NotificationOptions { get }
}

extension StandUpExample {
  /// What the example of `Compiler` makes.
  static func given() throws -> (CalendarComponent, NotificationOptions) {
    let berlin = try #require(ZoneDatabase().zone(named: "Europe/Berlin"))
    let start = try #require(CivilDateTime(iso8601: "2027-09-06T09:00"))
    let before = try #require(CalendarDuration("-PT10M"))
    var standUp = CalendarComponent(
      uid: "standup@example.org", start: CalendarTime(start, reference: .zone(berlin)))
    standUp.title = "Stand-up"
    standUp.rules = [try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")]
    standUp.alarms = [Alarm(.relative(before, to: .start))]
    let now = try #require(Instant(iso8601: "2028-01-03T07:00:00Z"))
    return (standUp, NotificationOptions(now: now, deviceZone: berlin))
  }
}
