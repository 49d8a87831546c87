import CivilTime
import Testing

@testable import ReminderCompiler
@testable import ReminderExpansion
@testable import ReminderOptions
@testable import ReminderPlanning
@testable import ReminderPlans

/// The common phrase for several fires, which must be true for each of them.
@Suite struct CommonPhraseTests {
  /// Fires with one common phrase.
  struct Row: Sendable {
    let kind: Moment.Kind
    /// For each fire, its time and the start and end of its occurrence.
    ///
    /// Example: `05T08:45 05T09:00 05T10:00`. Days are those of January 2026 unless a month is
    /// given.
    let fires: [String]
    let words: String

    init(_ fires: String..., says words: String) {
      (kind, self.fires, self.words) = (.timed, fires, words)
    }

    init(_ kind: Moment.Kind, _ fires: String..., says words: String) {
      (self.kind, self.fires, self.words) = (kind, fires, words)
    }

    func moments(_ moments: Moments) throws -> [Moment] {
      try fires.map { fire in
        let times = fire.split(separator: " ").map { time in
          time.prefix(3).contains("-") ? "2026-\(time)" : "2026-01-\(time)"
        }
        return try moments.moment(kind, times[0], times[1], times.count > 2 ? times[2] : nil)
      }
    }
  }

  // 5 January 2026 is a Monday.
  @Test(arguments: [
    // On the same day, only the times and the lead appear.
    Row(
      "05T08:45 05T09:00 05T10:00", "06T08:45 06T09:00 06T10:00",
      says: "09:00-10:00, in 15 minutes"),
    Row("05T08:45 05T09:00", "06T08:45 06T09:00", says: "09:00, in 15 minutes"),
    // At or after the start, no lead appears.
    Row("05T09:00 05T09:00 05T10:00", "06T09:00 06T09:00 06T10:00", says: "09:00-10:00"),
    Row("05T10:00 05T09:00 05T10:00", says: "09:00-10:00"),
    // A lead of seconds doesn't appear.
    Row("05T08:59:30 05T09:00", says: "09:00"),
    // An end that differs doesn't appear.
    Row("05T08:45 05T09:00 05T10:00", "06T08:45 06T09:00 06T10:30", says: "09:00, in 15 minutes"),
    Row("05T08:45 05T09:00 05T10:00", "06T08:45 06T09:00", says: "09:00, in 15 minutes"),
    // The same time of day on another day is a different end.
    Row("05T08:45 05T09:00 05T10:00", "06T08:45 06T09:00 07T10:00", says: "09:00, in 15 minutes"),
    // A night appears with its end, a longer time without.
    Row("05T21:00 05T22:00 06T06:00", "06T21:00 06T22:00 07T06:00", says: "22:00-06:00, in 1 hour"),
    Row("05T21:00 05T22:00 06T22:00", says: "22:00, in 1 hour"),
    Row("05T21:00 05T22:00 07T06:00", says: "22:00, in 1 hour"),
    // The night of 29 March is an hour shorter in Berlin, with the same two local times.
    Row(
      "03-27T21:00 03-27T22:00 03-28T06:00", "03-28T21:00 03-28T22:00 03-29T06:00",
      says: "22:00-06:00, in 1 hour"),
    // The evening before yields "Tomorrow". A whole day before, "Tomorrow" is enough.
    Row(
      "05T20:00 06T09:00 06T10:00", "06T20:00 07T09:00 07T10:00",
      says: "Tomorrow 09:00-10:00, in 13 hours"),
    Row("05T09:00 06T09:00 06T10:00", "06T09:00 07T09:00 07T10:00", says: "Tomorrow 09:00-10:00"),
    // Across a clock change, the distance between evening and morning is the same on the clock.
    Row("03-27T20:00 03-28T09:00", "03-28T20:00 03-29T09:00", says: "Tomorrow 09:00"),
    // Further ahead the weekday appears: two Wednesdays.
    Row("05T09:00 07T09:00 07T10:00", "12T09:00 14T09:00 14T10:00", says: "Wednesday 09:00-10:00"),
    // A Wednesday and a Thursday: the time alone would seem to be today's, so the lead appears.
    Row(
      "05T09:00 07T09:00 07T10:00", "06T09:00 08T09:00 08T10:00", says: "09:00-10:00, in 2 days"),
    // With different times of day and days, no lead appears either.
    Row("05T09:00 07T09:00", "06T10:00 08T09:00", says: ""),
    // A past day appears.
    Row("06T00:15 05T22:00 06T00:00", "07T00:15 06T22:00 07T00:00", says: "Yesterday 22:00-00:00"),
    Row("06T00:15 05T22:00 06T00:00", "13T00:15 12T22:00 13T00:00", says: "Monday 22:00-00:00"),
    // The day before and fifteen minutes before, of two Wednesdays, then of two different days.
    Row("06T09:00 07T09:00", "14T08:45 14T09:00", says: "Wednesday 09:00"),
    Row("06T09:00 07T09:00", "08T08:45 08T09:00", says: ""),
    // For different times, only the lead remains.
    Row("05T08:45 05T09:00", "06T13:45 06T14:00", says: "In 15 minutes"),
    Row("05T09:00 07T11:00", "06T10:00 08T12:00", says: "In 2 days, 2 hours"),
    Row("05T09:00 05T09:00", "06T14:00 06T14:00", says: ""),
    Row("05T08:45 05T09:00", "06T13:30 06T14:00", says: ""),
    Row("05T09:00 06T09:00", "06T09:00 07T14:00", says: "Tomorrow"),
    Row(says: ""),
    // All-day events have a day.
    Row(.allDay, "05T09:00 05 06", "06T09:00 06 09", says: "Today"),
    Row(.allDay, "04T20:00 05 06", "05T20:00 06 07", says: "Tomorrow"),
    Row(.allDay, "02T20:00 05 06", "09T20:00 12 13", says: "Monday"),
    Row(.allDay, "02T20:00 05 06", "03T20:00 06 07", says: "In 3 days"),
    Row(.allDay, "06T09:00 05 06", "07T09:00 06 07", says: "Yesterday"),
    Row(.allDay, "07T09:00 05 06", "08T09:00 06 07", says: ""),
    Row(.allDay, "05T09:00 05 06", "05T09:00 06 07", says: ""),
    // To-dos have a due time.
    Row(
      .due, "05T17:45 01T09:00 05T18:00", "06T17:45 02T09:30 06T18:00",
      says: "Due 18:00, in 15 minutes"),
    Row(.due, "04T18:00 05T18:00", "05T18:00 06T18:00", says: "Due tomorrow 18:00"),
    Row(.due, "05T17:45 05T18:00", "06T11:45 06T12:00", says: "Due in 15 minutes"),
    Row(.due, "05T17:45 05T18:00", "06T11:30 06T12:00", says: ""),
    Row(.dueDate, "05T09:00 01 05", says: "Due today"),
    Row(.dueDate, "02T09:00 05", "03T09:00 06", says: "Due in 3 days"),
  ])
  func `the common text is true at each fire`(_ row: Row) throws {
    #expect(WhenPhrase(.english).common(try row.moments(Moments())) == row.words)
  }

  @Test func `moments of several kinds have no common text`() throws {
    let moments = try Moments()
    let timed = try moments.moment(.timed, "2026-01-05T08:45", "2026-01-05T09:00")
    let due = try moments.moment(.due, "2026-01-05T08:45", "2026-01-05T09:00")
    #expect(WhenPhrase(.english).common([timed, due]) == "")
    #expect(WhenPhrase(.english).common([due, timed, due]) == "")
    #expect(WhenPhrase(.english).common([timed]) == "09:00, in 15 minutes")
  }

  @Test(arguments: [
    (
      "de",
      [
        "09:00-10:00, in 15 Minuten", "Morgen 09:00", "Mittwoch 09:00", "In 3 Tagen",
        "Fällig: morgen 09:00", "Fällig: in 15 Minuten",
      ]
    ),
    (
      "fr",
      [
        "09:00-10:00, dans 15 minutes", "Demain 09:00", "Mercredi 09:00", "Dans 3 jours",
        "Échéance\u{A0}: demain 09:00", "Échéance\u{A0}: dans 15 minutes",
      ]
    ),
    (
      "es",
      [
        "9:00-10:00, dentro de 15 minutos", "Mañana 9:00", "Miércoles 9:00", "Dentro de 3 días",
        "Vencimiento: mañana 9:00", "Vencimiento: dentro de 15 minutos",
      ]
    ),
    ("ja", ["9:00～10:00、15分後", "明日 9:00", "水曜日 9:00", "3日後", "期限：明日 9:00", "期限：15分後"]),
    (
      "en-US",
      [
        "9:00\u{202F}AM-10:00\u{202F}AM, in 15 minutes", "Tomorrow 9:00\u{202F}AM",
        "Wednesday 9:00\u{202F}AM", "In 3 days", "Due tomorrow 9:00\u{202F}AM", "Due in 15 minutes",
      ]
    ),
  ])
  func `each language has its common texts`(tag: String, texts: [String]) throws {
    let rows = [
      Row("05T08:45 05T09:00 05T10:00", says: ""), Row("05T09:00 06T09:00", says: ""),
      Row("05T09:00 07T09:00", says: ""),
      Row(.allDay, "02T20:00 05", "03T20:00 06", says: ""),
      Row(.due, "05T09:00 06T09:00", says: ""),
      Row(.due, "05T17:45 05T18:00", "06T11:45 06T12:00", says: ""),
    ]
    let phrase = try WhenPhrase(tag: tag)
    #expect(try rows.map { phrase.common(try $0.moments(Moments())) } == texts)
  }
}

/// The common phrase where the event's zone differs from the device's.
///
/// In 2026 New York's clock goes forward on 8 March, Berlin's on 29 March; back on 1 November and
/// on 25 October. In between New York is five hours behind Berlin, else six.
@Suite struct CommonZoneTests {
  private let phrase = WhenPhrase(.english)

  /// The moments of an event in its own zone, in 2026.
  private func moments(
    _ starts: [String], own: String = "America/New_York", minutes: Int = 0, fireBefore: Int = 900
  ) throws -> [Moment] {
    let moments = try Moments(own: own)
    return try starts.map {
      try moments.moment(
        startOnOwnClock: "2026-\($0)", seconds: minutes * 60, fireBefore: fireBefore)
    }
  }

  struct Row: Sendable {
    let own: String
    let starts: [String]
    let hoursBefore: Double
    let words: String

    init(_ starts: String..., before: Double = 0.25, own: String = "New_York", says words: String) {
      self.own = own == "Paris" ? "Europe/Paris" : "America/\(own)"
      (self.starts, hoursBefore, self.words) = (starts, before, words)
    }
  }

  @Test(arguments: [
    // Times that agree on the device's clock appear with its city.
    Row("01-05T09:00", "01-06T09:00", says: "15:00-16:00 (Berlin), in 15 minutes"),
    Row("03-09T09:00", "03-10T09:00", says: "14:00-15:00 (Berlin), in 15 minutes"),
    Row("01-05T09:00", "01-06T09:00", own: "Paris", says: "09:00-10:00, in 15 minutes"),
    Row("01-05T09:00", "01-06T09:00", before: 24, says: "Tomorrow 15:00-16:00 (Berlin)"),
    // Times that agree only on the event's clock appear with its city, before and after New York's
    // change.
    Row("03-07T09:00", "03-08T09:00", says: "09:00-10:00 (New York), in 15 minutes"),
    Row("10-24T09:00", "10-25T09:00", says: "09:00-10:00 (New York), in 15 minutes"),
    // The phrase has the weekday in New York. Sunday 20:00 in New York is Monday 02:00 in Berlin,
    // and 01:00 between the changes. On the device, the fires are on Sunday, Saturday and Monday.
    Row("03-01T20:00", "03-08T20:00", before: 4, says: "20:00-21:00 (New York), in 4 hours"),
    Row("03-01T20:00", "03-08T20:00", before: 28, says: "Sunday 20:00-21:00 (New York)"),
    Row("03-01T20:00", "03-08T20:00", says: "Sunday 20:00-21:00 (New York), in 15 minutes"),
    // "Tomorrow" is true on both clocks, although the weekdays differ.
    Row("03-07T09:00", "03-08T09:00", before: 24, says: "Tomorrow 09:00-10:00 (New York)"),
    // At 22:00 on Friday: Saturday in New York, Sunday in Berlin; the second fire is a day later.
    Row(
      "03-07T20:00", "03-08T20:00", before: 28, says: "20:00-21:00 (New York), in 1 day, 4 hours"),
    // Times that differ on both clocks don't appear.
    Row("01-05T09:00", "01-06T10:00", says: "In 15 minutes"),
  ])
  func `times are shown in a zone in which they agree`(_ row: Row) throws {
    let moments = try moments(
      row.starts, own: row.own, minutes: 60, fireBefore: Int(row.hoursBefore * 3_600))
    #expect(phrase.common(moments) == row.words)
  }

  @Test func `the city appears if the clocks differ at one of the times`() throws {
    // Lagos keeps Berlin's winter time all year, so times that agree in Berlin differ in Lagos.
    let moments = try Moments(own: "Africa/Lagos")
    let both = try ["2026-03-27", "2026-03-30"].map {
      try moments.moment(.timed, "\($0)T08:45", "\($0)T09:00")
    }
    #expect(both.map(\.clocksDiffer) == [false, true])
    #expect(phrase.common(both) == "09:00 (Berlin), in 15 minutes")
    #expect(phrase.common(both.reversed()) == "09:00 (Berlin), in 15 minutes")
    #expect(phrase.common(both.prefix(1)) == "09:00, in 15 minutes")
  }

  @Test func `a city has its name in the language`() throws {
    let moments = try moments(["03-07T09:00", "03-08T09:00"])
    #expect(phrase.common(moments) == "09:00 (New York), in 15 minutes")
    #expect(try WhenPhrase(tag: "ja").common(moments) == "9:00（ニューヨーク）、15分後")
    #expect(
      try WhenPhrase(tag: "es").common(moments) == "9:00 (Nueva York), dentro de 15 minutos")
  }

  @Test func `a time that only agrees in different zones is left out`() throws {
    let both =
      try moments(["01-05T09:00"]) + moments(["01-06T09:00"], own: "America/Chicago")
    #expect(phrase.common(both) == "In 15 minutes")
  }

  @Test func `a floating event has no city, in any zone`() throws {
    let moments = try Moments(own: nil)
    let all = try ["2026-03-28", "2026-03-29", "2026-10-25"].map {
      try moments.moment(.timed, "\($0)T08:45", "\($0)T09:00")
    }
    #expect(phrase.common(all) == "09:00, in 15 minutes")
  }

  @Test func `a zone defined in the file is called by its name`() throws {
    // At 09:00 in a zone without clock changes.
    let moments = try Moments(device: "Europe/Berlin", ownOneHourEast: "/example.org/Head_Office")
    let all = try ["2026-03-27T09:00", "2026-03-30T09:00"].map {
      try moments.moment(startOnOwnClock: $0, seconds: 0, fireBefore: 900)
    }
    #expect(phrase.common(all) == "09:00 (Head Office), in 15 minutes")
  }
}

@Suite struct PlaceholderPhraseTests {
  /// The times of a moment, and the values of the four placeholders.
  struct Row: Sendable {
    let kind: Moment.Kind
    let times: [String]
    let tag: String
    let texts: [String]

    init(_ kind: Moment.Kind, _ times: String..., in tag: String = "en", says texts: [String]) {
      (self.kind, self.times, self.tag, self.texts) = (kind, times, tag, texts)
    }
  }

  @Test(arguments: [
    Row(
      .timed, "2026-11-24T20:00", "2026-11-25T14:00", "2026-11-25T15:30",
      says: ["14:00", "15:30", "tomorrow", "in 18 hours"]),
    Row(.timed, "2026-11-25T14:00", "2026-11-25T14:00", says: ["14:00", "", "today", "now"]),
    Row(
      .timed, "2026-11-26T14:05", "2026-11-25T14:05", "2026-11-25T15:00",
      says: ["14:05", "15:00", "yesterday", "1 day ago"]),
    Row(
      .timed, "2026-12-31T14:00", "2027-01-02T14:00",
      says: ["14:00", "", "Saturday, 2 January 2027", "in 2 days"]),
    // 20:00 to 09:00 is twelve hours in the night when Berlin's clock goes forward.
    Row(
      .timed, "2026-03-28T20:00", "2026-03-29T09:00",
      says: ["09:00", "", "tomorrow", "in 12 hours"]),
    // An hour that begins and ends at 02:30 shows its end.
    Row(
      .timed, "2026-10-25T00:30", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z",
      says: ["02:30", "02:30", "today", "in 2 hours"]),
    Row(
      .allDay, "2026-11-25T09:00", "2026-11-25", "2026-11-26",
      says: ["Wednesday 25 November", "Wednesday 25 November", "today", "today"]),
    Row(
      .allDay, "2026-12-30T20:00", "2026-12-31", "2027-01-03",
      says: ["Thursday 31 December", "Saturday, 2 January 2027", "tomorrow", "in 1 day"]),
    Row(
      .allDay, "2026-11-28T09:00", "2026-11-25", "2026-11-26",
      says: [
        "Wednesday 25 November", "Wednesday 25 November", "Wednesday 25 November", "3 days ago",
      ]),
    // For a to-do, all placeholders refer to the due time.
    Row(
      .due, "2026-11-25T17:00", "2026-11-20T09:00", "2026-11-25T18:00",
      says: ["18:00", "18:00", "today", "in 1 hour"]),
    Row(
      .due, "2026-11-25T18:05", "2026-11-25T18:00",
      says: ["18:00", "18:00", "today", "5 minutes ago"]),
    Row(
      .dueDate, "2026-11-24T09:00", "2026-11-20", "2026-11-25",
      says: ["Wednesday 25 November", "Wednesday 25 November", "tomorrow", "in 1 day"]),
    // Other languages have their own number formats.
    Row(
      .allDay, "2026-11-22T09:00", "2026-11-25", "2026-11-28", in: "de",
      says: [
        "Mittwoch, 25. November", "Freitag, 27. November", "Mittwoch, 25. November", "in 3 Tagen",
      ]),
    Row(
      .timed, "2026-11-22T09:00", "2026-11-25T09:00", "2026-11-25T10:00", in: "ja",
      says: ["9:00", "10:00", "11月25日 水曜日", "3日後"]),
  ])
  func `each placeholder has its text`(_ row: Row) throws {
    let phrase = try WhenPhrase(tag: row.tag)
    let moment = try Moments().moment(
      row.kind, row.times[0], row.times[1], row.times.count > 2 ? row.times[2] : nil)
    #expect(
      [
        phrase.start(of: moment), phrase.end(of: moment),
        phrase.day(of: moment, capitalised: false), phrase.lead(to: moment),
      ] == row.texts)
  }
}
