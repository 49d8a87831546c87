import CivilTime
import ICalendar
import NotificationTriggers
import ReminderCompiler
import Testing

/// The examples of a device that keeps notifications for later.
@Suite(.printsAll) struct PresentingExamples: StandUpExample {
  let standUp: CalendarComponent
  let options: NotificationOptions

  init() throws { (standUp, options) = try Self.given() }

  @Test func focus() throws {
    let sleep = Focus("22:00-07:00")!
    print(sleep.from, sleep.to, sleep.breakthrough)  // 22:00 07:00 timeSensitive
    print(Focus("22:00-07:00=critical")!.breakthrough)  // critical
  }

  @Test func summarySchedule() throws {
    let schedule = SummarySchedule("18:00,08:00")!
    print(schedule, schedule.times.count)  // 08:00,18:00 2
  }

  @Test func systemControls() throws {
    let controls = SystemControls(
      summary: SummarySchedule("08:00,18:00"), focuses: [Focus("17:30-19:00")!])!
    let standUp = options.now + 50 * 60
    let seen = controls.presentation(of: .active, at: standUp, in: options.deviceZone)
    print(seen.seenAt, seen.delayedBy!)  // 2028-01-03T18:00:00Z focus
    let urgent = controls.presentation(of: .timeSensitive, at: standUp, in: options.deviceZone)
    print(urgent.isDelayed)  // false
  }

  @Test func presentation() throws {
    let controls = SystemControls(summary: SummarySchedule("18:00"))!
    let seen = controls.presentation(of: .passive, at: options.now, in: options.deviceZone)
    print(seen.level, seen.seenAt, seen.delayedBy!)  // passive 2028-01-03T17:00:00Z summary
  }

  @Test func delays() throws {
    let controls = SystemControls(summary: SummarySchedule("08:00,18:00"))!
    let playback = try Compiler.playback(of: [standUp], options, openings: [], under: controls)
    let delays = playback.delays!
    print(delays.delayed, delays.tooLate, delays.levelInTime!)  // 262 262 timeSensitive
  }
}
