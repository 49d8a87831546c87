import CalendarFixtures
import CompilerFixtures
import ICalendar
import NotificationTriggers
import SeededRandom

@testable import ReminderCompiler

/// The contenders of one series, with options and times drawn at random.
struct RandomContenders {
  /// The searches of their allotments.
  let searches: [AllotmentSearch]
  /// What was drawn, for messages.
  let note: String

  /// Draws them.
  init(seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    var options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", horizon: random.pick(["P20D", "P60D", "P1Y"]) ?? "P20D",
      renewWithin: random.pick(["P1D", "P7D", "P60D"]) ?? "P7D", limit: random.number(1...24))
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
    // Several times of day, of which one alone is the first.
    if random.oneIn(3) {
      event.rules.append(try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO;BYHOUR=18"))
      event.rules.append(try RecurrenceRule("FREQ=MONTHLY;BYMONTHDAY=23;BYHOUR=7"))
    }
    let expansion = Expansion([event], options.compiler)
    let lowered = NotificationTarget(options).lower(expansion)
    let offered = lowered.flatMap(\.groups).flatMap { lowered in
      lowered.graph.triggers.map { lowered.group.identifier(of: $0.proven) }
    }
    if random.oneIn(2) { options.pending = PendingIdentifiers(offered) }
    let cover = CoverOptions(options)
    searches = Contender.all(of: lowered, overdue: []).map {
      AllotmentSearch($0, lowered, [], cover)
    }
    note = "seed \(seed): \(rule) \(nag)"
  }
}
