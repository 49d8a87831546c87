public import CivilTime
import NotificationTriggers
public import ReminderCompiler

extension Plan {
  /// The earliest instant at which the system should run the app in the background to compile and
  /// apply the next plan (`BGTaskRequest.earliestBeginDate`).
  ///
  /// The system often runs background tasks hours later than requested. So this is one day before
  /// the plan must be renewed, or halfway to that deadline if it is less than two days away.
  ///
  /// With a `plan`:
  ///
  /// ```swift
  /// print(plan.renewal, plan.earliestRefresh)  // 2028-01-10T07:00:00Z 2028-01-09T07:00:00Z
  /// ```
  public var earliestRefresh: Instant {
    let deadline = min(renewal, renewBy ?? renewal)
    let left = max(0, deadline - now)
    return deadline - min(Plan.refreshLead, left / 2)
  }

  /// The longest time between ``earliestRefresh`` and the deadline, in seconds: one day.
  private static let refreshLead = 86_400

  /// Returns the pending requests that are obsolete after a user's response, as far as the plan
  /// alone shows: later one-shots of the same alarm and occurrence.
  ///
  /// Use it if the calendars cannot be read when a button is pressed. Repeating requests stay until
  /// you compile a plan with the action in `HandledReminders`.
  ///
  /// - Parameter response: The user's response.
  /// - Returns: The identifiers of requests to remove at once; empty for responses other than done
  ///   and stopping the repeats.
  public func withdrawn(by response: ReminderResponse) -> [String] {
    guard response.action == .done || response.action == .stopRepeat,
      let shown = request(withIdentifier: response.requestIdentifier),
      let occurrence = shown.occurrenceName, !shown.trigger.repeats
    else { return [] }
    let prefix = RequestIdentifier.prefix(of: shown.identifier)
    return requests.filter { request in
      !request.trigger.repeats && request.occurrenceName == occurrence
        && RequestIdentifier.prefix(of: request.identifier) == prefix
        && request.nextFire > shown.nextFire
    }.map(\.identifier)
  }
}

#if canImport(BackgroundTasks) && !os(macOS) && !os(watchOS)
  public import BackgroundTasks
  import Foundation

  extension BGAppRefreshTaskRequest {
    /// Makes a request to run the app in time for the next plan.
    ///
    /// - Parameters:
    ///   - identifier: The task identifier that the app has registered and lists in
    ///     `BGTaskSchedulerPermittedIdentifiers`.
    ///   - plan: The plan that was applied last.
    public convenience init(identifier: String, renewing plan: Plan) {
      self.init(identifier: identifier)
      earliestBeginDate = Date(plan.earliestRefresh)
    }
  }
#endif
