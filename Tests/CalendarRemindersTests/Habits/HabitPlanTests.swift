import CalendarFixtures
import CalendarReminders
import CompilerFixtures
import Testing

/// Habits take as few requests as one counts by hand, and say what they are asked to.
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
      starting: try .on(2028, 1, 3), ending: end)
  }

  @Test(
    arguments: [
      (.everyDay, [8], 1), (.everyDay, [7, 12, 18, 22], 4),
      (.weekdays([.monday, .tuesday, .wednesday, .thursday, .friday]), [8], 5),
      (.weekdays(Set(Weekday.allCases)), [8], 1), (.weekdays([.sunday]), [8, 20], 2),
      (.once, [8], 1), (.dayOfMonth(15), [8], 1), (.everyYear, [8], 1),
    ] as [(Habit.Days, [Int], Int)])
  func `a habit takes as few requests as there are patterns`(
    _ days: Habit.Days, _ hours: [Int], _ count: Int
  ) throws {
    let plan = try Compiler.plan(for: [habit(days, at: hours)], options())
    #expect(plan.requests.count == count)
    #expect(plan.exactUntil == nil)
    #expect(plan.dropped.isEmpty)
    #expect(plan.diagnostics.isEmpty)
  }

  @Test func `a request of every day floats, and one of a pinned habit doesn't`() throws {
    var daily = try habit(.everyDay)
    let floating = try Compiler.plan(for: [daily], options()).requests[0].trigger
    #expect(floating.calendar?.zone == .floating)
    let tokyo = try TestCalendars.zone("Asia/Tokyo")
    daily.zone = tokyo
    let pinned = try Compiler.plan(for: [daily], options()).requests[0].trigger
    #expect(pinned.calendar?.zone == .pinned(tokyo))
  }

  @Test func `title, other times and level change no identifier`() throws {
    let before = try Compiler.plan(for: [habit(.everyDay, at: [8, 12])], options())
    var changed = try habit(.everyDay, at: [6, 12, 8])
    changed.title = "Another title"
    changed.level = .timeSensitive
    let after = try Compiler.plan(for: [changed], options())
    let known = Set(before.requests.map(\.identifier))
    #expect(known.count == 2)
    #expect(known.isSubset(of: after.requests.map(\.identifier)))
    // A day later it is the same request that goes on.
    var later = try options()
    later.now = later.now + 86_400
    let renewed = try Compiler.plan(for: [habit(.everyDay, at: [8, 12])], later)
    #expect(Set(renewed.requests.map(\.identifier)) == known)
  }

  @Test func `messages take turns, one for all times of a day, and for their habit alone`() throws {
    var reading = try habit(.everyDay, id: "read*", at: [8, 20], ending: .after(4))
    reading.messages = ["Read {{a}} book", "Day {n} of {count}", "{title} again"]
    let other = try habit(.everyDay, id: "reading", at: [9], ending: .after(1))
    var options = try options()
    options.bodies = [try BodyRule("Of the app")]
    let plan = try Compiler.plan(for: [reading, other], options)
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

  @Test func `nags come minutes apart after each time, until it is done`() throws {
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

  @Test func `a level is that of the habit, whatever rules the app has`() throws {
    var insulin = try habit(.everyDay, id: "insulin", at: [7, 12, 18, 22])
    insulin.level = .critical
    insulin.soundName = "siren.caf"
    let tea = try habit(.everyDay, id: "tea", at: [16])
    var options = try options()
    options.levels = [try #require(LevelRule("passive=SUMMARY:*"))]
    var event = try TestCalendars.event(start: "20280103T100000")
    event.title = "Event"
    let plan = try Compiler.plan(for: [insulin, tea], with: [event], options)
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
      id: "ada", title: "Ada", days: .everyYear, times: [try .at(9)], starting: try .on(1990, 2, 28)
    )
    birthday.messages = ["{age} today"]
    let plan = try Compiler.plan(for: [birthday], options())
    #expect(plan.requests.map(\.content.body) == ["38 today"])
  }
}
