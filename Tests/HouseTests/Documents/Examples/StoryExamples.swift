import CalendarReminders
import Testing

/// The five stories that apps write by hand otherwise.
@Suite(.printsAll) struct StoryExamples: Example {
  @Test func stories() throws {
    let day = try CivilDate.on(2028, 1, 3)
    // Twice a day, on some weekdays.
    let stretching = try Habit(
      id: "stretching", title: "Stretch", weekdays: [.monday, .friday],
      times: [.at(8), .at(18, 30)], starting: day)
    // In three days, and then daily until a date.
    let antibiotic = try Habit(
      id: "antibiotic", title: "Antibiotic", times: [.at(9)], starting: day.adding(days: 3),
      ending: .on(.on(2028, 1, 12)))
    // Ten nags, five minutes apart.
    var stove = try Habit(id: "stove", title: "Is the stove off?", times: [.at(22)], starting: day)
    stove.nag = try .times(10, minutesApart: 5)
    // Another message each day.
    var reading = try Habit(id: "reading", title: "Read", times: [.at(20)], starting: day)
    reading.messages = ["A page", "A chapter", "Day {n}, well done"]
    // Past the mute switch, which needs Apple's entitlement.
    var insulin = try Habit(
      id: "insulin", title: "Insulin", times: [.at(7), .at(19)], starting: day)
    insulin.level = .critical

    let now = Instant(iso8601: "2028-01-03T05:00:00Z")!
    let zone = ZoneDatabase().zone(named: "Europe/Berlin")!
    let habits = [stretching, antibiotic, stove, reading, insulin]
    let plan = try Compiler.plan(for: habits, NotificationOptions(now: now, deviceZone: zone))
    print(plan.requests.count, plan.requests[0].content.title)  // 64 Insulin
  }
}
