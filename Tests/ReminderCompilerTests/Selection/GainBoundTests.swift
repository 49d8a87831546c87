import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import SeededRandom
import Testing

@testable import ReminderCompiler

/// What a contender can gain at most, beside what it gains.
@Suite struct GainBoundTests {
  @Test(arguments: 0..<60)
  func `no allotment is worth more than what is known before covers are looked for`(
    _ seed: Int
  ) throws {
    var random = SplitMix(seed: UInt64(seed))
    var options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", horizon: random.pick(["P20D", "P60D", "P1Y"]) ?? "P20D",
      renewWithin: random.pick(["P1D", "P7D"]) ?? "P7D", limit: random.number(1...24))
    let rule =
      random.pick([
        "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=DAILY;COUNT=40", "FREQ=HOURLY;INTERVAL=6",
        "FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=DAILY;BYHOUR=8,12,18",
        "FREQ=WEEKLY;INTERVAL=2",
      ]) ?? "FREQ=DAILY"
    let nag = random.pick(["", "+1xPT10M", "+3xPT5M", "+2xPT8H"]) ?? ""
    // What has begun, what begins in some days, and what begins after the renewal.
    let start = random.pick(["20251201T081500Z", "20260105T081500Z", "20260113T081500Z"])
    var event = try TestCalendars.event(
      "event", start: start ?? "20251201T081500Z", rule: rule, alarms: ["PT0S\(nag)"])
    if random.oneIn(2) { event.exceptionDates = [try TestCalendars.time("20260107T081500Z")] }
    let expansion = Expansion([event], options.compiler)
    let lowered = NotificationTarget(options).lower(expansion)
    let offered = lowered.flatMap(\.groups).flatMap { lowered in
      lowered.graph.triggers.map { lowered.group.identifier(of: $0.proven) }
    }
    if random.oneIn(2) { options.pending = PendingIdentifiers(offered) }
    for contender in Contender.all(of: lowered, overdue: []) {
      let search = AllotmentSearch(contender, lowered, [], CoverOptions(options))
      let outline = try #require(search.outline)
      let bound = try #require(search.bound)
      let allotments = search.best(nil)
      #expect(search.bare == bound.bare)
      for slots in 1...max(1, bound.mostSlots) {
        #expect(bound.gain(slots: slots) <= outline.gain(slots: slots))
        #expect(bound.gain(slots: slots) <= bound.gain(upTo: max(1, bound.mostSlots)))
      }
      for bound in [outline, bound] {
        #expect(allotments.first??.score == bound.bare, "seed \(seed): \(rule) \(nag)")
        #expect(allotments.count <= bound.mostSlots + 1, "seed \(seed): \(rule) \(nag)")
        for (slots, allotment) in allotments.enumerated().dropFirst() {
          guard let allotment else { continue }
          #expect(
            allotment.score - bound.bare <= bound.gain(slots: slots),
            "seed \(seed): \(rule) \(nag) with \(slots) slots")
        }
      }
    }
  }
}
