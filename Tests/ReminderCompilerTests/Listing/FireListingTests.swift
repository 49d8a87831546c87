import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import NotificationTriggers
import Testing

@testable import ReminderCompiler
@testable import ReminderExpansion
@testable import ReminderOptions
@testable import ReminderPlanning
@testable import ReminderPlans

@Suite struct FireListingTests {
  @Test func `no fire is listed at the instant of a cut`() throws {
    // Three fires at each full minute: an alert, and repeats of the previous two.
    let event = try TestCalendars.event(
      start: "20260105T080000Z", rule: "FREQ=MINUTELY", alarms: ["PT0S+2xPT60S"])
    let options = try TestCalendars.options(
      now: "2026-01-05T09:00:00Z", zone: "GMT", horizon: "PT1H")
    var listing = FireListing([event], options: options.compiler)
    listing.fireLimit = 10
    var listed: [Instant] = []
    let cuts = listing.forEachBatch { listed += $0.map(\.at) }
    // The eleventh fire is the second one at 09:03.
    let cut = try TestCalendars.instant("2026-01-05T09:03:00Z")
    let minutes = (0..<3).map { options.now + $0 * 60 }
    #expect(listed == minutes.flatMap { [$0, $0, $0] })
    #expect(cuts.map(\.message).count { $0.contains("\(cut)") } == 1)
  }

  @Test func `a limit of all fires leaves sparse reminders whole`() throws {
    let options = try TestCalendars.options(
      now: "2026-01-05T00:00:00Z", zone: "GMT", horizon: "P30D")
    let events = try [
      TestCalendars.event("once", start: "20260120T080000Z"),
      TestCalendars.event("hourly", start: "20260101T001000Z", rule: "FREQ=HOURLY"),
      TestCalendars.event("minutely", start: "20260101T000000Z", rule: "FREQ=MINUTELY"),
    ]
    let listing = FireListing(
      Expansion(events, options: options.compiler), maximumFires: 201)
    var counts: [String: Int] = [:]
    let cuts = listing.forEachBatch { for fire in $0 { counts[fire.uid ?? "", default: 0] += 1 } }
    // One fire needs one of 201, or two by a generous count. The others share the rest.
    #expect(counts["once"] == 1)
    #expect(counts["hourly"] == counts["minutely"])
    #expect((99...100).contains(counts["hourly"] ?? 0))
    #expect(cuts.map(\.code) == ["fires-cut", "fires-cut"])
  }

  @Test func `many dense reminders are listed in bounded batches without loss`() throws {
    let alarms = 20
    var event = try TestCalendars.event(
      start: "20260105T080000Z", rule: "FREQ=SECONDLY",
      alarms: Array(repeating: "PT0S", count: alarms))
    for index in 0..<alarms { event.alarms[index]?.text = "Text \(index)" }
    let options = try TestCalendars.options(
      now: "2026-01-05T08:00:00Z", zone: "GMT", horizon: "PT5M")
    var listing = FireListing([event], options: options.compiler)
    listing.batchCapacity = 1_000
    var sizes: [Int] = []
    var next = options.now
    var isEverySecond = true
    let cuts = listing.forEachBatch { fires in
      sizes.append(fires.count)
      // Each second has one fire of each alarm, in the order of the alarms.
      for (index, fire) in fires.enumerated() {
        isEverySecond = isEverySecond && fire.alarm == index % alarms && fire.at == next
        if index % alarms == alarms - 1 { next = next + 1 }
      }
    }
    #expect(cuts.isEmpty)
    #expect(isEverySecond)
    #expect(sizes.reduce(0, +) == 5 * 60 * alarms)
    // The number of fires in memory depends on the number of alarms: here 64 for each.
    #expect((sizes.max() ?? 0) <= 64 * alarms)
  }

  @Test func `reminders that reach their limit within an hour take one interval each`() throws {
    let events = try (5...6).map {
      try TestCalendars.event(
        "\($0)", start: "2026010\($0)T080000Z", rule: "FREQ=SECONDLY", alarms: ["PT0S+1xPT1S"])
    }
    var options = try TestCalendars.options(
      now: "2026-01-05T08:00:00Z", zone: "GMT", horizon: "P3D")
    // The limit of a reminder is 4,000 fires, and there are two each second.
    options.compiler.sharers = 150
    var listing = FireListing(events, options: options.compiler)
    listing.batchCapacity = 7_000
    var uids: [Set<String?>] = []
    var count = 0
    let cuts = listing.forEachBatch { fires in
      uids.append(Set(fires.map(\.uid)))
      count += fires.count
    }
    #expect(uids == [["5"], ["6"]])
    // One alert at the first second, then an alert and a repeat.
    #expect(count == 2 * (1 + 2 * 1_999))
    #expect(cuts.map(\.code) == ["fires-cut", "fires-cut"])
  }

  @Test func `daily repeats every second are listed from the first one`() throws {
    let event = try TestCalendars.event(
      start: "20200101T000000Z", rule: "FREQ=DAILY", alarms: ["PT0S+2147483647xPT1S"])
    let options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", zone: "GMT", horizon: "PT2S")
    var first: [ListedFire] = []
    let cuts = FireListing([event], options: options.compiler).forEachBatch { fires in
      if first.isEmpty { first = Array(fires.prefix(3_000)) }
    }
    // Alerts of the 2,192 days before and of this day, each with a repeat at this second.
    #expect(first.prefix { $0.at == options.now }.count == 2_193)
    #expect(cuts.isEmpty)
  }

  @Test(arguments: [0, 1])
  func `two equal occurrences at one instant are one fire, as in a plan`(
    _ priority: Int
  ) throws {
    let event = try TestCalendars.event(start: "20260105T080000Z", rule: "FREQ=DAILY;COUNT=3")
    // Moved to the time of the first one, with the same title and perhaps another level.
    var moved = try TestCalendars.override(at: "20260106T080000Z", start: "20260105T080000Z")
    moved.priority = priority
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", horizon: "P5D")
    let fires = TestCalendars.fires([event, moved], options.compiler)
    #expect(fires.count == 1)
    let plan = Compilation(of: [event, moved], options).plan
    #expect(plan.fireCount == 1)
    #expect(
      plan.requests.map(\.content.interruptionLevel) == [priority == 1 ? .timeSensitive : .active])
  }

  @Test func `a daily event has batches of a quarter of the capacity`() throws {
    let event = try TestCalendars.event(start: "20260101T080000Z", rule: "FREQ=DAILY")
    let options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", zone: "GMT", horizon: "P1826D")
    var listing = FireListing([event], options: options.compiler)
    listing.batchCapacity = 1_000
    var sizes: [Int] = []
    _ = listing.forEachBatch { sizes.append($0.count) }
    #expect(sizes.reduce(0, +) == 1_826)
    #expect(sizes.dropLast().allSatisfy { (240...260).contains($0) })
  }

  @Test func `the batch size doesn't change the listing`() throws {
    let rules = [
      "FREQ=HOURLY;INTERVAL=5", "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,WE", "FREQ=MINUTELY;COUNT=900",
    ]
    let events = try rules.enumerated().map { number, rule in
      try TestCalendars.event(
        "\(number)@example.org", start: "Europe/Berlin:20260301T013000", rule: rule,
        alarms: ["PT0S", "-PT30M+2xPT5M"])
    }
    let options = try TestCalendars.options(now: "2026-03-01T00:00:00Z", horizon: "P60D")
    var listing = FireListing(events, options: options.compiler)
    var whole: [ListedFire] = []
    _ = listing.forEachBatch { whole += $0 }
    #expect(whole.count > 4_000)
    for capacity in [1, 700, 2_000] {
      listing.batchCapacity = capacity
      var pieces: [ListedFire] = []
      var batches = 0
      _ = listing.forEachBatch {
        pieces += $0
        batches += 1
      }
      #expect(pieces == whole)
      #expect(batches > 1)
    }
  }

  @Test func `a line is JSON with sorted keys and unescaped slashes`() {
    let at = Instant(secondsSince1970: 1_767_225_600)
    let fire = ListedFire(
      at: at, uid: "a/b", alarm: 7, repetition: 5, title: "with \"quotes\" and \\",
      occurrence: Occurrence(start: at + 60, end: at + 3_661, zone: .gmt), identifier: nil)
    let expected =
      #"{"alarm":7,"at":"2026-01-01T00:00:00Z","end":"2026-01-01T01:01:01Z","#
      + #""endLocal":"2026-01-01T01:01:01","repeat":5,"start":"2026-01-01T00:01:00Z","#
      + #""startLocal":"2026-01-01T00:01:00","title":"with \"quotes\" and \\","uid":"a/b","version":1}"#
    #expect(FireLineWriter(.jsonLines, zone: .gmt).line(fire) == expected + "\n")
  }

  @Test func `canonically equivalent UIDs and titles stay distinct`() throws {
    let composed = "caf\u{E9}"
    let decomposed = "cafe\u{301}"
    // The links differ, since the two titles look the same.
    let events = try [composed, decomposed].enumerated().map { number, text in
      var event = try TestCalendars.event(text, start: "20260105T080000Z", title: text)
      event.url = "https://example.org/\(number)"
      return event
    }
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", horizon: "P30D")
    let fires = TestCalendars.fires(events, options.compiler)
    // The order is that of the bytes: 0x65 is before 0xC3.
    #expect(
      fires.map { Array(($0.uid ?? "").utf8) } == [decomposed, composed].map { Array($0.utf8) })
    let lines = FireLineWriter(.jsonLines, zone: options.deviceZone)
    let texts = fires.map { Array(lines.line($0).utf8) }
    for (text, name) in zip(texts, [decomposed, composed]) {
      let expected = Array(
        "\"title\":\"\(name)\",\"uid\":\"\(name)\",\"version\":1}\n".utf8)
      #expect(Array(text.suffix(expected.count)) == expected)
    }
  }
}
