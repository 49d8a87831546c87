import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import SeededRandom
import Testing

@testable import ReminderCompiler

/// What is handled of random calendars: the fires are what they were, without those that a button
/// ended, and with the one that it put off.
@Suite struct HandledOccurrenceTests {
  private struct Known: Hashable {
    let at: Instant
    let uid: String
    let alarm: Int?
    let repetition: Int
    let start: Instant?
  }

  private func fires(_ calendar: RandomCalendar, _ options: NotificationOptions) -> [Known] {
    TestCalendars.fires(calendar.components, options.compiler).map {
      Known(
        at: $0.at, uid: $0.uid ?? "", alarm: $0.alarm, repetition: $0.repetition,
        start: $0.occurrence?.start)
    }
  }

  @Test(arguments: 0..<75)
  func `a button ends or adds the fires of its occurrence and no other`(_ number: UInt64) throws {
    let seed = 52_000 + number
    let calendar = try RandomCalendar(seed: seed)
    var random = SplitMix(seed: seed)
    var options = calendar.options
    // What is put off into quiet hours waits for their end, and comes at no instant of its own.
    options.quietHours = []
    let all = fires(calendar, options)
    let plan = Compiler.plan(for: calendar.components, options)
    guard
      let shown = plan.simulated(onDeviceIn: options.deviceZone).filter({ $0.alarm != nil })
        .randomElement(using: &random),
      let identifier = shown.identifier,
      let fire = all.first(where: {
        $0.at == shown.at && $0.uid == shown.uid && $0.alarm == shown.alarm
          && $0.repetition == shown.repetition
      }), let start = fire.start
    else { return }
    let later = all.filter { $0.at > fire.at && $0.uid == fire.uid && $0.start == start }
    for kind in [NotificationAction.Kind.done, .stopRepeat, .snooze] {
      let response = ReminderResponse(
        actionIdentifier: kind.actionIdentifier, requestIdentifier: identifier,
        deliveredAt: fire.at)
      var handled = options
      handled.now = fire.at
      let outcome = handled.handled.handle(
        response, of: calendar.components, handled, snoozeLength: 777)
      handled.now = options.now
      let found = fires(calendar, handled)
      let comment: Comment = "seed \(seed), \(kind) at \(fire.at): \(calendar)"
      switch kind {
      case .done:
        #expect(
          found.filter { $0.at > fire.at } == all.filter { $0.at > fire.at && !later.contains($0) },
          comment)
        #expect(outcome == (later.isEmpty ? .nothing : .compileAnew), comment)
      case .stopRepeat:
        let ended = later.filter { $0.alarm == fire.alarm && $0.repetition > 0 }
        #expect(
          found.filter { $0.at > fire.at } == all.filter { $0.at > fire.at && !ended.contains($0) },
          comment)
        #expect(outcome == (ended.isEmpty ? .nothing : .compileAnew), comment)
      default:
        #expect(outcome == .compileAnew)
        let added = found.filter { !all.contains($0) }
        #expect(
          added.map(\.at) == [fire.at + 777].filter { $0 < options.window.upperBound }, comment)
        #expect(added.allSatisfy { $0.start == start }, comment)
        #expect(found.count == all.count + added.count, comment)
      }
    }
  }
}
