import CalendarFixtures
import CivilTime
import Testing

@testable import ReminderCompiler
@testable import ReminderExpansion
@testable import ReminderOptions
@testable import ReminderPlanning
@testable import ReminderPlans

/// The phrase for one fire, which must be true when it is shown.
@Suite struct OncePhraseTests {
  typealias Row = (fire: String, start: String, end: String?, words: String)

  @Test(arguments: [
    ("2026-11-25T13:45", "2026-11-25T14:00", "2026-11-25T15:00", "Today 14:00-15:00"),
    ("2026-11-25T13:45", "2026-11-25T14:00", nil, "Today 14:00"),
    ("2026-11-25T13:45", "2026-11-25T14:00:30", "2026-11-25T15:00", "Today 14:00:30-15:00"),
    ("2026-11-24T20:00", "2026-11-25T09:00", "2026-11-25T10:00", "Tomorrow 09:00-10:00"),
    // One minute before midnight, and at midnight.
    ("2026-11-24T23:59", "2026-11-25T00:00", "2026-11-25T00:30", "Tomorrow 00:00-00:30"),
    ("2026-11-25T00:00", "2026-11-25T00:00", "2026-11-25T00:30", "Today 00:00-00:30"),
    ("2026-11-26T00:00", "2026-11-25T23:00", nil, "Yesterday 23:00"),
    (
      "2026-11-23T09:00", "2026-11-25T09:00", "2026-11-25T10:00",
      "Wednesday 25 November, 09:00-10:00"
    ),
    ("2026-11-27T09:00", "2026-11-25T09:00", nil, "Wednesday 25 November, 09:00"),
    // The year appears only if it differs.
    ("2025-12-31T09:00", "2026-11-25T09:00", nil, "Wednesday, 25 November 2026, 09:00"),
    ("2026-12-31T20:00", "2027-01-01T09:00", nil, "Tomorrow 09:00"),
    ("2026-12-30T20:00", "2027-01-01T09:00", nil, "Friday, 1 January 2027, 09:00"),
    ("2026-12-30T20:00", "2026-12-31T22:00", "2027-01-01T03:00", "Tomorrow 22:00-03:00"),
    (
      "2026-12-31T20:00", "2026-12-31T22:00", "2027-01-02T03:00",
      "Today 22:00 - Saturday, 2 January 2027, 03:00"
    ),
    // An end on a later day appears with its day, unless it is in the same night.
    ("2026-11-25T21:00", "2026-11-25T22:00", "2026-11-26T02:00", "Today 22:00-02:00"),
    ("2026-11-25T19:00", "2026-11-25T20:00", "2026-11-26T00:00", "Today 20:00-00:00"),
    ("2026-11-25T21:00", "2026-11-25T22:00", "2026-11-26T21:59", "Today 22:00-21:59"),
    ("2026-11-26T01:00", "2026-11-25T22:00", "2026-11-26T02:00", "Yesterday 22:00-02:00"),
    // After a whole day, the times alone would seem to be no length or an hour.
    ("2026-11-25T21:00", "2026-11-25T22:00", "2026-11-26T22:00", "Today 22:00 - tomorrow 22:00"),
    ("2026-11-25T21:00", "2026-11-25T22:00", "2026-11-26T23:00", "Today 22:00 - tomorrow 23:00"),
    (
      "2026-11-25T21:00", "2026-11-25T22:00", "2026-11-27T02:00",
      "Today 22:00 - Friday 27 November, 02:00"
    ),
    (
      "2026-11-23T21:00", "2026-11-25T09:00", "2026-11-27T17:00",
      "Wednesday 25 November, 09:00 - Friday 27 November, 17:00"
    ),
    (
      "2026-11-26T08:00", "2026-11-25T09:00", "2026-11-27T17:00",
      "Yesterday 09:00 - tomorrow 17:00"
    ),
    // Berlin's clock goes from 02:00 to 03:00 on 29 March: 23 hours are a day on the clock.
    (
      "2026-03-28T21:00", "2026-03-28T23:00", "2026-03-29T23:00", "Today 23:00 - tomorrow 23:00"
    ),
    (
      "2026-03-28T21:00", "2026-03-28T23:00", "2026-03-29T23:30", "Today 23:00 - tomorrow 23:30"
    ),
    ("2026-03-28T21:00", "2026-03-29T01:30", "2026-03-29T03:30", "Tomorrow 01:30-03:30"),
    // The clock goes back from 03:00 to 02:00 on 25 October: 24 hours end an hour earlier.
    ("2026-10-24T21:00", "2026-10-24T23:00", "2026-10-25T21:00:00Z", "Today 23:00-22:00"),
    // 02:50 in summer time to 02:10 in winter time is twenty minutes.
    ("2026-10-25T00:00", "2026-10-25T00:50:00Z", "2026-10-25T01:10:00Z", "Today 02:50"),
    ("2026-10-25T00:00", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "Today 02:30"),
    ("2026-10-25T00:00", "2026-10-25T00:30:00Z", "2026-10-25T01:45:00Z", "Today 02:30-02:45"),
  ])
  func `an event shows its day and times, without an ambiguous range`(_ row: Row) throws {
    let moment = try Moments().moment(.timed, row.fire, row.start, row.end)
    #expect(WhenPhrase(.english).once(moment) == row.words)
  }

  @Test(arguments: [
    ("2026-11-25T09:00", "2026-11-25", "2026-11-26", "Today"),
    ("2026-11-25T09:00", "2026-11-25", nil, "Today"),
    ("2026-11-24T20:00", "2026-11-25", "2026-11-26", "Tomorrow"),
    ("2026-11-26T09:00", "2026-11-25", "2026-11-26", "Yesterday"),
    ("2026-11-22T09:00", "2026-11-25", "2026-11-26", "Wednesday 25 November"),
    ("2026-11-25T09:00", "2026-11-25", "2026-11-28", "Today - Friday 27 November"),
    ("2026-11-25T09:00", "2026-11-25", "2026-11-27", "Today - tomorrow"),
    ("2026-11-26T09:00", "2026-11-25", "2026-11-28", "Yesterday - tomorrow"),
    ("2026-12-31T09:00", "2026-12-31", "2027-01-03", "Today - Saturday, 2 January 2027"),
    // The days of clock changes are 23 and 25 hours long.
    ("2026-03-29T09:00", "2026-03-29", "2026-03-30", "Today"),
    ("2026-10-24T09:00", "2026-10-24", "2026-10-26", "Today - tomorrow"),
  ])
  func `all-day events show days without times, including the last day`(_ row: Row) throws {
    let moment = try Moments(own: nil).moment(.allDay, row.fire, row.start, row.end)
    #expect(WhenPhrase(.english).once(moment) == row.words)
  }

  @Test func `a day whose midnight is skipped is that day`() throws {
    // Cairo's clock goes from 00:00 to 01:00 on Friday 24 April 2026.
    let moments = try Moments(device: "Africa/Cairo", own: nil)
    let before = try moments.moment(.allDay, "2026-04-23T09:00", "2026-04-23", "2026-04-24")
    #expect(before.endOnDevice.hour == 1)
    #expect(WhenPhrase(.english).once(before) == "Today")
    let after = try moments.moment(.allDay, "2026-04-23T09:00", "2026-04-24", "2026-04-25")
    #expect(WhenPhrase(.english).once(after) == "Tomorrow")
  }

  @Test(
    arguments: [
      (.due, "2026-11-25T17:00", "2026-11-20T09:00", "2026-11-25T18:00", "Due today 18:00"),
      (.due, "2026-11-24T17:00", "2026-11-25T18:00", nil, "Due tomorrow 18:00"),
      (.due, "2026-11-26T17:00", "2026-11-20T09:00", "2026-11-25T18:00", "Due yesterday 18:00"),
      (
        .due, "2026-11-20T08:45", "2026-11-20T09:00", "2026-11-25T18:00",
        "Due Wednesday 25 November, 18:00"
      ),
      (.dueDate, "2026-11-25T09:00", "2026-11-20", "2026-11-25", "Due today"),
      (.dueDate, "2026-11-24T09:00", "2026-11-25", nil, "Due tomorrow"),
      (.dueDate, "2026-11-20T09:00", "2026-11-25", nil, "Due Wednesday 25 November"),
      // An event that is never due has only a start.
      (.timed, "2026-11-25T08:45", "2026-11-25T09:00", nil, "Today 09:00"),
    ] as [(Moment.Kind, String, String, String?, String)])
  func `a to-do shows when it is due`(
    _ row: (kind: Moment.Kind, fire: String, start: String, end: String?, words: String)
  ) throws {
    let moment = try Moments().moment(row.kind, row.fire, row.start, row.end)
    #expect(WhenPhrase(.english).once(moment) == row.words)
  }

  @Test(
    arguments: [
      ("Europe/Berlin", "America/New_York", .timed, "Today 15:00-16:00 (Berlin)"),
      ("America/New_York", "Europe/Berlin", .timed, "Today 15:00-16:00 (New York)"),
      ("Etc/UTC", "Europe/Berlin", .timed, "Today 15:00-16:00 (UTC)"),
      ("Europe/Berlin", "GMT", .timed, "Today 15:00-16:00 (Berlin)"),
      ("Europe/Berlin", "America/New_York", .due, "Due today 16:00 (Berlin)"),
      // Two zones with the same offset.
      ("Europe/Berlin", "Europe/Paris", .timed, "Today 15:00-16:00"),
      ("Europe/Berlin", "Europe/Berlin", .timed, "Today 15:00-16:00"),
      ("Europe/Berlin", nil, .timed, "Today 15:00-16:00"),
      ("Europe/Berlin", "America/New_York", .allDay, "Today"),
      ("Europe/Berlin", "America/New_York", .dueDate, "Due today"),
    ] as [(String, String?, Moment.Kind, String)])
  func `the device's city appears if the event's zone has another time`(
    _ row: (device: String, own: String?, kind: Moment.Kind, words: String)
  ) throws {
    let moments = try Moments(device: row.device, own: row.own)
    let moment = try moments.moment(
      row.kind, "2026-11-25T14:45", "2026-11-25T15:00", "2026-11-25T16:00")
    #expect(WhenPhrase(.english).once(moment) == row.words)
  }

  @Test func `the clocks are compared at the occurrence, not at the fire`() throws {
    // A zone with permanent winter time agrees with Berlin until 29 March 2026, 02:00.
    let moments = try Moments(device: "Europe/Berlin", ownOneHourEast: "Work")
    let phrase = WhenPhrase(.english)
    let winter = try moments.moment(.timed, "2026-03-28T20:00", "2026-03-29T01:59")
    #expect(phrase.once(winter) == "Tomorrow 01:59")
    let summer = try moments.moment(.timed, "2026-03-28T20:00", "2026-03-29T03:00")
    #expect(phrase.once(summer) == "Tomorrow 03:00 (Berlin)")
  }

  @Test(arguments: [
    (
      "de", "Heute 14:00-15:00", "Morgen 22:00-02:00", "Mittwoch, 25. November, 14:00-15:00",
      "Heute 22:00 - morgen 23:00", "Heute - Freitag, 27. November", "Fällig: heute 18:00",
      "Gestern 18:00 (Berlin)"
    ),
    (
      "fr", "Aujourd’hui 14:00-15:00", "Demain 22:00-02:00", "Mercredi 25 novembre, 14:00-15:00",
      "Aujourd’hui 22:00 - demain 23:00", "Aujourd’hui - vendredi 27 novembre",
      "Échéance\u{A0}: aujourd’hui 18:00", "Hier 18:00 (Berlin)"
    ),
    (
      "es", "Hoy 14:00-15:00", "Mañana 22:00-2:00", "Miércoles, 25 de noviembre, 14:00-15:00",
      "Hoy 22:00 - mañana 23:00", "Hoy - viernes, 27 de noviembre", "Vencimiento: hoy 18:00",
      "Ayer 18:00 (Berlín)"
    ),
    (
      "ja", "今日 14:00～15:00", "明日 22:00～2:00", "11月25日 水曜日 14:00～15:00",
      "今日 22:00 ～ 明日 23:00", "今日 ～ 11月27日 金曜日", "期限：今日 18:00", "昨日 18:00（ベルリン）"
    ),
    (
      "en-US", "Today 2:00\u{202F}PM-3:00\u{202F}PM", "Tomorrow 10:00\u{202F}PM-2:00\u{202F}AM",
      "Wednesday, November 25, 2:00\u{202F}PM-3:00\u{202F}PM",
      "Today 10:00\u{202F}PM - tomorrow 11:00\u{202F}PM", "Today - Friday, November 27",
      "Due today 6:00\u{202F}PM", "Yesterday 6:00\u{202F}PM (Berlin)"
    ),
  ])
  func `each language has its texts for single fires`(
    _ row: (
      tag: String, today: String, night: String, date: String, twoDays: String, days: String,
      due: String, elsewhere: String
    )
  ) throws {
    let phrase = try WhenPhrase(tag: row.tag)
    let moments = try Moments()
    func once(_ kind: Moment.Kind, _ fire: String, _ start: String, _ end: String) throws -> String
    {
      phrase.once(try moments.moment(kind, fire, start, end))
    }
    #expect(
      try once(.timed, "2026-11-25T13:45", "2026-11-25T14:00", "2026-11-25T15:00") == row.today)
    #expect(
      try once(.timed, "2026-11-24T20:00", "2026-11-25T22:00", "2026-11-26T02:00") == row.night)
    #expect(
      try once(.timed, "2026-11-20T20:00", "2026-11-25T14:00", "2026-11-25T15:00") == row.date)
    #expect(
      try once(.timed, "2026-11-25T20:00", "2026-11-25T22:00", "2026-11-26T23:00") == row.twoDays)
    #expect(try once(.allDay, "2026-11-25T09:00", "2026-11-25", "2026-11-28") == row.days)
    #expect(
      try once(.due, "2026-11-25T17:00", "2026-11-25T18:00", "2026-11-25T18:00") == row.due)
    let elsewhere = try Moments(own: "America/New_York").moment(
      .timed, "2026-11-26T09:00", "2026-11-25T18:00")
    #expect(phrase.once(elsewhere) == row.elsewhere)
  }
}

/// Creates moments from local times in a zone.
struct Moments {
  let device: Zone
  /// The event's zone; nil for a floating one.
  let own: Zone?

  /// A device, and the zone of its events, which is the device's by default.
  init(device: String = "Europe/Berlin", own: String? = "Europe/Berlin") throws {
    self.device = try TestCalendars.zone(device)
    self.own = try own.map(TestCalendars.zone)
  }

  /// The zone has an identifier from a calendar file and is one hour east of UTC.
  init(device: String, ownOneHourEast identifier: String) throws {
    self.device = try TestCalendars.zone(device)
    own = Zone(identifier: identifier, isIANA: false, initialOffset: 3_600)
  }

  /// A moment whose fire, start and end are on the device's clock.
  ///
  /// Examples are `2026-11-25T09:00`, a date for its first instant, or an instant in UTC.
  func moment(
    _ kind: Moment.Kind, _ fire: String, _ start: String, _ end: String? = nil
  ) throws -> Moment {
    let start = try instant(start)
    return Moment(
      kind, fire: try instant(fire), start: start, end: try end.map(instant) ?? start,
      deviceZone: device, ownZone: own)
  }

  /// A moment with start and end on the event's clock, and a fire before the start.
  func moment(startOnOwnClock start: String, seconds: Int, fireBefore: Int) throws -> Moment {
    let start = try #require(own).instant(of: try #require(CivilDateTime(iso8601: start)))
    return Moment(
      .timed, fire: start - fireBefore, start: start, end: start + seconds, deviceZone: device,
      ownZone: own)
  }

  private func instant(_ text: String) throws -> Instant {
    if let instant = Instant(iso8601: text) { return instant }
    let civil = CivilDateTime(iso8601: text) ?? CivilDateTime(iso8601: text + "T00:00")
    return device.instant(of: try #require(civil))
  }
}

extension WhenPhrase {
  /// Phrases of the language with a tag.
  init(tag: String) throws {
    self.init(try #require(ReminderLanguage(tag)))
  }
}

@Suite struct LeadPhraseTests {
  @Test(arguments: [
    (0, "now"), (1, "now"), (59, "now"), (-59, "now"), (60, "in 1 minute"),
    (119, "in 1 minute"), (-60, "1 minute ago"), (900, "in 15 minutes"), (-300, "5 minutes ago"),
    (3_599, "in 59 minutes"), (3_600, "in 1 hour"), (5_400, "in 1 hour, 30 minutes"),
    (7_200, "in 2 hours"), (-5_400, "1 hour, 30 minutes ago"),
    (86_399, "in 23 hours, 59 minutes"), (86_400, "in 1 day"), (86_400 + 3_599, "in 1 day"),
    (86_400 + 7_200, "in 1 day, 2 hours"), (86_400 + 7_200 + 1_800, "in 1 day, 2 hours"),
    (2 * 86_400, "in 2 days"), (3 * 86_400, "in 3 days"), (-86_400, "1 day ago"),
    (-3 * 86_400 - 3_600, "3 days, 1 hour ago"), (10_000 * 86_400, "in 10,000 days"),
    (.min, "106,751,991,167,300 days, 15 hours ago"),
  ])
  func `a lead time is in the largest units`(_ row: (seconds: Int, words: String)) {
    #expect(WhenPhrase(.english).lead(seconds: row.seconds) == row.words)
  }

  @Test(arguments: [
    ("de", 900, "in 15 Minuten", "vor 15 Minuten"),
    ("de", 86_400, "in 1 Tag", "vor 1 Tag"), ("de", 2 * 86_400, "in 2 Tagen", "vor 2 Tagen"),
    ("de", 93_600, "in 1 Tag und 2 Stunden", "vor 1 Tag und 2 Stunden"),
    ("fr", 900, "dans 15 minutes", "il y a 15 minutes"),
    ("fr", 3_600, "dans 1\u{A0}heure", "il y a 1\u{A0}heure"),
    ("fr", 86_400, "dans 1 jour", "il y a 1 jour"),
    ("fr", 2 * 86_400, "dans 2 jours", "il y a 2 jours"),
    ("fr", 93_600, "dans 1 jour et 2\u{A0}heures", "il y a 1 jour et 2\u{A0}heures"),
    ("es", 900, "dentro de 15 minutos", "hace 15 minutos"),
    ("es", 86_400, "dentro de 1 día", "hace 1 día"),
    ("es", 3 * 86_400, "dentro de 3 días", "hace 3 días"),
    ("es", 93_600, "dentro de 1 día y 2 horas", "hace 1 día y 2 horas"),
    ("ja", 900, "15分後", "15分前"), ("ja", 5_400, "1時間 30分後", "1時間 30分前"),
    ("ja", 86_400, "1日後", "1日前"), ("ja", 93_600, "1日 2時間後", "1日 2時間前"),
  ])
  func `each language has its words and cases`(
    _ row: (tag: String, seconds: Int, ahead: String, ago: String)
  ) throws {
    let phrase = try WhenPhrase(tag: row.tag)
    #expect(phrase.lead(seconds: row.seconds) == row.ahead)
    #expect(phrase.lead(seconds: -row.seconds) == row.ago)
  }

  @Test(arguments: [
    ("en", "now"), ("de", "jetzt"), ("fr", "maintenant"), ("es", "ahora"), ("ja", "今"),
  ])
  func `less than a minute is now`(_ row: (tag: String, words: String)) throws {
    #expect(try WhenPhrase(tag: row.tag).lead(seconds: 30) == row.words)
  }
}
