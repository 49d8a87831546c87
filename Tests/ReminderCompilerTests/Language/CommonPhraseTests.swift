import CivilTime
import Testing

@testable import ReminderCompiler

/// What several fires say of when: nothing that is wrong at one of them.
@Suite struct CommonPhraseTests {
  private typealias Times = (fire: String, start: String, end: String?)

  private let moments: Moments

  init() throws {
    moments = try Moments()
  }

  private func common(_ rows: Times...) throws -> String {
    try common(.timed, "en", rows)
  }

  private func common(_ kind: Moment.Kind, _ rows: Times...) throws -> String {
    try common(kind, "en", rows)
  }

  private func common(_ kind: Moment.Kind, in tag: String, _ rows: Times...) throws -> String {
    try common(kind, tag, rows)
  }

  private func common(_ kind: Moment.Kind, _ tag: String, _ rows: [Times]) throws -> String {
    try WhenPhrase(tag: tag).common(
      try rows.map { try moments.moment(kind, $0.fire, $0.start, $0.end) })
  }

  @Test func `on the day only the times are said, and the lead`() throws {
    // A Monday and a Tuesday.
    #expect(
      try common(
        ("2026-01-05T08:45", "2026-01-05T09:00", "2026-01-05T10:00"),
        ("2026-01-06T08:45", "2026-01-06T09:00", "2026-01-06T10:00"))
        == "09:00-10:00, in 15 minutes")
    #expect(
      try common(
        ("2026-01-05T08:45", "2026-01-05T09:00", nil),
        ("2026-01-06T08:45", "2026-01-06T09:00", nil)) == "09:00, in 15 minutes")
    // At the start itself there is no lead, and none that is past.
    #expect(
      try common(
        ("2026-01-05T09:00", "2026-01-05T09:00", "2026-01-05T10:00"),
        ("2026-01-06T09:00", "2026-01-06T09:00", "2026-01-06T10:00")) == "09:00-10:00")
    #expect(
      try common(("2026-01-05T10:00", "2026-01-05T09:00", "2026-01-05T10:00")) == "09:00-10:00")
    // No clock that a person reads shows a lead of seconds.
    #expect(try common(("2026-01-05T08:59:30", "2026-01-05T09:00", nil)) == "09:00")
  }

  @Test func `an end that differs is not said`() throws {
    #expect(
      try common(
        ("2026-01-05T08:45", "2026-01-05T09:00", "2026-01-05T10:00"),
        ("2026-01-06T08:45", "2026-01-06T09:00", "2026-01-06T10:30")) == "09:00, in 15 minutes")
    #expect(
      try common(
        ("2026-01-05T08:45", "2026-01-05T09:00", "2026-01-05T10:00"),
        ("2026-01-06T08:45", "2026-01-06T09:00", nil)) == "09:00, in 15 minutes")
    // The same time of day on another day is another end.
    #expect(
      try common(
        ("2026-01-05T08:45", "2026-01-05T09:00", "2026-01-05T10:00"),
        ("2026-01-06T08:45", "2026-01-06T09:00", "2026-01-07T10:00")) == "09:00, in 15 minutes")
  }

  @Test func `a night is said with its end, a longer time without`() throws {
    #expect(
      try common(
        ("2026-01-05T21:00", "2026-01-05T22:00", "2026-01-06T06:00"),
        ("2026-01-06T21:00", "2026-01-06T22:00", "2026-01-07T06:00"))
        == "22:00-06:00, in 1 hour")
    #expect(
      try common(("2026-01-05T21:00", "2026-01-05T22:00", "2026-01-06T22:00")) == "22:00, in 1 hour"
    )
    #expect(
      try common(("2026-01-05T21:00", "2026-01-05T22:00", "2026-01-07T06:00")) == "22:00, in 1 hour"
    )
    // The night of 29 March is an hour shorter in Berlin, and has the same two times.
    #expect(
      try common(
        ("2026-03-27T21:00", "2026-03-27T22:00", "2026-03-28T06:00"),
        ("2026-03-28T21:00", "2026-03-28T22:00", "2026-03-29T06:00"))
        == "22:00-06:00, in 1 hour")
  }

  @Test func `the evening before says tomorrow`() throws {
    #expect(
      try common(
        ("2026-01-05T20:00", "2026-01-06T09:00", "2026-01-06T10:00"),
        ("2026-01-06T20:00", "2026-01-07T09:00", "2026-01-07T10:00"))
        == "Tomorrow 09:00-10:00, in 13 hours")
    // A whole day before, tomorrow is enough.
    #expect(
      try common(
        ("2026-01-05T09:00", "2026-01-06T09:00", "2026-01-06T10:00"),
        ("2026-01-06T09:00", "2026-01-07T09:00", "2026-01-07T10:00")) == "Tomorrow 09:00-10:00")
    // Over a change of clocks, the evening is as far from the morning by the clock alone.
    #expect(
      try common(
        ("2026-03-27T20:00", "2026-03-28T09:00", nil),
        ("2026-03-28T20:00", "2026-03-29T09:00", nil)) == "Tomorrow 09:00")
  }

  @Test func `further ahead the weekday is said, or how many days lie between`() throws {
    // Two Wednesdays.
    #expect(
      try common(
        ("2026-01-05T09:00", "2026-01-07T09:00", "2026-01-07T10:00"),
        ("2026-01-12T09:00", "2026-01-14T09:00", "2026-01-14T10:00")) == "Wednesday 09:00-10:00")
    // A Wednesday and a Thursday: the time alone would be taken for today's.
    #expect(
      try common(
        ("2026-01-05T09:00", "2026-01-07T09:00", "2026-01-07T10:00"),
        ("2026-01-06T09:00", "2026-01-08T09:00", "2026-01-08T10:00")) == "09:00-10:00, in 2 days")
    // From several times of day there is no lead either.
    #expect(
      try common(
        ("2026-01-05T09:00", "2026-01-07T09:00", nil),
        ("2026-01-06T10:00", "2026-01-08T09:00", nil)) == "")
  }

  @Test func `a day that is over is said`() throws {
    #expect(
      try common(
        ("2026-01-06T00:15", "2026-01-05T22:00", "2026-01-06T00:00"),
        ("2026-01-07T00:15", "2026-01-06T22:00", "2026-01-07T00:00")) == "Yesterday 22:00-00:00")
    #expect(
      try common(
        ("2026-01-06T00:15", "2026-01-05T22:00", "2026-01-06T00:00"),
        ("2026-01-13T00:15", "2026-01-12T22:00", "2026-01-13T00:00")) == "Monday 22:00-00:00")
  }

  @Test func `fires on several days before say the weekday, or no times`() throws {
    // The day before and a quarter of an hour before, of two Wednesdays.
    #expect(
      try common(
        ("2026-01-06T09:00", "2026-01-07T09:00", nil),
        ("2026-01-14T08:45", "2026-01-14T09:00", nil)) == "Wednesday 09:00")
    #expect(
      try common(
        ("2026-01-06T09:00", "2026-01-07T09:00", nil),
        ("2026-01-08T08:45", "2026-01-08T09:00", nil)) == "")
  }

  @Test func `of differing times the lead is left`() throws {
    #expect(
      try common(
        ("2026-01-05T08:45", "2026-01-05T09:00", nil),
        ("2026-01-06T13:45", "2026-01-06T14:00", nil)) == "In 15 minutes")
    #expect(
      try common(
        ("2026-01-05T09:00", "2026-01-07T11:00", nil),
        ("2026-01-06T10:00", "2026-01-08T12:00", nil)) == "In 2 days, 2 hours")
    #expect(
      try common(
        ("2026-01-05T09:00", "2026-01-05T09:00", nil),
        ("2026-01-06T14:00", "2026-01-06T14:00", nil)) == "")
    // Of a clock put forward by two minutes less, too.
    #expect(
      try common(
        ("2026-01-05T08:45", "2026-01-05T09:00", nil),
        ("2026-01-06T13:30", "2026-01-06T14:00", nil)) == "")
    #expect(
      try common(
        ("2026-01-05T09:00", "2026-01-06T09:00", nil),
        ("2026-01-06T09:00", "2026-01-07T14:00", nil)) == "Tomorrow")
  }

  @Test func `of no fires, and of several kinds, nothing is said`() throws {
    #expect(try common() == "")
    let timed = try moments.moment(.timed, "2026-01-05T08:45", "2026-01-05T09:00")
    let due = try moments.moment(.due, "2026-01-05T08:45", "2026-01-05T09:00")
    #expect(WhenPhrase(.english).common([timed, due]) == "")
    #expect(WhenPhrase(.english).common([due, timed, due]) == "")
    #expect(WhenPhrase(.english).common([timed]) == "09:00, in 15 minutes")
  }

  @Test func `whole days say a day`() throws {
    #expect(
      try common(
        .allDay, ("2026-01-05T09:00", "2026-01-05", "2026-01-06"),
        ("2026-01-06T09:00", "2026-01-06", "2026-01-09")) == "Today")
    #expect(
      try common(
        .allDay, ("2026-01-04T20:00", "2026-01-05", "2026-01-06"),
        ("2026-01-05T20:00", "2026-01-06", "2026-01-07")) == "Tomorrow")
    #expect(
      try common(
        .allDay, ("2026-01-02T20:00", "2026-01-05", "2026-01-06"),
        ("2026-01-09T20:00", "2026-01-12", "2026-01-13")) == "Monday")
    #expect(
      try common(
        .allDay, ("2026-01-02T20:00", "2026-01-05", "2026-01-06"),
        ("2026-01-03T20:00", "2026-01-06", "2026-01-07")) == "In 3 days")
    #expect(
      try common(
        .allDay, ("2026-01-06T09:00", "2026-01-05", "2026-01-06"),
        ("2026-01-07T09:00", "2026-01-06", "2026-01-07")) == "Yesterday")
    #expect(
      try common(
        .allDay, ("2026-01-07T09:00", "2026-01-05", "2026-01-06"),
        ("2026-01-08T09:00", "2026-01-06", "2026-01-07")) == "")
    #expect(
      try common(
        .allDay, ("2026-01-05T09:00", "2026-01-05", "2026-01-06"),
        ("2026-01-05T09:00", "2026-01-06", "2026-01-07")) == "")
  }

  @Test func `to-dos say that they are due`() throws {
    #expect(
      try common(
        .due, ("2026-01-05T17:45", "2026-01-01T09:00", "2026-01-05T18:00"),
        ("2026-01-06T17:45", "2026-01-02T09:30", "2026-01-06T18:00"))
        == "Due 18:00, in 15 minutes")
    #expect(
      try common(
        .due, ("2026-01-04T18:00", "2026-01-05T18:00", nil),
        ("2026-01-05T18:00", "2026-01-06T18:00", nil)) == "Due tomorrow 18:00")
    #expect(
      try common(
        .due, ("2026-01-05T17:45", "2026-01-05T18:00", nil),
        ("2026-01-06T11:45", "2026-01-06T12:00", nil)) == "Due in 15 minutes")
    #expect(
      try common(
        .due, ("2026-01-05T17:45", "2026-01-05T18:00", nil),
        ("2026-01-06T11:30", "2026-01-06T12:00", nil)) == "")
    #expect(try common(.dueDate, ("2026-01-05T09:00", "2026-01-01", "2026-01-05")) == "Due today")
    #expect(
      try common(
        .dueDate, ("2026-01-02T09:00", "2026-01-05", nil),
        ("2026-01-03T09:00", "2026-01-06", nil)) == "Due in 3 days")
  }

  @Test(arguments: [
    (
      "de", "09:00-10:00, in 15 Minuten", "Morgen 09:00", "Mittwoch 09:00", "In 3 Tagen",
      "Fällig morgen 09:00", "Fällig in 15 Minuten"
    ),
    (
      "fr", "09:00-10:00, dans 15 minutes", "Demain 09:00", "Mercredi 09:00", "Dans 3 jours",
      "Échéance demain 09:00", "Échéance dans 15 minutes"
    ),
    (
      "es", "9:00-10:00, dentro de 15 minutos", "Mañana 9:00", "Miércoles 9:00",
      "Dentro de 3 días", "Vencimiento mañana 9:00", "Vencimiento dentro de 15 minutos"
    ),
    (
      "ja", "9:00～10:00、15分後", "明日 9:00", "水曜日 9:00", "3日後", "期限 明日 9:00", "期限 15分後"
    ),
    (
      "en-US", "9:00\u{202F}AM-10:00\u{202F}AM, in 15 minutes", "Tomorrow 9:00\u{202F}AM",
      "Wednesday 9:00\u{202F}AM", "In 3 days", "Due tomorrow 9:00\u{202F}AM", "Due in 15 minutes"
    ),
  ])
  func `each language says it in its own way`(
    _ row: (
      tag: String, times: String, tomorrow: String, weekday: String, days: String, due: String,
      lead: String
    )
  ) throws {
    #expect(
      try common(.timed, in: row.tag, ("2026-01-05T08:45", "2026-01-05T09:00", "2026-01-05T10:00"))
        == row.times)
    #expect(
      try common(.timed, in: row.tag, ("2026-01-05T09:00", "2026-01-06T09:00", nil)) == row.tomorrow
    )
    #expect(
      try common(.timed, in: row.tag, ("2026-01-05T09:00", "2026-01-07T09:00", nil)) == row.weekday)
    #expect(
      try common(
        .allDay, in: row.tag, ("2026-01-02T20:00", "2026-01-05", nil),
        ("2026-01-03T20:00", "2026-01-06", nil)) == row.days)
    #expect(try common(.due, in: row.tag, ("2026-01-05T09:00", "2026-01-06T09:00", nil)) == row.due)
    #expect(
      try common(
        .due, in: row.tag, ("2026-01-05T17:45", "2026-01-05T18:00", nil),
        ("2026-01-06T11:45", "2026-01-06T12:00", nil)) == row.lead)
  }
}
