import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import NotificationTriggers
import ReminderCompiler
import SeededRandom
import Testing

@Suite struct OptionsFormatTests {
  private func read(_ text: String) throws -> NotificationOptions {
    try JSONDecoder().decode(NotificationOptions.self, from: Data(text.utf8))
  }

  @Test func `the texts are those of the command line`() throws {
    let options = try read(
      #"""
      {"now": "2026-01-05T08:00:00Z", "timeZone": "Europe/Berlin", "horizon": "P12M",
       "renewWithin": "P2D", "defaultAlarms": ["-PT15M", "P0D"], "allDayAlarm": "09:00:00",
       "only": ["KIND:event && !UID:b"], "ignored": ["partstat:DECLINED"],
       "ignoredAlarms": ["ACTION:EMAIL"], "userAddresses": ["ann@example.org"],
       "ruledDefaultAlarms": ["-PT5M=NAME:work", "10:00=KIND:birthday"],
       "allDayMoves": ["08:00", "07:30=UID:a"],
       "repeatedHour": "once", "nag": "10xPT5M", "levels": ["critical=CATEGORIES:medication"],
       "quietHours": ["22:00-07:00", "13:00-14:00:30=SUMMARY:a*"],
       "quietHoursLead": "PT1H", "quietHoursDrop": true,
       "noOverrun": ["CATEGORIES:medication"],
       "bodies": ["Day {n}=SUMMARY:pill*", {"templates": ["one", "two"], "components": "UID:a"}],
       "thread": "calendar", "language": "de_at", "limit": 32, "reserve": 2,
       "pending": ["ics2notify.a.W2T090000", "other"], "nagOverdue": "PT30M",
       "renewalNudge": true, "a key of a later version": 1}
      """#)
    var expected = try TestCalendars.options(now: "2026-01-05T08:00:00Z", zone: "Europe/Berlin")
    expected.horizon = CalendarDuration(months: 12)
    expected.renewWithin = CalendarDuration(days: 2)
    expected.defaultAlarms = [CalendarDuration(seconds: -900), .zero]
    expected.allDayAlarm = TimeOfDay(hour: 9)
    expected.only = [try #require(ReminderRule("KIND:event && !UID:b"))]
    expected.ignored = [try #require(ReminderRule("PARTSTAT:declined"))]
    expected.ignoredAlarms = [try #require(ReminderRule("ACTION:EMAIL"))]
    expected.userAddresses = ["ann@example.org"]
    expected.ruledDefaultAlarms = [
      DefaultAlarm(
        .relative(CalendarDuration(seconds: -300)), for: try #require(ReminderRule("NAME:work"))),
      DefaultAlarm(
        .timeOfDay(try #require(TimeOfDay(hour: 10))),
        for: try #require(ReminderRule("KIND:birthday"))),
    ]
    expected.allDayMoves = [
      AllDayMove(to: try #require(TimeOfDay(hour: 8))),
      AllDayMove(
        to: try #require(TimeOfDay(hour: 7, minute: 30)), for: ReminderRule("UID:a")),
    ]
    expected.repeatedHour = .once
    expected.nag = Nag("10xPT5M")
    expected.levels = [try #require(LevelRule("critical=CATEGORIES:medication"))]
    expected.quietHours = [
      try #require(QuietHoursRule("22:00-07:00")),
      try #require(QuietHoursRule("13:00-14:00:30=summary:A*")),
    ]
    expected.quietHoursLead = CalendarDuration(seconds: 3_600)
    expected.dropsQuietFires = true
    expected.noOverrun = [try #require(ReminderRule("CATEGORIES:medication"))]
    expected.bodies = [
      try BodyRule("Day {n}=SUMMARY:pill*"),
      BodyRule(rotating: [try BodyTemplate("one"), try BodyTemplate("two")], rule: "UID:a"),
    ]
    expected.threads = .calendar
    expected.language = try #require(ReminderLanguage("de-AT"))
    expected.limit = 32
    expected.reserve = 2
    expected.pending = PendingIdentifiers(["other", "ics2notify.a.W2T090000"])
    expected.overdueNag = TimeIntervalTrigger(interval: 1_800, repeats: true)
    expected.nudgesRenewal = true
    #expect(options == expected)
  }

  @Test func `absent values are those of the initialiser`() throws {
    let now = try #require(Instant(iso8601: "2026-01-05T08:00:00Z"))
    #expect(
      try read(#"{"now": "2026-01-05T08:00:00Z", "timeZone": "GMT"}"#)
        == NotificationOptions(now: now, deviceZone: .gmt))
  }

  @Test(arguments: [
    (#""now": "today""#, "now"), (#""now": "1816-01-05T08:00:00Z""#, "now"),
    (#""timeZone": "Europe/Atlantis""#, "timeZone"), (#""horizon": "-P1D""#, "horizon"),
    (#""renewWithin": "1 week""#, "renewWithin"),
    (#""defaultAlarms": ["PT5M", "5 min"]"#, "defaultAlarms.1"),
    (#""defaultAlarms": ["P1M"]"#, "defaultAlarms"), (#""allDayAlarm": "9""#, "allDayAlarm"),
    (#""repeatedHour": "twice""#, "repeatedHour"), (#""nag": "0xPT5M""#, "nag"),
    (#""only": ["UID"]"#, "only.0"), (#""allDayMoves": ["9=UID:a"]"#, "allDayMoves.0"),
    (#""ruledDefaultAlarms": ["-PT5M"]"#, "ruledDefaultAlarms.0"),
    (#""levels": ["loud=UID:a"]"#, "levels.0"), (#""quietHours": ["7-7"]"#, "quietHours.0"),
    (#""quietHoursLead": "-PT1M""#, "quietHoursLead"),
    (#""quietHoursLead": "PT24H1S""#, "quietHoursLead"),
    (#""quietHoursDrop": 1"#, "quietHoursDrop"), (#""bodies": ["a", "{"]"#, "bodies.1"),
    (#""bodies": [{"templates": ["{x}"]}]"#, "bodies.0.templates"),
    (#""bodies": [{"templates": ["x"], "components": "x"}]"#, "bodies.0.components"),
    (#""thread": "uid""#, "thread"), (#""language": "it""#, "language"),
    (#""limit": 4097"#, "limit"), (#""reserve": 65"#, "reserve"), (#""reserve": -1"#, "reserve"),
    (#""pending": [1]"#, "pending.0"), (#""nagOverdue": "PT59S""#, "nagOverdue"),
    (#""nagOverdue": "P1000000000000D""#, "nagOverdue"), (#""nagOverdue": "P1M""#, "nagOverdue"),
  ])
  func `an invalid value is rejected with its path`(member: String, path: String) throws {
    let rest = [#""now": "2026-01-05T08:00:00Z""#, #""timeZone": "GMT""#].filter {
      !$0.hasPrefix(member.prefix { $0 != ":" })
    }
    let error = #expect(throws: DecodingError.self) {
      try read("{\((rest + [member]).joined(separator: ", "))}")
    }
    guard case .dataCorrupted(let context)? = error else {
      guard case .typeMismatch(_, let context)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(self.path(context) == path)
      return
    }
    #expect(self.path(context) == path)
  }

  private func path(_ context: DecodingError.Context) -> String {
    context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
      .joined(separator: ".")
  }

  @Test(arguments: 0..<300)
  func `random options and their texts are read back to equal values`(_ seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let options = try random.options()
    let json = try JSONEncoder().encode(options)
    let read = try JSONDecoder().decode(NotificationOptions.self, from: json)
    #expect(read == options, "seed \(seed): \(String(decoding: json, as: UTF8.self))")
    for level in options.levels { #expect(LevelRule(level.description) == level) }
    for hours in options.quietHours { #expect(QuietHoursRule(hours.description) == hours) }
    #expect(options.nag.map { Nag($0.description) == $0 } ?? true)
    #expect(ReminderLanguage(options.language.description) == options.language)
  }

  @Test func `values without a text can't be encoded`() throws {
    var options = try TestCalendars.options(now: "2026-01-05T08:00:00Z")
    options.horizon = CalendarDuration(months: 1, days: -1)
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(options) }
    options.horizon = CalendarDuration(days: 1)
    options.overdueNag = TimeIntervalTrigger(interval: 60, repeats: false)
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(options) }
  }
}

extension SplitMix {
  fileprivate mutating func options() throws -> NotificationOptions {
    let zone = pick(["Europe/Berlin", "GMT", "Asia/Kolkata"]) ?? "GMT"
    var options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", zone: zone)
    options.now = options.now + number(-1_000_000_000...1_000_000_000)
    options.horizon = duration(months: 30)
    options.renewWithin = duration(months: 2)
    options.defaultAlarms = (0..<number(0...3)).map { _ in
      oneIn(2) ? duration(months: 0) : CalendarDuration("-\(duration(months: 0))") ?? .zero
    }
    options.allDayAlarm = oneIn(2) ? TimeOfDay(hour: number(0...23), second: number(0...59)) : nil
    options.only = (0..<number(0...2)).compactMap { _ in ReminderRule(rule()) }
    options.ignored = (0..<number(0...2)).compactMap { _ in ReminderRule(rules()) }
    options.ignoredAlarms = (0..<number(0...2)).compactMap { _ in ReminderRule(rules()) }
    options.userAddresses = (0..<number(0...2)).map { _ in text() }
    options.ruledDefaultAlarms = (0..<number(0...2)).compactMap { _ in
      DefaultAlarm((oneIn(2) ? "-PT\(number(0...500))M=" : "0\(number(0...9)):00=") + rules())
    }
    options.allDayMoves = (0..<number(0...2)).compactMap { _ in
      AllDayMove("1\(number(0...9)):00" + (oneIn(2) ? "=\(rules())" : ""))
    }
    options.repeatedHour = pick(RepeatedHour.allCases) ?? .either
    options.threads = pick(ThreadGrouping.allCases) ?? .series
    options.nag = oneIn(2) ? Nag("\(number(1...4_096))xPT\(number(1...100_000))S") : nil
    options.levels = (0..<number(0...3)).compactMap { _ in
      LevelRule("\(pick(["passive", "time-sensitive", "critical"]) ?? "")=\(rule())")
    }
    options.quietHours = (0..<number(0...3)).compactMap { _ in
      let times = (0...1).map { _ in TimeOfDay(secondOfDay: number(0...86_399)).description }
      return QuietHoursRule(times.joined(separator: "-") + (oneIn(2) ? "=\(rule())" : ""))
    }
    if oneIn(3) { options.quietHoursLead = CalendarDuration(seconds: number(0...86_400)) }
    options.dropsQuietFires = oneIn(4)
    options.noOverrun = (0..<number(0...2)).compactMap { _ in ReminderRule(rule()) }
    options.bodies = (0..<number(0...4)).compactMap { _ in body() }
    options.language =
      pick(["en", "de-AT", "en_US-u-hc-h23", "JA-jpan-jp", "fr-CA"]).flatMap(ReminderLanguage.init)
      ?? .english
    options.limit = number(0...128)
    options.reserve = number(0...options.limit)
    options.pending = PendingIdentifiers(
      (0..<number(0...4)).map { _ in (oneIn(2) ? "ics2notify." : "") + text() })
    options.overdueNag =
      oneIn(2) ? TimeIntervalTrigger(interval: number(60...10_000_000), repeats: true) : nil
    options.nudgesRenewal = oneIn(2)
    return options
  }

  private mutating func duration(months: Int) -> CalendarDuration {
    CalendarDuration(
      months: number(0...months), days: number(0...40), seconds: number(0...200_000))
  }

  /// Texts with braces, equals signs, colons, and characters that change in lower case.
  private mutating func text() -> String {
    let pieces = [
      "a", "B", "=", ":", "UID:", "=CATEGORIES:", "SUMMARY:x=", "{{", "}}", "*", "?", "İ", "ẞ", "Σ",
      "e\u{301}", " ", "\"", "\\", "\n",
    ]
    return (0..<number(1...6)).map { _ in pick(pieces) ?? "" }.joined()
  }

  private mutating func rule() -> String {
    "\(pick(["UID", "CATEGORIES", "X-WR-CALNAME", "summary"]) ?? ""):\(text())"
  }

  private mutating func rules() -> String {
    let properties = [
      "FILE", "NAME", "!LOCATION", "KIND", "ACTION", "partstat", "!ATTENDEE", "CLASS", "STATUS",
      "!TRANSP", "PRIORITY", "ORGANIZER",
    ]
    return (0..<number(1...3)).map { _ in
      oneIn(2) ? rule() : "\(pick(properties) ?? ""):\(text())"
    }.joined(separator: " && ")
  }

  private mutating func body() -> BodyRule? {
    let templates = (0..<number(0...3)).compactMap { _ in
      try? BodyTemplate(text() + (pick(["{n}", "{title} of {count}", ""]) ?? ""))
    }
    if oneIn(2) {
      return BodyRule(rotating: templates, rule: oneIn(2) ? rule() : nil)
    }
    return try? BodyRule(text() + (oneIn(2) ? "=\(rule())" : "{n}"))
  }
}
