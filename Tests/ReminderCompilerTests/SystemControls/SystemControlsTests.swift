import CalendarFixtures
import CivilTime
import NotificationTriggers
import ReminderCompiler
import SeededRandom
import Testing

/// When what is due is seen on a device with a scheduled summary and Focuses.
@Suite struct SystemControlsTests {
  /// What is due in Berlin at an instant.
  private struct Row: CustomTestStringConvertible, Sendable {
    let summary: String?
    let focuses: [String]
    let level: InterruptionLevel
    let at: String
    let seen: String
    var testDescription: String {
      "\(summary ?? "") \(focuses.joined(separator: " ")) \(level) \(at)"
    }

    init(
      _ summary: String?, _ focuses: String..., due at: String,
      _ level: InterruptionLevel = .active, is seen: String
    ) {
      (self.summary, self.focuses, self.level) = (summary, focuses, level)
      (self.at, self.seen) = (at, seen)
    }
  }

  private static func controls(_ summary: String?, _ focuses: [String]) throws -> SystemControls {
    let schedule = try summary.map { try #require(SummarySchedule($0)) }
    let played = try focuses.map { try #require(Focus($0)) }
    return try #require(SystemControls(summary: schedule, focuses: played))
  }

  @Test(arguments: [
    // 08:50 in winter waits until 18:00, and what is due a second before that.
    Row("08:00,18:00", due: "2028-01-03T07:50:00Z", is: "2028-01-03T17:00:00Z summary"),
    Row("08:00,18:00", due: "2028-01-03T07:50:00Z", .passive, is: "2028-01-03T17:00:00Z summary"),
    Row("08:00,18:00", due: "2028-01-03T16:59:59Z", is: "2028-01-03T17:00:00Z summary"),
    Row("08:00,18:00", due: "2028-01-03T07:50:00Z", .timeSensitive, is: "2028-01-03T07:50:00Z"),
    Row("08:00,18:00", due: "2028-01-03T07:50:00Z", .critical, is: "2028-01-03T07:50:00Z"),
    // Nobody may count on the summary of that very second.
    Row("18:00,08:00", due: "2028-01-03T17:00:00Z", is: "2028-01-04T07:00:00Z summary"),
    // In the night of 26 March to summer time: 08:00 is 06:00Z, and 02:30 is 03:30.
    Row("08:00", due: "2028-03-25T20:00:00Z", is: "2028-03-26T06:00:00Z summary"),
    Row("02:30", due: "2028-03-26T00:00:00Z", is: "2028-03-26T01:30:00Z summary"),
    Row("02:30", due: "2028-03-26T01:10:00Z", is: "2028-03-26T01:30:00Z summary"),
    Row("02:30", due: "2028-03-26T01:30:00Z", is: "2028-03-27T00:30:00Z summary"),
    // Where the gap puts 02:30 behind 03:10, that is the first.
    Row("02:30,03:10", due: "2028-03-26T00:00:00Z", is: "2028-03-26T01:10:00Z summary"),
    // On 29 October 02:30 comes twice, and the summary once.
    Row("02:30", due: "2028-10-29T00:00:00Z", is: "2028-10-29T00:30:00Z summary"),
    Row("02:30", due: "2028-10-29T00:40:00Z", is: "2028-10-30T01:30:00Z summary"),
    // A Focus over midnight.
    Row(nil, "22:00-07:00", due: "2028-01-03T20:59:59Z", is: "2028-01-03T20:59:59Z"),
    Row(nil, "22:00-07:00", due: "2028-01-03T22:00:00Z", is: "2028-01-04T06:00:00Z focus"),
    Row(
      nil, "22:00-07:00", due: "2028-01-03T22:00:00Z", .passive, is: "2028-01-04T06:00:00Z focus"),
    Row(
      nil, "22:00-07:00", due: "2028-01-03T22:00:00Z", .timeSensitive, is: "2028-01-03T22:00:00Z"),
    Row(nil, "22:00-07:00", due: "2028-01-04T06:00:00Z", is: "2028-01-04T06:00:00Z"),
    Row(
      nil, "22:00-07:00=time-sensitive", due: "2028-01-03T22:00:00Z", .timeSensitive,
      is: "2028-01-03T22:00:00Z"),
    Row(
      nil, "22:00-07:00=critical", due: "2028-01-03T22:00:00Z", .timeSensitive,
      is: "2028-01-04T06:00:00Z focus"),
    Row(
      nil, "22:00-07:00=critical", due: "2028-01-03T22:00:00Z", .critical,
      is: "2028-01-03T22:00:00Z"),
    // One begins where another ends, and in another.
    Row(
      nil, "22:00-07:00", "07:00-09:00", due: "2028-01-03T22:00:00Z",
      is: "2028-01-04T08:00:00Z focus"),
    Row(
      nil, "06:00-08:00", "22:00-07:00", due: "2028-01-03T22:00:00Z",
      is: "2028-01-04T07:00:00Z focus"),
    Row(
      nil, "22:00-07:00", "06:00-08:00=critical", due: "2028-01-03T22:00:00Z", .timeSensitive,
      is: "2028-01-03T22:00:00Z"),
    Row(
      nil, "22:00-07:00", "06:00-08:00=critical", due: "2028-01-04T05:30:00Z", .timeSensitive,
      is: "2028-01-04T07:00:00Z focus"),
    // A summary that comes during a Focus, one that comes after it, and one as it ends.
    Row("23:00", "22:00-07:00", due: "2028-01-03T20:30:00Z", is: "2028-01-04T06:00:00Z focus"),
    Row("08:00", "22:00-07:00", due: "2028-01-03T22:00:00Z", is: "2028-01-04T07:00:00Z summary"),
    Row("07:00", "22:00-07:00", due: "2028-01-03T22:00:00Z", is: "2028-01-04T06:00:00Z summary"),
    // What passes the summary waits for a Focus that lets none through but critical ones.
    Row(
      "08:00", "22:00-07:00=critical", due: "2028-01-03T22:00:00Z", .timeSensitive,
      is: "2028-01-04T06:00:00Z focus"),
  ])
  private func `what is due is seen when nothing keeps it any more`(_ row: Row) throws {
    let controls = try Self.controls(row.summary, row.focuses)
    let seen = controls.presentation(
      of: row.level, at: try TestCalendars.instant(row.at),
      in: try TestCalendars.zone("Europe/Berlin"))
    let delay = seen.delayedBy.map { " \($0.rawValue)" } ?? ""
    #expect("\(seen.seenAt)\(delay)" == row.seen)
    #expect(seen.level == row.level && seen.tooLateFor == nil)
  }

  @Test(arguments: ["", "8.00", "08:00,", "08:00;18:00", "24:00", "08:00, 18:00", "noon"])
  func `no other text is a schedule`(_ text: String) {
    #expect(SummarySchedule(text) == nil)
  }

  @Test(arguments: [
    "", "22:00", "07:00-07:00", "22:00-07:00=", "22:00-07:00=active", "22:00-07:00=passive",
    "22:00-07:00=critical=critical", "22:00-07:00=CATEGORIES:work", "critical=22:00-07:00",
  ])
  func `no other text is a Focus`(_ text: String) {
    #expect(Focus(text) == nil)
  }

  @Test func `texts read back to what they were`() throws {
    for text in ["22:00-07:00=time-sensitive", "09:00:30-10:00=critical"] {
      #expect(Focus(text)?.description == text)
    }
    #expect(Focus("22:00-07:00=timeSensitive") == Focus("22:00-07:00"))
    #expect(SummarySchedule("18:00,08:00:30,18:00")?.description == "08:00:30,18:00")
  }

  @Test(arguments: [
    (["22:00-07:00"], true), (["22:00-07:00", "07:00-21:59:59"], true),
    (["22:00-07:00", "07:00-22:00"], false), (["22:00-07:00", "06:00-22:30"], false),
    (["00:00-08:00", "08:00-16:00", "16:00-00:00=critical"], false),
    (["00:00-08:00", "08:00-16:00", "16:00:01-00:00"], true),
  ])
  func `Focuses leave some time of the day`(_ texts: [String], _ leaves: Bool) throws {
    let focuses = try texts.map { try #require(Focus($0)) }
    #expect((SystemControls(focuses: focuses) != nil) == leaves)
  }

  private static let texts = [
    "22:00-07:00", "02:30-03:15", "01:45-02:15=critical", "13:00-14:00", "06:00-08:30=critical",
    "23:30-00:30", "00:00-06:00",
  ]

  @Test(arguments: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"])
  func `nothing is seen early, nor in a Focus, nor later for a higher level`(
    _ name: String
  ) throws {
    let zone = try TestCalendars.zone(name)
    for seed in 0..<40 {
      var random = SplitMix(seed: UInt64(seed))
      let focuses = Self.texts.filter { _ in random.oneIn(3) }
      let summary = random.oneIn(2) ? "02:30,08:00,18:00" : nil
      let controls = try Self.controls(summary, focuses)
      let first = try TestCalendars.instant("2011-01-01T00:00:00Z")
      for _ in 0..<200 {
        let at = first + random.number(0...366 * 86_400)
        let seen = InterruptionLevel.allCases.map {
          controls.presentation(of: $0, at: at, in: zone)
        }
        let place: Comment = "\(name), seed \(seed), \(at)"
        for presentation in seen {
          #expect(presentation.seenAt >= at, place)
          #expect(presentation.isDelayed == (presentation.seenAt > at), place)
          // Seen once more as it is seen, it waits for no Focus.
          let again = try Self.controls(nil, focuses).presentation(
            of: presentation.level, at: presentation.seenAt, in: zone)
          #expect(!again.isDelayed, place)
        }
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.seenAt >= $1.seenAt }, place)
        #expect(seen[3].seenAt == at, place)
      }
    }
  }
}
