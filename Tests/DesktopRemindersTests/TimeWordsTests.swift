import CivilTime
import DesktopReminders
import Testing

/// Times and days as a person types them.
@Suite struct TimeWordsTests {
  private static let zones = ZoneDatabase()

  /// Texts, the zone, the instant at which they are typed, and their meaning.
  ///
  /// Python's zoneinfo converted the expected local times; a day without a time means 07:15.
  private static let instants: [(String, String, String, String)] = [
    ("15m", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-03T11:45:00Z"),
    ("PT15M", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-03T11:45:00Z"),
    ("1 hour", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-03T12:30:00Z"),
    ("1h", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-03T12:30:00Z"),
    ("an hour", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-03T12:30:00Z"),
    ("An  Hour", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-03T12:30:00Z"),
    ("half an hour", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-03T12:00:00Z"),
    ("half hour", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-03T12:00:00Z"),
    ("in 2 hours", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-03T13:30:00Z"),
    ("until 18:00", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-03T17:00:00Z"),
    ("1h30m", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-03T13:00:00Z"),
    ("1 hour and 30 minutes", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-03T13:00:00Z"),
    ("two hours", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-03T13:30:00Z"),
    ("90 min", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-03T13:00:00Z"),
    ("45s", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-03T11:30:45Z"),
    ("14:00", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-03T13:00:00Z"),
    ("2pm", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-03T13:00:00Z"),
    ("2 pm", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-03T13:00:00Z"),
    ("at 14:00", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-03T13:00:00Z"),
    ("12:30", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-04T11:30:00Z"),
    ("12:30:01", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-03T11:30:01Z"),
    ("8:00", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-04T07:00:00Z"),
    ("noon", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-04T11:00:00Z"),
    ("0:00", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-03T23:00:00Z"),
    ("tomorrow", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-04T06:15:00Z"),
    ("TOMORROW", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-04T06:15:00Z"),
    ("tomorrow 14:00", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-04T13:00:00Z"),
    ("14:00 tomorrow", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-04T13:00:00Z"),
    ("tomorrow at 2pm", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-04T13:00:00Z"),
    ("today 14:00", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-03T13:00:00Z"),
    ("tuesday", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-04T06:15:00Z"),
    ("sun", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-09T06:15:00Z"),
    ("thurs 9:00", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-06T08:00:00Z"),
    ("monday", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-10T06:15:00Z"),
    ("monday 9:00", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-10T08:00:00Z"),
    ("9:00 monday", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-10T08:00:00Z"),
    ("2028-01-05", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-05T06:15:00Z"),
    ("2028-01-05 14:00", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-05T13:00:00Z"),
    ("2028-01-05T14:00", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-05T13:00:00Z"),
    ("Wed 2028-01-05 14:00", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-05T13:00:00Z"),
    ("2 days", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-05T11:30:00Z"),
    ("1 week", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-10T11:30:00Z"),
    ("a day", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-04T11:30:00Z"),
    ("1d 2h", "Europe/Berlin", "2028-01-03T11:30:00Z", "2028-01-04T13:30:00Z"),
    ("P366D", "Europe/Berlin", "2028-01-03T11:30:00Z", "2029-01-03T11:30:00Z"),
    ("tomorrow 2:30", "Europe/Berlin", "2028-03-25T11:00:00Z", "2028-03-26T01:30:00Z"),
    ("2:30", "Europe/Berlin", "2028-03-26T00:30:00Z", "2028-03-26T01:30:00Z"),
    ("2:30", "Europe/Berlin", "2028-03-26T01:10:00Z", "2028-03-27T00:30:00Z"),
    ("1 day", "Europe/Berlin", "2028-03-25T11:00:00Z", "2028-03-26T10:00:00Z"),
    ("24 hours", "Europe/Berlin", "2028-03-25T11:00:00Z", "2028-03-26T11:00:00Z"),
    ("1 day", "Europe/Berlin", "2028-03-25T01:30:00Z", "2028-03-26T01:30:00Z"),
    ("tomorrow 2:30", "Europe/Berlin", "2028-10-28T10:00:00Z", "2028-10-29T00:30:00Z"),
    ("2:30", "Europe/Berlin", "2028-10-29T00:10:00Z", "2028-10-29T00:30:00Z"),
    ("2:30", "Europe/Berlin", "2028-10-29T00:40:00Z", "2028-10-29T01:30:00Z"),
    ("2:30", "Europe/Berlin", "2028-10-29T01:40:00Z", "2028-10-30T01:30:00Z"),
    ("2:30", "Europe/Berlin", "2028-10-29T01:10:00Z", "2028-10-29T01:30:00Z"),
    ("1 hour", "Europe/Berlin", "2028-10-29T00:40:00Z", "2028-10-29T01:40:00Z"),
    ("0:00", "America/St_Johns", "2010-11-07T02:00:00Z", "2010-11-07T02:30:00Z"),
    ("tomorrow", "Pacific/Apia", "2011-12-28T22:00:00Z", "2011-12-29T17:15:00Z"),
    ("14:00", "Asia/Tokyo", "2028-01-03T03:30:00Z", "2028-01-03T05:00:00Z"),
    ("tomorrow", "Europe/Berlin", "2028-02-28T22:59:59Z", "2028-02-29T06:15:00Z"),
  ]

  private static func words(
    _ now: String, _ zone: String = "Europe/Berlin"
  ) throws -> TimeWords {
    TimeWords(
      now: try #require(Instant(iso8601: now)), zone: try #require(zones.zone(named: zone)),
      morning: TimeOfDay(secondOfDay: 7 * 3_600 + 900))
  }

  @Test(arguments: instants)
  func `a text means the next instant that it describes`(
    text: String, zone: String, now: String, expected: String
  ) throws {
    #expect(try Self.words(now, zone).instant(text).description == expected)
  }

  /// On Monday 2028-01-03 at 12:30.
  @Test(arguments: [
    ("", "is not a duration"), ("soon", "is not a duration"), ("1.5 hours", "is not a duration"),
    ("1 hour 2 hours", "is not a duration"), ("24:00", "is not a duration"),
    ("14:00 15:00", "is not a duration"), ("tomorrow tuesday", "is not a duration"),
    ("Tue 2028-01-05", "is not a duration"), ("５m", "is not a duration"),
    ("5", "can be minutes or an hour"), ("17", "can be minutes or an hour"),
    ("tomorrow 9", "lacks the minutes"), ("monday at 9", "lacks the minutes"),
    ("tonight", "lacks a time"), ("tomorrow morning", "lacks a time"), ("midnight", "lacks a time"),
    ("today", "lacks a time"), ("next monday", "can be this week or the next one"),
    ("next week", "is not a day"), ("monday 14:00", "is today or in a week"),
    ("today 12:00", "is past"), ("yesterday", "is past"), ("2027-12-31", "is past"),
    ("0m", "is outside of"), ("-5m", "is outside of"), ("367 days", "is outside of"),
    ("2029-01-04", "is more than 366 days away"), ("1 month", "has months or years"),
    ("1y", "has months or years"),
  ])
  func `an ambiguous or impossible text is refused with examples that work`(
    text: String, problem: String
  ) throws {
    let words = try Self.words("2028-01-03T11:30:00Z")
    let error = try #require(throws: TimeWords.FormatError.self) { try words.instant(text) }
    #expect(error.problem.hasPrefix(problem), "\(error)")
    #expect(!error.examples.isEmpty)
    for example in error.examples { #expect(try words.instant(example) > words.now, "\(example)") }
  }

  /// The days of a text on Monday 2028-01-03.
  @Test(arguments: [
    ("today", "2028-01-03", "2028-01-03"), ("tomorrow", "2028-01-04", "2028-01-04"),
    ("friday", "2028-01-07", "2028-01-07"), ("until friday", "2028-01-03", "2028-01-06"),
    ("until monday", "2028-01-03", "2028-01-09"), ("Until  Tomorrow", "2028-01-03", "2028-01-03"),
    ("until 2028-02-01", "2028-01-03", "2028-01-31"), ("3 days", "2028-01-03", "2028-01-05"),
    ("a week", "2028-01-03", "2028-01-09"), ("for 2 weeks", "2028-01-03", "2028-01-16"),
    ("tomorrow..friday", "2028-01-04", "2028-01-07"),
    ("tomorrow until friday", "2028-01-04", "2028-01-06"),
    ("2028-01-05 .. sunday", "2028-01-05", "2028-01-09"),
    ("2028-12-24..2029-01-06", "2028-12-24", "2029-01-06"),
    ("20281224", "2028-12-24", "2028-12-24"),
  ])
  func `a pause has the days of its text`(text: String, first: String, last: String) throws {
    let days = try Self.words("2028-01-03T11:30:00Z").days(text)
    #expect(days.lowerBound.description == first && days.upperBound.description == last)
  }

  @Test(arguments: [
    ("", "is not a day"), ("soon", "is not a day"), ("until", "is not a day"),
    ("until 14:00", "has a time"), ("today 14:00", "has a time"), ("2 hours", "is not a number of"),
    ("0 days", "is not a number of"), ("1 month", "is not a number of"),
    ("monday", "is today or in a week"), ("monday..friday", "is today or in a week"),
    ("tomorrow..tuesday", "has one day or eight"), ("until today", "ends before it begins"),
    ("until 2027-01-01", "ends before it begins"), ("friday..tomorrow", "ends before it begins"),
    ("next friday", "can be this week or the next one"), ("next week", "is not a day"),
  ])
  func `other days are refused with examples that work`(text: String, problem: String) throws {
    let words = try Self.words("2028-01-03T11:30:00Z")
    let error = try #require(throws: TimeWords.FormatError.self) { try words.days(text) }
    #expect(error.problem.hasPrefix(problem), "\(error)")
    #expect(!error.examples.isEmpty)
    for example in error.examples { _ = try words.days(example) }
  }

  @Test(arguments: [
    ("until next friday", ["until 2028-01-07", "until 2028-01-14"]),
    ("monday until friday", ["2028-01-03 until friday", "2028-01-10 until friday"]),
    ("next monday..friday", ["2028-01-10..friday", "2028-01-17..friday"]),
    ("tomorrow..next friday", ["2028-01-04..2028-01-07", "2028-01-04..2028-01-14"]),
    ("today..9999-12-31", ["2028-01-03..2399-12-30"]),
  ])
  func `an example keeps the other words of a pause`(text: String, examples: [String]) throws {
    let words = try Self.words("2028-01-03T11:30:00Z")
    let error = try #require(throws: TimeWords.FormatError.self) { try words.days(text) }
    #expect(error.examples == examples)
    for example in examples { _ = try words.days(example) }
  }

  @Test(arguments: [
    ("2028-01-03T13:00:00Z", "today 14:00"), ("2028-01-03T23:00:00Z", "tomorrow 00:00"),
    ("2028-01-02T08:00:30Z", "yesterday 09:00:30"),
    ("2028-01-05T13:00:00Z", "Wed 2028-01-05 14:00"),
  ])
  func `a time is printed as it is typed`(instant: String, text: String) throws {
    let words = try Self.words("2028-01-03T11:30:00Z")
    let instant = try #require(Instant(iso8601: instant))
    #expect(words.phrase(instant) == text)
    #expect(words.filter([text])?.matches(instant) == true)
    if instant > words.now { #expect(try words.instant(text) == instant) }
  }
}
