import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import ReminderCompiler
import Testing

@Suite struct RequestSelectionTests {
  private func weeklyMeetings(_ count: Int) throws -> [CalendarComponent] {
    // Mondays from 05:00 on, half an hour apart: one trigger each.
    try (0..<count).map { index in
      let time = "\(format(5 + index / 2))\(index % 2 == 0 ? "00" : "30")00"
      return try TestCalendars.event(
        "meeting-\(format(index))", start: "Europe/Berlin:20251201T\(time)", rule: "FREQ=WEEKLY")
    }
  }

  private func format(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  @Test(arguments: [(64, 0), (64, 10), (10, 0), (10, 9), (3, 3), (1, 0)])
  func `a plan never has more requests than the limit minus the reserve`(
    limit: Int, reserve: Int
  ) throws {
    let chatty = try TestCalendars.event(
      start: "20251201T000000Z", rule: "FREQ=MINUTELY;INTERVAL=50")
    let plan = try TestCalendars.plan(
      [chatty] + (try weeklyMeetings(5)), now: "2026-01-01T00:00:00Z", horizon: "P30D",
      limit: limit, reserve: reserve)
    // There are more fires than slots, and every slot is used.
    #expect(plan.requests.count == limit - reserve)
    #expect(plan.limit == limit)
  }

  @Test func `a dense series loses its far future rather than the meetings`() throws {
    let chatty = try TestCalendars.event(
      "chatty", start: "20251201T000000Z", rule: "FREQ=MINUTELY;INTERVAL=50")
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", horizon: "P30D")
    let plan = try ReadPlan(of: [chatty] + (try weeklyMeetings(20)), options)
    let meetings = plan.requests.filter { $0.uid != "chatty" }
    #expect(meetings.count == 20)
    #expect(meetings.allSatisfy { $0.trigger.repeats })
    // From 1 December, 00:00, 31 days of 1,440 minutes: 40 of the 50 minutes have passed at now.
    // The 44 free slots last from 00:10 to 12:00 on 2 January; the next fire is missed.
    let fires = plan.requests.filter { $0.uid == "chatty" }.map(\.nextFire).sorted()
    let first = try TestCalendars.instant("2026-01-01T00:10:00Z")
    #expect(fires == (0..<44).map { (first + $0 * 3_000).date })
    #expect(plan.exactUntil == (first + 44 * 3_000).date)
    #expect(plan.dropped.map(\.uid) == ["chatty"])
    // 43,200 minutes from 00:10 on: fires at 10 + 50k, k from 0 to 863; those before 8 January are
    // 10 + 50k < 10,080, k up to 201.
    #expect(plan.dropped.map(\.count) == [864 - 44])
    #expect(plan.dropped.map(\.countBeforeRenewal) == [202 - 44])
    #expect(plan.dropped.map(\.reason) == ["limit"])
    #expect(plan.dropped.map(\.first) == [(first + 44 * 3_000).date])
    #expect(plan.dropped.map(\.last) == [(first + 863 * 3_000).date])
  }

  @Test(arguments: ["PT0S", "PT0S+2xPT10M"])
  func `the soonest of many changed occurrences get slots`(_ alarm: String) throws {
    // 1 January to 30 May, each day with a different title, so no two can share a trigger.
    let first = try TestCalendars.instant("2026-01-01T08:00:00Z")
    let days = (0..<150).map { first + $0 * 86_400 }
    let changed = try days.enumerated().map { number, day in
      try TestCalendars.override(
        at: day.basicFormat, alarms: [alarm], title: "Day \(number)")
    }
    let series = try TestCalendars.event(
      start: "20260101T080000Z", rule: "FREQ=DAILY;COUNT=150", alarms: [alarm])
    let options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", horizon: "P1Y", limit: 5)
    let plan = try ReadPlan(of: [series] + changed, options)
    #expect(plan.requests.map(\.nextFire).sorted() == days.prefix(5).map(\.date))
    #expect(plan.exactUntil == days[5].date)
    #expect(plan.dropped.filter { $0.reason == "limit" }.map(\.count) == [145])
  }

  @Test func `a series with several fires before the renewal gets several slots`() throws {
    let options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", renewWithin: "P7D", limit: 4)
    // Four times before the renewal, and twenty events after it.
    var soon = try TestCalendars.event("soon@example.org", start: "20260102T090000Z")
    soon.recurrenceDates = try ["20260103T101500Z", "20260105T090500Z", "20260106T170000Z"].map {
      CalendarComponent.RecurrenceDate(try TestCalendars.time($0))
    }
    let later = try (0..<20).map {
      try TestCalendars.event("later-\($0)@example.org", start: "202602\(10 + $0 % 9)T090000Z")
    }
    let plan = Compilation(of: later + [soon], options).plan
    #expect(plan.requests.map(\.uid) == Array(repeating: "soon@example.org", count: 4))
  }

  @Test func `requests are ranked by level, first alerts, next fire and identifier`()
    throws
  {
    // PRIORITY 1 is time-sensitive, 0 active, 9 passive; the most important one fires last.
    let events = try [(0, "a", "03"), (9, "b", "02"), (1, "c", "05"), (0, "d", "03")].map {
      var event = try TestCalendars.event(
        $0.1, start: "Europe/Berlin:202601\($0.2)T100000", alarms: ["PT0S+1xPT10M"])
      event.priority = $0.0
      return event
    }
    let plan = try TestCalendars.plan(events, now: "2026-01-01T00:00:00Z", horizon: "P30D")
    let order = plan.requests.map { "\($0.uid ?? "")\($0.repetition)" }
    #expect(order.prefix(2) == ["c0", "c1"])
    #expect(Set(order[2..<4]) == ["a0", "d0"])
    #expect(Set(order[4..<6]) == ["a1", "d1"])
    #expect(order.suffix(2) == ["b0", "b1"])
    for pair in zip(plan.requests[2...4], plan.requests[3...5])
    where pair.0.nextFire == pair.1.nextFire {
      #expect(pair.0.identifier < pair.1.identifier)
    }
    #expect(plan.requests.map(\.rank) == Array(1...8))
  }

  @Test func `first alerts and repeats are dropped for different reasons`() throws {
    let event = try TestCalendars.event(
      start: "20260102T100000Z", rule: "FREQ=DAILY;INTERVAL=2;COUNT=8", alarms: ["PT0S+1xPT10M"])
    let plan = try TestCalendars.plan(
      [event], now: "2026-01-01T00:00:00Z", horizon: "P30D", renewWithin: "P7D", limit: 6)
    // First alerts on 2, 4, …, 16 January. The renewal is 8 January 00:00: three alerts with three
    // repeats are before it.
    let dropped = plan.dropped.map {
      "\($0.alarm) \($0.reason.rawValue) \($0.count) \($0.countBeforeRenewal) \($0.first) \($0.last)"
    }
    #expect(
      dropped == [
        "0 limit 5 0 2026-01-08T10:00:00Z 2026-01-16T10:00:00Z",
        "0 repeat-limit 5 0 2026-01-08T10:10:00Z 2026-01-16T10:10:00Z",
      ])
    #expect(plan.exactUntil == (try TestCalendars.instant("2026-01-08T10:00:00Z")))
    #expect(plan.repeatsUntil == (try TestCalendars.instant("2026-01-08T10:10:00Z")))
  }

  @Test func `dropped fires have the title of the first one, also beyond the slots`() throws {
    let daily = try TestCalendars.event(
      start: "20260102T100000Z", rule: "FREQ=DAILY;COUNT=2", alarms: ["PT0S+1xPT10M"])
    var moved = try TestCalendars.event(
      start: "20260102T110000Z", alarms: ["PT0S+1xPT10M"], title: "Moved")
    moved.recurrenceID = CalendarComponent.RecurrenceID(
      try TestCalendars.time("20260102T100000Z"))
    // One slot can cover at most one of two groups of repeats: that of the series, which has the
    // lower index. The repeat of the moved occurrence is due a day before it.
    let plan = try TestCalendars.plan(
      [daily, moved], now: "2026-01-01T00:00:00Z", horizon: "P30D", limit: 1)
    let repeats = try #require(plan.dropped.first { $0.reason == .repeatLimit })
    #expect(repeats.count == 2)
    #expect(repeats.first == (try TestCalendars.instant("2026-01-02T11:10:00Z")))
    #expect(repeats.title == "Moved")
  }

  @Test func `slots left by first alerts are used for the soonest repeats`() throws {
    let (minutes, repeats) = ([1, 5, 17, 33], 5)
    let event = try TestCalendars.event(
      start: "20251201T090100Z", rule: "FREQ=DAILY;BYHOUR=9,10,11;BYMINUTE=1,5,17,33",
      alarms: ["PT0S+\(repeats)xPT7M"])
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", horizon: "P90D", limit: 40)
    let plan = Compilation(of: [event], options).plan
    #expect(plan.exactUntil == nil)
    #expect(plan.requests.count == 40 && plan.requests.count { $0.repetition == 0 } == 12)
    // A slot for each time of day; the rest covers the first fires of the day.
    let times = [9, 10, 11].flatMap { hour in
      minutes.flatMap { minute in (1...repeats).map { hour * 60 + minute + $0 * 7 } }
    }
    #expect(plan.repeatsUntil == options.now + times.sorted()[40 - 12] * 60)
  }
}

@Suite struct NoOverrunTests {
  private func options(_ rules: String..., limit: Int = 64) throws -> NotificationOptions {
    var options = try TestCalendars.options(
      now: "2026-11-24T12:00:00Z", zone: "Europe/Berlin", horizon: "P1Y", limit: limit)
    options.noOverrun = try rules.map { try #require(ReminderRule($0)) }
    return options
  }

  private func medicine(
    _ rule: String, uid: String = "medicine", title: String = "Medicine"
  ) throws -> CalendarComponent {
    try TestCalendars.event(
      uid, start: "Europe/Berlin:20261125T080000", rule: rule, title: title)
  }

  @Test(arguments: ["", ";COUNT=183", ";COUNT=400", ";UNTIL=20270301T000000Z", ";COUNT=45"])
  func `a medicine for every other day has one-shots, and no request to remove`(_ end: String)
    throws
  {
    let plan = Compilation(
      of: [try medicine("FREQ=DAILY;INTERVAL=2" + end)], try options()
    ).plan
    #expect(plan.requests.allSatisfy { $0.removeBy == nil && !$0.trigger.repeats })
    // 64 fires two days apart, from 25 November on.
    #expect(
      plan.exactUntil.map { "\($0)" }
        == (end.contains("UNTIL") || end.hasSuffix("=45") ? nil : "2027-04-02T06:00:00Z"))
  }

  @Test func `a course longer than its one-shots has requests to remove`() throws {
    let course = try medicine("FREQ=DAILY;COUNT=90")
    let plan = Compilation(of: [course], try options()).plan
    #expect(plan.requests.contains { $0.removeBy != nil })
    #expect(plan.dropped.isEmpty && plan.verdict.unexpected > 0)
    let first = try #require(plan.requests.compactMap(\.removeBy).min())
    let local = LocalTime(first, in: plan.deviceZone)
    let text = PlanSummary(plan, zone: plan.deviceZone).text
    #expect(
      text.contains(
        ", \(plan.verdict.unexpected) unexpected fires from \(local) unless renewed, exact until"),
      "\(text)")
  }

  @Test func `without overruns the same course has one-shots for the next fires`() throws {
    let course = try medicine("FREQ=DAILY;COUNT=90")
    let plan = Compilation(of: [course], try options("UID:*")).plan
    #expect(plan.requests.count == 64 && plan.requests.allSatisfy { $0.removeBy == nil })
    #expect(plan.verdict.unexpected == 0)
    // The 65th dose.
    #expect(plan.exactUntil == Instant(iso8601: "2027-01-28T07:00:00Z"))
    #expect(!PlanSummary(plan, zone: plan.deviceZone).text.contains("overrun"))
  }

  @Test func `a rule applies to its series, and not to others at the same times`() throws {
    let courses = [
      try medicine("FREQ=DAILY;COUNT=40", uid: "a", title: "Pill"),
      try medicine("FREQ=DAILY;COUNT=40", uid: "b", title: "Drops"),
      try medicine("FREQ=DAILY;COUNT=40", uid: "c", title: "Inhaler"),
    ]
    let usual = Compilation(of: courses, try options(limit: 30)).plan
    #expect(Set(usual.requests.filter { $0.removeBy != nil }.map(\.uid)) == ["a", "b", "c"])
    for rule in ["SUMMARY:drops", "UID:b && ACTION:DISPLAY"] {
      let plan = Compilation(of: courses, try options(rule, limit: 30)).plan
      #expect(Set(plan.requests.filter { $0.removeBy != nil }.map(\.uid)) == ["a", "c"])
      #expect(plan.requests.count { $0.uid == "b" } > 2)
    }
  }

  @Test func `requests that would overlap later are not used together`() throws {
    // Fridays and the 13th: on a Friday 13th both fire, unless one of them is removed by then.
    var event = try TestCalendars.event(
      "both", start: "Europe/Berlin:20261113T080000", rule: "FREQ=WEEKLY;BYDAY=FR")
    event.rules.append(try RecurrenceRule("FREQ=MONTHLY;BYMONTHDAY=13"))
    for limit in [2, 5, 20, 64] {
      let plan = Compilation(of: [event], try options("SUMMARY:*", limit: limit)).plan
      #expect(plan.requests.allSatisfy { $0.removeBy == nil } && plan.verdict.unexpected == 0)
    }
  }
}
