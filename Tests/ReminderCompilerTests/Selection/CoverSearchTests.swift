import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import SeededRandom
import Testing

@testable import ReminderCompiler

/// The covers that are found for a group against all that there are, on groups of a few fires.
@Suite struct CoverSearchTests {
  /// What selection looks at, in its order, each better where it is greater.
  private struct Worth: Comparable {
    let slots, hasNext, missedSoon, answered: Int
    let exactUntil: Int

    /// The next fire, those before the renewal, those before the horizon.
    var objectives: [Int] { [hasNext, missedSoon, answered] }

    static func < (left: Worth, right: Worth) -> Bool {
      left.objectives.lexicographicallyPrecedes(right.objectives)
    }
  }

  /// A group of fires an hour apart, and triggers that answer some of them.
  private struct Instance {
    let lowered: LoweredGroup
    let options: NotificationOptions
    static let start = Instant(secondsSince1970: 1_767_225_600)

    init(seed: UInt64, removals: Bool) throws {
      var random = SplitMix(seed: seed)
      let instants = (1...random.number(1...16)).map { Instance.start + $0 * 3_600 }
      var options = NotificationOptions(now: Instance.start, deviceZone: .gmt)
      options.horizon = CalendarDuration(seconds: 20 * 3_600)
      options.renewWithin = CalendarDuration(seconds: random.number(1...6) * 3_600)
      options.limit = random.number(0...11)
      let pattern = try #require(CalendarPattern(.everyDay, .time(.midnight)))
      let trigger = try #require(CalendarTrigger(pattern: pattern, zone: .pinned(.gmt)))
      var triggers: [AnsweringTrigger] = []
      for index in 0..<random.number(0...6) {
        var end: Instant?
        if removals, random.oneIn(2) {
          end = options.earliestRemoval + random.number(0...20) * 3_600
        }
        let share = random.number(1...4)
        let answered = instants.filter { instant in
          random.oneIn(share) && end.map { instant < $0 } ?? true
        }
        guard answered.count > (end == nil ? 0 : 1) else { continue }
        triggers.append(
          AnsweringTrigger(
            proven: ProvenTrigger(
              provingThat: trigger, provenUntil: end ?? .endOfProof, removeBy: end,
              nextFire: answered[0], form: "\(index)"),
            answered: answered[...]))
      }
      let group = FireGroup(instants, .gmt)
      lowered = LoweredGroup(
        group: group,
        graph: ConflictGraph(triggers) { first, second in
          let common = Set(triggers[first].answered).intersection(triggers[second].answered).min()
          // Some meet only behind the horizon.
          return common ?? (random.oneIn(3) ? Instance.start + 30 * 3_600 : nil)
        })
      self.options = options
    }

    private func worth(_ triggers: [(answered: Set<Instant>, end: Instant)], _ singles: Int)
      -> Worth
    {
      let instants = lowered.group.instants
      let answered = triggers.reduce(into: Set<Instant>()) { $0.formUnion($1.answered) }
      let missed = instants.filter { !answered.contains($0) }.dropFirst(singles)
      let horizon = options.window.upperBound
      let end = min(missed.first ?? horizon, triggers.map(\.end).min() ?? horizon, horizon)
      return Worth(
        slots: triggers.count + singles,
        hasNext: missed.first == instants[0] && instants[0] < options.renewal ? 0 : 1,
        missedSoon: -missed.count { $0 < options.renewal }, answered: -missed.count,
        exactUntil: end.secondsSince1970)
    }

    func worth(_ cover: Cover) -> Worth {
      worth(
        cover.repeating.map { (Set($0.answered), $0.proven.removeBy ?? .endOfTime) },
        cover.singles.count)
    }

    /// Every set of triggers, each taken away at any instant from the first that is allowed, with
    /// every number of one-shots within the slots.
    var all: [Worth] {
      let graph = lowered.graph
      var sets: [[(index: Int, answered: Set<Instant>, end: Instant)]] = [[]]
      for (index, trigger) in graph.triggers.enumerated() {
        let own = trigger.proven.removeBy ?? .endOfTime
        let ends =
          [own]
          + graph.conflicts[index].map(\.at).filter {
            $0 < own && $0 >= options.earliestRemoval
          }
        sets += sets.flatMap { set in
          Set(ends).sorted().compactMap {
            end -> [(index: Int, answered: Set<Instant>, end: Instant)]? in
            let answered = Set(trigger.answered.filter { $0 < end })
            guard answered.count > (end == .endOfTime ? 0 : 1) else { return nil }
            let meets = set.contains { other in
              graph.conflicts[index].contains {
                $0.other == other.index && $0.at < min(end, other.end)
              }
            }
            return meets ? nil : set + [(index, answered, end)]
          }
        }
      }
      return sets.filter { $0.count <= options.slots }.flatMap { set -> [Worth] in
        let taken = set.reduce(into: Set<Instant>()) { $0.formUnion($1.answered) }
        let left = lowered.group.instants.count { !taken.contains($0) }
        return (0...min(left, options.slots - set.count)).map { singles in
          worth(set.map { ($0.answered, $0.end) }, singles)
        }
      }
    }

    func covers(upTo reach: Instant?) -> [Cover] {
      CoverSearch(lowered, options, pending: PendingIdentifiers()).covers(upTo: reach, isNext: true)
    }
  }

  @Test(arguments: [false, true])
  func `every cover is what it says and right as far as it has to be`(_ removals: Bool) throws {
    for seed in 0..<300 {
      let instance = try Instance(seed: UInt64(seed), removals: removals)
      for hours in stride(from: 0, through: 20, by: 3) {
        let reach = Instance.start + hours * 3_600
        for cover in instance.covers(upTo: reach) {
          let worth = instance.worth(cover)
          #expect(cover.slots == worth.slots && cover.slots <= instance.options.slots)
          #expect(cover.answered == instance.lowered.group.instants.count + worth.answered)
          #expect(cover.missedBeforeRenewal == -worth.missedSoon, "seed \(seed)")
          #expect(worth.exactUntil >= reach.secondsSince1970, "seed \(seed)")
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `for each number of slots and each reach nothing is better than what is found`(
    _ removals: Bool
  ) throws {
    for seed in 0..<1_500 {
      let instance = try Instance(seed: UInt64(seed), removals: removals)
      let all = instance.all
      for hours in [0, 1, 2, 5, 9, 14, 20] {
        let reach = Instance.start + hours * 3_600
        let right = all.filter { $0.exactUntil >= reach.secondsSince1970 }
        let found = instance.covers(upTo: reach).map(instance.worth)
        for slots in 0...instance.options.slots {
          let best = right.filter { $0.slots <= slots }.max()?.objectives
          let own = found.filter { $0.slots <= slots }.max()?.objectives
          #expect(own == best, "seed \(seed), \(hours) h, \(slots) slots")
        }
      }
    }
  }
}

/// What a contender can gain at most, beside what it gains.
@Suite struct GainBoundTests {
  @Test(arguments: 0..<90)
  func `no allotment is worth more than what is known before covers are looked for`(
    _ seed: Int
  ) throws {
    let contenders = try RandomContenders(seed: seed)
    for search in contenders.searches {
      let bound = search.bound
      let allotments = search.best(nil)
      #expect(allotments.first??.score == bound.bare, "\(contenders.note)")
      for (slots, allotment) in allotments.enumerated().dropFirst() {
        guard let allotment else { continue }
        let most = slots == 1 ? bound.ofOneSlot : bound.ofSeveralSlots
        #expect(
          try allotment.score - bound.bare <= #require(most),
          "\(contenders.note) with \(slots) slots")
      }
    }
  }

  @Test func `among many with little, one with much to be missed gets several slots`() throws {
    let options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", renewWithin: "P7D", limit: 4)
    // Four times before the renewal, and twenty events behind it.
    var soon = try TestCalendars.event("soon@example.org", start: "20260102T090000Z")
    soon.recurrenceDates = try ["20260103T101500Z", "20260105T090500Z", "20260106T170000Z"].map {
      CalendarComponent.RecurrenceDate(try TestCalendars.time($0))
    }
    let later = try (0..<20).map {
      try TestCalendars.event("later-\($0)@example.org", start: "202602\(10 + $0 % 9)T090000Z")
    }
    let plan = Compiler.plan(for: later + [soon], options)
    #expect(plan.requests.map(\.uid) == Array(repeating: "soon@example.org", count: 4))
  }
}

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

/// The best way to spend slots on classes of items, beside all ways.
@Suite struct KnapsackTableTests {
  private typealias Item = KnapsackTable.Item

  private func classes(_ random: inout SplitMix) -> [[Item]] {
    (0..<random.number(1...5)).map { _ in
      var (slots, answered) = (0, 0)
      // Where nothing has to be taken, nothing is an item.
      var items = random.oneIn(4) ? [] : [Item(slots: 0, worth: Score())]
      for _ in 0..<random.number(1...4) {
        slots += random.number(1...3)
        answered += random.number(1...9)
        var worth = Score()
        worth[.answeredFirst, .active] = answered
        worth[.slots] = -slots
        items.append(Item(slots: slots, worth: worth))
      }
      return items
    }
  }

  /// The most that any choice of items is worth that takes a number of slots; nil where none does.
  private func most(_ classes: ArraySlice<[Item]>, _ slots: Int) -> Score? {
    guard let own = classes.first else { return slots == 0 ? Score() : nil }
    return own.compactMap { item in
      item.slots > slots
        ? nil : most(classes.dropFirst(), slots - item.slots).map { $0 + item.worth }
    }.max()
  }

  @Test(arguments: 0..<200)
  func `for each number of slots it is the best of all choices`(_ seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let classes = classes(&random)
    let capacity = random.number(0...24)
    var table = KnapsackTable(capacity: capacity, identifiers: nil)
    for own in classes { table.add(own) }
    for slots in 0...capacity {
      let best = slots < table.worths.count ? table.worths[slots] : nil
      #expect(best == most(classes[...], slots), "seed \(seed), \(slots) slots")
      guard best != nil else { continue }
      let taken = zip(classes, table.items(slots: slots)).map { $0[$1] }
      #expect(taken.reduce(0) { $0 + $1.slots } == slots)
      #expect(taken.reduce(Score()) { $0 + $1.worth } == best)
    }
  }

  @Test func `of ways that are worth the same the smallest identifiers decide`() {
    func item(_ slots: Int) -> Item {
      var worth = Score()
      worth[.slots] = -slots
      return Item(slots: slots, worth: worth)
    }
    let names = [["", "c"], ["", "a"], ["", "b"]]
    var table = KnapsackTable(capacity: 2) { $1 == 0 ? [] : [names[$0][$1]] }
    for _ in names { table.add([item(0), item(1)]) }
    #expect(table.items(slots: 1) == [0, 1, 0])
    #expect(table.items(slots: 2) == [0, 1, 1])
  }

  @Test func `an item is taken only beside one that allows it`() {
    func item(_ slots: Int, _ answered: Int) -> Item {
      var worth = Score()
      worth[.answeredFirst, .active] = answered
      return Item(slots: slots, worth: worth)
    }
    var table = KnapsackTable(capacity: 2, identifiers: nil)
    table.add([item(0, 0), item(1, 1)])
    table.add([item(0, 0), item(1, 9)], dependingOn: 0) { own, other in own == 0 || other == 1 }
    #expect(table.items(slots: 1) == [1, 0])
    #expect(table.items(slots: 2) == [1, 1])
  }
}
