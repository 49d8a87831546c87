import BackgroundTasks
import CalendarReminders
import Foundation
import UserNotifications

/// Schedules the reminders of `calendar.ics`, and records the user's responses in `handled.json`.
///
/// Nothing is kept in memory only, because a button can start the app.
actor Reminders {
  /// The background task, as in `BGTaskSchedulerPermittedIdentifiers` of Info.plist.
  static let refreshTask = "org.example.app.renew"

  private let folder: URL
  private let now: @Sendable () -> Instant
  private let applier: PlanApplier
  private let zones = ZoneDatabase()

  init(
    in folder: URL = .documentsDirectory,
    now: @escaping @Sendable () -> Instant = { Instant(Date()) }
  ) {
    self.folder = folder
    self.now = now
    applier = PlanApplier(UserNotificationStore(), now: now)
  }

  private func options() throws -> NotificationOptions {
    var options = NotificationOptions(now: now(), deviceZone: Zone(.current, from: zones))
    options.deviceCalendar = DeviceCalendar(.current)
    options.defaultAlarms = [CalendarDuration(seconds: -15 * 60)]  // for events without a VALARM
    let handled = folder.appending(path: "handled.json")
    if FileManager.default.fileExists(atPath: handled.path) {
      let data = try Data(contentsOf: handled)
      // A damaged file must not end all reminders. The next response replaces it.
      do {
        options.handled = try JSONDecoder().decode(HandledReminders.self, from: data)
        options.handled.forget(before: options.now)
      } catch { print("ignored handled.json:", error) }
    }
    return options
  }

  /// False before the first import.
  var hasCalendar: Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: "calendar.ics").path)
  }

  private func components(_ options: NotificationOptions) throws -> [CalendarComponent] {
    let data = try Data(contentsOf: folder.appending(path: "calendar.ics"))
    let reader = CalendarReader(zones: zones, options: ReadingOptions(for: options))
    let document = try reader.document(data, name: "calendar.ics")
    for problem in document.diagnostics { print(problem.code, problem.message) }
    return document.components
  }

  /// Compiles the calendar, and makes the pending requests match the plan.
  @discardableResult func renew() async throws -> PlanApplication {
    let center = UNUserNotificationCenter.current()
    _ = try await center.requestAuthorization(options: [.alert, .sound])  // asks only once
    let pending = await UserNotificationStore().pending().map(\.request.identifier)
    var options = try options()
    options.pending = PendingIdentifiers(pending)
    let plan = Compilation(of: try components(options), options).plan
    center.setNotificationCategories(Set(plan.categories.map(UNNotificationCategory.init)))
    let refresh = BGAppRefreshTaskRequest(identifier: Reminders.refreshTask, renewing: plan)
    do { try BGTaskScheduler.shared.submit(refresh) } catch { print("no background task:", error) }
    return try await applier.apply(plan)
  }

  /// Records a pressed button and renews, or returns the link to open.
  func answer(_ response: ReminderResponse) async throws -> URL? {
    var options = try options()
    switch options.handled.handle(response, of: try components(options), options: options) {
    case .compileAnew:
      let handled = try JSONEncoder().encode(options.handled)
      try handled.write(to: folder.appending(path: "handled.json"), options: .atomic)
      try await renew()
      return nil
    case .open(let link): return URL(string: link)
    case .nothing, .unknown: return nil
    }
  }

  /// Replaces the calendar, and renews.
  ///
  /// Throws if the data isn't a calendar. The last calendar then stays.
  func replaceCalendar(with data: Data) async throws -> PlanApplication {
    _ = try CalendarReader(zones: zones).document(data, name: "calendar.ics")
    try data.write(to: folder.appending(path: "calendar.ics"), options: .atomic)
    return try await renew()
  }
}
