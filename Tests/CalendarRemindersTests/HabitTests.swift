import CalendarFixtures
import CalendarReminders
import CompilerFixtures
import Testing

/// Habits need as few requests as a manual count, and show the configured texts.
@Suite struct HabitPlanTests {
  private func options() throws -> NotificationOptions {
    try TestCalendars.options(now: "2028-01-03T05:00:00Z")
  }

  private func habit(
    _ days: Habit.Days, id: String = "habit", at hours: [Int] = [8],
    ending end: Habit.End = .never
  ) throws -> Habit {
    Habit(
      id: id, title: "Habit", days: days, times: try hours.map { try .at($0) },
      starting: try .on(year: 2028, month: 1, day: 3), ending: end)
  }

  @Test(
    arguments: [
      (.everyDay, [8], 1), (.everyDay, [7, 12, 18, 22], 4),
      (.weekdays([.monday, .tuesday, .wednesday, .thursday, .friday]), [8], 5),
      (.weekdays(Set(Weekday.allCases)), [8], 1), (.weekdays([.sunday]), [8, 20], 2),
      (.once, [8], 1), (.dayOfMonth(15), [8], 1), (.everyYear, [8], 1),
    ] as [(Habit.Days, [Int], Int)])
  func `a habit takes the smallest number of requests`(
    days: Habit.Days, hours: [Int], count: Int
  ) throws {
    let plan = try Compilation(of: [habit(days, at: hours)], options()).plan
    #expect(plan.requests.count == count)
    #expect(plan.exactUntil == nil)
    #expect(plan.dropped.isEmpty)
    #expect(plan.diagnostics.isEmpty)
  }

  @Test func `a request for every day floats, except for a pinned habit`() throws {
    var daily = try habit(.everyDay)
    let floating = try Compilation(of: [daily], options()).plan.requests[0].trigger
    #expect(floating.calendar?.zone == .floating)
    let tokyo = try TestCalendars.zone("Asia/Tokyo")
    daily.zone = tokyo
    let pinned = try Compilation(of: [daily], options()).plan.requests[0].trigger
    #expect(pinned.calendar?.zone == .pinned(tokyo))
  }

  @Test func `title, other times and level don't change an identifier`() throws {
    let before = try Compilation(of: [habit(.everyDay, at: [8, 12])], options()).plan
    var changed = try habit(.everyDay, at: [6, 12, 8])
    changed.title = "Another title"
    changed.level = .timeSensitive
    let after = try Compilation(of: [changed], options()).plan
    let known = Set(before.requests.map(\.identifier))
    #expect(known.count == 2)
    #expect(known.isSubset(of: after.requests.map(\.identifier)))
    // A day later the same request continues.
    var later = try options()
    later.now = later.now + 86_400
    let renewed = try Compilation(of: [habit(.everyDay, at: [8, 12])], later).plan
    #expect(Set(renewed.requests.map(\.identifier)) == known)
  }

  @Test func `messages alternate by day, and only for their habit`() throws {
    var reading = try habit(.everyDay, id: "read*", at: [8, 20], ending: .after(4))
    reading.messages = ["Read {{a}} book", "Day {n} of {count}", "{title} again"]
    let other = try habit(.everyDay, id: "reading", at: [9], ending: .after(1))
    var options = try options()
    options.bodies = [try BodyRule("Of the app")]
    let plan = try Compilation(of: [reading, other], options).plan
    let bodies = plan.requests.sorted { $0.nextFire < $1.nextFire }.map {
      "\($0.nextFire) \($0.content.body)"
    }
    #expect(
      bodies == [
        "2028-01-03T07:00:00Z Read {a} book", "2028-01-03T08:00:00Z Of the app",
        "2028-01-03T19:00:00Z Read {a} book", "2028-01-04T07:00:00Z Day 2 of 4",
        "2028-01-04T19:00:00Z Day 2 of 4", "2028-01-05T07:00:00Z Habit again",
        "2028-01-05T19:00:00Z Habit again", "2028-01-06T07:00:00Z Read {a} book",
        "2028-01-06T19:00:00Z Read {a} book",
      ])
  }

  @Test func `nags follow each time by minutes, until the habit is done`() throws {
    var stove = try habit(.everyDay, at: [22], ending: .after(2))
    stove.nag = try .times(10, minutesApart: 5)
    let options = try options()
    let first = try TestCalendars.instant("2028-01-03T21:00:00Z")
    let nags = (0...10).map { first + $0 * 300 }
    func fires() throws -> [Instant] {
      TestCalendars.fires(try stove.components(), options.compiler).map(\.at)
    }
    #expect(try fires() == nags + nags.map { $0 + 86_400 })
    stove.done = first + 700
    #expect(try fires() == nags.map { $0 + 86_400 })
  }

  @Test func `a habit's level has priority over the app's rules`() throws {
    var insulin = try habit(.everyDay, id: "insulin", at: [7, 12, 18, 22])
    insulin.level = .critical
    insulin.soundName = "siren.caf"
    let tea = try habit(.everyDay, id: "tea", at: [16])
    var options = try options()
    options.levels = [try #require(LevelRule("passive=SUMMARY:*"))]
    var event = try TestCalendars.event(start: "20280103T100000")
    event.title = "Event"
    let plan = try Compilation(of: [insulin, tea], with: [event], options).plan
    let levels = plan.requests.reduce(into: [String: InterruptionLevel]()) {
      $0[$1.uid ?? ""] = $1.content.interruptionLevel
    }
    #expect(
      levels == [
        "insulin.T070000": .critical, "insulin.T120000": .critical, "insulin.T180000": .critical,
        "insulin.T220000": .critical, "tea.T160000": .active, "event": .passive,
      ])
    let loud = try #require(plan.requests.first { $0.uid == "insulin.T070000" }?.content.sound)
    #expect(loud.name == "siren.caf")
    #expect(loud.criticalVolume == 1)
  }

  @Test func `an age is counted from the first birthday`() throws {
    var birthday = Habit(
      id: "ada", title: "Ada", days: .everyYear, times: [try .at(9)],
      starting: try .on(year: 1990, month: 2, day: 28)
    )
    birthday.messages = ["{age} today"]
    let plan = try Compilation(of: [birthday], options()).plan
    #expect(plan.requests.map(\.content.body) == ["38 today"])
  }
}

@Suite struct HabitErrorTests {
  private static let start = CivilDateTime(secondsSince1970: 1_830_470_400).date

  private static func habit(_ change: (inout Habit) -> Void) -> Habit {
    var habit = Habit(
      id: "tea", title: "Tea", times: [.midnight], starting: HabitErrorTests.start)
    change(&habit)
    return habit
  }

  @Test(
    arguments: [
      (habit { $0.id = "" }, .idEmpty),
      (habit { $0.id = String(repeating: "a", count: 256) }, .idTooLong),
      (habit { $0.title = " \n" }, .titleEmpty),
      (habit { $0.times = [] }, .timesEmpty),
      (habit { $0.times.append(.midnight) }, .timeRepeated(.midnight)),
      (habit { $0.days = .weekdays([]) }, .weekdaysEmpty),
      (habit { $0.days = .weekdays([.monday], everyWeeks: 0) }, .intervalInvalid(0)),
      (habit { $0.days = .everyDays(-1) }, .intervalInvalid(-1)),
      (habit { $0.days = .everyDays(3_654) }, .intervalInvalid(3_654)),
      (habit { $0.days = .dayOfMonth(0) }, .dayOfMonthInvalid(0)),
      (habit { $0.days = .dayOfMonth(32) }, .dayOfMonthInvalid(32)),
      (habit { $0.days = .ordinalWeekday(6, .monday) }, .ordinalInvalid(6)),
      (habit { $0.days = .ordinalWeekday(.min, .monday) }, .ordinalInvalid(.min)),
      (habit { $0.end = .on($0.start.adding(days: -1)) }, .endBeforeStart),
      (habit { $0.end = .after(0) }, .countInvalid(0)),
      // 3 January 2028 is a Monday.
      (
        habit { ($0.days, $0.end) = (.weekdays([.sunday]), .on($0.start.adding(days: 5))) },
        .neverDue
      ),
      (
        habit { $0.pauses = [$0.start...$0.start.adding(days: 3_653)] }, .pauseTooLong(days: 3_654)
      ),
      (
        habit { $0.messages = Array(repeating: "", count: 3_654) }, .messagesTooMany(3_654)
      ),
    ] as [(Habit, HabitError.Reason)])
  func `an invalid habit is rejected with a reason`(
    habit: Habit, reason: HabitError.Reason
  ) throws {
    let error = try #require(throws: HabitError.self) { try habit.components() }
    #expect(error.reason == reason)
    #expect(error.id == habit.id)
    #expect(!error.description.hasSuffix("."))
  }

  @Test func `an invalid message is rejected when it is planned`() throws {
    let habit = HabitErrorTests.habit { $0.messages = ["Day {n} of {total}"] }
    let options = NotificationOptions(now: Instant(secondsSince1970: 0), deviceZone: .gmt)
    let error = try #require(throws: HabitError.self) { try Compilation(of: [habit], options).plan }
    #expect(error.reason == .messageInvalid("Day {n} of {total}", .unknown("total")))
  }

  @Test func `two habits with the same id are rejected`() throws {
    let habit = HabitErrorTests.habit { _ in }
    let error = try #require(throws: HabitError.self) { try [habit, habit].components() }
    #expect(error == HabitError(.idRepeated, id: "tea"))
    #expect(error.description == "habit \"tea\" occurs twice; each habit needs a unique id")
    #expect("\(HabitError(.countInvalid(0)))" == "ends after 0 days, expected 1 to 366000")
  }

  @Test func `invalid values are rejected when they are created`() throws {
    #expect(throws: HabitError(.timeInvalid(hour: 24, minute: 0))) { try TimeOfDay.at(24) }
    #expect(throws: HabitError(.timeInvalid(hour: 8, minute: 60))) { try TimeOfDay.at(8, 60) }
    #expect(throws: HabitError(.dateInvalid(year: 2027, month: 2, day: 29))) {
      try CivilDate.on(year: 2027, month: 2, day: 29)
    }
    #expect(throws: HabitError(.nagInvalid(count: 0, minutesApart: 5))) {
      try Nag.times(0, minutesApart: 5)
    }
    #expect(throws: HabitError(.nagInvalid(count: 3, minutesApart: 0))) {
      try Nag.times(3, minutesApart: 0)
    }
    #expect(throws: HabitError(.nagInvalid(count: -3, minutesApart: 5))) {
      try Nag.times(-3, minutesApart: 5)
    }
  }

  @Test func `a date is limited to the years that calendars can write`() throws {
    let date = try CivilDate.on(year: 2028, month: 2, day: 28)
    #expect(date.adding(days: 2).description == "2028-03-01")
    #expect(date.adding(days: -59).description == "2027-12-31")
    #expect(date.adding(days: .max).description == "9999-12-31")
    #expect(date.adding(days: .min).description == "0001-01-01")
  }
}
