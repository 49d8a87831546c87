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
  @Test(arguments: 0..<90)
  func `no allotment is worth more than what is known before covers are looked for`(
    _ seed: Int
  ) throws {
    let contenders = try RandomContenders(seed: seed)
    for search in contenders.searches {
      let outline = try #require(search.outline)
      let byDays = try #require(search.boundByDays)
      let bound = try #require(search.bound)
      let allotments = search.best(nil)
      #expect(search.bare == bound.bare)
      for slots in 1...max(1, bound.mostSlots) {
        #expect(bound.gain(slots: slots) <= byDays.gain(slots: slots))
        #expect(byDays.gain(slots: slots) <= outline.gain(slots: slots))
        #expect(bound.gain(slots: slots) <= bound.gain(upTo: max(1, bound.mostSlots)))
      }
      for bound in [outline, byDays, bound] {
        #expect(allotments.first??.score == bound.bare, "\(contenders.note)")
        #expect(allotments.count <= bound.mostSlots + 1, "\(contenders.note)")
        for (slots, allotment) in allotments.enumerated().dropFirst() {
          guard let allotment else { continue }
          #expect(
            allotment.score - bound.bare <= bound.gain(slots: slots),
            "\(contenders.note) with \(slots) slots")
        }
      }
    }
  }

  /// Some instants of compilation, with clock changes ahead, and a day that is skipped.
  private static let moments = [
    (now: "2026-03-24T10:20:00Z", day: "202603"), (now: "2026-10-23T05:00:00Z", day: "202610"),
    (now: "2011-12-26T12:00:00Z", day: "201112"), (now: "2026-06-30T22:00:00Z", day: "202607"),
  ]

  @Test(arguments: 0..<240)
  func `no trigger does more than the days let hope for`(_ seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let moment = GainBoundTests.moments[random.number(0...GainBoundTests.moments.count - 1)]
    let zones = [
      "Europe/Berlin", "America/New_York", "Pacific/Apia", "Australia/Lord_Howe", "Asia/Kolkata",
    ]
    let options = try TestCalendars.options(
      now: moment.now, zone: random.pick(zones) ?? "Europe/Berlin",
      horizon: random.pick(["P40D", "P1Y", "P3Y"]) ?? "P1Y",
      renewWithin: random.pick(["P1D", "P7D", "P20D"]) ?? "P7D")
    let rule =
      random.pick([
        "FREQ=DAILY", "FREQ=DAILY;INTERVAL=2", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "FREQ=HOURLY",
        "FREQ=WEEKLY;BYDAY=SA,SU;BYHOUR=9,21", "FREQ=MONTHLY;BYMONTHDAY=1,15,28,31",
        "FREQ=YEARLY;BYMONTH=1,3,12;BYDAY=1SU", "FREQ=HOURLY;BYDAY=TU,FR",
      ]) ?? "FREQ=DAILY"
    let day = moment.day + String(random.number(124...129)).dropFirst()
    let time = random.pick(["023000", "000000", "235959", "093000"]) ?? "093000"
    let start = random.pick(["", "Z"]).map { "\(day)T\(time)\($0)" } ?? "\(day)T\(time)"
    let zoned = random.oneIn(2) ? "\(random.pick(zones) ?? "Asia/Kolkata"):\(day)T\(time)" : start
    let event = try TestCalendars.event("event", start: zoned, rule: rule, alarms: ["-PT45M"])
    let lowered = NotificationTarget(options).lower(Expansion([event], options.compiler))
    expectOffers(for: lowered, options, "seed \(seed): \(zoned) \(rule)")
  }

  /// Expects that no trigger does more than what the days of its group offer.
  private func expectOffers(
    for reminders: [LoweredReminder], _ options: NotificationOptions, _ note: String
  ) {
    for group in reminders.flatMap(\.groups) {
      guard let offers = OfferedDays(of: group.group, CoverOptions(options))?.offers else {
        continue
      }
      for trigger in group.graph.triggers {
        let offer = TriggerOffer(trigger, of: group.group, renewal: options.renewal)
        #expect(
          offers.contains {
            $0.soon >= offer.soon && $0.all >= offer.all && $0.provenDays >= offer.provenDays
              && ($0.first == offer.first || $0.first == .open)
          }, "\(trigger.proven.form): \(note)")
      }
    }
  }

  @Test(arguments: [
    // A day that is skipped, a time that is skipped, and one that comes twice.
    ("2011-12-26T12:00:00Z", "Pacific/Apia:20111226T093000"),
    ("2026-03-26T12:00:00Z", "Europe/Berlin:20260327T023000"),
    ("2026-10-22T12:00:00Z", "Europe/Berlin:20261023T023000"),
    ("2026-10-02T00:00:00Z", "Australia/Lord_Howe:20261003T021500"),
  ])
  func `a day on which the clock is changed is none without a fire`(
    _ now: String, _ start: String
  ) throws {
    let zone = try #require(start.split(separator: ":").first.map(String.init))
    for renewWithin in ["P3D", "P7D", "P20D"] {
      let options = try TestCalendars.options(now: now, zone: zone, renewWithin: renewWithin)
      let event = try TestCalendars.event("event", start: start, rule: "FREQ=DAILY")
      let lowered = NotificationTarget(options).lower(Expansion([event], options.compiler))
      let daily = lowered.flatMap(\.groups).flatMap(\.graph.triggers).filter {
        $0.proven.trigger.pattern.days == .everyDay
      }
      #expect(!daily.isEmpty)
      expectOffers(for: lowered, options, "\(start) renewed within \(renewWithin)")
    }
  }

  @Test
  func `a series that begins later has no trigger of every day`() throws {
    let options = try TestCalendars.options(now: "2026-11-01T00:00:00Z")
    for (start, weekdays) in [("20261104T080000Z", 5), ("20261101T080000Z", nil)] {
      let event = try TestCalendars.event("event", start: start, rule: "FREQ=DAILY")
      let lowered = NotificationTarget(options).lower(Expansion([event], options.compiler))
      let group = try #require(lowered.first?.groups.first)
      let offers = OfferedDays(of: group.group, CoverOptions(options))?.offers
      // Sunday, Monday and Tuesday are wrong, of Wednesday to Saturday there are 52 or 53.
      #expect(
        offers?.filter { $0.all > 50 }.reduce(0) { $0 + $1.count } == weekdays.map { $0 - 1 })
    }
  }
}
