import CalendarFixtures
import CalendarReminders
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import NotificationTriggers
import ReminderCompiler
import SeededRandom
import Testing

@Suite struct PlanApplierTests {
  /// A plan of today and a plan of different calendars some days later.
  ///
  /// The steps between them include each kind of change.
  private struct Plans {
    let old: Plan
    let new: Plan
    let zone: Zone

    init(seed: UInt64 = 0, limit: Int = 12) throws {
      var random = SplitMix(seed: seed)
      zone = try TestCalendars.zone("Europe/Berlin")
      func events(_ titles: String) throws -> [CalendarComponent] {
        try (0..<6).compactMap { number in
          if Int.random(in: 0..<5, using: &random) == 0 { return nil }
          let day = 10 + Int.random(in: 0..<15, using: &random)
          let rules: [String?] = [
            nil, "FREQ=DAILY;COUNT=4", "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=DAILY;INTERVAL=3",
          ]
          return try TestCalendars.event(
            "event-\(number)", start: "Europe/Berlin:202801\(day)T0\(number)0000",
            rule: rules[Int.random(in: 0..<4, using: &random)], alarms: ["-PT10M", "PT0S"],
            title: Bool.random(using: &random) ? titles : "Same")
        }
      }
      let options = try TestCalendars.options(
        now: "2028-01-03T07:00:00Z", horizon: "P60D", limit: limit)
      old = Compilation(of: try events("Old"), options).plan
      var later = options
      later.now = try TestCalendars.instant("2028-01-12T05:30:00Z")
      later.pending = PendingIdentifiers(old.requests.map(\.identifier))
      new = Compilation(of: try events("New"), later).plan
    }
  }

  private func applier(_ model: SystemModel, at now: Instant) -> PlanApplier {
    PlanApplier(model, now: { now })
  }

  /// A device that has applied the old plan, at the time of the new one.
  private func device(_ plans: Plans, others: Int = 0) async throws -> SystemModel {
    let model = SystemModel(
      limit: plans.old.limit + others, now: plans.old.now, zone: plans.zone)
    await model.addOthers((0..<others).map { "other-\($0)" })
    let applied = try await applier(model, at: plans.old.now).apply(plans.old)
    #expect(applied.isExact && applied.pendingCount == plans.old.requests.count)
    await model.advance(to: plans.new.now)
    return model
  }

  private func expectApplied(
    _ plan: Plan, _ model: SystemModel, _ comment: Comment
  ) async {
    let wanted = Dictionary(
      uniqueKeysWithValues: plan.requests.map { ($0.identifier, $0.fingerprint) })
    #expect(await model.fingerprintsPending == wanted, comment)
  }

  @Test(arguments: 0..<4)
  func `applying a plan replaces another one, and applying it again does nothing`(_ seed: UInt64)
    async throws
  {
    let plans = try Plans(seed: seed)
    let model = try await device(plans, others: 3)
    let applied = try await applier(model, at: plans.new.now).apply(plans.new)
    #expect(applied.isExact, "seed \(seed): \(applied.report)")
    await expectApplied(plans.new, model, "seed \(seed)")
    #expect(await model.most <= plans.old.limit + 3)
    #expect(await model.identifiers.isSuperset(of: ["other-0", "other-1", "other-2"]))
    let again = try await applier(model, at: plans.new.now).apply(plans.new)
    #expect(again.isExact && again.steps.isEmpty)
  }

  @Test(arguments: 0..<3)
  func `an app that is ended after any step continues there`(_ seed: UInt64) async throws {
    let plans = try Plans(seed: seed)
    let whole = try await device(plans)
    let steps = try await applier(whole, at: plans.new.now).apply(plans.new).steps.count
    #expect(steps > 3)
    for end in 0...steps {
      let model = try await device(plans)
      let before = await model.fingerprintsPending
      await model.fail(endAfter: end)
      await #expect(throws: SystemModel.Ended.self) {
        try await applier(model, at: plans.new.now).apply(plans.new)
      }
      // Requests that both the plan and the device had are still pending.
      let left = await model.fingerprintsPending
      for request in plans.new.requests where before[request.identifier] == request.fingerprint {
        #expect(left[request.identifier] == request.fingerprint, "seed \(seed), \(end) of \(steps)")
      }
      #expect(await model.most <= plans.old.limit)
      await model.fail()
      let applied = try await applier(model, at: plans.new.now).apply(plans.new)
      #expect(applied.isExact && applied.steps.count <= steps - end)
      await expectApplied(plans.new, model, "seed \(seed), ended after \(end) of \(steps)")
    }
  }

  @Test(arguments: 0..<3)
  func `a step that is refused once succeeds at the second attempt`(_ seed: UInt64) async throws {
    let plans = try Plans(seed: seed)
    let whole = try await device(plans)
    let steps = try await applier(whole, at: plans.new.now).apply(plans.new).steps.count
    for failing in 0..<steps {
      let model = try await device(plans)
      await model.fail([failing])
      let applied = try await applier(model, at: plans.new.now).apply(plans.new)
      #expect(applied.isExact, "seed \(seed), \(failing) of \(steps): \(applied.report)")
      await expectApplied(plans.new, model, "seed \(seed), \(failing) of \(steps)")
    }
  }

  @Test func `a permanent refusal is reported, and the requests to be replaced stay`() async throws
  {
    let plans = try Plans(seed: 1)
    let model = try await device(plans)
    let before = await model.identifiers
    await model.fail(Set(0..<1_000))
    let applied = try await applier(model, at: plans.new.now).apply(plans.new)
    #expect(await model.identifiers == before)
    #expect(!applied.isExact)
    let refused = applied.problems.count { problem in
      if case .refused = problem { true } else { false }
    }
    let difference = try PlanDifference(from: StoredPlan(plans.old), to: plans.new)
    #expect(refused >= difference.added.count && refused > 0)
    #expect(applied.report.contains("refused: Failure(call: "))
  }

  @Test func `a refusal never makes the system drop foreign requests`() async throws {
    let plans = try Plans(seed: 1)
    let steps = try await applier(try await device(plans, others: 3), at: plans.new.now)
      .apply(plans.new).steps.count
    for first in 0..<steps {
      // All calls from one change on fail, up to a number of calls.
      for count in [2, 5, 1_000] {
        let model = try await device(plans, others: 3)
        await model.fail(Set(first..<first + count))
        let applied = try await applier(model, at: plans.new.now).apply(plans.new)
        #expect(
          await model.identifiers.isSuperset(of: ["other-0", "other-1", "other-2"]),
          "\(count) refused from \(first) on: \(applied.report)")
        #expect(await model.most <= plans.old.limit + 3)
      }
    }
  }

  @Test func `a request that the system drops silently is reported`() async throws {
    let plans = try Plans(seed: 2)
    let model = try await device(plans)
    let added = try #require(
      PlanDifference(from: StoredPlan(plans.old), to: plans.new).added.first)
    await model.fail(dropping: [added])
    let applied = try await applier(model, at: plans.new.now).apply(plans.new)
    #expect(applied.problems == [.dropped(identifier: added)])
    #expect(applied.pendingCount == plans.new.requests.count - 1)
  }

  @Test func `a different next fire in the system is reported without a title`() async throws {
    let plans = try Plans(seed: 3)
    let model = try await device(plans)
    let request = plans.new.requests[0]
    await model.fail(shifting: [request.identifier: 3_600])
    let applied = try await applier(model, at: plans.new.now).apply(plans.new)
    guard case .firesOtherwise(let identifier, _, let expected, let actual) = applied.problems.first
    else {
      Issue.record("\(applied.report)")
      return
    }
    #expect(applied.problems.count == 1 && identifier == request.identifier)
    #expect(expected == request.nextFire && actual == request.nextFire + 3_600)
    #expect(applied.report.contains("expected \(request.nextFire), the system says"))
    for request in plans.new.requests {
      #expect(!applied.report.contains(request.content.title))
    }
  }

  @Test func `two parallel appliers of one plan both end with it`() async throws {
    let plans = try Plans(seed: 4)
    for _ in 0..<8 {
      let model = try await device(plans)
      let appliers = [applier(model, at: plans.new.now), applier(model, at: plans.new.now)]
      await withTaskGroup(of: Bool.self) { group in
        for applier in appliers {
          group.addTask { (try? await applier.apply(plans.new).isExact) ?? false }
        }
        for await isExact in group { #expect(isExact) }
      }
      await expectApplied(plans.new, model, "two appliers")
    }
  }

  @Test func `one applier applies plans one after another`() async throws {
    let plans = try Plans(seed: 5)
    let model = try await device(plans)
    let applier = applier(model, at: plans.new.now)
    async let first = applier.apply(plans.new)
    async let second = applier.apply(plans.new)
    async let third = applier.apply(plans.new)
    let steps = try await [first, second, third].map(\.steps.count).sorted()
    #expect(steps[0] == 0 && steps[1] == 0 && steps[2] > 0)
    await expectApplied(plans.new, model, "three times")
  }

  @Test func `requests added by others in the meantime are detected`() async throws {
    let plans = try Plans(seed: 6)
    let model = try await device(plans)
    let stranger = try #require(
      plans.old.requests.first { old in
        plans.new.request(withIdentifier: old.identifier) == nil
          && old.trigger.nextFire(
            after: plans.new.now, addedAt: plans.new.now, deviceZone: plans.zone) != nil
      })
    // After each change the foreign request is pending again.
    await model.fail { model, _ in model.put(stranger) }
    let applied = try await applier(model, at: plans.new.now).apply(plans.new)
    #expect(applied.problems.contains(.leftOver(identifier: stranger.identifier)))
  }

  @Test func `an outdated plan or one for another zone is reported`() async throws {
    let plans = try Plans(seed: 7)
    let model = SystemModel(
      limit: 64, now: plans.old.now, zone: plans.zone, deviceZoneIdentifier: "Asia/Tokyo")
    await model.advance(to: plans.old.horizonEnd + 1)
    let applied = try await applier(model, at: plans.old.horizonEnd + 1).apply(plans.old)
    #expect(applied.problems.contains(.outdated(renewBy: plans.old.horizonEnd)))
    #expect(
      applied.problems.contains(.otherZone(plan: "Europe/Berlin", device: "Asia/Tokyo")))
    // Requests with only past fire dates are not added.
    let past = plans.old.requests.filter { !$0.trigger.repeats }.map(\.identifier)
    #expect(!past.isEmpty && past.allSatisfy { !applied.steps.contains(.add($0)) })
  }

  @Test func `an older plan is not applied after a newer one`() async throws {
    let plans = try Plans(seed: 9)
    let model = SystemModel(limit: 64, now: plans.new.now, zone: plans.zone)
    let applier = applier(model, at: plans.new.now)
    #expect(try await applier.apply(plans.new).isExact)
    let stale = try await applier.apply(plans.old)
    #expect(stale.problems == [.superseded(by: plans.new.now)] && stale.steps.isEmpty)
    await expectApplied(plans.new, model, "the newer one")
  }

  @Test func `a stored account is read back`() async throws {
    let plans = try Plans(seed: 8)
    let model = try await device(plans)
    await model.fail([0], dropping: Set(plans.new.requests.prefix(2).map(\.identifier)))
    let applied = try await applier(model, at: plans.new.now).apply(plans.new)
    #expect(!applied.problems.isEmpty)
    let json = try JSONEncoder().encode(applied)
    #expect(try JSONDecoder().decode(PlanApplication.self, from: json) == applied)
  }
}
