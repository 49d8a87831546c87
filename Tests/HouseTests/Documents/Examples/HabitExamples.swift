import CalendarReminders
import Testing

/// The examples of reminders without a calendar.
@Suite(.printsAll) struct HabitExamples: Example {
  @Test func habit() throws {
    let zone = ZoneDatabase().zone(named: "Europe/Berlin")!
    let options = NotificationOptions(now: Instant(iso8601: "2028-01-03T05:00Z")!, deviceZone: zone)
    let stretching = try Habit(
      id: "stretching", title: "Stretch", weekdays: [.monday, .wednesday, .friday],
      times: [.at(8), .at(18, 30)], starting: .on(2028, 1, 3))
    let plan = try Compiler.plan(for: [stretching], options)
    print(plan.requests.count, plan.requests[0].nextFire)  // 6 2028-01-03T07:00:00Z
  }

  @Test func habitUntil() throws {
    let today = try CivilDate.on(2028, 1, 3)
    let antibiotic = try Habit(
      id: "antibiotic", title: "Antibiotic", times: [.at(8)], starting: today.adding(days: 3),
      ending: .on(.on(2028, 1, 12)))
    print(try antibiotic.components()[0].rules[0])  // FREQ=DAILY;UNTIL=20280112T235959
  }

  @Test func habitNag() throws {
    var stove = try Habit(
      id: "stove", title: "Is the stove off?", times: [.at(22)], starting: .on(2028, 1, 3))
    stove.nag = try .times(10, minutesApart: 5)
    let alarm = try stove.components()[0].alarms[0]!
    print(alarm.repeatCount, alarm.repeatInterval)  // 10 PT5M
    stove.done = Instant(iso8601: "2028-01-03T21:07:00Z")  // when the button is pressed
  }

  @Test func habitMessages() throws {
    let zone = ZoneDatabase().zone(named: "Europe/Berlin")!
    let options = NotificationOptions(now: Instant(iso8601: "2028-01-03T05:00Z")!, deviceZone: zone)
    var reading = try Habit(
      id: "reading", title: "Read", times: [.at(20)], starting: .on(2028, 1, 3), ending: .after(3))
    reading.messages = ["Start a book", "Day {n} of {count}", "Finish it"]
    let plan = try Compiler.plan(for: [reading], options)
    print(plan.requests[1].content.body)  // Day 2 of 3
  }

  @Test func habitCritical() throws {
    let zone = ZoneDatabase().zone(named: "Europe/Berlin")!
    let options = NotificationOptions(now: Instant(iso8601: "2028-01-03T05:00Z")!, deviceZone: zone)
    var insulin = try Habit(
      id: "insulin", title: "Insulin", times: [.at(7), .at(12), .at(18), .at(22)],
      starting: .on(2028, 1, 3))
    insulin.level = .critical
    let plan = try Compiler.plan(for: [insulin], options)
    print(plan.requests.count, plan.requests[0].content.interruptionLevel)  // 4 critical
  }

  @Test func habitEnd() throws {
    let end = try Habit.End.on(.on(2028, 1, 12))
    print(end == .never, Habit.End.after(10) == .after(10))  // false true
  }

  @Test func habitDays() throws {
    let rent = try Habit(
      id: "rent", title: "Rent", days: .dayOfMonth(-1), times: [.at(9)], starting: .on(2028, 1, 9))
    let event = try rent.components()[0]
    print(event.start!, event.rules[0])  // 20280131T090000 FREQ=MONTHLY;BYMONTHDAY=-1
  }

  @Test func habitError() throws {
    do {
      _ = try Habit(id: "tea", title: "Tea", times: [.at(25)], starting: .on(2028, 1, 3))
    } catch {
      print(error)  // no clock shows 25:00
    }
    let idle = try Habit(id: "tea", title: "Tea", times: [], starting: .on(2028, 1, 3))
    do {
      _ = try idle.components()
    } catch {
      print(error.reason == .timesEmpty, error)  // true habit "tea" has no times
    }
  }

  @Test func civilDateAdding() throws {
    print(try CivilDate.on(2028, 2, 28).adding(days: 3))  // 2028-03-02
  }
}
