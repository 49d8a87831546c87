import BackgroundTasks
import CalendarReminders
import Foundation
import Testing

/// When the system is asked to run the app in the background.
@Suite struct RefreshTests {
  @Test func `a refresh is asked for a day before the renewal`() throws {
    let plan = try AppCalendar.plan(now: "2028-01-03T07:00:00Z")
    let request = BGAppRefreshTaskRequest(identifier: "org.example.app.renew", renewing: plan)
    #expect(request.identifier == "org.example.app.renew")
    // A week after the third, less a day.
    #expect(request.earliestBeginDate == (try AppCalendar.date("2028-01-09T07:00:00Z")))
  }
}
