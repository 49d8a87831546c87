import Testing

@testable import ReminderCompiler

/// What stands for `{start}`, `{end}`, `{day}` and `{lead}`.
@Suite struct PlaceholderPhraseTests {
  private struct Texts: Equatable {
    var start: String
    var end: String
    var day: String
    var lead: String
  }

  private func texts(
    _ kind: Moment.Kind, _ fire: String, _ start: String, _ end: String? = nil,
    in tag: String = "en"
  ) throws -> Texts {
    let phrase = try WhenPhrase(tag: tag)
    let moment = try Moments().moment(kind, fire, start, end)
    return Texts(
      start: phrase.start(of: moment), end: phrase.end(of: moment),
      day: phrase.day(of: moment, capitalised: false), lead: phrase.lead(to: moment))
  }

  @Test func `of an event`() throws {
    #expect(
      try texts(.timed, "2026-11-24T20:00", "2026-11-25T14:00", "2026-11-25T15:30")
        == Texts(start: "14:00", end: "15:30", day: "tomorrow", lead: "in 18 hours"))
    #expect(
      try texts(.timed, "2026-11-25T14:00", "2026-11-25T14:00")
        == Texts(start: "14:00", end: "", day: "today", lead: "now"))
    #expect(
      try texts(.timed, "2026-11-26T14:05", "2026-11-25T14:05", "2026-11-25T15:00")
        == Texts(start: "14:05", end: "15:00", day: "yesterday", lead: "1 day ago"))
    #expect(
      try texts(.timed, "2026-12-31T14:00", "2027-01-02T14:00")
        == Texts(start: "14:00", end: "", day: "Saturday, 2 January 2027", lead: "in 2 days"))
    // From 20:00 to 09:00 are twelve hours in the night that Berlin's clock is put forward.
    #expect(
      try texts(.timed, "2026-03-28T20:00", "2026-03-29T09:00")
        == Texts(start: "09:00", end: "", day: "tomorrow", lead: "in 12 hours"))
    // An hour that begins and ends at 02:30 has an end.
    #expect(
      try texts(.timed, "2026-10-25T00:30", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z")
        == Texts(start: "02:30", end: "02:30", day: "today", lead: "in 2 hours"))
  }

  @Test func `of whole days`() throws {
    #expect(
      try texts(.allDay, "2026-11-25T09:00", "2026-11-25", "2026-11-26")
        == Texts(
          start: "Wednesday 25 November", end: "Wednesday 25 November", day: "today",
          lead: "today"))
    #expect(
      try texts(.allDay, "2026-12-30T20:00", "2026-12-31", "2027-01-03")
        == Texts(
          start: "Thursday 31 December", end: "Saturday, 2 January 2027", day: "tomorrow",
          lead: "in 1 day"))
    #expect(
      try texts(.allDay, "2026-11-28T09:00", "2026-11-25", "2026-11-26")
        == Texts(
          start: "Wednesday 25 November", end: "Wednesday 25 November",
          day: "Wednesday 25 November", lead: "3 days ago"))
  }

  @Test func `of a to-do all are about its due time`() throws {
    #expect(
      try texts(.due, "2026-11-25T17:00", "2026-11-20T09:00", "2026-11-25T18:00")
        == Texts(start: "18:00", end: "18:00", day: "today", lead: "in 1 hour"))
    #expect(
      try texts(.due, "2026-11-25T18:05", "2026-11-25T18:00")
        == Texts(start: "18:00", end: "18:00", day: "today", lead: "5 minutes ago"))
    #expect(
      try texts(.dueDate, "2026-11-24T09:00", "2026-11-20", "2026-11-25")
        == Texts(
          start: "Wednesday 25 November", end: "Wednesday 25 November", day: "tomorrow",
          lead: "in 1 day"))
  }

  @Test(arguments: [
    ("en", "tomorrow", "Tomorrow"), ("de", "morgen", "Morgen"), ("fr", "demain", "Demain"),
    ("es", "mañana", "Mañana"), ("ja", "明日", "明日"),
  ])
  func `a day has a capital only at the beginning`(
    _ row: (tag: String, inside: String, first: String)
  ) throws {
    let phrase = try WhenPhrase(tag: row.tag)
    let moment = try Moments().moment(.timed, "2026-11-24T20:00", "2026-11-25T14:00")
    #expect(phrase.day(of: moment, capitalised: false) == row.inside)
    #expect(phrase.day(of: moment, capitalised: true) == row.first)
  }

  @Test func `numbers of the other languages are theirs`() throws {
    #expect(
      try texts(.allDay, "2026-11-22T09:00", "2026-11-25", "2026-11-28", in: "de")
        == Texts(
          start: "Mittwoch, 25. November", end: "Freitag, 27. November",
          day: "Mittwoch, 25. November", lead: "in 3 Tagen"))
    #expect(
      try texts(.timed, "2026-11-22T09:00", "2026-11-25T09:00", "2026-11-25T10:00", in: "ja")
        == Texts(start: "9:00", end: "10:00", day: "11月25日 水曜日", lead: "3日後"))
  }
}
