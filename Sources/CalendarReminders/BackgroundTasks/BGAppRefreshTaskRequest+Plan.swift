#if canImport(BackgroundTasks) && !os(macOS) && !os(watchOS)
  public import BackgroundTasks
  import CivilTime
  import Foundation
  public import ReminderCompiler

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
