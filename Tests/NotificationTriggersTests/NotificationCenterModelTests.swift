import CivilTime
import NotificationTriggers
import Testing

/// The rules by which a system keeps requests (observed behaviour of UserNotifications).
@Suite struct NotificationCenterModelTests {
  private static func instant(_ text: String) throws -> Instant {
    try #require(Instant(iso8601: text))
  }

  private static func system(limit: Int = 3) throws -> NotificationCenterModel {
    NotificationCenterModel(
      limit: limit, now: try instant("2026-01-05T08:00:00Z"), deviceZone: .gmt)
  }

  private static func daily(at hour: Int) throws -> NotificationTrigger {
    let pattern = try #require(
      CalendarPattern(.everyDay, at: .time(TimeOfDay(secondOfDay: hour * 3_600))))
    return .calendar(try #require(CalendarTrigger(pattern: pattern, zone: .floating)))
  }

  private static func once(_ day: Int, at hour: Int) throws -> NotificationTrigger {
    let date = try #require(CivilDate(year: 2026, month: 1, day: day))
    let pattern = try #require(
      CalendarPattern(.once(date), at: .time(TimeOfDay(secondOfDay: hour * 3_600))))
    return .calendar(try #require(CalendarTrigger(pattern: pattern, zone: .pinned(.gmt))))
  }

  private static func every(_ seconds: Int) throws -> NotificationTrigger {
    .timeInterval(try #require(TimeIntervalTrigger(interval: seconds, repeats: true)))
  }

  @Test func `the requests added last are kept`() throws {
    var system = try Self.system()
    for (name, hour) in [("a", 9), ("b", 10), ("c", 11), ("d", 12)] {
      system.add(name, trigger: try Self.daily(at: hour))
    }
    #expect(system.requests.map(\.identifier) == ["b", "c", "d"])
  }

  @Test func `a request with the same identifier replaces the first and moves to the end`() throws {
    var system = try Self.system()
    for name in ["a", "b", "c"] { system.add(name, trigger: try Self.daily(at: 9)) }
    system.add("a", trigger: try Self.daily(at: 10))
    #expect(system.requests.map(\.identifier) == ["b", "c", "a"])
    system.add("d", trigger: try Self.daily(at: 11))
    #expect(system.requests.map(\.identifier) == ["c", "a", "d"])
    let fires = system.advance(to: try Self.instant("2026-01-05T23:00:00Z"))
    // The first request "a" has number 0, the second number 3.
    #expect(
      fires.map { "\($0.request) \($0.at)" } == [
        "2 2026-01-05T09:00:00Z", "3 2026-01-05T10:00:00Z", "4 2026-01-05T11:00:00Z",
      ])
  }

  @Test func `a one-shot is removed after it has fired`() throws {
    var system = try Self.system()
    system.add("once", trigger: try Self.once(5, at: 9))
    system.add("daily", trigger: try Self.daily(at: 9))
    #expect(system.advance(to: try Self.instant("2026-01-05T08:59:59Z")).isEmpty)
    #expect(system.requests.count == 2)
    let fires = system.advance(to: try Self.instant("2026-01-05T09:00:00Z"))
    #expect(fires.map(\.request) == [0, 1])
    #expect(system.requests.map(\.identifier) == ["daily"])
  }

  @Test func `a request without a next fire is dropped at once`() throws {
    var system = try Self.system()
    // 08:00 on the 5th is the instant of the addition itself.
    #expect(system.add("now", trigger: try Self.once(5, at: 8)) == 0)
    #expect(system.add("past", trigger: try Self.once(4, at: 12)) == 1)
    #expect(system.requests.isEmpty)
    #expect(system.add("next", trigger: try Self.once(5, at: 9)) == 2)
  }

  @Test func `a time interval counts from the addition of the request`() throws {
    var system = try Self.system()
    _ = system.advance(to: try Self.instant("2026-01-05T08:00:17Z"))
    system.add("nag", trigger: try Self.every(3_600))
    let fires = system.advance(to: try Self.instant("2026-01-05T10:30:00Z"))
    #expect(fires.map { "\($0.at)" } == ["2026-01-05T09:00:17Z", "2026-01-05T10:00:17Z"])
    system.add("nag", trigger: try Self.every(3_600))
    let later = system.advance(to: try Self.instant("2026-01-05T12:00:00Z"))
    #expect(later.map { "\($0.at)" } == ["2026-01-05T11:30:00Z"])
  }

  @Test func `advancing in steps fires the same as advancing once`() throws {
    var (whole, steps) = (try Self.system(limit: 4), try Self.system(limit: 4))
    for (name, trigger) in [
      ("a", try Self.daily(at: 9)), ("b", try Self.once(7, at: 9)), ("c", try Self.every(5_000)),
    ] {
      whole.add(name, trigger: trigger)
      steps.add(name, trigger: trigger)
    }
    let end = try Self.instant("2026-01-12T00:00:00Z")
    var fires: [NotificationCenterModel.Delivery] = []
    while steps.now < end { fires += steps.advance(to: min(end, steps.now + 3_601)) }
    #expect(fires == whole.advance(to: end))
    #expect(fires.count == 7 + 1 + (6 * 86_400 + 16 * 3_600) / 5_000)
    #expect(steps.requests.map(\.identifier) == ["a", "c"])
  }

  @Test func `a removed request doesn't fire`() throws {
    var system = try Self.system()
    system.add("a", trigger: try Self.daily(at: 9))
    system.add("b", trigger: try Self.daily(at: 9))
    system.remove(["a", "unknown"])
    #expect(system.advance(to: try Self.instant("2026-01-05T09:00:00Z")).map(\.request) == [1])
  }

  /// Two daily requests, one on 7 January and one every 5,000 seconds.
  private static func crowded() throws -> NotificationCenterModel {
    var system = try system(limit: 4)
    for (name, trigger) in [
      ("a", try daily(at: 9)), ("b", try daily(at: 9)), ("c", try once(7, at: 9)),
      ("d", try every(5_000)),
    ] {
      system.add(name, trigger: trigger)
    }
    return system
  }

  // Until 26 January: 42 daily fires, one on the 7th and 362 every 5,000 seconds.
  @Test func `with a limit, the soonest fires before the cut are delivered`() throws {
    let end = try Self.instant("2026-01-26T08:00:00Z")
    var whole = try Self.crowded()
    let all = whole.advance(to: end)
    #expect(all.count == 42 + 1 + 21 * 86_400 / 5_000)
    for limit in 0..<all.count {
      var system = try Self.crowded()
      let (deliveries, cut) = system.advance(to: end, limit: limit)
      #expect(cut == all[limit].at)
      #expect(deliveries == all.filter { $0.at < all[limit].at }, "limit \(limit)")
      // The fires after the cut are still pending.
      #expect(system.now == all[limit].at + -1)
      #expect(deliveries + system.advance(to: end) == all, "limit \(limit)")
    }
  }

  @Test func `with enough room, all fires up to the end are delivered, inclusive`() throws {
    var system = try Self.system()
    system.add("a", trigger: try Self.daily(at: 9))
    let end = try Self.instant("2026-02-03T09:00:00Z")
    let (deliveries, cut) = system.advance(to: end, limit: 30)
    #expect(deliveries.count == 30 && deliveries.last?.at == end)
    #expect(cut == nil && system.now == end)
    #expect(system.advance(to: end, limit: 0).deliveries.isEmpty)
  }
}
