import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import ReminderCompiler
import Testing

/// Fires as they are listed, stretch by stretch.
@Suite struct FireListingTests {
  @Test func `many busy reminders come in pieces of bounded size, with nothing lost`() throws {
    let alarms = 20
    let event = try TestCalendars.event(
      start: "20260105T080000Z", rule: "FREQ=SECONDLY",
      alarms: Array(repeating: "PT0S", count: alarms))
    let options = try TestCalendars.options(
      now: "2026-01-05T08:00:00Z", zone: "GMT", horizon: "PT5M")
    var listing = FireListing([event], options.compiler)
    listing.batchCapacity = 1_000
    var sizes: [Int] = []
    var next = options.now
    var isEverySecond = true
    let cuts = listing.forEachBatch { fires in
      sizes.append(fires.count)
      // Each second has the fire of each alarm, in the order of the alarms.
      for (index, fire) in fires.enumerated() {
        isEverySecond = isEverySecond && fire.alarm == index % alarms && fire.at == next
        if index % alarms == alarms - 1 { next = next + 1 }
      }
    }
    #expect(cuts.isEmpty)
    #expect(isEverySecond)
    #expect(sizes.reduce(0, +) == 5 * 60 * alarms)
    // What is held at once grows with the alarms, not with what is due: 64 for each here.
    #expect((sizes.max() ?? 0) <= 64 * alarms)
  }

  @Test func `repeats every second of an event each day are listed from the first one on`() throws {
    let event = try TestCalendars.event(
      start: "20200101T000000Z", rule: "FREQ=DAILY", alarms: ["PT0S+2147483647xPT1S"])
    let options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", zone: "GMT", horizon: "PT2S")
    var first: [ListedFire] = []
    let cuts = FireListing([event], options.compiler).forEachBatch { fires in
      if first.isEmpty { first = Array(fires.prefix(3_000)) }
    }
    // 2,192 days before and this one, each with its own repeat at this second.
    #expect(first.prefix { $0.at == options.now }.count == 2_193)
    #expect(cuts.isEmpty)
  }

  @Test(arguments: [(0, 1), (1, 2)])
  func `two occurrences at one instant are one fire where they show the same, as in a plan`(
    _ priority: Int, _ count: Int
  ) throws {
    let event = try TestCalendars.event(start: "20260105T080000Z", rule: "FREQ=DAILY;COUNT=3")
    // Moved onto the first one, with the same title and perhaps another level.
    var moved = try TestCalendars.override(at: "20260106T080000Z", start: "20260105T080000Z")
    moved.priority = priority
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", horizon: "P5D")
    let fires = TestCalendars.fires([event, moved], options.compiler)
    #expect(fires.count == count)
    #expect(Compiler.plan(for: [event, moved], options).fireCount == count)
  }

  @Test func `UIDs and titles that Unicode takes for the same stay apart`() throws {
    let composed = "caf\u{E9}"
    let decomposed = "cafe\u{301}"
    let events = try [composed, decomposed].map {
      try TestCalendars.event($0, start: "20260105T080000Z", title: $0)
    }
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", horizon: "P30D")
    let fires = TestCalendars.fires(events, options.compiler)
    // By bytes: 0x65 stands before 0xC3.
    #expect(
      fires.map { Array(($0.uid ?? "").utf8) } == [decomposed, composed].map { Array($0.utf8) })
    let lines = FireLines(.jsonLines, zone: options.deviceZone)
    let texts = fires.map { Array(lines.line($0).utf8) }
    for (text, name) in zip(texts, [decomposed, composed]) {
      let expected = Array("\"title\":\"\(name)\",\"uid\":\"\(name)\"}\n".utf8)
      #expect(Array(text.suffix(expected.count)) == expected)
    }
  }
}
