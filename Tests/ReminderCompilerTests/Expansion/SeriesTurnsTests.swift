import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import Testing
import WorkSharing

@testable import ReminderCompiler

/// What is found for a series holds for all that fire at the same times.
@Suite struct SeriesTurnsTests {
  @Test(arguments: UInt64(0)..<48)
  func `a plan is the same as where each series is looked at by itself`(_ seed: UInt64) throws {
    let alike = try AlikeSeries(seed: seed)
    var options = NotificationOptions(alike.options)
    // Where slots are short, triggers are looked for later.
    options.limit = seed.isMultiple(of: 2) ? 3 : 400
    let plan = try Compiler.plan(for: alike.components, options).json()
    #expect(try plan == Compiler.plan(for: alike.apart, options).json())
    let together = Compiler.plan(for: alike.components, options, Workers(3))
    #expect(try plan == together.json())
    let listed = TestCalendars.fires(alike.components, alike.options)
    #expect(!listed.isEmpty)
    #expect(
      listed.map(\.at) == TestCalendars.fires(alike.apart, alike.options).map(\.at))
  }

  @Test func `of equal series one is followed, and none that differs has a precedent`() throws {
    let options = try TestCalendars.compilerOptions(now: "2026-01-04T00:00:00Z")
    let events = try (0..<200).map { number in
      var event = try TestCalendars.event(
        "\(number)@example.org", start: "20260101T0910\(10 + number % 2)Z",
        rule: number == 42 ? "FREQ=DAILY;INTERVAL=2" : "FREQ=DAILY", title: "Event \(number)")
      // Kinds that come in turn, as they do where things were dealt with by and by.
      event.acknowledged = options.now + number % 3
      return event
    }
    let found = Expansion(events, options).mapAskingSeries(.one) { reminders, precedent in
      (own: reminders[0], other: precedent?.reminders[0])
    }
    #expect(found.count == events.count)
    // Hundreds are parted, so that threads can share them.
    #expect(found.count { $0.other == nil } == 7)
    for (own, other) in found {
      guard let other else { continue }
      #expect(own.fires.map(\.at) == other.fires.map(\.at))
      #expect(own.expansion.hasSameTimes(as: other.expansion))
      #expect(own.id.uid != "42@example.org" && other.id.uid != "42@example.org")
    }
    // The order of what comes out is that of the series.
    #expect(found.map(\.own.id) == found.map(\.own.id).sorted())
  }
}
