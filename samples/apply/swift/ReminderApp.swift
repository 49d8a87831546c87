import CalendarReminders
import SwiftUI
import UserNotifications

@main struct ReminderApp: App {
  @UIApplicationDelegateAdaptor var delegate: AppDelegate

  var body: some Scene {
    WindowGroup { ContentView(reminders: delegate.reminders) }
      .backgroundTask(.appRefresh(Reminders.refreshTask)) {
        do { try await delegate.reminders.renew() } catch { print("not renewed:", error) }
      }
  }
}

// `nonisolated` methods would return on another thread than the main one, where iOS ends the app.
@MainActor
final class AppDelegate: NSObject, UIApplicationDelegate,
  @preconcurrency UNUserNotificationCenterDelegate
{
  var reminders = Reminders()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    // Before the launch ends, so that a button can start the app.
    UNUserNotificationCenter.current().delegate = self
    return true
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
  ) async {
    do {
      let link = try await reminders.answer(ReminderResponse(response))
      if let link { await UIApplication.shared.open(link) }
    } catch { print("not recorded:", error) }
  }

  // Shows notifications while the app is open, too.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions { [.banner, .list, .sound] }
}
