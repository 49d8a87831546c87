import CalendarReminders
import Foundation
import Testing
import UserNotifications

@Suite struct ApplyingTests {
  /// Adds a request of another part of the app.
  private func add(_ identifier: String, at hour: Int = 12) async throws {
    let content = UNMutableNotificationContent()
    content.title = identifier
    let noon = UNCalendarNotificationTrigger(
      dateMatching: DateComponents(hour: hour), repeats: true)
    try await UNUserNotificationCenter.current().add(
      UNNotificationRequest(identifier: identifier, content: content, trigger: noon))
  }

  @Test func `applying a plan again changes nothing`() async throws {
    try await Device.at("2028-01-03T07:00:00Z") {
      try await add("drink water")
      let plan = try AppCalendar.plan(now: "2028-01-03T07:00:00Z")
      let first = try await Device.apply(plan)
      #expect(first.isExact && first.steps.count == plan.requests.count, "\(first.report)")
      let before = await Device.pending()
      let second = try await Device.apply(plan)
      #expect(second.isExact && second.steps.isEmpty, "\(second.report)")
      let after = await Device.pending()
      #expect(Set(after.keys) == Set(plan.requests.map(\.identifier)).union(["drink water"]))
      // The same objects, so no request was added again.
      #expect(after == before)
    }
  }

  @Test func `after a renewal, exactly the new plan is pending`() async throws {
    try await Device.at("2028-01-03T07:00:00Z") {
      try await add("drink water")
      let old = try AppCalendar.plan(now: "2028-01-03T07:00:00Z")
      _ = try await Device.apply(old)
      Device.current.advance(to: try AppCalendar.date("2028-01-10T07:00:00Z"))
      let new = try AppCalendar.plan(now: "2028-01-10T07:00:00Z")
      let applied = try await Device.apply(new)
      #expect(applied.isExact, "\(applied.report)")
      let pending = await Device.pending()
      #expect(Set(pending.keys) == Set(new.requests.map(\.identifier)).union(["drink water"]))
      for request in new.requests {
        let content = pending[request.identifier]?.content
        #expect(content?.subtitle == request.content.subtitle)
        #expect(content?.userInfo["fingerprint"] as? String == request.fingerprint)
      }
      // The dentist is in the past. Next January's oven is now within the horizon, and the rest
      // stays.
      #expect(old.requests.contains { $0.content.title == "dentist" })
      #expect(!new.requests.contains { $0.content.title == "dentist" })
      let known = Set(old.requests.map(\.identifier))
      let added = new.requests.filter { !known.contains($0.identifier) }
      #expect(added.map(\.content.title) == ["oven"])
      #expect(applied.steps == added.map { .add($0.identifier) })
    }
  }

  /// Around both clock changes of Berlin, an evening in Tokyo, and a leap day.
  @Test(arguments: [
    "2028-01-03T07:00:00Z", "2028-02-28T23:30:00Z", "2028-03-25T22:00:00Z",
    "2028-03-26T00:59:59Z", "2028-03-26T01:00:00Z", "2028-10-28T22:00:00Z",
    "2028-10-29T00:30:00Z", "2028-10-29T01:30:00Z", "2028-11-23T14:00:00Z",
    "2028-12-31T23:59:59Z",
  ])
  func `the system's next fire dates are those of the plan`(_ now: String)
    async throws
  {
    try await Device.at(now) {
      let night = AppCalendar.event(
        "night", "DTSTART;TZID=Europe/Berlin:20270906T023000", "RRULE:FREQ=DAILY",
        alarm: "ACTION:DISPLAY\nTRIGGER:PT0S")
      let hourly = AppCalendar.event(
        "hourly", "DTSTART:20270906T001500", "RRULE:FREQ=HOURLY",
        alarm: "ACTION:DISPLAY\nTRIGGER:PT0S")
      let text = AppCalendar.text.replacing(
        "END:VCALENDAR", with: "\(night)\n\(hourly)\nEND:VCALENDAR")
      let plan = try AppCalendar.plan(text, now: now)
      let applied = try await Device.apply(plan)
      #expect(applied.isExact, "\(applied.report)")
      let pending = await Device.pending()
      var count = 0
      for planned in plan.requests {
        let trigger = pending[planned.identifier]?.trigger
        guard let trigger = trigger as? UNCalendarNotificationTrigger else { continue }
        count += 1
        #expect(
          trigger.nextTriggerDate().map { Instant($0) } == planned.nextFire,
          "\(planned.identifier) after \(now)")
      }
      #expect(count >= 9)
    }
  }

  @Test func `the store lists pending requests with next fires and fingerprints`() async throws {
    try await Device.at("2028-01-03T07:00:00Z") {
      let plan = try AppCalendar.plan(now: "2028-01-03T07:00:00Z")
      _ = try await Device.apply(plan)
      try await add("drink water")
      let store = UserNotificationStore()
      let known = Dictionary(
        uniqueKeysWithValues: await store.pending().map { ($0.request.identifier, $0) })
      #expect(known.count == plan.requests.count + 1)
      #expect(known["drink water"]?.request.fingerprint == nil)
      let standUp = try #require(plan.requests.first { $0.content.title == "standup" })
      let pending = try #require(known[standUp.identifier])
      #expect(pending.nextFire == standUp.nextFire)
      #expect(pending.request.fingerprint == standUp.fingerprint)
      #expect(store.deviceZoneIdentifier == TimeZone.current.identifier)
    }
  }
}
