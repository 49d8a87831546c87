public import CivilTime
import NotificationTriggers
public import ReminderCompiler

extension Plan {
  /// The instant from which on the system should run the app in the background, to compile and
  /// apply the next plan (`BGTaskRequest.earliestBeginDate`).
  ///
  /// The system runs it when it sees fit, often hours later: so it is asked for a day before the
  /// plan has to be renewed, or where that is nearer than two days, in half of the time that is
  /// left.
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

  /// How long before its renewal a plan is to be renewed where there is time, in seconds: a day.
  private static let refreshLead = 86_400

  /// The requests that the system has to remind of what was done with a notification no more, as
  /// far as the plan alone can say: one-shots of the same alarm and occurrence.
  ///
  /// For the case that no calendar can be read when a button is pressed. What repeats stays, until
  /// a plan is compiled with ``ReminderCompiler/HandledReminders``.
  ///
  /// - Parameter response: What was done.
  /// - Returns: Identifiers to remove at once; none for what ends nothing.
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
    /// Asks the system to run the app in time for the next plan.
    ///
    /// - Parameters:
    ///   - identifier: What the app has registered, and has in
    ///     `BGTaskSchedulerPermittedIdentifiers`.
    ///   - plan: The plan that was applied last.
    public convenience init(identifier: String, renewing plan: Plan) {
      self.init(identifier: identifier)
      earliestBeginDate = Date(plan.earliestRefresh)
    }
  }
#endif
