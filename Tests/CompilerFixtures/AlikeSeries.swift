import CalendarFixtures
import CivilTime
package import ICalendar
package import ReminderCompiler
import SeededRandom

/// A calendar in which several series fire at the same times.
package struct AlikeSeries {
  /// The calendar.
  package private(set) var components: [CalendarComponent] = []
  /// The same, but each series with a date of its own on which it would not come anyway: so none is
  /// like another, and each is looked at by itself.
  package private(set) var apart: [CalendarComponent] = []
  /// Options under which some of them say or do something else.
  package private(set) var options: CompilerOptions

  /// Makes one by chance, for 2026 in Berlin.
  package init(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    options = try TestCalendars.compilerOptions(
      now: "2026-01-04T00:00:00Z", horizon: random.pick(["P30D", "P1Y"]) ?? "P1Y")
    if random.oneIn(3) {
      options.quietHours = ["22:00-07:00", "06:00-09:30=SUMMARY:B*"].compactMap {
        QuietHoursRule($0)
      }
    }
    if random.oneIn(4) { options.bodies = [try BodyRule("{n}. {title}=SUMMARY:C*")] }
    let kinds = try (0..<3).map { _ in try AlikeSeries.kind(&random) }
    for number in 0..<random.number(4...12) {
      var own = random.pick(kinds) ?? kinds[0]
      // Fires of series with one title can be equal, and ring once.
      let name = random.oneIn(4) ? "" : " \(number)"
      for index in own.indices {
        own[index].uid = "\(number)@example.org"
        own[index].title = (random.pick(["A", "A", "B", "C"]) ?? "A") + name
        for alarm in own[index].alarms.indices where random.oneIn(3) {
          own[index].alarms[alarm]?.text = random.pick(["Leave", "Go"])
        }
        if random.oneIn(3) { own[index].acknowledged = options.now + random.number(0...2) * 86_400 }
        if index == 0, random.oneIn(6) { own[0].snoozedUntil = [options.now + 90_000] }
      }
      components += own
      let other = CivilDateTime(dayNumber: 366 + number, time: .midnight)
      own[0].exceptionDates.append(
        own[0].start?.isDate == true ? CalendarTime(other, isDate: true) : CalendarTime(other))
      apart += own
    }
  }

  /// A master, and sometimes changes of it.
  private static func kind(_ random: inout SplitMix) throws -> [CalendarComponent] {
    let alarms = ["PT0S", "-PT15M", "-PT15M+2xPT5M", "-P1D", "-PT10H", "PT30M"]
    let time = random.pick(["T083000", "T020000", "T233000", "Z", ""]) ?? ""
    let day = "202512\(random.number(10...28))"
    let start =
      time.isEmpty ? day : time == "Z" ? day + "T070000Z" : "Europe/Berlin:" + day + time
    let toDo: CalendarComponent.Kind = random.oneIn(4) ? .toDo : .event
    var own = [
      try TestCalendars.event(
        start: start,
        rule: random.pick([
          "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=MONTHLY",
          "FREQ=WEEKLY;INTERVAL=2", "FREQ=DAILY;COUNT=60", "FREQ=HOURLY;INTERVAL=6;COUNT=300",
        ]),
        alarms: (0..<random.number(1...3)).compactMap { _ in random.pick(alarms) })
    ]
    own[0].kind = toDo
    if !time.isEmpty, random.oneIn(3), let first = own[0].start {
      let original = CalendarTime(
        CivilDateTime(dayNumber: first.civil.dayNumber + 42, time: first.civil.time),
        reference: first.reference)
      var change = own[0]
      change.rules = []
      change.start = CalendarTime(original.civil + 3_600, reference: original.reference)
      change.recurrenceID = CalendarComponent.RecurrenceID(
        original, isThisAndFuture: random.oneIn(2))
      own.append(change)
    }
    return own
  }
}
