import CivilTime
import DesktopReminders
import Foundation
import ReminderCompiler
import Testing

/// The choices for snoozing a reminder, and the instants at which a snooze ends.
@Suite struct SnoozeChoiceTests {
  private static let zones = ZoneDatabase()

  @Test(arguments: [
    ("PT1S", 1), ("PT5M", 300), ("pt5m", 300), ("PT90S", 90), ("PT1H30M", 5_400), ("P1D", 86_400),
    ("P1DT1H", 90_000), ("P2W", 1_209_600), ("P366D", 31_622_400), ("+PT5M", 300),
  ])
  func `a duration is read as seconds`(_ row: (text: String, seconds: Int)) throws {
    #expect(try SnoozeChoice(row.text) == .length(seconds: row.seconds))
  }

  @Test(arguments: [("08:00", 28_800), ("00:00", 0), ("23:59:59", 86_399), ("08:00:05", 28_805)])
  func `a time is on the next day`(_ row: (text: String, seconds: Int)) throws {
    let time = try #require(
      TimeOfDay(
        hour: row.seconds / 3_600, minute: row.seconds / 60 % 60, second: row.seconds % 60))
    #expect(try SnoozeChoice(row.text) == .tomorrow(at: time))
  }

  @Test(arguments: [
    "PT0S", "-PT5M", "P0D", "P366DT1S", "P367D", "P53W", "P1000000000000W", "PT1000000000000H",
  ])
  func `a duration that is not positive or exceeds 366 days is rejected`(_ text: String) {
    #expect(throws: SnoozeChoice.FormatError.outOfRange(text)) { try SnoozeChoice(text) }
  }

  @Test(arguments: [
    "", " ", "5", "5m", "PT5", "P", "PT", "P1M", "P1Y", "PT1.5S", " PT5M", "PT5M ", "8:0", "24:00",
    "08:60", "08", "08:00Z", "tomorrow", "none", "PT10000000000000H", "５", "PT５M",
  ])
  func `a text that is neither a duration nor a time is rejected`(_ text: String) {
    #expect(throws: SnoozeChoice.FormatError.unknown(text)) { try SnoozeChoice(text) }
  }

  @Test(arguments: [
    ("PT5M", "PT5M"), ("PT300S", "PT5M"), ("P1D", "PT24H"), ("PT90M", "PT1H30M"),
    ("08:00", "08:00"), ("08:00:00", "08:00"), ("08:00:30", "08:00:30"),
  ])
  func `a choice is read back from its text`(_ row: (text: String, description: String)) throws {
    let choice = try SnoozeChoice(row.text)
    #expect(choice.description == row.description)
    #expect(try SnoozeChoice(choice.description) == choice)
  }

  @Test(arguments: [
    ("PT5M", "Europe/Berlin", "2028-01-03T15:00:00Z", "2028-01-03T15:05:00Z"),
    // A day has 24 hours, also over the clock change on 26 March.
    ("P1D", "Europe/Berlin", "2028-03-25T12:00:00Z", "2028-03-26T12:00:00Z"),
    ("08:00", "Europe/Berlin", "2028-01-03T15:00:00Z", "2028-01-04T07:00:00Z"),
    // At 00:10 in Berlin, the next day is 5 January.
    ("08:00", "Europe/Berlin", "2028-01-03T23:10:00Z", "2028-01-05T07:00:00Z"),
    ("08:00", "Europe/Berlin", "2028-01-03T22:59:59Z", "2028-01-04T07:00:00Z"),
    ("00:00", "Europe/Berlin", "2028-01-03T22:59:59Z", "2028-01-03T23:00:00Z"),
    ("23:59:59", "Asia/Tokyo", "2028-01-03T15:00:00Z", "2028-01-05T14:59:59Z"),
    // The next day is in a new year, or is a leap day.
    ("08:00", "Asia/Tokyo", "2027-12-31T03:00:00Z", "2027-12-31T23:00:00Z"),
    ("08:00", "Europe/Berlin", "2028-02-28T12:00:00Z", "2028-02-29T07:00:00Z"),
    // Summer time begins on the next day.
    ("08:00", "Europe/Berlin", "2028-03-25T12:00:00Z", "2028-03-26T06:00:00Z"),
    // 02:30 doesn't exist on 26 March, so 03:30 is used. On 29 October, the first of two is used.
    ("02:30", "Europe/Berlin", "2028-03-25T12:00:00Z", "2028-03-26T01:30:00Z"),
    ("02:30", "Europe/Berlin", "2028-10-28T12:00:00Z", "2028-10-29T00:30:00Z"),
    // On 7 November 2010 at 00:01, the clock went back to 23:01. So 00:00:30 was repeated an hour
    // later.
    ("00:00:30", "America/St_Johns", "2010-11-07T02:00:00Z", "2010-11-07T02:30:30Z"),
    ("00:00:30", "America/St_Johns", "2010-11-07T03:00:00Z", "2010-11-07T03:30:30Z"),
    // Samoa skipped 30 December 2011.
    ("08:00", "Pacific/Apia", "2011-12-30T00:00:00Z", "2011-12-30T18:00:00Z"),
  ])
  func `a snooze ends at the expected instant`(
    _ row: (text: String, zone: String, pressed: String, until: String)
  ) throws {
    let zone = try #require(SnoozeChoiceTests.zones.zone(named: row.zone))
    let pressed = try #require(Instant(iso8601: row.pressed))
    let until = try SnoozeChoice(row.text).until(pressedAt: pressed, in: zone)
    #expect(until.description == row.until)
  }

  @Test(arguments: ["Europe/Berlin", "America/St_Johns", "Pacific/Apia", "Asia/Tehran"])
  func `a snooze never ends before the button was pressed`(_ name: String) throws {
    let zone = try #require(SnoozeChoiceTests.zones.zone(named: name))
    let choices = try ["00:00", "00:00:30", "02:30", "23:59:59", "PT1S"].map {
      try SnoozeChoice($0)
    }
    // Instants around each clock change in these years.
    let start = try #require(Instant(iso8601: "2009-01-01T00:00:00Z"))
    let end = try #require(Instant(iso8601: "2012-12-31T00:00:00Z"))
    let changes = zone.transitions.filter { (start..<end).contains($0.instant) }
    #expect(changes.count >= 6)
    for change in changes {
      for step in -200...200 {
        let pressed = change.instant + step * 601
        for choice in choices {
          let until = choice.until(pressedAt: pressed, in: zone)
          #expect(until > pressed && until < pressed + 3 * 86_400, "\(choice) at \(pressed)")
        }
      }
    }
  }

  @Test(arguments: [("PT5M", "Snooze 5 minutes"), ("07:30", "Snooze until tomorrow 07:30")])
  func `a choice has a label`(_ row: (text: String, label: String)) throws {
    let phrase = DesktopPhrase(WordFormatter.formatter(in: .english))
    #expect(try SnoozeChoice(row.text).label(in: phrase) == row.label)
  }
}

/// The choices for which a notification has buttons.
@Suite struct SnoozeChoicesTests {
  @Test func `the default choices are five, fifteen and sixty minutes, and the next morning`()
    throws
  {
    let morning = try #require(TimeOfDay(hour: 8))
    #expect(
      SnoozeChoices.standard.all == [
        .length(seconds: 300), .length(seconds: 900), .length(seconds: 3_600),
        .tomorrow(at: morning),
      ])
    #expect(SnoozeChoices.standard.description == "PT5M,PT15M,PT1H,08:00")
    #expect(try SnoozeChoices("PT5M,PT15M,PT1H,08:00") == .standard)
  }

  @Test func `none is an empty list of choices`() throws {
    #expect(try SnoozeChoices("none").all.isEmpty)
    #expect(try SnoozeChoices("none") == SnoozeChoices.none)
    #expect(SnoozeChoices.none.description == "none")
  }

  @Test(arguments: [
    ("", SnoozeChoice.FormatError.unknown("")), (",", .unknown("")),
    ("PT5M,", .unknown("")), ("PT5M, PT1H", .unknown(" PT1H")),
    ("PT5M,none", .unknown("none")), ("PT0S", .outOfRange("PT0S")),
    ("PT5M,PT1H,PT5M", .repeated(.length(seconds: 300))),
    ("PT5M,PT300S", .repeated(.length(seconds: 300))),
    ("P1D,PT24H", .repeated(.length(seconds: 86_400))),
    ("PT1M,PT2M,PT3M,PT4M,PT5M,PT6M,PT7M", .tooMany),
  ])
  func `a value that is not a list is rejected with a reason`(
    text: String, fault: SnoozeChoice.FormatError
  ) {
    #expect(throws: fault) { try SnoozeChoices(text) }
    #expect(fault.description.hasPrefix("has "))
  }

  @Test func `at most six choices are accepted, and a million commas are rejected early`() throws {
    #expect(try SnoozeChoices("PT1M,PT2M,PT3M,PT4M,PT5M,06:00").all.count == 6)
    let heap = String(repeating: ",", count: 1_000_000)
    #expect(throws: SnoozeChoice.FormatError.tooMany) { try SnoozeChoices(heap) }
  }

  @Test(arguments: ["PT5M,PT15M,PT1H,08:00", "none", "PT30S", "07:00,19:30:15"])
  func `choices are stored as their text`(_ text: String) throws {
    let choices = try SnoozeChoices(text)
    #expect(choices.description == text)
    let json = try JSONEncoder().encode([choices])
    #expect(try JSONDecoder().decode([String].self, from: json) == [text])
    #expect(try JSONDecoder().decode([SnoozeChoices].self, from: json) == [choices])
  }

  @Test func `an invalid list can't be decoded`() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([SnoozeChoices].self, from: Data(#"["PT5M,PT5M"]"#.utf8))
    }
  }
}
