import Testing

@testable import ReminderCompiler

/// What stands for `{start}`, `{end}`, `{day}` and `{lead}`.
@Suite struct PlaceholderPhraseTests {
  /// The times of a moment, and what stands for the four placeholders.
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
    // From 20:00 to 09:00 are twelve hours in the night that Berlin's clock is put forward.
    Row(
      .timed, "2026-03-28T20:00", "2026-03-29T09:00",
      says: ["09:00", "", "tomorrow", "in 12 hours"]),
    // An hour that begins and ends at 02:30 has an end.
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
    // Of a to-do all are about its due time.
    Row(
      .due, "2026-11-25T17:00", "2026-11-20T09:00", "2026-11-25T18:00",
      says: ["18:00", "18:00", "today", "in 1 hour"]),
    Row(
      .due, "2026-11-25T18:05", "2026-11-25T18:00",
      says: ["18:00", "18:00", "today", "5 minutes ago"]),
    Row(
      .dueDate, "2026-11-24T09:00", "2026-11-20", "2026-11-25",
      says: ["Wednesday 25 November", "Wednesday 25 November", "tomorrow", "in 1 day"]),
    // Numbers of the other languages are theirs.
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
}
