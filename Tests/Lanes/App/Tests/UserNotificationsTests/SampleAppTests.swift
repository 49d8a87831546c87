import BackgroundTasks
import CalendarReminders
import Foundation
import SwiftUI
import Testing
import UserNotifications

@testable import SampleApp

/// The app of samples/apply/swift on a device.
@Suite struct SampleAppTests {
  /// A medicine at 08:00 UTC on ten days, repeated four times ten minutes apart, and a meeting
  /// without an alarm.
  private static let calendar = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//example.org//app//EN
    \(AppCalendar.event("pill", "DTSTART:20280103T080000Z", """
      RRULE:FREQ=DAILY;COUNT=10
      URL:https://example.org/pill
      """, alarm: "ACTION:DISPLAY\nTRIGGER:PT0S\nREPEAT:4\nDURATION:PT10M"))
    BEGIN:VEVENT
    UID:meeting@example.org
    DTSTAMP:20270901T080000Z
    DTSTART:20280104T100000Z
    SUMMARY:meeting
    END:VEVENT
    END:VCALENDAR

    """

  /// A walk at noon on every other day, repeated three times.
  private static let walk = AppCalendar.event(
    "walk", "DTSTART:20280103T120000Z", "RRULE:FREQ=DAILY;INTERVAL=2;COUNT=40",
    alarm: "ACTION:DISPLAY\nTRIGGER:PT0S\nREPEAT:3\nDURATION:PT10M")

  /// A device in the morning of 3 January 2028, with the folder of the app.
  private struct Phone {
    let folder: URL
    let tasks: BGTaskScheduler

    /// Calls a function with a separate device.
    static func lend(
      permitting tasks: Set<String> = [Reminders.refreshTask],
      _ body: (Phone) async throws -> Void
    ) async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try await Device.at("2028-01-03T07:00:00Z") {
        let scheduler = BGTaskScheduler(permitting: tasks)
        try await BGTaskScheduler.$current.withValue(scheduler) {
          try await body(Phone(folder: folder, tasks: scheduler))
        }
      }
    }

    var reminders: Reminders {
      Reminders(in: folder, now: { Instant(Device.current.now) })
    }

    /// Launches the app, calls a function, and ends the app.
    func launch(_ body: (ReminderApp) async throws -> Void) async throws {
      do {
        let app = await start()
        try await body(app)
        withExtendedLifetime(app) {}
      }
      tasks.forgetHandlers()
      #expect(UNUserNotificationCenter.current().delegate == nil, "the app has not ended")
    }

    @MainActor private func start() -> ReminderApp {
      let app = ReminderApp()
      app.delegate.reminders = reminders
      #expect(app.delegate.application(.shared, didFinishLaunchingWithOptions: nil))
      app.body.connect()
      return app
    }

    /// Shows the app's window.
    @MainActor func screen(of app: ReminderApp) -> Screen {
      let screen = Screen()
      app.body.show(on: screen)
      return screen
    }

    /// Imports a calendar in the app's window.
    func choose(_ calendar: String) async throws {
      let file = folder.appending(path: "chosen.ics")
      try Data(calendar.utf8).write(to: file)
      try await launch { app in
        await screen(of: app).choose(file)
        try await finish(app)
      }
    }

    /// Waits for the requests that the window adds.
    func finish(_ app: ReminderApp) async throws {
      for _ in 0..<30_000 where await Device.pending().isEmpty {
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(await !Device.pending().isEmpty)
      // This renewal waits for that of the window.
      let applied = try await app.delegate.reminders.renew()
      #expect(applied.isExact && applied.steps.isEmpty, "\(applied.report)")
    }

    /// Launches the app with a button of the last notification with a title.
    func press(_ button: String, _ title: String) async throws {
      try await launch { _ in
        let shown = await UNUserNotificationCenter.current().deliveredNotifications()
          .last { $0.request.content.title == title }
        await Device.current.answer(try #require(shown), with: button)
      }
    }
  }

  private static func times(_ day: Int, _ minutes: [String]) -> [String] {
    minutes.map { "2028-01-0\(day)T08:\($0):00Z" }
  }

  private static let all = ["00", "10", "20", "30", "40"]

  @Test func `an imported calendar is scheduled with the permission of the user`() async throws {
    try await Phone.lend { phone in
      try await phone.choose(SampleAppTests.calendar)
      let center = UNUserNotificationCenter.current()
      #expect(center.requested == [.alert, .sound])
      let categories = await center.notificationCategories()
      #expect(categories.contains { $0.actions.map(\.identifier).contains("ics2notify.snooze") })
      Device.current.advance(to: try AppCalendar.date("2028-01-04T23:00:00Z"))
      let shown = await center.deliveredNotifications().map {
        "\($0.request.content.title) \(Instant($0.date))"
      }
      #expect(
        shown == SampleAppTests.times(3, SampleAppTests.all).map { "pill \($0)" }
          + SampleAppTests.times(4, SampleAppTests.all).map { "pill \($0)" }
          // A quarter of an hour before the meeting.
          + ["meeting 2028-01-04T09:45:00Z"])
    }
  }

  @Test func `opening the app schedules the stored calendar`() async throws {
    try await Phone.lend { phone in
      try await phone.choose(SampleAppTests.calendar)
      let before = Set(await Device.pending().keys)
      UNUserNotificationCenter.current().removeAllPendingNotificationRequests()
      try await phone.launch { app in
        await phone.screen(of: app).runTasks()
        try await phone.finish(app)
      }
      #expect(Set(await Device.pending().keys) == before)
    }
  }

  /// 64 requests reach 32 days, so later reminders are shown only after renewals.
  @Test func `the background task alone shows all reminders of eight weeks`() async throws {
    try await Phone.lend { phone in
      try await phone.choose("BEGIN:VCALENDAR\n\(SampleAppTests.walk)\nEND:VCALENDAR\n")
      let start = Device.current.now
      var last = start
      while last < start + 8 * 7 * 86_400 {
        let request = try #require(await phone.tasks.pendingTaskRequests().first)
        let next = try #require(request.earliestBeginDate)
        // A day before the renewal, which is due in a week.
        #expect(next == last + 6 * 86_400)
        Device.current.advance(to: next)
        try await phone.launch { _ in await phone.tasks.run(Reminders.refreshTask) }
        last = next
      }
      let shown = await Device.shown("walk")
      // Each other day from 3 January until 1 March.
      let noon = try AppCalendar.date("2028-01-03T12:00:00Z")
      let days = (0..<30).map { noon + Double($0) * 2 * 86_400 }
      #expect(shown == days.flatMap { day in (0...3).map { "\(Instant(day + Double($0) * 600))" } })
    }
  }

  @Test(arguments: [
    ("done", []), ("stopRepeat", []), ("snooze", ["19", "20", "30", "40"]),
  ])
  func `a button that starts the app changes today's reminders only`(
    button: String, minutes: [String]
  ) async throws {
    try await Phone.lend { phone in
      try await phone.choose(SampleAppTests.calendar)
      Device.current.advance(to: try AppCalendar.date("2028-01-03T08:10:00Z"))
      try await phone.press("ics2notify.\(button)", "pill")
      #expect(await Device.shown("pill") == SampleAppTests.times(3, ["00", "10"]))
      // The next process has the response, too.
      try await phone.launch { try await $0.delegate.reminders.renew() }
      Device.current.advance(to: try AppCalendar.date("2028-01-04T23:00:00Z"))
      #expect(
        await Device.shown("pill")
          == SampleAppTests.times(3, minutes) + SampleAppTests.times(4, SampleAppTests.all))
    }
  }

  @Test func `a snoozed reminder can be done, each time by a start of the app`() async throws {
    try await Phone.lend { phone in
      try await phone.choose(SampleAppTests.calendar)
      Device.current.advance(to: try AppCalendar.date("2028-01-03T08:00:00Z"))
      try await phone.press("ics2notify.snooze", "pill")
      _ = await Device.shown("pill")
      Device.current.advance(to: try AppCalendar.date("2028-01-03T08:09:00Z"))
      try await phone.press("ics2notify.done", "pill")
      #expect(await Device.shown("pill") == SampleAppTests.times(3, ["09"]))
      Device.current.advance(to: try AppCalendar.date("2028-01-04T23:00:00Z"))
      #expect(await Device.shown("pill") == SampleAppTests.times(4, SampleAppTests.all))
    }
  }

  @Test func `the Open button opens the link`() async throws {
    try await Phone.lend { phone in
      try await phone.choose(SampleAppTests.calendar)
      Device.current.advance(to: try AppCalendar.date("2028-01-03T08:00:00Z"))
      try await phone.press("ics2notify.open", "pill")
      #expect(await UIApplication.shared.opened == [URL(string: "https://example.org/pill")])
    }
  }

  @Test func `a notification is shown while the app is open`() async throws {
    try await Phone.lend { phone in
      try await phone.choose(SampleAppTests.calendar)
      Device.current.advance(to: try AppCalendar.date("2028-01-03T08:00:00Z"))
      try await phone.launch { _ in
        let center = UNUserNotificationCenter.current()
        let shown = try #require(await center.deliveredNotifications().first)
        let options = await center.delegate?.userNotificationCenter(center, willPresent: shown)
        #expect(options == [.banner, .list, .sound])
      }
    }
  }

  @Test func `a file that isn't a calendar replaces none`() async throws {
    try await Phone.lend { phone in
      try await phone.choose(SampleAppTests.calendar)
      let before = await Device.pending()
      // A picture, the page of a Wi-Fi login, and an empty file.
      for text in ["\u{89}PNG\r\n\u{1A}\n", "<html><body>Log in</body></html>", ""] {
        await #expect(throws: ReadingError.self) {
          _ = try await phone.reminders.replaceCalendar(with: Data(text.utf8))
        }
      }
      let applied = try await phone.reminders.renew()
      #expect(applied.isExact && applied.steps.isEmpty, "\(applied.report)")
      #expect(await Device.pending() == before)
    }
  }

  @Test func `before the first import, the window asks and renews nothing`() async throws {
    try await Phone.lend { phone in
      try await phone.launch { app in
        #expect(await !app.delegate.reminders.hasCalendar)
        await phone.screen(of: app).runTasks()
        try await Task.sleep(for: .milliseconds(200))
        #expect(UNUserNotificationCenter.current().requested == [])
      }
    }
  }

  @Test func `damaged responses are ignored and replaced by the next one`() async throws {
    try await Phone.lend { phone in
      try await phone.choose(SampleAppTests.calendar)
      let before = await Device.pending()
      try Data("{".utf8).write(to: phone.folder.appending(path: "handled.json"))
      let applied = try await phone.reminders.renew()
      #expect(applied.isExact && applied.steps.isEmpty, "\(applied.report)")
      #expect(await Device.pending() == before)
      Device.current.advance(to: try AppCalendar.date("2028-01-03T08:10:00Z"))
      try await phone.press("ics2notify.done", "pill")
      Device.current.advance(to: try AppCalendar.date("2028-01-03T23:00:00Z"))
      #expect(await Device.shown("pill") == SampleAppTests.times(3, ["00", "10"]))
    }
  }

  @Test func `a damaged calendar changes no request`() async throws {
    try await Phone.lend { phone in
      try await phone.choose(SampleAppTests.calendar)
      let before = await Device.pending()
      try Data("{".utf8).write(to: phone.folder.appending(path: "calendar.ics"))
      await #expect(throws: (any Error).self) { try await phone.reminders.renew() }
      #expect(await Device.pending() == before)
    }
  }

  @Test func `without the permission, each request is reported`() async throws {
    try await Phone.lend { phone in
      UNUserNotificationCenter.current().isAllowed = false
      let applied = try await phone.reminders.replaceCalendar(
        with: Data(SampleAppTests.calendar.utf8))
      #expect(applied.pendingCount == 0)
      #expect(applied.problems.count > 2)
      #expect(
        applied.problems.allSatisfy { if case .refused = $0 { true } else { false } },
        "\(applied.report)")
    }
  }

  @Test func `an app without background tasks schedules its reminders`() async throws {
    try await Phone.lend(permitting: []) { phone in
      let applied = try await phone.reminders.replaceCalendar(
        with: Data(SampleAppTests.calendar.utf8))
      #expect(applied.isExact, "\(applied.report)")
    }
  }
}
