import CivilTime
import Foundation
import ICalendar
import NotificationTriggers
import ReminderCompiler
import Testing

/// The examples of compiling, and its options.
@Suite(.printsAll) struct CompilingExamples: StandUpExample {
  let standUp: CalendarComponent
  let options: NotificationOptions

  init() throws { (standUp, options) = try Self.given() }

  @Test func compiler() throws {
    let berlin = ZoneDatabase().zone(named: "Europe/Berlin")!
    let start = CalendarTime(CivilDateTime(iso8601: "2027-09-06T09:00")!, reference: .zone(berlin))
    var standUp = CalendarComponent(uid: "standup@example.org", start: start)
    standUp.title = "Stand-up"
    standUp.rules = [try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")]
    standUp.alarms = [Alarm(.relative(CalendarDuration("-PT10M")!, to: .start))]

    let now = Instant(iso8601: "2028-01-03T07:00:00Z")!
    let options = NotificationOptions(now: now, deviceZone: berlin)
    let plan = Compiler.plan(for: [standUp], options)
    print(plan.fireCount, plan.exactUntil == nil)  // 262 true
    // The system keeps the requests that were added last, so the most important one comes last.
    print(plan.requests.reversed().map(\.rank))  // [5, 4, 3, 2, 1]
  }

  @Test func compilerOptions() throws {
    let now = Instant(iso8601: "2028-01-03T07:00:00Z")!
    var options = CompilerOptions(now: now, deviceZone: .gmt)
    options.renewWithin = CalendarDuration("P2D")!
    options.defaultAlarms = [CalendarDuration("-PT15M")!]
    options.allDayAlarm = TimeOfDay(hour: 9)
    print(options.renewal, options.window.upperBound)  // 2028-01-05T07:00:00Z 2029-01-03T07:00:00Z
  }

  @Test func notificationOptions() throws {
    let now = Instant(iso8601: "2028-01-03T07:00:00Z")!
    var options = NotificationOptions(now: now, deviceZone: .gmt)
    options.reserve = 4
    options.overdueNag = TimeIntervalTrigger(interval: 1_800, repeats: true)
    options.horizon = CalendarDuration("P30D")!
    print(options.limit, options.compiler.horizon)  // 64 P30D
    // As JSON, by the names and texts of the command line.
    let json = #"{"now": "2028-01-03T07:00:00Z", "timeZone": "GMT", "nagOverdue": "PT30M"}"#
    let read = try JSONDecoder().decode(NotificationOptions.self, from: Data(json.utf8))
    print(read.overdueNag == options.overdueNag, read.reserve)  // true 0
  }

  @Test func reminderRule() {
    let rule = ReminderRule("SUMMARY:stand* && !KIND:all-day")!
    print(rule.matches(standUp), rule)  // true SUMMARY:stand* && !KIND:all-day
  }

  @Test func defaultAlarm() {
    var silent = standUp
    silent.alarms = []
    var asked = options
    asked.ruledDefaultAlarms = [DefaultAlarm("-PT5M=SUMMARY:stand*")!]
    print(Compiler.plan(for: [silent], asked).requests[0].nextFire)  // 2028-01-03T07:55:00Z
  }

  @Test func allDayMove() {
    var moved = options
    moved.allDayMoves = [AllDayMove("08:30")!]
    print(moved.allDayMoves[0].time)  // 08:30
  }

  @Test func levelRule() throws {
    var levelled = options
    levelled.levels = [LevelRule("time-sensitive=SUMMARY:stand*")!]
    let plan = Compiler.plan(for: [standUp], levelled)
    print(plan.requests[0].content.interruptionLevel)  // timeSensitive
  }

  @Test func quietHoursRule() throws {
    var quiet = options
    quiet.quietHours = [QuietHoursRule("22:00-08:55")!]
    let plan = Compiler.plan(for: [standUp], quiet)
    print(plan.requests[0].nextFire)  // 2028-01-03T07:55:00Z
    print(plan.requests[0].movedFrom!)  // 2028-01-03T07:50:00Z
  }

  @Test func codableAsText() throws {
    let nags = try JSONDecoder().decode([Nag].self, from: Data(#"["10xPT5M"]"#.utf8))
    print(nags[0].count, nags[0])  // 10 10xPT5M
  }

  @Test func nag() throws {
    var nagging = options
    nagging.nag = Nag("2xPT5M")
    let plan = Compiler.plan(for: [standUp], nagging)
    print(plan.fireCount, plan.requests.count)  // 786 15
  }

  @Test func repeatedHour() throws {
    var hourly = standUp
    hourly.rules = [RecurrenceRule(.hourly)]
    print(Compiler.plan(for: [hourly], options).requests.count)  // 1
    var once = options
    once.repeatedHour = .once
    print(Compiler.plan(for: [hourly], once).requests.count)  // 64
  }

  @Test func pendingIdentifiers() throws {
    let planned = Compiler.plan(for: [standUp], options).requests.map(\.identifier)
    var later = options
    later.pending = PendingIdentifiers(planned + ["drink water"])
    print(later.pending.foreignCount)  // 1
    print(Compiler.plan(for: [standUp], later).slots)  // 63
  }
}
