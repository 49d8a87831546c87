import BackgroundTasks
import CalendarReminders
import Foundation
import Testing
import UserNotifications

/// The system receives exactly the contents of the plan's JSON.
@Suite struct RequestTests {
  /// A request in a plan's JSON.
  private struct Written {
    let request: [String: Any]

    var identifier: String? { request["identifier"] as? String }
    var content: [String: Any] { request["content"] as? [String: Any] ?? [:] }
    var trigger: [String: Any] { request["trigger"] as? [String: Any] ?? [:] }
    /// The value of a key, or an empty text.
    func text(_ key: String) -> String { content[key] as? String ?? "" }
  }

  private static func written(_ plan: Plan) throws -> [Written] {
    let object = try #require(
      JSONSerialization.jsonObject(with: try plan.json()) as? [String: Any])
    return try #require(object["requests"] as? [[String: Any]]).map { Written(request: $0) }
  }

  private func plan() throws -> Plan { try AppCalendar.plan(now: "2028-01-03T07:00:00Z") }

  @Test func `every property of a request equals the plan's JSON`() async throws {
    try await Device.at("2028-01-03T07:00:00Z") {
      let plan = try plan()
      let application = try await Device.apply(plan)
      #expect(application.isExact, "\(application.report)")
      let pending = await Device.pending()
      let written = try RequestTests.written(plan)
      #expect(written.count == pending.count)
      for written in written {
        let identifier = try #require(written.identifier)
        let request = try #require(pending[identifier], "\(identifier)")
        expectContent(request.content, written)
        expectTrigger(try #require(request.trigger), written.trigger)
      }
      expectAllKinds(pending.values.map { $0 })
    }
  }

  private func expectContent(_ content: UNNotificationContent, _ written: Written) {
    #expect(content.title == written.text("title"))
    #expect(content.subtitle == written.text("subtitle"))
    #expect(content.body == written.text("body"))
    #expect(content.threadIdentifier == written.text("threadIdentifier"))
    #expect(content.categoryIdentifier == written.text("categoryIdentifier"))
    #expect(
      content.targetContentIdentifier == written.content["targetContentIdentifier"] as? String)
    #expect(content.filterCriteria == written.content["filterCriteria"] as? String)
    #expect(content.relevanceScore == written.content["relevanceScore"] as? Double)
    #expect("\(content.interruptionLevel)" == written.text("interruptionLevel"))
    #expect(content.sound == sound(written))
    #expect(content.badge == nil)
    var info = content.userInfo
    #expect((info.removeValue(forKey: "fingerprint") as? String)?.isEmpty == false)
    #expect(
      NSDictionary(dictionary: info)
        == NSDictionary(
          dictionary: written.content["userInfo"] as? [String: Any] ?? [:]))
  }

  /// The sound as `ics2notify(5)` defines it: `default` is the system's sound.
  private func sound(_ written: Written) -> UNNotificationSound? {
    let volume = (written.content["criticalSoundVolume"] as? Double).map(Float.init)
    switch (written.content["sound"] as? String, volume) {
    case (nil, _): return nil
    case ("default", nil): return .default
    case ("default", let volume?): return .defaultCriticalSound(withAudioVolume: volume)
    case (let name?, nil):
      return UNNotificationSound(named: UNNotificationSoundName(rawValue: name))
    case (let name?, let volume?):
      return .criticalSoundNamed(UNNotificationSoundName(rawValue: name), withAudioVolume: volume)
    }
  }

  private func expectTrigger(_ trigger: UNNotificationTrigger, _ written: [String: Any]) {
    #expect(trigger.repeats == written["repeats"] as? Bool)
    if let trigger = trigger as? UNTimeIntervalNotificationTrigger {
      #expect(trigger.timeInterval == written["timeInterval"] as? Double)
      #expect(written["dateComponents"] == nil)
      return
    }
    let components = (trigger as? UNCalendarNotificationTrigger)?.dateComponents
    let fields = written["dateComponents"] as? [String: Any]
    #expect(components != nil && fields != nil)
    #expect(components.map(RequestTests.fields) == fields.map { NSDictionary(dictionary: $0) })
    #expect(components?.calendar?.timeZone == components?.timeZone)
  }

  /// All values of date components, by Foundation's names.
  private static func fields(_ components: DateComponents) -> NSDictionary {
    let all: [String: Any?] = [
      "calendar": components.calendar.map { "\($0.identifier)" },
      "timeZone": components.timeZone?.identifier, "era": components.era,
      "year": components.year, "month": components.month, "day": components.day,
      "hour": components.hour, "minute": components.minute, "second": components.second,
      "nanosecond": components.nanosecond, "weekday": components.weekday,
      "weekdayOrdinal": components.weekdayOrdinal, "quarter": components.quarter,
      "weekOfMonth": components.weekOfMonth, "weekOfYear": components.weekOfYear,
      "yearForWeekOfYear": components.yearForWeekOfYear, "dayOfYear": components.dayOfYear,
      "isLeapMonth": components.isLeapMonth,
    ]
    return NSDictionary(dictionary: all.compactMapValues { $0 })
  }

  /// Expects each kind of value among the requests, so that the comparison isn't vacuous.
  private func expectAllKinds(_ requests: [UNNotificationRequest]) {
    let contents = requests.map(\.content)
    #expect(Set(contents.map(\.interruptionLevel)).count == 4)
    let sounds = Set(contents.map { $0.sound.map { "\($0.name?.rawValue ?? "")\($0.isCritical)" } })
    #expect(sounds == ["false", "Bassofalse", "true", "chime.caftrue", nil])
    #expect(Set(contents.map(\.relevanceScore)).count > 2)
    #expect(Set(contents.map(\.categoryIdentifier)).count > 2)
    #expect(Set(contents.map(\.threadIdentifier)).count == 6)
    #expect(
      contents.allSatisfy { $0.targetContentIdentifier != nil && $0.filterCriteria == "Work" })
    #expect(contents.contains { !$0.subtitle.isEmpty } && contents.contains { !$0.body.isEmpty })
    #expect(contents.contains { $0.userInfo["occurrence"] != nil && $0.userInfo["alarm"] != nil })
    #expect(contents.contains { $0.userInfo["url"] != nil })
    let calendar = requests.compactMap { $0.trigger as? UNCalendarNotificationTrigger }
    #expect(calendar.contains(where: \.repeats) && calendar.contains { !$0.repeats })
    #expect(calendar.contains { $0.dateComponents.calendar == nil })
    #expect(calendar.contains { $0.dateComponents.weekdayOrdinal == 4 })
    #expect(requests.contains { $0.trigger is UNTimeIntervalNotificationTrigger })
  }

  @Test func `a request has the values of its event`() throws {
    let plan = try plan()
    let planned = try #require(plan.requests.first { $0.content.title == "dentist" })
    let request = UNNotificationRequest(planned)
    #expect(
      request.content.subtitle == "Today 14:30-15:00"
        || TimeZone.current.identifier != "Europe/Berlin")
    #expect(request.content.interruptionLevel == .timeSensitive)
    #expect(request.content.sound?.name?.rawValue == "Basso")
    #expect(request.content.userInfo["url"] as? String == "https://example.org/dentist")
    #expect(request.content.userInfo["start"] as? String == "2028-01-05T13:30:00Z")
    let trigger = try #require(request.trigger as? UNCalendarNotificationTrigger)
    let components = trigger.dateComponents
    #expect(!trigger.repeats)
    #expect(components.timeZone?.identifier == "Europe/Berlin")
    #expect([components.year, components.month, components.day] == [2028, 1, 5])
    #expect([components.hour, components.minute, components.second] == [13, 30, 0])
    #expect([components.weekday, components.quarter, components.nanosecond] == [nil, nil, nil])
  }

  @Test func `a percent sign in a body is unchanged`() throws {
    let planned = try #require(try plan().requests.first { $0.content.title == "standup" })
    #expect(UNNotificationRequest(planned).content.body == "Be 100 % ready\nRoom 3")
  }

  @Test func `content without a scene and a filter sets neither`() throws {
    let content = NotificationContent(title: "Title", threadIdentifier: "thread")
    let made = UNMutableNotificationContent(content)
    #expect(made.targetContentIdentifier == nil && made.filterCriteria == nil)
    #expect(made.title == "Title" && made.threadIdentifier == "thread" && made.sound == .default)
  }

  @Test func `the categories have the buttons of the plan`() async throws {
    try await Device.at("2028-01-03T07:00:00Z") {
      _ = try await Device.apply(try plan())
      let registered = await UNUserNotificationCenter.current().notificationCategories()
      let byName = Dictionary(uniqueKeysWithValues: registered.map { ($0.identifier, $0) })
      // Each category of a pending request is registered.
      for request in await Device.pending().values {
        #expect(byName[request.content.categoryIdentifier] != nil)
      }
      let join = try #require(byName["ics2notify.event.join"])
      #expect(
        join.actions.map { "\($0.identifier) \($0.title) \($0.icon?.imageName ?? "")" } == [
          "ics2notify.join Join video", "ics2notify.snooze Snooze zzz",
          "ics2notify.done Done checkmark.circle",
        ])
      // Only a button that opens a link brings the app to the foreground.
      #expect(join.actions.map(\.options) == [[.foreground], [], []])
      let open = try #require(byName["ics2notify.event.open"])
      #expect(open.actions.map(\.options) == [[], [.foreground], []])
      let nag = try #require(byName["ics2notify.todo.nag"])
      #expect(
        nag.actions.map { "\($0.title) \($0.icon?.imageName ?? "")" } == [
          "Done checkmark.circle", "Stop Repeating bell.slash", "Snooze zzz",
        ])
      #expect(registered.allSatisfy { $0.intentIdentifiers.isEmpty && $0.options == [] })
    }
  }
}

@Suite struct RefreshTests {
  @Test func `a refresh is requested a day before the renewal`() throws {
    let plan = try AppCalendar.plan(now: "2028-01-03T07:00:00Z")
    let request = BGAppRefreshTaskRequest(identifier: "org.example.app.renew", renewing: plan)
    #expect(request.identifier == "org.example.app.renew")
    // A week after the 3rd, less a day.
    #expect(request.earliestBeginDate == (try AppCalendar.date("2028-01-09T07:00:00Z")))
  }
}
