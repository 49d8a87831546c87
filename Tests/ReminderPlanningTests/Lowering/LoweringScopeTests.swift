import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import SeededRandom
import Testing
import WorkSharing

@testable import ReminderCompiler
@testable import ReminderExpansion
@testable import ReminderOptions
@testable import ReminderPlanning
@testable import ReminderPlans

@Suite struct LoweringScopeTests {
  /// Reminders of many kinds, most with an alert before the renewal, and too few slots.
  private struct Crowd {
    var components: [CalendarComponent] = []
    var options: NotificationOptions
    var description = ""

    init(seed: UInt64, slots: ClosedRange<Int>) throws {
      var random = SplitMix(seed: seed)
      options = try TestCalendars.options(
        now: "2026-01-01T09:05:00Z", horizon: random.pick(["P5D", "P9D"]) ?? "P5D",
        renewWithin: random.pick(["P1D", "P2D"]) ?? "P2D", limit: random.number(slots))
      options.overdueNag = TimeIntervalTrigger(interval: 300, repeats: true)
      description = "seed \(seed), \(options.limit) slots"
      for number in 0..<2 * (options.limit + 1) + random.number(1...3) {
        let time = "T\(10 + random.number(0...9))\(random.oneIn(2) ? "00" : "15")00Z"
        let rule =
          random.pick(["FREQ=DAILY", "FREQ=DAILY;INTERVAL=2", "FREQ=DAILY;COUNT=33"]) ?? ""
        try add(
          "daily-\(number)", "202512\(random.oneIn(2) ? "01" : "03")\(time)", rule, &random)
        if random.oneIn(4) {
          // One occurrence has a different level, so the reminder is split.
          var override = try TestCalendars.override(
            of: "daily-\(number)", at: "2026010\(random.number(1...4))\(time)", alarms: ["PT0S"],
            title: "Another \(number)")
          override.priority = random.pick([1, 9]) ?? 1
          components.append(override)
        }
      }
      // A series that begins after the renewal, and repeats of a past first alert.
      try add("later", "20260104T100000Z", "FREQ=DAILY", &random)
      try add("past", "20260101T090000Z", nil, &random, nag: "+2xPT10M")
      try add("past-daily", "20251201T090000Z", "FREQ=DAILY", &random, nag: "+2xPT10M")
      for number in 0..<random.number(0...2) {
        var toDo = CalendarComponent(.toDo, uid: "to-do-\(number)")
        toDo.texts.title = "To-do \(number)"
        toDo.extent = .until(try TestCalendars.time("20251231T120000Z"))
        toDo.priority = random.pick([0, 1, 9]) ?? 0
        components.append(toDo)
      }
    }

    private mutating func add(
      _ uid: String, _ start: String, _ rule: String?, _ random: inout SplitMix, nag: String? = nil
    ) throws {
      let nag = nag ?? random.pick(["", "", "+1xPT10M", "+2xPT10M"]) ?? ""
      var event = try TestCalendars.event(
        uid, start: start, rule: rule, alarms: ["PT0S\(nag)"], title: uid)
      event.priority = random.pick([0, 0, 1, 9]) ?? 0
      components.append(event)
    }
  }

  /// The selection with the triggers in scope, and the selection with all triggers.
  private func selected(
    _ crowd: Crowd
  ) -> (selection: RequestSelection, whole: [LoweredReminder], overdue: [OverdueToDo]) {
    let expansion = Expansion(crowd.components, options: crowd.options.compiler)
    let target = NotificationTarget(crowd.options)
    let whole = Lowering(crowd.options, range: target.range)
    let selection = target.select(target.lower(expansion), of: expansion, workers: .one)
    return (
      selection,
      expansion.mapFiringSeries(workers: .one) { whole.lower(seriesOf: $0) }.flatMap { $0 },
      crowd.options.overdueNag.map(expansion.overdue) ?? []
    )
  }

  @Test(arguments: UInt64(0)..<60)
  func `limiting the search for triggers keeps the plan optimal`(
    _ seed: UInt64
  ) throws {
    let crowd = try Crowd(seed: seed, slots: 1...2)
    let (selection, whole, overdue) = selected(crowd)
    let oracle = BruteForce(
      reminders: whole, overdue: overdue, options: crowd.options, pending: [])
    // First alerts are sorted first, so that the groups have the same indices.
    let covers = selection.reminders.enumerated().map { ($0.offset, $0.element.covers) }
    let ours = RequestSelection(
      lowered: whole, covers: Dictionary(uniqueKeysWithValues: covers), overdue: selection.overdue,
      limits: [])
    #expect(oracle.worth(of: ours) == oracle.best(), "\(crowd.description)")
  }

  @Test(arguments: UInt64(100)..<200)
  func `limiting the search for triggers doesn't change the plan`(_ seed: UInt64) throws {
    let crowd = try Crowd(seed: seed, slots: 1...9)
    let (selection, whole, overdue) = selected(crowd)
    let all = RequestSelector(crowd.options).select(whole, overdue: overdue)
    #expect(selection.identifiers == all.identifiers, "\(crowd.description)")
    #expect(!all.identifiers.isEmpty)
  }

  @Test func `with enough slots, the search for triggers is not limited`() throws {
    var crowd = try Crowd(seed: 1, slots: 1...1)
    crowd.options.limit = 64
    let (selection, whole, _) = selected(crowd)
    #expect(selection.lowered.map { $0.groups.count } == whole.map { $0.groups.count })
    #expect(selection.lowered.allSatisfy { $0.excess.isEmpty })
  }

  @Test(arguments: [1, 3])
  func `alarms of every minute are limited, and don't affect others`(_ workers: Int) throws {
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", horizon: "P2D")
    let events = try (0..<60).map {
      try TestCalendars.event(
        "dense-\(10 + $0)", start: "20251210T0000\($0 < 10 ? "0" : "")\($0)Z",
        rule: "FREQ=MINUTELY",
        title: "Dense \($0)")
    }
    let daily = try TestCalendars.event("daily", start: "20251210T080000Z", rule: "FREQ=DAILY")
    let few = Compilation(of: Array(events[..<9]) + [daily], options, workers: Workers(workers))
      .plan
    #expect(!few.diagnostics.contains { $0.code == "triggers-limited" })
    #expect(few.requests.allSatisfy { $0.trigger.repeats })
    let many = Compilation(of: events + [daily], options, workers: Workers(workers)).plan
    let told = many.diagnostics.filter { $0.code == "triggers-limited" }
    #expect(told.map(\.uid) == ["dense-10"])
    #expect(told.first?.message.contains("60 reminders get one-shots") == true)
    #expect(many.requests.filter(\.trigger.repeats).map(\.uid) == ["daily"])
    let explained = Compilation(of: events + [daily], options).explanation()
    #expect(explained.plan.requests.map(\.identifier) == many.requests.map(\.identifier))
  }

  @Test func `times of day among which BYSETPOS chooses are limited`() throws {
    let hours = (0..<24).map(String.init).joined(separator: ",")
    let minutes = (0..<60).map(String.init).joined(separator: ",")
    let positions = (1...200).map(String.init).joined(separator: ",")
    let events = try (10..<40).map {
      try TestCalendars.event(
        "chosen-\($0)", start: "20260101T0000\($0)Z",
        rule: "FREQ=MONTHLY;BYHOUR=\(hours);BYMINUTE=\(minutes);BYSETPOS=\(positions)",
        title: "Chosen \($0)")
    }
    let daily = try TestCalendars.event("daily", start: "20251210T080000Z", rule: "FREQ=DAILY")
    let plan = try TestCalendars.plan(events + [daily], now: "2026-01-01T00:00:00Z")
    #expect(plan.diagnostics.contains { $0.code == "triggers-limited" })
    #expect(plan.requests.filter(\.trigger.repeats).map(\.uid) == ["daily"])
  }

  @Test func `times of day that an interval takes in turn are limited`() throws {
    let events = try (100..<220).map {
      try TestCalendars.event(
        "shifting-\($0)", start: "20260101T00\($0 % 50 + 10)00Z",
        rule: "FREQ=MINUTELY;INTERVAL=1441", title: "Shifting \($0)")
    }
    let daily = try TestCalendars.event("daily", start: "20251210T080000Z", rule: "FREQ=DAILY")
    let hours = try TestCalendars.event(
      "hours", start: "20251210T083000Z", rule: "FREQ=HOURLY;INTERVAL=5;UNTIL=20261231T000000Z")
    for (others, isLimited) in [([daily, hours], false), (events + [daily], true)] {
      let plan = try TestCalendars.plan(others, now: "2026-01-01T00:00:00Z")
      #expect(plan.diagnostics.contains { $0.code == "triggers-limited" } == isLimited)
      #expect(plan.requests.contains { $0.uid == "daily" && $0.trigger.repeats })
    }
  }

  @Test func `many alarms of others take no triggers`() throws {
    var others = try (0..<9).map {
      try TestCalendars.event(
        "others-\($0)", start: "20260601T1000\($0 + 10)Z", rule: "FREQ=DAILY",
        alarms: (0..<990).map { "-PT\($0)M+9xPT1M" })
    }
    for place in others.indices { others[place].source = "others.ics" }
    let daily = try TestCalendars.event(
      "daily", start: "20251210T080000Z", rule: "FREQ=DAILY", alarms: ["PT0S+3xPT5M"])
    let plan = try TestCalendars.plan(others + [daily], now: "2026-01-01T00:00:00Z")
    #expect(
      plan.requests.filter { $0.uid == "daily" }.map(\.trigger.repeats) == [true, true, true, true])
    #expect(plan.diagnostics.contains { $0.code == "triggers-limited" })
  }

  @Test func `an interval with the greatest number of repeats is planned`() throws {
    var event = try TestCalendars.event(
      start: "20260101T100000Z", rule: "FREQ=HOURLY;INTERVAL=5", alarms: ["PT0S+1xPT7M"])
    event.alarms[0]?.repeatCount = .max
    let plan = try TestCalendars.plan([event], now: "2026-01-01T00:00:00Z")
    for code in ["fires-cut", "triggers-limited"] {
      #expect(plan.diagnostics.contains { $0.code == code })
    }
    let first = try TestCalendars.instant("2026-01-01T10:00:00Z")
    #expect(plan.requests.map(\.nextFire).min() == first)
  }

  /// All reminders share 3,000 repeats, and on Android 1,000.
  @Test(
    arguments: [
      (747, 4, false), (751, 3, false), (247, 4, true), (250, 3, true), (1_200, 1, true),
    ]
  )
  func `reminders share the repeats that can get slots`(
    count: Int, share: Int, isAndroid: Bool
  ) throws {
    var options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", horizon: "P40D", renewWithin: "P1D")
    if isAndroid { options.layer = .flutterAndroid }
    var events = try (0..<count).map {
      try TestCalendars.event(
        "\(10_000 + $0)", start: "20260120T100000Z", rule: "FREQ=WEEKLY",
        alarms: ["PT0S+4xPT5M"], title: "Event \($0)")
    }
    // The calendar of someone else has few repeats.
    events.append(
      try TestCalendars.event(
        "2", start: "20260119T100000Z", rule: "FREQ=WEEKLY", alarms: ["PT0S+9xPT5M"]))
    events[count].source = "own.ics"
    let expansion = Expansion(events, options: options.compiler)
    let lowered = NotificationTarget(options).lower(expansion)
    let served = lowered.map { $0.groups.count - 1 }
    #expect(served.dropLast().allSatisfy { $0 == share })
    #expect(served.last == 9)
    let repeats = lowered.map { reminder in
      (reminder.groups.map(\.group) + reminder.excess)
        .reduce(0) { $0 + ($1.repetition > 0 ? $1.instants.count : 0) }
    }
    #expect(repeats.dropLast().allSatisfy { $0 == 4 * 3 })
  }

  @Test func `a moved occurrence takes no repeats from its series`() throws {
    var options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", horizon: "P40D", renewWithin: "P1D")
    options.layer = .flutterAndroid
    var events = try (0..<400).map {
      try TestCalendars.event(
        "\(1_000 + $0)", start: "20260120T100000Z", rule: "FREQ=WEEKLY",
        alarms: ["PT0S+4xPT5M"], title: "Event \($0)")
    }
    events.append(
      try TestCalendars.override(
        of: "1000", at: "20260120T100000Z", start: "20260119T120000Z",
        alarms: ["PT0S+4xPT5M"]))
    let expansion = Expansion(events, options: options.compiler)
    let lowered = NotificationTarget(options).lower(expansion)
    let served = lowered[0].groups.map(\.group).filter { $0.repetition > 0 }
    // Each reminder has 2 repeats.
    #expect(lowered[1].groups.count == 1 + 2)
    #expect(served.map(\.repetition) == [1, 1])
  }

  /// Another calendar has 400 reminders, so that each of its reminders has 2 repeats.
  @Test func `a copy in a crowded calendar keeps its repeats, and one equal fire gives none`()
    throws
  {
    var options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", horizon: "P40D", renewWithin: "P1D")
    options.layer = .flutterAndroid
    var others = try (0..<400).map {
      try TestCalendars.event(
        "\(1_000 + $0)", start: "20260120T100000Z", rule: "FREQ=WEEKLY",
        alarms: ["PT0S+4xPT5M"], title: "Event \($0)")
    }
    others += [
      try TestCalendars.event(
        "copy", start: "20251201T200000Z", rule: "FREQ=DAILY",
        alarms: ["PT0S+3xPT5M"], title: "Pill"),
      try TestCalendars.event(
        "part", start: "20250110T070000Z", rule: "FREQ=YEARLY", alarms: ["PT0S+9xPT7M"],
        title: "Tea"),
    ]
    for place in others.indices { others[place].source = "others.ics" }
    var own = [
      try TestCalendars.event(
        "pill", start: "20251201T200000Z", rule: "FREQ=DAILY", alarms: ["PT0S+3xPT5M"],
        title: "Pill"),
      try TestCalendars.event(
        "tea", start: "20251201T070000Z", rule: "FREQ=DAILY;COUNT=60", title: "Tea"),
    ]
    for place in own.indices { own[place].source = "own.ics" }
    for events in [own + others, others + own] {
      let expansion = Expansion(events, options: options.compiler)
      var served: [String: Int] = [:]
      for lowered in NotificationTarget(options).lower(expansion) {
        let repeats = lowered.groups.count { $0.group.repetition > 0 }
        if let title = lowered.groups.first?.group.content.title, repeats > 0 {
          served[title, default: 0] += repeats
        }
      }
      #expect(served["Event 0"] == 2 && served["Pill"] == 3 && served["Tea"] == 2)
    }
  }

  @Test func `hours of the day repeat beside an EXRULE`() throws {
    var event = try TestCalendars.event(
      start: "Europe/Berlin:20260105T080000", rule: "FREQ=HOURLY;BYHOUR=8,12,16,20")
    event.exceptionRules = [try RecurrenceRule("FREQ=WEEKLY;BYDAY=SU;BYHOUR=8")]
    let plan = try TestCalendars.plan([event], now: "2026-03-10T00:00:00Z")
    #expect(plan.exactUntil == nil && plan.renewBy == nil)
  }

  @Test func `seconds that BY parts limit to one time a day repeat`() throws {
    let plans = try ["DAILY", "SECONDLY;BYHOUR=8;BYMINUTE=0;BYSECOND=0"].map {
      try TestCalendars.plan(
        [try TestCalendars.event(start: "Europe/Berlin:20260105T080000", rule: "FREQ=\($0)")],
        now: "2026-03-10T00:00:00Z")
    }
    #expect(plans[1].requests.map(\.trigger) == plans[0].requests.map(\.trigger))
    #expect(plans[1].requests.map(\.trigger.repeats) == [true])
  }

  @Test func `single events don't limit the triggers of daily ones`() throws {
    var events = try (0..<5).map {
      try TestCalendars.event("pill\($0)", start: "2026010\($0 + 1)T080000Z", rule: "FREQ=DAILY")
    }
    events += try (0..<61_000).map { try TestCalendars.event("\($0)", start: "20270101T090000Z") }
    let plan = try TestCalendars.plan(events, now: "2026-02-01T00:00:00Z")
    #expect(plan.requests.count { $0.trigger.repeats } == 5)
    #expect(!plan.diagnostics.contains { $0.code == "triggers-limited" })
  }
}

extension RequestSelection {
  /// The identifiers of all requests, except which trigger covers a single fire.
  var identifiers: [String] {
    reminders.flatMap { reminder in
      reminder.covers.sorted { $0.key < $1.key }.flatMap { place, cover in
        let group = reminder.lowered.groups[place].group
        return cover.repeating.map { group.identifier(of: $0.proven) }
          + cover.singles.map(group.identifier(ofOneShotAt:))
      }
    } + overdue.map(\.identifier)
  }
}
