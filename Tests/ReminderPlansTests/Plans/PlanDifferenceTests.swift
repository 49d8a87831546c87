import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import NotificationTriggers
import SeededRandom
import Testing

@testable import ReminderCompiler
@testable import ReminderExpansion
@testable import ReminderOptions
@testable import ReminderPlanning
@testable import ReminderPlans

/// The output of `diff`, read from its JSON as an app reads it.
@Suite struct PlanDifferenceTests {
  private struct Document: Decodable {
    struct Request: Decodable {
      let identifier: String
      let rank: Int
    }
    let remove: [String]
    let replace: [Request]
    let add: [Request]
    let untouched: [String]
    let steps: [[String: String]]
  }

  private func document(_ old: Data, _ new: Data) throws -> Document {
    let difference = try PlanDifference(
      from: StoredPlan(json: old), to: StoredPlan(json: new))
    return try JSONDecoder().decode(Document.self, from: difference.json())
  }

  /// Plans for a calendar of a few series, and for the changed calendar some days later.
  private func plans(seed: UInt64) throws -> (old: Plan, new: Plan, slots: Int) {
    var random = SplitMix(seed: seed)
    func components() throws -> [CalendarComponent] {
      try (0..<random.number(1...6)).map { index in
        let rule = random.pick([
          "FREQ=WEEKLY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;INTERVAL=2", "FREQ=DAILY;COUNT=50",
          "FREQ=WEEKLY;BYDAY=MO,TU,TH",
        ])
        let hour = random.number(10...12)
        return try TestCalendars.event(
          "event-\(index)", start: "202512\(random.number(10...14))T\(hour)0000Z", rule: rule,
          alarms: random.oneIn(3) ? ["PT0S+2xPT5M"] : ["PT0S"],
          title: random.oneIn(4) ? "Changed" : "Title")
      }
    }
    var options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", horizon: "P60D", limit: random.number(1...12))
    // The slots of other code's requests, reserved by number or by name, are never used.
    options.reserve = random.oneIn(2) ? random.number(0...options.limit) : 0
    let foreign = (0..<random.number(0...3)).map { "foreign-\($0)" }
    options.pending = PendingIdentifiers(foreign)
    let slots = max(0, options.limit - options.reserve - foreign.count)
    let old = Compilation(of: try components(), options).plan
    options.now = options.now + random.number(0...10) * 86_400
    options.pending = PendingIdentifiers(old.requests.map(\.identifier) + foreign)
    return (old, Compilation(of: try components(), options).plan, slots)
  }

  @Test(arguments: 0..<12)
  func `at each step, kept requests are pending and the limit holds`(
    _ seed: Int
  ) throws {
    let (old, new, slots) = try plans(seed: UInt64(seed))
    let document = try document(old.json(), new.json())
    let wanted = new.requests.map(\.identifier)
    let ranks = Dictionary(uniqueKeysWithValues: new.requests.map { ($0.identifier, $0.rank) })
    var pending = old.requests.map(\.identifier)
    let stays = Set(wanted).intersection(pending)
    var changed: [Int] = []
    for step in document.steps {
      let (word, identifier) = try #require(step.first)
      #expect(step.count == 1)
      switch word {
      case "remove":
        #expect(!wanted.contains(identifier), "seed \(seed)")
        // A removal before an addition means that no slot was free.
        if !Set(wanted).isSubset(of: pending) { #expect(pending.count == slots) }
      case "replace": #expect(pending.contains(identifier), "seed \(seed)")
      default: #expect(word == "add" && !pending.contains(identifier), "seed \(seed)")
      }
      pending.removeAll { $0 == identifier }
      if word != "remove" {
        pending.append(identifier)
        changed.append(try #require(ranks[identifier]))
      }
      #expect(pending.count <= slots, "seed \(seed)")
      #expect(stays.isSubset(of: pending), "seed \(seed)")
    }
    #expect(Set(pending) == Set(wanted) && pending.count == wanted.count, "seed \(seed)")
    // Less important requests are removed first.
    #expect(changed == changed.sorted(by: >), "seed \(seed)")
    #expect(
      Set(document.untouched + document.replace.map(\.identifier)) == stays, "seed \(seed)")
    #expect(Set(document.remove) == Set(old.requests.map(\.identifier)).subtracting(wanted))
    #expect(Set(document.add.map(\.identifier)) == Set(wanted).subtracting(stays))
    #expect(changed.count == document.add.count + document.replace.count)
    // The difference between a plan and itself is empty.
    let same = try self.document(new.json(), new.json())
    #expect(same.steps.isEmpty && same.untouched == wanted)
  }

  @Test func `if a new plan has fewer slots, the others are freed before additions`() throws {
    var options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", limit: 6)
    let fortnightly = try (0..<2).map {
      try TestCalendars.event(
        "event-\($0)", start: "2025120\($0 + 1)T100000Z", rule: "FREQ=WEEKLY;INTERVAL=2")
    }
    let old = Compilation(of: [fortnightly[0]], options).plan
    options.reserve = 4
    let new = Compilation(of: [fortnightly[1]], options).plan
    #expect(old.requests.count == 6 && new.requests.count == 2)
    var count = old.requests.count
    for step in try document(old.json(), new.json()).steps {
      count += step["remove"] == nil ? 1 : -1
      if step["add"] != nil { #expect(count <= 2) }
    }
    #expect(count == 2)
  }

  @Test func `from identifiers alone, kept requests are replaced, and foreign ones stay`() throws {
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z")
    let event = try TestCalendars.event(start: "20251201T100000Z", rule: "FREQ=WEEKLY")
    let plan = Compilation(of: [event], options).plan
    let own = plan.requests[0].identifier
    let old = Data(#"["another-app", "ics2notify.gone", "\#(own)"]"#.utf8)
    let document = try document(old, plan.json())
    #expect(document.steps == [["replace": own], ["remove": "ics2notify.gone"]])
    #expect(document.untouched == ["another-app"])
  }

  @Test func `from identifiers alone, the soonest are removed last, and repeating ones after them`()
    throws
  {
    // Computed by hand: requests are added in order of importance and removed from the end, when
    // slots are needed.
    let ranked =
      [
        "day=3;hour=9;minute=0;second=0", "hour=9;minute=0;second=0", "hour=9;minute=5;second=0.1",
        "20260105T090000Z", "20260105T090000Z.1", "20260105T090500Z.2", "20270101T000000Z",
        "21000101T000000Z",
      ].map { "ics2notify.0123456789abcdef.\($0)" } + ["ics2notify.gone"]
    var options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", limit: ranked.count)
    options.pending = PendingIdentifiers(ranked)
    let weekly = try TestCalendars.event(
      start: "20251201T100000Z", rule: "FREQ=WEEKLY;INTERVAL=2")
    let plan = Compilation(of: [weekly], options).plan
    #expect(plan.requests.count == ranked.count)
    let theirs = ["another-app", "zulu"]
    var random = SplitMix(seed: 5)
    for _ in 0..<20 {
      let shuffled = (ranked + theirs).map { ($0, random.number(0...1_000_000)) }
        .sorted { $0.1 < $1.1 }.map(\.0)
      let document = try document(JSONEncoder().encode(shuffled), plan.json())
      #expect(document.remove == ranked.reversed(), "\(shuffled)")
      #expect(document.untouched == theirs, "\(shuffled)")
      #expect(document.steps.count == ranked.count * 2)
    }
  }

  @Test(arguments: 0..<4)
  func `the order of the device's identifiers doesn't change the steps`(_ seed: Int) throws {
    let (old, new, _) = try plans(seed: UInt64(100 + seed))
    let identifiers = old.requests.map(\.identifier) + ["foreign-b", "foreign-a"]
    let first = try document(JSONEncoder().encode(identifiers), new.json())
    var random = SplitMix(seed: UInt64(seed))
    for _ in 0..<10 {
      let shuffled = identifiers.map { ($0, random.number(0...1_000_000)) }
        .sorted { $0.1 < $1.1 }.map(\.0)
      let other = try document(JSONEncoder().encode(shuffled), new.json())
      #expect(other.steps == first.steps, "\(shuffled)")
      #expect(other.untouched == first.untouched && other.remove == first.remove)
    }
  }

  @Test func `from its removal date on, a request isn't pending, and is removed or added first`()
    throws
  {
    let old = #"""
      {"version":1,"limit":64,"requests":[{"identifier":"ics2notify.ended","rank":1,
      "removeBy":"2026-01-08T00:00:00Z","content":{},"trigger":{}}]}
      """#
    let wanted = #"{"identifier":"ics2notify.ended","rank":1,"content":{},"trigger":{}}"#
    let stored = try StoredPlan(json: Data(old.utf8))
    for (now, isPending) in [("2026-01-07T23:59:59Z", true), ("2026-01-08T00:00:00Z", false)] {
      let instant = try #require(Instant(iso8601: now))
      #expect(stored.identifiers(at: instant) == (isPending ? ["ics2notify.ended"] : []))
      func steps(_ requests: String) throws -> [PlanDifference.Step] {
        let new = #"{"version":1,"limit":64,"now":"\#(now)","requests":[\#(requests)]}"#
        return try PlanDifference(from: stored, to: StoredPlan(json: Data(new.utf8))).steps
      }
      #expect(try steps(wanted) == (isPending ? [] : [.add("ics2notify.ended")]), "\(now)")
      #expect(try steps("") == [.remove("ics2notify.ended")], "\(now)")
    }
  }

  @Test(arguments: [(64, Int.min), (Int.min, 64), (Int.min, Int.min), (-1, -1), (0, 0)])
  func `a plan with a negative number of slots doesn't trap`(limit: Int, slots: Int)
    throws
  {
    let request = #"{"identifier":"ics2notify.a.1","rank":1,"content":{},"trigger":{}}"#
    let plan = #"{"version":1,"limit":\#(limit),"slots":\#(slots),"requests":[\#(request)]}"#
    let old = Data(#"["another-app", "ics2notify.gone"]"#.utf8)
    // All slots are in use, so the obsolete request is removed first.
    let document = try document(old, Data(plan.utf8))
    #expect(document.steps == [["remove": "ics2notify.gone"], ["add": "ics2notify.a.1"]])
  }

  @Test(arguments: [
    ("", StoredPlan.FormatError.notJSON), ("{", .notJSON), ("[1]", .notAPlan), ("1", .notAPlan),
    ("{}", .notAPlan), (#"{"version":1,"limit":64}"#, .notAPlan),
    (#"{"version":2,"limit":64,"requests":[]}"#, .version(2)),
    (#"{"version":1,"limit":64,"requests":[{"identifier":"a"}]}"#, .incomplete(request: 0)),
    (#"["a","b","a"]"#, .repeated(identifier: "a")),
    (String(repeating: "[", count: 100_000), .notJSON),
  ])
  func `an invalid file of pending requests is rejected with a reason`(
    text: String, fault: StoredPlan.FormatError
  ) {
    #expect(throws: fault) { try StoredPlan(json: Data(text.utf8)) }
  }

  @Test func `identifiers alone are not a new plan`() throws {
    let old = try StoredPlan(json: Data("[]".utf8))
    #expect(throws: StoredPlan.FormatError.identifiersOnly) {
      try PlanDifference(from: old, to: old)
    }
  }
}

@Suite struct StoredPlanTests {
  @Test func `a plan has the same requests as its document`() throws {
    let standUp = try TestCalendars.event(
      "standup", start: "Europe/Berlin:20260105T090000", rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
      alarms: ["-PT10M", "-P1D"])
    let plan = try TestCalendars.plan([standUp], now: "2026-01-05T06:00:00Z")
    let (own, read) = try (StoredPlan(plan), StoredPlan(json: plan.json()))
    #expect(!own.requests.isEmpty)
    #expect(own.requests.map(\.identifier) == read.requests.map(\.identifier))
    #expect(own.requests.map(\.rank) == read.requests.map(\.rank))
    #expect(own.requests.map(\.removeBy) == read.requests.map(\.removeBy))
    #expect(own.requests.map(\.document) == read.requests.map(\.document))
    #expect(own.target == read.target && own.now == read.now)
    #expect(own.limit == read.limit && own.slots == read.slots)
  }
}

@Suite struct RenewalStabilityTests {
  private func stored(_ components: [CalendarComponent], now: String) throws -> StoredPlan {
    try StoredPlan(TestCalendars.plan(components, now: now))
  }

  @Test func `a week later, all requests that are still valid stay unchanged`() throws {
    // Five repeating requests, and one-shots of which two have passed.
    let standUp = try TestCalendars.event(
      "standup", start: "Europe/Berlin:20260105T090000",
      rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", alarms: ["-PT10M"])
    let dates = try ["20260107", "20260110", "20260120", "20260220"].map {
      try TestCalendars.event("once-\($0)", start: "Europe/Berlin:\($0)T120000", alarms: ["-P1D"])
    }
    let old = try stored([standUp] + dates, now: "2026-01-05T06:00:00Z")
    let new = try stored([standUp] + dates, now: "2026-01-12T06:00:00Z")
    let difference = try PlanDifference(from: old, to: new)
    #expect(difference.replaced.isEmpty)
    #expect(difference.added.isEmpty)
    #expect(difference.removed.count == 2)
    #expect(difference.untouched.count == 7)
  }
}
