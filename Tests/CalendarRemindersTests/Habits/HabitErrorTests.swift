import CalendarReminders
import Testing

/// What can't be meant is refused with a reason.
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
  func `a habit that can't be meant says why`(
    _ habit: Habit, _ reason: HabitError.Reason
  ) throws {
    let error = try #require(throws: HabitError.self) { try habit.components() }
    #expect(error.reason == reason)
    #expect(error.id == habit.id)
    #expect(!error.description.hasSuffix("."))
  }

  @Test func `a message that is no template is refused where it would be shown`() throws {
    let habit = HabitErrorTests.habit { $0.messages = ["Day {n} of {total}"] }
    let options = NotificationOptions(now: Instant(secondsSince1970: 0), deviceZone: .gmt)
    let error = try #require(throws: HabitError.self) { try Compiler.plan(for: [habit], options) }
    #expect(error.reason == .messageInvalid("Day {n} of {total}", .unknown("total")))
  }

  @Test func `two habits of one id are refused`() throws {
    let habit = HabitErrorTests.habit { _ in }
    let error = try #require(throws: HabitError.self) { try [habit, habit].components() }
    #expect(error == HabitError(.idRepeated, id: "tea"))
    #expect(error.description == "habit \"tea\" stands twice; each needs an id of its own")
  }

  @Test func `values that don't exist are refused where they are written`() throws {
    #expect(throws: HabitError(.timeInvalid(hour: 24, minute: 0))) { try TimeOfDay.at(24) }
    #expect(throws: HabitError(.timeInvalid(hour: 8, minute: 60))) { try TimeOfDay.at(8, 60) }
    #expect(throws: HabitError(.dateInvalid(year: 2027, month: 2, day: 29))) {
      try CivilDate.on(2027, 2, 29)
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

  @Test func `a date is no farther than calendars can write`() throws {
    let date = try CivilDate.on(2028, 2, 28)
    #expect(date.adding(days: 2).description == "2028-03-01")
    #expect(date.adding(days: -59).description == "2027-12-31")
    #expect(date.adding(days: .max).description == "9999-12-31")
    #expect(date.adding(days: .min).description == "0001-01-01")
  }
}
