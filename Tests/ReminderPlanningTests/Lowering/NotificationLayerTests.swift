import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import Testing

@testable import ReminderCompiler
@testable import ReminderExpansion
@testable import ReminderOptions
@testable import ReminderPlanning
@testable import ReminderPlans

/// Plans use only triggers that their layer can repeat, and hold on it.
@Suite struct NotificationLayerTests {
  struct Row: Sendable, CustomStringConvertible {
    let rule: String
    let start: String
    /// The layers that answer the rule with one request.
    let layers: Set<String>

    var description: String { "\(rule) \(start)" }
  }

  private static let calendarLayers: Set = [
    "apple", "expo-ios", "expo-android", "flutter-ios", "flutter-android", "capacitor-ios",
  ]

  @Test(arguments: [
    Row(
      rule: "FREQ=DAILY", start: "Europe/Berlin:20251201T090000",
      layers: calendarLayers.union(["notifykit-android", "notifee-ios", "maui-ios", "alarmkit"])),
    Row(
      rule: "FREQ=WEEKLY", start: "Europe/Berlin:20251201T090000",
      layers: calendarLayers.union(["notifykit-android", "notifee-ios", "maui-ios", "alarmkit"])),
    Row(
      rule: "FREQ=MONTHLY", start: "Europe/Berlin:20251215T090000",
      layers: calendarLayers.union(["notifykit-android", "maui-ios"])),
    // The 29th is missing in some months, so each is a one-shot.
    Row(rule: "FREQ=MONTHLY", start: "Europe/Berlin:20251229T090000", layers: []),
    Row(
      rule: "FREQ=HOURLY", start: "Asia/Tokyo:20251201T093000",
      layers: [
        "apple", "expo-ios", "notifykit-android", "notifee-ios", "notifee-android", "capacitor-ios",
      ]),
    // Expo and AlarmKit repeat at full minutes only.
    Row(
      rule: "FREQ=DAILY", start: "Europe/Berlin:20251201T090030",
      layers: [
        "apple", "expo-ios", "notifykit-android", "flutter-ios", "flutter-android",
        "capacitor-ios", "notifee-ios", "maui-ios",
      ]
    ),
    // On Android, a time that a clock change touches is not repeated to the horizon.
    Row(
      rule: "FREQ=DAILY", start: "Europe/Berlin:20251201T023000",
      layers: ["apple", "expo-ios", "flutter-ios", "capacitor-ios", "notifee-ios", "maui-ios"]),
    // Without clock changes, a day is 24 hours.
    Row(
      rule: "FREQ=DAILY", start: "Asia/Tokyo:20251201T090000",
      layers: calendarLayers.union([
        "notifykit-android", "notifee-ios", "maui-ios", "maui-android", "alarmkit",
      ])),
    Row(
      rule: "FREQ=DAILY;INTERVAL=2", start: "Europe/Berlin:20251201T090000",
      layers: ["notifykit-android"]),
    Row(
      rule: "FREQ=WEEKLY;INTERVAL=3", start: "Europe/Berlin:20251201T090000",
      layers: ["notifykit-android"]),
    Row(
      rule: "FREQ=MONTHLY;INTERVAL=2", start: "Europe/Berlin:20251215T090000",
      layers: ["notifykit-android"]),
    // The first fire is in two months.
    Row(
      rule: "FREQ=WEEKLY", start: "Europe/Berlin:20260305T090000", layers: ["notifykit-android"]),
  ])
  func `a rule takes one request on the layers that can repeat it`(_ row: Row) throws {
    let event = try TestCalendars.event(start: row.start, rule: row.rule)
    let zone = row.start.hasPrefix("Asia") ? "Asia/Tokyo" : "Europe/Berlin"
    var found: Set<String> = []
    for layer in NotificationLayer.all {
      var options = try TestCalendars.options(now: "2026-01-01T12:00:00Z", zone: zone)
      options.layer = layer
      options.levels = [try #require(LevelRule("critical=UID:*"))]
      let plan = Compilation(of: [event], options).plan
      if plan.requests.count == 1, plan.exactUntil == nil { found.insert(layer.name) }
      let fires = plan.simulated(onDeviceIn: options.deviceZone).prefix { fire in
        plan.exactUntil.map { fire.at < $0 } ?? true
      }
      let expected = TestCalendars.fires([event], options.compiler).filter { fire in
        plan.exactUntil.map { fire.at < $0 } ?? true
      }
      #expect(fires.map(\.at) == expected.map(\.at), "\(layer.name)")
    }
    #expect(found == row.layers)
  }

  @Test func `a repeat on Android ends a day before a clock change touches its time`() throws {
    let event = try TestCalendars.event(start: "Europe/Berlin:20251201T023000", rule: "FREQ=DAILY")
    var options = try TestCalendars.options(now: "2026-01-01T12:00:00Z", limit: 5)
    options.layer = .expoAndroid
    let plan = Compilation(of: [event], options).plan
    let removals = plan.requests.compactMap(\.removeBy).map(\.description)
    #expect(removals == ["2026-03-28T01:00:00Z"])
    // It would fire at 01:30 and 03:30 on 29 March.
    let late = plan.simulated(onDeviceIn: options.deviceZone).filter(\.isUnexpected).map(\.at)
    #expect(late.contains { $0.description == "2026-03-29T00:30:00Z" })
    #expect(plan.verdict.unexpected == late.count)
  }

  @Test func `a chain of 24 hours ends a day before any clock change`() throws {
    let event = try TestCalendars.event(start: "Europe/Berlin:20251201T090000", rule: "FREQ=DAILY")
    var options = try TestCalendars.options(now: "2026-01-01T12:00:00Z", limit: 5)
    options.layer = .mauiAndroid
    let plan = Compilation(of: [event], options).plan
    #expect(plan.requests.compactMap(\.removeBy).map(\.description) == ["2026-03-28T01:00:00Z"])
    // From 29 March on, it is an hour late.
    let late = plan.simulated(onDeviceIn: options.deviceZone).filter(\.isUnexpected).map(\.at)
    #expect(late.contains { $0.description == "2026-03-29T08:00:00Z" })
  }

  @Test func `an identifier has the step of a repeat, and is the same in later plans`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20251201T090000", rule: "FREQ=WEEKLY;INTERVAL=3")
    let identifiers = try ["2026-01-01T12:00:00Z", "2026-08-01T12:00:00Z"].map { now in
      var options = try TestCalendars.options(now: now)
      options.layer = .notifyKitAndroid
      return Compilation(of: [event], options).plan.requests.map(\.identifier)
    }
    // The week of 1 December 2025 is the 2917th since 1970.
    #expect(identifiers[0].count == 1 && identifiers[0][0].hasSuffix(".W2N3R1T090000"))
    #expect(identifiers[0] == identifiers[1])
  }

  @Test func `a repeat on Android doesn't begin in the interval after a clock change`() throws {
    // Expo counts from the day of the gap, 14 March, if the week begins on Sunday.
    let event = try TestCalendars.event(
      start: "America/New_York:20260104T023000", rule: "FREQ=WEEKLY;BYDAY=SU")
    var options = try TestCalendars.options(
      now: "2027-03-16T12:00:00Z", zone: "America/New_York", limit: 4)
    options.layer = .expoAndroid
    #expect(Compilation(of: [event], options).plan.requests.allSatisfy { !$0.trigger.repeats })
    options.compiler.now = try TestCalendars.instant("2027-03-22T12:00:00Z")
    let plan = Compilation(of: [event], options).plan
    #expect(plan.requests.contains { $0.removeBy?.description == "2028-03-11T07:00:00Z" })
  }

  @Test
  func `a layer that follows the device repeats other zones only as long as the clocks agree`()
    throws
  {
    // London changes its clock on the day of Berlin, New York weeks earlier.
    let london = try TestCalendars.event(start: "Europe/London:20251201T090000", rule: "FREQ=DAILY")
    let york = try TestCalendars.event(
      start: "America/New_York:20251201T090000", rule: "FREQ=DAILY")
    var options = try TestCalendars.options(now: "2026-01-01T12:00:00Z", limit: 10)
    options.layer = .notifeeIOS
    #expect(Compilation(of: [london], options).plan.requests.count == 1)
    let plan = Compilation(of: [york], options).plan
    #expect(plan.requests.contains { $0.removeBy?.description == "2026-03-08T14:00:00Z" })
    #expect(plan.diagnostics.contains { $0.code == "zone-followed" })
  }

  @Test func `AlarmKit gets the first alerts of critical reminders`() throws {
    let pill = try TestCalendars.event("pill", start: "20251201T090000", rule: "FREQ=DAILY")
    let call = try TestCalendars.event("call", start: "20251201T100000", rule: "FREQ=DAILY")
    var options = try TestCalendars.options(now: "2026-01-01T12:00:00Z")
    options.layer = .alarmKit
    options.levels = [try #require(LevelRule("critical=UID:pill"))]
    options.nag = Nag("3xPT5M")
    let plan = Compilation(of: [call, pill], options).plan
    #expect(plan.requests.map(\.uid) == ["pill"])
    #expect(plan.fireCount == 365 && plan.ruledOut == 1 && plan.exactUntil == nil)
  }

  @Test func `many reminders share as many slots as Apple's systems can have`() throws {
    let events = try (0..<1_001).map {
      try TestCalendars.event("\($0)", start: "20260601T090000")
    }
    var options = try TestCalendars.options(now: "2026-01-01T12:00:00Z", limit: 400)
    options.layer = .android
    let plan = Compilation(of: events, options).plan
    #expect(plan.requests.count == 128)
    #expect(plan.diagnostics.contains { $0.code == "slots-limited" })
    #expect(Compilation(of: Array(events.dropLast()), options).plan.requests.count == 400)
    options.reserve = 300
    #expect(Compilation(of: events, options).plan.requests.count == 100)
    options.reserve = 0
    options.pending = PendingIdentifiers((0..<200).map { "foreign \($0)" })
    #expect(Compilation(of: events, options).plan.requests.count == 128)
  }

  @Test func `two texts with one Java hash are one identifier for Notifee on Android`() {
    // The hash in the documentation of Java's `String.hashCode`.
    #expect(RequestIdentifier.javaHash(of: "Aa") == 2_112)
    #expect(RequestIdentifier.javaHash(of: "BB") == 2_112)
    for (layer, isTaken) in [(NotificationLayer.notifeeAndroid, true), (.notifeeIOS, false)] {
      var check = IdentifierCheck(on: layer)
      let first = check.insert("ics2notify.Aa", at: nil, uid: nil)
      let second = check.insert("ics2notify.BB", at: nil, uid: nil)
      #expect(first && second != isTaken)
    }
  }

  @Test func `an integer and a UUID are parts of the SHA-256 digest`() {
    // printf abc | sha256sum: ba7816bf 8f01cfea 414140de 5dae2223
    #expect(RequestIdentifier.integer(of: "abc") == 0x3a78_16bf)
    let uuid = RequestIdentifier.uuid(of: "abc")
    #expect(uuid.hasPrefix("ba7816bf-8f01-8fea-") && uuid.hasSuffix("-40de5dae2223"))
  }
}
